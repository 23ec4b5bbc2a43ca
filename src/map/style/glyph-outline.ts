// Letters of the shipped fonts as flattened outlines in ems, for pictures drawn on the server (src/map/picture). Fonts
// and letters are read once per thread. Never shapes or hints: one character, one outline.

import { parse, type Font } from 'opentype.js/dist/opentype.mjs'
import { readFontFile, type FontName } from './glyph-fonts.ts'

export interface Glyph {
  advanceEm: number
  /** closed rings x, y, x, y ... in ems, y down from the baseline; the first point is repeated at the end */
  rings: Float32Array[]
}

/** Letters cached for each font. */
const MAX_KEPT = 4000

const fonts = new Map<FontName, { font: Font; glyphs: Map<string, Glyph | null> }>()

function openFont(name: FontName): { font: Font; glyphs: Map<string, Glyph | null> } {
  let open = fonts.get(name)
  if (open === undefined) {
    const bytes = readFontFile(name)
    open = {
      font: parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer, {
        lowMemory: true,
      }),
      glyphs: new Map(),
    }
    fonts.set(name, open)
  }
  return open
}

/** Returns null if the font lacks the character. */
export function findGlyph(name: FontName, character: string): Glyph | null {
  const { font, glyphs } = openFont(name)
  const known = glyphs.get(character)
  if (known !== undefined) return known
  const index = font.charToGlyphIndex(character)
  const glyph = index > 0 ? toGlyph(font, index) : null
  if (glyphs.size > MAX_KEPT) glyphs.clear()
  glyphs.set(character, glyph)
  return glyph
}

function toGlyph(font: Font, index: number): Glyph {
  const { advanceWidth, path } = font.glyphs.get(index)
  const em = 1 / font.unitsPerEm
  const rings: Float32Array[] = []
  let ring: number[] = []
  let x = 0
  let y = 0
  const close = (): void => {
    if (ring.length >= 6) rings.push(Float32Array.from([...ring, ring[0], ring[1]]))
    ring = []
  }
  for (const command of path.commands) {
    if (command.type === 'Z') continue
    if (command.type === 'M') close()
    if (command.type === 'Q') {
      for (let step = 1; step <= 4; step++) {
        const t = step / 4
        const u = 1 - t
        ring.push(
          (u * u * x + 2 * u * t * command.x1 + t * t * command.x) * em,
          -(u * u * y + 2 * u * t * command.y1 + t * t * command.y) * em,
        )
      }
    } else if (command.type === 'C') {
      for (let step = 1; step <= 6; step++) {
        const t = step / 6
        const u = 1 - t
        ring.push(
          (u * u * u * x + 3 * u * u * t * command.x1 + 3 * u * t * t * command.x2 + t * t * t * command.x) * em,
          -(u * u * u * y + 3 * u * u * t * command.y1 + 3 * u * t * t * command.y2 + t * t * t * command.y) * em,
        )
      }
    } else ring.push(command.x * em, -command.y * em)
    x = command.x
    y = command.y
  }
  close()
  return { advanceEm: advanceWidth * em, rings }
}
