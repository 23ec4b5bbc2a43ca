import fc from 'fast-check'
import { expect, test } from 'vitest'
import { english } from '../../src/language/catalogue-files.ts'
import { say } from '../../src/language/sentence.ts'
import { MILE_M, characterOf, pacePlan, readTargetTime } from '../../src/course/pace-plan.ts'
import { readCourse } from '../../src/course/read-course.ts'
import { climbOf } from '../../src/geo/climb.ts'
import { between } from '../support/arbitraries.ts'

const M = 360 / (2 * Math.PI * 6_371_008.8)
const LIMITS = { points: 5000, lengthKm: 300, parts: 1 }
const courseOf = (points: (readonly [m: number, height?: number | null])[]) =>
  readCourse(
    {
      geometry: {
        type: 'LineString',
        coordinates: points.map(([m, height]) => (height === undefined ? [m * M, 0] : [m * M, 0, height])),
      },
    },
    LIMITS,
  )

test('a level course in its time has even splits that end on their marks', async () => {
  const plan = await pacePlan(
    courseOf([
      [0, 100],
      [1250, 100.5],
      [2500, 100],
    ]),
    { targetTime: '25:00' },
    'km',
    null,
  )
  expect(plan).toMatchObject({
    unit: 'km',
    target: { kind: 'time', seconds: 1500, flatPaceSPerKm: 600 },
    course: { distanceM: 2500, heights: 'recorded' },
    unknowns: [],
  })
  expect(
    plan.splits.map(({ label, fromM, toM, seconds, cumulativeSeconds, paceSPerKm, character }) => [
      english.render(label),
      fromM,
      toM,
      seconds,
      cumulativeSeconds,
      paceSPerKm,
      character,
    ]),
  ).toEqual([
    ['km 1', 0, 1000, 600, 600, 600, 'runnable'],
    ['km 2', 1000, 2000, 600, 1200, 600, 'runnable'],
    ['km 3 (0.50)', 2000, 2500, 300, 1500, 600, 'runnable'],
  ])
})

test('a course that ends on its mark has no empty split after it', async () => {
  expect(
    (
      await pacePlan(
        courseOf([
          [0, 1],
          [3000.004, 1],
        ]),
        { targetSeconds: 900 },
        'km',
        null,
      )
    ).splits.map((s) => [english.render(s.label), s.toM]),
  ).toEqual([
    ['km 1', 1000],
    ['km 2', 2000],
    ['km 3', 3000],
  ])
})

test('effort is distance, climb and descent as the rule says', async () => {
  const plan = await pacePlan(
    courseOf([
      [0, 0],
      [1000, 100],
      [2000, 100],
      [3000, 40],
    ]),
    { flatPaceSPerKm: 300 },
    'km',
    null,
  )
  // 3 km + 100 / 100 + 60 / 300 = 4.2 effort km
  expect(plan.target).toEqual({ kind: 'flat_pace', seconds: 1260, flatPaceSPerKm: 300 })
  expect(plan.effort).toMatchObject({ effortKm: 4.2, flatPaceSPerKm: 300 })
  expect(plan.splits.map((s) => [s.gainM, s.lossM, s.seconds, s.character])).toEqual([
    [100, 0, 600, 'major climb'],
    [0, 0, 300, 'runnable'],
    [0, 60, 360, 'fast descent'],
  ])
})

