// The suite of attacks itself: that it is what it says. `npm run attack` runs it against a server.

import { describe, expect, test } from 'vitest'
import type { Region } from '../fuzz/region.ts'
import { ATTACKS, DEAR_REQUESTS, SIEGES } from './attacks.ts'
import { randomOf } from './random.ts'
import { sizeOf } from './send-request.ts'
import { foreignShare } from './watch-process.ts'

const REGION: Region = {
  box: [7, 46, 7.3, 46.2],
  waypoints: [
    [7.1, 46.1],
    [7.2, 46.15],
  ],
  example: [
    [7.1, 46.1],
    [7.2, 46.15],
  ],
  names: ['Alphorn', 'Bergli'],
  relationIds: [1],
  ids: ['Place:1'],
  terrainVersion: 't1',
  artifacts: new Set(),
}

describe('attacks', () => {
  test('each has a name of its own', () => {
    const names = [...ATTACKS, ...SIEGES, ...DEAR_REQUESTS].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(70)
  })

  test.each([...ATTACKS, ...DEAR_REQUESTS].filter(({ name }) => !/weather|departure/.test(name)))(
    '$name: a seed makes the same request again, and a head that a server takes',
    ({ make, name }) => {
      const [once, again] = [make(randomOf(7, name), REGION), make(randomOf(7, name), REGION)]
      expect(again).toEqual(once)
      expect(sizeOf({ ...once, body: '' })).toBeLessThan(96 * 1024)
      expect(once.path).toMatch(/^\/[\x21-\xff]*$/)
    },
  )

  test('numbers of one seed differ by name, and lie in their bounds', () => {
    const [a, b] = [randomOf(1, 'a'), randomOf(1, 'b')]
    const drawn = Array.from({ length: 1000 }, () => a.between(3, 5))
    expect(new Set(drawn)).toEqual(new Set([3, 4, 5]))
    expect(b.next()).not.toBe(randomOf(1, 'a').next())
  })

  test('what others had of the machine is what was neither idle nor ours', () => {
    const before = { totalMs: 1000, idleMs: 400 }
    expect(foreignShare(before, { totalMs: 2000, idleMs: 600 }, 300)).toBeCloseTo(0.5)
    expect(foreignShare(before, { totalMs: 2000, idleMs: 600 }, 900)).toBe(0)
    expect(foreignShare(before, before, 0)).toBe(0)
  })
})
