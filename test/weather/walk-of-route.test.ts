import { describe, expect, test } from 'vitest'
import { movingTime } from '../../src/course/moving-time.ts'
import { RoutePlanner } from '../../src/routing/route/plan-route.ts'
import { routeText } from '../support/route-text.ts'
import type { WaypointRoute } from '../../src/routing/costs/route-types.ts'
import { lineOfRoute, walkOfRoute } from '../../src/weather/walk-of-route.ts'
import { type EdgeFactsSpec, type TestPoint, graphFromEdges } from '../support/graph-from-edges.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'tiny', terrainRelease: null }
/** One way eastwards, an edge of some 820 m for each of the facts, rising and falling. */
function planned(facts: EdgeFactsSpec[], more: { straightLegs?: number[] } = {}): WaypointRoute {
  const nodes = [0, ...facts].map((_, i): TestPoint => [1.5 + i * 0.01, 42.5, 1000 + (i % 2) * 150])
  const graph = graphFromEdges({
    nodes,
    edges: facts.map((own, i) => ({ from: i, to: i + 1, ...own })),
    meta: { bbox: [1, 42, 2, 43] },
  })
  const route = new RoutePlanner(graph, { engine, metricCacheBytes: 1 << 20, maxSettled: 100_000 }).planRoute({
    waypoints: nodes
      .filter((_, i) => more.straightLegs !== undefined || i === 0 || i === nodes.length - 1)
      .map(([lon, lat]) => [lon, lat]),
    maxSac: 6,
    ...more,
  })
  return fromWire(JSON.parse(routeText(route))) as WaypointRoute
}
/** Wire keys to our own, shallowly enough for what is read here. */
function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => [
      key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      fromWire(own),
    ]),
  )
}
const endOf = (route: WaypointRoute) => walkOfRoute(route, lineOfRoute(route))!.atS.at(-1)!

describe('the walk along a found route', () => {
  test('ends at its own walking time, whatever its surfaces, grades and steps', () => {
    const route = planned([
      { surface: 'paved', highway: 'residential' },
      { sac: 3 },
      { flags: ['steps'], highway: 'steps' },
      { sac: 5 },
      { surface: 'gravel', highway: 'track' },
      {},
    ])
    const { atS, unknowns } = walkOfRoute(route, lineOfRoute(route))!
    expect(atS.at(-1)).toBeCloseTo(route.movingTime!.movingS, 3)
    expect(atS[0]).toBe(0)
    for (let i = 1; i < atS.length; i++) expect(atS[i]).toBeGreaterThanOrEqual(atS[i - 1])
    expect(unknowns).toEqual([])
  })

  test('spends its time where the way is hard, not evenly over the slope', () => {
    const route = planned([{}, { sac: 5 }])
    const line = lineOfRoute(route)
    const half = line.atM.findIndex((at) => at >= line.atM.at(-1)! / 2)
    // without grades: by slope alone, as for a line that is sent
    const flat = planned([{}, {}])
    const shareOf = (own: WaypointRoute) => walkOfRoute(own, lineOfRoute(own))!.atS[half] / endOf(own)
    expect(shareOf(route)).toBeLessThan(shareOf(flat) - 0.1)
  })

  test('is, without surfaces and grades, the time by slope that a line sent gets', () => {
    const route = planned([{}, {}, {}])
    const line = lineOfRoute(route)
    expect(
      Math.abs(movingTime(line, [], { profile: 'hike', walker: null }).movingS - route.movingTime!.movingS),
    ).toBeLessThanOrEqual(0.01 * route.movingTime!.movingS)
    expect(endOf(route)).toBeCloseTo(route.movingTime!.movingS, 3)
  })

  test('is pieced together from the facts of the answer, which give its time within 1 % before it is fitted', () => {
    const route = planned([
      { surface: 'paved', highway: 'residential' },
      { sac: 3 },
      { flags: ['steps'], highway: 'steps' },
      { sac: 5 },
      { surface: 'gravel', highway: 'track' },
    ])
    const line = lineOfRoute(route)
    // nothing to fit to
    const unfitted = walkOfRoute({ ...route, time: { ...route.time!, movingS: 0 } }, line)!.atS.at(-1)!
    expect(Math.abs(unfitted / route.movingTime!.movingS - 1)).toBeLessThan(0.01)
    const withoutFacts = {
      ...route,
      difficulty: null,
      surfaces: { ...route.surfaces, stretches: [] },
      ways: { ...route.ways, stretches: [] },
      time: { ...route.time!, movingS: 0 },
    }
    expect(Math.abs(walkOfRoute(withoutFacts, line)!.atS.at(-1)! / route.movingTime!.movingS - 1)).toBeGreaterThan(0.05)
  })

  test('is the same where the metres of the route are not quite those of its line', () => {
    const route = planned([{ sac: 5 }, { flags: ['ferry'], highway: 'ferry', way: 'ferry' }, {}, { sac: 2 }])
    const line = lineOfRoute(route)
    const own = walkOfRoute(route, line)!
    const scaled = (value: unknown, by: number): unknown =>
      Array.isArray(value)
        ? value.map((one) => scaled(one, by))
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value).map(([key, one]) => [
                key,
                ['fromM', 'toM', 'distanceM'].includes(key) ? (one as number) * by : scaled(one, by),
              ]),
            )
          : value
    for (const by of [0.98, 1.02, 2]) {
      const walk = walkOfRoute(scaled(route, by) as WaypointRoute, line)!
      expect(walk.unknowns.map(({ code }) => code)).toEqual(['ferry_time_unknown'])
      walk.atS.forEach((seconds, i) => expect(seconds).toBeCloseTo(own.atS[i], 3))
    }
  })

  test('goes by ferry without a time and along straight legs as on an untagged path, and says both', () => {
    const ferry = planned([{}, { flags: ['ferry'], highway: 'ferry', way: 'ferry' }, {}])
    const overWater = walkOfRoute(ferry, lineOfRoute(ferry))!
    expect(overWater.atS.at(-1)).toBeCloseTo(ferry.movingTime!.movingS, 3)
    expect(overWater.unknowns.map(({ code }) => code)).toEqual(['ferry_time_unknown'])
    const straight = planned([{}, {}], { straightLegs: [1] })
    const drawn = walkOfRoute(straight, lineOfRoute(straight))!
    expect(drawn.unknowns.map(({ code }) => code)).toEqual(['straight_leg'])
    expect(drawn.atS.at(-1)!).toBeGreaterThan(1.3 * straight.movingTime!.movingS)
  })

  test('is none where the route has no walking time', () => {
    const route = planned([{}])
    expect(walkOfRoute({ ...route, time: null, movingTime: null }, lineOfRoute(route))).toBeNull()
  })
})
