import { describe, expect, test } from 'vitest'
import { english } from '../../../src/language/catalogue-files.ts'
import { ServiceError } from '../../../src/errors.ts'
import { buildHierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { RoutePlanner, type PlannedRoute } from '../../../src/routing/route/plan-route.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { graphFromEdges, withColumns } from '../../support/graph-from-edges.ts'
import { tinyGraph, type TinyGraph, type TinyOptions } from '../../support/tiny-graph.ts'
import { toSnake } from '../../../src/wire/key-case.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }
const OPEN_BOX = { bbox: [1, 42, 2, 43] as [number, number, number, number] }

function planner(tiny: TinyGraph, maxSettled = 100_000) {
  return new RoutePlanner(tiny.graph, { engine, metricCacheBytes: 1 << 20, maxSettled })
}

/** Names of the nodes that the planned route passes, read from its steps. */
function walked(tiny: TinyGraph, route: PlannedRoute): string {
  return tiny.walk([...route.line.stepArc])
}

function plan(drawing: string, options: TinyOptions, input: (tiny: TinyGraph) => PlanRouteInput) {
  const tiny = tinyGraph(drawing, { meta: OPEN_BOX, ...options })
  const route = planner(tiny).planRoute(input(tiny))
  return { tiny, route, walk: walked(tiny, route) }
}

function failure(run: () => unknown): ServiceError {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown
    throw thrown
  }
  throw new Error('nothing was thrown')
}

const SQUARE = `
A-----B
|     |
C-----D
`

describe('settings', () => {
  test('defaults are applied and named', () => {
    const { route } = plan(SQUARE, {}, (t) => ({ waypoints: [t.at('A'), t.at('B')] }))
    expect(route.settings).toMatchObject({ profile: 'hike', maxSac: 3, markedTrails: 'prefer', snapRadiusM: 500 })
    expect(route.settingsDefaulted).toEqual(Object.keys(route.settings).map(toSnake))
  })

  test.each([
    ['bike', { maxSac: 3 }, 'maxSac'],
    ['bike', { markedTrails: 'prefer' }, 'markedTrails'],
    ['hike', { bicycleType: 'hybrid' }, 'bicycleType'],
    ['run', { bicycleType: 'road' }, 'bicycleType'],
  ] as const)('%s refuses %j, the default included', (profile, setting, inputPath) => {
    const tiny = tinyGraph(SQUARE, { meta: OPEN_BOX })
    const error = failure(() =>
      planner(tiny).planRoute({ waypoints: [tiny.at('A'), tiny.at('B')], profile, ...setting }),
    )
    expect([error.code, error.status, error.inputPath]).toEqual(['setting_refused', 422, inputPath])
  })

  test('a straight leg that does not exist is invalid input', () => {
    const tiny = tinyGraph(SQUARE, { meta: OPEN_BOX })
    const error = failure(() =>
      planner(tiny).planRoute({ waypoints: [tiny.at('A'), tiny.at('B')], straightLegs: [0, 1] }),
    )
    expect([error.code, error.inputPath]).toEqual(['invalid_input', 'straightLegs[1]'])
  })

  test('a leg over 60 km and a waypoint outside the region are refused by name', () => {
    const tiny = tinyGraph(SQUARE, { meta: OPEN_BOX })
    const far = failure(() =>
      planner(tiny).planRoute({
        waypoints: [
          [1.1, 42.5],
          [1.9, 42.5],
        ],
      }),
    )
    expect([far.code, far.inputPath]).toEqual(['leg_too_long', 'waypoints[1]'])
    const outside = failure(() => planner(tiny).planRoute({ waypoints: [tiny.at('A'), [1.5, 43.2]] }))
    expect([outside.code, outside.inputPath]).toEqual(['outside_region', 'waypoints[1]'])
  })

  test.each([
    ['hike', 1.1, 'leg_too_long', 60, false],
    ['hike', 1.1, 'no_snap', 0, true],
    ['run', 1.5, 'leg_too_long', 100, true],
    ['bike', 1.5, 'no_snap', 0, true],
    ['bike', 1.9, 'leg_too_long', 150, true],
  ] as const)('%s over %d degrees is %s (at most %d km; long legs: %s)', (profile, degrees, code, mostKm, longLegs) => {
    const tiny = tinyGraph(SQUARE, { meta: { bbox: [1, 42, 4, 43] } })
    const error = failure(() =>
      planner(tiny).planRoute({
        waypoints: [
          [1.05, 42.9],
          [1.05 + degrees, 42.9],
        ],
        profile,
        longLegs,
      }),
    )
    expect(error.code).toBe(code)
    if (code === 'leg_too_long') expect(error.message).toContain(`at most ${mostKm} km are allowed`)
  })
})

