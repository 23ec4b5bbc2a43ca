// HOT: npm run bench -- static-map
// Every shape and letter of a picture is laid here, so coverage is one sheet of numbers, walked row by row.
//
// The picture being drawn: RGB bytes, and one sheet of signed coverage over which shapes are laid and then painted in
// one colour. A shape is a set of closed edges in pixels (x to the right, y down); coverage is the exact area of each
// pixel that it takes (accumulated as in font-rs), so that edges are smooth and equal input gives equal bytes on any
// machine.
// Shapes laid before one `paint` join: what they share is painted once. Never writes outside the picture.

import type { Rgb } from './rgb.ts'

/** Coverage below this is nothing: it cannot change a byte. */
const NOTHING = 1 / 512
/** Columns that are looked over together: 32, as a power of two. */
const BLOCK_BITS = 5
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
  /** change of coverage from pixel to pixel along a row; `width + 2` a row */
  readonly #change: Float32Array
  readonly #stride: number
  /** which blocks of columns of a row were touched */
  readonly #touched: Uint8Array
  readonly #blocks: number
  /** touched columns of each row, first and last; an untouched row has first > last */
  readonly #first: Int32Array
  readonly #last: Int32Array
  #top: number
  #bottom: number

  constructor(width: number, height: number, background: Rgb) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height * 3)
    this.#stride = width + 2
    this.#change = takeSheet(this.#stride * height)
    this.#blocks = (this.#stride >> BLOCK_BITS) + 1
    this.#touched = new Uint8Array(this.#blocks * height)
    this.#first = new Int32Array(height).fill(width)
    this.#last = new Int32Array(height).fill(-1)
    this.#top = height
    this.#bottom = -1
    const [red, green, blue] = background
    const { pixels } = this
    for (let i = 0; i < pixels.length; i += 3) {
      pixels[i] = red
      pixels[i + 1] = green
      pixels[i + 2] = blue
    }
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
    let direction = 1
    if (y0 > y1) {
      direction = -1
      let swap = x0
      x0 = x1
      x1 = swap
      swap = y0
      y0 = y1
      y1 = swap
    }
    const { width, height } = this
    if (y1 <= 0 || y0 >= height) return
    if (x0 >= width && x1 >= width) return
    const slope = (x1 - x0) / (y1 - y0)
    if (y0 < 0) {
      x0 -= y0 * slope
      y0 = 0
    }
    if (y1 > height) y1 = height
    const change = this.#change
    const first = this.#first
    const last = this.#last
    const stride = this.#stride
    const touched = this.#touched
    const blocks = this.#blocks
    let row = Math.floor(y0)
    const endRow = Math.ceil(y1)
    if (row < this.#top) this.#top = row
    if (endRow - 1 > this.#bottom) this.#bottom = endRow - 1
    let x = x0
    for (; row < endRow; row++) {
      const high = (row + 1 < y1 ? row + 1 : y1) - (row > y0 ? row : y0)
      const next = x + slope * high
      const d = high * direction
      let left = x < next ? x : next
      let right = x < next ? next : x
      x = next
      if (left >= width) continue
      if (left < 0) left = 0
      if (right < 0) right = 0
      if (right > width) right = width
      const column = Math.floor(left)
      const endColumn = Math.ceil(right)
      if (column < first[row]) first[row] = column
      const at = row * stride + column
      const firstBlock = column >> BLOCK_BITS
      const lastBlock = (endColumn > column ? endColumn : column + 1) >> BLOCK_BITS
      const blockRow = row * blocks
      touched[blockRow + firstBlock] = 1
      for (let block = firstBlock + 1; block <= lastBlock; block++) touched[blockRow + block] = 1
      if (endColumn <= column + 1) {
        const middle = (left + right) * 0.5 - column
        change[at] += d - d * middle
        change[at + 1] += d * middle
        if (column + 1 > last[row]) last[row] = column + 1
      } else {
        const perColumn = 1 / (right - left)
        const leftPart = left - column
        const one = 1 - leftPart
        const area0 = 0.5 * perColumn * one * one
        const rightPart = right - endColumn + 1
        const areaLast = 0.5 * perColumn * rightPart * rightPart
        change[at] += d * area0
        const columns = endColumn - column
        if (columns === 2) change[at + 1] += d * (1 - area0 - areaLast)
        else {
          const area1 = perColumn * (1.5 - leftPart)
          change[at + 1] += d * (area1 - area0)
          for (let i = 2; i < columns - 1; i++) change[at + i] += d * perColumn
          const area2 = area1 + (columns - 3) * perColumn
          change[at + columns - 1] += d * (1 - area2 - areaLast)
        }
        change[at + columns] += d * areaLast
        if (endColumn > last[row]) last[row] = endColumn
      }
    }
  }

  /** Paints what was laid since the last time, `opacity` 0..1, and clears the sheet. */
  paint(colour: Rgb, opacity = 1): void {
    const { width, pixels } = this
    const change = this.#change
    const first = this.#first
    const last = this.#last
    const stride = this.#stride
    const [red, green, blue] = colour
    const touched = this.#touched
    const blocks = this.#blocks
    for (let row = this.#top; row <= this.#bottom; row++) {
      const from = first[row]
      const to = last[row]
      if (from > to) continue
      let sum = 0
      const rowAt = row * stride
      const pixelRow = row * width * 3
      const lastBlock = to >> BLOCK_BITS
      for (let block = from >> BLOCK_BITS; block <= lastBlock; block++) {
        let column = block << BLOCK_BITS
        let end = column + (1 << BLOCK_BITS)
        if (touched[row * blocks + block] === 0) {
          // nothing changes here: outside, or all as covered as the column before
          let share = sum < 0 ? -sum : sum
          if (share < NOTHING) continue
          share = (share > 1 ? 1 : share) * opacity
          if (end > width) end = width
          this.#fill(pixelRow + column * 3, pixelRow + end * 3, colour, share)
          continue
        }
        touched[row * blocks + block] = 0
        if (end > to + 1) end = to + 1
        if (end > stride) end = stride
        let pixel = pixelRow + column * 3
        for (; column < end; column++, pixel += 3) {
          const at = rowAt + column
          const step = change[at]
          if (step !== 0) {
            sum += step
            change[at] = 0
          }
          let share = sum < 0 ? -sum : sum
          if (share < NOTHING || column >= width) continue
          if (share > 1) share = 1
          share *= opacity
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
      }
      // edges right of the picture were left out: what is open there reaches its right side
      const rest = sum < 0 ? -sum : sum
      if (rest > 0.02 && to < width - 1)
        this.#fill(pixelRow + (to + 1) * 3, pixelRow + width * 3, colour, (rest > 1 ? 1 : rest) * opacity)
      first[row] = width
      last[row] = -1
    }
    this.#top = this.height
    this.#bottom = -1
  }

  #fill(from: number, to: number, [red, green, blue]: Rgb, share: number): void {
    const { pixels } = this
    if (share > 0.998) {
      for (let pixel = from; pixel < to; pixel += 3) {
        pixels[pixel] = red
        pixels[pixel + 1] = green
        pixels[pixel + 2] = blue
      }
      return
    }
    for (let pixel = from; pixel < to; pixel += 3) {
      pixels[pixel] += (red - pixels[pixel]) * share + 0.5
      pixels[pixel + 1] += (green - pixels[pixel + 1]) * share + 0.5
      pixels[pixel + 2] += (blue - pixels[pixel + 2]) * share + 0.5
    }
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
