// Recorded heights of which some stand for none or cannot be right: what is made of a line is as if their points were
// not there (c2corg/c2c_ui#2190, IsraelHikingMap/Site#80, mpetazzoni/leaflet-gpx#110).

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elevationProfile } from '../../src/course/elevation-profile.ts'
import { pacePlan } from '../../src/course/pace-plan.ts'
import { climbHeights } from '../../src/course/course-climb.ts'
import { checkHeights, plausibleHeights } from '../../src/course/check-heights.ts'
import { readCourse } from '../../src/course/read-course.ts'
import { simplifyCourse } from '../../src/course/simplify/simplify-course.ts'
import { between } from '../support/arbitraries.ts'

const M = 360 / (2 * Math.PI * 6_371_008.8) // degrees of a metre on the equator
const COUNT = 250
const STEP_M = 12
type Heights = (number | null)[]

const geometryOf = (heights: Heights) => ({
  type: 'LineString',
  coordinates: heights.map((height, i) => [i * STEP_M * M, 0, ...(height === null ? [] : [height])]),
})
const courseOf = (heights: Heights) => readCourse({ geometry: geometryOf(heights) }, { points: 5000 })

const SHAPES: Record<string, (i: number) => number> = {
  level: (i) => 1500 + (i % 2) * 0.2,
  climb: (i) => 500 + i * 4,
  hill: (i) => 1000 + 200 * Math.sin((i / COUNT) * Math.PI),
}
/** Where the wrong heights are, as runs. */
const PLACES = {
  'the first': [[0, 1]],
  'the first five': [[0, 5]],
  'one in the middle': [[120, 121]],
  'five in the middle': [[120, 125]],
  'the last': [[249, 250]],
  'the last five': [[245, 250]],
  'first, middle and last': [
    [0, 1],
    [100, 103],
    [249, 250],
  ],
} as const
const WRONG: Record<string, (right: number) => number | null> = {
  zero: () => 0,
  'too high': (right) => right + 500,
  'too low': (right) => right - 450,
  missing: () => null,
  '-9999': () => -9999,
  65535: () => 65535,
}

describe.each(Object.keys(SHAPES))('over a %s', (shape) => {
  const right = Array.from({ length: COUNT }, (_, i) => SHAPES[shape](i))
  const truth = climbSum(right)
  const spoilt = Object.entries(PLACES).flatMap(([place, runs]) =>
    Object.entries(WRONG).map(([what, wrong]): [string, string, Heights] => {
      const heights: Heights = [...right]
      for (const [from, to] of runs) for (let i = from; i < to; i++) heights[i] = wrong(right[i])
      return [place, what, heights]
    }),
  )
  test.each(spoilt)('%s is %s: the climb is that of the others', async (_place, _what, heights) => {
    const course = courseOf(heights)
    const { elevation } = await elevationProfile(course, 'recorded', 300, null)
    const plan = await pacePlan(course, { targetTime: '45' }, 'km', null)
    const { result } = simplifyCourse(
      { geometry: geometryOf(heights) },
      { toleranceM: 5, keepClimb: true, keepStops: false, indices: false },
    )
    // a steep climb of 4 m a point: five points at an end are 20 m
    for (const ascentM of [elevation.ascentM, plan.course.gainM, ...known(result.ascentBeforeM, result.climbReason)])
      expect(Math.abs(ascentM! - truth.ascentM)).toBeLessThanOrEqual(21)
    expect(elevation.minM).toBeGreaterThanOrEqual(Math.min(...right))
    expect(elevation.maxM).toBeLessThanOrEqual(Math.max(...right))
    expect(result.points).toBeLessThan(12)
  })
})

test('what nobody would doubt is left as it is: any walk no steeper than 45 degrees, and cliffs between long stretches', () => {
  const walk = fc.array(between(-12, 12), { minLength: 2, maxLength: 400 })
  fc.assert(
    fc.property(walk, (steps) => {
      let height = 2000
      const course = courseOf(steps.map((step) => (height += step)))
      expect([...plausibleHeights(course)]).toEqual([...course.heightM])
    }),
    { numRuns: 200 },
  )
  const cliff = courseOf(Array.from({ length: 200 }, (_, i) => (i < 90 ? 500 : 800)))
  expect([...plausibleHeights(cliff)]).toEqual([...cliff.heightM])
})

