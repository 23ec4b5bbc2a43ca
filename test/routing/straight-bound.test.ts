import { expect, test } from 'vitest'
import { arcCost, FORBIDDEN } from '../../src/routing/arc-cost.ts'
import { straightBound } from '../../src/routing/straight-bound.ts'
import { cheapest, dijkstra } from '../support/dijkstra.ts'
import { randomGraph, randomSeeds, randomTable, seededRandom } from '../support/random-graph.ts'
import { tinyGraph } from '../support/tiny-graph.ts'

test('the bound never exceeds the truth and never falls faster than an arc costs, with and without heights', () => {
  for (let seed = 0; seed < 300; seed++) {
    const graph = randomGraph(seed, { columns: 4, rows: 5, removedShare: 0.2, regular: seed % 5 === 0, surveyed: seed % 2 === 0 })
    const table = randomTable(graph, seed)
    const random = seededRandom(seed)
    const targets = randomSeeds(graph, table, random, true)
    const sources = randomSeeds(graph, table, random, false)
    const toTarget = straightBound(graph, table, targets, true)
    const fromSource = straightBound(graph, table, sources, false)
    const fromSources = dijkstra(graph, table, sources)
    for (let node = 0; node < graph.nodeCount; node++) {
      expect(toTarget(node)).toBeLessThanOrEqual(cheapest(dijkstra(graph, table, { nodes: [node], costs: [0], arcs: [-1] }), targets))
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

test('heights raise the bound, and an edge of unknown climb is a way past them', () => {
  const heights = { A: 1000, B: 1500, C: 1200 }
  const table = { key: 't', factor: new Float64Array(8).fill(0.1), minFactor: 0.1, perAscentDm: 60, perDescentDm: 10, flatPenalty: 0 }
  const seed = (node: number) => ({ nodes: [node], costs: [0], arcs: [-1] })
  const known = tinyGraph('A---B---C', { heights })
  const flat = straightBound(known.graph, { ...table, perAscentDm: 0, perDescentDm: 0 }, seed(1), true)(0)
  expect(straightBound(known.graph, table, seed(1), true)(0) - flat).toBe(5000 * 60)
  expect(straightBound(known.graph, table, seed(1), true)(2) - flat).toBe(3000 * 60)
  expect(straightBound(known.graph, table, seed(1), false)(0) - flat).toBe(5000 * 10)
  // C - D is of unknown climb: whoever comes to C at 1200 m may leave D at 1450 m
  const unknown = tinyGraph('A---B---C---D', { heights: { ...heights, D: 1450 }, edges: { CD: { ascentDm: null, descentDm: null } } })
  expect(straightBound(unknown.graph, table, seed(1), true)(0) - flat).toBe((2000 + 500) * 60)
  expect(straightBound(unknown.graph, table, seed(1), true)(2) - flat).toBe(500 * 60)
  // a climb that is not the difference of the ends: no bound by height at all
  const wrong = tinyGraph('A---B---C', { heights, edges: { BC: { ascentDm: 1, descentDm: 1 } } })
  expect(straightBound(wrong.graph, table, seed(1), true)(0)).toBe(flat)
})
