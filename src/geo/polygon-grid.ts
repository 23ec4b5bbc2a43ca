// HOT: npm run bench -- planner
// It is asked about every edge that a search with avoided areas looks at, so its grid is in typed arrays.
//
// One polygon with holes, laid on a grid so that a question costs what lies in a cell or two, however many vertices the
// polygon has. A point is inside if a line from it crosses the rings an odd number of times; points on a ring count as
// inside. Plane geometry in degrees; no ring may cross the antimeridian.

export type GridRing = readonly (readonly [lon: number, lat: number])[]

const MAX_CELLS_A_SIDE = 64
/** Where in its cell the point lies whose side is known: such that hardly any ring passes through it. */
const MARK_X = 0.4871236
const MARK_Y = 0.5237891

/** Twice the area of a triangle; positive where c lies to the left of the way from a to b. */
const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

export class PolygonGrid {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
  // segments of all rings, without those of no length
  readonly ax: Float64Array
  readonly ay: Float64Array
  readonly bx: Float64Array
  readonly by: Float64Array
  readonly #side: number
  readonly #width: number
  readonly #height: number
  /** segments of cell c are `#segments[#start[c] .. #start[c + 1])` */
  readonly #start: Uint32Array
  readonly #segments: Uint32Array
  /** by cell: 1 where its mark is inside */
  readonly #markInside: Uint8Array

  /** Rings are closed (the last position is the first). */
  constructor(rings: readonly GridRing[]) {
    const pairs = rings.flatMap((ring) => ring.slice(1).map((to, i) => [ring[i], to] as const))
    const segments = pairs.filter(([a, b]) => a[0] !== b[0] || a[1] !== b[1])
    this.ax = Float64Array.from(segments, ([a]) => a[0])
    this.ay = Float64Array.from(segments, ([a]) => a[1])
    this.bx = Float64Array.from(segments, ([, b]) => b[0])
    this.by = Float64Array.from(segments, ([, b]) => b[1])
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
    this.#side = Math.max(1, Math.min(MAX_CELLS_A_SIDE, Math.ceil(Math.sqrt(this.ax.length))))
    this.#width = (maxX - minX) / this.#side || 1
    this.#height = (maxY - minY) / this.#side || 1
    const { start, list } = this.#fill()
    this.#start = start
    this.#segments = list
    this.#markInside = this.#markCells()
  }

  /** Whether a point lies inside, or on a ring. */
  contains(x: number, y: number): boolean {
    if (x < this.minX || x > this.maxX || y < this.minY || y > this.maxY) return false
    const { ax, ay, bx, by } = this
    const column = this.#column(x)
    const row = this.#row(y)
    const cell = row * this.#side + column
    const markX = this.minX + (column + MARK_X) * this.#width
    const markY = this.minY + (row + MARK_Y) * this.#height
    let inside = this.#markInside[cell] === 1
    for (let i = this.#start[cell], end = this.#start[cell + 1]; i < end; i++) {
      const s = this.#segments[i]
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
    return this.findMeeting(x1, y1, x2, y2, () => true) >= 0
  }

  /** A segment of the rings that meets the segment and that `counts`, -1 for none. */
  findMeeting(x1: number, y1: number, x2: number, y2: number, counts: (segment: number) => boolean): number {
    const isOutside =
      Math.max(x1, x2) < this.minX ||
      Math.min(x1, x2) > this.maxX ||
      Math.max(y1, y2) < this.minY ||
      Math.min(y1, y2) > this.maxY
    let found = -1
    if (!isOutside)
      this.#visit(x1, y1, x2, y2, (cell) => {
        for (let i = this.#start[cell], end = this.#start[cell + 1]; i < end; i++) {
          const s = this.#segments[i]
          if (!this.#meets(s, x1, y1, x2, y2) || !counts(s)) continue
          found = s
          return true
        }
        return false
      })
    return found
  }

