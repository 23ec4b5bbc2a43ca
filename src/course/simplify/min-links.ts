// HOT: npm run bench -- course-budget
// It is the innermost search of budget mode, so it narrows wedges with plain numbers and makes no object per pair.
//
// The fewest arcs from one point of a line to another over points of the line, with no skipped point farther than a
// tolerance from the arc that skips it. Breadth-first over the shortcuts i -> j; one pass finds all of those from i by
// narrowing a wedge of directions (Imai and Iri 1988; Chan and Chin 1996), here with great circles: a point at distance
// d forbids the rays that pass it by more than the tolerance, asin(sin tolerance / sin d) to either side.
// Exact up to rounding for arcs under a quarter of the globe. Never examines more than `work` pairs.

import { type UnitVectors, farthestFromArc } from './sphere-arc.ts'

/** Pairs that may still be examined; shared by the searches of one request. */
export interface Work {
  left: number
}

export interface LinksFound {
  links: number
  /** points of the path between `from` and `to`, without these two */
  inner: number[]
}

/** Scratch arrays for lines of up to `count` points, reused by every search. */
export class LinkSearch {
  readonly line: UnitVectors
  readonly #parent: Int32Array
  readonly #reached: Uint8Array
  #frontier: Int32Array
  #next: Int32Array
  readonly work: Work

  constructor(line: UnitVectors, work: Work) {
    const count = line.x.length
    this.line = line
    this.work = work
    this.#parent = new Int32Array(count)
    this.#reached = new Uint8Array(count)
    this.#frontier = new Int32Array(count)
    this.#next = new Int32Array(count)
  }

  /** Returns null if more than `maxLinks` are needed, or if `work` ran out (`work.left` < 0: nothing is proven). */
  find(from: number, to: number, toleranceRad: number, maxLinks: number): LinksFound | null {
    if (to - from <= 1) return maxLinks >= to - from ? { links: to - from, inner: [] } : null
    const reached = this.#reached
    reached.fill(0, from, to + 1)
    reached[from] = 1
    let frontier = this.#frontier
    let next = this.#next
    frontier[0] = from
    let size = 1
    let firstOpen = from + 1 // every point before it has been reached
    for (let links = 1; links <= maxLinks && size > 0; links++) {
      let nextSize = 0
      for (let k = 0; k < size; k++) {
        const before = nextSize
        nextSize = this.#expand(frontier[k], to, toleranceRad, firstOpen, next, nextSize)
        if (this.work.left < 0) return null
        if (reached[to] === 1) return this.#pathTo(from, to, links)
        if (nextSize > before) while (reached[firstOpen] === 1) firstOpen++
      }
      const swap = frontier
      frontier = next
      next = swap
      size = nextSize
    }
    return null
  }

  #pathTo(from: number, to: number, links: number): LinksFound {
    const inner: number[] = []
    for (let at = this.#parent[to]; at !== from; at = this.#parent[at]) inner.push(at)
    return { links, inner: inner.reverse() }
  }

  /** Marks what one arc from i reaches and appends it to `next`; returns the new size of `next`. */
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: HOT: one loop over local variables
  #expand(i: number, to: number, toleranceRad: number, firstOpen: number, next: Int32Array, size: number): number {
    const { x, y, z } = this.line
    const parent = this.#parent
    const reached = this.#reached
    const ox = x[i],
      oy = y[i],
      oz = z[i]
    // east and north at i
    const flat = Math.sqrt(ox * ox + oy * oy)
    const ex = flat > 1e-9 ? -oy / flat : 1
    const ey = flat > 1e-9 ? ox / flat : 0
    const nx = -oz * ey
    const ny = oz * ex
    const nz = ox * ey - oy * ex
    const sinTolerance = Math.sin(toleranceRad)
    const sinToleranceSq = sinTolerance * sinTolerance
    const chordTolerance = 2 * Math.sin(toleranceRad / 2)
    let lx = 0,
      ly = 0,
      rx = 0,
      ry = 0
    let open = true // no direction forbidden yet
    let farthestSq = 0
    let j = i + 1
    for (; j <= to; j++) {
      const px = x[j] - ox,
        py = y[j] - oy,
        pz = z[j] - oz
      const chordSq = px * px + py * py + pz * pz
      if (chordSq >= 2) {
        // a quarter of the globe away: only the line's own arc leads there
        if (j === i + 1 && reached[j] === 0) {
          reached[j] = 1
          parent[j] = i
          next[size++] = j
        }
        break
      }
      const u = ex * px + ey * py
      const v = nx * px + ny * py + nz * pz
      if (j >= firstOpen && reached[j] === 0 && (open || (rx * v - ry * u >= 0 && u * ly - v * lx >= 0))) {
        let fits = farthestSq <= chordSq
        if (!fits) {
          const reach = Math.sqrt(chordSq) + chordTolerance
          if (farthestSq <= reach * reach) {
            fits = farthestFromArc(this.line, i, j).angle <= toleranceRad
            this.work.left -= j - i
            if (this.work.left < 0) return size
          }
        }
        if (fits) {
          reached[j] = 1
          parent[j] = i
          next[size++] = j
          if (j === to) break
        }
      }
      if (chordSq > farthestSq) farthestSq = chordSq
      const sinSq = u * u + v * v
      if (sinSq > sinToleranceSq && chordSq > chordTolerance * chordTolerance) {
        // half the angle that remains allowed around the direction of j
        const perSinSq = 1 / sinSq
        const s = sinTolerance * perSinSq
        const c = Math.sqrt(Math.max(0, perSinSq - s * s))
        // (u, v) / sin has length 1; s and c already include that division
        const newLx = u * c - v * s,
          newLy = u * s + v * c
        const newRx = u * c + v * s,
          newRy = v * c - u * s
        if (open) {
          ;(lx = newLx), (ly = newLy), (rx = newRx), (ry = newRy)
          open = false
        } else {
          const leftInside = rx * newLy - ry * newLx >= 0 && newLx * ly - newLy * lx >= 0
          const rightInside = rx * newRy - ry * newRx >= 0 && newRx * ly - newRy * lx >= 0
          // neither end of the new wedge is in the old one: the old one is inside the new one, or they are disjoint
          if (!leftInside && !rightInside && !(newRx * ry - newRy * rx >= 0 && rx * newLy - ry * newLx >= 0)) break
          if (leftInside) (lx = newLx), (ly = newLy)
          if (rightInside) (rx = newRx), (ry = newRy)
        }
      }
    }
    this.work.left -= j - i
    return size
  }
}

/** Largest distance in radians of skipped points from the arcs between kept points (ascending indexes). */
export function deviationOf(line: UnitVectors, kept: ArrayLike<number>): number {
  let largest = 0
  for (let k = 1; k < kept.length; k++) largest = Math.max(largest, farthestFromArc(line, kept[k - 1], kept[k]).angle)
  return largest
}
