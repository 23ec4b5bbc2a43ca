// HOT: npm run bench -- planner
// It is asked about every edge that a search with avoided areas looks at, so its lists are in typed arrays.
//
// Segments of a plane, found by the cells of a grid. A cell that holds many is divided into a grid of its own, and so
// on, so that a crowd of tiny segments costs nothing elsewhere, however large the box of all is.

/** Segment s leads from `ax[s], ay[s]` to `bx[s], by[s]`. */
export interface Segments {
  readonly ax: Float64Array
  readonly ay: Float64Array
  readonly bx: Float64Array
  readonly by: Float64Array
}

/** Looks at the segments `list[from .. end)` for the segment with the ends given; returns true to end the visit. */
export interface SegmentVisitor {
  visit(list: Uint32Array, from: number, end: number, x1: number, y1: number, x2: number, y2: number): boolean
}

export interface CellBox {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

const MAX_CELLS_A_SIDE = 64
/** A cell with more is divided. */
const MOST_IN_CELL = 48
/** Dividing into fewer cells finds nothing sooner. */
const LEAST_CELLS = 4
const MAX_DEPTH = 5
/** Entries of all lists below the first grid: many long segments side by side are divided no further. */
const MAX_ENTRIES = 400_000

type GridShape = readonly [columns: number, rows: number]

/** By depth, the cells of the last walk. A grid still reads its own while its parts are walked over. */
const walkedAt = Array.from({ length: MAX_DEPTH + 1 }, () => new Uint16Array(MAX_CELLS_A_SIDE ** 2))

export class SegmentCells {
  readonly box: CellBox
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
  /** segments of cell c are `list[start[c] .. start[c + 1])` */
  readonly start: Uint32Array
  readonly list: Uint32Array
  readonly #parts = new Map<number, SegmentCells>()
  readonly #walked: Uint16Array

  constructor(
    segments: Segments,
    box: CellBox,
    members: Uint32Array = Uint32Array.from(segments.ax.keys()),
    [columns, rows]: GridShape = squareGrid(members.length),
    depth = 0,
    room = { entries: MAX_ENTRIES },
  ) {
    this.box = box
    this.columns = columns
    this.rows = rows
    this.#walked = walkedAt[depth]
    this.width = (box.maxX - box.minX) / columns || 1
    this.height = (box.maxY - box.minY) / rows || 1
    this.start = this.#count(segments, members)
    this.list = this.#fill(segments, members)
    if (depth === MAX_DEPTH) return
    for (let cell = 0; cell + 1 < this.start.length; cell++) {
      const inCell = this.list.subarray(this.start[cell], this.start[cell + 1])
      if (inCell.length <= MOST_IN_CELL || room.entries < inCell.length) continue
      const boxOfCell = this.#boxOf(cell)
      const shape = gridOfParts(segments, inCell, boxOfCell)
      if (shape[0] * shape[1] < LEAST_CELLS) continue
      const part = new SegmentCells(segments, boxOfCell, inCell, shape, depth + 1, room)
      room.entries -= part.list.length
      this.#parts.set(cell, part)
    }
  }

  /** The grid and the cell, divided no further, in which a point of the box lies. */
  cellAt(x: number, y: number): { cells: SegmentCells; cell: number } {
    const cell = this.#row(y) * this.columns + this.#column(x)
    return this.#parts.get(cell)?.cellAt(x, y) ?? { cells: this, cell }
  }

  /** Shows the visitor the list of each cell that a segment may touch. Ends and returns true once the visitor does. */
  visit(x1: number, y1: number, x2: number, y2: number, visitor: SegmentVisitor): boolean {
    const count = this.#walk(x1, y1, x2, y2)
    for (let i = 0; i < count; i++) {
      const cell = this.#walked[i]
      const part = this.#parts.get(cell)
      if (part !== undefined) {
        if (part.visit(x1, y1, x2, y2, visitor)) return true
        continue
      }
      const from = this.start[cell]
      const end = this.start[cell + 1]
      if (end > from && visitor.visit(this.list, from, end, x1, y1, x2, y2)) return true
    }
    return false
  }

