import { expect, test } from 'vitest'
import { BackwardPotential } from '../../../src/routing/search/backward-potential.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import { customise } from '../../../src/routing/cch/customise.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { HierarchyPotential } from '../../../src/routing/cch/cch-potential.ts'
import { restrictedShortestPath } from '../../../src/routing/search/restricted-search.ts'
import { graphFromEdges, withColumns, type EdgeSpec } from '../../support/graph-from-edges.ts'
import { dijkstra } from '../../support/dijkstra.ts'
import { runSeeds } from '../../support/run-seed.ts'

/** A square of n x n nodes with ways of seeded kinds, some one-way, some left out, and turn restrictions at random. */
function city(n: number, seed: number) {
  let state = seed
  const random = () => (state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff
  const nodes = Array.from(
    { length: n * n },
    (_, i) => [1.5 + (i % n) * 0.001, 42.5 - Math.floor(i / n) * 0.001, 1000 + random() * 50] as const,
  )
  const edges: EdgeSpec[] = []
  for (let i = 0; i < n * n; i++) {
    for (const to of [(i + 1) % n !== 0 ? i + 1 : -1, i + n < n * n ? i + n : -1]) {
      if (to < 0 || random() < 0.1) continue
      edges.push({
        from: i,
        to,
        way: 'street',
        highway: random() < 0.3 ? 'primary' : 'residential',
        surface: random() < 0.5 ? 'paved' : 'gravel',
        bike: random() < 0.2 ? ['open', 'closed'] : 'open',
      })
    }
  }
  const restrictions: number[][] = []
  edges.forEach((a, e) =>
    edges.forEach((b, f) => {
      if (a.to === b.from && random() < 0.25) restrictions.push([2 * e, 2 * f])
    }),
  )
  const base = graphFromEdges({ nodes, edges, restrictions, meta: { bbox: [1, 42, 2, 43] } })
  return withColumns(base, buildHierarchy(base))
}

test('the bound is the exact remaining cost to the nearest of several targets', () => {
  for (const seed of runSeeds(20)) {
    const graph = city(6, seed)
    const hierarchy = Hierarchy.from(graph)
    const table = new CostModel(graph).table(
      costSettings(
        applySettings({
          waypoints: [
            [0, 0],
            [0, 0],
          ],
          profile: 'bike',
        }).settings,
      ),
    )
    const metric = customise(graph, hierarchy, table)!
    const potential = new HierarchyPotential(hierarchy)
    const one = { nodes: [3], costs: [0], arcs: [-1] }
    const two = { nodes: [30, 11], costs: [70, 500], arcs: [-1, -1] }
    // requested again, the same seeds find what is known of them, and others nothing of it
    for (const targets of [one, one, two, { ...two, costs: [500, 70] }, one]) {
      for (let node = 0; node < graph.nodeCount; node++) {
        const dist = dijkstra(graph, table, { nodes: [node], costs: [0], arcs: [-1] })
        const bound = potential.towards(metric, { ...targets })
        expect(bound(node)).toBe(Math.min(...targets.nodes.map((t, i) => dist[t] + targets.costs[i])))
      }
      const fromOne = potential.from(metric, one)
      const dist = dijkstra(graph, table, one)
      for (let node = 0; node < graph.nodeCount; node++) expect(fromOne(node)).toBe(dist[node])
    }
  }
})

test('a search under turn restrictions costs the same with this bound as with straight lines', () => {
  let broken = 0
  for (const seed of runSeeds(40)) {
    const graph = city(7, seed)
    const hierarchy = Hierarchy.from(graph)
    const table = new CostModel(graph).table(
      costSettings(
        applySettings({
          waypoints: [
            [0, 0],
            [0, 0],
          ],
          profile: 'bike',
        }).settings,
      ),
    )
    const metric = customise(graph, hierarchy, table)!
    const potential = new HierarchyPotential(hierarchy)
    for (let k = 0; k < 10; k++) {
      const sources = { nodes: [(seed * 7 + k * 5) % 49], costs: [3], arcs: [-1] }
      const targets = { nodes: [(seed * 11 + k * 13) % 49], costs: [9], arcs: [-1] }
      const plain = restrictedShortestPath(graph, table, sources, targets, Infinity, { maxSettled: 10_000 })
      const guided = restrictedShortestPath(
        graph,
        table,
        sources,
        targets,
        Infinity,
        { maxSettled: 10_000 },
        potential.towards(metric, targets),
      )
      expect(guided.path?.cost).toBe(plain.path?.cost)
      expect(guided.settledCount).toBeLessThanOrEqual(plain.settledCount)
      const backward = restrictedShortestPath(
        graph,
        table,
        sources,
        targets,
        Infinity,
        { maxSettled: 10_000 },
        new BackwardPotential(graph).towards(table, sources, targets, { maxSettled: 10_000 }),
      )
      expect(backward.path?.cost).toBe(plain.path?.cost)
      const short = restrictedShortestPath(
        graph,
        table,
        sources,
        targets,
        Infinity,
        { maxSettled: 10_000 },
        new BackwardPotential(graph).towards(table, sources, targets, { maxSettled: 5 }),
      )
      expect(short.path?.cost).toBe(plain.path?.cost)
      const free = dijkstra(graph, table, sources)[targets.nodes[0]] + 9
      if (plain.path !== null && plain.path.cost > free) broken++
    }
  }
  expect(broken).toBeGreaterThan(20)
})
