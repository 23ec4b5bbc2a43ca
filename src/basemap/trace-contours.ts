// Contour lines over a grid of heights, by marching squares (Lorensen and Cline 1987, in two dimensions): every cell
// gives pieces between its sides, with the higher ground on their right; pieces are joined by their side numbers, which
// match exactly. A cell with an unknown corner gives none, so no line ever bridges a void. At a saddle the mean of the
// corners decides. Heights in metres, NaN: unknown.

import { float64List, int32List, uint32List } from '../graph/typed-list.ts'

/** Levels are raised by this, so that ground at exactly that height does not produce lines. */
const LIFT_M = 0.013
const EMPTY = 0xffffffff

export interface HeightGrid {
  /** row by row from the north-west */
  heights: Float32Array
  width: number
  height: number
}

/** x, y, x, y, ... in columns and rows of the grid. A closed line ends where it began. */
export type TakeContour = (levelM: number, line: Float64Array) => void

/**
 * Passes on all contours at multiples of `intervalM` except 0, lowest first. A line is split where it crosses one of
 * the columns or rows of `breaks`, so that neighbouring grids agree on the points there.
 */
export function traceContours(
  grid: HeightGrid,
  intervalM: number,
  breaks: { columns: readonly number[]; rows: readonly number[] },
  take: TakeContour,
): void {
  const { heights, width, height } = grid
  const from = uint32List(1 << 14)
  const to = uint32List(1 << 14)
  const level = int32List(1 << 14)
  collectPieces(grid, intervalM, (k, a, b) => {
    level.push(k)
    from.push(a)
    to.push(b)
  })
  const count = level.length
  if (count === 0) return
  // pieces in order of level, equal ones in the order found
  let lowest = Infinity
  let highest = -Infinity
  for (let i = 0; i < count; i++) {
    lowest = Math.min(lowest, level.array[i])
    highest = Math.max(highest, level.array[i])
  }
  const start = new Uint32Array(highest - lowest + 2)
  for (let i = 0; i < count; i++) start[level.array[i] - lowest + 1]++
  for (let k = 1; k < start.length; k++) start[k] += start[k - 1]
  const order = new Uint32Array(count)
  const next = start.slice()
  for (let i = 0; i < count; i++) order[next[level.array[i] - lowest]++] = i

  const isBreakColumn = new Uint8Array(width)
  const isBreakRow = new Uint8Array(height)
  for (const column of breaks.columns) if (column >= 0 && column < width) isBreakColumn[column] = 1
  for (const row of breaks.rows) if (row >= 0 && row < height) isBreakRow[row] = 1
  const isBreak = (side: number): boolean => {
    const cell = side >>> 1
    return (side & 1) === 1 ? isBreakColumn[cell % width] === 1 : isBreakRow[Math.floor(cell / width)] === 1
  }
  const line = float64List(1024)
  for (let k = lowest; k <= highest; k++) {
    const levelM = k * intervalM
    const [first, last] = [start[k - lowest], start[k - lowest + 1]]
    if (k === 0 || first === last) continue
    const liftedM = levelM + LIFT_M
    const push = (side: number): void => {
      const cell = side >>> 1
      const row = Math.floor(cell / width)
      const column = cell - row * width
      const other = (side & 1) === 1 ? cell + width : cell + 1
      const share = (liftedM - heights[cell]) / (heights[other] - heights[cell])
      line.push((side & 1) === 1 ? column : column + share)
      line.push((side & 1) === 1 ? row + share : row)
    }
    const index = new PieceIndex(last - first)
    const hasBefore = new PieceIndex(last - first)
    for (let i = first; i < last; i++) {
      index.set(from.array[order[i]], i - first)
      hasBefore.set(to.array[order[i]], i - first)
    }
    const used = new Uint8Array(last - first)
    const follow = (begin: number): void => {
      line.length = 0
      push(from.array[order[first + begin]])
      for (let piece = begin; ; ) {
        used[piece] = 1
        const side = to.array[order[first + piece]]
        push(side)
        const following = index.get(side)
        const ends = following < 0 || used[following] === 1
        if (ends || isBreak(side)) {
          take(levelM, line.view().slice())
          if (ends) return
          line.length = 0
          push(side)
        }
        piece = following
      }
    }
    // lines that begin at the grid's edge, a void or a break, then the rest: closed ones
    for (let i = 0; i < last - first; i++) {
      const side = from.array[order[first + i]]
      if (used[i] === 0 && (hasBefore.get(side) < 0 || isBreak(side))) follow(i)
    }
    for (let i = 0; i < last - first; i++) if (used[i] === 0) follow(i)
  }
}