describe('preferences on foot', () => {
  const FORK = `
  B-----C
 /       \\
A---------D
`
  const top = { AB: {}, BC: {}, CD: {} }
  const lower = (facts: object, rest: object = {}): TinyOptions => ({
    edges: { AD: facts, ...Object.fromEntries(Object.keys(top).map((key) => [key, rest])) },
  })
  const ends = (t: TinyGraph): PlanRouteInput['waypoints'] => [t.at('A'), t.at('D')]

  test('the shorter way is taken where nothing speaks against it', () => {
    expect(plan(FORK, {}, (t) => ({ waypoints: ends(t) })).walk).toBe('AD')
  })

  test.each([1, 2, 3, 4, 5])('max_sac %i keeps harder ways out and leaves untagged ones in', (maxSac) => {
    const capped = plan(FORK, lower({ sac: maxSac + 1 }), (t) => ({ waypoints: ends(t), maxSac }))
    expect(capped.walk).toBe('ABCD')
    expect(capped.route.difficulty).toMatchObject({ untaggedPathM: capped.route.distanceM })
  })

  test('max_sac 6 walks T6 where it is the only way', () => {
    const { route } = plan('A---B', { edges: { AB: { sac: 6 } } }, (t) => ({
      waypoints: [t.at('A'), t.at('B')],
      maxSac: 6,
    }))
    expect(route.difficulty).toMatchObject({ T6M: route.distanceM, hardest: { grade: 'T6' } })
  })

  test('signed ways: prefer pays a detour, off does not, strict uses nothing else', () => {
    const signed = lower({}, { signedFoot: 'national' })
    expect(plan(FORK, signed, (t) => ({ waypoints: ends(t) })).walk).toBe('ABCD')
    expect(plan(FORK, signed, (t) => ({ waypoints: ends(t), markedTrails: 'off' })).walk).toBe('AD')
    const tiny = tinyGraph(FORK, { meta: OPEN_BOX, ...lower({}, {}) })
    expect(failure(() => planner(tiny).planRoute({ waypoints: ends(tiny), markedTrails: 'strict' })).code).toBe(
      'no_snap',
    )
  })

  test('avoid_paved goes around asphalt', () => {
    const paved = lower({ surface: 'paved', lengthMm: 60_000 }, { surface: 'trail' })
    expect(plan(FORK, paved, (t) => ({ waypoints: ends(t) })).walk).toBe('AD')
    expect(plan(FORK, paved, (t) => ({ waypoints: ends(t), avoidPaved: true })).walk).toBe('ABCD')
  })

  test('hills -1 goes around a climb, +1 seeks it', () => {
    const hilly: TinyOptions = { edges: { AD: { ascentDm: 100, descentDm: 100 } } }
    expect(plan(FORK, hilly, (t) => ({ waypoints: ends(t), hills: -1 })).walk).toBe('ABCD')
    const level: TinyOptions = {
      edges: {
        AB: { ascentDm: 100, descentDm: 0 },
        BC: { ascentDm: 100, descentDm: 100 },
        CD: { ascentDm: 0, descentDm: 100 },
      },
    }
    expect(plan(FORK, level, (t) => ({ waypoints: ends(t), hills: 0 })).walk).toBe('AD')
    expect(plan(FORK, level, (t) => ({ waypoints: ends(t), hills: 1 })).walk).toBe('ABCD')
  })

  test('shortest takes the true shortest whatever it is made of, but never above the cap', () => {
    const bad = lower(
      { sac: 3, visibility: 'no', surface: 'paved', way: 'road', highway: 'primary', ascentDm: 500, descentDm: 500 },
      { signedFoot: 'national' },
    )
    expect(plan(FORK, bad, (t) => ({ waypoints: ends(t) })).walk).toBe('ABCD')
    expect(plan(FORK, bad, (t) => ({ waypoints: ends(t), shortest: true })).walk).toBe('AD')
    expect(plan(FORK, bad, (t) => ({ waypoints: ends(t), shortest: true, maxSac: 2 })).walk).toBe('ABCD')
  })

  test.each([
    ['a main road', { way: 'road', highway: 'primary' }],
    ['steps', { flags: ['steps'], way: 'steps' }],
    ['customers only', { foot: 'customers' }],
    ['a cycleway without a foot tag', { foot: 'cycleway_untagged' }],
    ['a T3 path', { sac: 3 }],
    ['a path hardly visible', { visibility: 'bad' }],
  ] as const)('%s costs more than the way around', (_, facts) => {
    expect(plan(FORK, lower(facts as object), (t) => ({ waypoints: ends(t), markedTrails: 'off' })).walk).toBe('ABCD')
  })
})

