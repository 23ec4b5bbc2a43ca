// The `styles` artifact of a release: one JSON file with both styles and the sprite at both scales, written at import
// (40 ms per sheet, no download), so that the bytes at an address do not change when the server is upgraded. It does
// not contain glyphs, only the identity of those it was made with: glyphs are made from the shipped fonts on demand
// (src/workers/glyph-pool.ts).
// Reading validates the form; only the names below can be served, never a path.

import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { sourceIn } from '../../wire/source-names.ts'
import { glyphIdentity } from './glyph-fonts.ts'
import { buildSpriteSheet } from './sprite-sheet.ts'
import { API_ADDRESS, STYLES_VERSION, buildStyleDocument, type StyleParts } from './style-document.ts'

export const STYLES_FILE = 'styles.json'

const archiveSchema = z.object({
  schema: z.literal('waypost-styles/1'),
  glyphs: z.string(),
  /** JSON texts by file name; styles with `{api}` and `{version}` in their addresses */
  texts: z.object({
    'style.json': z.string(),
    'style-dark.json': z.string(),
    'sprite.json': z.string(),
    'sprite@2x.json': z.string(),
  }),
  /** base64 by file name */
  images: z.object({ 'sprite.png': z.string(), 'sprite@2x.png': z.string() }),
})

type StyleArchiveText = z.infer<typeof archiveSchema>

export interface StyleArchive {
  /** identity of the glyphs it was made with */
  glyphs: string
  texts: ReadonlyMap<string, string>
  images: ReadonlyMap<string, Buffer>
}

/** Writes the artifact to `path`. Equal parts give equal bytes on one build and platform. */
export async function writeStyleArchive(parts: StyleParts, path: string): Promise<void> {
  const sheets = [await buildSpriteSheet(1), await buildSpriteSheet(2)]
  const archive: StyleArchiveText = {
    schema: 'waypost-styles/1',
    glyphs: glyphIdentity(),
    texts: {
      'style.json': JSON.stringify(buildStyleDocument(parts, 'light')),
      'style-dark.json': JSON.stringify(buildStyleDocument(parts, 'dark')),
      'sprite.json': JSON.stringify(sheets[0].index),
      'sprite@2x.json': JSON.stringify(sheets[1].index),
    },
    images: { 'sprite.png': sheets[0].png.toString('base64'), 'sprite@2x.png': sheets[1].png.toString('base64') },
  }
  writeFileSync(path, JSON.stringify(archive))
}

/** Throws RangeError if the file is damaged. */
export function readStyleArchive(path: string): StyleArchive {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new RangeError(`${STYLES_FILE} cannot be read: it is gone, cut short or damaged`, { cause })
  }
  const { success, data } = archiveSchema.safeParse(value)
  if (!success) throw new RangeError(`${STYLES_FILE} does not have the expected form`)
  return {
    glyphs: data.glyphs,
    texts: new Map(Object.entries(data.texts)),
    images: new Map(Object.entries(data.images).map(([name, base64]) => [name, Buffer.from(base64, 'base64')])),
  }
}

/** A language that a style can be requested in: `de`, `pt-BR`, `zh-Hant`. */
export const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/

/**
 * A style's text ready to send: with addresses filled in, names in `language` where the map has them, else the local
 * ones, and sources in German for `de`. `publicApiUrl` has no trailing slash. Pure.
 */
export function toServedStyle(text: string, publicApiUrl: string, version: string, language: string | null): string {
  const inside = (value: string) => JSON.stringify(value).slice(1, -1)
  const addressed = text
    .replaceAll(API_ADDRESS, () => inside(publicApiUrl))
    .replaceAll(STYLES_VERSION, () => inside(version))
  if (language === null) return addressed
  return addressed
    .replaceAll('["get","name"]', () => `["coalesce",["get",${JSON.stringify(`name:${language}`)}],["get","name"]]`)
    .replace(/"attribution":("(?:[^"\\]|\\.)*")/g, (_, quoted: string) => {
      const html = (JSON.parse(quoted) as string).replace(/[^<>]+(?![^<]*>)/g, (words) => sourceIn(language, words))
      return `"attribution":${JSON.stringify(html)}`
    })
}
