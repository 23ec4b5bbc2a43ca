import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLIMB_THRESHOLD_M, climbOf, turningPoints } from '../../src/geo/climb.ts'

/** Reproducible noise, 0..1. */
function seeded(seed: number): () => number {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
}

const heightsArb = fc.array(fc.integer({ min: -4000, max: 80000 }), { minLength: 1, maxLength: 60 })

describe('climb of a line', () => {
  test('a flat canal climbs nothing, whatever ripples of up to 4 m the terrain model has', () => {
    const noise = seeded(1)
    const canal = Array.from({ length: 2000 }, () => 120 + noise() * 4)
    canal[0] = canal[canal.length - 1] = 122
    expect(climbOf(canal)).toEqual({ ascentM: 0, descentM: 0, voidCount: 0 })
  })
  test('a river that falls 1 m a kilometre falls what it falls, on a model in whole metres with noise', () => {
    const noise = seeded(2)
    const river = Array.from({ length: 1000 }, (_, i) => Math.round(200 - i * 0.05 + (noise() - 0.5) * 3))
    const { ascentM, descentM } = climbOf(river)
    expect(ascentM).toBeLessThan(15)
    expect(descentM - ascentM).toBe(river[0] - river[999])
  })
  test('a steady climb over a staircase of 1 m, 5 m or 0.1 m steps is the climb, not the sum of ripples', () => {
    for (const stepM of [0.1, 1, 5]) {
      const stairs = Array.from(
        { length: 500 },
        (_, i) => Math.round((300 + i * 0.6 + Math.sin(i) * 0.4) / stepM) * stepM,
      )
      const { ascentM, descentM } = climbOf(stairs)
      expect(descentM).toBeLessThanOrEqual(stepM === 5 ? 10 : 0.001)
      expect(ascentM).toBeCloseTo(stairs[499] - stairs[0] + descentM, 6)
    }
  })
  test('noise of 2 m on a real climb of 800 m and back adds 1 % at most, where plain sums add a seventh', () => {
    const noise = seeded(3)
    const clean = Array.from({ length: 1001 }, (_, i) => 1000 + 800 * (1 - Math.abs(i - 500) / 500))
    const noisy = clean.map((h) => h + (noise() - 0.5) * 4)
    const plain = noisy.reduce((sum, h, i) => sum + (i === 0 ? 0 : Math.max(0, h - noisy[i - 1])), 0)
    expect(plain).toBeGreaterThan(900)
    expect(climbOf(noisy).ascentM).toBeGreaterThan(795)
    expect(climbOf(noisy).ascentM).toBeLessThan(808)
  })
  test('ascent - descent is the net climb, exactly in whole decimetres', () => {
    fc.assert(
      fc.property(heightsArb, fc.integer({ min: 0, max: 200 }), (heightsDm, thresholdDm) => {
        const { ascentM, descentM } = climbOf(heightsDm, thresholdDm)
        expect(ascentM - descentM).toBe(heightsDm[heightsDm.length - 1] - heightsDm[0])
        expect(ascentM).toBeGreaterThanOrEqual(0)
        expect(descentM).toBeGreaterThanOrEqual(0)
      }),
    )
  })
  test('never counts more than the plain sum of rises, and never less than the height of the range allows', () => {
    fc.assert(
      fc.property(heightsArb, (heights) => {
        const plain = heights.reduce((sum, h, i) => sum + (i === 0 ? 0 : Math.max(0, h - heights[i - 1])), 0)
        expect(climbOf(heights).ascentM).toBeLessThanOrEqual(plain)
      }),
    )
  })
  test('backwards, ascent and descent change places', () => {
    fc.assert(
      fc.property(heightsArb, (heights) => {
        const there = climbOf(heights)
        const back = climbOf([...heights].reverse())
        expect(back.ascentM - back.descentM).toBe(there.descentM - there.ascentM)
        // a tie may pick another of several equal turning points, but the totals are the same
        expect(back.ascentM).toBe(there.descentM)
      }),
    )
  })
  test('every turn between the first and the last change is at least the threshold', () => {
    fc.assert(
      fc.property(heightsArb, (heights) => {
        const pivots = turningPoints(heights, 0, heights.length)
        expect(pivots[0]).toBe(0)
        expect(pivots[pivots.length - 1]).toBe(heights.length - 1)
        const changes = pivots.slice(1).map((p, i) => heights[p] - heights[pivots[i]])
        changes.slice(1, -1).forEach((change) => expect(Math.abs(change)).toBeGreaterThanOrEqual(CLIMB_THRESHOLD_M))
        expect([...pivots]).toEqual([...new Set(pivots)].sort((a, b) => a - b))
      }),
    )
  })
  test('void heights split the line: nothing is counted across them, and they are counted', () => {
    expect(climbOf([0, 100, NaN, 500, 600, NaN, NaN])).toEqual({ ascentM: 200, descentM: 0, voidCount: 3 })
    expect(climbOf([NaN, NaN])).toEqual({ ascentM: 0, descentM: 0, voidCount: 2 })
    expect(climbOf([])).toEqual({ ascentM: 0, descentM: 0, voidCount: 0 })
  })
  test('a pass of 5 m counts, one of 4.9 m does not', () => {
    expect(climbOf([100, 105, 100])).toMatchObject({ ascentM: 5, descentM: 5 })
    expect(climbOf([100, 104.9, 100])).toMatchObject({ ascentM: 0, descentM: 0 })
  })
})