describe('by bicycle', () => {
  const FORK = `
  B---C
 /     \\
A-------D
`
  const ride = (facts: object, input: Partial<PlanRouteInput>) =>
    plan(FORK, { defaults: { surface: 'paved', way: 'street' }, edges: { AD: facts } }, (t) => ({
      waypoints: [t.at('A'), t.at('D')],
      profile: 'bike',
      ...input,
    })).walk

  test('the type decides what a trail costs', () => {
    expect(ride({ surface: 'trail', way: 'path', mtb: 1 }, { bicycleType: 'road' })).toBe('ABCD')
    expect(ride({ surface: 'gravel', way: 'track' }, { bicycleType: 'mountain' })).toBe('AD')
  })

  test('S3 is for mountain bikes at most, and expensive', () => {
    expect(ride({ surface: 'trail', way: 'path', mtb: 4 }, { bicycleType: 'hybrid' })).toBe('ABCD')
  })

  test.each(['horrible', 'very_horrible'] as const)(
    '%s ground is for mountain bikes alone, at a price',
    (smoothness) => {
      const rough = { surface: 'trail', way: 'track', smoothness }
      for (const bicycleType of ['road', 'hybrid', 'mountain'] as const)
        expect(ride(rough, { bicycleType })).toBe('ABCD')
      const only = plan('A---B', { defaults: { surface: 'trail', way: 'track', smoothness } }, (t) => ({
        waypoints: [t.at('A'), t.at('B')],
        profile: 'bike',
        bicycleType: 'mountain',
      }))
      expect(only.walk).toBe('AB')
    },
  )

  test('nobody boards a ferry in the water: a waypoint there snaps to the nearer landing', () => {
    const edges: TinyOptions['edges'] = { BC: { way: 'ferry', flags: ['ferry'] } }
    const { route } = plan('A---B--------C---D', { edges }, (t) => ({
      waypoints: [t.place(7, 0), t.at('D')],
    }))
    expect(route.snaps[0].distanceM).toBeCloseTo(75, 0)
  })

  test('pushing is slow and told apart', () => {
    expect(ride({ bike: 'dismount', surface: 'paved' }, {})).toBe('ABCD')
    const only = plan('A---B', { edges: { AB: { bike: 'dismount' } } }, (t) => ({
      waypoints: [t.at('A'), t.at('B')],
      profile: 'bike',
    }))
    expect(only.route.warnings.map((w) => w.code)).toContain('dismount')
  })

  test('one-way streets bind, and a turn restriction sends around', () => {
    const oneWay = plan('A-->B\n|   |\nC---D', {}, (t) => ({ waypoints: [t.at('B'), t.at('A')], profile: 'bike' }))
    expect(oneWay.walk).toBe('BDCA')
    const drawing = `
A---B---C
    |   |
    D---E
`
    expect(plan(drawing, {}, (t) => ({ waypoints: [t.at('A'), t.at('D')], profile: 'bike' })).walk).toBe('ABD')
    expect(
      plan(drawing, { restrictions: ['ABD'] }, (t) => ({ waypoints: [t.at('A'), t.at('D')], profile: 'bike' })).walk,
    ).toBe('ABCED')
    expect(plan(drawing, { restrictions: ['ABD'] }, (t) => ({ waypoints: [t.at('A'), t.at('D')] })).walk).toBe('ABD')
  })

  test('use_roads and use_ferry shift real costs', () => {
    const road = { way: 'road', highway: 'secondary', surface: 'paved' }
    expect(ride(road, { useRoads: 1 })).toBe('AD')
    expect(ride(road, { useRoads: 0 })).toBe('ABCD')
    const ferry = { way: 'ferry', flags: ['ferry'] }
    expect(ride(ferry, { useFerry: 0 })).toBe('ABCD')
    const tiny = tinyGraph('A---B', { meta: OPEN_BOX, edges: { AB: { ...ferry, way: 'ferry', flags: ['ferry'] } } })
    expect(
      walked(tiny, planner(tiny).planRoute({ waypoints: [tiny.at('A'), tiny.at('B')], profile: 'bike', useFerry: 0 })),
    ).toBe('AB')
  })
})

