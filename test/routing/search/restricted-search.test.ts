import { expect, test } from 'vitest'
import { arcCost, FORBIDDEN, type CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { RemainingCosts } from '../../../src/routing/search/remaining-costs.ts'
import {
  breaksRestriction,
  restrictedPathBack,
  restrictedShortestPath,
} from '../../../src/routing/search/restricted-search.ts'
import { SearchStopped, type Seeds } from '../../../src/routing/search/search-types.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
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

function restrictionsOf(graph: RoutingGraph): number[][] {
  const { restrictionStart, restrictionArcs } = graph.columns
  return Array.from({ length: restrictionStart.length - 1 }, (_, r) => [
    ...restrictionArcs.subarray(restrictionStart[r], restrictionStart[r + 1]),
  ])
}

/** Does the walk end with a forbidden sequence? Looked for by comparing, arc by arc. */
const endsForbidden = (walk: number[], restrictions: number[][]) =>
  restrictions.some((r) => r.length <= walk.length && r.every((arc, i) => walk[walk.length - r.length + i] === arc))

/** The oracle: Dijkstra over whole histories of the last four arcs, as long as the longest restriction. */
function bruteForce(
  graph: RoutingGraph,
  table: CostTable,
  sources: Seeds,
  targets: Seeds,
  restrictions: number[][],
  turnsRound = false,
): number {
  const { firstArc, arcId, arcHead } = graph.columns
  const done = new Map<string, number>()
  const open: { cost: number; node: number; recent: number[] }[] = []
  for (let s = 0; s < sources.nodes.length; s++)
    open.push({ cost: sources.costs[s], node: sources.nodes[s], recent: sources.arcs[s] < 0 ? [] : [sources.arcs[s]] })
  let best = Infinity
  while (open.length > 0) {
    let least = 0
    for (let i = 1; i < open.length; i++) if (open[i].cost < open[least].cost) least = i
    const [{ cost, node, recent }] = open.splice(least, 1)
    const key = `${node}:${recent}`
    if (done.has(key)) continue
    done.set(key, cost)
    const ways: typeof open = []
    let exits = 0
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const step = arcCost(graph, table, arcId[a])
      const walk = [...recent, arcId[a]].slice(-4)
      if (step !== FORBIDDEN && arcId[a] !== (recent[recent.length - 1] ^ 1)) exits++
      if (step !== FORBIDDEN && !endsForbidden(walk, restrictions))
        ways.push({ cost: cost + step, node: arcHead[a], recent: walk })
    }
    const goesBack = (way: (typeof open)[number]) =>
      recent.length > 0 && way.recent[way.recent.length - 1] === (recent[recent.length - 1] ^ 1)
    const mayTurn = turnsRound || exits === 0
    for (let t = 0; t < targets.nodes.length; t++) {
      const arc = targets.arcs[t]
      if (targets.nodes[t] !== node || (arc >= 0 && endsForbidden([...recent, arc], restrictions))) continue
      if (arc >= 0 && recent.length > 0 && arc === (recent[recent.length - 1] ^ 1) && !mayTurn) continue
      best = Math.min(best, cost + targets.costs[t])
    }
    open.push(...(mayTurn ? ways : ways.filter((way) => !goesBack(way))))
  }
  return best === Infinity && !turnsRound ? bruteForce(graph, table, sources, targets, restrictions, true) : best
}

test('a forbidden turn is not made, and the way round it is the cheapest one', () => {
  const drawing = tinyGraph(
    `
    A---B---C
        |   |
        D---E`,
    { restrictions: ['ABD'] },
  )
  const { graph, node, arc, walk } = drawing
  const table = evenTable(graph.classCount)
  expect(breaksRestriction(graph, [arc('AB'), arc('BD')])).toBe(true)
  expect(breaksRestriction(graph, [arc('AB'), arc('BC')])).toBe(false)
  expect(walk(restrictedShortestPath(graph, table, at(node('A')), at(node('D')), Infinity, UNLIMITED).path!.arcs)).toBe(
    'ABCED',
  )
  expect(
    walk(restrictedShortestPath(graph, table, at(node('C')), at(node('D')), Infinity, UNLIMITED).path!.arcs),
  ).toMatch(/^C(B|E)D$/)
})