  /** Whether segment s meets another one. */
  #meets(s: number, x1: number, y1: number, x2: number, y2: number): boolean {
    const ax = this.ax[s]
    const ay = this.ay[s]
    const bx = this.bx[s]
    const by = this.by[s]
    if (
      Math.max(x1, x2) < Math.min(ax, bx) ||
      Math.min(x1, x2) > Math.max(ax, bx) ||
      Math.max(y1, y2) < Math.min(ay, by) ||
      Math.min(y1, y2) > Math.max(ay, by)
    )
      return false
    const one = turn(ax, ay, bx, by, x1, y1)
    const two = turn(ax, ay, bx, by, x2, y2)
    if ((one > 0 && two > 0) || (one < 0 && two < 0)) return false
    const three = turn(x1, y1, x2, y2, ax, ay)
    const four = turn(x1, y1, x2, y2, bx, by)
    return !((three > 0 && four > 0) || (three < 0 && four < 0))
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

  #column(x: number): number {
    return Math.max(0, Math.min(this.#side - 1, Math.floor((x - this.minX) / this.#width)))
  }

  #row(y: number): number {
    return Math.max(0, Math.min(this.#side - 1, Math.floor((y - this.minY) / this.#height)))
  }

  /** Cells that a segment may touch, row by row; stops where `visit` returns true. */
  #visit(x1: number, y1: number, x2: number, y2: number, visit: (cell: number) => boolean): void {
    const [lowX, lowY, highX, highY] = y1 <= y2 ? [x1, y1, x2, y2] : [x2, y2, x1, y1]
    // a hair wider than the segment, so that rounding leaves out no cell
    const hairX = this.#width * 1e-9
    const hairY = this.#height * 1e-9
    const firstRow = this.#row(lowY - hairY)
    const lastRow = this.#row(highY + hairY)
    const perY = highY > lowY ? (highX - lowX) / (highY - lowY) : 0
    for (let row = firstRow; row <= lastRow; row++) {
      let fromX = lowX
      let toX = highX
      if (highY > lowY) {
        const fromY = Math.max(lowY, this.minY + row * this.#height - hairY)
        const toY = Math.min(highY, this.minY + (row + 1) * this.#height + hairY)
        fromX = lowX + (fromY - lowY) * perY
        toX = lowX + (toY - lowY) * perY
      }
      const firstColumn = this.#column(Math.min(fromX, toX) - hairX)
      const lastColumn = this.#column(Math.max(fromX, toX) + hairX)
      for (let column = firstColumn; column <= lastColumn; column++) if (visit(row * this.#side + column)) return
    }
  }

  #fill(): { start: Uint32Array; list: Uint32Array } {
    const start = new Uint32Array(this.#side * this.#side + 1)
    const each = (visit: (cell: number, segment: number) => void) => {
      for (let s = 0; s < this.ax.length; s++)
        this.#visit(this.ax[s], this.ay[s], this.bx[s], this.by[s], (cell) => {
          visit(cell, s)
          return false
        })
    }
    each((cell) => start[cell + 1]++)
    for (let cell = 0; cell + 1 < start.length; cell++) start[cell + 1] += start[cell]
    const list = new Uint32Array(start[start.length - 1])
    const next = start.slice()
    each((cell, s) => (list[next[cell]++] = s))
    return { start, list }
  }

  /** For the mark of each cell: whether the line from it to the west crosses the rings an odd number of times. */
  #markCells(): Uint8Array {
    const side = this.#side
    const crossings: number[][] = Array.from({ length: side }, () => [])
    for (let s = 0; s < this.ax.length; s++) {
      const [lowX, lowY, highX, highY] =
        this.ay[s] <= this.by[s]
          ? [this.ax[s], this.ay[s], this.bx[s], this.by[s]]
          : [this.bx[s], this.by[s], this.ax[s], this.ay[s]]
      for (let row = this.#row(lowY), last = this.#row(highY); row <= last; row++) {
        const y = this.minY + (row + MARK_Y) * this.#height
        if (lowY <= y && highY > y) crossings[row].push(lowX + ((y - lowY) / (highY - lowY)) * (highX - lowX))
      }
    }
    const inside = new Uint8Array(side * side)
    crossings.forEach((row, r) => {
      row.sort((a, b) => a - b)
      for (let column = 0, passed = 0; column < side; column++) {
        const x = this.minX + (column + MARK_X) * this.#width
        while (passed < row.length && row[passed] < x) passed++
        inside[r * side + column] = passed & 1
      }
    })
    return inside
  }
}
