// HOT: npm run bench -- course-budget
// Its loops run over every point or hull that an arc passes, so they read columns and keep the wedge in locals.
//
// The directions in which an arc from one point passes all points so far within the tolerance: a wedge that only gets
// narrower, in the plane that touches the globe at that point.

import type { Work } from './min-links.ts'
import type { UnitVectors } from './sphere-arc.ts'

export class ArcWedge {
  readonly #line: UnitVectors
  readonly #work: Work
  // the arc's first point
  ox = 0
  oy = 0
  oz = 0
  // east and north there, and the directions still possible from it
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
  /** the farthest point passed so far, and its squared chord */
  farthestSq = 0
  farthest = 0
  chordTolerance = 0
  #sinTolerance = 0

  constructor(line: UnitVectors, work: Work) {
    this.#line = line
    this.#work = work
  }

  setTolerance(toleranceRad: number): void {
    this.#sinTolerance = Math.sin(toleranceRad)
    this.chordTolerance = 2 * Math.sin(toleranceRad / 2)
  }

  /** Starts at a point, open to all directions. */
  standAt(i: number): void {
    const { x, y, z } = this.#line
    const ox = (this.ox = x[i]),
      oy = (this.oy = y[i]),
      oz = (this.oz = z[i])
    const flat = Math.sqrt(ox * ox + oy * oy)
    const ex = (this.#ex = flat > 1e-9 ? -oy / flat : 1)
    const ey = (this.#ey = flat > 1e-9 ? ox / flat : 0)
    this.#nx = -oz * ey
    this.#ny = oz * ex
    this.#nz = ox * ey - oy * ex
    this.#isOpen = true
    this.farthestSq = 0
  }

  /** The open points of a block that are in the directions left. */
  ahead(mask: number, base: number): number {
    if (this.#isOpen) return mask
    const { x, y, z } = this.#line
    const ox = this.ox
    const oy = this.oy
    const oz = this.oz
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
      this.#work.left--
    }
    return inside
  }

  isAhead(j: number): boolean {
    if (this.#isOpen) return true
    const { x, y, z } = this.#line
    const px = x[j] - this.ox,
      py = y[j] - this.oy,
      pz = z[j] - this.oz
    const u = this.#ex * px + this.#ey * py
    const v = this.#nx * px + this.#ny * py + this.#nz * pz
    return this.#rx * v - this.#ry * u >= 0 && u * this.#ly - v * this.#lx >= 0
  }

  /** Removes the directions that pass one of the points by more than the tolerance; false if none is left. */
  narrow(points: Int32Array, from: number, to: number): boolean {
    const { x, y, z } = this.#line
    const ox = this.ox
    const oy = this.oy
    const oz = this.oz
    const ex = this.#ex
    const ey = this.#ey
    const nx = this.#nx
    const ny = this.#ny
    const nz = this.#nz
    const sinTolerance = this.#sinTolerance
    const sinToleranceSq = sinTolerance * sinTolerance
    const chordToleranceSq = this.chordTolerance * this.chordTolerance
    let isOpen = this.#isOpen
    let lx = this.#lx
    let ly = this.#ly
    let rx = this.#rx
    let ry = this.#ry
    let farthestSq = this.farthestSq
    this.#work.left -= to - from + 3
    for (let k = from; k < to; k++) {
      const p = points[k]
      const px = x[p] - ox,
        py = y[p] - oy,
        pz = z[p] - oz
      const chordSq = px * px + py * py + pz * pz
      if (chordSq > farthestSq) {
        if (chordSq >= 2) return false
        farthestSq = chordSq
        this.farthest = p
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
    this.farthestSq = farthestSq
    return true
  }
}
