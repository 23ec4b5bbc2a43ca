// Routes around areas, ways and kinds of way on a drawn network.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../../src/errors.ts'
import { buildHierarchy } from '../../../src/routing/cch/hierarchy.ts'
import type { CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { MatrixPlanner } from '../../../src/routing/matrix/matrix-planner.ts'
import { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import type { Avoid, AvoidArea, AvoidKind } from '../../../src/travel/avoid.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { routeText } from '../../support/route-text.ts'
import { tinyGraph, type TinyGraph, type TinyOptions } from '../../support/tiny-graph.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }

// the way over B is shorter than the one over D
const DETOUR = `A---B---C
|       |
|       |
D-------E`

function open(options: TinyOptions = {}, isCustomised = true) {
  const tiny = tinyGraph(DETOUR, { meta: { bbox: [1, 42, 2, 43] }, ...options })
  const graph = isCustomised ? withColumns(tiny.graph, buildHierarchy(tiny.graph)) : tiny.graph
  const planner = new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
  const plan = (avoid: Avoid | undefined, more: Partial<PlanRouteInput> = {}) =>
    planner.planRoute({
      waypoints: [tiny.at('A'), tiny.at('C')],
      ...(avoid === undefined ? {} : { avoid }),
      ...more,
    })
  // the second request with a setting makes its metric
  for (let i = 0; i < 2; i++) plan(undefined)
  const walk = (avoid: Avoid, more: Partial<PlanRouteInput> = {}) => tiny.walk([...plan(avoid, more).line.stepArc])
  return { tiny, planner, plan, walk }
}

/** A box in columns and rows of the drawing. */
function box(tiny: TinyGraph, west: number, north: number, east: number, south: number): [number, number][] {
  return [
    tiny.place(west, south),
    tiny.place(east, south),
    tiny.place(east, north),
    tiny.place(west, north),
    tiny.place(west, south),
  ]
}
const area = (...rings: [number, number][][]): AvoidArea[] => [{ path: 'avoid.areas.coordinates', rings }]

function failure(run: () => unknown): ServiceError {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown
    throw thrown
  }
  throw new Error('nothing was thrown')
}

describe.each([
  ['with a customised setting', true],
  ['without a metric', false],
])('%s', (_, isCustomised) => {
  test('an area on the way is gone around', () => {
    const { tiny, walk } = open({}, isCustomised)
    expect(walk({})).toBe('ABC')
    expect(walk({ areas: area(box(tiny, 5, -1, 6, 1)) })).toBe('ADEC')
  })

  test('an area that nothing of the route touches gives the same bytes', () => {
    const { tiny, plan } = open({}, isCustomised)
    const without = routeText(plan(undefined))
    const beside = { areas: area(box(tiny, 1, 0.5, 7, 2)) }
    expect(routeText(plan(beside))).toBe(without)
    expect(routeText(plan({ areas: area(box(tiny, 3, 2, 5, 4)), ways: [987654], kinds: ['ferry', 'ford'] }))).toBe(
      without,
    )
  })

  test('a way is avoided by its id', () => {
    const { walk } = open({ edges: { BC: { wayId: 77 } } }, isCustomised)
    expect([walk({ ways: [76] }), walk({ ways: [76, 77] })]).toEqual(['ABC', 'ADEC'])
  })
})

test('a way within a hole of an area is used, one across the ring is not', () => {
  const { tiny, walk } = open()
  const around = box(tiny, -3, -3, 11, 6)
  // the way over B lies in the hole; then only the way over D and its ends do
  expect(walk({ areas: area(around, box(tiny, -1, -2, 9, 1)) })).toBe('ABC')
  const notch = [tiny.place(7, -1), tiny.place(7, 1), tiny.place(2, 1), tiny.place(2, -1)] as [number, number][]
  const [southWest, southEast, northEast, northWest] = box(tiny, -1, -1, 9, 4)
  const hole = [southWest, southEast, northEast, ...notch, northWest, southWest]
  expect(walk({ areas: area(around, hole) })).toBe('ADEC')
})

describe('kinds', () => {
  test.each([
    ['ferry', { flags: ['ferry'], way: 'ferry' }],
    ['steps', { flags: ['steps'], way: 'steps' }],
    ['tunnel', { flags: ['tunnel'] }],
    ['ford', { hazards: [{ kind: 'ford', fromM: 10, toM: 10 }] }],
    ['aided', { hazards: [{ kind: 'aid', fromM: 10, toM: 20 }] }],
    ['motor_traffic', { way: 'street', highway: 'residential' }],
    ['unlit', { lit: 'unlit' }],
  ] as [AvoidKind, object][])('%s', (kind, facts) => {
    const { walk } = open({ edges: { BC: facts } })
    expect([walk({}), walk({ kinds: [kind] })]).toEqual(['ABC', 'ADEC'])
    // it is the only such edge
    const others = (['ferry', 'steps', 'tunnel', 'ford', 'aided', 'motor_traffic', 'unlit'] as const).filter(
      (other) => other !== kind,
    )
    expect(walk({ kinds: others })).toBe('ABC')
  })

  test('a via ferrata on which a waypoint lies is not used either', () => {
    const { tiny, plan, walk } = open({
      edges: { BC: { sac: 7, hazards: [{ kind: 'via_ferrata', fromM: 0, toM: 100 }] } },
    })
    const waypoints = [tiny.at('A'), tiny.place(6, 0)]
    expect(walk({}, { waypoints, maxSac: 6 })).toBe('ABC')
    const kept = plan({ kinds: ['via_ferrata'] }, { waypoints, maxSac: 6 })
    expect(tiny.walk([...kept.line.stepArc])).not.toContain('BC')
    expect(kept.snaps[1].distanceM).toBeGreaterThan(20)
  })

  test('where lighting is not mapped, an unknown says so, and only where it was asked about', () => {
    const { plan } = open({ edges: { AB: { lit: 'lit' } } })
    const codes = (avoid: Avoid) => plan(avoid).unknowns.map(({ code }) => code)
    expect(codes({ kinds: ['unlit'] })).toContain('lighting_unknown')
    expect(codes({ kinds: ['steps'] })).not.toContain('lighting_unknown')
    const lit = open({ defaults: { lit: 'lit' } }).plan({ kinds: ['unlit'] })
    expect(lit.unknowns.map(({ code }) => code)).not.toContain('lighting_unknown')
  })
})

describe('refusals', () => {
  test('a waypoint inside an area is named', () => {
    const { tiny, plan } = open()
    const error = failure(() => plan({ areas: area(box(tiny, 7, -1, 9, 1)) }))
    expect([error.code, error.status, error.inputPath]).toEqual(['waypoint_avoided', 422, 'waypoints[1]'])
    expect(error.message).toContain('Waypoint 2 of 2')
  })

  test('where nothing else joins the waypoints, the error says that avoiding is the reason', () => {
    const { tiny, plan } = open()
    const error = failure(() =>
      plan({ areas: [...area(box(tiny, 5, -1, 6, 1)), ...area(box(tiny, 3, 2, 5, 4))] }, { snapRadiusM: 10 }),
    )
    expect(error.code).toBe('no_path')
    expect(error.message).toContain('`avoid`')
  })

  test('a ring that crosses itself is 400', () => {
    const { tiny, plan } = open()
    const [a, b, c, d] = box(tiny, 1, 1, 2, 2)
    expect(failure(() => plan({ areas: area([a, c, b, d, a]) })).status).toBe(400)
  })
})

test('a waypoint beside an area is not moved onto a stub that leads nowhere', () => {
  // the stub F-G at the waypoint hangs on a way through the area
  const tiny = tinyGraph(
    `
A---B---C
    |
    F
    |
    G   H---I
            |
C2----------J
`.replace('C2', 'K-'),
    {
      meta: { bbox: [1, 42, 2, 43] },
      more: [
        ['CI', {}],
        ['AK', {}],
      ],
    },
  )
  const planner = new RoutePlanner(tiny.graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 })
  const cutBF: Avoid = { areas: area(box(tiny, 3.5, 0.6, 4.5, 1.4)) }
  const route = planner.planRoute({ waypoints: [tiny.at('G'), tiny.at('A')], avoid: cutBF })
  expect(route.status).toBe('complete')
  expect(tiny.walk([...route.line.stepArc])).not.toMatch(/BF|FB/)
  expect(route.snaps[0].distanceM).toBeGreaterThan(10)
})

