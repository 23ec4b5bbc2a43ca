// Plain words: what an English-speaking engineer would not write, counted in comments and documents. A count may only
// fall: lower its number here when you rewrite one. Quotations stand in backticks, which are left out.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trackedFiles } from './support/ask-git.ts'

const ROOT = join(import.meta.dirname, '..')
/** Each with what to write instead, and how many are left. */
const WORDS: { pattern: RegExp; write: string; left: number }[] = [
  { pattern: /\b(?:is|are|was|were) told\b/gi, write: 'reports, returns; distinguished', left: 20 },
  { pattern: /\basked for\b/gi, write: 'requested', left: 17 },
  { pattern: /\bdear(?:er|est)?\b/gi, write: 'expensive', left: 2 },
  { pattern: /\banew\b/gi, write: 'again', left: 0 },
  { pattern: /\bso long\b/gi, write: 'this long', left: 1 },
  { pattern: /\bwish(?:es|ed)?\b/gi, write: 'request, form', left: 16 },
  { pattern: /\bthere is none\b/gi, write: 'absent', left: 35 },
  { pattern: /\bwhoever\b/gi, write: 'the caller, clients', left: 20 },
  { pattern: /\bheld by\b/gi, write: 'verified by, in memory', left: 0 },
  { pattern: /\buntil there is experience\b/gi, write: 'initial estimate', left: 0 },
]
/** History, which keeps its words. */
const HISTORY = /^CHANGELOG\.md$|^test\/bench\/notes\/|\/generated\/|^test\/contract\/released\//

/** The words of a file that readers see: its comments, or the whole text of a document. */
function proseOf(file: string, text: string): string {
  const lines = file.endsWith('.md')
    ? text.split('\n')
    : text.split('\n').filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line))
  return lines.join('\n').replace(/`[^`\n]*`/g, '')
}

test('comments are read, code and quotations are not', () => {
  expect(proseOf('a.ts', "const told = 'anew'\n// made again\n/** `anew` */")).toBe('// made again\n/**  */')
  expect(proseOf('a.md', 'made `anew`, anew')).toBe('made , anew')
})

test('plain words: each count is the one written here, which may only fall', () => {
  const files = trackedFiles('.').filter((file) => /\.(?:tsx?|md)$/.test(file) && !HISTORY.test(file))
  expect(files.length).toBeGreaterThan(1000)
  const prose = files.map((file) => proseOf(file, readFileSync(join(ROOT, file), 'utf8')))
  const found = WORDS.map(({ pattern, write }) => ({
    word: pattern.source,
    write,
    found: prose.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0),
  }))
  expect(found).toEqual(WORDS.map(({ pattern, write, left }) => ({ word: pattern.source, write, found: left })))
})