describe('waypoints', () => {
  test('two on one edge take the part between, also backwards', () => {
    const tiny = tinyGraph('A----------B', { meta: OPEN_BOX, cellM: 10 })
    const p = planner(tiny)
    const forth = p.planRoute({ waypoints: [tiny.place(2, 0), tiny.place(8, 0)] })
    const back = p.planRoute({ waypoints: [tiny.place(8, 0), tiny.place(2, 0)] })
    expect(forth.distanceM).toBeCloseTo(60, 0)
    expect(back.distanceM).toBeCloseTo(60, 0)
    expect(forth.line.lonE6.length).toBe(2)
    expect(back.line.lonE6[0]).toBe(forth.line.lonE6[1])
  })

  test('two on a one-way edge against its direction go all the way around', () => {
    const tiny = tinyGraph('A------->B\n|        |\nC--------D', { meta: OPEN_BOX })
    const route = planner(tiny).planRoute({ waypoints: [tiny.place(7, 0), tiny.place(2, 0)], profile: 'bike' })
    expect(walked(tiny, route)).toBe('ABDCAB')
    expect(route.distanceM).toBeCloseTo((2 + 2 + 9 + 2 + 2) * 25, 0)
  })

  test('the same waypoint twice is a route of no length with two points', () => {
    const { route } = plan(SQUARE, {}, (t) => ({ waypoints: [t.place(3, 0), t.place(3, 0)] }))
    expect([route.distanceM, route.ascentM, route.line.lonE6.length, route.status]).toEqual([0, 0, 2, 'complete'])
    expect(route.maneuvers.map((m) => m.type)).toEqual(['start', 'arrive'])
  })

  test('a waypoint off the network names itself and the distance', () => {
    const tiny = tinyGraph(SQUARE, { meta: OPEN_BOX })
    const error = failure(() =>
      planner(tiny).planRoute({ waypoints: [tiny.at('A'), tiny.place(3, -40)], snapRadiusM: 100 }),
    )
    expect([error.code, error.inputPath]).toEqual(['no_snap', 'waypoints[1]'])
    expect(error.message).toContain('1.0 km')
  })

  test('an island near a waypoint is passed over for the connected part', () => {
    const drawing = `
A----------B

 C--D
`
    const tiny = tinyGraph(drawing, { meta: OPEN_BOX })
    const route = planner(tiny).planRoute({ waypoints: [tiny.place(2, 3), tiny.at('B')] })
    expect(walked(tiny, route)).toBe('AB')
    expect(route.snaps[0].distanceM).toBeCloseTo(50, 0)
    expect(route.legs[0].fromSnapM).toBe(route.snaps[0].distanceM)
  })

  test('no path says which setting would give one', () => {
    const tiny = tinyGraph('A---B---C', { meta: OPEN_BOX, edges: { BC: { sac: 5 } }, more: [] })
    const two = tinyGraph('A---B---C---D', { meta: OPEN_BOX, cellM: 300, edges: { BC: { sac: 5 } } })
    const error = failure(() => planner(two).planRoute({ waypoints: [two.at('A'), two.at('D')] }))
    expect([error.code, error.inputPath]).toEqual(['no_path', 'waypoints[1]'])
    expect(error.message).toContain('with `maxSac` 3; a path exists with `maxSac` 5')
    expect(walked(tiny, planner(tiny).planRoute({ waypoints: [tiny.at('A'), tiny.at('B')] }))).toBe('AB')
  })

  test('two islands too large for the budget of a search have no path between them, and nobody has to try again', () => {
    const length = 3000
    const island = (lat: number) => Array.from({ length }, (_, i): [number, number] => [1 + i * 1e-5, lat])
    const graph = graphFromEdges({
      nodes: [...island(42), ...island(42.01)],
      edges: Array.from({ length: 2 * length - 1 }, (_, i) => ({ from: i, to: i + 1 })).filter(
        ({ to }) => to !== length,
      ),
      meta: { bbox: [0.9, 41.9, 1.2, 42.2] },
    })
    const small = new RoutePlanner(graph, { engine, metricCacheBytes: 0, maxSettled: 10 })
    const ask = (hills: number) =>
      failure(() =>
        small.planRoute({
          waypoints: [
            [1, 42],
            [1.02, 42.01],
          ],
          hills,
          snapRadiusM: 100,
        }),
      )
    for (const hills of [0, 1, -1]) {
      expect(ask(hills).code).toBe('no_path')
      expect(ask(hills).message).toContain('the network has none between the ways around them')
    }
  })

  test('a hundred waypoints, legs and snaps add up', () => {
    const tiny = tinyGraph(SQUARE, { meta: OPEN_BOX, heights: { A: 1000, B: 1100, C: 1020, D: 990 } })
    const corners = ['A', 'B', 'D', 'C'].map((n) => tiny.at(n))
    const route = planner(tiny).planRoute({ waypoints: Array.from({ length: 100 }, (_, i) => corners[i % 4]) })
    expect(route.legs.length).toBe(99)
    expect(route.legs.reduce((sum, leg) => sum + leg.distanceM, 0)).toBeCloseTo(route.distanceM, 6)
    expect(route.legs.reduce((sum, leg) => sum + leg.ascentM!, 0)).toBeCloseTo(route.ascentM!, 6)
    expect(route.snaps.length).toBe(100)
  })
})

