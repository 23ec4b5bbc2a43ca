import { describe, expect, test } from 'vitest'
import {
  EMPTY_PLAN,
  isTravelAt,
  roundPoint,
  toLoopsInput,
  toRouteInput,
  viaIndex,
  withMovedWaypoint,
  withoutWaypoint,
  withPlaceAs,
  withReorderedWaypoint,
  withWaypoint,
} from '../../src/web/plan.ts'
import type { Plan } from '../../src/web/plan.ts'

const four: Plan = {
  ...EMPTY_PLAN,
  waypoints: [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
  ],
  straightLegs: [0, 2],
}

describe('the question of a plan', () => {
  test('is none with fewer than two waypoints', () =>
    expect(toRouteInput({ ...EMPTY_PLAN, waypoints: [[1, 2]] })).toBeNull())

  test('has the clock of the place as written', () => {
    const waypoints: [number, number][] = [
      [1, 2],
      [3, 4],
    ]
    const at = (travelAt: string) => toRouteInput({ ...EMPTY_PLAN, waypoints, travelAt })!.settings!.at
    expect(at('2026-12-24')).toBe('2026-12-24')
    expect(at('2026-12-24T08:00')).toBe('2026-12-24T08:00Z')
    expect(['2026-12-24', '2026-12-24T08:00'].every(isTravelAt)).toBe(true)
    expect(['2026-02-30', '2026-12-24T08:00Z', '2026-12-24T', '1999-01-01', ''].some(isTravelAt)).toBe(false)
  })

  test('leaves out what was not chosen, so that the service names its defaults', () => {
    expect(
      toRouteInput({
        ...EMPTY_PLAN,
        waypoints: [
          [1, 2],
          [3, 4],
        ],
      }),
    ).toEqual({
      waypoints: [{ at: [1, 2] }, { at: [3, 4] }],
      settings: { profile: 'HIKE' },
    })
  })

  test('sends no setting that the profile does not take', () => {
    const settings = { ...EMPTY_PLAN.settings, maxSac: 5, markedTrails: 'STRICT', bicycleType: 'ROAD' } as const
    expect(toRouteInput({ ...four, straightLegs: [], settings: { ...settings, profile: 'BIKE' } })).toEqual({
      waypoints: four.waypoints.map((at) => ({ at })),
      settings: { profile: 'BIKE', bicycleType: 'ROAD' },
    })
    expect(toRouteInput({ ...four, straightLegs: [], settings: { ...settings, profile: 'RUN' } })).toEqual({
      waypoints: four.waypoints.map((at) => ({ at })),
      settings: { profile: 'RUN', maxSac: 'T5', markedTrails: 'STRICT' },
    })
  })

  test('asks for loops only from a start', () => {
    expect(toLoopsInput(EMPTY_PLAN)).toBeNull()
    expect(
      toLoopsInput({ ...EMPTY_PLAN, loop: { start: [1, 2], distanceKm: 8, directionDeg: 90, alternatives: 0 } }),
    ).toEqual({
      start: { at: [1, 2] },
      length: { distanceKm: 8 },
      settings: { profile: 'HIKE' },
      direction: 90,
    })
  })
})

describe('waypoints', () => {
  test('taken out, straight legs beside them are routed and the others keep their ends', () => {
    const rest = withoutWaypoint(four, 1)
    expect(rest.waypoints).toEqual([
      [0, 0],
      [2, 0],
      [3, 0],
    ])
    expect(rest.straightLegs).toEqual([1]) // 2-3
  })

  test('put between, the leg that is parted is routed and the others keep their ends', () => {
    const more = withWaypoint(four, 1, [0.5, 0])
    expect(more.waypoints[1]).toEqual([0.5, 0])
    expect(more.straightLegs).toEqual([3]) // 2-3
    expect(withWaypoint(four, 4, [4, 0]).straightLegs).toEqual([0, 2])
  })

  test('are moved and reordered without changing the plan given', () => {
    const before = JSON.stringify(four)
    expect(withMovedWaypoint(four, 0, [9, 9]).waypoints[0]).toEqual([9, 9])
    expect(withReorderedWaypoint(four, 3, 0).waypoints).toEqual([
      [3, 0],
      [0, 0],
      [1, 0],
      [2, 0],
    ])
    expect(withReorderedWaypoint(four, 0, 4)).toBe(four)
    expect(JSON.stringify(four)).toBe(before)
  })

  test('more than the service takes are not added', () => {
    const full = { ...EMPTY_PLAN, waypoints: Array.from({ length: 100 }, () => [0, 0] as const) }
    expect(withWaypoint(full, 100, [1, 1])).toBe(full)
  })

  test('beyond the antimeridian they come back into the range of longitudes', () => {
    expect(roundPoint([190, 10])).toEqual([-170, 10])
    expect(roundPoint([-541, 95])).toEqual([179, 90])
  })
})

describe('a place from the map', () => {
  const two: Plan = {
    ...EMPTY_PLAN,
    waypoints: [
      [0, 0],
      [1, 0],
    ],
    straightLegs: [0],
  }

  test('becomes the start or the goal in place of the old one, or the first of a plan that has none', () => {
    expect(withPlaceAs(two, 'from', [5, 5])).toMatchObject({
      waypoints: [
        [5, 5],
        [1, 0],
      ],
      straightLegs: [0],
    })
    expect(withPlaceAs(two, 'to', [5, 5]).waypoints).toEqual([
      [0, 0],
      [5, 5],
    ])
    expect(withPlaceAs(EMPTY_PLAN, 'to', [5, 5]).waypoints).toEqual([[5, 5]])
    const one = withPlaceAs(EMPTY_PLAN, 'to', [5, 5])
    expect(withPlaceAs(one, 'from', [1, 1]).waypoints).toEqual([
      [1, 1],
      [5, 5],
    ])
    expect(withPlaceAs(one, 'to', [1, 1]).waypoints).toEqual([
      [5, 5],
      [1, 1],
    ])
  })

  test('goes between those neighbours where it lengthens the way least', () => {
    const three: Plan = {
      ...EMPTY_PLAN,
      waypoints: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    }
    expect(withPlaceAs(three, 'via', [0.5, -0.1]).waypoints).toEqual([
      [0, 0],
      [0.5, -0.1],
      [1, 0],
      [1, 1],
    ])
    expect(withPlaceAs(three, 'via', [1.1, 0.5]).waypoints).toEqual([
      [0, 0],
      [1, 0],
      [1.1, 0.5],
      [1, 1],
    ])
    expect(viaIndex([[0, 0]], [1, 1])).toBe(1)
  })
})
