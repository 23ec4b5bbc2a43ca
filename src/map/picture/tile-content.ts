// One vector tile as the map draws it: lines and areas in buckets by class, features with labels separately. Made once
// when a tile is read, then cached: coordinates are flat x, y ... in tile units (EXTENT per side, Int16), `ends` counts
// points up to the end of each part. Independent of a picture's zoom.

import { classifyFeature } from './classify-feature.ts'
import { type TileFeature, type TileValue, visitTile } from './vector-tile.ts'

export interface Bucket {
  coordinates: Int16Array
  /** points (not numbers) up to the end of each part */
  ends: Int32Array
}

export interface Named {
  /** `name`, `name:de` ... */
  names: Readonly<Record<string, string>>
}

export interface LabelPoint extends Named {
  layer: 'places' | 'pois' | 'water'
  kind: string
  detail: string
  x: number
  y: number
  elevationM: number | null
  minZoom: number
  /** smaller values are more important within a kind */
  sortRank: number
  populationRank: number
}

export interface LabelLine extends Named {
  /** the line's class */
  of: string
  ref: string | null
  /** height of a contour, metres */
  elevationM: number | null
  coordinates: Int16Array
}

export interface TileContent {
  buckets: ReadonlyMap<string, Bucket>
  points: readonly LabelPoint[]
  lines: readonly LabelLine[]
  bytes: number
}

const POINT_LAYERS = new Set(['places', 'pois', 'water'])
const LABELLED = /^(motorway|major1|major2|minor|river|stream|contourIndex|trail[0-4]|cycleTrail|track|path[0-6])$/
/** Lines shorter than this (a quarter of a tile) get no name. */
const MIN_LABEL_UNITS = 350

/** Throws TileFault if the bytes are not a vector tile. */
export function readTileContent(bytes: Uint8Array): TileContent {
  const growing = new Map<string, { coordinates: number[]; ends: number[] }>()
  const points: LabelPoint[] = []
  const lines: LabelLine[] = []
  visitTile(
    bytes,
    () => true,
    (layer, feature) => {
      if (feature.kind === 'point') {
        if (POINT_LAYERS.has(layer)) readPoint(layer as LabelPoint['layer'], feature, points)
        return
      }
      const name = classifyFeature(layer, feature)
      if (name === null) return
      let bucket = growing.get(name)
      if (bucket === undefined) growing.set(name, (bucket = { coordinates: [], ends: [] }))
      const { coordinates, ends } = bucket
      const label = LABELLED.test(name) ? readLabel(name, feature) : null
      feature.eachPart((flat, from, to) => {
        for (let i = from; i < to; i++) coordinates.push(flat[i])
        ends.push(coordinates.length / 2)
        if (label !== null && reachOf(flat, from, to) >= MIN_LABEL_UNITS)
          lines.push({ ...label, coordinates: Int16Array.from(flat.subarray(from, to)) })
      })
    },
  )
  const buckets = new Map<string, Bucket>()
  let size = 500 + points.length * 300
  for (const [name, { coordinates, ends }] of growing) {
    buckets.set(name, { coordinates: Int16Array.from(coordinates), ends: Int32Array.from(ends) })
    size += 200 + coordinates.length * 2 + ends.length * 4
  }
  for (const { coordinates } of lines) size += 300 + coordinates.byteLength
  return { buckets, points, lines, bytes: size }
}

function readPoint(layer: LabelPoint['layer'], feature: TileFeature, points: LabelPoint[]): void {
  const names = readNames(feature)
  const elevation = feature.get('elevation')
  const point = {
    layer,
    names,
    kind: String(feature.get('kind') ?? ''),
    detail: String(feature.get('kind_detail') ?? ''),
    elevationM: typeof elevation === 'number' ? elevation : null,
    minZoom: numberOr(feature.get('min_zoom'), 0),
    sortRank: numberOr(feature.get('sort_rank'), 1000),
    populationRank: numberOr(feature.get('population_rank'), 0),
  }
  feature.eachPart((flat, from) => points.push({ ...point, x: flat[from], y: flat[from + 1] }))
}

/** Null if there is nothing to write. */
function readLabel(of: string, feature: TileFeature): Omit<LabelLine, 'coordinates'> | null {
  const names = readNames(feature)
  const ref = feature.get('ref')
  const elevation = feature.get('elevation')
  const label = {
    of,
    names,
    ref: typeof ref === 'string' && ref !== '' ? ref : null,
    elevationM: typeof elevation === 'number' ? elevation : null,
  }
  return label.ref !== null || label.elevationM !== null || Object.keys(names).length > 0 ? label : null
}

function readNames(feature: TileFeature): Record<string, string> {
  const names: Record<string, string> = {}
  feature.eachAttribute((key, value) => {
    if ((key === 'name' || key.startsWith('name:')) && typeof value === 'string' && value !== '') names[key] = value
  })
  return names
}

/** Longer side of the box around a part, in tile units. */
function reachOf(flat: ArrayLike<number>, from: number, to: number): number {
  let left = Infinity
  let right = -Infinity
  let top = Infinity
  let bottom = -Infinity
  for (let i = from; i < to; i += 2) {
    left = Math.min(left, flat[i])
    right = Math.max(right, flat[i])
    top = Math.min(top, flat[i + 1])
    bottom = Math.max(bottom, flat[i + 1])
  }
  return Math.max(right - left, bottom - top)
}

function numberOr(value: TileValue | undefined, instead: number): number {
  return typeof value === 'number' ? value : instead
}
