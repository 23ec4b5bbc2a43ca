import { existsSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteFile } from '../../src/storage/byte-file.ts'
import { temporaryFolder } from '../map/style/sample-release.ts'

const path = join(temporaryFolder(), 'runs')

test('runs come back under their numbers in any order, whatever is in memory, and while others come', () => {
  const run = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 60 }), fc.nat(2000), fc.nat(), (runs, memoryBytes, seed) => {
      const file = new ByteFile(path, memoryBytes)
      try {
        const any = (below: number, at: number) => (seed + 7919 * at) % below
        runs.forEach((bytes, i) => {
          file.push(bytes)
          const number = any(i + 1, i)
          expect([...file.get(number)]).toEqual([...runs[number]])
        })
        expect(file.count).toBe(runs.length)
        for (let i = 0; i < runs.length; i++) {
          const number = any(runs.length, i)
          expect([...file.get(number)]).toEqual([...runs[number]])
        }
      } finally {
        file.close()
      }
      expect(existsSync(path)).toBe(false)
    }),
  )
})

test('runs over several pages come back whole, more pages than are kept', () => {
  const file = new ByteFile(path, 1 << 12)
  const runs = Array.from({ length: 40 }, (_, n) => Uint8Array.from({ length: n * 5003 }, (_, i) => i * n + n))
  for (const run of runs) file.push(run)
  for (const order of [runs.keys(), [...runs.keys()].reverse()])
    for (const n of order) expect(Buffer.compare(file.get(n), runs[n])).toBe(0)
  file.close()
})

test('what fits into memory makes no file; what does not is in it until it is closed', () => {
  const file = new ByteFile(path, 100)
  file.push(new Uint8Array(100))
  expect(existsSync(path)).toBe(false)
  file.push(new Uint8Array(1))
  expect(existsSync(path)).toBe(true)
  file.close()
  file.close()
  expect(existsSync(path)).toBe(false)
})

test('a file that was cut throws', () => {
  const file = new ByteFile(path, 10)
  for (let i = 0; i < 5; i++) file.push(new Uint8Array(10))
  truncateSync(path, 15)
  expect(() => file.get(0)).toThrow(RangeError)
  file.close()
})
