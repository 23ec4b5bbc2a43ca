// Routes around random areas of Andorra, against plain Dijkstra on the network without the edges that touch them; which
// these are a look at every side of every ring decides.

import { beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { arcCost, closing, type CostTable } from '../../src/routing/costs/arc-cost.ts'
import { breaksRestriction } from '../../src/routing/search/restricted-search.ts'
import { CostModel } from '../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../src/routing/costs/route-settings.ts'
import type { PlanRouteInput, Position } from '../../src/routing/costs/request-types.ts'
import { RoutePlanner, type PlannedRoute } from '../../src/routing/route/plan-route.ts'
import type { AvoidRing } from '../../src/travel/avoid.ts'
import { caseCount } from '../support/case-count.ts'
import { dijkstra } from '../support/dijkstra.ts'
import { hasAndorra, networkOf } from '../support/prepared-regions.ts'
import { seededRandom } from '../support/random-graph.ts'
import { routeText } from '../support/route-text.ts'
import { starRing, touchesArea } from '../support/touches-area.ts'
import { mainComponent } from '../support/main-component.ts'
import { plainColumns } from '../support/plain-columns.ts'

const engine = { name: 'waypost' as const, version: 'test', networkRelease: 'andorra', terrainRelease: null }
/** Andorra la Vella to Encamp */
const SOMEWHERE: Position[] = [
  [1.5218, 42.5063],
  [1.583, 42.536],
]
const CASES = caseCount(40, 1000)
const SETTINGS: Omit<PlanRouteInput, 'waypoints'>[] = [
  {},
  { profile: 'run', shortest: true },
  { maxSac: 6, markedTrails: 'off' },
  { profile: 'bike', push: 'never' },
]

describe.skipIf(!hasAndorra)('areas to avoid in Andorra (needs real data)', () => {
  let graph: RoutingGraph
  /** one has metrics, one never has */
  let planners: RoutePlanner[]
  let costs: CostModel
  /** nodes of the largest part where no other node lies */
  let nodes: number[]
  /** by edge; box: west, east, south, north */
  let lines: { line: [number, number][]; box: number[] }[]
  beforeAll(async () => {
    graph = await networkOf('andorra')
    const { shapeStart, shapeLonE7, shapeLatE7 } = plainColumns(graph)
    lines = Array.from({ length: graph.edgeCount }, (_, edge) => {
      const line: [number, number][] = []
      for (let p = shapeStart[edge]; p < shapeStart[edge + 1]; p++)
        line.push([shapeLonE7[p] / 1e7, shapeLatE7[p] / 1e7])
      const [lons, lats] = [0, 1].map((axis) => line.map((point) => point[axis]))
      return { line, box: [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)] }
    })
    const options = { engine, metricCacheBytes: 64 << 20, maxSettled: 1_000_000 }
    planners = [new RoutePlanner(graph, options), new RoutePlanner(graph, { ...options, onMetricNeeded: () => {} })]
    for (const settings of SETTINGS)
      for (let i = 0; i < 2; i++) planners[0].planRoute({ ...settings, waypoints: SOMEWHERE })
    costs = new CostModel(graph)
    const { nodeLonE7, nodeLatE7 } = graph.columns
    const at = (node: number) => nodeLonE7[node] * 2 ** 32 + nodeLatE7[node]
    const count = new Map<number, number>()
    for (let n = 0; n < graph.nodeCount; n++) count.set(at(n), (count.get(at(n)) ?? 0) + 1)
    const isMain = mainComponent(planners[0], 'bike')
    nodes = Array.from({ length: graph.nodeCount }, (_, n) => n).filter((n) => count.get(at(n)) === 1 && isMain(n))
  })

  const placeOf = (node: number): Position => [graph.columns.nodeLonE7[node] / 1e7, graph.columns.nodeLatE7[node] / 1e7]

  function touched(rings: readonly AvoidRing[]): Set<number> {
    const [lons, lats] = [0, 1].map((axis) => rings[0].map((point) => point[axis]))
    const [west, east] = [Math.min(...lons), Math.max(...lons)]
    const [south, north] = [Math.min(...lats), Math.max(...lats)]
    const edges = new Set<number>()
    lines.forEach(({ line, box }, edge) => {
      if (box[0] > east || box[1] < west || box[2] > north || box[3] < south) return
      if (touchesArea(rings, line)) edges.add(edge)
    })
    return edges
  }

  const costOf = (route: PlannedRoute, table: CostTable): number => {
    const { stepArc } = route.line
    let cost = 0
    let node = graph.arcTail(stepArc[0])
    for (const arc of stepArc) {
      if (graph.arcTail(arc) !== node) return NaN
      cost += arcCost(graph, table, arc)
      node = graph.arcTarget(arc)
    }
    return cost
  }

  test(`${CASES} random areas: the cost is that of plain Dijkstra without the edges that touch them`, () => {
    const random = seededRandom(16)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
    let around = 0
    let unneeded = 0
    let none = 0
    for (let i = 0; i < CASES; i++) {
      const setting = SETTINGS[i % SETTINGS.length]
      const [from, to] = [pick(nodes), pick(nodes)]
      const input: PlanRouteInput = { waypoints: [placeOf(from), placeOf(to)], ...setting, snapRadiusM: 10 }
      const planner = planners[random() < 0.6 ? 0 : 1]
      let free: PlannedRoute
      try {
        free = planner.planRoute(input)
      } catch {
        continue // the setting joins them not
      }
      const { lonE6, latE6 } = free.line
      const on = Math.floor(random() * lonE6.length)
      const centre: Position =
        random() < 0.9 ? [lonE6[on] / 1e6, latE6[on] / 1e6] : [1.42 + 0.35 * random(), 42.43 + 0.22 * random()]
      const radius = 0.0003 * 30 ** random()
      const rings = [starRing(centre, radius, 3 + Math.floor(random() * 40), random)]
      if (random() < 0.3) rings.push(starRing(centre, radius * 0.15, 5, random))
      const edges = touched(rings)
      const avoid = { areas: [{ path: 'avoid.areas.coordinates', rings }], ways: [], kinds: [] }
      const table = costs.table(costSettings(applySettings(input).settings))
      const closed = closing(table, (edge) => edges.has(edge))
      const truth = dijkstra(graph, closed, { nodes: [from], costs: [0], arcs: [-1] })[to]
      let route: PlannedRoute | null = null
      try {
        route = planner.planRoute({ ...input, avoid })
      } catch (thrown) {
        if (!(thrown instanceof ServiceError)) throw thrown
        if (thrown.code === 'waypoint_avoided') continue
        // a bicycle may have no way that keeps to the turn restrictions
        if (truth < Infinity && setting.profile !== 'bike') throw thrown
        none++
        continue
      }
      const used = [...route.line.stepArc].filter((arc) => edges.has(arc >>> 1))
      expect([i, used]).toEqual([i, []])
      if ([...free.line.stepArc].some((arc) => edges.has(arc >>> 1))) around++
      else {
        unneeded++
        expect(routeText(route)).toBe(routeText(free))
      }
      // where the nodes are cut off, waypoints are moved: then there is nothing to compare
      if (truth === Infinity) continue
      expect([i, graph.arcTail(route.line.stepArc[0])]).toEqual([i, from])
      const cost = costOf(route, table)
      if (setting.profile === 'bike' && cost !== truth) {
        expect(cost).toBeGreaterThan(truth)
        expect(breaksRestriction(graph, route.line.stepArc)).toBe(false)
      } else expect([i, cost]).toEqual([i, truth])
    }
    expect(around).toBeGreaterThan(CASES / 4)
    expect(unneeded).toBeGreaterThan(CASES / 40)
    expect(none).toBeLessThan(CASES / 2)
  })
})
