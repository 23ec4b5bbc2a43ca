// A line is matched only where the way that was followed is near: the law against distances measured by brute force,
// and what it means for a line of two points.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { DEG_TO_RAD, distanceM, EARTH_RADIUS_M } from '../../../src/geo/lon-lat.ts'
import { nearestOnLine, findNearStretches, STEP_M } from '../../../src/routing/matching/near-stretches.ts'
import type { MatchedSegment, MatchedTrace, TracePoints } from '../../../src/routing/matching/match-types.ts'
import { groundOf, lineNetwork, walk } from '../../support/line-network.ts'
import { between } from '../../support/arbitraries.ts'

const LON = 1.5
const LAT = 42.5
const KY = DEG_TO_RAD * EARTH_RADIUS_M
const KX = KY * Math.cos(LAT * DEG_TO_RAD)
type Metres = readonly [x: number, y: number]

/** Metres from a place to a line of places, on the plane. */
function awayFrom([x, y]: Metres, line: readonly Metres[]): number {
  let least = Infinity
  for (let i = 0; i + 1 < line.length; i++) {
    const [ax, ay] = line[i]
    const [dx, dy] = [line[i + 1][0] - ax, line[i + 1][1] - ay]
    const square = dx * dx + dy * dy
    const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square))
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy))
  }
  return least
}

function lengths(line: readonly Metres[]): number[] {
  const at = [0]
  for (let i = 1; i < line.length; i++)
    at.push(at[i - 1] + Math.hypot(line[i][0] - line[i - 1][0], line[i][1] - line[i - 1][1]))
  return at
}

/** The line with its points placed on the way, one after another, as matching leaves them. */
function placed(line: readonly Metres[], way: readonly Metres[]) {
  const lon = Float64Array.from(line, ([x]) => LON + x / KX)
  const lat = Float64Array.from(line, ([, y]) => LAT + y / KY)
  const trace: TracePoints = { lon, lat, timeMs: lon.map(() => Number.NaN), partStart: Int32Array.of(0, lon.length) }
  const atMm = Float64Array.from(lengths(way), (m) => Math.round(m * 1000))
  const lengthMm = atMm[atMm.length - 1]
  const drawn = {
    lonE6: Int32Array.from(way, ([x]) => Math.round((LON + x / KX) * 1e6)),
    latE6: Int32Array.from(way, ([, y]) => Math.round((LAT + y / KY) * 1e6)),
    atMm,
  }
  let last = 0
  const near = line.map((_, i) => {
    const found = nearestOnLine(drawn, last, lengthMm, lon[i], lat[i])
    last = found.atMm
    return found
  })
  const matched = {
    atMm: Float64Array.from(lengths(line), (m) => m * 1000),
    placeMm: Float64Array.from(near, ({ atMm: place }) => place),
    awayM: Float64Array.from(near, ({ awayM }) => awayM),
  } as MatchedTrace
  const segment = { fromIndex: 0, toIndex: line.length - 1, line: drawn, lengthMm } as unknown as MatchedSegment
  return { trace, matched, segment }
}

describe('where a followed way is near the line as drawn', () => {
  const place = fc.tuple(between(-400, 400), between(-400, 400))
  const polyline = fc.array(place, { minLength: 2, maxLength: 8 })

  test('is as brute force measures it, every metre, to half a step', () => {
    fc.assert(
      fc.property(polyline, polyline, fc.constantFrom(5, 40, 100), (line, way, radiusM) => {
        fc.pre(lengths(line).at(-1)! > 1 && lengths(way).at(-1)! > 1)
        const { trace, matched, segment } = placed(line, way)
        const found = findNearStretches(trace, matched, segment, radiusM, () => undefined)
        const at = lengths(line)
        const whole = [{ fromMm: 0, toMm: at[at.length - 1] * 1000, placeFromMm: 0, placeToMm: segment.lengthMm }]
        for (let i = 0; i + 1 < line.length; i++) {
          for (let m = at[i]; m < at[i + 1]; m++) {
            const t = (m - at[i]) / (at[i + 1] - at[i])
            const away = awayFrom(
              [line[i][0] + (line[i + 1][0] - line[i][0]) * t, line[i][1] + (line[i + 1][1] - line[i][1]) * t],
              way,
            )
            const isNear = (found ?? whole).some(({ fromMm, toMm }) => m * 1000 >= fromMm && m * 1000 <= toMm)
            if (isNear) expect(away).toBeLessThanOrEqual(radiusM + STEP_M / 2 + 0.5)
            else expect(away).toBeGreaterThanOrEqual(radiusM - STEP_M / 2 - 0.5)
          }
        }
        let lastMm = 0
        for (const { fromMm, toMm, placeFromMm, placeToMm } of found ?? whole) {
          expect(toMm).toBeGreaterThan(fromMm)
          expect(placeFromMm).toBeGreaterThanOrEqual(lastMm)
          expect(placeToMm).toBeGreaterThanOrEqual(placeFromMm)
          lastMm = placeToMm
        }
        expect(lastMm).toBeLessThanOrEqual(segment.lengthMm)
      }),
      { numRuns: 200 },
    )
  })
})

