// HOT: npm run bench -- course-budget
// It saves asking every point of a long line for every arc, so hulls lie in one flat list per level.
//
// For every aligned block of 32, 256, 2,048 and 16,384 points of a line, a few of its points whose convex hull comes
// within `spreadRad` of all of them: they replace the block in tests of an arc. A band around an arc that contains the
// few contains all of them if widened by the spread (bands are convex apart from the curvature of the globe).
// Per level: points of block b are points[start[b]..start[b + 1]), indexes into the line. Only uses points of the line.

import type { UnitVectors } from './sphere-arc.ts'

/** Block sizes as powers of two, small to large. */
export const BLOCK_SHIFTS = [5, 8, 11, 14] as const
/** Wider blocks (radians) keep all points of their parts: the globe's curvature would matter. */
const MAX_FLAT_RAD = 0.1

export interface HullLevel {
  shift: number
  start: Int32Array
  points: Int32Array
}

/** Arrays that building hulls writes to: positions of points in a plane, points of a level. */
export interface HullScratch {
  u: Float64Array
  v: Float64Array
  points: Int32Array
}

export const createHullScratch = (count: number): HullScratch => ({
  u: new Float64Array(count),
  v: new Float64Array(count),
  points: new Int32Array(count),
})

/** Levels from small blocks to large; the last block of each may be short. */
export function buildRangeHulls(line: UnitVectors, spreadRad: number, scratch: HullScratch): HullLevel[] {
  const count = line.x.length
  const levels: HullLevel[] = []
  const step = new HullStep(line, spreadRad / BLOCK_SHIFTS.length, scratch)
  let finer: HullLevel | null = null
  for (const shift of BLOCK_SHIFTS) {
    const blocks = Math.ceil(count / 2 ** shift)
    const start = new Int32Array(blocks + 1)
    const { points } = scratch
    let held = 0
    for (let b = 0; b < blocks; b++) {
      const inside: number[] = []
      if (finer === null) for (let i = b << shift; i < Math.min(count, (b + 1) << shift); i++) inside.push(i)
      else {
        const parts = 1 << (shift - finer.shift)
        const to = finer.start[Math.min(finer.start.length - 1, (b + 1) * parts)]
        for (let k = finer.start[b * parts]; k < to; k++) inside.push(finer.points[k])
      }
      for (const index of step.thin(inside)) points[held++] = index
      start[b + 1] = held
    }
    levels.push((finer = { shift, start, points: points.slice(0, held) }))
  }
  return levels
}

/** Quickhull that stops when everything outside an edge is within the spread of it. */
class HullStep {
  readonly #line: UnitVectors
  readonly #spread: number
  /** positions in the plane tangent to the globe at the block's first point */
  readonly #u: Float64Array
  readonly #v: Float64Array
  #kept: number[] = []

  constructor(line: UnitVectors, spread: number, { u, v }: HullScratch) {
    this.#line = line
    this.#spread = spread
    this.#u = u
    this.#v = v
  }

  thin(inside: number[]): number[] {
    if (inside.length <= 3) return inside
    const u = this.#u
    const v = this.#v
    if (!this.#lay(inside)) return inside
    let a = inside[0]
    let b = inside[0]
    for (const i of inside) {
      if (u[i] < u[a] || (u[i] === u[a] && v[i] < v[a])) a = i
      if (u[i] > u[b] || (u[i] === u[b] && v[i] > v[b])) b = i
    }
    this.#kept = [a]
    if (a !== b) {
      this.#kept.push(b)
      this.#split(a, b, inside)
      this.#split(b, a, inside)
    }
    return this.#kept
  }

  /** Fills in u and v; false if the block is too wide for a plane. */
  #lay(inside: readonly number[]): boolean {
    const { x, y, z } = this.#line
    const u = this.#u
    const v = this.#v
    const ox = x[inside[0]],
      oy = y[inside[0]],
      oz = z[inside[0]]
    const flat = Math.sqrt(ox * ox + oy * oy)
    const ex = flat > 1e-9 ? -oy / flat : 1
    const ey = flat > 1e-9 ? ox / flat : 0
    const nx = -oz * ey,
      ny = oz * ex,
      nz = ox * ey - oy * ex
    for (const i of inside) {
      const px = x[i] - ox,
        py = y[i] - oy,
        pz = z[i] - oz
      if (px * px + py * py + pz * pz > MAX_FLAT_RAD * MAX_FLAT_RAD) return false
      u[i] = ex * px + ey * py
      v[i] = nx * px + ny * py + nz * pz
    }
    return true
  }

  /** Adds the points outside the edge a-b (to its left) by more than the spread. */
  #split(a: number, b: number, among: readonly number[]): void {
    const u = this.#u
    const v = this.#v
    const au = u[a],
      av = v[a]
    const du = u[b] - au,
      dv = v[b] - av
    const lengthSq = du * du + dv * dv
    const outside: number[] = []
    let farthest = -1
    let farthestSq = this.#spread * this.#spread
    for (const i of among) {
      const pu = u[i] - au,
        pv = v[i] - av
      const cross = du * pv - dv * pu
      if (cross <= 0) continue
      outside.push(i)
      const along = du * pu + dv * pv
      const distanceSq =
        along <= 0
          ? pu * pu + pv * pv
          : along >= lengthSq
            ? (pu - du) ** 2 + (pv - dv) ** 2
            : (cross * cross) / lengthSq
      if (distanceSq > farthestSq) {
        farthestSq = distanceSq
        farthest = i
      }
    }
    if (farthest < 0) return
    this.#kept.push(farthest)
    this.#split(a, farthest, outside)
    this.#split(farthest, b, outside)
  }
}
