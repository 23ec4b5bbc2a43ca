// HOT: npm run bench -- course-budget
// It is called for every point that an arc could end at, so the points most likely to refuse it are tested first.
//
// Whether an arc may end at a point: no point that it skips lies beyond that end by more than the tolerance.

import type { ArcWedge } from './arc-wedge.ts'
import type { Work } from './min-links.ts'
import { BLOCK_SHIFTS, type HullLevel } from './range-hulls.ts'
import type { UnitVectors } from './sphere-arc.ts'

const SIZE = 1 << BLOCK_SHIFTS[0]
const LEVELS = BLOCK_SHIFTS.length

export class ArcEnd {
  readonly #line: UnitVectors
  readonly #hulls: readonly HullLevel[]
  readonly #wedge: ArcWedge
  readonly #work: Work
  readonly #identity: Int32Array
  /** the point last found beyond the end of an arc */
  #witness = -1

  /** `wedge`: of the arc's first point. `identity`: every point is its own number, to be read like a hull. */
  constructor(line: UnitVectors, hulls: readonly HullLevel[], wedge: ArcWedge, work: Work, identity: Int32Array) {
    this.#line = line
    this.#hulls = hulls
    this.#wedge = wedge
    this.#work = work
    this.#identity = identity
  }

  /** Whether no point between i and j is beyond j by more than the tolerance. */
  isEnd(i: number, j: number): boolean {
    const { x, y, z } = this.#line
    const { ox, oy, oz, farthest, farthestSq, chordTolerance } = this.#wedge
    const dx = x[j] - ox,
      dy = y[j] - oy,
      dz = z[j] - oz
    const chordSq = dx * dx + dy * dy + dz * dz
    if (chordSq >= 2) return false
    if (farthestSq <= chordSq) return true
    const reach = Math.sqrt(chordSq) + chordTolerance
    if (farthestSq > reach * reach) return false
    // direction back from j: j x (i x j)
    const bx = x[j],
      by = y[j],
      bz = z[j]
    const px = oy * dz - oz * dy,
      py = oz * dx - ox * dz,
      pz = ox * dy - oy * dx
    const back: Back = { x: by * pz - bz * py, y: bz * px - bx * pz, z: bx * py - by * px }
    if (this.#isBeyond(this.#identity, farthest, farthest + 1, j, back)) return false
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
    const { chordTolerance } = this.#wedge
    const limitSq = chordTolerance * chordTolerance
    this.#work.left -= to - from + 8
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
}

/** Direction from the end of an arc back along it. */
interface Back {
  x: number
  y: number
  z: number
}
