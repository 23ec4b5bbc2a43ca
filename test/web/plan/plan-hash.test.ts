import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SharedState, fromHash, toHash } from '../../../src/web/plan/plan-hash.ts'
import { FORM_NAMES, type FormName, settingOf } from '../../../src/travel/settings.ts'
import { areaFault, AVOID_KINDS, NOTHING_AVOIDED } from '../../../src/web/plan/avoid.ts'
import { COLOURINGS, EMPTY_PLAN, MODES, pointsOf, TRAIL_WAYS } from '../../../src/web/plan/plan.ts'
import { THROUGH_KINDS } from '../../../src/web/plan/loop-form.ts'
import { REACH_BOUNDS, REACH_DIRECTIONS, REACH_MEASURES } from '../../../src/web/plan/reach-form.ts'

const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((value) => value / 1e5)
const point = fc.tuple(degrees(180), degrees(90))
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null })
/** Every value of the form: null where nothing is chosen and the service takes its default. */
function settingArbitrary(name: FormName): fc.Arbitrary<unknown> {
  const row = settingOf(name)
  if (row.type === 'boolean') return fc.boolean()
  if (row.type === 'enum') {
    const words = fc.constantFrom(...Object.keys(row.words).map((word) => word.toUpperCase()))
    return name === 'profile' ? words : orNull(words)
  }
  if (row.type === 'number' && row.step !== undefined) {
    const { min, max, step } = row
    return fc.integer({ min: Math.round(min / step), max: Math.round(max / step) }).map((steps) => steps * step)
  }
  return orNull(fc.integer({ min: row.min, max: row.max }))
}
const trail = fc.record({ trail: fc.integer({ min: 1, max: 1e12 }), way: fc.constantFrom(...TRAIL_WAYS) })
/** A triangle: never one that crosses itself, whatever its corners. */
const area = fc.tuple(point, point, point).filter((corners) => areaFault(corners, NOTHING_AVOIDED) === null)
const some = <Word>(words: readonly Word[]) => fc.subarray([...words])
const waypointList = fc
  .tuple(fc.array(point, { maxLength: 90 }), fc.array(trail, { maxLength: 10 }), fc.nat({ max: 90 }))
  .map(([points, trails, at]) => [...points.slice(0, at), ...trails, ...points.slice(at)])
const reach = fc.constantFrom(...REACH_MEASURES).chain((measure) => {
  const { min, max, step } = REACH_BOUNDS[measure]
  return fc.record({
    from: orNull(point),
    measure: fc.constant(measure),
    most: fc.integer({ min: min / step, max: max / step }).map((steps) => steps * step),
    steps: fc.integer({ min: 1, max: 4 }),
    direction: fc.constantFrom(...REACH_DIRECTIONS),
  })
})
const state: fc.Arbitrary<SharedState> = waypointList.chain(
  (waypoints) =>
    fc.record({
      plan: fc.record({
        mode: fc.constantFrom(...MODES),
        waypoints: fc.constant(waypoints),
        alternative: fc.integer({ min: 0, max: 3 }),
        straightLegs:
          waypoints.length < 2
            ? fc.constant([])
            : fc.uniqueArray(fc.integer({ min: 0, max: waypoints.length - 2 }), { maxLength: 5 }),
        settings: fc.record(Object.fromEntries(FORM_NAMES.map((name) => [name, settingArbitrary(name)]))),
        avoid: fc.record({ areas: fc.array(area, { maxLength: 5 }), kinds: some(AVOID_KINDS) }),
        reach,
        loop: fc.record({
          start: orNull(point),
          distanceKm: fc.integer({ min: 1, max: 80 }).map((value) => value / 2),
          directionDeg: orNull(fc.integer({ min: 0, max: 360 })),
          alternatives: fc.integer({ min: 0, max: 3 }),
          throughKinds: some(THROUGH_KINDS),
          atLeast: fc.integer({ min: 1, max: 10 }),
          throughPlaces: fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/), { maxLength: 10 }),
        }),
        colouring: fc.constantFrom(...COLOURINGS),
        departure: orNull(fc.constantFrom('2026-11-22T08:00', '2027-01-01T23:59')),
        travelAt: orNull(fc.constantFrom('2026-12-24', '2027-01-01T23:59')),
        speedKmh: orNull(fc.integer({ min: 2, max: 120 }).map((value) => value / 2)),
      }),
      camera: orNull(
        fc.record({
          lon: degrees(180),
          lat: degrees(90),
          zoom: fc.integer({ min: 0, max: 2400 }).map((value) => value / 100),
        }),
      ),
    }) as fc.Arbitrary<SharedState>,
)

describe('a plan in an address', () => {
  test('comes back as it was', () => {
    // -0 is 0 in an address
    const plain = (value: SharedState) =>
      JSON.parse(JSON.stringify(value, (_, one: unknown) => (one === 0 ? 0 : one))) as unknown
    fc.assert(
      fc.property(state, (shared) => {
        expect(plain(fromHash(`#${toHash(shared)}`))).toEqual(plain(shared))
      }),
      { numRuns: 300 },
    )
  })

  test('an empty plan is an empty address', () => {
    expect(toHash({ plan: EMPTY_PLAN, camera: null })).toBe('')
    expect(fromHash('')).toEqual({ plan: EMPTY_PLAN, camera: null })
  })

  test('whatever stands there is read without a throw, and nothing outside the bounds comes in', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webFragments(),
          fc
            .string()
            .map(
              (text) =>
                `w=${text}&sac=${text}&map=${text}&line=${text}&at=${text}&on=${text}&ls=${text}&areas=${text}&rm=${text}&rn=${text}&lp=${text}&alt=${text}`,
            ),
        ),
        (text) => {
          const { plan, camera } = fromHash(text)
          for (const [lon, lat] of pointsOf(plan.waypoints))
            expect(Math.abs(lon) <= 180 && Math.abs(lat) <= 90).toBe(true)
          expect(plan.waypoints.length).toBeLessThanOrEqual(100)
          for (const leg of plan.straightLegs) expect(leg).toBeLessThan(plan.waypoints.length - 1)
          if (camera !== null) expect(Number.isFinite(camera.zoom)).toBe(true)
        },
      ),
    )
  })

  test.each([
    ['a grade that does not exist', 'sac=7', { maxSac: null }],
    ['a broken number', 'hills=1e9', { hills: 0 }],
    ['a word that is none', 'marked=always', { markedTrails: null }],
    ['a radius out of bounds', 'snap=9', { snapRadiusM: null }],
  ])('%s is left out, not bent', (_name, hash, expected) => {
    expect(fromHash(hash).plan.settings).toMatchObject(expected)
  })

  test('an area with a broken corner, or whose edge crosses itself, is left out whole; the others stay', () => {
    const sound = '0,0;1,0;1,1'
    expect(fromHash(`areas=0,0;1,0;x,1;2,2~${sound}~0,0;1,1;1,0;0,1~0,0;1,0`).plan.avoid.areas).toEqual([
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    ])
  })

  test('trails stand among the waypoints, with a letter for another way round', () => {
    const text = 'w=1,2;t7;t8b;t9s;tx;t0;t5q'
    expect(fromHash(text).plan.waypoints).toEqual([
      [1, 2],
      { trail: 7, way: 'FORWARD' },
      { trail: 8, way: 'BACKWARD' },
      { trail: 9, way: 'SHORTER' },
    ])
  })

  test('a broken waypoint is left out and the others stay', () => {
    expect(fromHash('w=1,2;x,3;200,1;4,5').plan.waypoints).toEqual([
      [1, 2],
      [4, 5],
    ])
  })
})
