// Seeded random networks, cost tables and seeds for tests against an oracle. The networks are full of what goes wrong:
// several components, dead ends, chains, parallel edges, loops, edges of no length, ties (a regular grid), steep and
// unknown climbs. The same seed gives the same network everywhere; nothing here is like a real place.

import { distanceM } from '../../src/geo/lon-lat.ts'
import { type CostTable, FORBIDDEN, arcCost } from '../../src/routing/costs/arc-cost.ts'
import type { Seeds } from '../../src/routing/search/search-types.ts'
import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { graphFromEdges, type EdgeSpec, type TestPoint } from './graph-from-edges.ts'

/** 0 <= random() < 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface RandomGraphOptions {
  columns: number
  rows: number
  /** share of the grid's edges left out; more makes components and dead ends */
  removedShare?: number
  /** regular places and equal lengths, so that many paths tie */
  regular?: boolean
  restrictionCount?: number
}

/** A multiple of 120 m that no straight line exceeds. */
const evenLengthMm = (a: TestPoint, b: TestPoint) =>
  120_000 * Math.max(1, Math.ceil(distanceM(a[0], a[1], b[0], b[1]) / 120))

/** A grid of about 100 m cells with everything that makes trouble. */
export function randomGraph(seed: number, options: RandomGraphOptions): RoutingGraph {
  const random = seededRandom(seed)
  const { columns, rows, removedShare = 0.3, regular = false, restrictionCount = 0 } = options
  const pick = (count: number) => Math.floor(random() * count)
  const nodes: TestPoint[] = []
  for (let i = 0; i < columns * rows; i++) {
    const jitter = regular ? 0 : 0.0006
    const spot: TestPoint = [
      1.5 + (i % columns) * 0.0012 + random() * jitter,
      42.5 + Math.floor(i / columns) * 0.0009 + random() * jitter,
      random() < 0.05 ? null : 1000 + pick(300),
    ]
    // now and then two nodes lie in one place
    nodes.push(i > 0 && !regular && random() < 0.05 ? nodes[i - 1] : spot)
  }
  const edges: EdgeSpec[] = []
  const add = (from: number, to: number) => {
    const oneWay = random() < 0.15
    edges.push({
      from,
      to,
      sac: pick(8),
      foot: oneWay ? ['open', 'closed'] : 'open',
      ...(regular ? { lengthMm: evenLengthMm(nodes[from], nodes[to]), ascentDm: 0, descentDm: 0 } : {}),
      ...(!regular && random() < 0.2
        ? { via: [[nodes[from][0] + random() * 0.001, nodes[from][1] + random() * 0.001, 1000 + pick(300)]] }
        : {}),
      ...(!regular && random() < 0.05 ? { ascentDm: null, descentDm: null } : {}),
    })
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const n = y * columns + x
      if (x + 1 < columns && random() >= removedShare) add(n, n + 1)
      if (y + 1 < rows && random() >= removedShare) add(n, n + columns)
      if (random() < 0.08) add(pick(columns * rows), n)
      if (random() < 0.05 && edges.length > 0) add(edges[edges.length - 1].to, edges[edges.length - 1].from)
      if (random() < 0.02) add(n, n)
    }
  }
  if (edges.length === 0) add(0, nodes.length - 1)
  return graphFromEdges({ nodes, edges, restrictions: randomRestrictions(edges, restrictionCount, random) })
}

/** Walks of two to four arcs that must not be made. */
function randomRestrictions(edges: EdgeSpec[], count: number, random: () => number): number[][] {
  const leaving = new Map<number, number[]>()
  edges.forEach(({ from, to }, e) => {
    for (const [node, arc] of [
      [from, e * 2],
      [to, e * 2 + 1],
    ])
      leaving.set(node, [...(leaving.get(node) ?? []), arc])
  })
  const headOf = (arc: number) => (arc % 2 === 0 ? edges[arc >> 1].to : edges[arc >> 1].from)
  const walks: number[][] = []
  for (let i = 0; i < count; i++) {
    const walk = [Math.floor(random() * edges.length * 2)]
    for (let length = 2 + Math.floor(random() * 3); walk.length < length; ) {
      const next = leaving.get(headOf(walk[walk.length - 1]))!
      walk.push(next[Math.floor(random() * next.length)])
    }
    walks.push(walk)
  }
  return walks
}

/** A setting: some classes forbidden, one-way by the foot access of the class, factors and climbs at random. */
export function randomTable(graph: RoutingGraph, seed: number): CostTable {
  const random = seededRandom(seed * 7919 + 17)
  const { classFootForward, classFootBackward } = graph.columns
  const factor = new Float64Array(graph.classCount * 2)
  const forbiddenShare = random() < 0.3 ? 0 : random() * 0.3
  const even = random() < 0.2 // one factor for all: ties
  for (let c = 0; c < graph.classCount; c++) {
    const perMm = random() < forbiddenShare ? Infinity : even ? 0.1 : 0.02 + random() * 0.5
    factor[c * 2] = classFootForward[c] === 0 ? Infinity : perMm
    factor[c * 2 + 1] = classFootBackward[c] === 0 ? Infinity : even ? perMm : perMm * (1 + random())
  }
  // as where a bicycle is carried over steps, and lifted over barriers
  const fallFactor = random() < 0.5 ? factor.map((f) => f * (0.3 + random())) : undefined
  const fixed = random() < 0.3 ? factor.map(() => (random() < 0.5 ? 0 : random() * 5000)) : undefined
  const finite = [...factor, ...(fallFactor ?? [])].filter((f) => f !== Infinity)
  return {
    key: `random-${seed}`,
    factor,
    ...(fallFactor === undefined || even ? {} : { fallFactor }),
    ...(fixed === undefined || even ? {} : { fixed }),
    minFactor: finite.length === 0 ? Infinity : Math.min(...finite),
    perAscentDm: even ? 0 : Math.floor(random() * 80),
    perDescentDm: even ? 0 : Math.floor(random() * 20),
    flatPenalty: random() < 0.3 ? random() : 0,
  }
}

/** One node with no arc, or the two ends of an edge with a part of its cost in each direction that is open. */
export function randomSeeds(graph: RoutingGraph, table: CostTable, random: () => number, asTarget: boolean): Seeds {
  const nodes: number[] = []
  const costs: number[] = []
  const arcs: number[] = []
  if (random() < 0.5)
    return { nodes: [Math.floor(random() * graph.nodeCount)], costs: [Math.floor(random() * 3)], arcs: [-1] }
  const edge = Math.floor(random() * graph.edgeCount)
  for (const arc of [edge * 2, edge * 2 + 1]) {
    const cost = arcCost(graph, table, arc)
    if (cost === FORBIDDEN) continue
    nodes.push(asTarget ? graph.arcTail(arc) : graph.arcTarget(arc))
    costs.push(Math.ceil(cost * random()))
    arcs.push(arc)
  }
  return { nodes, costs, arcs }
}