describe('two points that one road joins', () => {
  // 2 km as the crow flies, 2.6 km around a hill
  const hill = lineNetwork(
    'A---B                               G---H\n    |                               |\n    |                               |\n    |                               |\n    |                               |\n    |                               |\n    C-------------------------------F',
    { cellM: 50, meta: { bbox: [1.4, 42.4, 1.6, 42.6] } },
  )
  const line = walk([hill.at('A'), hill.at('H')], 2100)
  const two: TracePoints = {
    lon: Float64Array.of(hill.at('A')[0], hill.at('H')[0]),
    lat: Float64Array.of(hill.at('A')[1], hill.at('H')[1]),
    timeMs: Float64Array.of(Number.NaN, Number.NaN),
    partStart: Int32Array.of(0, 2),
  }

  test('are matched beside the road alone; the way around the hill is too far', () => {
    expect(line.lon.length).toBe(1)
    const matched = hill.reader.match(two, { mode: 'foot', searchRadiusM: 40, accuracyM: 5 })
    expect(matched.traceM).toBeCloseTo(2000, 0)
    // 200 m and the radius on both sides
    expect(matched.matchedM).toBeGreaterThan(450)
    expect(matched.matchedM).toBeLessThan(500)
    expect(matched.segments.map(({ isBetween }) => isBetween)).toEqual([false, false])
    expect(matched.unmatched).toMatchObject([{ fromIndex: 0, toIndex: 1, reason: 'too_far' }])
    const [gap] = matched.unmatched
    expect(gap.toMm - gap.fromMm).toBeCloseTo((matched.traceM - matched.matchedM) * 1000, 3)
    for (const { line: way } of matched.segments)
      for (let p = 0; p < way.lonE6.length; p++)
        expect(distanceM(way.lonE6[p] / 1e6, way.latE6[p] / 1e6, way.lonE6[p] / 1e6, LAT)).toBeLessThan(60)
  })

  test('a wide radius takes all of it', () => {
    const matched = hill.reader.match(two, { mode: 'foot', searchRadiusM: 320, accuracyM: 5 })
    expect(matched.unmatched).toEqual([])
    expect(matched.matchedM).toBe(matched.traceM)
  })

  test('an analysis tells only of what is near, and its metres add up', () => {
    const analysis = hill.reader.analyseRoute({
      profile: 'hike',
      format: 'geojson',
      lengthM: 2000,
      ...two,
      heightM: new Float64Array(two.lon.length).fill(Number.NaN),
      elevation: 'terrain',
      ground: groundOf(2000, 1000, 1000),
    })
    expect(analysis.match.status).toBe('partial')
    const { unmatchedM, stretches } = analysis.ways!
    expect(unmatchedM).toBeCloseTo(analysis.match.traceLengthM - analysis.match.matchedLengthM, 0)
    expect(stretches.reduce((sum, { fromM, toM }) => sum + toM - fromM, 0)).toBeCloseTo(
      analysis.match.matchedLengthM,
      0,
    )
    expect(analysis.match.networkLengthM).toBeLessThan(600)
    expect(english.render(analysis.unknowns[0].message)).toContain('it runs too far from the way that joins its points')
    // 2 km on the level, none of the hill's way around
    expect(analysis.movingTime!.movingS / 60).toBeLessThan(45)
  })
})
