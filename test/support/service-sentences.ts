// The sentences that the service says to people, from its catalogue and, where not yet converted, from its sources:
// what it notes (unknowns and warnings), and failures with figures in them. A value is a gap.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ERROR_STATUS } from '../../src/errors.ts'
import { readCatalogue } from '../../src/language/catalogue-files.ts'
import { UNKNOWNS, WARNINGS } from '../../src/unknowns.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['src/routing', 'src/course', 'src/weather', 'resolvers']

export interface ServiceSentence {
  code: string
  /** what stands between the gaps */
  pieces: string[]
  /** file and line, or the code of the message */
  where: string
}

/** Of the codes that are requested. */
export function sentencesOf(codes: readonly string[]): ServiceSentence[] {
  const known = new Set([...Object.keys(UNKNOWNS), ...Object.keys(WARNINGS), ...Object.keys(ERROR_STATUS)])
  const asked = codes.filter((code) => known.has(code))
  // a code, and after a comma, a name or a function of what is measured, its sentence
  const start = new RegExp(
    `'(${asked.join('|')})',\\s*(?:message:\\s*(?:at\\.wholeDay\\s*\\?\\s*)?|[\\w.]+(?:\\([\\w.]+\\))?,\\s*\\(d\\) => |\\(d\\) => )?(?=['"\`])`,
    'g',
  )
  const found = catalogued(asked)
  for (const folder of FOLDERS)
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue
      const text = readFileSync(join(ROOT, folder, name), 'utf8')
      for (const match of text.matchAll(start)) {
        const pieces = readText(text, match.index + match[0].length)
        if (pieces.join('').includes(' '))
          found.push({
            code: match[1],
            pieces,
            where: `${folder}/${name}:${text.slice(0, match.index).split('\n').length}`,
          })
      }
    }
  return found
}

function catalogued(asked: readonly string[]): ServiceSentence[] {
  const { messages } = JSON.parse(readCatalogue('en')) as { messages: Record<string, string> }
  return Object.entries(messages).flatMap(([where, message]) => {
    const [family, code] = where.split('.')
    // only a frame around another message
    if (!['unknown', 'warning', 'error'].includes(family) || !asked.includes(code) || message.startsWith('{note}'))
      return []
    const whole = message.endsWith('.') ? message : `${message}: {places}.`
    const pieces = outsideBraces(whole)
    // a failure without figures is said by its code alone
    return family === 'error' && pieces.length === 1 ? [] : [{ code, pieces, where }]
  })
}

/** What stands outside all braces of a message. */
function outsideBraces(message: string): string[] {
  const pieces = ['']
  let depth = 0
  for (const character of message) {
    if (character === '{' && depth++ === 0) pieces.push('')
    else if (character === '}') depth--
    else if (depth === 0) pieces[pieces.length - 1] += character
  }
  return pieces
}

/** The pieces of a literal, and of those that are added to it. */
function readText(text: string, from: number): string[] {
  const pieces = ['']
  let at = from
  for (;;) {
    const quote = text[at++]
    while (text[at] !== quote) {
      if (quote === '`' && text.startsWith('${', at)) {
        at = afterGap(text, at + 2)
        pieces.push('')
        continue
      }
      if (text[at] === '\\') at++
      pieces[pieces.length - 1] += text[at++]
    }
    const more = /^\s*\+\s*(?=['"`])/.exec(text.slice(at + 1, at + 200))
    if (more === null) return pieces
    at += 1 + more[0].length
  }
}

/** After the brace that closes a gap, whatever stands in it. */
function afterGap(text: string, from: number): number {
  let depth = 1
  let at = from
  for (; depth > 0; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}') depth--
    else if (text[at] === '`' || text[at] === "'") {
      const quote = text[at]
      for (at++; text[at] !== quote; at++)
        if (quote === '`' && text.startsWith('${', at)) at = afterGap(text, at + 2) - 1
    }
  }
  return at
}

/** Whether a sentence is one of these. */
export function fits({ pieces }: ServiceSentence, sentence: string): boolean {
  const pattern = pieces.map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')
  return new RegExp(`^${pattern}$`).test(sentence)
}
