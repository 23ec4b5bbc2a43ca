// One convention each: private members are `#name`, tests use `test`, none has less time than vitest.config.ts gives,
// source files have at most 400 lines and one header, a module is imported in one statement, properties draw even
// numbers from the seed of the day and count their cases.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { trackedFiles } from './support/ask-git.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PRIVATE_WORD = /^ +private (?!constructor\()/m
const IT = /^ *it(?:\.\w+)*\(|\bimport \{[^}]*\bit\b[^}]*\} from 'vitest'/m
/** Milliseconds after the function of a test or hook, up to the 120 s of vitest.config.ts. */
const HURRIED = /^ *\}, (?:\d{1,2}_000|1[01]\d_000|120_000|\d{3,5})\)$/m
const HURRIED_POLL = /expect\.poll\(.*\{ timeout: (?:\d{1,4}|[12]?\d_000|30_000)\b/

/** TypeScript files of these folders, apart from this one, in which a line matches. */
function filesWith(pattern: RegExp, ...folders: string[]): string[] {
  const files = trackedFiles(...folders).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('/generated/') && file !== 'test/conventions.test.ts',
  )
  expect(files.length).toBeGreaterThan(500)
  return files.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')))
}

test('the word private and the word it are found', () => {
  expect(
    ['  private total = 0', '  private readonly #a = 1', '  private run() {'].every((line) => PRIVATE_WORD.test(line)),
  ).toBe(true)
  expect(
    ['  private constructor() {', '  #total = 0', '  protected abstract open(): void', '// private land'].some((line) =>
      PRIVATE_WORD.test(line),
    ),
  ).toBe(false)
  expect(
    ["it('adds', () => {", "  it.each([1])('adds')", "import { expect, it } from 'vitest'"].every((line) =>
      IT.test(line),
    ),
  ).toBe(true)
  expect(["test('it adds', () => {", 'await(it)'].some((line) => IT.test(line))).toBe(false)
})

test('private members are #name; only a constructor, which cannot be, says private', () => {
  expect(filesWith(PRIVATE_WORD, 'src', 'schema', 'resolvers', 'rest-compat', 'db', 'clients', 'test')).toEqual([])
})

test('tests use test, not it', () => {
  expect(filesWith(IT, 'test')).toEqual([])
})

test('no test gives up sooner than every test does: a busy machine is slow, not wrong', () => {
  expect(['}, 60_000)', '  }, 120_000)', '  }, 5000)'].every((line) => HURRIED.test(line))).toBe(true)
  expect(['}, 240_000)', '  })', '        }, 0),'].some((line) => HURRIED.test(line))).toBe(false)
  expect(filesWith(HURRIED, 'test').filter((file) => !file.startsWith('test/bench/'))).toEqual([])
  expect(filesWith(HURRIED_POLL, 'test')).toEqual([])
})

/** A comment on nothing: lines, then an empty one, after the first code of a file. */
const SECOND_HEADER = /\n(?:[^\n/][^\n]*)?\n\n(?:\/\/[^\n]*\n)+\n/

test('a file has one header, at its top; what a part of it is for is said of what it declares', () => {
  expect(SECOND_HEADER.test("// A file.\n\nimport 'x'\n\n// A part.\n\nconst a = 1\n")).toBe(true)
  expect(SECOND_HEADER.test("// A file.\n\nimport 'x'\n\n// Why so.\nconst a = 1\n")).toBe(false)
  expect(filesWith(SECOND_HEADER, 'src', 'schema', 'resolvers', 'rest-compat', 'db', 'clients', 'test')).toEqual([])
})

const MOST_LINES = 400
/** What is generated nobody edits. */
const MAY_BE_LONGER = /\/generated\//

/** Source files, outside test/, that are too long, each with its length. */
function longFiles(textOf: (file: string) => string, files: readonly string[]): string[] {
  return files
    .filter((file) => !file.startsWith('test/') && !MAY_BE_LONGER.test(file))
    .map((file) => ({ file, lines: textOf(file).replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${MOST_LINES}; cut it where it does two things`)
}

test('a file of 401 lines is found, one of 400 and what is generated are not', () => {
  const lines: Record<string, number> = {
    'src/a.ts': 401,
    'src/b.ts': 400,
    'src/language/generated/page-words.ts': 500,
    'src/web/i18n/words.ts': 401,
    'test/a.test.ts': 500,
  }
  const found = longFiles((file) => 'x\n'.repeat(lines[file]), Object.keys(lines))
  expect(found.map((text) => text.split(':')[0])).toEqual(['src/a.ts', 'src/web/i18n/words.ts'])
})

test('no source file is longer than 400 lines', () => {
  const files = trackedFiles('*.ts', '*.tsx', '*.mjs', '*.js', '*.css')
  expect(files.filter((file) => !file.startsWith('test/')).length).toBeGreaterThan(1000)
  expect(longFiles((file) => readFileSync(join(ROOT, file), 'utf8'), files)).toEqual([])
})

/** Modules that a text imports in more than one statement. */
function importedTwice(text: string): string[] {
  const found = [...text.matchAll(/^import (?:[^'";]*? from )?'([^']+)'$/gm)].map(([, module]) => module)
  return found.filter((module, at) => found.indexOf(module) !== at)
}

test('a module is imported in one statement: types beside values as `type Name`', () => {
  expect(importedTwice("import { a } from './a.ts'\nimport type { B } from './a.ts'\n")).toEqual(['./a.ts'])
  expect(importedTwice("import { a, type B } from './a.ts'\nimport { c } from './c.ts'\n")).toEqual([])
  const files = trackedFiles('src', 'schema', 'resolvers', 'rest-compat', 'db', 'clients', 'test').filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('/generated/'),
  )
  const twice = files.flatMap((file) =>
    importedTwice(readFileSync(join(ROOT, file), 'utf8')).map((module) => `${file}: ${module}`),
  )
  expect(twice).toEqual([])
})

const BOUNDED_DOUBLE = /\bfc\s*\.(?:double|float)\(\{[^}]*\b(?:min|max):/
const OWN_SEED = /\bseed: \d[\d_]*,? (?:numRuns|\})|\bnumRuns: [^}]*, seed: \d/

test('numbers within bounds are even over their range: test/support/arbitraries.ts, not fc.double', () => {
  expect(BOUNDED_DOUBLE.test('fc.double({ noNaN: true, max: 180 })')).toBe(true)
  expect(BOUNDED_DOUBLE.test('fc.double({ noNaN: true })')).toBe(false)
  expect(filesWith(BOUNDED_DOUBLE, 'test')).toEqual([])
})

const SEEDS_OF_ITS_OWN = /\bfor \(let seed = \d/

test('a loop over random cases draws its seeds from that of the day, too', () => {
  expect(SEEDS_OF_ITS_OWN.test('  for (let seed = 0; seed < 100; seed++) {')).toBe(true)
  expect(SEEDS_OF_ITS_OWN.test('  for (const seed of runSeeds(100)) {')).toBe(false)
  expect(filesWith(SEEDS_OF_ITS_OWN, 'test')).toEqual([])
})

test('no property has a seed of its own: all run from that of the day', () => {
  expect(
    ['{ numRuns: CASES, seed: 18 }', '{ seed: 5, numRuns: 60 }', '{ seed: 14 }'].every((t) => OWN_SEED.test(t)),
  ).toBe(true)
  expect(filesWith(OWN_SEED, 'test').filter((file) => !file.startsWith('test/bench/'))).toEqual([])
})

/** Lines that end a property before it has asserted anything, in the body of its predicate. */
function earlyReturns(text: string): string[] {
  return text.split(/\bfc\.(?:asyncP|p)roperty\(/).flatMap((property, i) => {
    const body = i === 0 ? null : /=> \{\n( +)([\s\S]*)/.exec(property)
    if (body === null) return []
    const lines = `${body[1]}${body[2]}`.split('\n')
    const end = lines.findIndex((line) => line !== '' && !line.startsWith(body[1]))
    return lines
      .slice(0, end)
      .filter((line) => line.startsWith(`${body[1]}if (`) && /\) return(?: \/\/.*)?$/.test(line))
  })
}

test('a property leaves out a case with fc.pre, which tries another one instead, not by an early return', () => {
  const withReturn = 'fc.property(a, (x) => {\n  if (x === 0) return\n  expect(1 / x).toBe(y)\n})'
  expect(earlyReturns(withReturn)).toEqual(['  if (x === 0) return'])
  expect(earlyReturns('fc.property(a, (x) => {\n  const f = () => {\n    if (x === 0) return\n  }\n})')).toEqual([])
  const found = trackedFiles('test')
    .filter((file) => file.endsWith('.ts') && file !== 'test/conventions.test.ts')
    .flatMap((file) => earlyReturns(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`))
  expect(found).toEqual([])
})
