import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORBIDDEN } from '../../../src/routing/costs/arc-cost.ts'
import { costBytes, customise, pieceBytes } from '../../../src/routing/cch/customise.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { dijkstra } from '../../support/dijkstra.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph, randomTable } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

test('an arc between the two highest ranks costs what the cheapest path between them costs, never less anywhere', () => {
  let tight = 0
  for (const seed of runSeeds(100)) {
    const plain = randomGraph(seed, { columns: 2 + (seed % 5), rows: 2 + (seed % 5), removedShare: 0.2 })
    const graph = withColumns(plain, buildHierarchy(plain))
    const hierarchy = Hierarchy.from(graph)
    const { cchNode, cchUpStart, cchUpHead } = hierarchy.columns
    const table = randomTable(graph, seed)
    const { up, down } = customise(graph, hierarchy, table)!
    const dist = Array.from(cchNode, (node) => dijkstra(graph, table, { nodes: [node], costs: [0], arcs: [-1] }))
    for (let r = 0; r < graph.nodeCount; r++) {
      for (let a = cchUpStart[r]; a < cchUpStart[r + 1]; a++) {
        const h = cchUpHead[a]
        expect(up[a] === FORBIDDEN ? Infinity : up[a]).toBeGreaterThanOrEqual(dist[r][cchNode[h]])
        expect(down[a] === FORBIDDEN ? Infinity : down[a]).toBeGreaterThanOrEqual(dist[h][cchNode[r]])
        if (r === graph.nodeCount - 2) {
          tight++
          expect(up[a] === FORBIDDEN ? Infinity : up[a]).toBe(dist[r][cchNode[h]])
          expect(down[a] === FORBIDDEN ? Infinity : down[a]).toBe(dist[h][cchNode[r]])
        }
      }
    }
  }
  expect(tight).toBeGreaterThan(30)
})

test('a setting that forbids everything has a metric in which nothing is reached', () => {
  const plain = randomGraph(4, { columns: 5, rows: 5 })
  const graph = withColumns(plain, buildHierarchy(plain))
  const metric = customise(graph, Hierarchy.from(graph), {
    ...randomTable(graph, 4),
    factor: new Float64Array(graph.classCount * 2).fill(Infinity),
    minFactor: Infinity,
  })!
  expect(new Set([...metric.up, ...metric.down])).toEqual(new Set([FORBIDDEN]))
})

test('memory holds the costs of a network, at most 3 % more, and mostly those of one a thousandth larger', () => {
  let alike = 0
  const RUNS = 1000
  fc.assert(
    fc.property(fc.integer({ min: 32, max: 100_000_000 }), (arcCount) => {
      const bytes = pieceBytes(arcCount)
      expect(bytes % 4).toBe(0)
      expect(bytes).toBeGreaterThanOrEqual(costBytes(arcCount))
      expect(bytes).toBeLessThan(costBytes(arcCount) * (1 + 1 / 32) + 4)
      if (pieceBytes(Math.round(arcCount * 1.001)) === bytes) alike++
    }),
    { numRuns: RUNS },
  )
  expect(alike).toBeGreaterThan(0.9 * RUNS)
})
