import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BORDER_PX, toDistanceField } from '../../../src/map/style/glyph-sdf.ts'
import { between } from '../../support/arbitraries.ts'

/** Closed outline from corners, y up. */
const outline = (...corners: [number, number][]) =>
  corners.flatMap((from, i) => [...from, ...corners[(i + 1) % corners.length]])
const square = (left: number, bottom: number, edge: number, turn = 1) =>
  outline(
    ...((turn > 0
      ? [
          [left, bottom],
          [left + edge, bottom],
          [left + edge, bottom + edge],
          [left, bottom + edge],
        ]
      : [
          [left, bottom],
          [left, bottom + edge],
          [left + edge, bottom + edge],
          [left + edge, bottom],
        ]) as [number, number][]),
  )
const at = (field: NonNullable<ReturnType<typeof toDistanceField>>, column: number, row: number) =>
  field.bitmap[row * (field.widthPx + 2 * BORDER_PX) + column]

describe('toDistanceField', () => {
  test('has a border of 3 pixels around the box, which counts from the origin', () => {
    const field = toDistanceField(Float64Array.from(square(2, -3, 10)))!
    expect(field).toMatchObject({ leftPx: 2, topPx: 7, widthPx: 10, heightPx: 10 })
    expect(field.bitmap.length).toBe(16 * 16)
  })

  test('writes 191 or 192 on the edge, 32 more per pixel inside and 32 less outside, as fontnik does (radius 8, cutoff 0.25)', () => {
    const field = toDistanceField(Float64Array.from(square(0, 0, 20)))!
    // middles of pixels lie half a pixel off the left edge; rows far from the corners
    const row = BORDER_PX + 10
    expect([0, 1, 2].map((column) => at(field, column, row))).toEqual(
      [2.5, 1.5, 0.5].map((distance) => 255 - Math.trunc(distance * 32 + 64)),
    )
    // inside it stops at 255: two pixels in
    expect([3, 4, 5, 6].map((column) => at(field, column, row))).toEqual([
      255 - Math.trunc(64 - 16),
      255 - Math.trunc(64 - 48),
      255,
      255,
    ])
  })

  test('cuts a hole where the winding comes to zero, and none where outlines of one turn overlap', () => {
    const ring = toDistanceField(Float64Array.from([...square(0, 0, 20), ...square(6, 6, 8, -1)]))!
    expect(at(ring, BORDER_PX + 10, BORDER_PX + 10)).toBeLessThan(191)
    const overlap = toDistanceField(Float64Array.from([...square(0, 0, 20), ...square(10, 5, 20)]))!
    expect(at(overlap, BORDER_PX + 15, BORDER_PX + 12)).toBeGreaterThan(192)
  })

  test('is null for what has no area', () => {
    expect(toDistanceField(new Float64Array())).toBeNull()
    expect(toDistanceField(Float64Array.from(outline([1, 1], [5, 1])))).toBeNull()
  })

  test('law: equals the distance worked out pixel by pixel, with inside by casting a ray through every piece', () => {
    const corner = fc.tuple(between(-20, 20), between(-20, 20))
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 7 }), (corners) => {
        const pieces = outline(...(corners as [number, number][]))
        const drawn = toDistanceField(Float64Array.from(pieces))
        fc.pre(drawn !== null)
        const field = drawn!
        for (let row = 0; row < field.heightPx + 2 * BORDER_PX; row += 3) {
          for (let column = 0; column < field.widthPx + 2 * BORDER_PX; column += 3) {
            const x = column + 0.5 - BORDER_PX + field.leftPx
            const y = field.topPx + BORDER_PX - row - 0.5
            let nearest = 8
            let angle = 0
            for (let i = 0; i < pieces.length; i += 4) {
              const [x0, y0, x1, y1] = [pieces[i] - x, pieces[i + 1] - y, pieces[i + 2] - x, pieces[i + 3] - y]
              // nearest point by splitting the piece finely enough: an independent, slower way
              const length = Math.hypot(x1 - x0, y1 - y0)
              const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(x0 * (x1 - x0) + y0 * (y1 - y0)) / length ** 2))
              nearest = Math.min(nearest, Math.hypot(x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
              angle += Math.atan2(x0 * y1 - x1 * y0, x0 * x1 + y0 * y1)
            }
            const isInside = Math.abs(Math.round(angle / (2 * Math.PI))) > 0
            const expected = 255 - Math.max(0, Math.min(255, (isInside ? -nearest : nearest) * 32 + 64))
            if (nearest > 1e-6) expect(Math.abs(at(field, column, row) - expected)).toBeLessThanOrEqual(1)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
