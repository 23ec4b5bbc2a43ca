// Pieces of lines of equal height joined from side to side of the cells of a grid. A side is 2 * cell for the one
// from a cell's north-west corner to the east, 2 * cell + 1 for the one to the south.

import { float64List } from '../../storage/typed-list.ts'

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
  readonly #sides: SideIndex
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
    this.#sides = new SideIndex(from, to)
    this.#used = new Uint8Array(from.length)
  }

  /** Lines that begin at the grid's edge, a void or a break, then the rest: closed ones. */
  joinAll(): void {
    for (let i = 0; i < this.#from.length; i++) {
      const side = this.#from[i]
      if (this.#used[i] === 0 && (!this.#sides.isEnd(side) || this.#isBreak(side))) this.#follow(i)
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
      const following = this.#sides.pieceFrom(side)
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

/** What begins and ends at each side, with open addressing: at most one piece of a level does either. */
class SideIndex {
  readonly #keys: Uint32Array
  /** twice 1 more than the piece that begins there, 0 if none does; 1 more if a piece ends there */
  readonly #values: Uint32Array
  readonly #mask: number

  constructor(from: Uint32Array, to: Uint32Array) {
    // there are twice as many sides as pieces if none are joined
    const slots = 2 ** Math.ceil(Math.log2(Math.max(4, from.length * 3)))
    this.#keys = new Uint32Array(slots).fill(EMPTY)
    this.#values = new Uint32Array(slots)
    this.#mask = slots - 1
    for (let i = 0; i < from.length; i++) this.#values[this.#slotOf(from[i])] |= 2 * (i + 1)
    for (let i = 0; i < to.length; i++) this.#values[this.#slotOf(to[i])] |= 1
  }

  /** The piece that begins at a side, -1 if none does. The side must belong to a piece. */
  pieceFrom(side: number): number {
    return (this.#values[this.#slotOf(side)] >>> 1) - 1
  }

  isEnd(side: number): boolean {
    return (this.#values[this.#slotOf(side)] & 1) === 1
  }

  /** The slot of a side, which is taken for it if it had none. */
  #slotOf(side: number): number {
    const keys = this.#keys
    for (let at = (Math.imul(side, 0x9e3779b1) >>> 7) & this.#mask; ; at = (at + 1) & this.#mask) {
      if (keys[at] === side) return at
      if (keys[at] === EMPTY) {
        keys[at] = side
        return at
      }
    }
  }
}
