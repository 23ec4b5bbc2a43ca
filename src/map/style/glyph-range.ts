// A range of 256 glyphs of a font stack as the protocol buffer that MapLibre loads (fontnik's `glyphs.proto`): each
// character is taken from the first font that has it; characters that no font has are left out, so a range may be
// empty. Outlines are read with opentype.js, in em units, and flattened to within a fiftieth of a pixel. A full range
// takes tens of milliseconds, so it runs in a thread (src/workers/glyph-thread.ts). Never shapes or hints.

import { parse, type Font, type PathCommand } from 'opentype.js/dist/opentype.mjs'
import { PbfWriter } from 'pbf'
import { LAST_CHARACTER, RANGE_GLYPHS, readFontFile, type FontName } from './glyph-fonts.ts'
import { GLYPH_PX, toDistanceField } from './glyph-sdf.ts'

const FLATNESS_PX = 0.02

/** Parsed fonts by name; each thread has one such map. */
export type FontTable = Map<FontName, Font>

/** The bytes of one range. `fonts` is filled as fonts are needed. */
export function buildGlyphRange(stack: readonly FontName[], start: number, fonts: FontTable): Uint8Array {
  const parsed = stack.map((name) => getFont(name, fonts))
  const pbf = new PbfWriter()
  pbf.writeMessage(
    1,
    (_: null, writer: PbfWriter) => {
      writer.writeStringField(1, stack.join(','))
      writer.writeStringField(2, `${start}-${start + RANGE_GLYPHS - 1}`)
      for (let character = start; character < start + RANGE_GLYPHS; character++) {
        const font = parsed.find((one) => hasGlyph(one, character))
        if (font !== undefined) writer.writeMessage(3, writeGlyph, { font, character })
      }
    },
    null,
  )
  return pbf.finish()
}

function getFont(name: FontName, fonts: FontTable): Font {
  let font = fonts.get(name)
  if (font === undefined) {
    const file = readFontFile(name)
    font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer, { lowMemory: true })
    fonts.set(name, font)
  }
  return font
}

function hasGlyph(font: Font, character: number): boolean {
  return character <= LAST_CHARACTER && font.charToGlyphIndex(String.fromCodePoint(character)) > 0
}

function writeGlyph({ font, character }: { font: Font; character: number }, writer: PbfWriter): void {
  const glyph = font.glyphs.get(font.charToGlyphIndex(String.fromCodePoint(character)))
  const scale = GLYPH_PX / font.unitsPerEm
  const field = toDistanceField(flatten(glyph.path.commands, scale))
  // rounded like FreeType, and so fontnik: `top` is measured from there
  const ascenderPx = Math.ceil(font.ascender * scale)
  writer.writeVarintField(1, character)
  if (field !== null) writer.writeBytesField(2, field.bitmap)
  writer.writeVarintField(3, field?.widthPx ?? 0)
  writer.writeVarintField(4, field?.heightPx ?? 0)
  writer.writeSVarintField(5, field?.leftPx ?? 0)
  writer.writeSVarintField(6, (field?.topPx ?? 0) - ascenderPx)
  writer.writeVarintField(7, Math.round(glyph.advanceWidth * scale))
}

/** Closed outlines as straight pieces: x0, y0, x1, y1 in pixels. */
function flatten(commands: readonly PathCommand[], scale: number): Float64Array {
  const pieces: number[] = []
  let [x, y, firstX, firstY] = [0, 0, 0, 0]
  const lineTo = (toX: number, toY: number) => {
    if (toX !== x || toY !== y) pieces.push(x, y, toX, toY)
    ;[x, y] = [toX, toY]
  }
  for (const command of commands) {
    if (command.type === 'Z') lineTo(firstX, firstY)
    else if (command.type === 'M') {
      lineTo(firstX, firstY)
      ;[x, y] = [firstX, firstY] = [command.x * scale, command.y * scale]
    } else if (command.type === 'L') lineTo(command.x * scale, command.y * scale)
    else curveTo(command, x, y, scale, lineTo)
  }
  lineTo(firstX, firstY)
  return Float64Array.from(pieces)
}

function curveTo(
  command: Extract<PathCommand, { type: 'Q' | 'C' }>,
  x0: number,
  y0: number,
  scale: number,
  lineTo: (x: number, y: number) => void,
): void {
  // a quadratic curve equals the cubic one with these handles
  const [x3, y3] = [command.x * scale, command.y * scale]
  const [ax, ay] = [command.x1 * scale, command.y1 * scale]
  const cubic = command.type === 'C'
  const [x1, y1] = cubic ? [ax, ay] : [x0 + (2 / 3) * (ax - x0), y0 + (2 / 3) * (ay - y0)]
  const [x2, y2] = cubic
    ? [command.x2 * scale, command.y2 * scale]
    : [x3 + (2 / 3) * (ax - x3), y3 + (2 / 3) * (ay - y3)]
  const bend = Math.max(Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
  const count = Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / FLATNESS_PX)))
  for (let i = 1; i <= count; i++) {
    const t = i / count
    const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3]
    lineTo(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
  }
}

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

/**
 * Letters of the shipped fonts as flattened outlines in ems, for pictures drawn on the server (src/map/picture). Fonts
 * and letters are read once per thread. Never shapes or hints: one character, one outline. Returns null if the font
 * lacks the character.
 */
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
