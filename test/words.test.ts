// Plain words: what an English-speaking engineer would not write. Checked are comments, documents, identifiers, every
// text of the product with a space in it (descriptions of GraphQL and OpenAPI, help, messages), and the names of tests.
// Quotations in documents and comments stand in backticks, which are left out.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trackedFiles } from './support/ask-git.ts'

const ROOT = join(import.meta.dirname, '..')
/** Each with what to write instead. */
const WORDS: readonly [pattern: RegExp, write: string][] = [
  [/\b(?:is|are|was|were) told\b/gi, 'reports, returns; distinguished'],
  [/\basked for\b/gi, 'requested'],
  [/\bdear(?:er|est)?\b/gi, 'expensive'],
  [/\banew\b/gi, 'again'],
  [/\bso long\b/gi, 'this long'],
  [/\bwish(?:es|ed)?\b/gi, 'request, form'],
  [/\bthere is none\b/gi, 'absent'],
  [/\bwhoever\b/gi, 'the caller, clients'],
  [/\bheld by\b/gi, 'verified by, in memory'],
  [/\buntil there is experience\b/gi, 'initial estimate'],
  [/\bwhat (?:is|was) (?:known|said|left|made|kept) of it\b/gi, 'its data, its report, the rest'],
  [/\b(?:both|either|the|one) doors?\b/gi, 'transport, handler'],
]
/** History, which keeps its words, and German. */
const OTHERS = /^CHANGELOG\.md$|^test\/bench\/notes\/|\/generated\/|^test\/contract\/released\/|\/de(?:-[a-z]+)?\.ts$/
const COMMENT = /^\s*(?:\/\/|\/?\*)/
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g
const TEST_NAME = /^\s*(?:test|describe)(?:\.\w+)*(?:\(.*?\))?\((?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/gm

/** The words of a file that readers see. */
function proseOf(file: string, text: string): string {
  const unquoted = (line: string) => line.replace(/`[^`\n]*`/g, '')
  if (file.endsWith('.md')) return unquoted(text)
  const lines = text.split('\n')
  const comments = lines.filter((line) => COMMENT.test(line)).map(unquoted)
  return [...comments, ...(file.startsWith('test/') ? testNames(text) : literals(lines))].join('\n')
}

const testNames = (text: string) => [...text.matchAll(TEST_NAME)].map(([, plain, template]) => plain ?? template)

function literals(lines: readonly string[]): string[] {
  const code = lines.filter((line) => !COMMENT.test(line)).join('\n')
  const texts = (code.match(LITERAL) ?? []).map((literal) => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, ''))
  return texts.filter((literal) => literal.includes(' '))
}

test('comments, texts and names of tests are read; code and quotations are not', () => {
  expect(proseOf('a.ts', "const told = 'anew'\n// made again\n/** `anew` */")).toBe('// made again\n/**  */')
  expect(proseOf('a.ts', "say('made anew', `${wish.days} days`)")).toBe('made anew\n days')
  expect(proseOf('test/a.test.ts', "const a = 'made anew'\n  test('made `again`', () => {")).toBe('made `again`')
  expect(proseOf('a.md', 'made `anew`, anew')).toBe('made , anew')
})

/** Words that no identifier has in it. */
const IN_NAMES: Readonly<Record<string, string>> = {
  wish: 'form, options, target',
  wishes: 'forms',
  wished: 'requested',
  told: 'reported, or what it is',
  asked: 'requested',
  dear: 'expensive',
  dearer: 'more expensive',
  dearest: 'most expensive',
  door: 'transport, handler',
  doors: 'transports, handlers',
  resolver: 'operation',
}
/** Of GraphQL.js and of MapLibre; and of a released schema in the OpenAPI document. */
const GIVEN = ['defaultFieldResolver', 'setMissingStyleImageResolver', 'AskedThrough', 'AskedThroughType']
/** This page names them. */
const OWN = 'test/words.test.ts'

/** The identifiers of a file. */
function namesOf(text: string): Set<string> {
  const lines = text.split('\n').filter((line) => !COMMENT.test(line))
  const code = lines.map((line) => line.replace(/ \/\/ .*$/, '')).join('\n')
  const inTemplates = (literal: string) => literal.match(/(?<=\$\{)[^}]*(?=\})/g)?.join(' ') ?? ''
  return new Set(code.replace(LITERAL, inTemplates).match(/[A-Za-z_$]\w*/g))
}

const wordsOf = (name: string) => (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

test('identifiers are read, texts and comments are not; each of their words is', () => {
  expect([...namesOf("// told\nconst a = say('wish', `dear ${door}`) // held")].join(' ')).toBe('const a say door')
  expect(wordsOf('isToldAnew2 indoor MAX_DEAR #wishM')).toEqual('is told anew indoor max dear wish m'.split(' '))
})

test('plain words in identifiers and names of files', () => {
  const found = trackedFiles('.')
    .filter((file) => /\.tsx?$/.test(file) && !OTHERS.test(file) && file !== OWN)
    .flatMap((file) =>
      [file.replace(/^.*\//, ''), ...namesOf(readFileSync(join(ROOT, file), 'utf8'))].flatMap((name) =>
        wordsOf(name).flatMap((word) =>
          Object.hasOwn(IN_NAMES, word) && !GIVEN.includes(name) ? [`${file}: ${name}; write: ${IN_NAMES[word]}`] : [],
        ),
      ),
    )
  expect(found).toEqual([])
})

test('an unparsed member of a body is raw, as in the glossary', () => {
  const folders = trackedFiles('.').filter((file) => /^(?:src\/wire|schema|resolvers|rest-compat)\/.*\.ts$/.test(file))
  expect(folders.filter((file) => namesOf(readFileSync(join(ROOT, file), 'utf8')).has('held'))).toEqual([])
})

test('plain words in comments, documents, texts and names of tests', () => {
  const files = trackedFiles('.').filter((file) => /\.(?:tsx?|md)$/.test(file) && !OTHERS.test(file))
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) => {
    const prose = proseOf(file, readFileSync(join(ROOT, file), 'utf8')).replaceAll(/\n\s*(?:\/\/|\*) /g, ' ')
    return WORDS.flatMap(([pattern, write]) =>
      (prose.match(pattern) ?? []).map((word) => `${file}: "${word}"; write: ${write}`),
    )
  })
  expect(found).toEqual([])
})
