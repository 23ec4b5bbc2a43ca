// One vector tile as the map draws it: lines and areas in buckets by class, features with labels separately. Made once
// when a tile is read, then cached: coordinates are flat x, y ... in tile units (EXTENT per side, Int16), `ends` counts
// points up to the end of each part. Independent of a picture's zoom.

import { type TileFeature, type TileValue, visitTile } from './vector-tile.ts'

export interface Bucket {
  coordinates: Int16Array
  /** points (not numbers) up to the end of each part */
  ends: Int32Array
}

interface Named {
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
  visitTile(bytes, (feature) => {
    if (feature.kind === 'point') {
      if (POINT_LAYERS.has(feature.layer)) readPoint(feature.layer as LabelPoint['layer'], feature, points)
      return
    }
    const name = classifyFeature(feature)
    if (name === null) return
    let bucket = growing.get(name)
    if (bucket === undefined) growing.set(name, (bucket = { coordinates: [], ends: [] }))
    const { coordinates, ends } = bucket
    const of = name.split('/')[0]
    const label = LABELLED.test(of) ? readLabel(of, feature) : null
    for (const flat of feature.readParts()) {
      for (const value of flat) coordinates.push(value)
      ends.push(coordinates.length / 2)
      if (label !== null && reachOf(flat) >= MIN_LABEL_UNITS)
        lines.push({ ...label, coordinates: Int16Array.from(flat) })
    }
  })
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
  const elevation = feature.properties.elevation
  const point = {
    layer,
    names,
    kind: String(feature.properties.kind ?? ''),
    detail: String(feature.properties.kind_detail ?? ''),
    elevationM: typeof elevation === 'number' ? elevation : null,
    minZoom: numberOr(feature.properties.min_zoom, 0),
    sortRank: numberOr(feature.properties.sort_rank, 1000),
    populationRank: numberOr(feature.properties.population_rank, 0),
  }
  for (const part of feature.readParts())
    for (let i = 0; i < part.length; i += 2) points.push({ ...point, x: part[i], y: part[i + 1] })
}

/** Null if there is nothing to write. */
function readLabel(of: string, feature: TileFeature): Omit<LabelLine, 'coordinates'> | null {
  const names = readNames(feature)
  const ref = feature.properties.ref
  const elevation = feature.properties.elevation
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
  for (const [key, value] of Object.entries(feature.properties))
    if ((key === 'name' || key.startsWith('name:')) && typeof value === 'string' && value !== '') names[key] = value
  return names
}

