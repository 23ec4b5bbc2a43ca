// The fonts that labels may use, and the location of their outlines: Noto Sans (SIL Open Font License 1.1) as shipped
// by its package. The names are those used in published Protomaps styles. Never reads a path given in a request.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const FILES = {
  'Noto Sans Regular': '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'Noto Sans Medium': '@expo-google-fonts/noto-sans/500Medium/NotoSans_500Medium.ttf',
  'Noto Sans Italic': '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
} as const

export type FontName = keyof typeof FILES

export const FONT_NAMES = Object.keys(FILES) as FontName[]

/** Increment when the same outlines would give different glyphs. */
const GLYPH_MAKER = 1

/** Bytes of the font file (TrueType). */
export function readFontFile(name: FontName): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(FILES[name]))
}

/** Text of their licence, which goes wherever they do. */
export function readFontLicence(): string {
  return readFileSync(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/LICENSE_FONT'), 'utf8')
}

/**
 * The fonts of a stack as written in a style or a URL (`Noto Sans Regular,Noto Sans Medium`), in order, without
 * duplicates; returns null if one of them is not shipped, or the stack is empty.
 */
export function findFontStack(text: string): FontName[] | null {
  if (text.length > 200) return null
  const names = text.split(',').map((name) => name.trim())
  if (!names.every((name): name is FontName => Object.hasOwn(FILES, name))) return null
  return [...new Set(names)]
}

/**
 * Identity of the glyphs, different whenever any of them may have changed: 16 hex digits over the font files and
 * GLYPH_MAKER.
 */
export function glyphIdentity(): string {
  const hash = createHash('sha256').update(`glyphs/${GLYPH_MAKER}`)
  for (const name of FONT_NAMES) hash.update(name).update(readFontFile(name))
  return hash.digest('hex').slice(0, 16)
}

export const RANGE_GLYPHS = 256
export const LAST_CHARACTER = 0x10ffff

/**
 * The ranges of characters by which glyphs are requested. The first character of a range named in a URL (`256-511`);
 * returns null if it is not a range.
 */
export function findRangeStart(text: string): number | null {
  const match = /^(0|[1-9]\d{0,6})-([1-9]\d{0,6})$/.exec(text)
  if (match === null) return null
  const start = Number(match[1])
  return start % RANGE_GLYPHS === 0 && start <= LAST_CHARACTER && Number(match[2]) === start + RANGE_GLYPHS - 1
    ? start
    : null
}
