import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bearingDeg,
  DEG_TO_RAD,
  distanceM,
  EARTH_RADIUS_M,
  nearestOnSegment,
  turnDeg,
  wrapLon,
} from '../../src/geo/lon-lat.ts'
import { between, longitude } from '../support/arbitraries.ts'

const lonArb = longitude
const latArb = between(-85, 85)

/** The angle between two points by their vectors: another formula than the haversine. */
function chordDistanceM(lonA: number, latA: number, lonB: number, latB: number): number {
  const vector = (lon: number, lat: number) => [
    Math.cos(lat * DEG_TO_RAD) * Math.cos(lon * DEG_TO_RAD),
    Math.cos(lat * DEG_TO_RAD) * Math.sin(lon * DEG_TO_RAD),
    Math.sin(lat * DEG_TO_RAD),
  ]
  const [a, b] = [vector(lonA, latA), vector(lonB, latB)]
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / 2))
}

describe('distance', () => {
  test('agrees with the angle between vectors, everywhere and for metres as for half the earth', () => {
    fc.assert(
      fc.property(lonArb, latArb, lonArb, latArb, (lonA, latA, lonB, latB) => {
        const expected = chordDistanceM(lonA, latA, lonB, latB)
        expect(Math.abs(distanceM(lonA, latA, lonB, latB) - expected)).toBeLessThan(1e-6 + expected * 1e-7)
      }),
    )
  })
  test('a degree of latitude is 111.195 km, of longitude at 60 degrees half of it', () => {
    expect(distanceM(5, 0, 5, 1)).toBeCloseTo(111_195.08, 1)
    expect(distanceM(0, 60, 0.001, 60)).toBeCloseTo(111.19508 / 2, 4)
  })
  test('across the antimeridian it is short', () => {
    expect(distanceM(179.9995, 10, -179.9995, 10)).toBeCloseTo(distanceM(0, 10, 0.001, 10), 6)
  })
  test('Greenwich to Paris is 336 km', () => {
    expect(distanceM(0, 51.4779, 2.3508, 48.8567) / 1000).toBeCloseTo(336.4, 0)
  })
})

describe('bearing and turn', () => {
  test('runs clockwise from north', () => {
    expect([bearingDeg(0, 0, 0, 1), bearingDeg(0, 0, 1, 0), bearingDeg(0, 0, 0, -1), bearingDeg(0, 0, -1, 0)]).toEqual([
      0, 90, 180, 270,
    ])
  })
  test('across the antimeridian it points east', () => {
    expect(bearingDeg(179.999, 0, -179.999, 0)).toBeCloseTo(90, 6)
  })
  test('a turn is the short way round, right positive', () => {
    expect(turnDeg(350, 10)).toBe(20)
    expect(turnDeg(10, 350)).toBe(-20)
    fc.assert(
      fc.property(between(0, 360), between(0, 360), (from, to) => {
        const turn = turnDeg(from, to)
        expect(turn).toBeGreaterThanOrEqual(-180)
        expect(turn).toBeLessThanOrEqual(180)
        expect(Math.abs(((((from + turn - to) % 360) + 540) % 360) - 180)).toBeLessThan(1e-9)
      }),
    )
  })
})

describe('nearest point of a segment', () => {
  const nearArb = fc.record({
    lon: lonArb,
    lat: latArb,
    offsets: fc.tuple(...Array.from({ length: 4 }, () => between(-0.004, 0.004))),
  })
  test('no point of the segment is nearer (by a walk along it with the haversine)', () => {
    fc.assert(
      fc.property(nearArb, ({ lon, lat, offsets: [a, b, c, d] }) => {
        const [lonA, latA, lonB, latB] = [wrapLon(lon + a), lat + b, wrapLon(lon + c), lat + d]
        const { share, distanceM: foundM } = nearestOnSegment(lon, lat, lonA, latA, lonB, latB)
        const at = (s: number) =>
          distanceM(lon, lat, wrapLon(lonA + wrapLon(lonB - lonA) * s), latA + (latB - latA) * s)
        let bestM = Infinity
        for (let i = 0; i <= 400; i++) bestM = Math.min(bestM, at(i / 400))
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
        expect(Math.abs(at(share) - foundM)).toBeLessThan(0.5)
        expect(foundM).toBeLessThan(bestM + 0.5)
      }),
    )
  })
  test('a segment of no length is its point', () => {
    expect(nearestOnSegment(0, 0, 0, 0.001, 0, 0.001)).toEqual({ share: 0, distanceM: expect.closeTo(111.195, 2) })
  })
  test('is the same wherever the globe is cut, far from the segment, too', () => {
    const draw = fc.record({ lon: lonArb, away: between(-178, 178), step: between(-1, 1), lat: latArb, shift: lonArb })
    fc.assert(
      fc.property(draw, ({ lon, away, step, lat, shift }) => {
        const [p, a, b] = [lon, lon + away, lon + away + step].map((deg) => wrapLon(wrapLon(deg)))
        const here = nearestOnSegment(p, lat, a, lat, b, lat)
        const there = nearestOnSegment(
          ...([wrapLon(p + shift), lat] as const),
          wrapLon(a + shift),
          lat,
          wrapLon(b + shift),
          lat,
        )
        expect(Math.abs(there.distanceM - here.distanceM)).toBeLessThan(1e-3)
      }),
    )
  })
  test('lies across the antimeridian where the segment does', () => {
    const { share, distanceM: foundM } = nearestOnSegment(180, 0.0001, 179.999, 0, -179.999, 0)
    expect(share).toBeCloseTo(0.5, 9)
    expect(foundM).toBeCloseTo(11.12, 2)
  })
})
