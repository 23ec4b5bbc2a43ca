import { expect, test } from 'vitest'
import { FORBIDDEN, arcCost } from '../../../src/routing/costs/arc-cost.ts'
import { customise, Metric, OWN_EDGE, pieceBytes, UNPLACED } from '../../../src/routing/cch/customise.ts'
import { HierarchyQuery } from '../../../src/routing/cch/cch-query.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import { randomGraph, randomSeeds, randomTable, seededRandom } from '../../support/random-graph.ts'
import { cheapest, dijkstra, resum } from '../../support/dijkstra.ts'
import { runSeeds } from '../../support/run-seed.ts'
import type { Seeds } from '../../../src/routing/search/search-types.ts'
import { caseCount } from '../../support/case-count.ts'

function open(seed: number, size: number, regular = false) {
  const plain = randomGraph(seed, { columns: size, rows: size, removedShare: 0.1 + (seed % 5) * 0.1, regular })
  const graph = withColumns(plain, buildHierarchy(plain))
  return { graph, hierarchy: Hierarchy.from(graph) }
}

test('a query over the hierarchy costs what plain Dijkstra finds, on 1,500 random networks', () => {
  let routed = 0
  let unreachable = 0
  for (const seed of runSeeds(1500)) {
    const { graph, hierarchy } = open(seed, 2 + (seed % 9), seed % 4 === 0)
    const query = new HierarchyQuery(graph, hierarchy)
    const random = seededRandom(seed)
    for (let setting = 0; setting < 3; setting++) {
      const table = randomTable(graph, seed * 3 + setting)
      const metric = customise(graph, hierarchy, table)!
      for (let pair = 0; pair < 3; pair++) {
        const sources = randomSeeds(graph, table, random, false)
        const targets = randomSeeds(graph, table, random, true)
        const truth = cheapest(dijkstra(graph, table, sources), targets)
        const path = query.shortestPath(metric, table, sources, targets)
        expect(path?.cost ?? Infinity, `network ${seed} setting ${setting} pair ${pair}`).toBe(truth)
        if (path === null) unreachable++
        else {
          routed++
          expect(resum(graph, table, sources, targets, path)).toBe(truth)
          expect(query.shortestPath(metric, table, sources, targets, truth)).toBeNull()
          expect(query.shortestPath(metric, table, sources, targets, truth + 1)?.cost).toBe(truth)
        }
      }
    }
  }
  expect(routed).toBeGreaterThan(5000)
  expect(unreachable).toBeGreaterThan(1000)
})

test('distances to many targets are those of single queries', () => {
  const { graph, hierarchy } = open(7, 30)
  const table = randomTable(graph, 7)
  const metric = customise(graph, hierarchy, table)!
  const query = new HierarchyQuery(graph, hierarchy)
  const random = seededRandom(7)
  for (let i = 0; i < 20; i++) {
    const sources = randomSeeds(graph, table, random, false)
    const targetsList = Array.from({ length: 30 }, () => randomSeeds(graph, table, random, true))
    const dist = dijkstra(graph, table, sources)
    const truth = targetsList.map((targets) => cheapest(dist, targets))
    expect([...query.distances(metric, sources, targetsList)]).toEqual(truth)
    const limit = truth.filter((t) => t !== Infinity).sort((a, b) => a - b)[10] ?? 1000
    expect([...query.distances(metric, sources, targetsList, limit)]).toEqual(
      truth.map((t) => (t < limit ? t : Infinity)),
    )
  }
})

test('a metric that was cloned to another thread gives the same paths from the same memory', () => {
  const { graph, hierarchy } = open(3, 20)
  const table = randomTable(graph, 3)
  const metric = customise(graph, hierarchy, table)!
  const cloned = Metric.from(structuredClone(metric))
  expect(cloned.key).toBe(table.key)
  expect(cloned.bytes).toBe(3 * pieceBytes(hierarchy.arcCount))
  expect(cloned.up.buffer).toBeInstanceOf(SharedArrayBuffer)
  metric.up[0] ^= 1
  expect(cloned.up[0]).toBe(metric.up[0])
  metric.up[0] ^= 1
  const query = new HierarchyQuery(graph, hierarchy)
  const random = seededRandom(3)
  for (let i = 0; i < 50; i++) {
    const sources = randomSeeds(graph, table, random, false)
    const targets = randomSeeds(graph, table, random, true)
    expect(query.shortestPath(cloned, table, sources, targets)).toEqual(
      query.shortestPath(metric, table, sources, targets),
    )
  }
})

