// Loops of a given length from the start of a loop network. Candidates are pairs of nearly disjoint ways to a turning
// point: the cheapest way out, and the cheapest way back with a penalty on used edges and edges beside them. Turning
// points are tried in every direction, nearer or farther depending on the lengths found; the best loops are improved
// piece by piece (loop-improve.ts). If that is not enough, the search starts again with perturbed weights, and finally
// enumerates all loops within its budget. Deterministic: equal requests give equal loops.

import { LoopCandidates, nearestUntried } from './loop-candidates.ts'
import { enumerateLoops } from './loop-enumerate.ts'
import { improveLoop } from './loop-improve.ts'
import type { LoopNetwork } from './loop-network.ts'
import {
  COMPLETE_ERROR,
  COMPLETE_REPEATED,
  errorOf,
  isTowards,
  ROUGH_ERROR,
  ROUGH_REPEATED,
  scoreOf,
  statusOf,
  type LoopWish,
} from './loop-score.ts'
import type { ThroughPlaces } from './loop-through.ts'
import { LoopTrees } from './loop-trees.ts'
import { WalkMeter, type LoopWalk } from './loop-walk.ts'

/** Two loops are different if they share less than this of the shorter one. */
const MOST_SHARED = 0.6

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

export interface FoundLoop extends LoopWalk {
  score: number
}

export interface LoopSearchOptions {
  wish: Omit<LoopWish, 'usualCost'>
  /** loops wanted */
  count: number
  effort?: LoopEffort
  cancelled?: Int32Array
  /** arcs of the loop network that may not follow each other */
  forbidsTurn?: ((from: number, to: number) => boolean) | null
  /** a walk that is not a loop for another reason (a turn restriction over several arcs) */
  isRefused?: ((walk: LoopWalk) => boolean) | null
  /** places to pass; null: none */
  through?: ThroughPlaces | null
}

/** Share of the loop covered by the shortest ways there and back, as a first guess. */
const FIRST_RATIO = 0.8
const FIRST_CORNER_RATIO = 0.5
/** Number of groups of directions between two corners of a loop. */
const CORNERS_APART = [2, -2, 3]
const NONE: ReadonlySet<number> = new Set()
const IMPROVED_PER_ROUND = 3
/** A place to pass that is missed weighs more than a loop that is rough. */
const MISSED = 3
/** With more junctions than this, ways need not be exactly the cheapest. */
const DENSE = 20_000
const DENSE_GREED = 1.2
/** With a larger error than this, all loops are enumerated. */
const GOOD_ERROR = 0.015
const GOOD_ERROR_OF_OTHERS = 0.05

export class LoopFinder {
  readonly #net: LoopNetwork
  readonly #trees: LoopTrees
  readonly #meter: WalkMeter
  readonly #wish: LoopWish
  readonly #effort: LoopEffort
  readonly #count: number
  readonly #isRefused: ((walk: LoopWalk) => boolean) | null
  readonly #through: ThroughPlaces | null
  readonly #seen = new Set<string>()
  readonly #candidates: LoopCandidates
  #pool: FoundLoop[] = []

  constructor(
    net: LoopNetwork,
    { wish, count, effort = EVERYDAY_EFFORT, cancelled, forbidsTurn, isRefused, through }: LoopSearchOptions,
  ) {
    this.#net = net
    this.#trees = new LoopTrees(net, cancelled, forbidsTurn)
    if (net.nodeCount > DENSE) this.#trees.greed = DENSE_GREED
    this.#meter = new WalkMeter(net)
    this.#wish = { ...wish, usualCost: usualCost(net) }
    this.#effort = effort
    this.#count = count
    this.#isRefused = isRefused ?? null
    this.#through = through ?? null
    this.#candidates = new LoopCandidates(net, this.#trees, this.#wish, effort.directions)
  }

