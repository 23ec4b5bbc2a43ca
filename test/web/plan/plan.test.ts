import { describe, expect, test } from 'vitest'
import { avoidInput } from '../../../src/web/plan/avoid.ts'
import {
  EMPTY_PLAN,
  type Plan,
  isTravelAt,
  roundPoint,
  takesAlternatives,
  toLoopsInput,
  toRouteInput,
  viaIndex,
  withMovedWaypoint,
  withPlaceAs,
  withReorderedWaypoint,
  withTrail,
  withWaypoint,
  withoutWaypoint,
} from '../../../src/web/plan/plan.ts'

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
    expect(at('2026-12-24')).toEqual({ date: '2026-12-24' })
    expect(at('2026-12-24T08:00')).toEqual({ time: '2026-12-24T08:00' })
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
      settings: { mode: 'HIKE' },
    })
  })

  test('sends no setting that the profile does not take', () => {
    const settings = { ...EMPTY_PLAN.settings, maxSac: 5, markedTrails: 'STRICT', bicycleType: 'ROAD' } as const
    expect(toRouteInput({ ...four, straightLegs: [], settings: { ...settings, profile: 'BIKE' } })).toEqual({
      waypoints: four.waypoints.map((at) => ({ at })),
      settings: { mode: 'BIKE', bicycleType: 'ROAD' },
    })
    expect(toRouteInput({ ...four, straightLegs: [], settings: { ...settings, profile: 'RUN' } })).toEqual({
      waypoints: four.waypoints.map((at) => ({ at })),
      settings: { mode: 'RUN', maxSac: 'T5', markedTrails: 'STRICT' },
    })
  })

  test('asks for loops only from a start', () => {
    expect(toLoopsInput(EMPTY_PLAN)).toBeNull()
    expect(
      toLoopsInput({
        ...EMPTY_PLAN,
        loop: { ...EMPTY_PLAN.loop, start: [1, 2], distanceKm: 8, directionDeg: 90, alternatives: 0 },
      }),
    ).toEqual({
      at: [1, 2],
      lengthM: 8000,
      settings: { mode: 'HIKE' },
      bearingDeg: 90,
    })
  })
})

describe('what routes may not use', () => {
  const avoid: Plan['avoid'] = {
    areas: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    ],
    kinds: ['FORD'],
  }
  const sent = {
    areas: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      ],
    },
    kinds: ['FORD'],
  }

  test('is in the question of a route, of loops and of a reach, and nothing of it where nothing is avoided', () => {
    const plan = { ...four, avoid, loop: { ...four.loop, start: [1, 2] as const } }
    expect(toRouteInput(plan)!.settings).toEqual({ mode: 'HIKE', avoid: sent })
    expect(toLoopsInput(plan)!.settings).toEqual({ mode: 'HIKE', avoid: sent })
    expect(avoidInput(avoid)).toEqual({ avoid: sent })
    expect(avoidInput(EMPTY_PLAN.avoid)).toEqual({})
  })
})

describe('a trail in a plan', () => {
  const trail = { trail: 7, way: 'BACKWARD' } as const

  test('alone is a question, and sent with its direction', () => {
    expect(toRouteInput({ ...EMPTY_PLAN, waypoints: [trail] })!.waypoints).toEqual([
      { follow: { trail: { osmRelation: 7 }, direction: 'BACKWARD' } },
    ])
  })

  test('goes before the goal of a plan that has one, and stays where it is when it is followed again', () => {
    const two: Plan = { ...four, waypoints: four.waypoints.slice(0, 2), straightLegs: [] }
    const followed = withTrail(two, trail)
    expect(followed.waypoints).toEqual([[0, 0], trail, [1, 0]])
    expect(withTrail(EMPTY_PLAN, trail).waypoints).toEqual([trail])
    expect(withTrail(withTrail(EMPTY_PLAN, trail), { trail: 8, way: 'FORWARD' }).waypoints).toHaveLength(2)
    expect(withTrail(followed, { trail: 7, way: 'SHORTER' }).waypoints[1]).toEqual({ trail: 7, way: 'SHORTER' })
  })

  test('more than a route takes are not added', () => {
    const ten: Plan = {
      ...EMPTY_PLAN,
      waypoints: Array.from({ length: 10 }, (_, i) => ({ trail: i + 1, way: 'FORWARD' as const })),
    }
    expect(withTrail(ten, { trail: 99, way: 'FORWARD' })).toBe(ten)
  })

  test('at an end is kept when the start or the goal is set; what lies between goes beside it', () => {
    const one = withTrail(EMPTY_PLAN, trail)
    expect(withPlaceAs(one, 'from', [1, 1]).waypoints).toEqual([[1, 1], trail])
    expect(withPlaceAs(withPlaceAs(one, 'from', [1, 1]), 'to', [2, 2]).waypoints).toEqual([[1, 1], trail, [2, 2]])
    expect(viaIndex([[0, 0], trail, [1, 0]], [5, 5])).toBe(2)
    expect(viaIndex([[0, 0], [1, 0], trail], [0.5, 0])).toBe(1)
  })

  test('is no leg for alternatives, nor are three waypoints, a straight leg or a date', () => {
    const two: Plan = { ...EMPTY_PLAN, waypoints: four.waypoints.slice(0, 2) }
    expect(takesAlternatives(two)).toBe(true)
    const others: Plan[] = [
      withTrail(two, trail),
      four,
      { ...two, straightLegs: [0] },
      { ...two, travelAt: '2026-12-24' },
    ]
    expect(others.map(takesAlternatives)).toEqual([false, false, false, false])
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

  test('put in or taken out anywhere, the legs beside are routed and the other straight ones keep their ends', () => {
    const endsOf = ({ waypoints, straightLegs }: Plan) =>
      straightLegs.map((leg) => [waypoints[leg], waypoints[leg + 1]].join(' '))
    for (const straightLegs of [[0], [1], [2], [0, 1], [0, 2], [0, 1, 2]]) {
      const plan = { ...four, straightLegs }
      for (let index = 0; index <= 4; index++) {
        const more = withWaypoint(plan, index, [index - 0.5, 1])
        expect(more.waypoints.toSpliced(index, 1)).toEqual(four.waypoints)
        const stillThere = (ends: string) => ends !== [four.waypoints[index - 1], four.waypoints[index]].join(' ')
        expect(endsOf(more), `${straightLegs}, in at ${index}`).toEqual(endsOf(plan).filter(stillThere))
        if (index === 4) continue
        const rest = withoutWaypoint(plan, index)
        const isApart = (ends: string) => !ends.split(' ').includes(String(four.waypoints[index]))
        expect(endsOf(rest), `${straightLegs}, without ${index}`).toEqual(endsOf(plan).filter(isApart))
      }
    }
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
