// Small faults that somebody could make, put into the text of a source file. The text is formatted (Biome), so patterns
// over one line find them; comments and strings are left alone.

import { stripTypeScriptTypes } from 'node:module'

export interface Fault {
  kind: string
  /** from 1 */
  line: number
  before: string
  after: string
}

interface Kind {
  kind: string
  /** each match is one fault */
  pattern: RegExp
  to: (match: readonly string[]) => string
  /** looks into strings, which are blanked out for the others */
  inStrings?: boolean
}

const FLIPPED: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '===': '!==', '!==': '===' },
}
const NAME = String.raw`[\w#$]+(?:[.\[][\w#$]+\]?)*`
const CALL = String.raw`(?<!\bfunction )\b(?!if|for|while|switch|catch|constructor)\w+\(`
const nothing = () => ''

const KINDS: readonly Kind[] = [
  {
    kind: 'flipped comparison',
    pattern: / (<=?|>=?|[!=]==) (?!(?:null|undefined)\b)/g,
    to: ([, sign]) => ` ${FLIPPED[sign]} `,
  },
  { kind: 'lost null check', pattern: / ([!=]==) null\b/g, to: ([, sign]) => ` ${sign} undefined` },
  { kind: 'or for and', pattern: / && /g, to: () => ' || ' },
  { kind: 'and for or', pattern: / \|\| /g, to: () => ' && ' },
  { kind: 'off by one', pattern: / [-+] 1(?![\w.])/g, to: nothing },
  { kind: 'wrong unit', pattern: / [*/] (?:1_?000(?:_000)?|100|10|60|3_?600|1e\d|360|180)(?![\w.])/g, to: nothing },
  { kind: 'wrong sign', pattern: / - (?=[\w(])/g, to: () => ' + ' },
  {
    kind: 'most for least',
    pattern: /\bMath\.(min|max)\(/g,
    to: ([, name]) => `Math.${name === 'min' ? 'max' : 'min'}(`,
  },
  { kind: 'lost not', pattern: /(?<=[ (])!(?=[\w(])/g, to: nothing },
  {
    kind: 'swapped argument',
    pattern: new RegExp(`(?<=${CALL})(${NAME}), (${NAME})(?=[,)])`, 'g'),
    to: ([, first, second]) => `${second}, ${first}`,
  },
  { kind: 'lost key part', pattern: /(?<=\bkey.*`.*)\$\{[^{}`]+\}/gi, to: nothing, inStrings: true },
  { kind: 'lost key part', pattern: /(?<=\bkey.*\[.*), [\w.]+(?=\])/gi, to: nothing },
]

/** A whole statement on a line, of the kinds whose loss leaves a program. */
const STATEMENT = new RegExp(
  String.raw`^ +(?:(?:await )?${NAME}!?\(.*\)|${NAME} (?:[-+*/|&]|\?\?|\|\|)?= .*|${NAME}(?:\+\+|--)|` +
    String.raw`if \(.*\) (?:return|throw|continue|break)\b.*)$`,
)

/** Every fault, in the order of the lines. Some leave a text that is no program: `isProgram`. */
export function faultsOf(text: string): Fault[] {
  const code = blanked(text, true).split('\n')
  const words = blanked(text, false).split('\n')
  return text.split('\n').flatMap((before, i) => {
    if (/^(?:import|export \{|\} from) /.test(before)) return []
    const found = KINDS.flatMap(({ kind, pattern, to, inStrings = false }) =>
      [...(inStrings ? words : code)[i].matchAll(pattern)].map((match) => ({
        kind,
        line: i + 1,
        before,
        after: before.slice(0, match.index) + to(match) + before.slice(match.index + match[0].length),
      })),
    )
    if (isStatement(code, i))
      found.push({ kind: 'removed statement', line: i + 1, before, after: `${/^ */.exec(before)![0]};` })
    return found.filter(({ after }) => after !== before)
  })
}

export function putInto(text: string, { line, after }: Fault): string {
  return text
    .split('\n')
    .with(line - 1, after)
    .join('\n')
}

export function isProgram(text: string): boolean {
  try {
    stripTypeScriptTypes(text)
    return true
  } catch {
    return false
  }
}

function isStatement(lines: readonly string[], i: number): boolean {
  const [before, line, next] = [lines[i - 1] ?? '', lines[i], lines[i + 1] ?? '']
  const indent = (text: string) => /^ */.exec(text)![0].length
  const count = (pattern: RegExp) => line.match(pattern)?.length ?? 0
  if (!STATEMENT.test(line) || count(/[([{]/g) !== count(/[)\]}]/g)) return false
  return indent(next) <= indent(line) && !/^ *[.?:&|]/.test(next) && !/(?:[,([?:=&|]|=>)$/.test(before)
}

const COMMENT = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`
const QUOTED = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`'}(?:[^${'`'}\\]|\\.)*${'`'}`
const PATTERN = String.raw`(?<=[(,=:[!&|?{};\n] ?)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/`
const WORDS = new RegExp(`${COMMENT}|${QUOTED}|${PATTERN}`, 'g')

/** The text with comments blanked out, and strings with them if `strings`. */
function blanked(text: string, strings: boolean): string {
  return text.replace(WORDS, (word) => (strings || /^\/[/*]/.test(word) ? word.replace(/[^\n]/g, '_') : word))
}
