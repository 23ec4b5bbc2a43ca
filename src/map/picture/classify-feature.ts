// The class of a basemap feature on this map, if any. The values are those of the Protomaps schema and of our
// additional keys. A path's class is its tagged SAC grade; without one it is `path0`, which is drawn differently from
// T1. Pure.

import type { TileFeature } from './vector-tile.ts'

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

/** Null if the feature is not drawn as a line or area. */
export function classifyFeature(layer: string, feature: TileFeature): string | null {
  const { kind: shape } = feature
  const kind = String(feature.get('kind') ?? '')
  switch (layer) {
    case 'earth':
      return shape === 'area' ? 'earth' : shape === 'line' && kind === 'cliff' ? 'cliff' : null
    case 'landcover':
    case 'landuse':
      return shape === 'area' ? (CLASS_OF_LAND.get(kind) ?? null) : null
    case 'water':
      if (shape === 'area') return 'water'
      if (shape !== 'line' || !LINE_WATERS.has(kind) || feature.get('is_tunnel') === true) return null
      return feature.get('intermittent') === true ? 'streamDry' : STREAMS.has(kind) ? 'stream' : 'river'
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
      return shape === 'line' ? (feature.get('index') === true ? 'contourIndex' : 'contour') : null
    default:
      return null
  }
}

function classifyRoad(kind: string, feature: TileFeature): string | null {
  const detail = String(feature.get('kind_detail') ?? '')
  const isTunnel = feature.get('is_tunnel') === true
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
  if (feature.get('via_ferrata') === true || detail === 'via_ferrata') return 'ferrata'
  const grade = feature.get('sac_scale')
  if (typeof grade === 'number' && grade >= 1 && grade <= 6) return `path${Math.floor(grade)}`
  if (detail === 'track') return 'track'
  return TOWN_WAYS.has(detail) ? 'footway' : 'path0'
}

function classifyTrail(feature: TileFeature): string {
  const route = feature.get('route')
  if (route === 'bicycle' || route === 'mtb') return 'cycleTrail'
  const level = feature.get('level')
  return typeof level === 'number' && level >= 1 && level <= 4 ? `trail${Math.floor(level)}` : 'trail0'
}
