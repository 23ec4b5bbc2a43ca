import { expect, test } from 'vitest'
import { simpleAdjacency } from '../../../src/routing/cch/contraction-order.ts'
import { visitEdges } from '../../../src/routing/cch/customise.ts'
import {
  buildHierarchy,
  findArc,
  Hierarchy,
  NO_ARC,
  type HierarchyColumns,
} from '../../../src/routing/cch/hierarchy.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph } from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

test('upward arcs are what taking the nodes away one by one leaves behind', () => {
  for (const seed of runSeeds(150)) {
    const graph = randomGraph(seed, { columns: 2 + (seed % 8), rows: 2 + (seed % 6), removedShare: (seed % 5) * 0.12 })
    const c = buildHierarchy(graph) as unknown as HierarchyColumns
    const { start, head } = simpleAdjacency(graph)
    const links = Array.from(
      { length: graph.nodeCount },
      (_, n) => new Set(Array.from(head.subarray(start[n], start[n + 1]), (h) => c.cchRank[h])),
    )
    const byRank = Array.from(c.cchNode, (node) => links[node])
    for (let r = 0; r < graph.nodeCount; r++) {
      const above = [...byRank[r]].filter((h) => h > r).sort((a, b) => a - b)
      expect([...c.cchUpHead.subarray(c.cchUpStart[r], c.cchUpStart[r + 1])]).toEqual(above)
      for (const a of above) for (const b of above) if (a !== b) byRank[a].add(b)
    }
    // the view from above holds the same arcs, ascending
    expect(c.cchDownTail.length).toBe(c.cchUpHead.length)
    for (let r = 0; r < graph.nodeCount; r++) {
      for (let i = c.cchDownStart[r]; i < c.cchDownStart[r + 1]; i++) {
        expect(c.cchUpHead[findArc(c.cchUpStart, c.cchUpHead, c.cchDownTail[i], r)]).toBe(r)
        if (i > c.cchDownStart[r]) expect(c.cchDownTail[i]).toBeGreaterThan(c.cchDownTail[i - 1])
      }
    }
    const { edgeFrom, edgeTo } = graph.columns
    const expected = new Set<string>()
    for (let e = 0; e < graph.edgeCount; e++) {
      const ends = [c.cchRank[edgeFrom[e]], c.cchRank[edgeTo[e]]].sort((a, b) => a - b)
      const arc = ends[0] === ends[1] ? NO_ARC : findArc(c.cchUpStart, c.cchUpHead, ends[0], ends[1])
      expect(arc === NO_ARC).toBe(ends[0] === ends[1])
      if (arc !== NO_ARC) expected.add(`${arc} ${c.cchRank[edgeFrom[e]] === ends[0] ? e * 2 : e * 2 + 1}`)
    }
    const visited: string[] = []
    visitEdges(graph, c, (arc, upId) => visited.push(`${arc} ${upId}`))
    expect(new Set(visited)).toEqual(expected)
    expect(visited.length).toBe(expected.size)
  }
})

test('a network without a hierarchy, or with that of another, is refused', () => {
  const graph = randomGraph(1, { columns: 4, rows: 4 })
  expect(() => Hierarchy.from(graph)).toThrow('no hierarchy')
  expect(() => Hierarchy.from(withColumns(graph, buildHierarchy(randomGraph(2, { columns: 5, rows: 5 }))))).toThrow(
    'another network',
  )
  expect(Hierarchy.from(withColumns(graph, buildHierarchy(graph))).arcCount).toBeGreaterThan(0)
})
