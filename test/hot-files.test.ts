// Files whose shape speed dictates begin with `HOT: npm run bench -- NAME` and a sentence why (CONTRIBUTING.md).

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HEADER = /^\/\/ HOT: npm run bench -- ([a-z-]+)\n((?:\/\/ .+\n)+)\/\/\n\/\/ /

const hotFiles = ['src', 'db', 'schema', 'resolvers', 'rest-compat']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  .filter(({ text }) => /^\s*(\/\/|\/?\*+) *HOT:/m.test(text))

test('files shaped by speed are marked', () => {
  expect(hotFiles.length).toBeGreaterThan(30)
})

test.each(hotFiles)('$file begins with a benchmark that exists and one sentence why', ({ text }) => {
  const [, bench, reason] = HEADER.exec(text) ?? []
  expect(bench).toBeDefined()
  expect(existsSync(join(ROOT, `test/bench/${bench}.bench.ts`))).toBe(true)
  expect(reason.replace(/\n?\/\/ /g, ' ').trim()).toMatch(/^[A-Z][^.]{30,}(?:\.\d[^.]*)*\.$/)
})