  /** Every loop seen, of any length, to report which lengths are possible. */
  get seen(): readonly FoundLoop[] {
    return this.#pool
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
      this.#probeThrough(round)
      this.#probe(round)
      this.#probeCorners(round)
      this.#improve()
      chosen = this.#choose()
      if (this.#net.edgeCount === 0 || this.#isSpent()) break
      if (this.#suffices(chosen)) return chosen
    }
    const { targetMm } = this.#wish
    const add = (arcs: readonly number[]) => this.#add(arcs)
    if (!this.#isGood(chosen[0])) {
      enumerateLoops(
        this.#net,
        this.#trees,
        { targetMm, error: COMPLETE_ERROR, repeated: COMPLETE_REPEATED },
        maxSteps,
        add,
      )
      chosen = this.#choose()
    }
    if (chosen.length === 0) {
      enumerateLoops(this.#net, this.#trees, { targetMm, error: ROUGH_ERROR, repeated: ROUGH_REPEATED }, maxSteps, add)
      chosen = this.#choose()
    }
    return chosen
  }

  #isSpent(): boolean {
    return this.#trees.settled > this.#effort.maxSettled + 4 * this.#net.nodeCount
  }

  #suffices(chosen: readonly FoundLoop[]): boolean {
    const { targetMm } = this.#wish
    return (
      chosen.length >= this.#count &&
      this.#isGood(chosen[0]) &&
      chosen.every(
        (loop) =>
          !this.#misses(loop) &&
          statusOf(loop, targetMm) === 'complete' &&
          errorOf(loop, targetMm) <= GOOD_ERROR_OF_OTHERS,
      )
    )
  }