describe('via ferrata', () => {
  const drawing = `
A---B---C
    |
    D
`
  const edges = { BC: { sac: 7 }, BD: {} }
  test('is used only where a waypoint lies on it and max_sac is 6', () => {
    const tiny = tinyGraph(drawing, { meta: OPEN_BOX, cellM: 100, edges })
    const on = tiny.place(6, 1)
    const p = planner(tiny)
    const route = p.planRoute({ waypoints: [tiny.at('A'), on], maxSac: 6 })
    expect(walked(tiny, route)).toBe('ABC')
    expect(route.difficulty).toMatchObject({ viaFerrataM: 200, hardest: { grade: 'via_ferrata' } })
    const capped = p.planRoute({ waypoints: [tiny.at('A'), on], maxSac: 5 })
    expect(walked(tiny, capped)).toBe('AB')
  })

  test('is never passed through between waypoints elsewhere', () => {
    const ring = tinyGraph('A---B\n|   |\nC---D\n|\nE', { meta: OPEN_BOX, cellM: 100, edges: { AB: { sac: 7 } } })
    const route = planner(ring).planRoute({ waypoints: [ring.at('A'), ring.at('D')], maxSac: 6 })
    expect(walked(ring, route)).toBe('ACD')
    const via = planner(ring).planRoute({ waypoints: [ring.at('E'), ring.place(2, 0), ring.at('D')], maxSac: 6 })
    expect(walked(ring, via)).toBe('ECAABD')
    expect(via.hazards).toEqual([])
    expect(via.difficulty).toMatchObject({ viaFerrataM: 400 })
  })

  test('two waypoints on one via ferrata are joined along it', () => {
    const tiny = tinyGraph('A---B---C---D', { meta: OPEN_BOX, cellM: 100, edges: { BC: { sac: 7 }, CD: { sac: 7 } } })
    const route = planner(tiny).planRoute({ waypoints: [tiny.place(6, 0), tiny.place(10, 0)], maxSac: 6 })
    expect(route.distanceM).toBeCloseTo(400, 0)
  })
})

