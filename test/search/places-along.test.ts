import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LonLat, distanceM, lonBetween, wrapLon } from '../../src/geo/lon-lat.ts'
import { placesAlong, probeLine } from '../../src/search/places-along.ts'

/** The line cut into metre-sized steps: nearest step by the ordinary distance. */
function bruteDistance(parts: LonLat[][], lon: number, lat: number): number {
  let best = Number.POSITIVE_INFINITY
  for (const part of parts) {
    for (let i = 1; i < part.length; i++) {
      const steps = 400
      for (let k = 0; k <= steps; k++) {
        const share = k / steps
        best = Math.min(
          best,
          distanceM(
            lon,
            lat,
            lonBetween(part[i - 1][0], part[i][0], share),
            part[i - 1][1] + (part[i][1] - part[i - 1][1]) * share,
          ),
        )
      }
    }
  }
  return best
}

const point = fc
  .tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }))
  .map(([x, y]): LonLat => [1.5 + x / 50_000, 42.5 + y / 50_000])
const lines = fc.array(fc.array(point, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 3 })

describe('places along a line', () => {
  test('no place within reach is missed by looking around the probes', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(point, { maxLength: 20 }),
        fc.integer({ min: 10, max: 500 }),
        // the antimeridian runs through every other case
        fc.constantFrom(0, 178.49),
        (drawn, spots, withinM, eastDeg) => {
          const moved = ([lon, lat]: LonLat): LonLat => [wrapLon(lon + eastDeg), lat]
          const parts = drawn.map((part) => part.map(moved))
          const places = spots.map(moved).map(([lon, lat], id) => ({ id, lon, lat }))
          const { points, radiusM } = probeLine(parts, withinM)
          const found = points.flatMap(([lon, lat]) =>
            places.filter((place) => distanceM(lon, lat, place.lon, place.lat) <= radiusM),
          )
          const along = placesAlong(parts, found, withinM)
          for (const place of places) {
            const brute = bruteDistance(parts, place.lon, place.lat)
            const hit = along.find((one) => one.place.id === place.id)
            if (brute < withinM - 8) expect(hit?.distanceM, `${brute} ${withinM}`).toBeCloseTo(brute, -1.2)
            if (brute > withinM + 1) expect(hit).toBeUndefined()
          }
          expect(new Set(along.map(({ place }) => place.id)).size).toBe(along.length)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('come in the order of the line, gaps not counted', () => {
    const parts: LonLat[][] = [
      [
        [1.5, 42.5],
        [1.51, 42.5],
      ],
      [
        [1.53, 42.5],
        [1.54, 42.5],
      ],
    ]
    const partM = distanceM(1.5, 42.5, 1.51, 42.5)
    const along = placesAlong(
      parts,
      [
        { id: 1, lon: 1.535, lat: 42.5 },
        { id: 2, lon: 1.505, lat: 42.5005 },
        { id: 3, lon: 1.52, lat: 42.5 },
      ],
      300,
    )
    expect(along.map(({ place }) => place.id)).toEqual([2, 1])
    expect(along[1].atM).toBeCloseTo(1.5 * partM, 0)
    expect(along[0].distanceM).toBeCloseTo(55.6, 0)
  })

  test('a line of any length has a bounded number of probes', () => {
    const long: LonLat[] = Array.from({ length: 20_000 }, (_, i) => [1 + i / 10_000, 42 + (i % 2) / 1000])
    const { points, radiusM } = probeLine([long], 10)
    expect(points.length).toBeLessThanOrEqual(1100)
    expect(radiusM).toBeGreaterThan(10)
    expect(probeLine([], 10).points).toEqual([])
  })
})
