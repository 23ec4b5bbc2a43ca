import { expect, test } from 'vitest'
import { BidirectionalSearch } from '../../../src/routing/search/bidirectional-search.ts'
import { SearchStopped } from '../../../src/routing/search/search-types.ts'
import { cheapest, dijkstra, resum } from '../../support/dijkstra.ts'
import { randomGraph, randomSeeds, randomTable, seededRandom } from '../../support/random-graph.ts'
import { tinyGraph } from '../../support/tiny-graph.ts'
import { runSeeds } from '../../support/run-seed.ts'

const UNLIMITED = { maxSettled: 1e9 }
const at = (node: number) => ({ nodes: [node], costs: [0], arcs: [-1] })
const evenTable = (classCount: number) => ({
  key: 'even',
  factor: new Float64Array(classCount * 2).fill(0.1),
  minFactor: 0.1,
  perAscentDm: 0,
  perDescentDm: 0,
  flatPenalty: 0,
})

test('two searches that meet cost what plain Dijkstra finds, on 1,500 random networks', () => {
  let routed = 0
  let unreachable = 0
  for (const seed of runSeeds(1500)) {
    const graph = randomGraph(seed, {
      columns: 2 + (seed % 9),
      rows: 2 + (seed % 7),
      removedShare: 0.1 + (seed % 5) * 0.1,
      regular: seed % 4 === 0,
    })
    const search = new BidirectionalSearch(graph)
    const random = seededRandom(seed)
    for (let setting = 0; setting < 3; setting++) {
      const table = randomTable(graph, seed * 3 + setting)
      for (let pair = 0; pair < 3; pair++) {
        const sources = randomSeeds(graph, table, random, false)
        const targets = randomSeeds(graph, table, random, true)
        const truth = cheapest(dijkstra(graph, table, sources), targets)
        const found = search.shortestPath(table, sources, targets, Infinity, UNLIMITED)
        expect(found.path?.cost ?? Infinity, `network ${seed} setting ${setting} pair ${pair}`).toBe(truth)
        expect(found.complete).toBe(true)
        expect(found.lowerBound).toBe(truth)
        if (found.path === null) {
          unreachable++
          continue
        }
        routed++
        expect(resum(graph, table, sources, targets, found.path)).toBe(truth)
        const bounded = search.shortestPath(table, sources, targets, truth, UNLIMITED)
        expect([bounded.path, bounded.complete, bounded.lowerBound]).toEqual([null, true, truth])
      }
    }
  }
  expect(routed).toBeGreaterThan(5000)
  expect(unreachable).toBeGreaterThan(1000)
})

test('beyond its budget a search says so, with a valid path and a bound that the cheapest path does not undercut', () => {
  const kinds = { exact: 0, gap: 0, nothing: 0 }
  for (const seed of runSeeds(60)) {
    const graph = randomGraph(seed, { columns: 20, rows: 20, removedShare: 0.15 })
    const search = new BidirectionalSearch(graph)
    const random = seededRandom(seed)
    const table = randomTable(graph, seed)
    for (const maxSettled of [1, 3, 10, 30, 60, 100, 200]) {
      const sources = randomSeeds(graph, table, random, false)
      const targets = randomSeeds(graph, table, random, true)
      const truth = cheapest(dijkstra(graph, table, sources), targets)
      const found = search.shortestPath(table, sources, targets, Infinity, { maxSettled })
      expect(found.lowerBound).toBeLessThanOrEqual(truth)
      expect(found.settledCount).toBeLessThanOrEqual(2 * maxSettled)
      if (found.path !== null) {
        expect(resum(graph, table, sources, targets, found.path)).toBe(found.path.cost)
        expect(found.path.cost).toBeGreaterThanOrEqual(truth)
      }
      if (found.complete) {
        kinds.exact++
        expect(found.path?.cost ?? Infinity).toBe(truth)
      } else if (found.path === null) kinds.nothing++
      else kinds.gap++
    }
  }
  expect(kinds.exact).toBeGreaterThan(50)
  expect(kinds.gap).toBeGreaterThan(50)
  expect(kinds.nothing).toBeGreaterThan(50)
})

test('no path at all is proven, and differs from a budget that ended', () => {
  const { graph, node } = tinyGraph('A---B   C---D')
  const search = new BidirectionalSearch(graph)
  const none = search.shortestPath(evenTable(graph.classCount), at(node('A')), at(node('D')), Infinity, UNLIMITED)
  expect([none.path, none.complete, none.lowerBound]).toEqual([null, true, Infinity])
  const unknown = search.shortestPath(evenTable(graph.classCount), at(node('A')), at(node('D')), Infinity, {
    maxSettled: 0,
  })
  expect([unknown.path, unknown.complete]).toEqual([null, false])
  expect(unknown.lowerBound).toBeGreaterThan(0)
})

test('a one-way is not driven against, and the way round is found', () => {
  const drawing = tinyGraph(`
    A-->B
    |   |
    D---C`)
  const search = new BidirectionalSearch(drawing.graph)
  const { classFootForward, classFootBackward } = drawing.graph.columns
  const table = evenTable(drawing.graph.classCount)
  for (let c = 0; c < drawing.graph.classCount; c++) {
    if (classFootForward[c] === 0) table.factor[2 * c] = Infinity
    if (classFootBackward[c] === 0) table.factor[2 * c + 1] = Infinity
  }
  const walk = (from: string, to: string) =>
    drawing.walk(
      search.shortestPath(table, at(drawing.node(from)), at(drawing.node(to)), Infinity, UNLIMITED).path!.arcs,
    )
  expect(walk('A', 'B')).toBe('AB')
  expect(walk('B', 'A')).toBe('BCDA')
})

test('a raised flag stops the search, and the next search is not disturbed by it', () => {
  const graph = randomGraph(1, { columns: 40, rows: 40, removedShare: 0.1 })
  const search = new BidirectionalSearch(graph)
  const table = evenTable(graph.classCount)
  const before = search.shortestPath(table, at(0), at(1599), Infinity, UNLIMITED)
  const cancelled = new Int32Array(new SharedArrayBuffer(4))
  cancelled[0] = 1
  expect(() => search.shortestPath(table, at(0), at(1599), Infinity, { ...UNLIMITED, cancelled })).toThrow(
    SearchStopped,
  )
  cancelled[0] = 0
  expect(search.shortestPath(table, at(0), at(1599), Infinity, { ...UNLIMITED, cancelled })).toEqual(before)
})

test('costs beyond 31 bits are added without overflow', () => {
  const { graph, node } = tinyGraph('A---B---C---D')
  const table = {
    ...evenTable(graph.classCount),
    factor: new Float64Array(graph.classCount * 2).fill(1e9),
    minFactor: 1e9,
  }
  const found = new BidirectionalSearch(graph).shortestPath(table, at(node('A')), at(node('D')), Infinity, UNLIMITED)
  expect(found.path?.cost).toBe(3 * 0x7ffffffe)
})
