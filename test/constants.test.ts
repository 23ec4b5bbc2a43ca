// Constants of nature and of the calendar are declared once; everything else imports them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { trackedFiles } from './support/ask-git.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HOMES: [constant: RegExp, home: string][] = [
  [/\bMath\.PI \/ 180\b/, 'src/geo/lon-lat.ts'],
  [/\b6_371_\d+/, 'src/geo/lon-lat.ts'],
  [/\b111_19\d\b/, 'src/geo/lon-lat.ts'],
  [/\b(3_600_000|86_400_000)\b/, 'src/durations.ts'],
]

/** Files, other than their homes, that hold one of the constants. */
function strays(textOf: (file: string) => string, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    HOMES.filter(([constant, home]) => file !== home && constant.test(textOf(file))).map(
      ([, home]) => `${file}: import it from ${home}`,
    ),
  )
}

test('a constant away from home is found', () => {
  expect(strays(() => 'const DAY = 86_400_000', ['src/a.ts', 'src/durations.ts'])).toEqual([
    'src/a.ts: import it from src/durations.ts',
  ])
})

const sourcesIn = (...folders: string[]): string[] => trackedFiles(...folders).filter((file) => /\.tsx?$/.test(file))
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

test('constants of nature and of the calendar are declared once', () => {
  const files = sourcesIn('src', 'schema', 'resolvers', 'rest-compat', 'db')
  expect(files.length).toBeGreaterThan(500)
  expect(strays(textOf, files)).toEqual([])
})

// tests may write a value out, as an oracle does, but have no names of their own for the spans; the conformance
// suite imports nothing of the service
const OWN_SPAN = /\bconst (MINUTE|HOUR|DAY)(_MS)? = [\d_]+\b/

test('a span of time declared again is found', () => {
  expect(['const DAY_MS = 86_400_000', 'const MINUTE = 60_000'].every((text) => OWN_SPAN.test(text))).toBe(true)
  expect(OWN_SPAN.test('const DAY = Date.UTC(2026, 10, 21)')).toBe(false)
})

test('tests import the names of spans of time', () => {
  const files = sourcesIn('test').filter(
    (file) => !file.startsWith('test/conformance/') && file !== 'test/constants.test.ts',
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => OWN_SPAN.test(textOf(file)))).toEqual([])
})