test('nobody turns round to get past a restriction where another way exists, and at a dead end everybody may', () => {
  const { graph, node, walk } = tinyGraph(
    `
    A---B-C-------------E
        |               |
        D---------------F
    `,
    { restrictions: ['ABD'] },
  )
  const table = evenTable(graph.classCount)
  expect(walk(restrictedShortestPath(graph, table, at(node('A')), at(node('D')), Infinity, UNLIMITED).path!.arcs)).toBe(
    'ABCEFD',
  )
  const dead = tinyGraph(
    `
    A---B---C
        |
        D`,
    { restrictions: ['ABD'] },
  )
  expect(
    dead.walk(
      restrictedShortestPath(dead.graph, table, at(dead.node('A')), at(dead.node('D')), Infinity, UNLIMITED).path!.arcs,
    ),
  ).toBe('ABCBD')
})

test('a part of an arc at either end counts as travelled', () => {
  const { graph, node, arc } = tinyGraph('A---B---C', { restrictions: ['ABC'] })
  const table = evenTable(graph.classCount)
  expect(breaksRestriction(graph, [], arc('AB'), arc('BC'))).toBe(true)
  expect(breaksRestriction(graph, [arc('BC')], arc('AB'))).toBe(true)
  expect(breaksRestriction(graph, [arc('BC')])).toBe(false)
  const fromAb = { nodes: [node('B')], costs: [5], arcs: [arc('AB')] }
  const intoBc = { nodes: [node('B')], costs: [5], arcs: [arc('BC')] }
  // not even by B-A-B-C: that way ends with the same turn
  expect(restrictedShortestPath(graph, table, fromAb, intoBc, Infinity, UNLIMITED)).toMatchObject({
    path: null,
    complete: true,
    lowerBound: Infinity,
  })
  expect(restrictedShortestPath(graph, table, at(node('B')), intoBc, Infinity, UNLIMITED).path).toMatchObject({
    cost: 5,
    sourceSeed: 0,
    targetSeed: 0,
  })
})

test('a restriction by way of another road binds only who came all the way', () => {
  const { graph, node, walk } = tinyGraph(
    `
    A---B---C---D
        |   |
        E   F`,
    { restrictions: ['ABCF'] },
  )
  const table = evenTable(graph.classCount)
  const path = (from: string, to: string) =>
    walk(restrictedShortestPath(graph, table, at(node(from)), at(node(to)), Infinity, UNLIMITED).path!.arcs)
  expect(path('E', 'F')).toBe('EBCF')
  expect(path('A', 'D')).toBe('ABCD')
  expect(path('A', 'F')).not.toContain('ABCF')
})

test('both ways, equals a search over whole histories, on 600 random networks', () => {
  let broken = 0
  let differs = 0
  for (const seed of runSeeds(600)) {
    const graph = randomGraph(seed, {
      columns: 2 + (seed % 4),
      rows: 2 + (seed % 3),
      removedShare: 0.15,
      regular: seed % 3 === 0,
      restrictionCount: 1 + (seed % 12),
    })
    const restrictions = restrictionsOf(graph)
    const table = randomTable(graph, seed)
    const random = seededRandom(seed)
    for (let pair = 0; pair < 3; pair++) {
      const sources = randomSeeds(graph, table, random, false)
      const targets = randomSeeds(graph, table, random, true)
      const truth = bruteForce(graph, table, sources, targets, restrictions)
      const fromSources = dijkstra(graph, table, sources)
      if (cheapest(fromSources, targets) !== truth) differs++
      const ask = (upperBound: number) => [
        restrictedShortestPath(graph, table, sources, targets, upperBound, UNLIMITED),
        restrictedPathBack(graph, table, sources, targets, upperBound, UNLIMITED, () => 0, null),
        restrictedPathBack(graph, table, sources, targets, upperBound, UNLIMITED, (node) => fromSources[node], null),
      ]
      for (const { path, complete, lowerBound } of ask(Infinity)) {
        expect(path?.cost ?? Infinity, `network ${seed} pair ${pair}`).toBe(truth)
        expect([complete, lowerBound]).toEqual([true, truth])
        if (path === null) continue
        expect(resum(graph, table, sources, targets, path)).toBe(truth)
        expect(breaksRestriction(graph, path.arcs, sources.arcs[path.sourceSeed], targets.arcs[path.targetSeed])).toBe(
          false,
        )
      }
      if (truth < Infinity) for (const { path } of ask(truth)) expect(path).toBeNull()
    }
    // the quick test agrees with comparing, on random walks
    const { firstArc, arcId } = graph.columns
    for (let i = 0; i < 20; i++) {
      const walk: number[] = []
      let node = Math.floor(random() * graph.nodeCount)
      while (walk.length < 8 && firstArc[node] < firstArc[node + 1]) {
        walk.push(arcId[firstArc[node] + Math.floor(random() * (firstArc[node + 1] - firstArc[node]))])
        node = graph.arcTarget(walk[walk.length - 1])
      }
      const truth = walk.some((_, end) => endsForbidden(walk.slice(0, end + 1), restrictions))
      expect(breaksRestriction(graph, walk)).toBe(truth)
      if (truth) broken++
    }
  }
  expect(broken).toBeGreaterThan(300)
  expect(differs).toBeGreaterThan(60)
})