  #isGood(loop: FoundLoop | undefined): boolean {
    const { targetMm, directionDeg } = this.#wish
    return (
      loop !== undefined &&
      !this.#misses(loop) &&
      statusOf(loop, targetMm) === 'complete' &&
      errorOf(loop, targetMm) <= GOOD_ERROR &&
      (directionDeg === null || isTowards(loop, directionDeg))
    )
  }

  /** Unchanged costs first, then perturbed ones: the same for the same edge and round. */
  #weigh(round: number): void {
    const { cost, chainArcs, chainStart } = this.#net
    this.#trees.weigh(
      round === 0
        ? (arc) => cost[arc]
        : (arc) => cost[arc] * (0.4 + 1.6 * shake(chainArcs[chainStart[arc >>> 1]] >>> 1, round)),
    )
  }

  /** Tries turning points in every group of directions; each group closes in on the target length. */
  #probe(round: number): void {
    const { outMm, backMm } = this.#trees
    const { targetMm } = this.#wish
    const sumMm = (n: number) => outMm[n] + backMm[n]
    for (const group of this.#candidates.groups()) {
      group.sort((a, b) => sumMm(a) - sumMm(b) || a - b)
      const tried = new Set<number>()
      let ratio = FIRST_RATIO
      for (let probe = 0; probe < this.#effort.probes && tried.size < group.length; probe++) {
        const at = nearestUntried(group, sumMm, targetMm * ratio, tried)
        tried.add(at)
        const walk = this.#add(this.#candidates.roundTrip([group[at]], round))
        if (walk === null) continue
        if (Math.abs(walk.lengthMm / targetMm - 1) < 0.01 && walk.repeatedMm < 0.1 * walk.lengthMm) break
        ratio = Math.min(1.2, Math.max(0.2, sumMm(group[at]) / walk.lengthMm))
      }
      if (this.#isSpent()) break
    }
  }

  /**
   * Two turning points in neighbouring directions, each a third of the way out: rounder loops if the ways allow them.
   */
  #probeCorners(round: number): void {
    const { outMm, backMm } = this.#trees
    const { targetMm } = this.#wish
    const sumMm = (n: number) => outMm[n] + backMm[n]
    const groups = this.#candidates.groups()
    for (const group of groups) group.sort((a, b) => sumMm(a) - sumMm(b) || a - b)
    let ratio = FIRST_CORNER_RATIO
    for (let i = 0; i < groups.length; i++) {
      for (const apart of CORNERS_APART) {
        if (this.#isSpent()) return
        const corners = [groups[i], groups[(i + apart + groups.length) % groups.length]].map(
          (group) => group[nearestUntried(group, sumMm, targetMm * ratio, NONE)],
        )
        if (corners[0] === corners[1]) continue
        const walk = this.#add(this.#candidates.roundTrip(corners, round))
        if (walk !== null) ratio = Math.min(1, Math.max(0.15, ratio * Math.sqrt(targetMm / walk.lengthMm)))
      }
    }
  }

  /**
   * Over the places to pass, there and back, and on over one corner in every direction, nearer or farther until the
   * length fits.
   */
  #probeThrough(round: number): void {
    if (this.#through === null) return
    const { outMm, backMm } = this.#trees
    const { edgeFrom, edgeTo, lengthMm, eastM, northM } = this.#net
    const { targetMm } = this.#wish
    const overMm = (edge: number) => {
      const [a, b] = [edgeFrom[edge], edgeTo[edge]]
      return Math.min(outMm[a] + backMm[b], outMm[b] + backMm[a]) + lengthMm[edge]
    }
    const groups = this.#candidates.groups()
    for (const edges of this.#through.seeds(targetMm, overMm)) {
      if (this.#isSpent()) return
      this.#add(this.#candidates.roundTripOver(edges, [], round))
      const last = edges[edges.length - 1]
      const from = edgeTo[last]
      const guessMm = (n: number) =>
        overMm(last) / 2 + 1300 * Math.hypot(eastM[n] - eastM[from], northM[n] - northM[from]) + backMm[n]
      let ratio = 1
      for (const group of groups) {
        let corner = group[0]
        for (const n of group)
          if (Math.abs(guessMm(n) - targetMm * ratio) < Math.abs(guessMm(corner) - targetMm * ratio)) corner = n
        const walk = this.#add(this.#candidates.roundTripOver(edges, [corner], round))
        if (walk !== null) ratio = Math.min(1.6, Math.max(0.3, ratio * Math.sqrt(targetMm / walk.lengthMm)))
        if (this.#isSpent()) return
      }
    }
  }

  #misses(walk: LoopWalk): boolean {
    return this.#through !== null && this.#through.missedBy(walk.arcs) > 0
  }

  #score(walk: LoopWalk): number {
    const missed = this.#through === null ? 0 : this.#through.missedBy(walk.arcs)
    return scoreOf(walk, this.#wish) + missed * MISSED
  }

  /** Keeps a walk that is a loop not seen before; returns its measures, even if it was seen. */
  #add(arcs: readonly number[] | null): LoopWalk | null {
    if (arcs === null) return null
    const walk = this.#meter.measure(arcs)
    if (walk === null || walk.cost === Infinity) return walk
    const key = `${walk.lengthMm},${walk.repeatedMm},${walk.arcs.length},${Math.round(walk.bearingDeg)}`
    if (this.#seen.has(key)) return walk
    this.#seen.add(key)
    if (this.#isRefused?.(walk)) return walk
    this.#pool.push({ ...walk, score: this.#score(walk) })
    return walk
  }

  #improve(): void {
    for (const loop of this.#different(
      this.#pool.filter((walk) => walk.lengthMm < 2 * this.#wish.targetMm),
      Math.max(IMPROVED_PER_ROUND, this.#count + 1),
    )) {
      if (this.#isSpent()) return
      improveLoop(this.#net, this.#trees, loop, {
        targetMm: this.#wish.targetMm,
        isSpent: () => this.#isSpent(),
        judge: (arcs) => {
          const walk = this.#add(arcs)
          return walk === null || walk.cost === Infinity || this.#isRefused?.(walk)
            ? null
            : { ...walk, score: this.#score(walk) }
        },
      })
    }
  }

  #choose(): FoundLoop[] {
    return this.#different(
      this.#pool.filter((loop) => statusOf(loop, this.#wish.targetMm) !== null),
      this.#count,
    )
  }

  /** The best of a list, any two sharing less than MOST_SHARED. */
  #different(loops: FoundLoop[], count: number): FoundLoop[] {
    const chosen: FoundLoop[] = []
    loops.sort((a, b) => a.score - b.score || a.lengthMm - b.lengthMm || a.repeatedMm - b.repeatedMm)
    for (const loop of loops) {
      if (
        chosen.every(
          (other) => this.#meter.sharedMm(loop, other) < MOST_SHARED * Math.min(loop.lengthMm, other.lengthMm),
        )
      )
        chosen.push(loop)
      if (chosen.length === count) break
    }
    return chosen
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

/** 0..1, scattered but fixed (an integer hash). */
function shake(edge: number, round: number): number {
  let t = Math.imul(edge + 1, 0x9e3779b1) ^ Math.imul(round, 0x85ebca6b)
  t = Math.imul(t ^ (t >>> 15), 0x2c1b3c6d)
  t = Math.imul(t ^ (t >>> 12), 0x297a2d39)
  return ((t ^ (t >>> 15)) >>> 0) / 4294967296
}
