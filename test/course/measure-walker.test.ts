import { expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { wrapLon } from '../../src/geo/lon-lat.ts'
import { measurePace, type Recording } from '../../src/course/measure-walker.ts'
import { PACE_MODELS } from '../../src/course/pace-models.ts'
import { walkedPoints, type WalkPoint } from '../support/recorded-walk.ts'

function trackOf(points: readonly WalkPoint[]): Recording {
  return {
    timeS: Float64Array.from(points, ({ timeS }) => timeS),
    lon: Float64Array.from(points, ({ lon }) => lon),
    lat: Float64Array.from(points, ({ lat }) => lat),
    heightM: Float64Array.from(points, ({ heightM }) => heightM),
    isPlan: false,
  }
}
const logOf = (points: readonly WalkPoint[]) => {
  const pace = measurePace(trackOf(points), 'hike')
  return 'log' in pace ? pace.log : english.render(pace.reason)
}

test.each([0.8, 1, 1.3])('who takes %d times the told time is measured as that', (factor) => {
  expect(Math.abs((logOf(walkedPoints(factor)) as number) - Math.log(factor))).toBeLessThan(0.02)
})

test('the pace is the same across the antimeridian', () => {
  const points = walkedPoints(1)
  const middle = points[points.length >> 1]
  // along the equator, where a degree is as long either way
  const across = (lon: number) =>
    points.map((point, i) => ({
      ...point,
      // so that the places at most moments lie between two points
      timeS: point.timeS + (i % 3) * 0.7,
      lon: wrapLon(lon + point.lat - middle.lat),
      lat: point.lon - middle.lon,
    }))
  expect(new Set(across(180).map(({ lon }) => lon > 0)).size).toBe(2)
  expect(logOf(across(180))).toBeCloseTo(logOf(across(10)) as number, 6)
})

test('recordings are measured from the least length of the model to its greatest, and not beyond', () => {
  const { fromM, toM } = PACE_MODELS.hike.takes
  for (const [lengthM, isTaken] of [
    [fromM - 30, false],
    [fromM + 30, true],
    [toM - 100, true],
    [toM + 100, false],
  ] as const) {
    const log = logOf(walkedPoints(1, lengthM))
    if (isTaken) expect(Math.abs(log as number)).toBeLessThan(0.02)
    else expect(log).toContain(' km long')
  }
})

test('a rest of an hour on the way changes nothing', () => {
  const points = walkedPoints(1)
  const rested = points.map((point, i) => (i < 400 ? point : { ...point, timeS: point.timeS + 3600 }))
  expect(Math.abs((logOf(rested) as number) - (logOf(points) as number))).toBeLessThan(0.02)
})

test('a ride in a vehicle between two walks is neither walked nor timed', () => {
  const points = walkedPoints(1)
  const ride = Array.from({ length: 60 }, (_, i) => ({
    ...points[points.length - 1],
    timeS: points[points.length - 1].timeS + (i + 1) * 5,
    lat: points[points.length - 1].lat + (i + 1) * 0.0009,
  }))
  expect(Math.abs((logOf([...points, ...ride]) as number) - (logOf(points) as number))).toBeLessThan(0.03)
})

test('what tells nothing is left out with the reason', () => {
  expect(logOf(walkedPoints(1, 2000))).toContain('2.0 km long')
  expect(logOf(walkedPoints(1).map((point) => ({ ...point, heightM: NaN })))).toBe('it has no heights')
  expect(logOf(walkedPoints(1).map((point) => ({ ...point, timeS: NaN })))).toBe('it has no times')
  expect(logOf(walkedPoints(0.4))).toContain('km/h')
  expect(logOf([])).toBe('it has no times')
})
