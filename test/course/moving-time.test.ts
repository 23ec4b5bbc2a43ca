import fc from 'fast-check'
import { expect, test } from 'vitest'
import { say } from '../../src/language/sentence.ts'
import { countedClimb, climbOf } from '../../src/geo/climb.ts'
import {
  type PaceStretch,
  NO_HEIGHT_REASON,
  type Traveller,
  movingTime,
  secondsAlong,
} from '../../src/course/moving-time.ts'
import { PACE_MODELS } from '../../src/course/pace-models.ts'
import type { Profile } from '../../src/travel/settings.ts'
import { between } from '../support/arbitraries.ts'

const GRADE = say('reason.calibration.grade', { grade: 'T4' })
const FERRY = say('reason.calibration.ferry')

const HIKE: Traveller = { profile: 'hike', walker: null }

/** A line with a point every `stepM`, height given by the place. */
function lineOf(lengthM: number, heightAt: (m: number) => number, stepM = 20) {
  const count = Math.round(lengthM / stepM) + 1
  const atM = Float64Array.from({ length: count }, (_, i) => i * stepM)
  return { atM, heightM: atM.map(heightAt) }
}
const whole = (toM: number, facts: Partial<PaceStretch> = {}): PaceStretch[] => [
  { fromM: 0, toM, paceFactor: 1, outsideReason: null, ...facts },
]

test.each(['hike', 'run', 'bike'] as Profile[])(
  'the time of a %s can be worked out by hand from distance, ascent and descent',
  (profile) => {
    const line = lineOf(4000, (m) => 1000 + (m <= 2500 ? m * 0.1 : 250 - (m - 2500) * 0.08))
    const { levelSPerM, upSPerM, downSPerM, model } = PACE_MODELS[profile]
    const time = movingTime(line, [], { profile, walker: null })
    expect(Math.abs(time.movingS - (4000 * levelSPerM + 250 * upSPerM + 120 * downSPerM))).toBeLessThanOrEqual(0.51)
    expect(time).toMatchObject({ model, basis: 'measured', outsideCalibrationM: 0, outsideCalibration: [] })
  },
)

