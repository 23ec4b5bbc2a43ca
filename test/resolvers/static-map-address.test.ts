import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePolyline6 } from '../../src/geo/polyline.ts'
import { fromStaticMapWords, toStaticMapQuery } from '../../resolvers/static-map-address.ts'

/** A track of so many points with some noise, about 30 m apart. */
const track = (count: number): [number, number, null][] =>
  Array.from({ length: count }, (_, i) => [
    1.4 + i * 3e-4 + 2e-4 * Math.sin(i * 1.7),
    42.4 + 0.02 * Math.sin(i / 90) + 1e-4 * Math.cos(i * 2.3),
    null,
  ])
const lineOf = (query: string) => decodePolyline6(new URLSearchParams(query).get('line')!)

describe('the address of a picture', () => {
  test('holds a short line whole', () => {
    const line = track(100)
    expect(lineOf(toStaticMapQuery({ line, width: 300 }, 8000)!)).toEqual(
      line.map(([lon, lat]) => [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]),
    )
  })

  test.each([1500, 5000, 40_000])(
    'holds a line of %i points in the room there is, ends kept, using most of it',
    (count) => {
      const line = track(count)
      const query = toStaticMapQuery({ line, width: 800, height: 600 }, 8000)!
      expect(query.length).toBeLessThanOrEqual(8000)
      expect(query.length).toBeGreaterThan(6000)
      const kept = lineOf(query)
      expect(kept[0]).toEqual([Math.round(line[0][0] * 1e6) / 1e6, Math.round(line[0][1] * 1e6) / 1e6])
      expect(kept.at(-1)![0]).toBeCloseTo(line.at(-1)![0], 6)
      // what is kept are points of the line, in its order
      const known = new Map(line.map(([lon, lat], i) => [`${Math.round(lon * 1e6)},${Math.round(lat * 1e6)}`, i]))
      const order = kept.map(([lon, lat]) => known.get(`${Math.round(lon * 1e6)},${Math.round(lat * 1e6)}`)!)
      expect(order.every((index, i) => index !== undefined && (i === 0 || index > order[i - 1]))).toBe(true)
    },
  )

  test.each<[string, (index: number) => [number, number]]>([
    ['on one meridian', (i) => [1.5, 42 + i * 1e-4]],
    ['on one point', () => [1.5, 42.5]],
    ['there and back', (i) => [1.5 + 1e-4 * (i % 2), 42.5]],
    ['all over the world', (i) => [((i * 977) % 360) - 180, ((i * 613) % 170) - 85]],
  ])('holds a line of 3,000 points %s', (_where, at) => {
    const line = Array.from({ length: 3000 }, (_, i) => [...at(i), null] as const)
    const kept = lineOf(toStaticMapQuery({ line, width: 2048, height: 2048, scale: 2, hillshade: false }, 4000)!)
    expect(kept.length).toBeGreaterThanOrEqual(2)
    expect([kept[0], kept.at(-1)]).toEqual(
      [line[0], line[2999]].map(([lon, lat]) => [lon, Math.round(lat * 1e6) / 1e6]),
    )
  })

  test('is read back as what was written', () => {
    const flag = fc.option(fc.boolean(), { nil: undefined })
    fc.assert(
      fc.property(
        fc.record({
          bbox: fc.option(fc.constant([1.25, 42, 2, 43.5]), { nil: undefined }),
          width: fc.option(fc.integer({ min: 128, max: 2048 }), { nil: undefined }),
          hillshade: flag,
          contours: flag,
          language: fc.option(fc.constantFrom('de', 'pt-BR'), { nil: undefined }),
          geojson: fc.option(fc.constant({ type: 'Point', coordinates: [1, 2], x: 'a&b=c %' }), { nil: undefined }),
        }),
        (parts) => {
          const words = new URLSearchParams(toStaticMapQuery(parts, 8000)!)
          expect(fromStaticMapWords((name) => words.get(name) ?? undefined)).toEqual(JSON.parse(JSON.stringify(parts)))
        },
      ),
    )
  })

  test('is null where nothing fits', () => {
    expect(toStaticMapQuery({ geojson: 'x'.repeat(9000) }, 8000)).toBeNull()
    expect(toStaticMapQuery({ line: track(100) }, 20)).toBeNull()
  })
})
