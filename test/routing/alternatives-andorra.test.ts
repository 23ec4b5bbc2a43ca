// Alternatives in Andorra, each judged by plain Dijkstra: what it costs, what it shares, and that every piece of a
// quarter of the best's cost (the shortest pieces that cost at least as much) is cheapest.

import { beforeAll, describe, expect, test } from 'vitest'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { arcCost, type CostTable } from '../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../src/routing/costs/route-settings.ts'
import type { PlanRouteInput, Position } from '../../src/routing/costs/request-types.ts'
import { RoutePlanner, type PlannedRoute } from '../../src/routing/route/plan-route.ts'
import { breaksRestriction } from '../../src/routing/search/restricted-search.ts'
import { caseCount } from '../support/case-count.ts'
import { dijkstra } from '../support/dijkstra.ts'
import { hasAndorra, networkOf } from '../support/prepared-regions.ts'
import { seededRandom } from '../support/random-graph.ts'
import { routeText } from '../support/route-text.ts'
import { mainComponent } from '../support/main-component.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'andorra', terrainRelease: null }
const PAIRS = caseCount(4, 67)
const SETTINGS: Omit<PlanRouteInput, 'waypoints'>[] = [
  {},
  { profile: 'bike', push: 'never' },
  { profile: 'run', shortest: true },
]

