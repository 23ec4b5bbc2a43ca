// The loops that a search has come upon: each measured and judged once, the best that differ chosen. Every one is kept,
// of any length, to report which lengths are possible.

import { type LoopNetwork, toNetworkArcs } from './loop-network.ts'
import { errorOf, isTowards, scoreOf, statusOf, type LoopTarget } from './loop-score.ts'
import type { ThroughPlaces } from './loop-through.ts'
import { WalkMeter, type LoopWalk } from './loop-walk.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { breaksRestriction } from '../search/restricted-search.ts'
import type { TurnRules } from './loop-trees.ts'

/** Two loops are different if they share less than this of the shorter one. */
const MOST_SHARED = 0.6
/** A place to pass that is missed weighs more than a loop that is rough. */
const MISSED = 3
/** With a larger error than this, all loops are enumerated. */
const GOOD_ERROR = 0.015
const GOOD_ERROR_OF_OTHERS = 0.05

export interface FoundLoop extends LoopWalk {
  score: number
}

export interface LoopPoolOptions {
  target: LoopTarget
  /** loops wanted */
  count: number
  restrictions: LoopRestrictions | null
  /** places to pass; null: none */
  through: ThroughPlaces | null
}

export class LoopPool {
  readonly #meter: WalkMeter
  readonly #target: LoopTarget
  readonly #count: number
  readonly #restrictions: LoopRestrictions | null
  readonly #through: ThroughPlaces | null
  readonly #seen = new Set<string>()
  readonly #loops: FoundLoop[] = []

  constructor(net: LoopNetwork, { target, count, restrictions, through }: LoopPoolOptions) {
    this.#meter = new WalkMeter(net)
    this.#target = target
    this.#count = count
    this.#restrictions = restrictions
    this.#through = through
  }

  get loops(): readonly FoundLoop[] {
    return this.#loops
  }

  /** Keeps a walk that is a loop not seen before; returns its measures, even if it was seen. */
  add(arcs: readonly number[] | null): LoopWalk | null {
    if (arcs === null) return null
    const walk = this.#meter.measure(arcs)
    if (walk === null || walk.cost === Infinity) return walk
    const key = `${walk.lengthMm},${walk.repeatedMm},${walk.arcs.length},${Math.round(walk.bearingDeg)}`
    if (this.#seen.has(key)) return walk
    this.#seen.add(key)
    if (this.#restrictions?.isRefused(walk)) return walk
    this.#loops.push({ ...walk, score: this.#score(walk) })
    return walk
  }

  /** A walk as a loop with its score, kept as by `add`; null if it is not a loop. */
  judge(arcs: readonly number[]): FoundLoop | null {
    const walk = this.add(arcs)
    return walk === null || walk.cost === Infinity || this.#restrictions?.isRefused(walk)
      ? null
      : { ...walk, score: this.#score(walk) }
  }

  /** The best distinct loops, best first; empty if none is complete or rough. */
  choose(): FoundLoop[] {
    return this.#different(
      this.#loops.filter((loop) => statusOf(loop, this.#target.targetMm) !== null),
      this.#count,
    )
  }

  /** The best distinct ones of those that may still become loops of the length, to be improved. */
  bestOf(count: number): FoundLoop[] {
    return this.#different(
      this.#loops.filter((walk) => walk.lengthMm < 2 * this.#target.targetMm),
      count,
    )
  }

  suffices(chosen: readonly FoundLoop[]): boolean {
    const { targetMm } = this.#target
    return (
      chosen.length >= this.#count &&
      this.isGood(chosen[0]) &&
      chosen.every(
        (loop) =>
          !this.#misses(loop) &&
          statusOf(loop, targetMm) === 'complete' &&
          errorOf(loop, targetMm) <= GOOD_ERROR_OF_OTHERS,
      )
    )
  }

  isGood(loop: FoundLoop | undefined): boolean {
    const { targetMm, directionDeg } = this.#target
    return (
      loop !== undefined &&
      !this.#misses(loop) &&
      statusOf(loop, targetMm) === 'complete' &&
      errorOf(loop, targetMm) <= GOOD_ERROR &&
      (directionDeg === null || isTowards(loop, directionDeg))
    )
  }

  #misses(walk: LoopWalk): boolean {
    return this.#through !== null && this.#through.missedBy(walk.arcs) > 0
  }

  #score(walk: LoopWalk): number {
    const missed = this.#through === null ? 0 : this.#through.missedBy(walk.arcs)
    return scoreOf(walk, this.#target) + missed * MISSED
  }

  /** The best of a list, any two sharing less than MOST_SHARED. */
  #different(loops: FoundLoop[], count: number): FoundLoop[] {
    const chosen: FoundLoop[] = []
    loops.sort(byScore)
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

const byScore = (a: FoundLoop, b: FoundLoop) =>
  a.score - b.score || a.lengthMm - b.lengthMm || a.repeatedMm - b.repeatedMm

/**
 * Turn restrictions in a loop network: the search excludes pairs of network arcs that a bicycle may not travel in
 * sequence; restrictions over several arcs are checked on the finished walk. On foot nothing is restricted.
 */
export class LoopRestrictions implements TurnRules {
  readonly #graph: RoutingGraph
  readonly #net: LoopNetwork
  /** by network arc: those that may not follow it */
  readonly #pairs = new Map<number, Set<number>>()
  // by loop arc: its first and last network arcs; -1 for half a ring without any, which is left to the final check
  readonly #first: Int32Array
  readonly #last: Int32Array

  constructor(graph: RoutingGraph, net: LoopNetwork) {
    this.#graph = graph
    this.#net = net
    const { restrictionStart, restrictionArcs } = graph.columns
    for (let r = 0; r + 1 < restrictionStart.length; r++) {
      if (restrictionStart[r + 1] - restrictionStart[r] !== 2) continue
      const from = restrictionArcs[restrictionStart[r]]
      let to = this.#pairs.get(from)
      if (to === undefined) this.#pairs.set(from, (to = new Set()))
      to.add(restrictionArcs[restrictionStart[r] + 1])
    }
    this.#first = new Int32Array(net.edgeCount * 2).fill(-1)
    this.#last = new Int32Array(net.edgeCount * 2).fill(-1)
    for (let arc = 0; arc < this.#first.length; arc++) {
      const arcs = toNetworkArcs(net, [arc])
      if (arcs.length === 0) continue
      this.#first[arc] = arcs[0]
      this.#last[arc] = arcs[arcs.length - 1]
    }
  }

  forbidsTurn(from: number, to: number): boolean {
    return this.#pairs.get(this.#last[from])?.has(this.#first[to]) ?? false
  }

  isRefused({ arcs }: LoopWalk): boolean {
    return breaksRestriction(this.#graph, toNetworkArcs(this.#net, arcs))
  }
}

/** Null if the network has no restrictions. */
export function restrictLoops(graph: RoutingGraph, net: LoopNetwork): LoopRestrictions | null {
  return graph.columns.restrictionStart.length < 2 ? null : new LoopRestrictions(graph, net)
}
