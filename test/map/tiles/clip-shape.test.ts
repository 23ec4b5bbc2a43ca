// Cutting against laws that hold whatever the shape: a line's length and a ring's area are shared out among the
// quarters of a box, and nothing that is cut lies outside.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipLines, clipRings, type Shape } from '../../../src/map/tiles/clip-shape.ts'
import type { UnitBox } from '../../../src/map/tiles/unit-box.ts'
import { nestRings, ringArea2 } from '../../../src/map/tiles/nest-rings.ts'

const S = 1 << 20
const shapeOf = (points: readonly (readonly [number, number])[]): Shape => ({
  coords: Int32Array.from(points.flat()),
  zooms: new Uint8Array(points.length),
  partStart: Uint32Array.of(0, points.length),
  inner: new Uint8Array(1),
  first: 0,
  last: 1,
})
const quarters: UnitBox[] = [0, 1, 2, 3].map((q) => ({
  minX: (q % 2) * S,
  minY: (q >> 1) * S,
  maxX: (q % 2) * S + S,
  maxY: (q >> 1) * S + S,
}))
const partsOf = (shape: Shape | null) =>
  shape === null
    ? []
    : Array.from({ length: shape.last }, (_, p) =>
        Array.from(shape.coords.subarray(2 * shape.partStart[p], 2 * shape.partStart[p + 1])),
      )
const lengthOf = (line: number[]) =>
  line.reduce(
    (sum, _, i) => (i % 2 === 0 && i > 0 ? sum + Math.hypot(line[i] - line[i - 2], line[i + 1] - line[i - 1]) : sum),
    0,
  )
const point = fc.tuple(fc.integer({ min: 1, max: 2 * S - 1 }), fc.integer({ min: 1, max: 2 * S - 1 }))
const isIn = ({ minX, minY, maxX, maxY }: UnitBox, line: number[]) =>
  line.every((value, i) => (i % 2 === 0 ? value >= minX && value <= maxX : value >= minY && value <= maxY))

describe('cutting to a box', () => {
  test('shares the length of a line out among four quarters', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 12 }), (points) => {
        const pieces = quarters.map((box) => partsOf(clipLines(shapeOf(points), box)))
        pieces.forEach((parts, q) => parts.forEach((part) => expect(isIn(quarters[q], part)).toBe(true)))
        // a stretch along the middle belongs to two quarters
        fc.pre(points.every(([x, y]) => x !== S && y !== S))
        expect(
          Math.abs(pieces.flat().reduce((sum, part) => sum + lengthOf(part), 0) - lengthOf(points.flat())),
        ).toBeLessThan(4 * points.length)
      }),
    )
  })

  test('shares the area of a ring out among four quarters', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 12 }), (points) => {
        const ring = [...points, points[0]]
        const pieces = quarters.map((box) => partsOf(clipRings(shapeOf(ring), box)))
        pieces.forEach((parts, q) =>
          parts.forEach((part) => {
            expect(isIn(quarters[q], part)).toBe(true)
            expect(part.slice(0, 2)).toEqual(part.slice(-2))
          }),
        )
        const whole = ringArea2(ring.flat())
        expect(Math.abs(pieces.flat().reduce((sum, part) => sum + ringArea2(part), 0) - whole)).toBeLessThan(
          8 * S * points.length,
        )
      }),
    )
  })

  test('leaves a line that goes out and comes back in pieces, and drops what only touches', () => {
    const box = { minX: 0, minY: 0, maxX: 10, maxY: 10 }
    expect(
      partsOf(
        clipLines(
          shapeOf([
            [5, 5],
            [15, 5],
            [15, 8],
            [5, 8],
          ]),
          box,
        ),
      ),
    ).toEqual([
      [5, 5, 10, 5],
      [10, 8, 5, 8],
    ])
    expect(
      clipLines(
        shapeOf([
          [-5, -5],
          [-1, 20],
        ]),
        box,
      ),
    ).toBeNull()
    expect(
      clipRings(
        shapeOf([
          [20, 20],
          [30, 20],
          [30, 30],
          [20, 20],
        ]),
        box,
      ),
    ).toBeNull()
  })
})

describe('rings of an area', () => {
  const square = (half: number, x = 0) =>
    Float64Array.of(x - half, -half, x + half, -half, x + half, half, x - half, half, x - half, -half)
  test('are outer or inner by where they lie; an island in a lake is outer again', () => {
    const { rings, inner } = nestRings([square(2), square(10), square(6), square(3, 100)])
    expect(rings.map((ring, i) => [ring[2] - ring[0], inner[i]])).toEqual([
      [4, 0],
      [20, 0],
      [12, 1],
      [6, 0],
    ])
  })
  test('that touch at a point are still told apart', () => {
    const outer = square(10)
    const hole = Float64Array.of(-10, -10, 0, -5, 0, 0, -10, -10)
    expect(nestRings([hole, outer])).toEqual({ rings: [outer, hole], inner: [0, 1] })
  })
  test('that share one side, however many vertices it has, are distinguished by the rest', () => {
    for (const shared of [1, 3, 4, 5, 40]) {
      const side = Array.from({ length: shared }, (_, i) => [-10, -8 + (16 * i) / shared]).flat()
      const outer = Float64Array.of(...side, -10, 10, 10, 10, 10, -10, -10, -10, ...side.slice(0, 2))
      const hole = Float64Array.of(...side, 0, 5, 0, -5, ...side.slice(0, 2))
      expect(nestRings([hole, outer])).toEqual({ rings: [outer, hole], inner: [0, 1] })
    }
  })
})