test('beyond its budget it says so with a bound, and a raised flag stops it', () => {
  let cut = 0
  for (const seed of runSeeds(100)) {
    const graph = randomGraph(seed, { columns: 12, rows: 12, removedShare: 0.1, restrictionCount: 30 })
    const table = randomTable(graph, seed)
    const random = seededRandom(seed)
    const sources = randomSeeds(graph, table, random, false)
    const targets = randomSeeds(graph, table, random, true)
    const truth = restrictedShortestPath(graph, table, sources, targets, Infinity, UNLIMITED).lowerBound
    for (const maxSettled of [0, 5, 20, 60]) {
      const found = restrictedShortestPath(graph, table, sources, targets, Infinity, { maxSettled })
      expect(found.lowerBound).toBeLessThanOrEqual(truth)
      expect(found.settledCount).toBeLessThanOrEqual(2 * maxSettled)
      if (found.path !== null) {
        expect(found.path.cost).toBeGreaterThanOrEqual(truth)
        expect(resum(graph, table, sources, targets, found.path)).toBe(found.path.cost)
      }
      if (!found.complete) cut++
    }
  }
  expect(cut).toBeGreaterThan(50)
  const graph = randomGraph(0, { columns: 5, rows: 5, removedShare: 0, restrictionCount: 3 })
  const cancelled = Int32Array.of(1)
  expect(() =>
    restrictedShortestPath(graph, evenTable(graph.classCount), at(0), at(24), Infinity, { ...UNLIMITED, cancelled }),
  ).toThrow(SearchStopped)
})

test('what is known of one source gives the same costs to many targets, and less to settle', () => {
  let alone = 0
  let helped = 0
  let turned = 0
  for (const seed of runSeeds(150)) {
    const graph = randomGraph(seed, { columns: 9, rows: 8, removedShare: 0.15, restrictionCount: 60 })
    const table = randomTable(graph, seed)
    const random = seededRandom(seed)
    const known = new RemainingCosts()
    for (let s = 0; s < 2; s++) {
      const sources = randomSeeds(graph, table, random, false)
      const fromSources = dijkstra(graph, table, sources)
      for (let t = 0; t < 12; t++) {
        const targets = randomSeeds(graph, table, random, true)
        const plain = restrictedShortestPath(graph, table, sources, targets, Infinity, UNLIMITED, () => 0)
        const back = (rests: RemainingCosts | null, upperBound = Infinity) => {
          const bound = (node: number) => fromSources[node]
          return restrictedPathBack(graph, table, sources, targets, upperBound, UNLIMITED, bound, rests)
        }
        const found = back(known.begin(table, { ...sources }))
        alone += back(null).settledCount
        helped += found.settledCount
        expect([found.complete, found.lowerBound, found.path?.cost]).toEqual([true, plain.lowerBound, plain.path?.cost])
        if (found.path === null) continue
        const { arcs, sourceSeed, targetSeed, cost } = found.path
        expect(resum(graph, table, sources, targets, found.path)).toBe(cost)
        expect(breaksRestriction(graph, arcs, sources.arcs[sourceSeed], targets.arcs[targetSeed])).toBe(false)
        expect(back(known, cost).path).toBeNull()
        if (fromSources[targets.nodes[targetSeed]] + targets.costs[targetSeed] < cost) turned++
      }
    }
  }
  expect(turned).toBeGreaterThan(100)
  expect(helped).toBeLessThan(0.75 * alone)
})
