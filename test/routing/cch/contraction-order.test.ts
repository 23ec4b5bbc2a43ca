import { expect, test } from 'vitest'
import { contractionOrder } from '../../../src/routing/cch/contraction-order.ts'
import { buildHierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { graphFromEdges } from '../../support/graph-from-edges.ts'
import { randomGraph } from '../../support/random-graph.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

function treeHeight(graph: RoutingGraph): number {
  const { cchUpStart, cchUpHead } = buildHierarchy(graph)
  const height = new Int32Array(graph.nodeCount)
  for (let r = graph.nodeCount - 1; r >= 0; r--)
    height[r] = cchUpStart[r] === cchUpStart[r + 1] ? 1 : height[cchUpHead[cchUpStart[r]]] + 1
  return Math.max(...height)
}

test('every node has one place, on networks with loops, doubles, dead ends and nodes in one spot', () => {
  for (const seed of runSeeds(200)) {
    const graph = randomGraph(seed, {
      columns: 1 + (seed % 12),
      rows: 1 + (seed % 11),
      removedShare: (seed % 6) * 0.15,
    })
    const order = contractionOrder(graph)
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: graph.nodeCount }, (_, n) => n))
    expect(contractionOrder(graph)).toEqual(order)
  }
})

test('a chain of 4,096 nodes becomes a tree of a height near its logarithm', () => {
  // a ring, so that it has no dead end to be eaten up from
  const count = 4096
  const at = (i: number) =>
    [1 + 0.1 * Math.cos((i / count) * 2 * Math.PI), 42 + 0.1 * Math.sin((i / count) * 2 * Math.PI)] as const
  const ring = graphFromEdges({
    nodes: Array.from({ length: count }, (_, i) => at(i)),
    edges: Array.from({ length: count }, (_, i) => ({ from: i, to: (i + 1) % count })),
  })
  expect(treeHeight(ring)).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(count)))
})

test('a grid of 60 by 60 is cut along lines, not eaten up node by node', () => {
  const grid = graphFromEdges({
    nodes: Array.from({ length: 3600 }, (_, i) => [1 + (i % 60) * 0.001, 42 + Math.floor(i / 60) * 0.001]),
    edges: Array.from({ length: 3600 }, (_, i) => i).flatMap((i) => [
      ...(i % 60 < 59 ? [{ from: i, to: i + 1 }] : []),
      ...(i < 3540 ? [{ from: i, to: i + 60 }] : []),
    ]),
  })
  expect(treeHeight(grid)).toBeLessThan(60 * 5)
})

test('nodes that all lie in one spot are ordered all the same', () => {
  const count = 200
  const graph = graphFromEdges({
    nodes: Array.from({ length: count }, () => [1, 42]),
    edges: Array.from({ length: count * 3 }, (_, i) => ({ from: i % count, to: (i * 7 + 3) % count })),
  })
  expect(new Set(contractionOrder(graph)).size).toBe(count)
})
