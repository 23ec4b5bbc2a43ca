import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { ArcLengths } from '../../../src/routing/isochrone/isochrone-query.ts'
import { IsochroneSearch } from '../../../src/routing/isochrone/isochrone-search.ts'
import { measureAt, reachedEdges } from '../../../src/routing/isochrone/reached-edges.ts'
import type { SnapPoint } from '../../../src/routing/legs/snap-waypoints.ts'
import { sourceSeeds, targetSeeds } from '../../../src/routing/legs/leg-path.ts'
import { restrictedShortestPath } from '../../../src/routing/search/restricted-search.ts'
import { caseCount } from '../../support/case-count.ts'
import { dijkstra } from '../../support/dijkstra.ts'
import { randomGraph, randomTable, seededRandom } from '../../support/random-graph.ts'

const pointOn = (graph: RoutingGraph, edge: number, share: number): SnapPoint => ({
  lon: 0,
  lat: 0,
  distanceM: 0,
  edge,
  atMm: Math.round(graph.columns.edgeLengthMm[edge] * share),
  heightM: Number.NaN,
})

interface Case {
  graph: RoutingGraph
  table: CostTable
  costOf: (arc: number) => number
  start: SnapPoint
  limit: number
}

function randomCase(seed: number, restrictionCount: number): Case {
  const graph = randomGraph(seed, { columns: 7, rows: 6, restrictionCount })
  const table = randomTable(graph, seed)
  const random = seededRandom(seed)
  const start = pointOn(graph, Math.floor(random() * graph.edgeCount), random() < 0.3 ? 0 : random())
  return { graph, table, costOf: arcCosts(graph, table), start, limit: 1000 + random() * 60_000 }
}

const find = ({ graph, table, costOf, start, limit }: Case, back: 0 | 1, restricted: boolean) => {
  const query = {
    ...{ table, start, back, limit, restricted, maxSettled: 1e6 },
    measure: { of: costOf },
    other: new ArcLengths(graph),
  }
  return { query, edges: new IsochroneSearch(graph).find(query) }
}

/** Cost from the start to a place on an edge, or back, by plain Dijkstra. */
function costTo({ graph, table, costOf, start }: Case, dist: Float64Array, edge: number, share: number): number {
  const { edgeFrom, edgeTo, edgeLengthMm } = graph.columns
  const forward = costOf(edge * 2)
  const backward = costOf(edge * 2 + 1)
  let best = Infinity
  if (forward < FORBIDDEN) best = dist[edgeFrom[edge]] + forward * share
  if (backward < FORBIDDEN) best = Math.min(best, dist[edgeTo[edge]] + backward * (1 - share))
  const own = start.atMm / edgeLengthMm[edge]
  if (edge === start.edge && table !== null) {
    if (share >= own && forward < FORBIDDEN) best = Math.min(best, forward * (share - own))
    if (share <= own && backward < FORBIDDEN) best = Math.min(best, backward * (own - share))
  }
  return best
}

describe('without turn restrictions', () => {
  test('a place is within reach where plain Dijkstra says that it is, at the cost it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const given = randomCase(seed, 0)
        const { graph, table, start, limit } = given
        const dist = dijkstra(graph, table, exactSeeds(given))
        const { query, edges } = find(given, 0, false)
        const parts = reachedEdges(graph, query, edges, limit)
        const random = seededRandom(seed + 1)
        const wrong: unknown[] = []
        for (let i = 0; i < 60; i++) {
          const edge = i < 10 ? start.edge : Math.floor(random() * graph.edgeCount)
          if (graph.columns.edgeLengthMm[edge] < 1000) continue
          const share = random()
          const cost = costTo(given, dist, edge, share)
          if (Math.abs(cost - limit) < 5) continue
          let covered = 0
          for (let p = 0; p < parts.count; p++)
            if (parts.edge[p] === edge && parts.from[p] <= share && share <= parts.to[p]) covered++
          if (covered !== (cost <= limit ? 1 : 0)) wrong.push({ edge, share, cost, limit, covered })
          const there = measureAt(graph, query, edges, {
            edge,
            atMm: share * graph.columns.edgeLengthMm[edge],
          })
          if ((there === null) !== cost > limit || (there !== null && Math.abs(there.measure - cost) > 2))
            wrong.push({ edge, share, cost, there })
        }
        expect(wrong).toEqual([])
      }),
      { numRuns: caseCount(60, 600) },
    )
  })
})