test.each([
  ['whose place below was too large to be kept', 3],
  ['that were not kept at all', 2],
])('ways %s are found again', (_, pieceCount) => {
  const { graph, hierarchy } = open(12, 25)
  const table = randomTable(graph, 12)
  const metric = customise(graph, hierarchy, table, [], 3)!
  const searching = customise(graph, hierarchy, table, [], pieceCount)!
  for (const ways of [searching.upVia, searching.downVia])
    ways?.set(ways.map((place) => (place === OWN_EDGE ? OWN_EDGE : UNPLACED)))
  expect([searching.upVia?.includes(UNPLACED) ?? null, searching.pieces.length]).toEqual(
    pieceCount === 3 ? [true, 3] : [null, 2],
  )
  const query = new HierarchyQuery(graph, hierarchy)
  const random = seededRandom(12)
  let long = 0
  for (let i = 0; i < 200; i++) {
    const sources = randomSeeds(graph, table, random, false)
    const targets = randomSeeds(graph, table, random, true)
    const path = query.shortestPath(searching, table, sources, targets)
    expect(path?.cost).toBe(query.shortestPath(metric, table, sources, targets)?.cost)
    if (path === null) continue
    expect(resum(graph, table, sources, targets, path)).toBe(path.cost)
    if (path.arcs.length > 5) long++
  }
  expect(long).toBeGreaterThan(20)
})

test('a metric of another table is noticed instead of unpacked into a wrong path', () => {
  const { graph, hierarchy } = open(11, 20)
  const table = { ...randomTable(graph, 11), perAscentDm: 1 }
  const other = { ...table, perAscentDm: 9, factor: table.factor.map((f) => f * 1.37) }
  const metric = customise(graph, hierarchy, table)!
  const query = new HierarchyQuery(graph, hierarchy)
  const dist = dijkstra(graph, table, { nodes: [0], costs: [0], arcs: [-1] })
  const far = dist.reduce((best, d, n) => (d !== Infinity && d > dist[best] ? n : best), 0)
  const targets = { nodes: [far], costs: [0], arcs: [-1] }
  const sources = { nodes: [0], costs: [0], arcs: [-1] }
  expect(() => query.shortestPath(metric, other, sources, targets)).toThrow('does not fit')
  expect(() => query.shortestPath(metric, { ...table, key: 'another' }, sources, targets)).toThrow('another')
  // and the query still works afterwards
  expect(query.shortestPath(metric, table, sources, targets)?.cost).toBe(dist[far])
})

test('a setting whose costs do not fit 31 bits is refused instead of answered with no path', () => {
  const { graph, hierarchy } = open(5, 8)
  const huge = { ...randomTable(graph, 5), factor: new Float64Array(graph.classCount * 2).fill(1e6), minFactor: 1e6 }
  expect(arcCost(graph, huge, 0)).toBe(FORBIDDEN - 1)
  expect(customise(graph, hierarchy, huge)).toBeNull()
})

const NETWORKS = caseCount(60, 1000)
const NOWHERE: Seeds = { nodes: [], costs: [], arcs: [] }

test('costs are those of plain Dijkstra, and paths those of single queries, on random networks', () => {
  let routed = 0
  let unreachable = 0
  const wrong: string[] = []
  for (const seed of runSeeds(NETWORKS)) {
    const size = 2 + (seed % 9)
    // regular networks have many paths of equal cost
    const plain = randomGraph(seed, { columns: size, rows: size, removedShare: 0.2, regular: seed % 3 === 0 })
    const graph = withColumns(plain, buildHierarchy(plain))
    const hierarchy = Hierarchy.from(graph)
    const query = new HierarchyQuery(graph, hierarchy)
    const matrix = query.toMatrix()
    const random = seededRandom(seed)
    for (let setting = 0; setting < 2; setting++) {
      const table = randomTable(graph, seed * 2 + setting)
      const metric = customise(graph, hierarchy, table)!
      const sources = Array.from({ length: 5 }, () => randomSeeds(graph, table, random, false))
      const targets = [NOWHERE, ...Array.from({ length: 6 }, () => randomSeeds(graph, table, random, true))]
      matrix.setTargets(metric, table, targets)
      for (const source of sources) {
        matrix.search(source)
        const costs = [...matrix.costs]
        const paths = targets.map((_, t) => matrix.path(t))
        matrix.end()
        const dist = dijkstra(graph, table, source)
        targets.forEach((target, t) => {
          const truth = cheapest(dist, target)
          const single = query.shortestPath(metric, table, source, target)
          if (costs[t] !== truth || JSON.stringify(paths[t]) !== JSON.stringify(single)) wrong.push(`${seed}: ${t}`)
          if (truth === Infinity) unreachable++
          else routed++
        })
      }
    }
  }
  expect(wrong).toEqual([])
  expect(routed).toBeGreaterThan(1500)
  expect(unreachable).toBeGreaterThan(400)
})