test('areas ask for no metric of their own', () => {
  const tiny = tinyGraph(DETOUR, { meta: { bbox: [1, 42, 2, 43] } })
  const wanted: CostTable[] = []
  const planner = new RoutePlanner(withColumns(tiny.graph, buildHierarchy(tiny.graph)), {
    engine,
    metricCacheBytes: 1 << 20,
    maxSettled: 100_000,
    onMetricNeeded: (table) => wanted.push(table),
  })
  const waypoints = [tiny.at('A'), tiny.at('C')]
  planner.planRoute({ waypoints })
  const keys = wanted.map(({ key }) => key)
  for (let i = 0; i < 70; i++)
    planner.planRoute({ waypoints, avoid: { areas: area(box(tiny, 5, -1, 6 + i / 100, 1)) } })
  expect(new Set(wanted.map(({ key }) => key))).toEqual(new Set(keys))
  expect(wanted.filter(({ isClosed }) => isClosed !== undefined)).toEqual([])
})

// GIScience/openrouteservice#1156, abrensch/brouter#129
describe('an area on another part of the edge of an end', () => {
  const { tiny, planner, plan } = open()
  const placed = (a: [number, number], b: [number, number], avoid?: Avoid) =>
    plan(avoid, { waypoints: [tiny.place(...a), tiny.place(...b)] })

  test('leaves the ends where they are, and the route to the last byte if it is not needed', () => {
    for (const [a, b] of [
      [5, 6],
      [6, 5],
      [2, 6],
    ]) {
      const beyond = { areas: area(box(tiny, 7, -0.1, 7.2, 0.1)) }
      expect(routeText(placed([a, 0], [b, 0], beyond))).toBe(routeText(placed([a, 0], [b, 0])))
    }
  })

  test('is gone around by the other end of the edge', () => {
    const around = placed([1, 0], [8, 0], { areas: area(box(tiny, 2, -0.1, 2.2, 0.1)) })
    expect(tiny.walk([...around.line.stepArc])).toBe('BADEC')
    expect(around.snaps.every(({ distanceM }) => distanceM < 1)).toBe(true)
  })

  test('whatever the ends and the area: nothing in it is used, and an end that is free stays', () => {
    const column = fc.integer({ min: 0, max: 80 }).map((tenths) => tenths / 10)
    fc.assert(
      fc.property(column, column, column, (a, b, west) => {
        const areas = area(box(tiny, west - 0.05, -0.1, west + 0.05, 0.1))
        fc.pre([a, b].every((x) => Math.abs(x - west) >= 0.1))
        const free = placed([a, 0], [b, 0])
        const found = placed([a, 0], [b, 0], { areas })
        const isBetween = west > Math.min(a, b) && west < Math.max(a, b)
        if (!isBetween) expect(routeText(found)).toBe(routeText(free))
        expect(found.snaps.map(({ distanceM }) => distanceM)).toEqual(free.snaps.map(({ distanceM }) => distanceM))
        const { lonE6, latE6 } = found.line
        const [w, , e] = [tiny.place(west - 0.05, 0)[0], 0, tiny.place(west + 0.05, 0)[0]]
        const street = tiny.place(0, 0)[1]
        for (let i = 1; i < lonE6.length; i++)
          if ([i - 1, i].every((k) => Math.abs(latE6[k] / 1e6 - street) < 1e-5)) {
            const [from, to] = [lonE6[i - 1] / 1e6, lonE6[i] / 1e6].sort((x, y) => x - y)
            expect(to < w || from > e).toBe(true)
          }
      }),
      { numRuns: 200 },
    )
  })

  test('changes neither alternatives nor a matrix, to the last byte, wherever it lies on that edge', () => {
    const column = fc.integer({ min: 0, max: 80 }).map((tenths) => tenths / 10)
    const matrices = new MatrixPlanner(planner.parts)
    fc.assert(
      fc.property(column, column, column, (a, b, west) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        fc.pre(west < low - 0.1 || west > high + 0.1)
        const avoid: Avoid = { areas: area(box(tiny, west - 0.05, -0.1, west + 0.05, 0.1)) }
        const points = [tiny.place(a, 0), tiny.place(b, 0)]
        const free = plan(undefined, { waypoints: points, alternatives: 2 })
        // an alternative may go around by the whole street
        if (free.alternatives!.length === 0)
          expect(routeText(plan(avoid, { waypoints: points, alternatives: 2 }))).toBe(routeText(free))
        const matrix = (of?: Avoid) =>
          JSON.stringify(matrices.planMatrix({ sources: points, targets: points, avoid: of }))
        expect(matrix(avoid)).toBe(matrix())
      }),
      { numRuns: 100 },
    )
  })
})