test('splits end on marks, add up to target, distance and climb, for any course, unit and target', async () => {
  // never so steep that a height could not be right
  const course = fc.array(fc.tuple(fc.integer({ min: 60, max: 900 }), fc.integer({ min: -55, max: 55 })), {
    minLength: 1,
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(
      course,
      fc.constantFrom('km' as const, 'mi' as const),
      between(10, 100_000),
      async (steps, unit, targetSeconds) => {
        let at = 0
        let height = 3000
        const points: [number, number][] = [
          [0, height],
          ...steps.map(([m, h]): [number, number] => [(at += m), (height += h)]),
        ]
        const line = courseOf(points)
        const plan = await pacePlan(line, { targetSeconds }, unit, null)
        fc.pre(plan.course.heights !== 'none')
        const markM = unit === 'km' ? 1000 : MILE_M
        plan.splits.forEach((split, k) => {
          expect(split.fromM).toBeCloseTo(k * markM, 2)
          if (k < plan.splits.length - 1) expect(Math.abs(split.toM - (k + 1) * markM)).toBeLessThan(0.0051)
          expect(split.seconds).toBeGreaterThanOrEqual(0)
        })
        const sum = (pick: (s: (typeof plan.splits)[number]) => number) =>
          plan.splits.reduce((total, split) => total + pick(split), 0)
        expect(Math.abs(sum((s) => s.seconds) - targetSeconds)).toBeLessThan(0.1)
        expect(plan.splits[plan.splits.length - 1].cumulativeSeconds).toBe(plan.target.seconds)
        expect(Math.abs(sum((s) => s.distanceM) - line.lengthM)).toBeLessThan(0.01 * plan.splits.length)
        const climb = climbOf(line.heightM)
        expect(Math.abs(sum((s) => s.gainM!) - climb.ascentM)).toBeLessThan(0.051 * (plan.splits.length + 1))
        expect(Math.abs(sum((s) => s.lossM!) - climb.descentM)).toBeLessThan(0.051 * (plan.splits.length + 1))
      },
    ),
    { numRuns: 200 },
  )
})

test('without heights climb, descent and character are null, time is shared out by length, and an unknown says so', async () => {
  const plan = await pacePlan(courseOf([[0], [2000]]), { targetTime: '30' }, 'km', null)
  expect(plan.course).toMatchObject({ heights: 'none', gainM: null, lossM: null, smoothing: say('method.climb.none') })
  expect(plan.splits.map((s) => [s.seconds, s.gainM, s.lossM, s.character])).toEqual([
    [900, null, null, null],
    [900, null, null, null],
  ])
  expect(plan.unknowns).toEqual([{ code: 'heights_none', message: say('unknown.heights_none.splits') }])
})

test('terrain stands in for heights that fail the check, and voids are reported', async () => {
  const plan = await pacePlan(
    courseOf([
      [0, 0],
      [1000, 0],
      [2000, 0],
    ]),
    { targetSeconds: 600 },
    'km',
    async (points) => points.map(([lon]) => (lon / M > 1500 ? null : 200 + (lon / M) * 0.1)),
  )
  expect(plan.course).toMatchObject({ heights: 'terrain', gainM: 150 })
  expect(plan.unknowns.map((u) => u.code)).toEqual(['heights_recorded_rejected', 'terrain_void'])
  // half of the second is known: its climb so far, and no character
  expect(plan.splits.map((s) => [s.gainM, s.lossM, s.character])).toEqual([
    [100, 0, 'major climb'],
    [50, 0, null],
  ])
})

test.each([
  ['1:30:00', 5400],
  ['90:00', 5400],
  ['90', 5400],
  ['0:45', 45],
  ['12.5', 750],
  [' 3:00:30 ', 10830],
])('the time %j is %d seconds', (word, seconds) => {
  expect(readTargetTime(word)).toBe(seconds)
})
test.each(['', '0', '0:00', '1:60', '1:75:00', '-5', 'fast', '1h', '101:00:00', '1:2:3:4', '99999'])(
  'the time %j is refused',
  (word) => {
    expect(() => readTargetTime(word)).toThrow(
      expect.objectContaining({ code: 'invalid_input', inputPath: 'targetTime' }),
    )
  },
)

test.each([
  [1000, 0, 0, 'runnable'],
  [1000, 39, 0, 'runnable'],
  [1000, 40, 0, 'steady climb'],
  [1000, 100, 0, 'major climb'],
  [1000, 0, 40, 'fast descent'],
  [1000, 0, 130, 'technical descent'],
  [1000, 35, 30, 'rolling mountain terrain'],
  [1000, 100, 80, 'rolling mountain terrain'],
  [50, 3, 0, 'runnable'],
  [50, 25, 0, 'major climb'],
] as const)('%d m with %d m up and %d m down is %s', (distanceM, gainM, lossM, character) => {
  expect(characterOf(distanceM, gainM, lossM)).toBe(character)
})

test('a course without length is refused', async () => {
  await expect(pacePlan(courseOf([[0], [0]]), { targetSeconds: 60 }, 'km', null)).rejects.toMatchObject({
    code: 'invalid_input',
  })
})
