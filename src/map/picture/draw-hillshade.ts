// HOT: npm run bench -- static-map
// It touches every pixel of a picture, so what is the same in a column or row is worked out once.
//
// The shades of hillshade.ts, smoothed, over the picture so far, in two colours.

import type { ShadeGrid } from './hillshade.ts'
import type { MapView } from './map-view.ts'
import { mix, toWord } from './pixel-words.ts'
import type { Raster } from './raster.ts'
import type { Rgb } from './rgb.ts'

export interface ShadeLook {
  dark: Rgb
  light: Rgb
  darkOpacity: number
  lightOpacity: number
  /** limits of the shaded part of the picture in pixels: left, top, right, bottom */
  bounds: readonly [left: number, top: number, right: number, bottom: number]
}

/** Shades have strengths in steps of this, of 256. */
const SHARE_STEP = 4

/**
 * Shade is interpolated smoothly between cells (quadratic B-spline), so that no cell shows when enlarged: once for each
 * CSS pixel, however many pixels of the picture that is, and in steps too small to be seen. So neighbours are often
 * equal, and packing them is cheap. A band holds whole CSS pixels.
 */
export function drawHillshade(raster: Raster, view: MapView, grid: ShadeGrid, look: ShadeLook): void {
  const { width, top } = raster
  const { scale } = view
  const [left, upper, right, lower] = look.bounds.map((limit) => Math.ceil(limit / scale - 0.5))
  const from = Math.max(0, left)
  const to = Math.min(width / scale, right)
  if (from >= to) return
  const shades = { dark: toWord(look.dark), light: toWord(look.light) }
  const rows = new ShareRows(view, grid, look)
  const end = Math.min(raster.bottom / scale, lower)
  for (let row = Math.max(top / scale, upper); row < end; row++) {
    const shares = rows.sharesOf(row)
    if (shares !== null) shadeRow(raster, (row * scale - top) * width, scale, shares, from, to, shades)
  }
}

/** A row of CSS pixels that begins at the pixel `base`, from one column to before another. */
function shadeRow(
  { pixels, width }: Raster,
  base: number,
  scale: number,
  shares: Int16Array,
  from: number,
  to: number,
  { dark, light }: { dark: number; light: number },
): void {
  for (let x = from; x < to; x++) {
    const share = shares[x]
    if (share === 0) continue
    const shade = share < 0 ? dark : light
    const strength = share < 0 ? -share : share
    const pixel = base + x * scale
    pixels[pixel] = mix(pixels[pixel], shade, strength)
    if (scale === 1) continue
    pixels[pixel + 1] = mix(pixels[pixel + 1], shade, strength)
    pixels[pixel + width] = mix(pixels[pixel + width], shade, strength)
    pixels[pixel + width + 1] = mix(pixels[pixel + width + 1], shade, strength)
  }
}

/** Shares of 256 in each CSS pixel of a row of them, counted from the top: below 0 dark, above 0 light. */
class ShareRows {
  readonly #grid: ShadeGrid
  readonly #northY: number
  readonly #perPixel: number
  readonly #darkSteps: number
  readonly #lightSteps: number
  // the three columns that a pixel blends, and their weights, once for all rows
  readonly #column: Int32Array
  readonly #weights: Float32Array
  /** the last three rows used */
  readonly #lines: { row: number; shades: Float32Array }[]
  readonly #down = new Float32Array(3)
  readonly #shares: Int16Array

  constructor(view: MapView, grid: ShadeGrid, look: ShadeLook) {
    const { across, columns, firstX } = grid
    const width = Math.ceil(view.widthPx / view.scale)
    const steps = 256 / 127 / SHARE_STEP
    this.#grid = grid
    this.#northY = view.northY * across
    this.#perPixel = (across / view.worldPx) * view.scale
    this.#darkSteps = steps * look.darkOpacity
    this.#lightSteps = steps * look.lightOpacity
    this.#column = new Int32Array(width)
    this.#weights = new Float32Array(width * 3)
    for (let x = 0; x < width; x++) {
      const at = view.westX * across + (x + 0.5) * this.#perPixel - 0.5 - firstX
      this.#column[x] = Math.max(1, Math.min(columns - 2, Math.round(at)))
      splineWeights(this.#weights, x * 3, at - this.#column[x])
    }
    this.#lines = [0, 1, 2].map(() => ({ row: -1, shades: new Float32Array(width) }))
    this.#shares = new Int16Array(width)
  }

  /** Null beyond the grid; valid until the next call. */
  sharesOf(y: number): Int16Array | null {
    const at = this.#northY + (y + 0.5) * this.#perPixel - 0.5 - this.#grid.firstY
    const row = Math.round(at)
    if (row < 1 || row > this.#grid.rows - 2) return null
    splineWeights(this.#down, 0, at - row)
    const upper = this.#mixRow(row - 1)
    const middle = this.#mixRow(row)
    const lower = this.#mixRow(row + 1)
    const [u, m, l] = this.#down
    const shares = this.#shares
    const darkSteps = this.#darkSteps
    const lightSteps = this.#lightSteps
    for (let x = 0; x < shares.length; x++) {
      const value = upper[x] * u + middle[x] * m + lower[x] * l
      shares[x] = Math.round(value * (value < 0 ? darkSteps : lightSteps)) * SHARE_STEP
    }
    return shares
  }

  #mixRow(row: number): Float32Array {
    const line = this.#lines[row % 3]
    if (line.row === row) return line.shades
    line.row = row
    const { shades } = line
    const { shade, columns } = this.#grid
    const column = this.#column
    const weights = this.#weights
    const base = row * columns
    for (let x = 0; x < shades.length; x++) {
      const at = base + column[x]
      shades[x] = shade[at - 1] * weights[x * 3] + shade[at] * weights[x * 3 + 1] + shade[at + 1] * weights[x * 3 + 2]
    }
    return shades
  }
}

/** Weights of the cells before, at and after a place `off` (-0.5..0.5) cells from the centre of the middle one. */
function splineWeights(weights: Float32Array, at: number, off: number): void {
  const held = Math.max(-0.5, Math.min(0.5, off))
  weights[at] = 0.5 * (0.5 - held) * (0.5 - held)
  weights[at + 1] = 0.75 - held * held
  weights[at + 2] = 0.5 * (0.5 + held) * (0.5 + held)
}
