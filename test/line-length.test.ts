// Lines have at most 120 columns. What a formatter cannot break is left: text between quotes and backticks (messages,
// SQL, documents, help) and patterns. Everything else that is longer, comments too, is broken by hand.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { trackedFiles } from './support/ask-git.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MOST_COLUMNS = 120
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/(?![*/])(?:[^/\\\n]|\\.)+\/[a-z]*/g

/** Numbers of the lines that are too long for another reason than a literal. */
function longLines(text: string): number[] {
  // a literal of several lines keeps its line ends, so that numbers stay right
  const withoutLiterals = text
    .split('\n')
    .map((line) => line.replace(/(^\s*(\/\/|\/?\*)|\s\/\/ ).*$/, (comment) => comment.replaceAll(/['"`]/g, '.')))
    .join('\n')
    .replaceAll(LITERAL, (literal) => literal.replaceAll(/[^\n]/g, ''))
  return withoutLiterals
    .split('\n')
    .map((line, index) => (line.length > MOST_COLUMNS ? index + 1 : 0))
    .filter((number) => number > 0)
}

test('a long line of code or comment is found, a long text is not', () => {
  const long = 'x'.repeat(121)
  expect(longLines(`// ${long}\nconst a = '${long}'\nconst b = \`\n${long}\n\`\nconst ${long} = 1`)).toEqual([1, 6])
})

test('no line is longer than 120 columns but for the text in it', () => {
  const files = trackedFiles('*.ts', '*.tsx', '*.mjs', '*.js', '*.css').filter((file) => !file.includes('/generated/'))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    longLines(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

test('CHANGELOG.md has entries of one line of at most 120 columns, each once, and at most 18 KB', () => {
  const lines = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split('\n')
  expect(lines.filter((line) => line.length > 120 || line.startsWith('  '))).toEqual([])
  const entries = lines.filter((line) => line.startsWith('- '))
  expect(entries.filter((entry) => !/^- (added|changed|fixed|Breaking): /.test(entry))).toEqual([])
  expect(new Set(entries).size).toBe(entries.length)
  expect(lines.join('\n').length).toBeLessThanOrEqual(18_000)
})
