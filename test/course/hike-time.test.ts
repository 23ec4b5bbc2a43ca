import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALIBRATION } from '../../src/course/hike-calibration.ts'
import {
  hikePaceSPerM,
  hikeSecondsAlong,
  hikeTime,
  REASON_NO_HEIGHT,
  REASON_STEEP,
  swissPaceSPerM,
  type HikeStretch,
} from '../../src/course/hike-time.ts'

/** A line with a point every `stepM`, height given by the place. */
function lineOf(lengthM: number, heightAt: (m: number) => number, stepM = 20) {
  const count = Math.round(lengthM / stepM) + 1
  const atM = Float64Array.from({ length: count }, (_, i) => i * stepM)
  return { atM, heightM: atM.map(heightAt) }
}
const whole = (toM: number, facts: Partial<HikeStretch> = {}): HikeStretch[] => [
  { fromM: 0, toM, paceFactor: 1, outsideReason: null, ...facts },
]

test.each([
  [-20, 3.02],
  [-10, 4.22],
  [-5, 4.53],
  [0, 4.2],
  [5, 3.61],
  [10, 3.0],
  [15, 2.38],
  [20, 1.86],
  [30, 1.23],
  [40, 0.9],
])('the Swiss formula walks a slope of %d %% at %d km/h', (slopePct, kmh) => {
  expect(Math.abs(3.6 / swissPaceSPerM(slopePct / 100) - kmh)).toBeLessThanOrEqual(0.0051)
})

test('a steady climb takes the time of its slope', () => {
  const time = hikeTime(
    lineOf(2000, (m) => 1000 + m * 0.2),
    whole(2000),
  )
  expect(time.movingS).toBe(Math.round(2000 * hikePaceSPerM(0.2)))
  expect(time).toMatchObject({
    model: 'service-hike/2',
    outsideCalibrationM: 0,
    outsideCalibration: [],
    errorPct: CALIBRATION.medianErrorPct,
  })
})

test('bands lie around the time, the wider outside the narrower', () => {
  const { movingS, band50S, band80S } = hikeTime(
    lineOf(2000, () => 500),
    whole(2000),
  )
  expect([band80S![0], band50S![0], movingS, band50S![1], band80S![1]]).toEqual(
    [...new Set([band80S![0], band50S![0], movingS, band50S![1], band80S![1]])].sort((a, b) => a - b),
  )
})

test('ripples shorter than the window add no time', () => {
  const flat = hikeTime(
    lineOf(1600, () => 500),
    whole(1600),
  ).movingS
  const rippled = hikeTime(
    lineOf(1600, (m) => 500 + ((m / 20) % 2 === 0 ? 0 : 3)),
    whole(1600),
  ).movingS
  expect(rippled).toBe(flat)
})

test('steeper than 40 % is timed as 40 % and told as outside the calibration', () => {
  const time = hikeTime(
    lineOf(800, (m) => (m <= 400 ? 1000 : 1000 + (m - 400) * 0.6)),
    whole(800),
  )
  expect(time.movingS).toBe(Math.round(400 * hikePaceSPerM(0) + 400 * hikePaceSPerM(0.4)))
  expect(time.outsideCalibration).toEqual([{ fromM: 400, toM: 800, reason: REASON_STEEP }])
  expect(time.outsideCalibrationM).toBe(400)
})

test('a factor lengthens the time of its stretch only, and its reason is told', () => {
  const stretches: HikeStretch[] = [
    { fromM: 0, toM: 500, paceFactor: 1, outsideReason: null },
    { fromM: 500, toM: 1000, paceFactor: 2, outsideReason: 'T4 or harder' },
  ]
  const time = hikeTime(
    lineOf(1000, () => 0),
    stretches,
  )
  expect(time.movingS).toBe(Math.round(1500 * hikePaceSPerM(0)))
  expect(time.outsideCalibration).toEqual([{ fromM: 500, toM: 1000, reason: 'T4 or harder' }])
})

test('a part that is not walked gets no time, and slopes are not measured across it', () => {
  const stretches: HikeStretch[] = [
    { fromM: 0, toM: 400, paceFactor: 1, outsideReason: null },
    { fromM: 400, toM: 600, paceFactor: 0, outsideReason: 'ferry', stoppedTimeS: 900 },
    { fromM: 600, toM: 1000, paceFactor: 1, outsideReason: null },
  ]
  const time = hikeTime(
    lineOf(1000, (m) => (m < 500 ? 0 : 300)),
    stretches,
  )
  expect(time.movingS).toBe(Math.round(800 * hikePaceSPerM(0)))
  expect(time.outsideCalibrationM).toBe(200)
})

test('void heights are timed as level ground and told as unknown, never bridged by a slope', () => {
  const time = hikeTime(
    lineOf(1000, (m) => (m > 300 && m < 700 ? Number.NaN : m < 500 ? 100 : 400)),
    whole(1000),
  )
  expect(time.movingS).toBe(Math.round(1000 * hikePaceSPerM(0)))
  expect(time.outsideCalibration).toEqual([{ fromM: 300, toM: 700, reason: REASON_NO_HEIGHT }])
})

test('an empty line and one point take no time', () => {
  for (const count of [0, 1]) {
    const line = { atM: new Float64Array(count), heightM: new Float64Array(count) }
    expect(hikeTime(line, [])).toMatchObject({ movingS: 0, band50S: null, band80S: null, errorPct: null })
  }
})

test('seconds never fall along a line, end at the moving time, and outside stretches are ordered and inside it', () => {
  const point = fc.record({
    stepM: fc.double({ min: 0, max: 300, noNaN: true }),
    heightM: fc.option(fc.double({ min: -50, max: 4000, noNaN: true }), { nil: Number.NaN }),
  })
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 2, maxLength: 60 }),
      fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { maxLength: 6 }),
      (points, factors) => {
        let at = 0
        const atM = Float64Array.from(points, (p, i) => (at += i === 0 ? 0 : p.stepM))
        const heightM = Float64Array.from(points, (p) => p.heightM)
        const stretches = factors.map((paceFactor, i) => ({
          fromM: (at * i) / factors.length,
          toM: (at * (i + 1)) / factors.length,
          paceFactor,
          outsideReason: paceFactor === 0 ? 'ferry' : null,
        }))
        const seconds = hikeSecondsAlong({ atM, heightM }, stretches)
        for (let i = 1; i < seconds.length; i++) expect(seconds[i]).toBeGreaterThanOrEqual(seconds[i - 1])
        const time = hikeTime({ atM, heightM }, stretches)
        expect(time.movingS).toBe(Math.round(seconds[seconds.length - 1]))
        let last = 0
        for (const { fromM, toM } of time.outsideCalibration) {
          expect(fromM).toBeGreaterThanOrEqual(last)
          expect(toM).toBeGreaterThanOrEqual(fromM)
          last = toM
        }
        expect(last).toBeLessThanOrEqual(at + 0.06)
      },
    ),
    { numRuns: 200 },
  )
})
