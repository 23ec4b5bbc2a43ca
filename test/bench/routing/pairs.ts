// Seeded pairs of points 2..15 km apart, on nodes of the network's main component, for both engines alike.

import { distanceM } from '../../../src/geo/lon-lat.ts'
import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'

export type Pair = { from: [number, number]; to: [number, number]; straightM: number }

/** A small seeded generator (mulberry32), 0..1. */
export function seeded(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Pairs whose ends pass `usable(node)`, straight distance in [minKm, maxKm]; coordinates rounded to 6 decimals. */
export function makePairs(
  graph: RoutingGraph,
  count: number,
  minKm: number,
  maxKm: number,
  seed: number,
  usable: (node: number) => boolean,
): Pair[] {
  const random = seeded(seed)
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const nodes: number[] = []
  const [minLon, minLat, maxLon, maxLat] = graph.meta.bbox
  for (let n = 0; n < graph.nodeCount; n++) {
    const lon = nodeLonE7[n] / 1e7
    const lat = nodeLatE7[n] / 1e7
    if (lon > minLon && lon < maxLon && lat > minLat && lat < maxLat && usable(n)) nodes.push(n)
  }
  const at = (n: number): [number, number] => [Math.round(nodeLonE7[n] / 10) / 1e6, Math.round(nodeLatE7[n] / 10) / 1e6]
  const pairs: Pair[] = []
  for (let tries = 0; pairs.length < count && tries < count * 10_000; tries++) {
    const from = at(nodes[Math.floor(random() * nodes.length)])
    const to = at(nodes[Math.floor(random() * nodes.length)])
    const straightM = distanceM(from[0], from[1], to[0], to[1])
    if (straightM >= minKm * 1000 && straightM <= maxKm * 1000) pairs.push({ from, to, straightM })
  }
  return pairs
}

/** Value at a share of the sorted list. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

/** `p50 / p95` in milliseconds. */
export function spread(values: number[]): string {
  return `p50 ${quantile(values, 0.5).toFixed(3)}  p95 ${quantile(values, 0.95).toFixed(3)}  p99 ${quantile(values, 0.99).toFixed(3)}`
}
