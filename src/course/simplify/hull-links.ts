// HOT: npm run bench -- course-budget
// It is the innermost search of budget mode, so points are columns of unit vectors and no object is made per arc.
//
// Like min-links.ts, for long lines: the fewest arcs from one point to another, where an arc is tested against the
// hulls of range-hulls.ts instead of every point it skips, and where corners may be limited to some points. Two
// properties hold. With all points allowed, "more than maxLinks" is proven (fewer points are tested, so only more paths
// pass). And a path that is found stays within the tolerance widened by the spread of the hulls, apart from rounding,
// which the caller must measure.
// Exact in this sense for arcs under a quarter of the globe. Never examines more than about `work` points.

import type { Work } from './min-links.ts'
import { BLOCK_SHIFTS } from './range-hulls.ts'
import type { HullLevel } from './range-hulls.ts'
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
  readonly #line: UnitVectors
  readonly #hulls: readonly HullLevel[]
  readonly #allowed: Int32Array
  /** points of each block of 32 that are allowed and not yet reached, one bit each */
  readonly #open: Int32Array
  /** number of blocks of 32 with open points inside each block, per level */
  readonly #openBlocks: Int32Array[]
  readonly #identity: Int32Array
  readonly #parent: Int32Array
  readonly #reached: Uint8Array
  #frontier: Int32Array
  #next: Int32Array
  #nextSize = 0
  #size = 0
  #from = 0
  #to = 0
  // the arc's first point with east and north there, and the directions still possible from it
  #ox = 0
  #oy = 0
  #oz = 0
  #ex = 0
  #ey = 0
  #nx = 0
  #ny = 0
  #nz = 0
  #isOpen = true
  #lx = 0
  #ly = 0
  #rx = 0
  #ry = 0
  #farthestSq = 0
  #farthest = 0
  #sinTolerance = 0
  #chordTolerance = 0
  /** the point last found beyond the end of an arc */
  #witness = -1

  /** `allowed`: a bit for each point that may be a corner, 32 per number; section ends always may. */
  constructor(line: UnitVectors, hulls: readonly HullLevel[], allowed: Int32Array, work: Work, scratch: LinkScratch) {
    this.#line = line
    this.#hulls = hulls
    this.#allowed = allowed
    this.work = work
    this.#open = new Int32Array(allowed.length)
    this.#openBlocks = hulls.map(({ start }) => new Int32Array(start.length))
    this.#identity = scratch.identity
    this.#parent = scratch.parent
    this.#reached = scratch.reached
    this.#frontier = scratch.frontier
    this.#next = scratch.next
  }

  /** Starts at `from` with nothing else reached, towards `to`. */
  begin(from: number, to: number, toleranceRad: number): void {
    this.#sinTolerance = Math.sin(toleranceRad)
    this.#chordTolerance = 2 * Math.sin(toleranceRad / 2)
    this.#openAll(from + 1, to)
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
   * Adds one arc; stops at the first point for which `isMet` is true and returns it, else -1 (also if `work` ran out).
   */
  step(isMet: (point: number) => boolean): number {
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
      for (; seen < this.#nextSize; seen++) if (isMet(this.#next[seen])) return this.#next[seen]
    }
    const swap = this.#frontier
    this.#frontier = this.#next
    this.#next = swap
    this.#size = this.#nextSize
    return -1
  }

  /** Call before the last step: only these points count as ends of arcs, so blocks without any are skipped. */
  openOnly(isWanted: (point: number) => boolean): void {
    const open = this.#open
    const openBlocks = this.#openBlocks
    const from = this.#from
    const to = this.#to
    for (let block = from >> SHIFT; block <= to >> SHIFT; block++) {
      let left = open[block]
      if (left === 0) continue
      for (let bits = left; bits !== 0; bits &= bits - 1)
        if (!isWanted((block << SHIFT) + (31 - Math.clz32(bits & -bits)))) left &= ~(bits & -bits)
      open[block] = left
      if (left === 0)
        for (let level = 0; level < LEVELS; level++) openBlocks[level][block >> (BLOCK_SHIFTS[level] - SHIFT)]--
    }
  }

  hasReached(point: number): boolean {
    return this.#reached[point] === 1
  }

  /** The points of the path to a reached point, including it and without the first, in reverse order. */
  wayBackFrom(point: number): number[] {
    const way: number[] = []
    for (let at = point; at !== this.#from; at = this.#parent[at]) way.push(at)
    return way
  }

  #openAll(from: number, to: number): void {
    const open = this.#open
    const openBlocks = this.#openBlocks
    const allowed = this.#allowed
    const first = from >> SHIFT
    const last = to >> SHIFT
    for (let level = 0; level < LEVELS; level++)
      openBlocks[level].fill(0, first >> (BLOCK_SHIFTS[level] - SHIFT), (last >> (BLOCK_SHIFTS[level] - SHIFT)) + 1)
    for (let block = first; block <= last; block++) {
      let mask = allowed[block]
      if (block === first) mask &= -1 << (from & (SIZE - 1))
      if (block === last) {
        mask &= -1 >>> (SIZE - 1 - (to & (SIZE - 1)))
        mask |= 1 << (to & (SIZE - 1))
      }
      open[block] = mask
      if (mask !== 0)
        for (let level = 0; level < LEVELS; level++) openBlocks[level][block >> (BLOCK_SHIFTS[level] - SHIFT)]++
    }
  }

  #reach(i: number, j: number): void {
    const block = j >> SHIFT
    this.#open[block] &= ~(1 << (j & (SIZE - 1)))
    if (this.#open[block] === 0)
      for (let level = 0; level < LEVELS; level++) this.#openBlocks[level][block >> (BLOCK_SHIFTS[level] - SHIFT)]--
    this.#parent[j] = i
    this.#reached[j] = 1
    this.#next[this.#nextSize++] = j
  }

  /** Reaches all points that one arc from i leads to. */
  #expand(i: number, to: number): void {
    this.#standAt(i)
    const { work } = this
    const hulls = this.#hulls
    const openBlocks = this.#openBlocks
    const identity = this.#identity
    const open = this.#open
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
        if (!this.#narrow(hull.points, hull.start[block], hull.start[block + 1])) return
        at += 1 << BLOCK_SHIFTS[level]
        continue
      }
      const block = at >> SHIFT
      const end = Math.min(to, at | (SIZE - 1))
      let mask = open[block] & (-1 << (at & (SIZE - 1)))
      if (mask !== 0) mask = this.#ahead(mask, block << SHIFT)
      if (mask === 0 && isWhole) {
        const hull = hulls[0]
        if (!this.#narrow(hull.points, hull.start[block], hull.start[block + 1])) return
      } else {
        let cursor = at
        while (mask !== 0) {
          const j = (block << SHIFT) + (31 - Math.clz32(mask & -mask))
          mask &= mask - 1
          if (!this.#narrow(identity, cursor, j)) return
          cursor = j
          if (this.#isAhead(j) && this.#isEnd(i, j)) this.#reach(i, j)
        }
        if (!this.#narrow(identity, cursor, end + 1)) return
      }
      if (work.left < 0) return
      at = end + 1
    }
  }

  #standAt(i: number): void {
    const { x, y, z } = this.#line
    const ox = (this.#ox = x[i]),
      oy = (this.#oy = y[i]),
      oz = (this.#oz = z[i])
    const flat = Math.sqrt(ox * ox + oy * oy)
    const ex = (this.#ex = flat > 1e-9 ? -oy / flat : 1)
    const ey = (this.#ey = flat > 1e-9 ? ox / flat : 0)
    this.#nx = -oz * ey
    this.#ny = oz * ex
    this.#nz = ox * ey - oy * ex
    this.#isOpen = true
    this.#farthestSq = 0
  }

  /** The open points of a block that are in the directions left. */
  #ahead(mask: number, base: number): number {
    if (this.#isOpen) return mask
    const { x, y, z } = this.#line
    const ox = this.#ox
    const oy = this.#oy
    const oz = this.#oz
    const ex = this.#ex
    const ey = this.#ey
    const nx = this.#nx
    const ny = this.#ny
    const nz = this.#nz
    const lx = this.#lx
    const ly = this.#ly
    const rx = this.#rx
    const ry = this.#ry
    let inside = 0
    for (let left = mask; left !== 0; left &= left - 1) {
      const bit = left & -left
      const j = base + (31 - Math.clz32(bit))
      const px = x[j] - ox,
        py = y[j] - oy,
        pz = z[j] - oz
      const u = ex * px + ey * py
      const v = nx * px + ny * py + nz * pz
      if (rx * v - ry * u >= 0 && u * ly - v * lx >= 0) inside |= bit
      this.work.left--
    }
    return inside
  }

  #isAhead(j: number): boolean {
    if (this.#isOpen) return true
    const { x, y, z } = this.#line
    const px = x[j] - this.#ox,
      py = y[j] - this.#oy,
      pz = z[j] - this.#oz
    const u = this.#ex * px + this.#ey * py
    const v = this.#nx * px + this.#ny * py + this.#nz * pz
    return this.#rx * v - this.#ry * u >= 0 && u * this.#ly - v * this.#lx >= 0
  }

  /** Whether no point between i and j is beyond j by more than the tolerance. */
  #isEnd(i: number, j: number): boolean {
    const { x, y, z } = this.#line
    const dx = x[j] - this.#ox,
      dy = y[j] - this.#oy,
      dz = z[j] - this.#oz
    const chordSq = dx * dx + dy * dy + dz * dz
    if (chordSq >= 2) return false
    if (this.#farthestSq <= chordSq) return true
    const reach = Math.sqrt(chordSq) + this.#chordTolerance
    if (this.#farthestSq > reach * reach) return false
    // direction back from j: j x (i x j)
    const bx = x[j],
      by = y[j],
      bz = z[j]
    const px = this.#oy * dz - this.#oz * dy,
      py = this.#oz * dx - this.#ox * dz,
      pz = this.#ox * dy - this.#oy * dx
    const back: Back = { x: by * pz - bz * py, y: bz * px - bx * pz, z: bx * py - by * px }
    if (this.#isBeyond(this.#identity, this.#farthest, this.#farthest + 1, j, back)) return false
    if (
      this.#witness > i &&
      this.#witness < j &&
      this.#isBeyond(this.#identity, this.#witness, this.#witness + 1, j, back)
    )
      return false
    for (let at = i + 1; at < j; ) {
      let level = -1
      while (
        level + 1 < LEVELS &&
        (at & ((1 << BLOCK_SHIFTS[level + 1]) - 1)) === 0 &&
        at + (1 << BLOCK_SHIFTS[level + 1]) <= j
      )
        level++
      if (level >= 0) {
        const hull = this.#hulls[level]
        const block = at >> BLOCK_SHIFTS[level]
        if (this.#isBeyond(hull.points, hull.start[block], hull.start[block + 1], j, back)) return false
        at += 1 << BLOCK_SHIFTS[level]
      } else {
        const end = Math.min(j, (at | (SIZE - 1)) + 1)
        if (this.#isBeyond(this.#identity, at, end, j, back)) return false
        at = end
      }
    }
    return true
  }

  /** Whether one of the points is beyond j; it becomes the witness. */
  #isBeyond(points: Int32Array, from: number, to: number, j: number, back: Back): boolean {
    const { x, y, z } = this.#line
    const bx = x[j],
      by = y[j],
      bz = z[j]
    const limitSq = this.#chordTolerance * this.#chordTolerance
    this.work.left -= to - from + 8
    for (let k = from; k < to; k++) {
      const p = points[k]
      const qx = x[p] - bx,
        qy = y[p] - by,
        qz = z[p] - bz
      if (qx * qx + qy * qy + qz * qz > limitSq && back.x * qx + back.y * qy + back.z * qz <= 0) {
        this.#witness = p
        return true
      }
    }
    return false
  }

  /** Removes the directions that pass one of the points by more than the tolerance; false if none is left. */
  #narrow(points: Int32Array, from: number, to: number): boolean {
    const { x, y, z } = this.#line
    const ox = this.#ox
    const oy = this.#oy
    const oz = this.#oz
    const ex = this.#ex
    const ey = this.#ey
    const nx = this.#nx
    const ny = this.#ny
    const nz = this.#nz
    const sinTolerance = this.#sinTolerance
    const sinToleranceSq = sinTolerance * sinTolerance
    const chordToleranceSq = this.#chordTolerance * this.#chordTolerance
    let isOpen = this.#isOpen
    let lx = this.#lx
    let ly = this.#ly
    let rx = this.#rx
    let ry = this.#ry
    let farthestSq = this.#farthestSq
    this.work.left -= to - from + 3
    for (let k = from; k < to; k++) {
      const p = points[k]
      const px = x[p] - ox,
        py = y[p] - oy,
        pz = z[p] - oz
      const chordSq = px * px + py * py + pz * pz
      if (chordSq > farthestSq) {
        if (chordSq >= 2) return false
        farthestSq = chordSq
        this.#farthest = p
      }
      const u = ex * px + ey * py
      const v = nx * px + ny * py + nz * pz
      const sinSq = u * u + v * v
      if (sinSq <= sinToleranceSq || chordSq <= chordToleranceSq) continue
      // half the angle that remains allowed around the direction of p
      const perSinSq = 1 / sinSq
      const s = sinTolerance * perSinSq
      const c = Math.sqrt(Math.max(0, perSinSq - s * s))
      const newLx = u * c - v * s,
        newLy = u * s + v * c
      const newRx = u * c + v * s,
        newRy = v * c - u * s
      if (isOpen) {
        ;(lx = newLx), (ly = newLy), (rx = newRx), (ry = newRy)
        isOpen = false
        continue
      }
      const leftInside = rx * newLy - ry * newLx >= 0 && newLx * ly - newLy * lx >= 0
      const rightInside = rx * newRy - ry * newRx >= 0 && newRx * ly - newRy * lx >= 0
      // neither end of the new wedge is in the old one: the old one is inside the new one, or they are disjoint
      if (!leftInside && !rightInside && !(newRx * ry - newRy * rx >= 0 && rx * newLy - ry * newLx >= 0)) return false
      if (leftInside) (lx = newLx), (ly = newLy)
      if (rightInside) (rx = newRx), (ry = newRy)
    }
    this.#isOpen = isOpen
    this.#lx = lx
    this.#ly = ly
    this.#rx = rx
    this.#ry = ry
    this.#farthestSq = farthestSq
    return true
  }
}

/** Direction from the end of an arc back along it. */
interface Back {
  x: number
  y: number
  z: number
}
