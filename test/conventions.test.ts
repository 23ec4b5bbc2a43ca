// One convention each: private members are `#name`, tests use `test`.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PRIVATE_WORD = /^ +private (?!constructor\()/m
const IT = /^ *it(?:\.\w+)*\(|\bimport \{[^}]*\bit\b[^}]*\} from 'vitest'/m

/** TypeScript files of these folders, apart from this one, in which a line matches. */
function filesWith(pattern: RegExp, ...folders: string[]): string[] {
  const files = execFileSync('git', ['ls-files', ...folders], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/') && file !== 'test/conventions.test.ts')
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