describe.skipIf(!hasAndorra)('alternatives in Andorra (needs real data)', () => {
  let graph: RoutingGraph
  let planner: RoutePlanner
  let costs: CostModel
  let nodes: number[]
  beforeAll(async () => {
    graph = await networkOf('andorra')
    planner = new RoutePlanner(graph, { engine, metricCacheBytes: 64 << 20, maxSettled: 1_000_000 })
    costs = new CostModel(graph)
    const { nodeLonE7, nodeLatE7 } = graph.columns
    const at = (node: number) => nodeLonE7[node] * 2 ** 32 + nodeLatE7[node]
    const count = new Map<number, number>()
    for (let n = 0; n < graph.nodeCount; n++) count.set(at(n), (count.get(at(n)) ?? 0) + 1)
    const isMain = mainComponent(planner, 'bike')
    nodes = Array.from({ length: graph.nodeCount }, (_, n) => n).filter((n) => count.get(at(n)) === 1 && isMain(n))
  })
  const placeOf = (node: number): Position => [graph.columns.nodeLonE7[node] / 1e7, graph.columns.nodeLatE7[node] / 1e7]

  const costsOf = (table: CostTable, route: PlannedRoute) =>
    [...route.line.stepArc].map((arc) => arcCost(graph, table, arc))
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  const edges = (route: PlannedRoute) => new Set([...route.line.stepArc].map((arc) => arc >>> 1))

  function sharedOf(table: CostTable, route: PlannedRoute, other: PlannedRoute): number {
    const others = edges(other)
    return sum([...route.line.stepArc].filter((arc) => others.has(arc >>> 1)).map((arc) => arcCost(graph, table, arc)))
  }

  /** Nodes in order of travel, and what it costs to get to each. */
  function places(table: CostTable, route: PlannedRoute) {
    const arcs = [...route.line.stepArc]
    const at = [0]
    for (const cost of costsOf(table, route)) at.push(at[at.length - 1] + cost)
    return { nodes: [graph.arcTail(arcs[0]), ...arcs.map((arc) => graph.arcTarget(arc))], at }
  }

  test(`${PAIRS} pairs for each setting: every alternative is admissible`, () => {
    const random = seededRandom(15)
    const wrong: unknown[] = []
    let pairsWithOne = 0
    let found = 0
    for (let i = 0; i < PAIRS * SETTINGS.length; i++) {
      const [from, to] = [0, 0].map(() => nodes[Math.floor(random() * nodes.length)])
      const input: PlanRouteInput = {
        waypoints: [placeOf(from), placeOf(to)],
        ...SETTINGS[i % SETTINGS.length],
        snapRadiusM: 10,
      }
      let best: PlannedRoute
      try {
        best = planner.planRoute({ ...input, alternatives: 3 })
      } catch {
        continue
      }
      const table = costs.table(costSettings(applySettings(input).settings))
      const { nodes: onBest } = places(table, best)
      // where another way passes over a node, a waypoint may be moved to it, inside an edge
      if (onBest[0] !== from || onBest[onBest.length - 1] !== to) continue
      const bestCost = sum(costsOf(table, best))
      const others = best.alternatives!
      if (others.length > 0) pairsWithOne++
      found += others.length
      others.forEach((other, k) => {
        const say = (what: string, value: unknown = null) => wrong.push([i, k, what, value])
        const cost = sum(costsOf(table, other))
        const { nodes: passed, at } = places(table, other)
        if (passed[0] !== from || passed[passed.length - 1] !== to) say('ends elsewhere')
        for (let p = 1; p < passed.length; p++)
          if (graph.arcTail(other.line.stepArc[p - 1]) !== passed[p - 1]) say('hangs not together')
        if (new Set(passed).size !== passed.length) say('passes a place twice')
        if (cost > 1.5 * bestCost || cost < bestCost) say('costs', cost / bestCost)
        const share = sharedOf(table, other, best) / cost
        if (share > 0.7 || Math.abs(share - other.differs.sharedShare) > 1e-4) say('shares with the best', share)
        for (const third of others) {
          const shared = sharedOf(table, other, third)
          if (third !== other && shared > 0.7 * Math.min(cost, sum(costsOf(table, third)))) say('shares with another')
        }
        if (input.profile === 'bike' && breaksRestriction(graph, other.line.stepArc)) say('breaks a restriction')
        for (let a = 0, b = 0; a < passed.length && b < passed.length; a++) {
          while (b < passed.length && at[b] - at[a] < 0.25 * bestCost) b++
          const last = Math.min(b, passed.length - 1)
          const truth = dijkstra(
            graph,
            table,
            { nodes: [passed[a]], costs: [0], arcs: [-1] },
            undefined,
            at[last] - at[a],
          )[passed[last]]
          if (truth !== at[last] - at[a]) say('a piece is not cheapest', [a, last, truth, at[last] - at[a]])
        }
      })
      expect(best.alternativesReason === null).toBe(others.length === 3)
    }
    expect(wrong).toEqual([])
    expect(pairsWithOne).toBeGreaterThan(PAIRS)
    expect(found).toBeGreaterThan(2 * PAIRS)
  }, 900_000)

  test('places inside edges: alternatives begin and end where the best does, and asking for them changes nothing else', () => {
    const random = seededRandom(5)
    let found = 0
    for (let i = 0; i < 12; i++) {
      const anywhere = (): Position => [1.48 + 0.2 * random(), 42.47 + 0.12 * random()]
      const input: PlanRouteInput = { waypoints: [anywhere(), anywhere()], snapRadiusM: 2000 }
      const alone = routeText(planner.planRoute(input))
      const { alternatives = [], alternativesReason, ...best } = planner.planRoute({ ...input, alternatives: 2 })
      expect(routeText(best)).toBe(alone)
      expect(alternatives.length === 2).toBe(alternativesReason === null)
      for (const { line, snaps, differs, distanceM, movingTime } of alternatives) {
        found++
        const end = line.lonE6.length - 1
        const bestEnd = best.line.lonE6.length - 1
        expect([line.lonE6[0], line.latE6[0], line.lonE6[end], line.latE6[end], snaps]).toEqual([
          best.line.lonE6[0],
          best.line.latE6[0],
          best.line.lonE6[bestEnd],
          best.line.latE6[bestEnd],
          best.snaps,
        ])
        expect(differs.distanceM).toBeCloseTo(distanceM - best.distanceM, 5)
        expect(differs.movingS).toBeCloseTo(movingTime!.movingS - best.movingTime!.movingS, 5)
      }
    }
    expect(found).toBeGreaterThan(8)
  })

  test('alternatives keep out of what is avoided', () => {
    const input: PlanRouteInput = {
      waypoints: [
        [1.5218, 42.5063],
        [1.583, 42.536],
      ],
      alternatives: 3,
    }
    const free = planner.planRoute(input)
    expect(free.alternatives!.length).toBeGreaterThan(0)
    const ways = [...free.alternatives![0].line.stepArc].map((arc) => graph.wayIdOf(arc >>> 1))
    const bestWays = new Set([...free.line.stepArc].map((arc) => graph.wayIdOf(arc >>> 1)))
    const avoid = { ways: ways.filter((way) => !bestWays.has(way)).slice(0, 3) }
    const kept = planner.planRoute({ ...input, avoid })
    expect(routeText({ ...kept, alternatives: [] })).toBe(
      routeText({ ...free, alternatives: [], alternativesReason: kept.alternativesReason ?? null }),
    )
    for (const { line } of kept.alternatives!)
      for (const arc of line.stepArc) expect(avoid.ways).not.toContain(graph.wayIdOf(arc >>> 1))
  })
})