describe('straight legs', () => {
  test('are drawn straight and claim nothing', () => {
    const drawing = `
A---B     C---D
`
    const tiny = tinyGraph(drawing, { meta: OPEN_BOX, cellM: 100, heights: { A: 1000, B: 1050, C: 1300, D: 1320 } })
    const route = planner(tiny).planRoute({
      waypoints: [tiny.at('A'), tiny.at('B'), tiny.at('C'), tiny.at('D')],
      straightLegs: [1],
    })
    expect(route.legs.map((l) => [Math.round(l.distanceM), l.ascentM])).toEqual([
      [400, 50],
      [600, null],
      [400, 20],
    ])
    expect([route.ascentM, route.descentM]).toEqual([70, 0])
    expect(route.ways.sums.straightM).toBeCloseTo(600, 0)
    expect(route.surfaces.unknownM).toBeCloseTo(1400, 0)
    expect(route.time!.outsideCalibration.map((o) => english.render(o.reason))).toEqual(['straight leg'])
    expect(route.unknowns.map((u) => u.code)).toContain('straight_leg')
    expect(route.warnings.map((w) => w.code)).toContain('straight_leg')
  })

  test('only straight legs touch no network: no climb, no time, coordinates as asked', () => {
    const tiny = tinyGraph(SQUARE, { meta: OPEN_BOX })
    const route = planner(tiny).planRoute({
      waypoints: [
        [1.2, 42.2],
        [1.21, 42.2],
      ],
      straightLegs: [0],
    })
    expect([route.ascentM, route.descentM, route.time, route.snaps[0].wayId, route.snaps[0].distanceM]).toEqual([
      null,
      null,
      null,
      null,
      0,
    ])
    expect([...route.line.lonE6]).toEqual([1_200_000, 1_210_000])
  })
})

describe('proof', () => {
  test('beyond the budget the leg is best effort, with the gap named', () => {
    const tiny = gridGraph(20)
    const route = new RoutePlanner(tiny.graph, { engine, metricCacheBytes: 0, maxSettled: 60 }).planRoute({
      waypoints: [tiny.at('A'), tiny.at('B')],
      markedTrails: 'off',
    })
    expect(route.status).toBe('best_effort')
    expect(route.warnings[0]).toMatchObject({ code: 'best_effort' })
    expect(english.render(route.warnings[0].message)).toMatch(/^From waypoint 1 to 2 of 2 .* \d+\.\d % cheaper/)
  })

  test('a customised setting gives the same cost as the search without', () => {
    const base = tinyGraph(SQUARE, { meta: OPEN_BOX })
    const graph = withColumns(base.graph, buildHierarchy(base.graph))
    const p = new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 1000 })
    const input = { waypoints: [base.place(1, 0), base.place(4, 2)] as [number, number][] }
    const first = p.planRoute(input)
    const second = p.planRoute(input)
    const third = p.planRoute(input)
    expect(third.distanceM).toBe(first.distanceM)
    expect(second.status).toBe('complete')
    expect([...third.line.stepArc]).toEqual([...first.line.stepArc])
  })
})

/** Letters only reach so far: a square of n x n nodes by coordinates, A and B in opposite corners. */
function gridGraph(n: number) {
  const cells = Array.from({ length: n }, (_, y) =>
    Array.from({ length: n }, (_, x) => [1.5 + x * 0.001, 42.5 - y * 0.001, 1000] as const),
  ).flat()
  const edges = []
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      if (x + 1 < n) edges.push({ from: y * n + x, to: y * n + x + 1 })
      if (y + 1 < n) edges.push({ from: y * n + x, to: (y + 1) * n + x })
    }
  }
  const graph = graphFromEdges({ nodes: cells, edges, meta: OPEN_BOX })
  return {
    graph,
    at: (name: 'A' | 'B'): [number, number] =>
      name === 'A' ? [cells[0][0], cells[0][1]] : [cells[n * n - 1][0], cells[n * n - 1][1]],
  }
}
