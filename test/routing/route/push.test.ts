// Routes that push a bicycle, on drawn networks: when they do, and what the answer reports.

import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import type { ServiceError } from '../../../src/errors.ts'
import { RoutePlanner, type PlannedRoute } from '../../../src/routing/route/plan-route.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { tinyGraph, type TinyOptions } from '../../support/tiny-graph.ts'

const engine = { name: 'waypost' as const, version: '0', networkRelease: 'n', terrainRelease: null }
const meta = { bbox: [1, 42, 2, 43] as [number, number, number, number], synthetic: false }
const FOOTWAY = { bike: 'closed', way: 'footway', highway: 'footway' } as const

function planned(drawing: string, options: TinyOptions, ends: string, input: Partial<PlanRouteInput> = {}) {
  const tiny = tinyGraph(drawing, { meta, defaults: { surface: 'paved', way: 'street' }, ...options })
  const planner = new RoutePlanner(tiny.graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
  const requested: PlanRouteInput = { waypoints: [...ends].map((name) => tiny.at(name)), profile: 'bike', ...input }
  const route = planner.planRoute(requested)
  const { pushedM } = route.ways.sums
  return { route, pushedM, trip: planner.planTrip(requested), walk: tiny.walk([...route.line.stepArc]) }
}
const reported = ({ warnings }: PlannedRoute) => warnings.filter(({ code }) => code === 'dismount')
const failure = (run: () => unknown): ServiceError => {
  try {
    run()
  } catch (thrown) {
    return thrown as ServiceError
  }
  throw new Error('nothing was thrown')
}

describe('a footway of 100 m between two streets', () => {
  const street = 'A----B----C----D'
  const edges: TinyOptions['edges'] = { BC: FOOTWAY }

  test('is pushed along where there is nothing else, and told with its metres', () => {
    const { route, pushedM, trip, walk } = planned(street, { edges }, 'AD')
    expect(walk).toBe('ABCD')
    expect(pushedM).toBeCloseTo(125, 0)
    expect(reported(route)).toHaveLength(1)
    expect(english.render(reported(route)[0].message)).toMatch(
      /^The bicycle has to be pushed for 125 m: at km 0\.1 for 125 m\.$/,
    )
    const lengths = route.maneuvers.map(({ type, distanceM }) => [type, Math.round(distanceM)])
    expect(lengths).toEqual([
      ['start', 125],
      ['push', 125],
      ['ride', 125],
      ['arrive', 0],
    ])
    expect(english.render(route.maneuvers[1].instruction)).toMatch(/^Get off and push the bicycle along the footway/)
    expect(trip.warnings.map(({ code }) => code)).toContain('dismount')
  })

  test('is not pushed along where pushing is never wanted, and the error says what would help', () => {
    const error = failure(() => planned(street, { edges, cellM: 200 }, 'AD', { push: 'never' }))
    expect(error.code).toBe('no_path')
    expect(error.message).toContain('a path exists with `push` allowed')
  })

  test('is avoided if there is another way, however far that is', () => {
    const around = 'A----B----C----D\n     |    |\n     |    |\n     E----F'
    for (const lengthMm of [125_000, 15_000_000]) {
      const options: TinyOptions = { edges: { ...edges, EF: { lengthMm } } }
      for (const push of ['allowed', 'never'] as const)
        expect(planned(around, options, 'AD', { push })).toMatchObject({ walk: 'ABEFCD', pushedM: 0 })
    }
  })

  test('of several is the one that costs least: twice the walking, up steps four times', () => {
    const twoWays = 'A----B----C----D\n     |    |\n     |    |\n     E----F'
    const steps = { ...FOOTWAY, way: 'steps', highway: 'steps', flags: ['steps'], ascentDm: 0, descentDm: 0 } as const
    const both = (lengthMm: number): TinyOptions => ({
      edges: { BC: { ...steps, flags: ['steps'], lengthMm: 125_000 }, EF: { ...FOOTWAY, lengthMm } },
    })
    // B-E and C-F are 50 m of street each
    expect(planned(twoWays, both(230_000), 'AD').walk).toBe('ABEFCD')
    expect(planned(twoWays, both(245_000), 'AD').walk).toBe('ABCD')
  })

  test.each(['hike', 'run'] as const)('says nothing to a %s, which refuses the setting', (profile) => {
    const { route, pushedM } = planned(street, { edges }, 'AD', { profile })
    expect([pushedM, reported(route)]).toEqual([0, []])
    expect(failure(() => planned(street, { edges }, 'AD', { profile, push: 'never' })).code).toBe('setting_refused')
  })
})

test('against a one-way a bicycle is pushed', () => {
  const { pushedM, walk } = planned('A--->B---C', { edges: { AB: { foot: 'open', bike: ['open', 'closed'] } } }, 'CA')
  expect(walk).toBe('CBA')
  expect(pushedM).toBeCloseTo(125, 0)
  expect(planned('A--->B---C', { edges: { AB: { foot: 'open', bike: ['open', 'closed'] } } }, 'AC').pushedM).toBe(0)
})

test('over steps it is carried', () => {
  const { route } = planned('A---B---C---D', { edges: { BC: { ...FOOTWAY, way: 'steps', flags: ['steps'] } } }, 'AD')
  expect(route.maneuvers[1]).toMatchObject({ type: 'push' })
  expect(english.render(route.maneuvers[1].instruction)).toMatch(/^Get off and carry the bicycle over the steps/)
})

test('past a stile it is lifted, which is reported though it takes no metre', () => {
  const { route, pushedM } = planned(
    'A---B---C---D',
    { edges: { BC: { bike: 'closed', flags: ['barrier'], lengthMm: 0 } } },
    'AD',
  )
  expect(pushedM).toBe(0)
  expect(english.render(reported(route)[0].message)).toContain('lifted or pushed past a barrier')
})

test('a reserve of the way that is pushed along is that of walkers', () => {
  const { route } = planned('A---B---C---D', { edges: { BC: { ...FOOTWAY, foot: 'customers' } } }, 'AD')
  expect(route.warnings.map(({ code }) => code)).toEqual(['access_restricted', 'dismount'])
})

test('the time of what is pushed is that of somebody who walks beside it, and told as outside the calibration', () => {
  const { route, trip, pushedM } = planned('A----B----C----D', { edges: { BC: FOOTWAY } }, 'AD')
  const ridden = planned('A----B----C----D', {}, 'AD')
  expect(route.movingTime!.outsideCalibration).toMatchObject([{ reason: { code: 'reason.calibration.pushed' } }])
  expect(route.movingTime!.outsideCalibrationM).toBeCloseTo(pushedM, 1)
  expect(trip.durationS).toBe(Math.round(route.movingTime!.movingS))
  const moreS = route.movingTime!.movingS - ridden.route.movingTime!.movingS
  // 125 m at 3 to 5 km/h against 125 m at 15 to 25
  expect(moreS).toBeGreaterThan((125 * 3.6) / 5 - (125 * 3.6) / 15)
  expect(moreS).toBeLessThan((125 * 3.6) / 3 - (125 * 3.6) / 25)
})

describe('a waypoint on a footway', () => {
  const beside = 'A---B---C\n    |\n    D---E'
  const edges: TinyOptions['edges'] = { DE: FOOTWAY, BD: FOOTWAY }

  test('is reached from the street where one is near', () => {
    // E lies 50 m below C
    const { route, pushedM } = planned(beside, { edges }, 'AE')
    expect(pushedM).toBe(0)
    expect(route.snaps[1].distanceM).toBeCloseTo(50, 0)
  })

  test('is reached along the footway where no street is within 100 m', () => {
    const { route, pushedM } = planned(beside, { edges, cellM: 100 }, 'AE')
    expect(pushedM).toBeCloseTo(600, 0)
    expect(route.snaps[1].distanceM).toBeLessThan(1)
  })
})
