// HOT: npm run bench -- static-map
// Every shape and letter of a picture is drawn here, so a pixel is one word, coverage is one sheet of numbers, edges
// are laid many at a time, and columns without changes are skipped.
//
// A band of rows of the picture being drawn: a word per pixel, and one sheet of signed coverage onto which shapes are
// laid and then painted in one colour. A shape is a set of closed edges in pixels of the picture (x to the right, y
// down); coverage is the exact covered area of each pixel (accumulated as in font-rs), so that edges are smooth and
// equal input gives equal bytes on any machine. Shapes laid before one `paint` are united: their overlap is painted
// once. Never writes outside the band.

import { mix, toWord } from './pixel-words.ts'
import type { Rgb } from './rgb.ts'

interface RasterBuffers {
  /** zeros */
  sheet: Float32Array
  pixels: Int32Array
}

/** The largest buffers that are kept, in pixels. */
const MAX_SPARE = 4_000_000

let spare: RasterBuffers | null = null

/** The buffers of the band of a picture that was drawn last, for the next one. Buffers of at least these lengths. */
function takeBuffers(sheetLength: number, pixelCount: number): RasterBuffers {
  const kept = spare
  spare = null
  if (kept === null || kept.sheet.length < sheetLength || kept.pixels.length < pixelCount)
    return { sheet: new Float32Array(sheetLength), pixels: new Int32Array(pixelCount) }
  return kept
}

/** The sheet must be reset to zeros; nobody may use them afterwards. */
function keepBuffers(buffers: RasterBuffers): void {
  if (buffers.sheet.length <= MAX_SPARE) spare = buffers
}

/** Coverage below this is ignored: it cannot change a byte. */
const NOTHING = 1 / 512
/** Columns per block, as a power of two; each block has a bit for whether anything changes in it. */
const BLOCK_BITS = 3
const BLOCK = 1 << BLOCK_BITS
/** Columns covered by the 32 blocks of a word. */
const WORD_BITS = BLOCK_BITS + 5
/** Coverage below this that remains at the right side of a row is rounding error. */
const OPEN = 0.02
/** Numbers of the edges that wait to be laid, four each. */
const WAITING = 1024

export class Raster {
  /** of the whole picture */
  readonly width: number
  readonly height: number
  /** rows of the picture in this band, `bottom` exclusive */
  readonly top: number
  readonly bottom: number
  /** a word per pixel (pixel-words.ts), rows from `top`; may be longer than the band */
  readonly pixels: Int32Array
  /** x0, y0, x1, y1 of edges that wait to be laid */
  readonly #waiting = new Float64Array(WAITING)
  #waits = 0
  /** change of coverage from pixel to pixel along a row; `width + 2` per row */
  readonly #change: Float32Array
  readonly #stride: number
  /** which blocks of columns of a row were touched, one bit each */
  readonly #touched: Int32Array
  readonly #words: number
  /** the last touched column of each row; -1: none */
  readonly #last: Int32Array
  /** touched rows of the band */
  #first: number
  #final: number

  constructor(width: number, height: number, background: Rgb, top = 0, bottom = height) {
    this.width = width
    this.height = height
    this.top = top
    this.bottom = bottom
    const rows = bottom - top
    this.#stride = width + 2
    const { sheet, pixels } = takeBuffers(this.#stride * rows, width * rows)
    this.#change = sheet
    this.pixels = pixels
    this.#words = (this.#stride >> WORD_BITS) + 1
    this.#touched = new Int32Array(this.#words * rows)
    this.#last = new Int32Array(rows).fill(-1)
    this.#first = rows
    this.#final = -1
    pixels.fill(toWord(background), 0, width * rows)
  }

  /** One edge of a closed shape. Edges left of the picture count at its left side, those right of it are ignored. */
  addEdge(x0: number, y0: number, x1: number, y1: number): void {
    const at = this.#waits
    const waiting = this.#waiting
    waiting[at] = x0
    waiting[at + 1] = y0
    waiting[at + 2] = x1
    waiting[at + 3] = y1
    this.#waits = at + 4
    if (at + 4 === WAITING) this.#layWaiting()
  }

  #layWaiting(): void {
    const waiting = this.#waiting
    const { width } = this
    const end = this.#waits
    this.#waits = 0
    for (let at = 0; at < end; at += 4) {
      const x0 = waiting[at]
      const x1 = waiting[at + 2]
      if (x0 < 0 !== x1 < 0 || x0 > width !== x1 > width) {
        const parts = partsOfEdge(x0, waiting[at + 1], x1, waiting[at + 3], width)
        for (let part = 0; part < parts.length; part += 4) this.#layEdge(parts, part)
      } else this.#layEdge(waiting, at)
    }
  }

