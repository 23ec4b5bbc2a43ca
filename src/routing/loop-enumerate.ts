// All simple loops from the start whose length is near the target, depth first, as far as a number of steps reaches: for
// neighbourhoods of so few ways that searching for good loops misses the only ones. A junction is passed once, save on edges
// that are the only link between two parts (bridges), which a loop must take both ways. Ways back are bounded by true lengths.

import { headOf, START, type LoopNetwork } from './loop-network.ts'
import { MinHeap } from './min-heap.ts'
import { COMPLETE_ERROR } from './loop-score.ts'
import type { LoopTrees } from './loop-trees.ts'

/** Gives each loop to `take`; true where all were gone through. */
export function enumerateLoops(net: LoopNetwork, trees: LoopTrees, targetMm: number, maxSteps: number, take: (arcs: readonly number[]) => void): boolean {
  const { firstArc, arcHead, arcId, lengthMm, cost, nodeCount } = net
  const mostMm = targetMm * (1 + COMPLETE_ERROR)
  const leastMm = targetMm * (1 - COMPLETE_ERROR)
  const backMm = lengthsBack(net)
  const isBridge = findBridges(net)
  const visits = new Uint8Array(nodeCount)
  const passes = new Uint8Array(net.edgeCount)
  const path: number[] = []
  const next: number[] = [firstArc[START]]
  let mm = 0
  let node = START
  for (let steps = 0; steps < maxSteps; steps++) {
    if ((steps & 0xfff) === 0) trees.poll()
    const depth = path.length
    if (next[depth] < firstArc[node + 1]) {
      const a = next[depth]++
      const arc = arcId[a]
      const edge = arc >>> 1
      const head = arcHead[a]
      if (cost[arc] === Infinity || passes[edge] >= (isBridge[edge] === 1 ? 2 : 1)) continue
      const turnsRound = depth > 0 && path[depth - 1] === (arc ^ 1)
      if (turnsRound || mm + lengthMm[edge] + backMm[head] > mostMm) continue
      if (visits[head] > 0 && head !== START && isBridge[edge] === 0 && !closesRound(net, path, head, isBridge)) continue
      path.push(arc)
      mm += lengthMm[edge]
      if (head === START) {
        if (mm >= leastMm) take(path)
        path.pop()
        mm -= lengthMm[edge]
        continue
      }
      passes[edge]++
      visits[head]++
      node = head
      next[depth + 1] = firstArc[node]
    } else {
      if (depth === 0) return true
      const arc = path.pop()!
      passes[arc >>> 1]--
      visits[node]--
      mm -= lengthMm[arc >>> 1]
      node = headOf(net, arc ^ 1)
    }
  }
  return false
}

/** Whether a junction passed before is one from which a bridge leads back: a round may close there. */
function closesRound(net: LoopNetwork, path: readonly number[], head: number, isBridge: Uint8Array): boolean {
  const into = path.find((arc) => headOf(net, arc) === head)
  return into !== undefined && isBridge[into >>> 1] === 1
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

/** 1 for every edge whose removal would part the network (Tarjan 1974), without recursion. */
export function findBridges({ firstArc, arcHead, arcId, nodeCount, edgeCount }: LoopNetwork): Uint8Array {
  const isBridge = new Uint8Array(edgeCount)
  const seenAt = new Int32Array(nodeCount).fill(-1)
  const low = new Int32Array(nodeCount)
  const next = firstArc.slice(0, nodeCount)
  const cameBy = new Int32Array(nodeCount).fill(-1)
  const trail: number[] = []
  let count = 0
  for (let root = 0; root < nodeCount; root++) {
    if (seenAt[root] >= 0) continue
    seenAt[root] = low[root] = count++
    trail.push(root)
    while (trail.length > 0) {
      const node = trail[trail.length - 1]
      if (next[node] < firstArc[node + 1]) {
        const a = next[node]++
        const edge = arcId[a] >>> 1
        const head = arcHead[a]
        if (edge === cameBy[node]) continue
        if (seenAt[head] >= 0) low[node] = Math.min(low[node], seenAt[head])
        else {
          seenAt[head] = low[head] = count++
          cameBy[head] = edge
          trail.push(head)
        }
      } else {
        trail.pop()
        if (trail.length === 0) continue
        const parent = trail[trail.length - 1]
        low[parent] = Math.min(low[parent], low[node])
        if (low[node] > seenAt[parent]) isBridge[cameBy[node]] = 1
      }
    }
  }
  return isBridge
}
