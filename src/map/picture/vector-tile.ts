// The features of a Mapbox Vector Tile, read by `@mapbox/vector-tile` after its framing has been checked: the package
// trusts the lengths and counts that a tile claims (a ClosePath that claims to be repeated fills memory). Coordinates
// are scaled to EXTENT units per side whatever the tile's extent, x to the right and y down. Damaged bytes throw
// TileFault.

import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'

/** Units per tile side in the coordinates of a feature. */
export const EXTENT = 4096
/** Coordinates are clamped to this: a tile's margin is a few hundred units. */
const OUTMOST = 30_000
/** Decompressed. The largest tiles of a basemap have 2 MB. */
const MAX_TILE_BYTES = 16_000_000

export class TileFault extends Error {}

export type TileValue = string | number | boolean

export interface TileFeature {
  layer: string
  kind: 'point' | 'line' | 'area'
  properties: Readonly<Record<string, TileValue | undefined>>
  /** Each point, line or ring (not closed) as flat x, y, x, y ... */
  readParts(): number[][]
}

const KINDS = [null, 'point', 'line', 'area'] as const

/** Visits the features of all layers, in order. Those of an unknown kind are left out. */
export function visitTile(bytes: Uint8Array, visit: (feature: TileFeature) => void): void {
  try {
    checkFraming(bytes)
    for (const layer of Object.values(new VectorTile(new PbfReader(bytes)).layers))
      for (let i = 0; i < layer.length; i++) {
        const feature = layer.feature(i)
        const kind = KINDS[feature.type] ?? null
        if (kind === null) continue
        const { properties } = feature
        visit({ layer: layer.name, kind, properties, readParts: () => readParts(feature, kind) })
      }
  } catch (thrown) {
    throw thrown instanceof TileFault ? thrown : new TileFault('a tile that cannot be read', { cause: thrown })
  }
}

function readParts(feature: VectorTileFeature, kind: TileFeature['kind']): number[][] {
  const factor = EXTENT / feature.extent
  const flat = feature
    .loadGeometry()
    .map((part) => part.flatMap(({ x, y }) => [clamp(Math.round(x * factor)), clamp(Math.round(y * factor))]))
  return kind === 'area' ? flat.map(withoutRepeat) : flat
}

/** The package repeats the first point of a closed ring at its end. */
function withoutRepeat(ring: number[]): number[] {
  const isClosed = ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)
  return isClosed ? ring.slice(0, -2) : ring
}

function clamp(value: number): number {
  return Math.max(-OUTMOST, Math.min(OUTMOST, value))
}

/** Throws TileFault unless every field ends within what contains it and every count is covered by bytes. */
function checkFraming(bytes: Uint8Array): void {
  if (bytes.length > MAX_TILE_BYTES) throw new TileFault(`a tile of more than ${MAX_TILE_BYTES} bytes`)
  const pbf = new PbfReader(bytes)
  eachField(pbf, bytes.length, (layerField, layerEnd) => {
    if (layerField !== LAYER) return
    eachField(pbf, layerEnd, (field, end) => {
      if (field === FEATURE)
        eachField(pbf, end, (part, partEnd) => {
          if (part === TAGS) checkPairs(pbf, partEnd)
          else if (part === GEOMETRY) checkCommands(pbf, partEnd)
        })
      else if (field === VALUE) eachField(pbf, end, () => {})
      else if (field === EXTENT_FIELD && !(pbf.readVarint() > 0)) throw new TileFault('a layer without extent')
    })
  })
}

/** A field's tag as it stands in the bytes: its number and its wire type. */
const LAYER = 26
const FEATURE = 18
const VALUE = 34
const EXTENT_FIELD = 40
const TAGS = 18
const GEOMETRY = 34

/** Calls back at the content of each field of the message that ends at `end`. */
function eachField(pbf: PbfReader, end: number, use: (tag: number, fieldEnd: number) => void): void {
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    const start = pbf.pos
    pbf.skip(tag)
    const fieldEnd = pbf.pos
    if (fieldEnd > end) throw new TileFault('a field reaches beyond its message')
    pbf.pos = start
    if ((tag & 7) === 2) pbf.readVarint()
    use(tag, fieldEnd)
    pbf.pos = fieldEnd
  }
}

function checkPairs(pbf: PbfReader, end: number): void {
  while (pbf.pos < end) {
    pbf.readVarint()
    pbf.readVarint()
  }
  if (pbf.pos > end) throw new TileFault('attributes reach beyond their feature')
}

/** MoveTo and LineTo with as many positions as there are bytes for, ClosePath once. */
function checkCommands(pbf: PbfReader, end: number): void {
  while (pbf.pos < end) {
    const head = pbf.readVarint()
    const count = head >>> 3
    if ((head & 7) === 7) {
      if (count > 1) throw new TileFault('a ring that is closed more than once')
      continue
    }
    if (count * 2 > end - pbf.pos) throw new TileFault('more positions than bytes')
    for (let i = 0; i < count; i++) {
      pbf.readSVarint()
      pbf.readSVarint()
    }
  }
  if (pbf.pos > end) throw new TileFault('a shape reaches beyond its feature')
}
