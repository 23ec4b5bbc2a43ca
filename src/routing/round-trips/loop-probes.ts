// Where a search for loops looks: turning points in every direction, nearer or farther depending on the lengths found;
// two corners in neighbouring directions; the places to pass. Each makes a round trip of nearly disjoint ways.

import { bySum, LoopCandidates, nearestUntried, type TurningPoint } from './loop-candidates.ts'
import type { LoopNetwork } from './loop-network.ts'
import type { LoopWish } from './loop-score.ts'
import type { ThroughPlaces } from './loop-through.ts'
import type { LoopTrees } from './loop-trees.ts'
import type { LoopWalk } from './loop-walk.ts'

/** Share of the loop covered by the shortest ways there and back, as a first guess. */
const FIRST_RATIO = 0.8
const FIRST_CORNER_RATIO = 0.5
/** Number of groups of directions between two corners of a loop. */
const CORNERS_APART = [2, -2, 3]
const NONE: ReadonlySet<number> = new Set()

export interface LoopProbesOptions {
  net: LoopNetwork
  trees: LoopTrees
  wish: LoopWish
  /** groups of directions in which turning points are tried, and how many in each */
  directions: number
  probes: number
  /** places to pass; null: none */
  through: ThroughPlaces | null
  /** keeps a round trip and measures it; null if it is not one */
  add(arcs: readonly number[] | null): LoopWalk | null
  /** whether the search has used its budget */
  isSpent(): boolean
}

export class LoopProbes {
  readonly #options: LoopProbesOptions
  readonly #candidates: LoopCandidates

  constructor(options: LoopProbesOptions) {
    this.#options = options
    this.#candidates = new LoopCandidates(options.net, options.trees, options.wish, options.directions)
  }

  /** Tries turning points in every group of directions; each group closes in on the target length. */
  turningPoints(round: number): void {
    const { probes } = this.#options
    const { targetMm } = this.#options.wish
    for (const group of this.#candidates.groups()) {
      group.sort(bySum)
      const tried = new Set<number>()
      let ratio = FIRST_RATIO
      for (let probe = 0; probe < probes && tried.size < group.length; probe++) {
        const at = nearestUntried(group, targetMm * ratio, tried)
        tried.add(at)
        const walk = this.#options.add(this.#candidates.roundTrip([group[at].node], round))
        if (walk === null) continue
        if (Math.abs(walk.lengthMm / targetMm - 1) < 0.01 && walk.repeatedMm < 0.1 * walk.lengthMm) break
        ratio = Math.min(1.2, Math.max(0.2, group[at].sumMm / walk.lengthMm))
      }
      if (this.#options.isSpent()) break
    }
  }

  /**
   * Two turning points in neighbouring directions, each a third of the way out: rounder loops if the ways allow them.
   */
  corners(round: number): void {
    const { targetMm } = this.#options.wish
    const groups = this.#candidates.groups()
    for (const group of groups) group.sort(bySum)
    let ratio = FIRST_CORNER_RATIO
    for (let i = 0; i < groups.length; i++) {
      for (const apart of CORNERS_APART) {
        if (this.#options.isSpent()) return
        const corners = [groups[i], groups[(i + apart + groups.length) % groups.length]].map(
          (group) => group[nearestUntried(group, targetMm * ratio, NONE)].node,
        )
        if (corners[0] === corners[1]) continue
        const walk = this.#options.add(this.#candidates.roundTrip(corners, round))
        if (walk !== null) ratio = Math.min(1, Math.max(0.15, ratio * Math.sqrt(targetMm / walk.lengthMm)))
      }
    }
  }

  /**
   * Over the places to pass, there and back, and on over one corner in every direction, nearer or farther until the
   * length fits.
   */
  throughPlaces(round: number): void {
    const { through, trees, wish } = this.#options
    if (through === null) return
    const { targetMm } = wish
    const groups = this.#candidates.groups()
    for (const edges of through.seeds(targetMm, trees)) {
      if (this.#options.isSpent()) return
      this.#options.add(this.#candidates.roundTripOver(edges, [], round))
      const last = edges[edges.length - 1]
      let ratio = 1
      for (const group of groups) {
        const corner = this.#cornerAfter(last, group, targetMm * ratio)
        const walk = this.#options.add(this.#candidates.roundTripOver(edges, [corner], round))
        if (walk !== null) ratio = Math.min(1.6, Math.max(0.3, ratio * Math.sqrt(targetMm / walk.lengthMm)))
        if (this.#options.isSpent()) return
      }
    }
  }

  /** The node of a group over which a loop that has passed the edge comes nearest to the wanted length. */
  #cornerAfter(edge: number, group: readonly TurningPoint[], wantedMm: number): number {
    const { net, trees } = this.#options
    const { eastM, northM } = net
    const from = net.edgeTo[edge]
    const outMm = trees.overMm(edge) / 2
    let corner = group[0].node
    let leastMm = Infinity
    for (const { node } of group) {
      const acrossMm = 1300 * Math.hypot(eastM[node] - eastM[from], northM[node] - northM[from])
      const offMm = Math.abs(outMm + acrossMm + trees.backMm[node] - wantedMm)
      if (offMm >= leastMm) continue
      leastMm = offMm
      corner = node
    }
    return corner
  }
}