  #boxOf(cell: number): CellBox {
    const minX = this.box.minX + (cell % this.columns) * this.width
    const minY = this.box.minY + Math.floor(cell / this.columns) * this.height
    return { minX, minY, maxX: minX + this.width, maxY: minY + this.height }
  }

  #column(x: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor((x - this.box.minX) / this.width)))
  }

  #row(y: number): number {
    return Math.max(0, Math.min(this.rows - 1, Math.floor((y - this.box.minY) / this.height)))
  }

  /** How many cells a segment may touch; they are in `#walked`, row by row. */
  #walk(x1: number, y1: number, x2: number, y2: number): number {
    const walked = this.#walked
    let count = 0
    const { minX, minY, maxX, maxY } = this.box
    const [lowX, lowY, highX, highY] = y1 <= y2 ? [x1, y1, x2, y2] : [x2, y2, x1, y1]
    // a hair wider than the segment, so that rounding leaves out no cell
    const hairX = this.width * 1e-6
    const hairY = this.height * 1e-6
    if (highY < minY - hairY || lowY > maxY + hairY) return 0
    const firstRow = this.#row(lowY - hairY)
    const lastRow = this.#row(highY + hairY)
    const perY = highY > lowY ? (highX - lowX) / (highY - lowY) : 0
    for (let row = firstRow; row <= lastRow; row++) {
      let fromX = lowX
      let toX = highX
      if (highY > lowY) {
        const fromY = Math.min(highY, Math.max(lowY, minY + row * this.height - hairY))
        const toY = Math.max(lowY, Math.min(highY, minY + (row + 1) * this.height + hairY))
        fromX = lowX + (fromY - lowY) * perY
        toX = lowX + (toY - lowY) * perY
      }
      const left = Math.min(fromX, toX) - hairX
      const right = Math.max(fromX, toX) + hairX
      if (right < minX || left > maxX) continue
      const lastColumn = this.#column(right)
      for (let column = this.#column(left); column <= lastColumn; column++)
        walked[count++] = row * this.columns + column
    }
    return count
  }

  #count(segments: Segments, members: Uint32Array): Uint32Array {
    const start = new Uint32Array(this.columns * this.rows + 1)
    for (const s of members) {
      const count = this.#walkAlong(segments, s)
      for (let i = 0; i < count; i++) start[this.#walked[i] + 1]++
    }
    for (let cell = 0; cell + 1 < start.length; cell++) start[cell + 1] += start[cell]
    return start
  }

  #fill(segments: Segments, members: Uint32Array): Uint32Array {
    const list = new Uint32Array(this.start[this.start.length - 1])
    const next = this.start.slice()
    for (const s of members) {
      const count = this.#walkAlong(segments, s)
      for (let i = 0; i < count; i++) list[next[this.#walked[i]]++] = s
    }
    return list
  }

  #walkAlong({ ax, ay, bx, by }: Segments, s: number): number {
    return this.#walk(ax[s], ay[s], bx[s], by[s])
  }
}

function squareGrid(count: number): GridShape {
  const side = Math.max(1, Math.min(MAX_CELLS_A_SIDE, Math.ceil(Math.sqrt(count))))
  return [side, side]
}

/** Cells about as wide and as high as the parts of the segments in the box, so that each is in few. */
function gridOfParts({ ax, ay, bx, by }: Segments, members: Uint32Array, box: CellBox): GridShape {
  const boxWidth = box.maxX - box.minX
  const boxHeight = box.maxY - box.minY
  let width = 0
  let height = 0
  for (const s of members) {
    width += Math.min(boxWidth, Math.abs(bx[s] - ax[s]))
    height += Math.min(boxHeight, Math.abs(by[s] - ay[s]))
  }
  const cells = (whole: number, parts: number) =>
    Math.max(1, Math.min(MAX_CELLS_A_SIDE, members.length, Math.floor((whole * members.length) / (parts || 1e-12))))
  return [cells(boxWidth, width), cells(boxHeight, height)]
}
