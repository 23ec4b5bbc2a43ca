// HOT: npm run bench -- static-map
// Letters are drawn once per size and cached, rather than from their outlines for every word.
//
// Letters and their halos as small pictures of coverage, made once per size and cached: most text on a map is upright
// and of few sizes. Letters are placed at quarters of a pixel horizontally and whole pixels vertically, so that a few
// pictures of each are enough. The cache never changes the result.

import { mix, toWord } from './pixel-words.ts'
import { Raster } from './raster.ts'
import type { Rgb } from './rgb.ts'
import type { Glyph } from '../style/glyph-range.ts'
import { type TextLine, layHalo, layText } from './label-text.ts'

export interface GlyphMask {
  /** pixels from the letter's origin to the picture's north-west corner */
  left: number
  top: number
  width: number
  height: number
  /** 0..255 */
  coverage: Uint8Array
}

const QUARTERS = 4
/** Sizes are rounded to this share of a pixel. */
const SIZE_STEPS = 8
const MAX_MASKS = 20_000

const masks = new Map<Glyph, Map<number, GlyphMask>>()
let count = 0

/**
 * Coverage of a letter, or of its halo if `haloPx` is above 0. `quarter` 0..3: its offset to the right of a whole
 * pixel.
 */
function getMask(glyph: Glyph, sizeSteps: number, haloSteps: number, quarter: number): GlyphMask {
  let ofGlyph = masks.get(glyph)
  if (ofGlyph === undefined) masks.set(glyph, (ofGlyph = new Map()))
  const key = (sizeSteps * 256 + haloSteps) * QUARTERS + quarter
  const known = ofGlyph.get(key)
  if (known !== undefined) return known
  const mask = makeMask(glyph, sizeSteps / SIZE_STEPS, haloSteps / SIZE_STEPS, quarter / QUARTERS)
  if (++count > MAX_MASKS) {
    masks.clear()
    masks.set(glyph, ofGlyph)
    count = 1
  }
  ofGlyph.set(key, mask)
  return mask
}

function makeMask(glyph: Glyph, sizePx: number, haloPx: number, shiftPx: number): GlyphMask {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const ring of glyph.rings) {
    for (let i = 0; i < ring.length; i += 2) {
      left = Math.min(left, ring[i] * sizePx)
      right = Math.max(right, ring[i] * sizePx)
      top = Math.min(top, ring[i + 1] * sizePx)
      bottom = Math.max(bottom, ring[i + 1] * sizePx)
    }
  }
  left = Math.floor(left - haloPx) - 1
  top = Math.floor(top - haloPx) - 1
  const width = Math.ceil(right + haloPx) + 2 - left
  const height = Math.ceil(bottom + haloPx) + 1 - top
  const raster = new Raster(width, height, [0, 0, 0])
  const line: TextLine = { glyphs: [{ glyph, xEm: 0 }], widthEm: glyph.advanceEm }
  if (haloPx > 0) layHalo(raster, line, shiftPx - left, -top, sizePx, haloPx)
  else layText(raster, line, shiftPx - left, -top, sizePx)
  raster.paint([255, 255, 255])
  const coverage = new Uint8Array(width * height)
  for (let i = 0; i < coverage.length; i++) coverage[i] = raster.pixels[i]
  return { left, top, width, height, coverage }
}

/** Draws upright text, or its halo if `haloPx` is above 0. */
export function drawWords(
  raster: Raster,
  line: TextLine,
  x: number,
  y: number,
  sizePx: number,
  haloPx: number,
  colour: Rgb,
): void {
  const sizeSteps = Math.round(sizePx * SIZE_STEPS)
  const haloSteps = Math.round(haloPx * SIZE_STEPS)
  const baseline = Math.round(y)
  for (const { glyph, xEm } of line.glyphs) {
    const quarters = Math.round((x + xEm * sizePx) * QUARTERS)
    const whole = Math.floor(quarters / QUARTERS)
    const mask = getMask(glyph, sizeSteps, haloSteps, quarters - whole * QUARTERS)
    blendMask(raster, mask, whole + mask.left, baseline + mask.top, colour)
  }
}

/**
 * Paints a small picture of coverage in one colour, with its north-west corner at whole pixels x, y, clipped
 * to the band.
 */
export function blendMask(
  raster: Raster,
  { coverage, width: maskWidth, height: maskHeight }: Pick<GlyphMask, 'coverage' | 'width' | 'height'>,
  x: number,
  y: number,
  colour: Rgb,
): void {
  const { pixels, width, top, bottom } = raster
  const word = toWord(colour)
  const fromColumn = x < 0 ? -x : 0
  const toColumn = x + maskWidth > width ? width - x : maskWidth
  for (let row = y < top ? top - y : 0; row < maskHeight && row + y < bottom; row++) {
    let at = row * maskWidth + fromColumn
    let pixel = (row + y - top) * width + x + fromColumn
    for (let column = fromColumn; column < toColumn; column++, at++, pixel++) {
      const share = coverage[at]
      // 255 covers whole
      if (share !== 0) pixels[pixel] = mix(pixels[pixel], word, share + (share >> 7))
    }
  }
}
