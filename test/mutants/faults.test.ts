import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { trackedFiles } from '../support/ask-git.ts'
import { seededRandom } from '../support/random-graph.ts'
import { chooseFaults } from './choose-faults.ts'
import { faultsOf, isProgram, putInto } from './faults.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test.each([
  ['  if (a < b) return 1', 'flipped comparison', '  if (a <= b) return 1'],
  ['  const isSame = a === b', 'flipped comparison', '  const isSame = a !== b'],
  ['  const isKnown = a !== null', 'lost null check', '  const isKnown = a !== undefined'],
  ['  const both = a && b', 'or for and', '  const both = a || b'],
  ['  const last = list[count - 1]', 'off by one', '  const last = list[count]'],
  ['  const lengthM = lengthMm / 1000', 'wrong unit', '  const lengthM = lengthMm'],
  ['  const climbM = toM - fromM', 'wrong sign', '  const climbM = toM + fromM'],
  ['  const most = Math.max(a, b)', 'most for least', '  const most = Math.min(a, b)'],
  ['  const isOpen = !isClosed', 'lost not', '  const isOpen = isClosed'],
  ['  const m = distanceM(from.lon, to[1], x)', 'swapped argument', '  const m = distanceM(to[1], from.lon, x)'],
  ['  const key = `${mode} ${day}`', 'lost key part', '  const key = ` ${day}`'],
  ['  const key = JSON.stringify([mode, day])', 'lost key part', '  const key = JSON.stringify([mode])'],
  ['  this.#slots.release(name)', 'removed statement', '  ;'],
  ['  if (isVoid) return null', 'removed statement', '  ;'],
  ['  total += part', 'removed statement', '  ;'],
])('%s: %s', (before, kind, after) => {
  expect(faultsOf(before)).toContainEqual({ kind, line: 1, before, after })
})

test('comments, strings, patterns, types, imports and parts of a statement are left alone', () => {
  const texts = [
    '// a && b - c',
    "const text = 'a && b'",
    'const text = `a && ${b - 1}`',
    'const pattern = [/a && b - 1/]',
    "import { a } from './a - b'",
    'function swap(a, b) {}',
    'type Both = Readonly<A & B>',
    'const found = call(\n  other(one),\n)',
    'const more = list\n  .map((x) => x)',
  ]
  expect(texts.flatMap(faultsOf)).toEqual([])
})

test('the faults chosen are of all kinds, in many files, all of them programs, and the same for a seed', () => {
  const texts = new Map(
    trackedFiles('src/routing/route', 'src/routing/cch', 'src/routing/costs')
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
  )
  const chosen = chooseFaults(texts, 36, seededRandom(1))
  expect(chosen).toHaveLength(36)
  expect(new Set(chosen.map(({ kind }) => kind)).size).toBe(12)
  expect(new Set(chosen.map(({ file }) => file)).size).toBeGreaterThan(15)
  expect(chosen.filter((fault) => !isProgram(putInto(texts.get(fault.file)!, fault)))).toEqual([])
  expect(chooseFaults(texts, 36, seededRandom(1))).toEqual(chosen)
  expect(chooseFaults(texts, 36, seededRandom(2))).not.toEqual(chosen)
})
