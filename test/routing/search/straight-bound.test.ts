import { expect, test } from 'vitest'
import { arcCost, FORBIDDEN } from '../../../src/routing/costs/arc-cost.ts'
import { straightBound } from '../../../src/routing/search/straight-bound.ts'
import { cheapest, dijkstra } from '../../support/dijkstra.ts'
import { randomGraph, randomSeeds, randomTable, seededRandom } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

test('the bound never exceeds the truth and never falls faster than an arc costs', () => {
  for (const seed of runSeeds(300)) {
    const graph = randomGraph(seed, { columns: 4, rows: 5, removedShare: 0.2, regular: seed % 5 === 0 })
    const table = randomTable(graph, seed)
    const random = seededRandom(seed)
    const targets = randomSeeds(graph, table, random, true)
    const sources = randomSeeds(graph, table, random, false)
    const toTarget = straightBound(graph, table, targets)
    const fromSource = straightBound(graph, table, sources)
    const fromSources = dijkstra(graph, table, sources)
    for (let node = 0; node < graph.nodeCount; node++) {
      expect(toTarget(node)).toBeLessThanOrEqual(
        cheapest(dijkstra(graph, table, { nodes: [node], costs: [0], arcs: [-1] }), targets),
      )
      expect(fromSource(node)).toBeLessThanOrEqual(fromSources[node])
    }
    for (let arc = 0; arc < graph.edgeCount * 2; arc++) {
      const cost = arcCost(graph, table, arc)
      if (cost === FORBIDDEN || targets.nodes.length === 0 || sources.nodes.length === 0) continue
      expect(toTarget(graph.arcTail(arc))).toBeLessThanOrEqual(cost + toTarget(graph.arcTarget(arc)))
      expect(fromSource(graph.arcTarget(arc))).toBeLessThanOrEqual(cost + fromSource(graph.arcTail(arc)))
    }
  }
})