test('climb that time counts is the climb that answers tell, wherever the line is cut', () => {
  const heights = fc.array(between(0, 300), { minLength: 2, maxLength: 60 })
  fc.assert(
    fc.property(heights, (list) => {
      const atM = Float64Array.from(list, (_, i) => i * 400)
      const counted = countedClimb(atM, Float64Array.from(list), new Uint8Array(list.length).fill(1))
      const reported = climbOf(list)
      const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0)
      expect(counted.ascentM).toBeCloseTo(reported.ascentM, 6)
      expect(counted.descentM).toBeCloseTo(reported.descentM, 6)
      expect(sum(counted.upM)).toBeCloseTo(reported.ascentM, 6)
      expect(sum(counted.downM)).toBeCloseTo(reported.descentM, 6)
      expect(Math.min(...counted.upM, ...counted.downM)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('mirrored heights have ascent and descent exchanged, piece by piece, and no piece is steeper than 45 degrees', () => {
  const point = fc.record({
    m: fc.integer({ min: 5, max: 50 }),
    height: fc.option(between(0, 200), { freq: 8, nil: NaN }),
    moves: fc.boolean(),
  })
  let steep = 0
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 60 }), (points) => {
      let at = 0
      const atM = Float64Array.from(points, ({ m }) => (at += m))
      const heightM = Float64Array.from(points, ({ height }) => height)
      const travelled = Uint8Array.from(points, ({ moves }, i) => (moves || i % 5 > 0 ? 1 : 0))
      const climb = countedClimb(atM, heightM, travelled)
      const mirrored = countedClimb(
        atM,
        heightM.map((height) => -height),
        travelled,
      )
      expect([mirrored.ascentM, mirrored.descentM]).toEqual([climb.descentM, climb.ascentM])
      expect([mirrored.upM, mirrored.downM]).toEqual([climb.downM, climb.upM])
      expect(climb.ascentM + climb.descentM).toBeLessThanOrEqual(atM.at(-1)! - atM[0] + 1e-6)
      steep += heightM.filter((height, i) => i > 0 && Math.abs(height - heightM[i - 1]) > points[i].m).length
    }),
  )
  expect(steep).toBeGreaterThan(100)
})

test('bands lie around the time, the wider outside the narrower, and the total above the moving time', () => {
  for (const profile of ['hike', 'run', 'bike'] as const)
    for (const [slope, walker] of [
      [0, null],
      [0.1, null],
      [0.1, { factor: 0.8, spread: 0.1 }],
      [0, { factor: 1.3, spread: 0.4 }],
    ] as const) {
      const { movingS, band50S, band80S, totalS } = movingTime(
        lineOf(9000, (m) => 500 + slope * m),
        [],
        { profile, walker },
      )
      const order = [band80S![0], band50S![0], movingS, band50S![1], band80S![1]]
      expect(order).toEqual([...new Set(order)].sort((a, b) => a - b))
      expect(totalS![0]).toBeGreaterThanOrEqual(movingS)
      expect(totalS![1]).toBeGreaterThan(totalS![0])
    }
})

test('bands and rests are those of the class of the whole line, on either side of both its bounds', () => {
  const { hilly, gentle, rests } = PACE_MODELS.hike
  const isHilly = (lengthM: number, climbM: number) => {
    // up and down as much, with the last kilometres level
    const topM = lengthM / 4
    const { movingS, band80S, totalS } = movingTime(
      lineOf(lengthM, (m) => 500 + climbM * Math.max(0, 1 - Math.abs(m - topM) / topM)),
      [],
      HIKE,
    )
    const is = (spread: typeof hilly, rest: (typeof rests)['hilly']) => {
      const [low, high] = spread.band80.map((factor) => Math.round(movingS * factor))
      const { quartiles } = rest.findLast(({ fromS }) => movingS >= fromS)!
      return (
        JSON.stringify([band80S, totalS]) ===
        JSON.stringify([[low, high], quartiles.map((q) => Math.round(movingS * q))])
      )
    }
    expect(is(hilly, rests.hilly)).not.toBe(is(gentle, rests.gentle))
    return is(hilly, rests.hilly)
  }
  // 25 m a kilometre, and 300 m
  expect([249, 251].map((climbM) => isHilly(10_000, climbM))).toEqual([false, true])
  expect([299, 301].map((climbM) => isHilly(20_000, climbM))).toEqual([false, true])
})

test('ripples below the threshold of climb add no time', () => {
  const flat = movingTime(
    lineOf(1600, () => 500),
    whole(1600),
    HIKE,
  ).movingS
  const rippled = movingTime(
    lineOf(1600, (m) => 500 + ((m / 20) % 2 === 0 ? 0 : 3)),
    whole(1600),
    HIKE,
  ).movingS
  expect(rippled).toBe(flat)
})

test('a false jump of a recorded height is no climb of its size', () => {
  const level = lineOf(2000, () => 500)
  const jumped = lineOf(2000, (m) => (m < 1000 ? 500 : 800))
  const { upSPerM } = PACE_MODELS.hike
  expect(movingTime(jumped, [], HIKE).movingS - movingTime(level, [], HIKE).movingS).toBeLessThanOrEqual(
    20 * upSPerM + 1,
  )
})

test('steeper than the recordings is timed all the same and told as outside the calibration', () => {
  const line = lineOf(800, (m) => (m <= 400 ? 1000 : 1000 + (m - 400) * 0.6))
  const time = movingTime(line, whole(800), HIKE)
  expect(time.movingS).toBe(Math.round(800 * PACE_MODELS.hike.levelSPerM + 240 * PACE_MODELS.hike.upSPerM))
  expect(time.outsideCalibration).toEqual([
    { fromM: 400, toM: 800, reason: say('reason.calibration.steep', { slope: 0.4 }) },
  ])
  expect(time.outsideCalibrationM).toBe(400)
})

test('a factor lengthens the time of its stretch only, and its reason is reported', () => {
  const stretches: PaceStretch[] = [
    { fromM: 0, toM: 500, paceFactor: 1, outsideReason: null },
    { fromM: 500, toM: 1000, paceFactor: 1.5, outsideReason: GRADE },
  ]
  const time = movingTime(
    lineOf(1000, () => 500),
    stretches,
    HIKE,
  )
  expect(time.movingS).toBe(Math.round(500 * PACE_MODELS.hike.levelSPerM * 2.5))
  expect(time.outsideCalibration).toEqual([{ fromM: 500, toM: 1000, reason: GRADE }])
})

test('of a stretch with a reason of its own, that is reported, however steep it is or whether heights are known', () => {
  const line = lineOf(1600, (m) => (m > 1200 ? NaN : m <= 400 ? 1000 : 1000 + (m - 400) * 0.6))
  const steep = say('reason.calibration.steep', { slope: 0.4 })
  const stretches: PaceStretch[] = [{ fromM: 600, toM: 1400, paceFactor: 1.5, outsideReason: GRADE }]
  expect(movingTime(line, stretches, HIKE).outsideCalibration).toEqual([
    { fromM: 400, toM: 600, reason: steep },
    { fromM: 600, toM: 1400, reason: GRADE },
    { fromM: 1400, toM: 1600, reason: NO_HEIGHT_REASON },
  ])
})

test('a ferry has no time, is not outside twice, and nothing is climbed across it', () => {
  const stretches: PaceStretch[] = [{ fromM: 500, toM: 1500, paceFactor: 0, outsideReason: FERRY }]
  const time = movingTime(
    lineOf(2000, (m) => (m < 1000 ? 500 : 700)),
    stretches,
    HIKE,
  )
  expect(time.movingS).toBe(Math.round(1000 * PACE_MODELS.hike.levelSPerM))
  expect(time.outsideCalibration).toEqual([{ fromM: 500, toM: 1500, reason: FERRY }])
})

test('where no height is known the ground is timed as level and said to be', () => {
  const time = movingTime(
    lineOf(1000, (m) => (m < 500 ? 500 : NaN)),
    [],
    HIKE,
  )
  expect(time.movingS).toBe(Math.round(1000 * PACE_MODELS.hike.levelSPerM))
  expect(time.outsideCalibration).toEqual([{ fromM: 480, toM: 1000, reason: NO_HEIGHT_REASON }])
})

test('pushing a bicycle has a pace of its own on its stretch', () => {
  const stretches: PaceStretch[] = [
    { fromM: 200, toM: 1000, paceFactor: 1.2, pace: PACE_MODELS.hike, outsideReason: say('reason.calibration.pushed') },
  ]
  const time = movingTime(
    lineOf(1000, () => 500),
    stretches,
    { profile: 'bike', walker: null },
  )
  expect(time.movingS).toBe(Math.round(200 * PACE_MODELS.bike.levelSPerM + 800 * 1.2 * PACE_MODELS.hike.levelSPerM))
})

test('nothing travelled has no time and no bands', () => {
  const none = { movingS: 0, band50S: null, band80S: null, totalS: null, errorPct: null }
  expect(movingTime({ atM: new Float64Array(0), heightM: new Float64Array(0) }, [], HIKE)).toMatchObject(none)
  expect(
    movingTime(
      lineOf(1000, () => 500),
      whole(1000, { paceFactor: 0, outsideReason: FERRY }),
      HIKE,
    ),
  ).toMatchObject(none)
})

test('a walker of one walks as a typical walker does, within bands of one’s own', () => {
  const line = lineOf(8000, (m) => 500 + m * 0.1)
  const unknown = movingTime(line, [], HIKE)
  const own = movingTime(line, [], { profile: 'hike', walker: { factor: 1, spread: 0.1 } })
  expect(own.movingS).toBe(unknown.movingS)
  expect(own.band80S![0]).toBeGreaterThan(unknown.band80S![0])
  expect(own.band80S![1]).toBeLessThan(unknown.band80S![1])
  expect(own.errorPct).toBeNull()
  const slow = movingTime(line, [], { profile: 'hike', walker: { factor: 1.2, spread: 0.1 } })
  expect(slow.movingS / unknown.movingS).toBeCloseTo(1.2, 3)
})

test('seconds along a line never fall, end at its time, and do not depend on how densely it is drawn', () => {
  const heights = fc.array(between(-12, 12), { minLength: 3, maxLength: 40 })
  fc.assert(
    fc.property(heights, fc.integer({ min: 2, max: 5 }), (steps, denser) => {
      let height = 500
      const heightM = Float64Array.from(steps, (step) => (height += step))
      const atM = Float64Array.from(steps, (_, i) => i * 100)
      const atS = secondsAlong({ atM, heightM }, [], HIKE)
      for (let i = 1; i < atS.length; i++) expect(atS[i]).toBeGreaterThanOrEqual(atS[i - 1])
      expect(Math.round(atS[atS.length - 1])).toBe(movingTime({ atM, heightM }, [], HIKE).movingS)
      const count = (atM.length - 1) * denser + 1
      const between = (values: Float64Array, i: number) => {
        const k = Math.min(values.length - 2, Math.floor(i / denser))
        return values[k] + (values[k + 1] - values[k]) * (i / denser - k)
      }
      const dense = {
        atM: Float64Array.from({ length: count }, (_, i) => between(atM, i)),
        heightM: Float64Array.from({ length: count }, (_, i) => between(heightM, i)),
      }
      expect(secondsAlong(dense, [], HIKE)[count - 1]).toBeCloseTo(atS[atS.length - 1], 4)
    }),
  )
})
