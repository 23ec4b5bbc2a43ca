// HOT: npm run bench -- planner
// Borders cross a hundred thousand grid edges, so these are rows of typed arrays that are kept from ring to ring.
//
// The border of what is inside a grid, ring by ring, by marching squares (Lorensen and Cline 1987, in the plane); the
// two readings of a saddle are distinguished by the mean of its corners. A ring is the list of the grid edges that it
// crosses: its gates. How far the border may lie from where it was found is the gate's window, in whole units; any line
// through the windows in their order is as good a border. Since no two rings share a gate and windows end before the
// grid points, such lines never touch themselves or one another.

import { lengthened } from '../../storage/typed-list.ts'
import { FAR, INSIDE, KNOWN_CELLS, TILE, TILE_BITS, TILE_POINTS, type NearGrid } from './near-grid.ts'

/** In cells, of a byte. */
const DISTANCES = Float64Array.from({ length: 256 }, (_, byte) => Math.sqrt(byte / INSIDE))
/** Between the last byte inside and the first outside. */
const BORDER_CELLS = Math.sqrt((INSIDE + 0.5) / INSIDE)
/** Bytes inside, and as many outside. */
const SIDE_BYTES = INSIDE + 1
/** Windows keep this share of a grid edge away from its ends. */
const LEAST_SHARE = 0.1
/** Half of a window, as a share of a grid edge. */
const SLACK_SHARE = 0.2
/** A place a border passed, as a byte. */
const SHARES = 255
/** By bytes inside * SIDE_BYTES + outside: where the window begins and ends, in shares of a grid edge from inside. */
const { leasts, mosts } = makeWindows()
/** Numbers of a gate. */
export const GATE = 4
/** Kept from answer to answer, in bytes. */
const KEPT_PASSED = 1 << 23
/** Marks of a grid point: the grid edge to its right is a gate of a ring that was followed. */
const FOLLOWED = 1

function makeWindows(): { leasts: Float32Array; mosts: Float32Array } {
  const rows = { leasts: new Float32Array(SIDE_BYTES * SIDE_BYTES), mosts: new Float32Array(SIDE_BYTES * SIDE_BYTES) }
  for (let left = 0; left <= INSIDE; left++)
    for (let right = SIDE_BYTES; right <= FAR; right++) {
      const inside = DISTANCES[left]
      // a distance that is not known lies between the greatest that is and one cell more than inside
      const outside = right === FAR ? (KNOWN_CELLS + inside + 1) / 2 : DISTANCES[right]
      const share = (BORDER_CELLS - inside) / (outside - inside)
      const row = left * SIDE_BYTES + right - SIDE_BYTES
      rows.leasts[row] = Math.max(LEAST_SHARE, share - SLACK_SHARE)
      rows.mosts[row] = Math.min(1 - LEAST_SHARE, share + SLACK_SHARE)
    }
  return rows
}

/** What asks for the rings of a border. */
export interface RingTaker {
  /** Takes the ring of the gates, which are valid until it returns. */
  take(): void
}

export class BorderGates {
  readonly #grid: NearGrid
  /** units of a cell */
  #cellX = 0
  #cellY = 0
  /** is one of several, each around the one before */
  #isNested = false
  /** further ones, which begin beyond where this one passes */
  #bordersLeft = 0
  /** by place * 2, + 1 for the grid edge upwards: how far out the border before passed, in shares; 0: nowhere */
  #passed = new Uint8Array(0)
  /** how many of its first bytes may not be zero */
  #used = 0
  count = 0
  /** gates of a ring: x and y of the inner end of the window, and of the outer end, in units */
  xy = new Int32Array(4096 * GATE)
  /** units from the grid point inside to the window */
  #inset = new Int32Array(4096)
  /** indexes of `passed` */
  #edge = new Int32Array(4096)

  constructor(grid: NearGrid) {
    this.#grid = grid
  }

  /** `borders`: how many are followed, each after more was drawn, around the one before. */
  begin(cellX: number, cellY: number, borders: number): void {
    this.#cellX = cellX
    this.#cellY = cellY
    this.#isNested = borders > 1
    this.#bordersLeft = borders
    this.#passed.fill(0, 0, this.#used)
    this.#used = 0
  }

