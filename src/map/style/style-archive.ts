// The `styles` artifact of a release: one JSON file with both styles and the sprite at both scales, written at import
// (40 ms per sheet, no download), so that the bytes at an address do not change when the server is upgraded. It does
// not contain glyphs, only the identity of those it was made with: glyphs are made from the shipped fonts on demand
// (src/workers/glyph-threads.ts).
// Reading validates the form; only the names below can be served, never a path.

import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import sharp from 'sharp'
import { sourceIn } from '../../wire/source-names.ts'
import { glyphIdentity } from './glyph-fonts.ts'
import { API_ADDRESS, STYLES_VERSION, buildStyleDocument, type StyleParts } from './style-document.ts'
import { BORDER_PX, toDistanceField } from './glyph-sdf.ts'
import { listDrawnPictures, SHAPE_PICTURES, type DrawnPicture, type ShapePicture } from './sprite-icons.ts'
import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec'
import type { Box } from '../../geo/lon-lat.ts'
import { boundsOfTiles } from '../../geo/split-box.ts'

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

/**
 * A style's text ready to send: with addresses filled in, names in `language` where the map has them, else the local
 * ones, and sources as the language says them. `publicApiUrl` has no trailing slash. Pure.
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

const SHEET_WIDTH_PX = 320
const GAP_PX = 1

export interface SpriteEntry {
  x: number
  y: number
  width: number
  height: number
  pixelRatio: number
  sdf?: true
  stretchX?: [number, number][]
  stretchY?: [number, number][]
  content?: [number, number, number, number]
}

export interface SpriteSheet {
  png: Buffer
  /** by picture name */
  index: Record<string, SpriteEntry>
}

interface Placed<T> {
  picture: T
  x: number
  y: number
}

/**
 * The sprite of the styles: all pictures on one sheet, as PNG and as the JSON with their positions, at scale 1 and 2.
 * Pictures are in rows sorted by height and name with a clear pixel between them, so equal pictures give equal bytes.
 * Shapes are distance fields (`sdf`) with the same pixels at both scales. Fetches nothing; draws once per scale.
 */
