import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildLoopNetwork,
  headOf,
  START,
  tailOf,
  type LoopNetwork,
} from '../../../src/routing/round-trips/loop-network.ts'
import { LoopTrees } from '../../../src/routing/round-trips/loop-trees.ts'
import { SearchStopped } from '../../../src/routing/search/search-types.ts'
import { randomGraph, randomTable, seededRandom } from '../../support/random-graph.ts'

function randomNetwork(seed: number): LoopNetwork {
  const graph = randomGraph(seed, { columns: 7, rows: 7, removedShare: 0.15, regular: seed % 3 === 0 })
  const edge = seed % graph.edgeCount
  const lengthMm = graph.columns.edgeLengthMm[edge]
  const atMm = [0, lengthMm, Math.floor(lengthMm / 3)][seed % 3]
  return buildLoopNetwork(
    graph,
    randomTable(graph, seed),
    { lon: 1.5, lat: 42.5, distanceM: 0, edge, atMm, heightM: 0 },
    1e9,
  )
}

/** Bellman-Ford: cheapest sums from a node over arcs of a given weight, the start never passed on the way. */
function plainSums(net: LoopNetwork, from: number, weightOf: (arc: number) => number): Float64Array {
  const best = new Float64Array(net.nodeCount).fill(Infinity)
  best[from] = 0
  for (let changed = true; changed; ) {
    changed = false
    for (let arc = 0; arc < net.edgeCount * 2; arc++) {
      const tail = tailOf(net, arc)
      if (tail === START && from !== START) continue
      const sum = best[tail] + weightOf(arc)
      if (sum >= best[headOf(net, arc)]) continue
      best[headOf(net, arc)] = sum
      changed = true
    }
  }
  return best
}

describe('trees and ways of a loop network', () => {
  test('the trees are the cheapest ways out and back, under any weights', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (seed) => {
        const net = randomNetwork(seed)
        const random = seededRandom(seed)
        const weights = Float64Array.from(net.cost, (cost) => cost * (0.5 + random()))
        const trees = new LoopTrees(net)
        trees.weigh(weights)
        const out = plainSums(net, START, (arc) => weights[arc])
        for (let n = 0; n < net.nodeCount; n++) {
          if (out[n] === Infinity) expect(trees.outWeight[n]).toBe(Infinity)
          else expect(Math.abs(trees.outWeight[n] - out[n])).toBeLessThanOrEqual(1e-9 * out[n])
          const back = n === START ? 0 : plainSums(net, n, (arc) => weights[arc])[START]
          if (back === Infinity) expect(trees.backWeight[n]).toBe(Infinity)
          else expect(Math.abs(trees.backWeight[n] - back)).toBeLessThanOrEqual(1e-9 * back)
          const way = trees.wayOut(n)
          const lengthMm = way.reduce((mm, arc) => mm + net.lengthMm[arc >>> 1], 0)
          if (out[n] !== Infinity) expect(Math.abs(lengthMm - trees.outMm[n])).toBeLessThan(1e-3)
          way.forEach((arc, i) => expect(tailOf(net, arc)).toBe(i === 0 ? START : headOf(net, way[i - 1])))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('a way with more expensive edges is the cheapest one that does not pass the start', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (seed) => {
        const net = randomNetwork(seed)
        fc.pre(net.nodeCount >= 3)
        const random = seededRandom(seed + 9)
        const trees = new LoopTrees(net)
        trees.weigh(net.cost)
        for (let e = 0; e < net.edgeCount; e++) if (random() < 0.3) trees.multiplier[e] = 1 + 8 * random()
        for (let i = 0; i < 6; i++) {
          const from = Math.floor(random() * net.nodeCount)
          const to = Math.floor(random() * net.nodeCount)
          if (from === to) continue
          const expensive = (arc: number) => net.cost[arc] * trees.multiplier[arc >>> 1]
          const cheapest = plainSums(net, from, expensive)[to]
          const way = trees.way(from, to)
          if (cheapest === Infinity) expect(way).toBeNull()
          else {
            expect(tailOf(net, way![0])).toBe(from)
            expect(headOf(net, way!.at(-1)!)).toBe(to)
            expect(Math.abs(way!.reduce((sum, arc) => sum + expensive(arc), 0) - cheapest)).toBeLessThanOrEqual(
              1e-6 * cheapest,
            )
            expect(way!.slice(1).some((arc) => tailOf(net, arc) === START)).toBe(false)
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  test('never takes a turn that is forbidden', () => {
    const net = randomNetwork(12)
    const forbids = (from: number, to: number) => (from * 31 + to) % 5 === 0
    const trees = new LoopTrees(net, undefined, { forbidsTurn: forbids })
    trees.weigh(net.cost)
    let ways = 0
    for (let n = 1; n < net.nodeCount; n++) {
      for (const way of [trees.wayOut(n), trees.way(n, START) ?? []]) {
        if (way.length > 1) ways++
        for (let i = 1; i < way.length; i++) expect(forbids(way[i - 1], way[i])).toBe(false)
      }
    }
    expect(ways).toBeGreaterThan(5)
  })

  test('stops where the flag is up', () => {
    const net = randomNetwork(3)
    const flag = new Int32Array(1)
    const trees = new LoopTrees(net, flag)
    trees.poll()
    flag[0] = 1
    expect(() => trees.poll()).toThrow(SearchStopped)
    expect(() => {
      for (let i = 0; i < 2000; i++) trees.weigh(net.cost)
    }).toThrow(SearchStopped)
  })
})
