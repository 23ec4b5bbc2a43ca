import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atZoom } from '../../../src/map/picture/layer-rule.ts'

const stops = fc
  .uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 6 })
  .map((halves) => halves.map((half) => half / 2).sort((a, b) => a - b))
  .chain((zooms) => fc.tuple(...zooms.map((zoom) => fc.tuple(fc.constant(zoom), fc.integer({ min: 0, max: 20 })))))

test('a value is that of its stop, between two stops on the line through both, and beyond the ends that of the end', () => {
  fc.assert(
    fc.property(stops, fc.constantFrom(0, 0.25, 0.5, 1), (pairs, share) => {
      const at = (zoom: number) => atZoom(pairs.flat(), zoom)
      for (const [i, [zoom, value]] of pairs.entries()) {
        expect(at(zoom)).toBe(value)
        if (i + 1 === pairs.length) continue
        const [nextZoom, nextValue] = pairs[i + 1]
        expect(at(zoom + share * (nextZoom - zoom))).toBeCloseTo(value + share * (nextValue - value), 9)
      }
      const [[first, least], [last, most]] = [pairs[0], pairs[pairs.length - 1]]
      expect([at(first - 0.01), at(first - 5), at(last + 0.01), at(last + 5)]).toEqual([least, least, most, most])
    }),
  )
})
