import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { SortedRuns } from '../../src/storage/sorted-runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'waypost-runs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'records')

const records = fc.array(
  fc.record({
    // few of them, so that many are equal
    keys: fc.tuple(fc.nat(2), fc.constantFrom(-1.5, 0, 1e300)),
    bytes: fc.uint8Array({ maxLength: 100 }),
  }),
  { maxLength: 200 },
)

test('records come in the order of their keys, whatever a run holds, equal ones as they were added, each time they are read', () => {
  fc.assert(
    fc.property(records, fc.integer({ min: 8, max: 2000 }), (added, runBytes) => {
      const runs = new SortedRuns(path, 2, runBytes)
      try {
        for (const { keys, bytes } of added) runs.add(keys, bytes)
        const wanted = added
          .map(({ keys, bytes }) => ({ keys: [...keys], bytes: [...bytes] }))
          .sort((a, b) => a.keys[0] - b.keys[0] || (a.keys[1] < b.keys[1] ? -1 : a.keys[1] > b.keys[1] ? 1 : 0))
        for (let reading = 0; reading < 2; reading++)
          expect(Array.from(runs.read(), ({ keys, bytes }) => ({ keys: [...keys], bytes: [...bytes] }))).toEqual(wanted)
        expect(runs.count).toBe(added.length)
      } finally {
        runs.close()
      }
      expect(existsSync(path)).toBe(false)
    }),
  )
})

test('what fits into one run makes no file; what does not is in it until it is closed', () => {
  const runs = new SortedRuns(path, 1, 4096)
  runs.add([1], new Uint8Array(1000))
  expect(existsSync(path)).toBe(false)
  for (let i = 0; i < 10; i++) runs.add([-1 - i], new Uint8Array(1000))
  expect(existsSync(path)).toBe(true)
  expect(Array.from(runs.read(), ({ keys }) => keys[0])).toEqual([-10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 1])
  runs.close()
  expect(existsSync(path)).toBe(false)
})

test('a record longer than a run and than what is read at once comes back whole', () => {
  const runs = new SortedRuns(path, 1, 4096)
  const long = Uint8Array.from({ length: 300_001 }, (_, i) => i)
  runs.add([2], long)
  runs.add([1], Uint8Array.of(7))
  runs.add([3], Uint8Array.of(8))
  const got = Array.from(runs.read(), ({ bytes }) => bytes.slice())
  expect(got[0]).toEqual(Uint8Array.of(7))
  expect(Buffer.compare(got[1], long)).toBe(0)
  expect(got[2]).toEqual(Uint8Array.of(8))
  runs.close()
})

test('what is added once records have been read is refused, whether they are in memory or in a file', () => {
  for (const count of [1, 10]) {
    const runs = new SortedRuns(path, 1, 64)
    for (let i = 0; i < count; i++) runs.add([i], Uint8Array.of(i))
    expect(Array.from(runs.read(), ({ keys }) => keys[0])).toHaveLength(count)
    expect(() => runs.add([0], Uint8Array.of(0))).toThrow('records cannot be added once they have been read')
    runs.close()
  }
})

test('an unread sort can be closed', () => {
  const runs = new SortedRuns(path, 1, 16)
  for (let i = 0; i < 5; i++) runs.add([i], Uint8Array.of(i))
  const reading = runs.read()
  reading.next()
  runs.close()
  runs.close()
  expect(existsSync(path)).toBe(false)
})