  end(): void {
    if (this.#passed.length <= KEPT_PASSED) return
    this.#passed = new Uint8Array(0)
    this.#used = 0
  }

  /** Follows the rings, with the inside on their left. */
  follow(taker: RingTaker): void {
    const { values, marks, tiles } = this.#grid
    marks.fill(0, 0, tiles * TILE_POINTS)
    this.#bordersLeft--
    if (this.#isNested) {
      if (this.#passed.length < values.length * 2) this.#passed = lengthened(this.#passed, values.length * 2)
      this.#used = tiles * TILE_POINTS * 2
    }
    const words = new Int32Array(values.buffer)
    for (let row = 0; row < tiles * TILE; row++) this.#followFrom(row, words, taker)
  }

  /** The rings that were not followed yet and cross a row of a tile. */
  #followFrom(row: number, words: Int32Array, taker: RingTaker): void {
    const { values, marks, slotOf, across } = this.#grid
    const from = row << TILE_BITS
    const slot = slotOf[row >> TILE_BITS]
    const x0 = (slot % across) << TILE_BITS
    const y = (Math.floor(slot / across) << TILE_BITS) + (row & (TILE - 1))
    const before = x0 === 0 ? -1 : this.#grid.beside(from, 1)
    let last = before >= 0 && values[before] <= INSIDE ? 0x80 : 0
    for (let inX = 0; inX < TILE; inX += 4) {
      // nothing is known of 16 grid points
      const at = (from + inX) >> 2
      if ((inX & 15) === 0 && last === 0 && (words[at] & words[at + 1] & words[at + 2] & words[at + 3]) === -1) {
        inX += 12
        continue
      }
      // the high bit of each of four bytes: whether it is inside
      const insides = ~words[at] & 0x80808080
      let changes = insides ^ ((insides << 8) | last)
      last = insides >>> 24
      for (let place = from + inX; changes !== 0; place++, changes >>>= 8) {
        if ((changes & 0x80) === 0) continue
        const left = place > from ? place - 1 : before
        if ((marks[left] & FOLLOWED) !== 0) continue
        const isInside = values[place] <= INSIDE
        const x = x0 + place - from
        if (isInside) this.#followOne(place, left, 2, x, y)
        else this.#followOne(left, place, 0, x - 1, y)
        taker.take()
      }
    }
  }

  /**
   * From a gate between the places inside (left of the border, at x and y in cells) and outside (right of it), towards
   * a side of the cells: up, left, down, right (0 to 3).
   */
  #followOne(left: number, right: number, side: number, x: number, y: number): void {
    const grid = this.#grid
    const { values, marks } = grid
    const firstLeft = left
    const firstSide = side
    let leftByte = values[left]
    let rightByte = values[right]
    this.count = 0
    do {
      if (side === 0) marks[left] |= FOLLOWED
      else if (side === 2) marks[right] |= FOLLOWED
      // a gate belongs to its lower, or left, grid point
      this.#gate(x, y, side, leftByte, rightByte, (side < 2 ? left : right) * 2 + (side & 1))
      const farLeft = grid.beside(left, side)
      const farRight = grid.beside(right, side)
      const farLeftByte = farLeft < 0 ? FAR : values[farLeft]
      const farRightByte = farRight < 0 ? FAR : values[farRight]
      const isRight = farRightByte <= INSIDE
      if (
        farLeftByte <= INSIDE ? isRight : isRight && (leftByte + rightByte + farLeftByte + farRightByte) / 4 <= INSIDE
      ) {
        x += STEP_X[side] + STEP_X[(side + 3) & 3]
        y += STEP_Y[side] + STEP_Y[(side + 3) & 3]
        side = (side + 3) & 3
        left = farRight
        leftByte = farRightByte
      } else if (farLeftByte <= INSIDE) {
        x += STEP_X[side]
        y += STEP_Y[side]
        left = farLeft
        leftByte = farLeftByte
        right = farRight
        rightByte = farRightByte
      } else {
        side = (side + 1) & 3
        right = farLeft
        rightByte = farLeftByte
      }
    } while (left !== firstLeft || side !== firstSide)
  }

  /** Adds the gate of a border towards `side`, from the grid point inside at (x, y) to the one on its right. */
  #gate(x: number, y: number, side: number, left: number, right: number, edge: number): void {
    const i = this.count++
    if (i === this.#edge.length) this.#grow(i * 2)
    const isUp = (side & 1) === 1
    const cell = isUp ? this.#cellY : this.#cellX
    const row = left * SIDE_BYTES + right - SIDE_BYTES
    let inset = Math.ceil(leasts[row] * cell)
    let outset = Math.floor(mosts[row] * cell)
    if (this.#isNested && this.#passed[edge] > 0)
      inset = Math.max(inset, Math.floor((this.#passed[edge] * cell) / SHARES) + 1)
    if (outset < inset) outset = inset
    this.#edge[i] = edge
    this.#inset[i] = inset
    const toward = side < 2 ? 1 : -1
    const atX = x * this.#cellX
    const atY = y * this.#cellY
    const { xy } = this
    const at = i * GATE
    xy[at] = isUp ? atX : atX + toward * inset
    xy[at + 1] = isUp ? atY + toward * inset : atY
    xy[at + 2] = isUp ? atX : atX + toward * outset
    xy[at + 3] = isUp ? atY + toward * outset : atY
  }

  /** Whether a gate is a grid edge upwards, not to the right. */
  isUp(gate: number): boolean {
    return (this.#edge[gate] & 1) === 1
  }

  /** The border passes the gates behind `from` up to `to` on a straight line; the gate after the last is the first. */
  pass(from: number, to: number, ax: number, ay: number, bx: number, by: number): void {
    if (this.#bordersLeft === 0) return
    for (let k = from + 1; k <= to; k++) {
      const i = k === this.count ? 0 : k
      const isUp = (this.#edge[i] & 1) === 1
      const atX = this.xy[i * GATE]
      const atY = this.xy[i * GATE + 1]
      const out = isUp
        ? Math.abs(ay + ((by - ay) * (atX - ax)) / (bx - ax) - atY)
        : Math.abs(ax + ((bx - ax) * (atY - ay)) / (by - ay) - atX)
      const cell = isUp ? this.#cellY : this.#cellX
      this.#passed[this.#edge[i]] = Math.ceil(((this.#inset[i] + out) * SHARES) / cell)
    }
  }

  #grow(rows: number): void {
    this.xy = lengthened(this.xy, rows * GATE)
    this.#inset = lengthened(this.#inset, rows)
    this.#edge = lengthened(this.#edge, rows)
  }
}

// to the neighbour up, left, down, right
const STEP_X = Int32Array.of(0, -1, 0, 1)
const STEP_Y = Int32Array.of(1, 0, -1, 0)
