// Pieces of lines of equal height joined from side to side of the cells of a grid. A side is 2 * cell for the one
// from a cell's north-west corner to the east, 2 * cell + 1 for the one to the south.

import { float64List } from '../graph/typed-list.ts'

/** Levels are raised by this, so that ground at exactly that height does not produce lines. */
export const LIFT_M = 0.013
const EMPTY = 0xffffffff

export interface HeightGrid {
  /** row by row from the north-west */
  heights: Float32Array
  width: number
  height: number
}

/** x, y, x, y, ... in columns and rows of the grid. A closed line ends where it began. */
export type TakeContour = (levelM: number, line: Float64Array) => void

/** Joins the pieces of one level, each from a side to a side, to lines. */
export class PieceJoiner {
  readonly #grid: HeightGrid
  readonly #levelM: number
  readonly #from: Uint32Array
  readonly #to: Uint32Array
  readonly #isBreak: (side: number) => boolean
  readonly #take: TakeContour
  /** pieces by the side where they begin, and by the one where they end */
  readonly #after: PieceIndex
  readonly #before: PieceIndex
  readonly #used: Uint8Array
  readonly #line = float64List(1024)

  constructor(
    grid: HeightGrid,
    levelM: number,
    from: Uint32Array,
    to: Uint32Array,
    isBreak: (side: number) => boolean,
    take: TakeContour,
  ) {
    this.#grid = grid
    this.#levelM = levelM
    this.#from = from
    this.#to = to
    this.#isBreak = isBreak
    this.#take = take
    this.#after = new PieceIndex(from.length)
    this.#before = new PieceIndex(from.length)
    this.#used = new Uint8Array(from.length)
    for (let i = 0; i < from.length; i++) {
      this.#after.set(from[i], i)
      this.#before.set(to[i], i)
    }
  }

  /** Lines that begin at the grid's edge, a void or a break, then the rest: closed ones. */
  joinAll(): void {
    for (let i = 0; i < this.#from.length; i++) {
      const side = this.#from[i]
      if (this.#used[i] === 0 && (this.#before.get(side) < 0 || this.#isBreak(side))) this.#follow(i)
    }
    for (let i = 0; i < this.#from.length; i++) if (this.#used[i] === 0) this.#follow(i)
  }

  #follow(begin: number): void {
    this.#line.length = 0
    this.#push(this.#from[begin])
    for (let piece = begin; ; ) {
      this.#used[piece] = 1
      const side = this.#to[piece]
      this.#push(side)
      const following = this.#after.get(side)
      const ends = following < 0 || this.#used[following] === 1
      if (ends || this.#isBreak(side)) {
        this.#take(this.#levelM, this.#line.view().slice())
        if (ends) return
        this.#line.length = 0
        this.#push(side)
      }
      piece = following
    }
  }

  /** Where the level crosses a side. */
  #push(side: number): void {
    const { heights, width } = this.#grid
    const cell = side >>> 1
    const row = Math.floor(cell / width)
    const column = cell - row * width
    const other = (side & 1) === 1 ? cell + width : cell + 1
    const share = (this.#levelM + LIFT_M - heights[cell]) / (heights[other] - heights[cell])
    this.#line.push((side & 1) === 1 ? column : column + share)
    this.#line.push((side & 1) === 1 ? row + share : row)
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
