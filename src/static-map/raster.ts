// HOT: npm run bench -- static-map
// Every shape and letter of a picture is laid here, so coverage is one sheet of numbers, walked row by row, and columns
// where nothing changes are passed over.
//
// The picture being drawn: RGB bytes, and one sheet of signed coverage over which shapes are laid and then painted in
// one colour. A shape is a set of closed edges in pixels (x to the right, y down); coverage is the exact area of each
// pixel that it takes (accumulated as in font-rs), so that edges are smooth and equal input gives equal bytes on any
// machine.
// Shapes laid before one `paint` join: what they share is painted once. Never writes outside the picture.

import { fillPixels, makePixels } from './fill-pixels.ts'
import type { Pixels } from './fill-pixels.ts'
import type { Rgb } from './rgb.ts'

/** Coverage below this is nothing: it cannot change a byte. */
const NOTHING = 1 / 512
/** Columns of a block, as a power of two: each has a bit that says whether anything changes in it. */
const BLOCK_BITS = 3
const BLOCK = 1 << BLOCK_BITS
/** Columns of the 32 blocks of a word. */
const WORD_BITS = BLOCK_BITS + 5
/** What is open at the right side of a row below this is what rounding left. */
const OPEN = 0.02
/** The largest sheet that is kept for the next picture, numbers. */
const MAX_SPARE = 4_000_000

/** The sheet of the last picture, all zeros again. */
let spare: Float32Array | null = null

function takeSheet(length: number): Float32Array {
  const sheet = spare !== null && spare.length >= length ? spare : new Float32Array(length)
  spare = null
  return sheet
}

export class Raster {
  readonly width: number
  readonly height: number
  /** 3 bytes a pixel, rows from the top */
  readonly pixels: Uint8Array
  readonly #both: Pixels
  /** change of coverage from pixel to pixel along a row; `width + 2` a row */
  readonly #change: Float32Array
  readonly #stride: number
  /** which blocks of columns of a row were touched, a bit each */
  readonly #touched: Int32Array
  readonly #words: number
  /** the last touched column of each row, -1 for none */
  readonly #last: Int32Array
  #top: number
  #bottom: number

