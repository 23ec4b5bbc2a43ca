// HOT: npm run bench -- course-budget
// It is the innermost search of budget mode, so points are columns of unit vectors and no object is made per arc.
//
// Like min-links.ts, for long lines: the fewest arcs from one point to another, where an arc is tested against the
// hulls of range-hulls.ts instead of every point it skips, and where corners may be limited to some points. Two
// properties hold. With all points allowed, "more than maxLinks" is proven (fewer points are tested, so only more paths
// pass). And a path that is found stays within the tolerance widened by the spread of the hulls, apart from rounding,
// which the caller must measure.
// Exact in this sense for arcs under a quarter of the globe. Never examines more than about `work` points.

import { ArcEnd } from './arc-end.ts'
import { ArcWedge } from './arc-wedge.ts'
import type { Work } from './min-links.ts'
import { OpenPoints } from './open-points.ts'
import { BLOCK_SHIFTS, type HullLevel } from './range-hulls.ts'
import type { UnitVectors } from './sphere-arc.ts'

const SHIFT = BLOCK_SHIFTS[0]
const SIZE = 1 << SHIFT
const LEVELS = BLOCK_SHIFTS.length

/** Arrays that a search writes to; searches in sequence may share them. */
export interface LinkScratch {
  identity: Int32Array
  parent: Int32Array
  reached: Uint8Array
  frontier: Int32Array
  next: Int32Array
}

export function createLinkScratch(count: number): LinkScratch {
  const identity = new Int32Array(count)
  for (let i = 0; i < count; i++) identity[i] = i
  return {
    identity,
    parent: new Int32Array(count),
    reached: new Uint8Array(count),
    frontier: new Int32Array(count),
    next: new Int32Array(count),
  }
}

export class HullLinkSearch {
  readonly work: Work
  /**
   * how many of the points reached with equally many arcs are followed, farthest first; fewer than all prove nothing
   */
  width = Infinity
  readonly #hulls: readonly HullLevel[]
  readonly #open: OpenPoints
  readonly #wedge: ArcWedge
  readonly #arcEnd: ArcEnd
  readonly #identity: Int32Array
  readonly #parent: Int32Array
  readonly #reached: Uint8Array
  /** the line's last point; the search from the other end counts from there */
  readonly #last: number
  #frontier: Int32Array
  #next: Int32Array
  #nextSize = 0
  #size = 0
  #from = 0
  #to = 0

  /** `allowed`: a bit for each point that may be a corner, 32 per number; section ends always may. */
  constructor(line: UnitVectors, hulls: readonly HullLevel[], allowed: Int32Array, work: Work, scratch: LinkScratch) {
    this.#hulls = hulls
    this.#last = line.x.length - 1
    this.work = work
    this.#open = new OpenPoints(hulls, allowed)
    this.#wedge = new ArcWedge(line, work)
    this.#arcEnd = new ArcEnd(line, hulls, this.#wedge, work, scratch.identity)
    this.#identity = scratch.identity
    this.#parent = scratch.parent
    this.#reached = scratch.reached
    this.#frontier = scratch.frontier
    this.#next = scratch.next
  }

  /** Starts at `from` with nothing else reached, towards `to`. */
  begin(from: number, to: number, toleranceRad: number): void {
    this.#wedge.setTolerance(toleranceRad)
    this.#open.openAll(from + 1, to)
    this.#reached.fill(0, from, to + 1)
    this.#reached[from] = 1
    this.#from = from
    this.#to = to
    this.#size = 1
    this.#frontier[0] = from
  }

  /** Number of points whose fewest arcs equal the steps taken. */
  get frontierSize(): number {
    return Math.min(this.#size, this.width)
  }

  /**
   * Adds one arc; stops at the first point that the search from the other end has reached and returns it, else -1 (also
   * if `work` ran out).
   */
  step(other: HullLinkSearch): number {
    const size = this.#size
    this.#nextSize = 0
    let least = 0
    if (size > this.width) {
      this.#frontier.subarray(0, size).sort()
      least = size - this.width
    }
    for (let k = size - 1; k >= least; k--) {
      let seen = this.#nextSize
      this.#expand(this.#frontier[k], this.#to)
      if (this.work.left < 0) return -1
      for (; seen < this.#nextSize; seen++)
        if (other.#reached[this.#last - this.#next[seen]] === 1) return this.#next[seen]
    }
    const swap = this.#frontier
    this.#frontier = this.#next
    this.#next = swap
    this.#size = this.#nextSize
    return -1
  }

  /**
   * Call before the last step: only points that the other search has reached count as ends of arcs, so blocks without
   * any are skipped.
   */
  openOnly(other: HullLinkSearch): void {
    this.#open.keepOnly(this.#from, this.#to, other.#reached, this.#last)
  }

  /** The points of the path to a reached point, including it and without the first, in reverse order. */
  wayBackFrom(point: number): number[] {
    const way: number[] = []
    for (let at = point; at !== this.#from; at = this.#parent[at]) way.push(at)
    return way
  }

  #reach(i: number, j: number): void {
    this.#open.close(j)
    this.#parent[j] = i
    this.#reached[j] = 1
    this.#next[this.#nextSize++] = j
  }

  /** Reaches all points that one arc from i leads to. */
  #expand(i: number, to: number): void {
    const { work } = this
    const wedge = this.#wedge
    wedge.standAt(i)
    const hulls = this.#hulls
    const identity = this.#identity
    const { bits: open, blocks: openBlocks } = this.#open
    if ((open[(i + 1) >> SHIFT] & (1 << ((i + 1) & (SIZE - 1)))) !== 0) this.#reach(i, i + 1)
    let at = i + 1
    while (at <= to) {
      // the largest block that begins here and has no point left to reach
      let level = -1
      while (
        level + 1 < LEVELS &&
        (at & ((1 << BLOCK_SHIFTS[level + 1]) - 1)) === 0 &&
        at + (1 << BLOCK_SHIFTS[level + 1]) - 1 <= to
      )
        level++
      const isWhole = level >= 0
      while (level >= 0 && openBlocks[level][at >> BLOCK_SHIFTS[level]] > 0) level--
      if (level >= 0) {
        const block = at >> BLOCK_SHIFTS[level]
        const hull = hulls[level]
        if (!wedge.narrow(hull.points, hull.start[block], hull.start[block + 1])) return
        at += 1 << BLOCK_SHIFTS[level]
        continue
      }
      const block = at >> SHIFT
      const end = Math.min(to, at | (SIZE - 1))
      let mask = open[block] & (-1 << (at & (SIZE - 1)))
      if (mask !== 0) mask = wedge.ahead(mask, block << SHIFT)
      if (mask === 0 && isWhole) {
        const hull = hulls[0]
        if (!wedge.narrow(hull.points, hull.start[block], hull.start[block + 1])) return
      } else {
        let cursor = at
        while (mask !== 0) {
          const j = (block << SHIFT) + (31 - Math.clz32(mask & -mask))
          mask &= mask - 1
          if (!wedge.narrow(identity, cursor, j)) return
          cursor = j
          if (wedge.isAhead(j) && this.#arcEnd.isEnd(i, j)) this.#reach(i, j)
        }
        if (!wedge.narrow(identity, cursor, end + 1)) return
      }
      if (work.left < 0) return
      at = end + 1
    }
  }
}
