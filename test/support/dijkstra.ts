// The plain oracle: textbook Dijkstra with a sorted scan, no bound, no bidirection, nothing shared with src but
// arcCost.
// Slow on purpose and simple enough to be read as true.

import type { RoutingGraph } from '../../src/graph/routing-graph.ts'
import { arcCost, FORBIDDEN, type CostTable } from '../../src/routing/costs/arc-cost.ts'
import type { PathResult, Seeds } from '../../src/routing/search/search-types.ts'

/**
 * Cost from the seeds to every node, Infinity where there is no way; `costOf` may replace the table's costs;
 * beyond `limit` nothing is certain.
 */
export function dijkstra(
  graph: RoutingGraph,
  table: CostTable,
  sources: Seeds,
  costOf: (arc: number) => number = (arc) => arcCost(graph, table, arc),
  limit = Infinity,
): Float64Array {
  const { firstArc, arcHead, arcId } = graph.columns
  const dist = new Float64Array(graph.nodeCount).fill(Infinity)
  const heap: [cost: number, node: number][] = []
  const push = (cost: number, node: number) => {
    let at = heap.push([cost, node]) - 1
    for (let up = (at - 1) >> 1; at > 0 && heap[up][0] > heap[at][0]; at = up, up = (at - 1) >> 1)
      [heap[at], heap[up]] = [heap[up], heap[at]]
  }
  const pop = (): [number, number] => {
    const top = heap[0]
    const last = heap.pop()!
    if (heap.length > 0) {
      heap[0] = last
      for (let at = 0; ; ) {
        let least = at
        for (const child of [2 * at + 1, 2 * at + 2])
          if (child < heap.length && heap[child][0] < heap[least][0]) least = child
        if (least === at) break
        ;[heap[at], heap[least]] = [heap[least], heap[at]]
        at = least
      }
    }
    return top
  }
  for (let s = 0; s < sources.nodes.length; s++) {
    const node = sources.nodes[s]
    if (sources.costs[s] < dist[node]) {
      dist[node] = sources.costs[s]
      push(dist[node], node)
    }
  }
  while (heap.length > 0) {
    const [cost, node] = pop()
    if (cost > dist[node]) continue
    if (cost > limit) break
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const step = costOf(arcId[a])
      if (step === FORBIDDEN || cost + step >= dist[arcHead[a]]) continue
      dist[arcHead[a]] = cost + step
      push(cost + step, arcHead[a])
    }
  }
  return dist
}

/** Cheapest cost between seeds, Infinity where there is no path. */
export function cheapest(dist: Float64Array, targets: Seeds): number {
  let best = Infinity
  for (let t = 0; t < targets.nodes.length; t++) best = Math.min(best, dist[targets.nodes[t]] + targets.costs[t])
  return best
}

/**
 * Walks a path arc by arc and adds it up again; throws where it does not hang together, uses a closed arc or misses its
 * seeds.
 */
export function resum(graph: RoutingGraph, table: CostTable, sources: Seeds, targets: Seeds, path: PathResult): number {
  let node = sources.nodes[path.sourceSeed]
  let cost = sources.costs[path.sourceSeed]
  path.arcs.forEach((arc, i) => {
    if (graph.arcTail(arc) !== node)
      throw new Error(`arc ${i} of the path leaves from ${graph.arcTail(arc)}, not from ${node}`)
    const step = arcCost(graph, table, arc)
    if (step === FORBIDDEN) throw new Error(`arc ${i} of the path is forbidden`)
    cost += step
    node = graph.arcTarget(arc)
  })
  if (node !== targets.nodes[path.targetSeed]) throw new Error(`the path ends at ${node}, not at its target seed`)
  return cost + targets.costs[path.targetSeed]
}
