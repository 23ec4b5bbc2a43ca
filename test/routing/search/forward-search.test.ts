import { expect, test } from 'vitest'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { arcCosts, type CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { customiseBound } from '../../../src/routing/cch/bound-metric.ts'
import { customise } from '../../../src/routing/cch/customise.ts'
import type { Guide } from '../../../src/routing/cch/guide.ts'
import { buildHierarchy, Hierarchy } from '../../../src/routing/cch/hierarchy.ts'
import { HierarchyPotential } from '../../../src/routing/cch/cch-potential.ts'
import { ForwardSearch } from '../../../src/routing/search/forward-search.ts'
import { type SearchOutcome, SearchStopped } from '../../../src/routing/search/search-types.ts'
import { caseCount } from '../../support/case-count.ts'
import { cheapest, dijkstra, resum } from '../../support/dijkstra.ts'
import { withColumns } from '../../support/graph-from-edges.ts'
import {
  randomGraph,
  type RandomGraphOptions,
  randomSeeds,
  randomTable,
  seededRandom,
} from '../../support/random-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

const UNLIMITED = { maxSettled: 1e9 }
const at = (node: number) => ({ nodes: [node], costs: [0], arcs: [-1] })

function open(seed: number, options: RandomGraphOptions) {
  const plain = randomGraph(seed, options)
  const graph = withColumns(plain, buildHierarchy(plain))
  return { graph, hierarchy: Hierarchy.from(graph), search: new ForwardSearch(graph) }
}

/** By the setting's own metric, and by its costs rounded down, of which a share may be all. */
function guidesOf(graph: RoutingGraph, hierarchy: Hierarchy, table: CostTable, share: number): Guide[] {
  const bound = customiseBound(graph, hierarchy, { ...table, isBound: true })
  const shared = { bounds: [bound, bound], shares: [share * 0.6, share * 0.4] }
  return [customise(graph, hierarchy, table)!, shared]
}

test('it finds what plain Dijkstra finds under exact bounds, rounded ones and a share of them, or proves that nothing is', () => {
  let [routed, unreachable] = [0, 0]
  for (const seed of runSeeds(caseCount(150, 1000))) {
    const { graph, hierarchy, search } = open(seed, {
      ...{ columns: 2 + (seed % 9), rows: 2 + (seed % 7), regular: seed % 4 === 0 },
      removedShare: 0.1 + (seed % 5) * 0.1,
    })
    const random = seededRandom(seed)
    const table = randomTable(graph, seed)
    const potential = new HierarchyPotential(hierarchy)
    for (const guide of guidesOf(graph, hierarchy, table, [1, 0.5, 0][seed % 3])) {
      for (let pair = 0; pair < 3; pair++) {
        const sources = randomSeeds(graph, table, random, false)
        const targets = randomSeeds(graph, table, random, true)
        const truth = cheapest(dijkstra(graph, table, sources), targets)
        const find = (upperBound: number) =>
          search.shortestPath(table, sources, targets, upperBound, UNLIMITED, potential.towards(guide, targets))
        const found = find(Infinity)
        expect(found.path?.cost ?? Infinity, `network ${seed} pair ${pair}`).toBe(truth)
        expect([found.complete, found.lowerBound]).toEqual([true, truth])
        if (found.path === null) {
          unreachable++
          continue
        }
        routed++
        expect(resum(graph, table, sources, targets, found.path)).toBe(truth)
        const bounded = find(truth)
        expect([bounded.path, bounded.complete, bounded.lowerBound]).toEqual([null, true, truth])
        expect(find(truth + 1).path?.cost).toBe(truth)
      }
    }
  }
  expect(routed).toBeGreaterThan(400)
  expect(unreachable).toBeGreaterThan(100)
})

test('beyond its budget it says so, with a valid path and a bound that the cheapest path does not undercut', () => {
  const kinds = { exact: 0, gap: 0, nothing: 0 }
  for (const seed of runSeeds(caseCount(40, 200))) {
    const { graph, hierarchy, search } = open(seed, { columns: 20, rows: 20, removedShare: 0.15 })
    const random = seededRandom(seed)
    const table = randomTable(graph, seed)
    const [, guide] = guidesOf(graph, hierarchy, table, 0.3)
    const potential = new HierarchyPotential(hierarchy)
    for (const maxSettled of [1, 3, 10, 30, 60, 100, 200]) {
      const sources = randomSeeds(graph, table, random, false)
      const targets = randomSeeds(graph, table, random, true)
      const truth = cheapest(dijkstra(graph, table, sources), targets)
      const toTarget = potential.towards(guide, targets)
      const found = search.shortestPath(table, sources, targets, Infinity, { maxSettled }, toTarget)
      expect(found.lowerBound).toBeLessThanOrEqual(truth)
      expect(found.settledCount).toBeLessThanOrEqual(2 * maxSettled)
      if (found.path !== null) {
        expect(resum(graph, table, sources, targets, found.path)).toBe(found.path.cost)
        expect(found.path.cost).toBeGreaterThanOrEqual(truth)
      }
      if (found.complete) {
        kinds.exact++
        expect(found.path?.cost ?? Infinity).toBe(truth)
      } else if (found.path !== null) kinds.gap++
      else kinds.nothing++
    }
  }
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(5)
})

test('what it knows of the costs from its sources is nowhere above them, and rises along no arc by more than it costs', () => {
  let [known, bounded, deadEnds] = [0, 0, 0]
  for (const seed of runSeeds(caseCount(60, 400))) {
    const { graph, hierarchy, search } = open(seed, { columns: 9, rows: 9, removedShare: 0.1 + (seed % 4) * 0.1 })
    const { firstArc, arcHead, arcId } = graph.columns
    const random = seededRandom(seed)
    const table = randomTable(graph, seed)
    const costOf = arcCosts(graph, table)
    const potential = new HierarchyPotential(hierarchy)
    for (const guide of guidesOf(graph, hierarchy, table, [1, 0.5, 0.1][seed % 3])) {
      const sources = randomSeeds(graph, table, random, false)
      const targets = randomSeeds(graph, table, random, true)
      const truth = dijkstra(graph, table, sources)
      const control = { maxSettled: seed % 5 === 0 ? 12 : 1e9 }
      const toTarget = potential.towards(guide, targets)
      const look = (outcome: SearchOutcome, costBelow: (node: number) => number) => {
        const below = Array.from({ length: graph.nodeCount }, (_, node) => costBelow(node))
        for (let node = 0; node < graph.nodeCount; node++) {
          expect(below[node]).toBeLessThanOrEqual(truth[node] + 1e-6)
          if (below[node] === truth[node]) known++
          else bounded++
          if (firstArc[node + 1] - firstArc[node] === 1) deadEnds++
          for (let a = firstArc[node]; a < firstArc[node + 1]; a++)
            expect(below[arcHead[a]]).toBeLessThanOrEqual(below[node] + costOf(arcId[a]) + 1e-6)
        }
        return outcome
      }
      search.shortestPath(table, sources, targets, Infinity, control, toTarget, look)
    }
  }
  expect(Math.min(known, bounded, deadEnds)).toBeGreaterThan(200)
})

test('under exact bounds it goes hardly anywhere but along the path', () => {
  const { graph, hierarchy, search } = open(3, { columns: 40, rows: 40, removedShare: 0.1 })
  const table = randomTable(graph, 3)
  const [guide] = guidesOf(graph, hierarchy, table, 1)
  const toTarget = new HierarchyPotential(hierarchy).towards(guide, at(1599))
  const { path, settledCount } = search.shortestPath(table, at(0), at(1599), Infinity, UNLIMITED, toTarget)
  expect(path!.arcs.length).toBeGreaterThan(30)
  expect(settledCount).toBeLessThanOrEqual(2 * path!.arcs.length)
})

test('it settles junctions and ends alone, each once, and passes the nodes between', () => {
  let passed = 0
  for (const seed of runSeeds(caseCount(60, 300))) {
    const { graph, hierarchy, search } = open(seed, { columns: 9, rows: 9, removedShare: 0.4 })
    const { firstArc } = graph.columns
    const random = seededRandom(seed)
    const table = randomTable(graph, seed)
    const [, guide] = guidesOf(graph, hierarchy, table, 0.1)
    const sources = randomSeeds(graph, table, random, false)
    const targets = randomSeeds(graph, table, random, true)
    const toTarget = new HierarchyPotential(hierarchy).towards(guide, targets)
    const { path, settledCount } = search.shortestPath(table, sources, targets, Infinity, UNLIMITED, toTarget)
    let junctions = 0
    for (let node = 0; node < graph.nodeCount; node++) if (firstArc[node + 1] - firstArc[node] > 2) junctions++
    expect(settledCount).toBeLessThanOrEqual(junctions + sources.nodes.length + targets.nodes.length)
    for (const arc of path?.arcs ?? []) {
      const end = graph.arcTarget(arc)
      if (firstArc[end + 1] - firstArc[end] <= 2 && !Array.from(targets.nodes).includes(end)) passed++
    }
  }
  expect(passed).toBeGreaterThan(20)
})

test('a raised flag stops it, and the next search is not disturbed by that', () => {
  const { graph, search } = open(1, { columns: 40, rows: 40, removedShare: 0.1 })
  const table = randomTable(graph, 1)
  const find = (control: object) =>
    search.shortestPath(table, at(0), at(1599), Infinity, { ...UNLIMITED, ...control }, () => 0)
  const before = find({})
  expect(before.path).not.toBeNull()
  const cancelled = new Int32Array(new SharedArrayBuffer(4))
  cancelled[0] = 1
  expect(() => find({ cancelled })).toThrow(SearchStopped)
  cancelled[0] = 0
  expect(find({ cancelled })).toEqual(before)
})
