import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepToZoom } from '../../../src/map/tiles/feature-store.ts'

const parts = fc.array(
  fc.record({ zooms: fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 2, maxLength: 12 }), inner: fc.nat(1) }),
  { minLength: 1, maxLength: 6 },
)

test('a shape keeps the vertices that the zoom needs, and of an area the rings that still have one', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 14 }), fc.boolean(), fc.nat(3), (all, zoom, isArea, before) => {
      // the ends of a part are needed at every zoom, and the first ring of an area is an outer one
      const known = all.map(({ zooms, inner }, i) => ({
        zooms: zooms.map((z, v) => (v === 0 || v === zooms.length - 1 ? 0 : z)),
        inner: i === 0 || !isArea ? 0 : inner,
      }))
      const lead = Array.from({ length: before }, () => 7)
      const zooms = [...lead, ...known.flatMap((part) => part.zooms)]
      const starts = [before]
      for (const part of known) starts.push(starts.at(-1)! + part.zooms.length)
      const coords = Int32Array.from({ length: 2 * zooms.length }, (_, i) => i)
      const kept = keepToZoom(
        {
          coords,
          zooms: Uint8Array.from(zooms),
          partStart: Uint32Array.from(starts),
          inner: Uint8Array.from(known, ({ inner }) => inner),
          first: 0,
          last: known.length,
        },
        isArea,
        zoom,
      )
      const expected: { vertices: number[]; inner: number }[] = []
      let hasOuter = false
      known.forEach(({ inner }, p) => {
        const vertices = Array.from({ length: starts[p + 1] - starts[p] }, (_, i) => starts[p] + i)
        const needed = vertices.filter((v) => zooms[v] <= zoom)
        const isLeft = !isArea || needed.length >= 4
        if (inner === 0) hasOuter = isLeft
        if (isLeft && hasOuter) expected.push({ vertices: needed, inner })
      })
      const got = Array.from({ length: kept?.last ?? 0 }, (_, p) => {
        const { coords: xy, partStart, inner } = kept!
        const vertices: number[] = []
        for (let v = partStart[p]; v < partStart[p + 1]; v++) {
          expect(xy[2 * v + 1]).toBe(xy[2 * v] + 1)
          expect(kept!.zooms[v]).toBe(zooms[xy[2 * v] / 2])
          vertices.push(xy[2 * v] / 2)
        }
        return { vertices, inner: inner[p] }
      })
      expect(got).toEqual(expected)
      expect(kept === null).toBe(expected.length === 0)
    }),
  )
})