  constructor(width: number, height: number, background: Rgb) {
    this.width = width
    this.height = height
    this.#both = makePixels(width * height)
    this.pixels = this.#both.bytes
    this.#stride = width + 2
    this.#change = takeSheet(this.#stride * height)
    this.#words = (this.#stride >> WORD_BITS) + 1
    this.#touched = new Int32Array(this.#words * height)
    this.#last = new Int32Array(height).fill(-1)
    this.#top = height
    this.#bottom = -1
    fillPixels(this.#both, 0, width * height, background)
  }

  /** One edge of a closed shape. Edges left of the picture count as its left side, those right of it not at all. */
  addEdge(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return
    // an edge through a side of the picture counts in two parts, each by its own share of a row
    if (x0 < 0 !== x1 < 0) {
      const y = y0 - (x0 * (y1 - y0)) / (x1 - x0)
      if (x0 < 0) {
        this.addEdge(0, y0, 0, y)
        this.addEdge(0, y, x1, y1)
      } else {
        this.addEdge(x0, y0, 0, y)
        this.addEdge(0, y, 0, y1)
      }
      return
    }
    const side = this.width
    if (x0 > side !== x1 > side) {
      const y = y0 + ((side - x0) * (y1 - y0)) / (x1 - x0)
      if (x0 > side) this.addEdge(side, y, x1, y1)
      else this.addEdge(x0, y0, side, y)
      return
    }
    if (y0 > y1) this.#addDownward(x1, y1, x0, y0, -1)
    else this.#addDownward(x0, y0, x1, y1, 1)
  }

  #addDownward(x0: number, y0: number, x1: number, y1: number, direction: number): void {
    const { width, height } = this
    if (y1 <= 0 || y0 >= height) return
    if (x0 >= width && x1 >= width) return
    const slope = (x1 - x0) / (y1 - y0)
    if (y0 < 0) {
      x0 -= y0 * slope
      y0 = 0
    }
    if (y1 > height) y1 = height
    let row = Math.floor(y0)
    const endRow = Math.ceil(y1)
    if (row < this.#top) this.#top = row
    if (endRow - 1 > this.#bottom) this.#bottom = endRow - 1
    let x = x0
    for (; row < endRow; row++) {
      const high = (row + 1 < y1 ? row + 1 : y1) - (row > y0 ? row : y0)
      const next = x + slope * high
      let left = x < next ? x : next
      let right = x < next ? next : x
      x = next
      if (left >= width) continue
      if (left < 0) left = 0
      if (right < 0) right = 0
      if (right > width) right = width
      this.#addInRow(row, left, right, high * direction)
    }
  }

  /** A piece of an edge that crosses `d` of a row between two places inside the picture. */
  #addInRow(row: number, left: number, right: number, d: number): void {
    const change = this.#change
    const column = left | 0
    const at = row * this.#stride + column
    let lastColumn = column + 1
    if (right <= lastColumn) {
      const atRight = d * ((left + right) * 0.5 - column)
      change[at] += d - atRight
      change[at + 1] += atRight
    } else {
      lastColumn = Math.ceil(right)
      const columns = lastColumn - column
      const perColumn = 1 / (right - left)
      const leftPart = left - column
      const one = 1 - leftPart
      const area0 = 0.5 * perColumn * one * one
      const rightPart = right - lastColumn + 1
      const areaLast = 0.5 * perColumn * rightPart * rightPart
      change[at] += d * area0
      if (columns === 2) change[at + 1] += d * (1 - area0 - areaLast)
      else {
        const area1 = perColumn * (1.5 - leftPart)
        change[at + 1] += d * (area1 - area0)
        for (let i = 2; i < columns - 1; i++) change[at + i] += d * perColumn
        const area2 = area1 + (columns - 3) * perColumn
        change[at + columns - 1] += d * (1 - area2 - areaLast)
      }
      change[at + columns] += d * areaLast
    }
    if (lastColumn > this.#last[row]) this.#last[row] = lastColumn
    const touched = this.#touched
    const words = row * this.#words
    const lastBlock = lastColumn >> BLOCK_BITS
    for (let block = column >> BLOCK_BITS; block <= lastBlock; block++)
      touched[words + (block >> 5)] |= 1 << (block & 31)
  }

  /** Paints what was laid since the last time, `opacity` 0..1, and clears the sheet. */
  paint(colour: Rgb, opacity = 1): void {
    const last = this.#last
    for (let row = this.#top; row <= this.#bottom; row++) {
      if (last[row] < 0) continue
      this.#paintRow(row, last[row], colour, opacity)
      last[row] = -1
    }
    this.#top = this.height
    this.#bottom = -1
  }

  /** From the left: blocks in which coverage changes pixel by pixel; between them it is that of the pixel before. */
  #paintRow(row: number, lastColumn: number, colour: Rgb, opacity: number): void {
    const { width } = this
    const touched = this.#touched
    let sum = 0
    /** up to here it is painted */
    let column = 0
    const lastWord = lastColumn >> WORD_BITS
    for (let word = 0; word <= lastWord; word++) {
      const at = row * this.#words + word
      let bits = touched[at]
      if (bits === 0) continue
      touched[at] = 0
      while (bits !== 0) {
        const begin = (word << WORD_BITS) + ((31 - Math.clz32(bits & -bits)) << BLOCK_BITS)
        bits &= bits - 1
        if (column < begin) this.#paintEvenly(row, column, begin, colour, sum, opacity, NOTHING)
        column = Math.min(begin + BLOCK, lastColumn + 1)
        sum = this.#paintBlock(row, begin, column, colour, sum, opacity)
      }
    }
    // edges right of the picture were left out: what is open there reaches its right side
    if (column < width) this.#paintEvenly(row, column, width, colour, sum, opacity, OPEN)
  }

  #paintEvenly(row: number, from: number, to: number, colour: Rgb, sum: number, opacity: number, least: number): void {
    const covered = sum < 0 ? -sum : sum
    if (covered < least) return
    const share = (covered > 1 ? 1 : covered) * opacity
    const { pixels } = this
    const first = row * this.width + from
    const count = (to < this.width ? to : this.width) - from
    if (share > 0.998) return fillPixels(this.#both, first, count, colour)
    const [red, green, blue] = colour
    for (let pixel = first * 3, end = pixel + count * 3; pixel < end; pixel += 3) {
      pixels[pixel] += (red - pixels[pixel]) * share + 0.5
      pixels[pixel + 1] += (green - pixels[pixel + 1]) * share + 0.5
      pixels[pixel + 2] += (blue - pixels[pixel + 2]) * share + 0.5
    }
  }

  /** Clears what it has painted; returns the coverage of the last pixel. */
  #paintBlock(row: number, from: number, to: number, [red, green, blue]: Rgb, sum: number, opacity: number): number {
    const { pixels, width } = this
    const change = this.#change
    let at = row * this.#stride + from
    let pixel = (row * width + from) * 3
    for (let column = from; column < to; column++, at++, pixel += 3) {
      sum += change[at]
      change[at] = 0
      const covered = sum < 0 ? -sum : sum
      if (covered < NOTHING || column >= width) continue
      const share = (covered > 1 ? 1 : covered) * opacity
      if (share > 0.998) {
        pixels[pixel] = red
        pixels[pixel + 1] = green
        pixels[pixel + 2] = blue
      } else {
        pixels[pixel] += (red - pixels[pixel]) * share + 0.5
        pixels[pixel + 1] += (green - pixels[pixel + 1]) * share + 0.5
        pixels[pixel + 2] += (blue - pixels[pixel + 2]) * share + 0.5
      }
    }
    return sum
  }

  /**
   * Paints a small picture of coverage (0..255) in one colour, its north-west corner at whole pixels x, y; what lies
   * outside is left out.
   */
  blend(
    coverage: Uint8Array,
    maskWidth: number,
    maskHeight: number,
    x: number,
    y: number,
    [red, green, blue]: Rgb,
  ): void {
    const { pixels, width, height } = this
    const fromColumn = x < 0 ? -x : 0
    const toColumn = x + maskWidth > width ? width - x : maskWidth
    for (let row = y < 0 ? -y : 0; row < maskHeight && row + y < height; row++) {
      let at = row * maskWidth + fromColumn
      let pixel = ((row + y) * width + x + fromColumn) * 3
      for (let column = fromColumn; column < toColumn; column++, at++, pixel += 3) {
        if (coverage[at] === 0) continue
        const share = coverage[at] / 255
        pixels[pixel] += (red - pixels[pixel]) * share + 0.5
        pixels[pixel + 1] += (green - pixels[pixel + 1]) * share + 0.5
        pixels[pixel + 2] += (blue - pixels[pixel + 2]) * share + 0.5
      }
    }
  }

  /** Gives the sheet back for the next picture. Nothing can be laid after it. */
  release(): void {
    if (this.#bottom < 0 && this.#change.length <= MAX_SPARE) spare = this.#change
  }
}
