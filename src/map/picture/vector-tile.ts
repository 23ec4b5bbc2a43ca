// A Mapbox Vector Tile (version 2), read feature by feature: only what the visitor takes is kept. Coordinates are
// scaled to EXTENT units per side whatever the tile's extent, x to the right and y down, as flat x, y, x, y ... Damaged
// bytes throw TileFault; counts claimed by a tile allocate nothing.

import { PbfReader } from 'pbf'

/** Units per tile side in the visitor's coordinates. */
export const EXTENT = 4096
/** Coordinates are clamped to this: a tile's margin is a few hundred units. */
const OUTMOST = 30_000
const MAX_VALUES = 1_000_000

export class TileFault extends Error {}

export type TileValue = string | number | boolean

export interface TileFeature {
  kind: 'point' | 'line' | 'area'
  /** undefined if it has no such attribute */
  get(name: string): TileValue | undefined
  /** Every attribute, in tile order. */
  eachAttribute(use: (name: string, value: TileValue) => void): void
  /**
   * Calls back for each point, line or ring: flat coordinates from `from` up to `to`, exclusive, counted in numbers.
   * Valid only during the call.
   */
  eachPart(use: (coordinates: Int32Array, from: number, to: number) => void): void
}

interface Layer {
  name: string
  keys: Map<string, number>
  keyNames: string[]
  values: (TileValue | undefined)[]
  factor: number
  features: { pos: number; end: number }[]
}

let coordinates = new Int32Array(4096)

/** Visits the features of the layers selected by `wants`, in order. */
export function visitTile(
  bytes: Uint8Array,
  wants: (layer: string) => boolean,
  visit: (layer: string, feature: TileFeature) => void,
): void {
  const pbf = new PbfReader(bytes)
  try {
    while (pbf.pos < bytes.length) {
      const tag = pbf.readVarint()
      if (tag >>> 3 === 3 && (tag & 7) === 2) {
        const end = pbf.readVarint() + pbf.pos
        if (end > bytes.length) throw new TileFault('a layer reaches beyond its tile')
        const layer = readLayer(pbf, end)
        if (wants(layer.name)) for (const { pos, end: to } of layer.features) visitFeature(pbf, layer, pos, to, visit)
        pbf.pos = end
      } else pbf.skip(tag)
    }
  } catch (thrown) {
    throw thrown instanceof TileFault ? thrown : new TileFault('a tile that cannot be read', { cause: thrown })
  }
}

function readLayer(pbf: PbfReader, end: number): Layer {
  const layer: Layer = { name: '', keys: new Map(), keyNames: [], values: [], factor: 1, features: [] }
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    switch (tag >>> 3) {
      case 1:
        layer.name = pbf.readString()
        break
      case 2: {
        const size = pbf.readVarint()
        layer.features.push({ pos: pbf.pos, end: pbf.pos + size })
        pbf.pos += size
        break
      }
      case 3:
        layer.keyNames.push(pbf.readString())
        layer.keys.set(layer.keyNames[layer.keyNames.length - 1], layer.keyNames.length - 1)
        break
      case 4:
        layer.values.push(readValue(pbf, pbf.readVarint() + pbf.pos))
        break
      case 5: {
        const extent = pbf.readVarint()
        if (!(extent > 0)) throw new TileFault('a layer without extent')
        layer.factor = EXTENT / extent
        break
      }
      default:
        pbf.skip(tag)
    }
    if (pbf.pos > end || layer.values.length > MAX_VALUES) throw new TileFault('a field reaches beyond its layer')
  }
  return layer
}

function readValue(pbf: PbfReader, end: number): TileValue | undefined {
  let value: TileValue | undefined
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    switch (tag >>> 3) {
      case 1:
        value = pbf.readString()
        break
      case 2:
        value = pbf.readFloat()
        break
      case 3:
        value = pbf.readDouble()
        break
      case 4:
        value = pbf.readVarint(true)
        break
      case 5:
        value = pbf.readVarint()
        break
      case 6:
        value = pbf.readSVarint()
        break
      case 7:
        value = pbf.readVarint() !== 0
        break
      default:
        pbf.skip(tag)
    }
  }
  return value
}

const KINDS = [null, 'point', 'line', 'area'] as const

function visitFeature(
  pbf: PbfReader,
  layer: Layer,
  pos: number,
  end: number,
  visit: (layer: string, feature: TileFeature) => void,
): void {
  pbf.pos = pos
  let kind: TileFeature['kind'] | null = null
  let tagsAt = 0
  let tagsEnd = 0
  let shapeAt = 0
  let shapeEnd = 0
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    const field = tag >>> 3
    if (field === 3) kind = KINDS[pbf.readVarint()] ?? null
    else if (field === 2 || field === 4) {
      const size = pbf.readVarint()
      if (field === 2) {
        tagsAt = pbf.pos
        tagsEnd = pbf.pos + size
      } else {
        shapeAt = pbf.pos
        shapeEnd = pbf.pos + size
      }
      pbf.pos += size
    } else pbf.skip(tag)
  }
  if (pbf.pos > end || shapeEnd > end || tagsEnd > end) throw new TileFault('a field reaches beyond its feature')
  if (kind === null) return
  visit(layer.name, {
    kind,
    get(name) {
      const wanted = layer.keys.get(name)
      if (wanted === undefined) return undefined
      pbf.pos = tagsAt
      while (pbf.pos < tagsEnd) {
        const key = pbf.readVarint()
        const value = pbf.readVarint()
        if (key === wanted) return layer.values[value]
      }
      return undefined
    },
    eachAttribute(use) {
      pbf.pos = tagsAt
      while (pbf.pos < tagsEnd) {
        const name = layer.keyNames[pbf.readVarint()]
        const value = layer.values[pbf.readVarint()]
        if (name !== undefined && value !== undefined) use(name, value)
      }
    },
    eachPart: (use) => readParts(pbf, shapeAt, shapeEnd, layer.factor, kind === 'point', use),
  })
}

/** MoveTo, LineTo, ClosePath; a point's MoveTo may have many positions, each a separate part. */
function readParts(
  pbf: PbfReader,
  at: number,
  end: number,
  factor: number,
  areSingle: boolean,
  use: (coordinates: Int32Array, from: number, to: number) => void,
): void {
  pbf.pos = at
  let x = 0
  let y = 0
  let length = 0
  const finish = (): void => {
    if (length > 0) use(coordinates, 0, length)
    length = 0
  }
  while (pbf.pos < end) {
    const head = pbf.readVarint()
    const command = head & 7
    if (command === 7) continue
    if (command !== 1 && command !== 2) throw new TileFault('an unknown drawing command')
    const count = head >>> 3
    if (count > end - pbf.pos) throw new TileFault('more positions than bytes')
    if (command === 1) finish()
    for (let i = 0; i < count; i++) {
      x += pbf.readSVarint()
      y += pbf.readSVarint()
      if (length + 2 > coordinates.length) {
        const wider = new Int32Array(coordinates.length * 2)
        wider.set(coordinates)
        coordinates = wider
      }
      coordinates[length++] = hold(factor === 1 ? x : Math.round(x * factor))
      coordinates[length++] = hold(factor === 1 ? y : Math.round(y * factor))
      if (areSingle) finish()
    }
  }
  finish()
}

function hold(value: number): number {
  return value > OUTMOST ? OUTMOST : value < -OUTMOST ? -OUTMOST : value
}
