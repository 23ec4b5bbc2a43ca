// Text as outlines of Noto Sans: measured in ems, drawn on the raster as shapes, so that a picture needs no installed
// font and equal text gives equal bytes. Written left to right without shaping, like MapLibre's glyphs; characters
// missing from the font are left out, and a text of which less than half can be written is null. Never interpreted as
// markup: characters are only looked up.

import type { FontName } from '../style/glyph-fonts.ts'
import { type Glyph, findGlyph } from '../style/glyph-range.ts'
import type { Raster } from './raster.ts'
import { layRing, strokeLine } from './stroke.ts'

/** A line of glyphs, each with its start. */
export interface TextLine {
  glyphs: readonly { glyph: Glyph; xEm: number }[]
  widthEm: number
}

/** Height of capitals, and depth of letters below the baseline, in ems. */
export const CAP_EM = 0.714
export const DESCENT_EM = 0.24

/** Composed, on one line, without control characters and direction marks. */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Null if less than half of the characters can be written. */
export function layOut(font: FontName, text: string): TextLine | null {
  const glyphs: { glyph: Glyph; xEm: number }[] = []
  let widthEm = 0
  let missing = 0
  let written = 0
  for (const character of cleanText(text)) {
    const glyph = findGlyph(font, character)
    if (glyph === null) {
      missing++
      continue
    }
    if (glyph.rings.length > 0) {
      glyphs.push({ glyph, xEm: widthEm })
      written++
    }
    widthEm += glyph.advanceEm
  }
  return written === 0 || missing > written ? null : { glyphs, widthEm }
}

/** Text in lines of at most `maxWidthEm`; a longer word gets its own line, or is cut if `cutWords` is set. */
export function breakLines(font: FontName, text: string, maxWidthEm: number, cutWords = false): TextLine[] {
  const space = findGlyph(font, ' ')?.advanceEm ?? 0
  const texts: string[] = []
  let current = ''
  let widthEm = 0
  const words = cleanText(text).split(' ')
  for (const word of cutWords ? words.flatMap((one) => cutWord(font, one, maxWidthEm)) : words) {
    const wordEm = widthOf(font, word)
    if (current !== '' && widthEm + space + wordEm > maxWidthEm) {
      texts.push(current)
      current = word
      widthEm = wordEm
      continue
    }
    widthEm += current === '' ? wordEm : space + wordEm
    current = current === '' ? word : `${current} ${word}`
  }
  texts.push(current)
  return texts.map((one) => layOut(font, one)).filter((line) => line !== null)
}

/** There is no kerning, so widths add up. */
function widthOf(font: FontName, text: string): number {
  let widthEm = 0
  for (const character of text) widthEm += findGlyph(font, character)?.advanceEm ?? 0
  return widthEm
}

/** Pieces of a word no wider than a line. */
function cutWord(font: FontName, word: string, maxWidthEm: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let widthEm = 0
  for (const character of word) {
    const characterEm = findGlyph(font, character)?.advanceEm ?? 0
    if (piece !== '' && widthEm + characterEm > maxWidthEm) {
      pieces.push(piece)
      piece = ''
      widthEm = 0
    }
    piece += character
    widthEm += characterEm
  }
  return [...pieces, piece]
}

/** Draws a line with its baseline starting at x, y, rotated by `angle` radians about that point. */
export function layText(raster: Raster, line: TextLine, x: number, y: number, sizePx: number, angle = 0): void {
  eachRing(line, x, y, sizePx, angle, (ring) => layRing(raster, ring, 0, ring.length / 2 - 1))
}

/** Draws the shape of a halo of `haloPx` around the same line. */
export function layHalo(
  raster: Raster,
  line: TextLine,
  x: number,
  y: number,
  sizePx: number,
  haloPx: number,
  angle = 0,
): void {
  eachRing(line, x, y, sizePx, angle, (ring) => strokeLine(raster, ring, 0, ring.length / 2, haloPx * 2, 'round'))
}

let scratch = new Float64Array(2048)

function eachRing(
  line: TextLine,
  x: number,
  y: number,
  sizePx: number,
  angle: number,
  use: (ring: Float64Array) => void,
): void {
  const cos = Math.cos(angle) * sizePx
  const sin = Math.sin(angle) * sizePx
  for (const { glyph, xEm } of line.glyphs) {
    for (const ring of glyph.rings) {
      if (ring.length > scratch.length) scratch = new Float64Array(ring.length * 2)
      for (let i = 0; i < ring.length; i += 2) {
        const gx = ring[i] + xEm
        const gy = ring[i + 1]
        scratch[i] = x + gx * cos - gy * sin
        scratch[i + 1] = y + gx * sin + gy * cos
      }
      use(scratch.subarray(0, ring.length))
    }
  }
}