/** Seeds with the share of the cost, not rounded up. */
function exactSeeds({ graph, costOf, start }: Case) {
  const { edgeFrom, edgeTo, edgeLengthMm } = graph.columns
  const share = start.atMm / edgeLengthMm[start.edge]
  if (start.atMm <= 0) return { nodes: [edgeFrom[start.edge]], costs: [0], arcs: [-1] }
  if (start.atMm >= edgeLengthMm[start.edge]) return { nodes: [edgeTo[start.edge]], costs: [0], arcs: [-1] }
  const costs = [costOf(start.edge * 2) * (1 - share), costOf(start.edge * 2 + 1) * share]
  const closed = [costOf(start.edge * 2), costOf(start.edge * 2 + 1)].map((cost) => cost >= FORBIDDEN)
  return {
    nodes: [edgeTo[start.edge], edgeFrom[start.edge]],
    costs: costs.map((cost, i) => (closed[i] ? Infinity : cost)),
    arcs: [start.edge * 2, start.edge * 2 + 1],
  }
}

test.each([
  ['from', 0],
  ['to', 1],
] as const)('with turn restrictions every arc is entered at the cost that the exact search finds (%s)', (_, back) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const given = { ...randomCase(seed, 25), limit: 1e9 }
      const { graph, table, costOf, start } = given
      const { edges } = find(given, back, true)
      const { edgeFrom, edgeTo } = graph.columns
      const wrong: unknown[] = []
      for (let slot = seed % 5; slot < graph.edgeCount * 2; slot += 5) {
        const arc = slot ^ back
        if (costOf(arc) >= FORBIDDEN) continue
        const end = { nodes: [(slot & 1) === 0 ? edgeFrom[slot >>> 1] : edgeTo[slot >>> 1]], costs: [0], arcs: [arc] }
        const [source, target] =
          back === 0 ? [sourceSeeds(graph, table, start), end] : [end, targetSeeds(graph, table, start)]
        const { path } = restrictedShortestPath(graph, table, source, target, 1e12, { maxSettled: 1e6 })
        const index = edges.indexOf[slot >>> 1]
        const entered = index < 0 ? Infinity : edges.at[index * 2 + (slot & 1)]
        const last =
          back === 0
            ? (path?.arcs.at(-1) ?? source.arcs[path?.sourceSeed ?? 0])
            : (path?.arcs[0] ?? target.arcs[path?.targetSeed ?? 0])
        // the exact search may end by turning round, which reaches nothing new
        const turnsRound = last === (arc ^ 1)
        const cost = path?.cost ?? Infinity
        if (entered < cost - 2 || (entered > cost + 2 && !turnsRound)) wrong.push({ slot, entered, cost })
      }
      expect(wrong).toEqual([])
    }),
    { numRuns: caseCount(30, 300) },
  )
})

test('a search finds what a fresh one does, whatever was searched before it', () => {
  let met = 0
  let cut = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.array(fc.nat(1e6), { minLength: 2, maxLength: 5 }),
      (seed, all) => {
        const graph = randomGraph(seed, { columns: 7, rows: 6, restrictionCount: 25 })
        const used = new IsochroneSearch(graph)
        const tell = (search: IsochroneSearch, own: number) => {
          const table = randomTable(graph, own)
          const costOf = arcCosts(graph, table)
          const random = seededRandom(own)
          // the measure of some ways is unknown, of most searches of none
          const unknown = random() < 0.3 ? Math.floor(random() * graph.edgeCount) : -1
          const { isCut, metUnknown, count, ...columns } = search.find({
            ...{ table, back: random() < 0.5 ? 0 : 1, limit: random() * 60_000, restricted: random() < 0.5 },
            start: pointOn(graph, Math.floor(random() * graph.edgeCount), random()),
            measure: { of: (arc) => (arc >>> 1 === unknown ? Infinity : costOf(arc)) },
            other: random() < 0.5 ? new ArcLengths(graph) : null,
            maxSettled: random() < 0.2 ? 5 : 1e6,
          })
          met += Number(metUnknown)
          cut += Number(isCut)
          const { edge, at, whole, other, indexOf } = columns
          const slots = Array.from({ length: count * 2 }, (_, slot) =>
            at[slot] === Infinity ? null : [at[slot], whole[slot], other[slot]],
          )
          return { isCut, metUnknown, edges: [...edge.subarray(0, count)], slots, indexes: [...indexOf] }
        }
        for (const own of all) expect(tell(used, own)).toEqual(tell(new IsochroneSearch(graph), own))
      },
    ),
    { numRuns: caseCount(40, 400) },
  )
  expect(Math.min(met, cut)).toBeGreaterThan(5)
})
