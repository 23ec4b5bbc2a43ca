// All loops from the start whose length is near the target, depth first, within a number of steps: for neighbourhoods
// with so few ways that a search for good loops misses the only ones. A walk may use an edge twice (a stub, a bridge)
// as long as little of it is repeated, and may cross itself; it never turns round on the spot or passes its start. True
// lengths bound the rest of a walk, so that no walk is followed that cannot get back in time.

import { START, type LoopNetwork } from './loop-network.ts'
import { MinHeap } from '../search/min-heap.ts'
import type { LoopTrees } from './loop-trees.ts'

export interface LoopBounds {
  targetMm: number
  /** shares of the target and of the loop, 0..1 */
  error: number
  repeated: number
}

/** Measuring a loop counts as this many steps, plus one per arc. */
const STEPS_PER_LOOP = 20

/**
 * Passes each loop within the bounds to `take` (repetition relative to the longest loop); returns whether the search
 * was exhaustive.
 */
export function enumerateLoops(
  net: LoopNetwork,
  trees: LoopTrees,
  { targetMm, error, repeated }: LoopBounds,
  maxSteps: number,
  take: (arcs: readonly number[]) => void,
): boolean {
  const { firstArc, arcHead, arcId, lengthMm, cost } = net
  const mostMm = targetMm * (1 + error)
  const leastMm = targetMm * (1 - error)
  const mostAgainMm = mostMm * repeated
  const backMm = lengthsBack(net)
  const passes = new Uint8Array(net.edgeCount)
  const path: number[] = []
  const next: number[] = [firstArc[START]]
  let mm = 0
  let againMm = 0
  let node = START
  for (let steps = 0; steps < maxSteps; steps++) {
    if ((steps & 0xfff) === 0) trees.poll()
    const depth = path.length
    if (next[depth] < firstArc[node + 1]) {
      const a = next[depth]++
      const arc = arcId[a]
      const edge = arc >>> 1
      const head = arcHead[a]
      const again = passes[edge] === 1 ? lengthMm[edge] : 0
      if (cost[arc] === Infinity || passes[edge] === 2 || (depth > 0 && path[depth - 1] === (arc ^ 1))) continue
      if (mm + lengthMm[edge] + backMm[head] > mostMm || againMm + again > mostAgainMm) continue
      if (head === START) {
        if (mm + lengthMm[edge] < leastMm) continue
        take([...path, arc])
        steps += STEPS_PER_LOOP + depth
        continue
      }
      path.push(arc)
      mm += lengthMm[edge]
      againMm += again
      passes[edge]++
      node = head
      next[depth + 1] = firstArc[node]
    } else {
      if (depth === 0) return true
      const arc = path.pop()!
      const edge = arc >>> 1
      mm -= lengthMm[edge]
      if (--passes[edge] === 1) againMm -= lengthMm[edge]
      node = (arc & 1) === 0 ? net.edgeFrom[edge] : net.edgeTo[edge]
    }
  }
  return false
}

/** Shortest length from every node back to the start along open arcs. */
function lengthsBack({ firstArc, arcHead, arcId, lengthMm, cost, nodeCount }: LoopNetwork): Float64Array {
  const best = new Float64Array(nodeCount).fill(Infinity)
  const heap = new MinHeap()
  best[START] = 0
  heap.push(0, START)
  while (heap.size > 0) {
    const mm = heap.topKey()
    const node = heap.pop()
    if (mm > best[node]) continue
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
      const arc = arcId[a]
      const next = mm + lengthMm[arc >>> 1]
      if (cost[arc ^ 1] === Infinity || next >= best[arcHead[a]]) continue
      best[arcHead[a]] = next
      heap.push(next, arcHead[a])
    }
  }
  return best
}