/**
 * Pieces of every cell: level (in intervals) and the two sides it connects. Side 2 * cell runs from a cell's north-west
 * corner to the east, 2 * cell + 1 to the south.
 */
function collectPieces(
  { heights, width, height }: HeightGrid,
  intervalM: number,
  piece: (k: number, from: number, to: number) => void,
): void {
  for (let row = 0; row + 1 < height; row++) {
    for (let column = 0; column + 1 < width; column++) {
      const cell = row * width + column
      const nw = heights[cell]
      const ne = heights[cell + 1]
      const sw = heights[cell + width]
      const se = heights[cell + width + 1]
      const sum = nw + ne + sw + se
      if (Number.isNaN(sum)) continue
      const least = Math.min(nw, ne, sw, se)
      const most = Math.max(nw, ne, sw, se)
      const first = Math.ceil((least - LIFT_M) / intervalM)
      const last = Math.floor((most - LIFT_M) / intervalM)
      for (let k = first; k <= last; k++) {
        const levelM = k * intervalM + LIFT_M
        const corners =
          (nw >= levelM ? 8 : 0) | (ne >= levelM ? 4 : 0) | (se >= levelM ? 2 : 0) | (sw >= levelM ? 1 : 0)
        const north = 2 * cell
        const west = north + 1
        const south = 2 * (cell + width)
        const east = 2 * (cell + 1) + 1
        const isHighMiddle = sum / 4 >= levelM
        switch (corners) {
          case 1:
            piece(k, west, south)
            break
          case 2:
            piece(k, south, east)
            break
          case 3:
            piece(k, west, east)
            break
          case 4:
            piece(k, east, north)
            break
          case 5:
            piece(k, west, isHighMiddle ? north : south)
            piece(k, east, isHighMiddle ? south : north)
            break
          case 6:
            piece(k, south, north)
            break
          case 7:
            piece(k, west, north)
            break
          case 8:
            piece(k, north, west)
            break
          case 9:
            piece(k, north, south)
            break
          case 10:
            piece(k, south, isHighMiddle ? west : east)
            piece(k, north, isHighMiddle ? east : west)
            break
          case 11:
            piece(k, north, east)
            break
          case 12:
            piece(k, east, west)
            break
          case 13:
            piece(k, east, south)
            break
          case 14:
            piece(k, south, west)
            break
          default:
        }
      }
    }
  }
}

/** Index from sides to pieces, with open addressing. */
class PieceIndex {
  readonly #keys: Uint32Array
  readonly #values: Int32Array
  readonly #mask: number

  constructor(count: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(4, count * 2)))
    this.#keys = new Uint32Array(slots).fill(EMPTY)
    this.#values = new Int32Array(slots)
    this.#mask = slots - 1
  }

  set(key: number, value: number): void {
    let at = (Math.imul(key, 0x9e3779b1) >>> 7) & this.#mask
    while (this.#keys[at] !== EMPTY) at = (at + 1) & this.#mask
    this.#keys[at] = key
    this.#values[at] = value
  }

  get(key: number): number {
    for (let at = (Math.imul(key, 0x9e3779b1) >>> 7) & this.#mask; ; at = (at + 1) & this.#mask) {
      if (this.#keys[at] === key) return this.#values[at]
      if (this.#keys[at] === EMPTY) return -1
    }
  }
}
