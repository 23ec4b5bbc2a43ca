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
const STEPS_PER_POLL = 4096

/**
 * Passes each loop within the bounds to `take` (repetition relative to the longest loop); returns whether the search
 * was exhaustive.
 */
export function enumerateLoops(
  net: LoopNetwork,
  trees: LoopTrees,
  bounds: LoopBounds,
  maxSteps: number,
  take: (arcs: readonly number[]) => void,
): boolean {
  const walks = new Walks(net, bounds, take)
  while (walks.steps < maxSteps) {
    trees.poll()
    if (walks.follow(Math.min(maxSteps, walks.steps + STEPS_PER_POLL))) return true
  }
  return false
}

/** The walks one after another, each step an arc forward or back. */
class Walks {
  steps = 0
  readonly #net: LoopNetwork
  readonly #take: (arcs: readonly number[]) => void
  readonly #mostMm: number
  readonly #leastMm: number
  readonly #mostAgainMm: number
  readonly #backMm: Float64Array
  readonly #passes: Uint8Array
  readonly #path: number[] = []
  /** by depth: place of the next arc to try */
  readonly #next: number[]
  #mm = 0
  #againMm = 0
  #node = START

  constructor(net: LoopNetwork, bounds: LoopBounds, take: (arcs: readonly number[]) => void) {
    const { targetMm, error, repeated } = bounds
    this.#net = net
    this.#take = take
    this.#mostMm = targetMm * (1 + error)
    this.#leastMm = targetMm * (1 - error)
    this.#mostAgainMm = this.#mostMm * repeated
    this.#backMm = lengthsBack(net)
    this.#passes = new Uint8Array(net.edgeCount)
    this.#next = [net.firstArc[START]]
  }

  /** Goes on for so many steps in all; returns whether there are no more walks. */
  follow(maxSteps: number): boolean {
    const { firstArc } = this.#net
    for (; this.steps < maxSteps; this.steps++) {
      const depth = this.#path.length
      if (this.#next[depth] < firstArc[this.#node + 1]) this.#tryArc(this.#next[depth]++, depth)
      else if (depth === 0) return true
      else this.#goBack()
    }
    return false
  }

  #tryArc(a: number, depth: number): void {
    const { firstArc, arcHead, arcId, lengthMm, cost } = this.#net
    const path = this.#path
    const passes = this.#passes
    const arc = arcId[a]
    const edge = arc >>> 1
    const head = arcHead[a]
    const again = passes[edge] === 1 ? lengthMm[edge] : 0
    const mm = this.#mm + lengthMm[edge]
    if (cost[arc] === Infinity || passes[edge] === 2 || (depth > 0 && path[depth - 1] === (arc ^ 1))) return
    if (mm + this.#backMm[head] > this.#mostMm || this.#againMm + again > this.#mostAgainMm) return
    if (head === START) {
      if (mm < this.#leastMm) return
      this.#take([...path, arc])
      this.steps += STEPS_PER_LOOP + depth
      return
    }
    path.push(arc)
    passes[edge]++
    this.#mm = mm
    this.#againMm += again
    this.#node = head
    this.#next[depth + 1] = firstArc[head]
  }

  #goBack(): void {
    const { edgeFrom, edgeTo, lengthMm } = this.#net
    const arc = this.#path.pop()!
    const edge = arc >>> 1
    this.#mm -= lengthMm[edge]
    if (--this.#passes[edge] === 1) this.#againMm -= lengthMm[edge]
    this.#node = (arc & 1) === 0 ? edgeFrom[edge] : edgeTo[edge]
  }
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
