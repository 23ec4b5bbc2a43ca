// All searches against plain Dijkstra on the real network: random pairs for each setting.

import { beforeAll, describe, expect, test } from 'vitest'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import type { CostTable } from '../../src/routing/costs/arc-cost.ts'
import { BidirectionalSearch } from '../../src/routing/search/bidirectional-search.ts'
import { labelComponents } from '../../src/routing/search/label-components.ts'
import { componentSizes } from '../support/main-component.ts'
import { CostModel } from '../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../src/routing/costs/route-settings.ts'
import { customise } from '../../src/routing/cch/customise.ts'
import { HierarchyQuery } from '../../src/routing/cch/cch-query.ts'
import { Hierarchy } from '../../src/routing/cch/hierarchy.ts'
import { breaksRestriction, restrictedShortestPath } from '../../src/routing/search/restricted-search.ts'
import type { Profile, RouteSettings } from '../../src/routing/costs/request-types.ts'
import { cheapest, dijkstra, resum } from '../support/dijkstra.ts'
import { hasAndorra, networkOf } from '../support/prepared-regions.ts'
import { randomSeeds, seededRandom } from '../support/random-graph.ts'
import { caseCount } from '../support/case-count.ts'

const UNLIMITED = { maxSettled: 1e9 }

const defaultsOf = (profile: Profile): RouteSettings =>
  applySettings({
    waypoints: [
      [0, 0],
      [0, 0],
    ],
    profile,
  }).settings
const foot = defaultsOf('hike')
const bike = defaultsOf('bike')
/** each with 20 targets */
const SOURCES = caseCount(20, 50)
const SETTINGS: Record<string, RouteSettings> = {
  hike: foot,
  'hike, strictly signed': { ...foot, markedTrails: 'strict' },
  'hike, seeking hills': { ...foot, hills: 1 },
  'hike, T1 only': { ...foot, maxSac: 1 },
  'hike, shortest': { ...foot, shortest: true },
  'hike, avoiding steps': { ...foot, avoidSteps: true },
  run: { ...foot, profile: 'run', hills: -1 },
  bike,
  'road bike': { ...bike, bicycleType: 'road' },
  'bike, pushed': bike,
  'bike, never pushed': { ...bike, push: 'never' },
}

describe.skipIf(!hasAndorra)('paths over Andorra (needs real data)', () => {
  let graph: RoutingGraph
  let hierarchy: Hierarchy
  let costs: CostModel

  beforeAll(async () => {
    graph = await networkOf('andorra')
    hierarchy = Hierarchy.from(graph)
    costs = new CostModel(graph)
  })

  const tableOf = (name: string): CostTable =>
    costs.table({ ...costSettings(SETTINGS[name]), ...(name === 'bike, pushed' ? { push: 'anywhere' } : {}) })

  test.each(Object.keys(SETTINGS))(
    '%s: hierarchy and bidirectional search cost what Dijkstra finds, on random pairs',
    (name) => {
      const table = tableOf(name)
      const metric = customise(graph, hierarchy, table)!
      const query = new HierarchyQuery(graph, hierarchy)
      const search = new BidirectionalSearch(graph)
      const random = seededRandom(name.length)
      const component = labelComponents(graph, table)
      const sizes = componentSizes(component)
      const largest = sizes.indexOf(Math.max(...sizes))
      // half of the ends lie in the largest component, so that there is something to find where little is open
      const seeds = (asTarget: boolean, inside: boolean) => {
        for (;;) {
          const drawn = randomSeeds(graph, table, random, asTarget)
          if (!inside || (drawn.nodes.length > 0 && component[drawn.nodes[0]] === largest)) return drawn
        }
      }
      let routed = 0
      for (let s = 0; s < SOURCES; s++) {
        const sources = seeds(false, s % 2 === 0)
        const dist = dijkstra(graph, table, sources)
        for (let t = 0; t < 20; t++) {
          const targets = seeds(true, t % 2 === 0)
          const truth = cheapest(dist, targets)
          const path = query.shortestPath(metric, table, sources, targets)
          const found = search.shortestPath(table, sources, targets, Infinity, UNLIMITED)
          expect([path?.cost ?? Infinity, found.path?.cost ?? Infinity, found.lowerBound]).toEqual([
            truth,
            truth,
            truth,
          ])
          if (path === null) continue
          routed++
          expect([
            resum(graph, table, sources, targets, path),
            resum(graph, table, sources, targets, found.path!),
          ]).toEqual([truth, truth])
        }
      }
      expect(routed).toBeGreaterThanOrEqual(5 * SOURCES)
    },
  )

  test('by bicycle, an optimum that breaks a turn restriction is replaced by the cheapest path that breaks none', () => {
    const table = tableOf('bike')
    const { restrictionStart, restrictionArcs } = graph.columns
    const query = new HierarchyQuery(graph, hierarchy)
    const metric = customise(graph, hierarchy, table)!
    let broken = 0
    for (let r = 0; r + 1 < restrictionStart.length; r++) {
      const walk = restrictionArcs.subarray(restrictionStart[r], restrictionStart[r + 1])
      // a rider just before the turn who wants to get just behind it
      const sources = { nodes: [graph.arcTail(walk[0])], costs: [0], arcs: [-1] }
      const targets = { nodes: [graph.arcTarget(walk[walk.length - 1])], costs: [0], arcs: [-1] }
      const free = query.shortestPath(metric, table, sources, targets)
      const found = restrictedShortestPath(graph, table, sources, targets, Infinity, UNLIMITED)
      expect(found.complete).toBe(true)
      if (free === null) {
        expect(found.path).toBeNull()
        continue
      }
      const breaks = breaksRestriction(graph, free.arcs)
      if (breaks) broken++
      if (found.path === null) {
        expect(breaks).toBe(true)
        continue
      }
      expect(breaksRestriction(graph, found.path.arcs)).toBe(false)
      expect(resum(graph, table, sources, targets, found.path)).toBe(found.path.cost)
      if (breaks) expect(found.path.cost).toBeGreaterThanOrEqual(free.cost)
      else expect(found.path.cost).toBe(free.cost)
    }
    expect(broken).toBeGreaterThan(10)
  })

  test('one component holds most of the network on foot', () => {
    const sizes = componentSizes(labelComponents(graph, tableOf('hike')))
    expect(Math.max(...sizes)).toBeGreaterThan(graph.nodeCount * 0.8)
  })
})