/** Longer side of the box around a part, in tile units. */
function reachOf(flat: readonly number[]): number {
  let left = Infinity
  let right = -Infinity
  let top = Infinity
  let bottom = -Infinity
  for (let i = 0; i < flat.length; i += 2) {
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

const LAND_CLASSES: Record<string, readonly string[]> = {
  forest: ['forest', 'wood'],
  scrub: ['scrub', 'heath'],
  grass: [
    'grassland',
    'grass',
    'meadow',
    'village_green',
    'recreation_ground',
    'golf_course',
    'dog_park',
    'cemetery',
    'pitch',
    'track',
    'winter_sports',
  ],
  park: ['park', 'garden', 'zoo'],
  farmland: ['farmland', 'vineyard', 'orchard', 'allotments'],
  barren: ['barren', 'scree', 'bare_rock', 'shingle', 'quarry', 'landfill'],
  sand: ['sand', 'beach'],
  wetland: ['wetland'],
  glacier: ['glacier'],
  builtUp: [
    'residential',
    'urban_area',
    'industrial',
    'commercial',
    'school',
    'kindergarten',
    'hospital',
    'university',
    'college',
    'railway',
    'construction',
    'military',
    'stadium',
    'sports_centre',
    'playground',
    'parking',
  ],
  runway: ['runway', 'taxiway', 'apron'],
  paved: ['pedestrian', 'pier', 'dam', 'platform'],
  protected: ['national_park', 'nature_reserve', 'protected_area'],
}

const CLASS_OF_LAND = new Map(
  Object.entries(LAND_CLASSES).flatMap(([name, kinds]) => kinds.map((kind) => [kind, name] as const)),
)
const STREAMS = new Set(['stream', 'ditch', 'drain', 'tidal_channel'])
const LINE_WATERS = new Set(['river', 'canal', ...STREAMS])
const TOWN_WAYS = new Set(['footway', 'pedestrian', 'steps', 'cycleway', 'corridor', 'pier'])

/**
 * The class of a basemap feature on this map, if any. The values are those of the Protomaps schema and of our
 * additional keys. A path's class is its tagged SAC grade; without one it is `path0`, which is drawn differently from
 * T1. Pure. Null if the feature is not drawn as a line or area.
 */
function classifyFeature(feature: TileFeature): string | null {
  const { layer, kind: shape } = feature
  const kind = String(feature.properties.kind ?? '')
  switch (layer) {
    case 'earth':
      return shape === 'area' ? 'earth' : shape === 'line' && kind === 'cliff' ? 'cliff' : null
    case 'landcover':
    case 'landuse':
      return shape === 'area' ? (CLASS_OF_LAND.get(kind) ?? null) : null
    case 'water':
      if (shape === 'area') return 'water'
      if (shape !== 'line' || !LINE_WATERS.has(kind) || feature.properties.is_tunnel === true) return null
      return feature.properties.intermittent === true ? 'streamDry' : STREAMS.has(kind) ? 'stream' : 'river'
    case 'buildings':
      return shape === 'area' ? 'building' : null
    case 'boundaries':
      if (shape !== 'line') return null
      return kind === 'country' ? 'country' : kind === 'region' ? 'region' : null
    case 'roads':
      return shape === 'line' ? classifyRoad(kind, feature) : null
    case 'trails':
      return shape === 'line' ? classifyTrail(feature) : null
    case 'contours':
      return shape === 'line' ? (feature.properties.index === true ? 'contourIndex' : 'contour') : null
    default:
      return null
  }
}

function classifyRoad(kind: string, feature: TileFeature): string | null {
  const detail = String(feature.properties.kind_detail ?? '')
  const isTunnel = feature.properties.is_tunnel === true
  switch (kind) {
    case 'highway':
      return isTunnel ? 'motorwayTunnel' : 'motorway'
    case 'major_road': {
      const isFirst = detail.startsWith('trunk') || detail.startsWith('primary')
      return isTunnel ? 'majorTunnel' : isFirst ? 'major1' : 'major2'
    }
    case 'minor_road':
      return isTunnel ? null : detail === 'service' || detail === 'driveway' ? 'service' : 'minor'
    case 'rail':
      return isTunnel ? null : 'rail'
    case 'aerialway':
      return 'aerialway'
    case 'ferry':
      return 'ferry'
    case 'aeroway':
      return 'runwayLine'
    case 'path':
      return isTunnel ? null : classifyPath(detail, feature)
    default:
      return null
  }
}

function classifyPath(detail: string, feature: TileFeature): string {
  if (feature.properties.via_ferrata === true || detail === 'via_ferrata') return 'ferrata'
  const grade = feature.properties.sac_scale
  if (typeof grade === 'number' && grade >= 1 && grade <= 6) return `path${Math.floor(grade)}`
  if (detail === 'track') return 'track'
  return TOWN_WAYS.has(detail) ? 'footway' : 'path0'
}

function classifyTrail(feature: TileFeature): string {
  const route = feature.properties.route
  if (route === 'bicycle' || route === 'mtb') return 'cycleTrail'
  const { level, lane } = feature.properties
  const name = typeof level === 'number' && level >= 1 && level <= 4 ? `trail${Math.floor(level)}` : 'trail0'
  return typeof lane === 'number' && lane !== 0 ? `${name}/${lane}` : name
}
