// A style of a release as it stands in a pack: its addresses begin with `{pack}`, which an app replaces by the place
// where it unpacked the file. Sources that the pack lacks go, with their layers. Pure.

import type { LayerSpecification, SourceSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec'
import { PbfReader } from 'pbf'
import type { Box } from '../../geo/lon-lat.ts'
import { roundTo } from '../../wire/numbers.ts'

/** Stands for the folder of the unpacked files, without a slash at its end. */
const PACK_ADDRESS = '{pack}'

/** `archives`: names of the sources that are in the pack. Throws RangeError for a style of another form. */
export function toPackedStyle(text: string, archives: readonly string[], [west, south, east, north]: Box): string {
  const style = JSON.parse(text) as StyleSpecification
  const sources: Record<string, SourceSpecification> = {}
  for (const [name, source] of Object.entries(style.sources)) {
    if (!archives.includes(name)) continue
    sources[name] = { ...source, url: `pmtiles://${PACK_ADDRESS}/${name}.pmtiles` } as SourceSpecification
  }
  const isThere = (layer: LayerSpecification) =>
    !('source' in layer) || typeof layer.source !== 'string' || layer.source in sources
  return JSON.stringify({
    ...style,
    metadata: { ...(style.metadata as object), 'waypost:bbox': [west, south, east, north] },
    center: [roundTo((west + east) / 2, 1e5), roundTo((south + north) / 2, 1e5)],
    glyphs: `${PACK_ADDRESS}/glyphs/{fontstack}/{range}.pbf`,
    sprite: `${PACK_ADDRESS}/sprite`,
    sources,
    layers: style.layers.filter(isThere),
  } satisfies StyleSpecification)
}

/** The font stacks that the layers of a style name, as they stand in addresses of glyphs. */
export function listFontStacks(text: string): string[] {
  const stacks = new Set<string>()
  for (const layer of (JSON.parse(text) as StyleSpecification).layers) {
    if (layer.type !== 'symbol') continue
    const fonts: unknown = layer.layout?.['text-font']
    if (Array.isArray(fonts) && fonts.every((font) => typeof font === 'string')) stacks.add(fonts.join(','))
  }
  return [...stacks].sort()
}

const LAYER = 3
const VALUE = 4
const STRING_VALUE = 1
export const RANGE_CHARACTERS = 256

/**
 * Which glyph ranges the names in a vector tile need: the characters of every text among its values (protocol buffer,
 * MVT 2.1). Reads the messages itself, since nothing of geometry is wanted. Bytes that are no tile are a RangeError.
 * Adds the first character of each range that the tile's texts use. `bytes`: not compressed.
 */
export function collectGlyphRanges(bytes: Uint8Array, starts: Set<number>): void {
  const tile = new PbfReader(bytes)
  tile.readFields((tag, _, pbf) => {
    if (tag === LAYER) pbf.readMessage(readLayer, starts)
  }, null)
}

function readLayer(tag: number, starts: Set<number>, pbf: PbfReader): void {
  if (tag === VALUE) pbf.readMessage(readValue, starts)
}

function readValue(tag: number, starts: Set<number>, pbf: PbfReader): void {
  if (tag !== STRING_VALUE) return
  for (const character of pbf.readString())
    starts.add(Math.floor(character.codePointAt(0)! / RANGE_CHARACTERS) * RANGE_CHARACTERS)
}