export async function buildSpriteSheet(scale: 1 | 2): Promise<SpriteSheet> {
  const drawn = placeInRows(listDrawnPictures(), ({ widthPx, heightPx, name }) => ({ widthPx, heightPx, name }), 0)
  const rowsEndPx = Math.max(...drawn.map(({ picture, y }) => y + picture.heightPx)) + GAP_PX
  const shapes = SHAPE_PICTURES.map((shape) => ({ shape, field: toField(shape) }))
  // below the drawn ones, in sheet pixels at either scale
  const placedShapes = placeInRows(
    shapes,
    ({ shape, field }) => ({ name: shape.name, widthPx: field.widthPx, heightPx: field.heightPx }),
    rowsEndPx * scale,
  )
  const width = SHEET_WIDTH_PX * scale
  const height = Math.max(...placedShapes.map(({ picture, y }) => y + picture.field.heightPx)) + GAP_PX
  const { data, info } = await sharp(Buffer.from(toSvg(drawn, scale, width, height)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const index: [string, SpriteEntry][] = drawn.map(({ picture, x, y }) => [picture.name, toEntry(picture, x, y, scale)])
  for (const {
    picture: { shape, field },
    x,
    y,
  } of placedShapes) {
    for (let row = 0; row < field.heightPx; row++) {
      for (let column = 0; column < field.widthPx; column++)
        data[((y + row) * info.width + x + column) * info.channels + 3] = field.bitmap[row * field.widthPx + column]
    }
    index.push([shape.name, { x, y, width: field.widthPx, height: field.heightPx, pixelRatio: 1, sdf: true }])
  }
  const png = await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  return { png, index: Object.fromEntries(index.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

function toEntry({ widthPx, heightPx, stretch }: DrawnPicture, x: number, y: number, scale: number): SpriteEntry {
  const pairs = (list: [number, number][]) => list.map(([from, to]): [number, number] => [from * scale, to * scale])
  return {
    x: x * scale,
    y: y * scale,
    width: widthPx * scale,
    height: heightPx * scale,
    pixelRatio: scale,
    ...(stretch === undefined
      ? {}
      : {
          stretchX: pairs(stretch.stretchX),
          stretchY: pairs(stretch.stretchY),
          content: stretch.content.map((edge) => edge * scale) as [number, number, number, number],
        }),
  }
}

function toSvg(drawn: readonly Placed<DrawnPicture>[], scale: number, width: number, height: number): string {
  const parts = drawn.map(
    ({ picture: { widthPx, heightPx, markup }, x, y }) =>
      `<svg x="${x}" y="${y}" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}">${markup}</svg>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width / scale} ${height / scale}">${parts.join('')}</svg>`
}

/** A shape's distance field, including its border, as one picture. */
function toField({ name, outlines }: ShapePicture): { bitmap: Uint8Array; widthPx: number; heightPx: number } {
  const pieces = outlines.flatMap((outline) => {
    const count = outline.length / 2
    return Array.from({ length: count }, (_, i) => [
      outline[2 * i],
      -outline[2 * i + 1],
      outline[(2 * i + 2) % outline.length],
      -outline[(2 * i + 3) % outline.length],
    ]).flat()
  })
  const field = toDistanceField(Float64Array.from(pieces))
  if (field === null) throw new RangeError(`The shape ${name} has no area.`)
  return { bitmap: field.bitmap, widthPx: field.widthPx + 2 * BORDER_PX, heightPx: field.heightPx + 2 * BORDER_PX }
}

/** Left to right, tallest first, starting a new row at the edge of the sheet. */
function placeInRows<T>(
  pictures: readonly T[],
  sizeOf: (picture: T) => { widthPx: number; heightPx: number; name: string },
  topPx: number,
): Placed<T>[] {
  const ordered = pictures
    .map((picture) => ({ picture, ...sizeOf(picture) }))
    .sort((a, b) => b.heightPx - a.heightPx || (a.name < b.name ? -1 : 1))
  let [x, y, rowPx] = [GAP_PX, topPx + GAP_PX, 0]
  return ordered.map(({ picture, widthPx, heightPx }) => {
    if (x + widthPx + GAP_PX > SHEET_WIDTH_PX) [x, y, rowPx] = [GAP_PX, y + rowPx + GAP_PX, 0]
    const placed = { picture, x, y }
    x += widthPx + GAP_PX
    rowPx = Math.max(rowPx, heightPx)
    return placed
  })
}

/**
 * One style over several regions (decision: regions): the sources of each region, bounded to where it answers, and
 * each layer once for each region, so that what lies above what stays as in the style of one. The first region's keep
 * their names, the others' have `@REGION` behind them. Sprite and glyphs are the first one's. None fades at its edge,
 * where another may go on.
 */
export interface RegionStyle {
  region: string
  archive: StyleArchive
  /** where its tiles are drawn */
  bounds: Box
}

/** Source and layer of style-document.ts. */
const EDGE = 'edge'
const STYLES = ['style.json', 'style-dark.json']

/** Of two regions and more. Pure. */
export function joinStyles(styles: readonly RegionStyle[], bbox: Box): StyleArchive {
  const [first] = styles
  const texts = new Map(first.archive.texts)
  for (const name of STYLES) {
    const documents = styles.map(({ region, archive, bounds }) => ({
      region,
      bounds,
      style: JSON.parse(archive.texts.get(name)!) as StyleSpecification,
    }))
    texts.set(name, JSON.stringify(joinDocuments(documents, bbox)))
  }
  return { ...first.archive, texts }
}

interface RegionDocument {
  region: string
  bounds: Box
  style: StyleSpecification
}

function joinDocuments(documents: readonly RegionDocument[], bbox: Box): StyleSpecification {
  const [{ style: first }] = documents
  const nameOf = (name: string, at: number) => (at === 0 ? name : `${name}@${documents[at].region}`)
  const sources: StyleSpecification['sources'] = {}
  const layers: StyleSpecification['layers'] = []
  documents.forEach(({ style, bounds }, at) => {
    for (const [name, source] of Object.entries(style.sources))
      if (name !== EDGE) sources[nameOf(name, at)] = { ...source, bounds: [...boundsOfTiles(bounds)] } as typeof source
  })
  const byId = documents.map(({ style }) => new Map(style.layers.map((layer) => [layer.id, layer])))
  // a layer that the first region lacks lies above its last one
  for (const id of new Set(documents.flatMap(({ style }) => style.layers.map((layer) => layer.id)))) {
    byId.forEach((known, at) => {
      const layer = known.get(id)
      if (layer === undefined || id === EDGE) return
      if ('source' in layer)
        layers.push({ ...layer, id: nameOf(id, at), source: nameOf(layer.source, at) } as typeof layer)
      else if (at === 0) layers.push(layer)
    })
  }
  return { ...first, metadata: { ...(first.metadata as object), 'waypost:bbox': bbox }, sources, layers }
}
