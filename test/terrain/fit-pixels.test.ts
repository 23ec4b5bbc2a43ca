import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AROUND, fitPixels } from '../../src/terrain/fit-pixels.ts'
import { between } from '../support/arbitraries.ts'

const WIDE = 7
const SIDE = 2 * WIDE - 1 + 2 * AROUND

/** One step by its definition: errors of bilinear interpolation half-way to the eight neighbours, known ones only. */
function fitted(source: Float64Array, row: number, col: number): number {
  const at = (r: number, c: number): number => source[r * SIDE + c]
  const [r0, c0] = [2 * row + AROUND, 2 * col + AROUND]
  let miss = 0
  for (let dr = -1; dr <= 1; dr++) {
    for (let dc = -1; dc <= 1; dc++) {
      if (dr === 0 && dc === 0) continue
      const corners: number[] = []
      for (const r of dr === 0 ? [r0] : [r0, r0 + 2 * dr])
        for (const c of dc === 0 ? [c0] : [c0, c0 + 2 * dc]) corners.push(at(r, c))
      const error = at(r0 + dr, c0 + dc) - corners.reduce((sum, height) => sum + height, 0) / corners.length
      if (!Number.isNaN(error)) miss += error / corners.length
    }
  }
  return at(r0, c0) + 0.35 * miss
}

test('a fit is one damped step towards the least errors half-way to the neighbours, with unknown ones left out', () => {
  const heightM = fc.oneof({ weight: 40, arbitrary: between(-400, 8800) }, { weight: 1, arbitrary: fc.constant(NaN) })
  fc.assert(
    fc.property(fc.array(heightM, { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }), (heights) => {
      const source = Float64Array.from(heights)
      const out = new Float64Array(WIDE * WIDE)
      fitPixels(source, SIDE, out, WIDE)
      const wrong = out.filter((heightM, i) => {
        const expected = fitted(source, Math.floor(i / WIDE), i % WIDE)
        return Number.isNaN(expected) ? !Number.isNaN(heightM) : !(Math.abs(heightM - expected) < 1e-8)
      })
      expect(wrong).toHaveLength(0)
    }),
  )
})