  /**
   * The edge at `at`: what it adds to each row. It reads numbers and calls nothing, as numbers given to a function that
   * is not inlined are objects, 170 MB of them in a large picture.
   */
  #layEdge(edges: Float64Array, at: number): void {
    const { width } = this
    const height = this.bottom - this.top
    const isDown = edges[at + 1] <= edges[at + 3]
    const upper = isDown ? at : at + 2
    const lower = isDown ? at + 2 : at
    const direction = isDown ? 1 : -1
    let y0 = edges[upper + 1] - this.top
    let y1 = edges[lower + 1] - this.top
    if (y1 <= 0 || y0 >= height || y0 === y1) return
    let x = edges[upper]
    const slope = (edges[lower] - x) / (y1 - y0)
    if (x >= width && edges[lower] >= width) return
    x -= Math.min(y0, 0) * slope
    y0 = Math.max(y0, 0)
    y1 = Math.min(y1, height)
    let row = Math.floor(y0)
    const endRow = Math.ceil(y1)
    if (row < this.#first) this.#first = row
    if (endRow - 1 > this.#final) this.#final = endRow - 1
    const change = this.#change
    const touched = this.#touched
    const lastOf = this.#last
    for (; row < endRow; row++) {
      const high = Math.min(row + 1, y1) - Math.max(row, y0)
      const next = x + slope * high
      const left = Math.max(Math.min(x, next), 0)
      const right = Math.min(Math.max(x, next, 0), width)
      x = next
      if (left >= width) continue
      // crosses `d` of the row between two points inside the picture
      const d = high * direction
      const column = left | 0
      const cell = row * this.#stride + column
      let lastColumn = column + 1
      if (right <= lastColumn) {
        const atRight = d * ((left + right) * 0.5 - column)
        change[cell] += d - atRight
        change[cell + 1] += atRight
      } else {
        const whole = right | 0
        lastColumn = whole < right ? whole + 1 : whole
        const columns = lastColumn - column
        const perColumn = 1 / (right - left)
        const leftPart = left - column
        const one = 1 - leftPart
        const area0 = 0.5 * perColumn * one * one
        const rightPart = right - lastColumn + 1
        const areaLast = 0.5 * perColumn * rightPart * rightPart
        change[cell] += d * area0
        if (columns === 2) change[cell + 1] += d * (1 - area0 - areaLast)
        else {
          const area1 = perColumn * (1.5 - leftPart)
          change[cell + 1] += d * (area1 - area0)
          for (let i = 2; i < columns - 1; i++) change[cell + i] += d * perColumn
          const area2 = area1 + (columns - 3) * perColumn
          change[cell + columns - 1] += d * (1 - area2 - areaLast)
        }
        change[cell + columns] += d * areaLast
      }
      if (lastColumn > lastOf[row]) lastOf[row] = lastColumn
      const words = row * this.#words
      const lastBlock = lastColumn >> BLOCK_BITS
      for (let block = column >> BLOCK_BITS; block <= lastBlock; block++)
        touched[words + (block >> 5)] |= 1 << (block & 31)
    }
  }

  /** Paints what was laid since the last call, `opacity` 0..1, and clears the sheet. */
  paint(colour: Rgb, opacity = 1): void {
    this.#layWaiting()
    const last = this.#last
    const word = toWord(colour)
    for (let row = this.#first; row <= this.#final; row++) {
      if (last[row] < 0) continue
      this.#paintRow(row, last[row], word, opacity * 256)
      last[row] = -1
    }
    this.#first = this.bottom - this.top
    this.#final = -1
  }

  /** From the left: coverage changes per pixel only in touched blocks; between them it stays the same. */
  #paintRow(row: number, lastColumn: number, colour: number, opacity: number): void {
    const { width } = this
    const touched = this.#touched
    let sum = 0
    /** painted up to here */
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
    // edges right of the picture were ignored, so remaining coverage extends to its right side
    if (column < width) this.#paintEvenly(row, column, width, colour, sum, opacity, OPEN)
  }

  #paintEvenly(
    row: number,
    from: number,
    to: number,
    colour: number,
    sum: number,
    opacity: number,
    least: number,
  ): void {
    const covered = sum < 0 ? -sum : sum
    if (covered < least) return
    const share = ((covered > 1 ? 1 : covered) * opacity + 0.5) | 0
    const { pixels, width } = this
    const end = row * width + (to < width ? to : width)
    if (share === 256) pixels.fill(colour, row * width + from, end)
    else for (let pixel = row * width + from; pixel < end; pixel++) pixels[pixel] = mix(pixels[pixel], colour, share)
  }

  /** Clears what it paints; returns the coverage of the last pixel. */
  #paintBlock(row: number, from: number, to: number, colour: number, sum: number, opacity: number): number {
    const { pixels, width } = this
    const change = this.#change
    let at = row * this.#stride + from
    let pixel = row * width + from
    for (let column = from; column < to; column++, at++, pixel++) {
      sum += change[at]
      change[at] = 0
      const covered = sum < 0 ? -sum : sum
      if (covered < NOTHING || column >= width) continue
      const share = ((covered > 1 ? 1 : covered) * opacity + 0.5) | 0
      pixels[pixel] = share === 256 ? colour : mix(pixels[pixel], colour, share)
    }
    return sum
  }

  /** Releases the buffers for the next band. Nothing can be drawn or read afterwards. */
  release(): void {
    if (this.#final < 0 && this.#waits === 0) keepBuffers({ sheet: this.#change, pixels: this.pixels })
  }
}

/**
 * An edge of a shape that crosses a side of the picture, as parts. x0, y0, x1, y1 of each part in order; what lies left
 * of the picture is moved to its left side.
 */
function partsOfEdge(x0: number, y0: number, x1: number, y1: number, width: number): Float64Array {
  const parts: number[] = []
  addParts(parts, x0, y0, x1, y1, width)
  return Float64Array.from(parts)
}

function addParts(parts: number[], x0: number, y0: number, x1: number, y1: number, width: number): void {
  if (x0 < 0 !== x1 < 0) {
    const y = y0 - (x0 * (y1 - y0)) / (x1 - x0)
    addParts(parts, Math.max(x0, 0), y0, 0, y, width)
    addParts(parts, 0, y, Math.max(x1, 0), y1, width)
  } else if (x0 > width !== x1 > width) {
    const y = y0 + ((width - x0) * (y1 - y0)) / (x1 - x0)
    if (x0 > width) addParts(parts, width, y, x1, y1, width)
    else addParts(parts, x0, y0, width, y, width)
  } else parts.push(x0, y0, x1, y1)
}
