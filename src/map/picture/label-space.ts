// The occupied parts of the picture: labels, signs, the user's line. A label is placed only if it is entirely inside
// the picture and overlaps nothing. Boxes are stored in the cells of a grid, so that queries are fast. First come,
// first served. Two placed boxes never share a pixel.

export interface LabelBox {
  left: number
  top: number
  right: number
  bottom: number
}

const CELL_PX = 64
/** Side of the squares in which shapes other than boxes reserve space. */
const GROUND_PX = 4

export class LabelSpace {
  readonly #width: number
  readonly #height: number
  readonly #columns: number
  readonly #cells: LabelBox[][]
  readonly #groundColumns: number
  readonly #ground: Uint8Array

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#columns = Math.ceil(width / CELL_PX)
    this.#cells = Array.from({ length: this.#columns * Math.ceil(height / CELL_PX) }, () => [])
    this.#groundColumns = Math.ceil(width / GROUND_PX)
    this.#ground = new Uint8Array(this.#groundColumns * Math.ceil(height / GROUND_PX))
  }

  /** Reserves all boxes or none; there must be `reservePx` free pixels around them. */
  place(boxes: readonly LabelBox[], reservePx = 0): boolean {
    for (const box of boxes) {
      if (box.left < 0 || box.top < 0 || box.right > this.#width || box.bottom > this.#height) return false
      if (this.#isTaken(box, reservePx)) return false
    }
    for (const box of boxes) this.take(box)
    return true
  }

  /**
   * Reserves a box even if it overlaps others, for things drawn in any case. Parts outside the picture do not matter.
   */
  take(box: LabelBox): void {
    this.#visit(box, (cell) => {
      cell.push(box)
      return false
    })
  }

  /** Reserves the squares around a place; repeated calls have no further effect. */
  takeGround(x: number, y: number, halfPx: number): void {
    const columns = this.#groundColumns
    const lastColumn = Math.min(columns - 1, Math.floor((x + halfPx) / GROUND_PX))
    const lastRow = Math.min(this.#ground.length / columns - 1, Math.floor((y + halfPx) / GROUND_PX))
    for (let row = Math.max(0, Math.floor((y - halfPx) / GROUND_PX)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor((x - halfPx) / GROUND_PX)); column <= lastColumn; column++)
        this.#ground[row * columns + column] = 1
    }
  }

  #isOnGround({ left, top, right, bottom }: LabelBox): boolean {
    const columns = this.#groundColumns
    const lastColumn = Math.min(columns - 1, Math.floor(right / GROUND_PX))
    const lastRow = Math.min(this.#ground.length / columns - 1, Math.floor(bottom / GROUND_PX))
    for (let row = Math.max(0, Math.floor(top / GROUND_PX)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor(left / GROUND_PX)); column <= lastColumn; column++)
        if (this.#ground[row * columns + column] === 1) return true
    }
    return false
  }

  #isTaken(box: LabelBox, reservePx: number): boolean {
    const wide = {
      left: box.left - reservePx,
      top: box.top - reservePx,
      right: box.right + reservePx,
      bottom: box.bottom + reservePx,
    }
    if (this.#isOnGround(box)) return true
    return this.#visit(wide, (cell) => {
      for (const other of cell)
        if (other.left < wide.right && wide.left < other.right && other.top < wide.bottom && wide.top < other.bottom)
          return true
      return false
    })
  }

  #visit({ left, top, right, bottom }: LabelBox, use: (cell: LabelBox[]) => boolean): boolean {
    const lastColumn = Math.min(this.#columns - 1, Math.floor(right / CELL_PX))
    const lastRow = Math.min(this.#cells.length / this.#columns - 1, Math.floor(bottom / CELL_PX))
    for (let row = Math.max(0, Math.floor(top / CELL_PX)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor(left / CELL_PX)); column <= lastColumn; column++) {
        if (use(this.#cells[row * this.#columns + column])) return true
      }
    }
    return false
  }
}
