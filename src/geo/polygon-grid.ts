// HOT: npm run bench -- planner
// It is asked about every edge that a search with avoided areas looks at, so its sides are in typed arrays.
//
// One polygon with holes, its sides found by cells (segment-cells.ts), so that a question costs what lies in a cell or
// two, however many vertices the polygon has. A point is inside if a line from it crosses the rings an odd number of
// times; points on a ring count as inside. Plane geometry in degrees; no ring may cross the antimeridian.

import { SegmentCells, type Segments, type SegmentVisitor } from './segment-cells.ts'

/** Closed: the last position is the first. */
export type GridRing = readonly (readonly [lon: number, lat: number])[]

/** Where in its cell the point lies whose side is known: such that hardly any ring passes through it. */
const MARK_X = 0.4871236
const MARK_Y = 0.5237891

/** Twice the area of a triangle; positive where c lies to the left of the way from a to b. */
export const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

/** The sides of rings, without those of no length. */
export function sidesOf(rings: readonly GridRing[]): Segments {
  let most = 0
  for (const ring of rings) most += ring.length
  const ax = new Float64Array(most)
  const ay = new Float64Array(most)
  const bx = new Float64Array(most)
  const by = new Float64Array(most)
  let count = 0
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const from = ring[i - 1]
      const to = ring[i]
      if (from[0] === to[0] && from[1] === to[1]) continue
      ax[count] = from[0]
      ay[count] = from[1]
      bx[count] = to[0]
      by[count++] = to[1]
    }
  return { ax: ax.subarray(0, count), ay: ay.subarray(0, count), bx: bx.subarray(0, count), by: by.subarray(0, count) }
}

export class PolygonGrid implements SegmentVisitor {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
  // segments of all rings, without those of no length
  readonly ax: Float64Array
  readonly ay: Float64Array
  readonly bx: Float64Array
  readonly by: Float64Array
  readonly #cells: SegmentCells
  /** by grid and cell: whether its mark is inside, once that was asked */
  readonly #marks = new Map<SegmentCells, Map<number, boolean>>()

  constructor(rings: readonly GridRing[]) {
    const { ax, ay, bx, by } = sidesOf(rings)
    this.ax = ax
    this.ay = ay
    this.bx = bx
    this.by = by
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let s = 0; s < this.ax.length; s++) {
      minX = Math.min(minX, this.ax[s])
      maxX = Math.max(maxX, this.ax[s])
      minY = Math.min(minY, this.ay[s])
      maxY = Math.max(maxY, this.ay[s])
    }
    this.minX = minX
    this.minY = minY
    this.maxX = maxX
    this.maxY = maxY
    this.#cells = new SegmentCells(this, this)
  }

  /** Whether a point lies inside, or on a ring. */
  contains(x: number, y: number): boolean {
    if (x < this.minX || x > this.maxX || y < this.minY || y > this.maxY) return false
    const { ax, ay, bx, by } = this
    const { cells, cell } = this.#cells.cellAt(x, y)
    const markX = cells.box.minX + ((cell % cells.columns) + MARK_X) * cells.width
    const markY = cells.box.minY + (Math.floor(cell / cells.columns) + MARK_Y) * cells.height
    let inside = this.#isMarkInside(cells, cell, markX, markY)
    for (let i = cells.start[cell], end = cells.start[cell + 1]; i < end; i++) {
      const s = cells.list[i]
      const sideOfPoint = turn(ax[s], ay[s], bx[s], by[s], x, y)
      if (sideOfPoint === 0 && this.#isInBoxOf(s, x, y)) return true
      const aboveA = turn(x, y, markX, markY, ax[s], ay[s]) > 0
      const aboveB = turn(x, y, markX, markY, bx[s], by[s]) > 0
      if (aboveA === aboveB) continue
      if (sideOfPoint > 0 !== turn(ax[s], ay[s], bx[s], by[s], markX, markY) > 0) inside = !inside
    }
    return inside
  }

  /** Whether a segment meets a ring, be it in one point. */
  meetsRing(x1: number, y1: number, x2: number, y2: number): boolean {
    if (Math.max(x1, x2) < this.minX || Math.min(x1, x2) > this.maxX) return false
    if (Math.max(y1, y2) < this.minY || Math.min(y1, y2) > this.maxY) return false
    return this.#cells.visit(x1, y1, x2, y2, this)
  }

  /** Whether a segment meets one of the sides in a list. */
  visit(list: Uint32Array, from: number, end: number, x1: number, y1: number, x2: number, y2: number): boolean {
    const left = x1 < x2 ? x1 : x2
    const right = x1 < x2 ? x2 : x1
    const low = y1 < y2 ? y1 : y2
    const high = y1 < y2 ? y2 : y1
    const { ax, ay, bx, by } = this
    for (let i = from; i < end; i++) {
      const s = list[i]
      const sx1 = ax[s]
      const sx2 = bx[s]
      if ((sx1 > right && sx2 > right) || (sx1 < left && sx2 < left)) continue
      const sy1 = ay[s]
      const sy2 = by[s]
      if ((sy1 > high && sy2 > high) || (sy1 < low && sy2 < low)) continue
      const one = turn(sx1, sy1, sx2, sy2, x1, y1)
      const two = turn(sx1, sy1, sx2, sy2, x2, y2)
      if ((one > 0 && two > 0) || (one < 0 && two < 0)) continue
      const three = turn(x1, y1, x2, y2, sx1, sy1)
      const four = turn(x1, y1, x2, y2, sx2, sy2)
      if (!((three > 0 && four > 0) || (three < 0 && four < 0))) return true
    }
    return false
  }

  #isInBoxOf(s: number, x: number, y: number): boolean {
    const { ax, ay, bx, by } = this
    return (
      x >= Math.min(ax[s], bx[s]) &&
      x <= Math.max(ax[s], bx[s]) &&
      y >= Math.min(ay[s], by[s]) &&
      y <= Math.max(ay[s], by[s])
    )
  }

  /** Whether the line from the mark of a cell to the west crosses the rings an odd number of times. */
  #isMarkInside(cells: SegmentCells, cell: number, x: number, y: number): boolean {
    let marks = this.#marks.get(cells)
    if (marks === undefined) this.#marks.set(cells, (marks = new Map()))
    const known = marks.get(cell)
    if (known !== undefined) return known
    const { ax, ay, bx, by } = this
    let inside = false
    for (let s = 0; s < ax.length; s++) {
      if (ay[s] <= y === by[s] <= y) continue
      if (ax[s] + ((y - ay[s]) / (by[s] - ay[s])) * (bx[s] - ax[s]) < x) inside = !inside
    }
    marks.set(cell, inside)
    return inside
  }
}
