import { expect, test } from 'vitest'
import { labelComponents, reaches } from '../../../src/routing/search/label-components.ts'
import { componentSizes } from '../../support/main-component.ts'
import { dijkstra } from '../../support/dijkstra.ts'
import { graphFromEdges } from '../../support/graph-from-edges.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

test('two nodes share a component where each reaches the other, and nowhere else', () => {
  for (const seed of runSeeds(120)) {
    const graph = randomGraph(seed, { columns: 3 + (seed % 5), rows: 4, removedShare: 0.35 })
    const table = randomTable(graph, seed)
    const component = labelComponents(graph, table)
    const dist = Array.from({ length: graph.nodeCount }, (_, n) =>
      dijkstra(graph, table, { nodes: [n], costs: [0], arcs: [-1] }),
    )
    for (let a = 0; a < graph.nodeCount; a++) {
      for (let b = 0; b < graph.nodeCount; b++) {
        expect(component[a] === component[b], `network ${seed}, nodes ${a} and ${b}`).toBe(
          dist[a][b] !== Infinity && dist[b][a] !== Infinity,
        )
      }
      const reached = dist[a].filter((d) => d !== Infinity).length
      const reachedFrom = dist.filter((d) => d[a] !== Infinity).length
      expect([reaches(graph, table, a, reached), reaches(graph, table, a, reached + 1)]).toEqual([true, false])
      expect([reaches(graph, table, a, reachedFrom, true), reaches(graph, table, a, reachedFrom + 1, true)]).toEqual([
        true,
        false,
      ])
    }
    const sizes = componentSizes(component)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(graph.nodeCount)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
  }
})

test('a chain of 50,000 nodes is labelled without overflowing the stack', () => {
  const count = 50_000
  const graph = graphFromEdges({
    nodes: Array.from({ length: count }, (_, i) => [1 + i * 1e-5, 42]),
    edges: Array.from({ length: count - 1 }, (_, i) => ({ from: i, to: i + 1 })),
  })
  const table = randomTable(graph, 0)
  const component = labelComponents(graph, { ...table, factor: table.factor.fill(1) })
  expect(new Set(component).size).toBe(1)
})
