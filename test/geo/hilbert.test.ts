import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hilbertKey, hilbertOrder, orderOfKeys } from '../../src/geo/hilbert.ts'

describe('Hilbert order', () => {
  test('visits every cell of a block once, each next to the one before', () => {
    // the first 4,096 cells of the curve fill a corner of 64 x 64
    const cells: [number, number][] = []
    for (let x = 0; x < 64; x++) for (let y = 0; y < 64; y++) cells[hilbertKey(x, y)] = [x, y]
    expect(Object.keys(cells).length).toBe(4096)
    expect(cells.length).toBe(4096)
    for (let i = 1; i < cells.length; i++)
      expect(Math.abs(cells[i][0] - cells[i - 1][0]) + Math.abs(cells[i][1] - cells[i - 1][1])).toBe(1)
  })
  test('covers the corners of the square', () => {
    expect(hilbertKey(0, 0)).toBe(0)
    expect(new Set([hilbertKey(0, 0), hilbertKey(65535, 0), hilbertKey(0, 65535), hilbertKey(65535, 65535)]).size).toBe(
      4,
    )
    expect(Math.max(hilbertKey(65535, 0), hilbertKey(0, 65535))).toBe(2 ** 32 - 1)
  })
  test('is a permutation of the points, equal ones in their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -1.8e9, max: 1.8e9 }), fc.integer({ min: -9e8, max: 9e8 })), {
          maxLength: 60,
        }),
        (points) => {
          const order = [
            ...hilbertOrder(
              Int32Array.from(points, (p) => p[0]),
              Int32Array.from(points, (p) => p[1]),
            ),
          ]
          expect([...order].sort((a, b) => a - b)).toEqual(points.map((_, i) => i))
        },
      ),
    )
    expect([...hilbertOrder(Int32Array.of(5, 5, 5), Int32Array.of(7, 7, 7))]).toEqual([0, 1, 2])
  })
  test('fills the box of the points, wherever and however large it is; one that is wider than high fills a part of it', () => {
    const placed = fc.record({
      lon: fc.integer({ min: -17e8, max: 17e8 }),
      lat: fc.integer({ min: -8e8, max: 8e8 }),
      step: fc.integer({ min: 1, max: 1e6 }),
    })
    const cells = Array.from({ length: 256 }, (_, i) => [i % 16, i >> 4])
    const orderOf = (of: number[][], { lon, lat, step }: { lon: number; lat: number; step: number }) =>
      [
        ...hilbertOrder(
          Int32Array.from(of, ([x]) => lon + x * step),
          Int32Array.from(of, ([, y]) => lat + y * step),
        ),
      ].map((i) => of[i])
    fc.assert(
      fc.property(placed, (at) => {
        const whole = orderOf(cells, at)
        const apart = ([x, y]: number[], [toX, toY]: number[]) => Math.abs(toX - x) + Math.abs(toY - y)
        expect(whole.slice(1).filter((cell, i) => apart(whole[i], cell) !== 1)).toEqual([])
        const isLow = ([, y]: number[]) => y < 4
        expect(orderOf(cells.filter(isLow), at)).toEqual(whole.filter(isLow))
      }),
      { numRuns: 20 },
    )
  })
  test('sorts keys stably', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(5), fc.nat(2 ** 32 - 1))), (keys) => {
        const expected = keys.map((_, i) => i).sort((a, b) => keys[a] - keys[b] || a - b)
        expect([...orderOfKeys(Uint32Array.from(keys))]).toEqual(expected)
      }),
    )
  })
})