test('climb is known up to one height in ten that cannot be right, and unknown beyond', () => {
  const reasonOf = (wrong: number, count = 200) => {
    const heights = Array.from({ length: count }, (_, i) => 1000 + i * 0.5)
    for (let k = 0; k < wrong; k++) heights[3 + k * 8] += 500
    return climbHeights(courseOf(heights)).reason?.code ?? null
  }
  expect([19, 20, 21].map((wrong) => reasonOf(wrong))).toEqual([null, null, 'reason.climb.wrong'])
})

test('heights off the ground by more than 35 m are refused, as above or below it, and the offset says which', () => {
  const judge = (offM: number) => {
    const course = courseOf(Array.from({ length: 20 }, (_, i) => 1000 + i + offM))
    const indexes = Array.from({ length: 20 }, (_, i) => i)
    const { reason, offsetM } = checkHeights(course, course.heightM, {
      indexes,
      heightsM: indexes.map((i) => (i % 5 === 0 ? null : 1000 + i)),
    })
    return [reason?.code ?? null, offsetM]
  }
  expect([-36, -35, 0, 35, 36].map(judge)).toEqual([
    ['reason.heights.below', -36],
    [null, -35],
    [null, 0],
    [null, 35],
    ['reason.heights.above', 36],
  ])
})

test('a beach at 0 m is a beach', () => {
  const beach = courseOf(Array.from({ length: 200 }, (_, i) => Math.max(0, i - 50) * 2))
  expect([...plausibleHeights(beach)]).toEqual([...beach.heightM])
})

test('a 0 beside a height that is near is a height, whichever side that is; between two far ones it is none', () => {
  const around = (before: number, after: number) => {
    const heights = [...Array<number>(20).fill(before), 0, ...Array<number>(20).fill(after)]
    // 30 m over 40 m is far, and can be walked
    const coordinates = heights.map((height, i) => [i * 40 * M, 0, height])
    const course = readCourse({ geometry: { type: 'LineString', coordinates } }, { points: 5000 })
    return plausibleHeights(course)[20]
  }
  expect([around(9, 3), around(30, 3), around(3, 30), around(30, 30)]).toEqual([0, 0, 0, NaN])
})

test('whatever heights a course has, those that stay are its own', () => {
  const height = fc.oneof(
    fc.integer({ min: -400, max: 8000 }),
    fc.constantFrom(0, 1500, 1510, -9999),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(height, { minLength: 2, maxLength: 120 }), (heights) => {
      const course = courseOf(heights)
      const once = plausibleHeights(course)
      once.forEach((kept, i) => expect(Number.isNaN(kept) || kept === course.heightM[i]).toBe(true))
    }),
    { numRuns: 300 },
  )
})

test('heights missing in part are no climb of 0: any share, spread or in a row', () => {
  const settings = { toleranceM: 30, keepStops: false, indices: false }
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 }),
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.nat(99), { minLength: 100, maxLength: 100 }),
      (share, inRow, keepClimb, dice) => {
        const heights: Heights = Array.from({ length: 101 }, (_, i) => 500 + i * 10)
        dice.forEach((die, i) => {
          if (inRow ? i < share : die < share) heights[(i + 7) % 101] = null
        })
        const { result } = simplifyCourse({ geometry: geometryOf(heights) }, { ...settings, keepClimb })
        if (result.ascentBeforeM === null)
          expect(result.climbReason!.code).toMatch(/^reason\.climb\.(missing|no_heights)$/)
        else {
          expect(result.climbReason).toBeNull()
          expect(Math.abs(result.ascentBeforeM - 1000)).toBeLessThanOrEqual(15)
          if (keepClimb) expect(Math.abs(result.ascentAfterM! - result.ascentBeforeM)).toBeLessThanOrEqual(10)
        }
        expect(result.ascentAfterM === null).toBe(result.ascentBeforeM === null)
        expect(result.points).toBeLessThanOrEqual(12)
      },
    ),
    { numRuns: 200 },
  )
})

const known = (ascentM: number | null, reason: unknown): number[] => {
  expect(ascentM === null).toBe(reason !== null)
  return ascentM === null ? [] : [ascentM]
}

/** Ascent by an independent count: the shapes above have no ripples that a threshold would leave out or merge. */
function climbSum(heights: readonly number[]): { ascentM: number } {
  const highest = Math.max(...heights)
  return { ascentM: highest - heights[0] < 5 ? 0 : highest - heights[0] }
}
