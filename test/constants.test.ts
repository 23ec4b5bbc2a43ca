// Constants of nature and of the calendar are declared once; everything else imports them.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

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

test('constants of nature and of the calendar are declared once', () => {
  const files = execFileSync('git', ['ls-files', 'src', 'schema', 'resolvers', 'rest-compat', 'db'], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(strays((file) => readFileSync(join(ROOT, file), 'utf8'), files)).toEqual([])
})
