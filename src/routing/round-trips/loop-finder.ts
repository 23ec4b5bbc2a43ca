// Loops of a given length from the start of a loop network. Candidates are pairs of nearly disjoint ways to a turning
// point: the cheapest way out, and the cheapest way back with a penalty on used edges and edges beside them
// (loop-probes.ts); the best loops (loop-pool.ts) are improved piece by piece (loop-improve.ts). If that is not enough,
// the search starts again with perturbed weights, and finally enumerates all loops within its budget. Deterministic:
// equal requests give equal loops.

import { MinHeap } from '../search/min-heap.ts'
import { improveLoop } from './loop-improve.ts'
import { type LoopNetwork, START } from './loop-network.ts'
import { LoopPool, type FoundLoop, type LoopRestrictions } from './loop-pool.ts'
import { LoopProbes } from './loop-probes.ts'
import { COMPLETE_ERROR, COMPLETE_REPEATED, ROUGH_ERROR, ROUGH_REPEATED, type LoopTarget } from './loop-score.ts'
import type { ThroughPlaces } from './loop-through.ts'
import { LoopTrees } from './loop-trees.ts'

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
 * All loops from the start whose length is near the target, depth first, within a number of steps: for neighbourhoods
 * with so few ways that a search for good loops misses the only ones. A walk may use an edge twice (a stub, a bridge)
 * as long as little of it is repeated, and may cross itself; it never turns round on the spot or passes its start. True
 * lengths bound the rest of a walk, so that no walk is followed that cannot get back in time. Passes each loop within
 * the bounds to `take` (repetition relative to the longest loop); returns whether the search was exhaustive.
 */
function enumerateLoops(
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

export interface LoopEffort {
  /** groups of directions in which turning points are tried, and how many in each */
  directions: number
  probes: number
  /** searches with other weights */
  rounds: number
  /** the search ends once this many nodes are settled, plus four times the network's nodes for its trees */
  maxSettled: number
  /** steps of the enumeration of all loops */
  maxSteps: number
}

export const EVERYDAY_EFFORT: LoopEffort = {
  directions: 12,
  probes: 4,
  rounds: 6,
  maxSettled: 400_000,
  maxSteps: 600_000,
}

export interface LoopSearchOptions {
  target: Omit<LoopTarget, 'usualCost'>
  /** loops wanted */
  count: number
  effort?: LoopEffort
  cancelled?: Int32Array
  /** null: none */
  restrictions?: LoopRestrictions | null
  /** places to pass; null: none */
  through?: ThroughPlaces | null
}

const IMPROVED_PER_ROUND = 3
/** With more junctions than this, ways need not be exactly the cheapest. */
const DENSE = 20_000
const DENSE_GREED = 1.2

export class LoopFinder {
  readonly #net: LoopNetwork
  readonly #trees: LoopTrees
  readonly #target: LoopTarget
  readonly #effort: LoopEffort
  readonly #count: number
  readonly #pool: LoopPool
  readonly #probes: LoopProbes

  constructor(
    net: LoopNetwork,
    { target, count, effort = EVERYDAY_EFFORT, cancelled, restrictions = null, through = null }: LoopSearchOptions,
  ) {
    this.#net = net
    this.#trees = new LoopTrees(net, cancelled, restrictions)
    if (net.nodeCount > DENSE) this.#trees.greed = DENSE_GREED
    this.#target = { ...target, usualCost: usualCost(net) }
    this.#effort = effort
    this.#count = count
    this.#pool = new LoopPool(net, { target: this.#target, count, restrictions, through })
    this.#probes = new LoopProbes({
      net,
      trees: this.#trees,
      target: this.#target,
      directions: effort.directions,
      probes: effort.probes,
      through,
      add: (arcs) => this.#pool.add(arcs),
      isSpent: () => this.#isSpent(),
    })
  }

  /** Every loop seen, of any length, to report which lengths are possible. */
  get seen(): readonly FoundLoop[] {
    return this.#pool.loops
  }

  get settled(): number {
    return this.#trees.settled
  }

  /** The best distinct loops, best first; empty if none is complete or rough. */
  find(): FoundLoop[] {
    const { rounds, maxSteps } = this.#effort
    let chosen: FoundLoop[] = []
    for (let round = 0; round < rounds; round++) {
      this.#weigh(round)
      this.#probes.throughPlaces(round)
      this.#probes.turningPoints(round)
      this.#probes.corners(round)
      this.#improve()
      chosen = this.#pool.choose()
      if (this.#net.edgeCount === 0 || this.#isSpent()) break
      if (this.#pool.suffices(chosen)) return chosen
    }
    const { targetMm } = this.#target
    const add = (arcs: readonly number[]) => this.#pool.add(arcs)
    if (!this.#pool.isGood(chosen[0])) {
      enumerateLoops(
        this.#net,
        this.#trees,
        { targetMm, error: COMPLETE_ERROR, repeated: COMPLETE_REPEATED },
        maxSteps,
        add,
      )
      chosen = this.#pool.choose()
    }
    if (chosen.length === 0) {
      enumerateLoops(this.#net, this.#trees, { targetMm, error: ROUGH_ERROR, repeated: ROUGH_REPEATED }, maxSteps, add)
      chosen = this.#pool.choose()
    }
    return chosen
  }

  #isSpent(): boolean {
    return this.#trees.settled > this.#effort.maxSettled + 4 * this.#net.nodeCount
  }

  /** Unchanged costs first, then perturbed ones: the same for the same edge and round. */
  #weigh(round: number): void {
    this.#trees.weigh(round === 0 ? this.#net.cost : shakenCosts(this.#net, round))
  }

  #improve(): void {
    for (const loop of this.#pool.bestOf(Math.max(IMPROVED_PER_ROUND, this.#count + 1))) {
      if (this.#isSpent()) return
      improveLoop(this.#net, this.#trees, loop, {
        targetMm: this.#target.targetMm,
        isSpent: () => this.#isSpent(),
        judge: (arcs) => this.#pool.judge(arcs),
      })
    }
  }
}

/** Cost per millimetre over all open edges of the network. */
function usualCost({ cost, lengthMm, edgeCount }: LoopNetwork): number {
  let costSum = 0
  let mm = 0
  for (let e = 0; e < edgeCount; e++) {
    const least = Math.min(cost[2 * e], cost[2 * e + 1])
    costSum += least
    mm += lengthMm[e]
  }
  return mm === 0 || costSum === 0 ? 1 : costSum / mm
}

function shakenCosts({ cost, chainArcs, chainStart }: LoopNetwork, round: number): Float64Array {
  const shaken = new Float64Array(cost.length)
  for (let arc = 0; arc < cost.length; arc++)
    shaken[arc] = cost[arc] * (0.4 + 1.6 * shake(chainArcs[chainStart[arc >>> 1]] >>> 1, round))
  return shaken
}

/** 0..1, scattered but fixed (an integer hash). */
function shake(edge: number, round: number): number {
  let t = Math.imul(edge + 1, 0x9e3779b1) ^ Math.imul(round, 0x85ebca6b)
  t = Math.imul(t ^ (t >>> 15), 0x2c1b3c6d)
  t = Math.imul(t ^ (t >>> 12), 0x297a2d39)
  return ((t ^ (t >>> 15)) >>> 0) / 4294967296
}
