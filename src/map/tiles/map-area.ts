// Areas: ground cover (layer `landuse`, and `landcover` at low zooms) `buildings`, and water.
// Kinds are named as in Protomaps; natural covers that it leaves out (scree, heath, meadow, ...) keep their OSM value,
// which its styles ignore. Small areas begin at the zoom where they fill a few pixels.

import type { Tags } from '../../osm/tags.ts'
import { isYes, wholeNumber, type MappedFeature, namesOf } from './feature-mapping.ts'
import type { Attribute } from './attribute-table.ts'

const LAND_PX = 40
const BUILDING_PX = 24

const KIND_OF_LANDUSE = new Map([
  ['forest', 'forest'],
  ['cemetery', 'cemetery'],
  ['orchard', 'farmland'],
  ['farmland', 'farmland'],
  ['farmyard', 'farmland'],
  ['vineyard', 'vineyard'],
  ['plant_nursery', 'farmland'],
  ['residential', 'residential'],
  ['village_green', 'village_green'],
  ['allotments', 'allotments'],
  ['industrial', 'industrial'],
  ['brownfield', 'industrial'],
  ['commercial', 'commercial'],
  ['retail', 'commercial'],
  ['military', 'military'],
  ['railway', 'railway'],
  ['recreation_ground', 'recreation_ground'],
  ['grass', 'grass'],
  ['meadow', 'meadow'],
  ['quarry', 'quarry'],
  ['landfill', 'landfill'],
  ['construction', 'construction'],
  ['winter_sports', 'winter_sports'],
])
const KIND_OF_NATURAL = new Map([
  ['wood', 'wood'],
  ['glacier', 'glacier'],
  ['grassland', 'grassland'],
  ['scrub', 'scrub'],
  ['heath', 'heath'],
  ['fell', 'grassland'],
  ['tundra', 'grassland'],
  ['moor', 'heath'],
  ['sand', 'sand'],
  ['dune', 'sand'],
  ['beach', 'beach'],
  ['shingle', 'shingle'],
  ['scree', 'scree'],
  ['bare_rock', 'bare_rock'],
  ['rock', 'bare_rock'],
  ['wetland', 'wetland'],
  ['mud', 'wetland'],
])
const LEISURES = new Set([
  'park',
  'garden',
  'golf_course',
  'dog_park',
  'playground',
  'pitch',
  'nature_reserve',
  'stadium',
  'marina',
  'sports_centre',
  'track',
])
const AMENITIES = new Set(['hospital', 'school', 'kindergarten', 'university', 'college', 'parking', 'grave_yard'])
const LANDCOVER = new Map([
  ['forest', 'forest'],
  ['wood', 'forest'],
  ['grassland', 'grassland'],
  ['grass', 'grassland'],
  ['meadow', 'grassland'],
  ['scrub', 'scrub'],
  ['heath', 'scrub'],
  ['scree', 'barren'],
  ['bare_rock', 'barren'],
  ['shingle', 'barren'],
  ['sand', 'barren'],
  ['glacier', 'glacier'],
  ['farmland', 'farmland'],
  ['vineyard', 'farmland'],
  ['residential', 'urban_area'],
])
/** Drawing order: lower values are written first, so they are underneath. */
const UNDER = new Map([
  ['national_park', -3],
  ['protected_area', -3],
  ['nature_reserve', -3],
  ['aboriginal_lands', -3],
  ['military', -2],
  ['residential', -1],
  ['winter_sports', -1],
])

/** All drafts for an area's tags; empty if it is not drawn. */
export function mapArea(tags: Tags): MappedFeature[] {
  const water = waterKind(tags)
  if (water !== null) return mapWater(tags, water)
  const drafts: MappedFeature[] = []
  const building = draftBuilding(tags)
  if (building !== null) drafts.push(building)
  const kind = landKind(tags)
  if (kind === null) return drafts
  drafts.push({
    layer: 'landuse',
    geometry: 'area',
    minZoom: 7,
    sort: UNDER.get(kind) ?? 0,
    leastPx: LAND_PX,
    attributes: [
      ['kind', kind],
      ['sort_rank', 189],
      ['leaf_type', tags.get('leaf_type'), 11],
      ['surface', kind === 'beach' ? tags.get('surface') : undefined, 12],
    ],
  })
  const cover = LANDCOVER.get(kind)
  if (cover !== undefined)
    drafts.push({
      layer: 'landcover',
      geometry: 'area',
      minZoom: 0,
      maxZoom: 7,
      sort: cover === 'farmland' ? 0 : 1,
      leastPx: 1,
      attributes: [['kind', cover]],
    })
  return drafts
}

function draftBuilding(tags: Tags): MappedFeature | null {
  const part = tags.get('building:part')
  const building = tags.get('building')
  if ((building === undefined || building === 'no') && (part === undefined || part === 'no')) return null
  const isPart = building === undefined || building === 'no'
  const height = metres(tags.get('height')) ?? times3(wholeNumber(tags.get('building:levels')))
  return {
    layer: 'buildings',
    geometry: 'area',
    minZoom: isPart ? 14 : 13,
    sort: isPart ? 1 : 0,
    leastPx: BUILDING_PX,
    attributes: [
      ['kind', isPart ? 'building_part' : 'building'],
      ['sort_rank', 400],
      ['height', height, 14],
      ['min_height', metres(tags.get('min_height')), 14],
    ],
  }
}

function landKind(tags: Tags): string | null {
  const amenity = tags.get('amenity')
  const boundary = tags.get('boundary')
  const aeroway = tags.get('aeroway')
  if (aeroway === 'aerodrome' || aeroway === 'runway' || aeroway === 'taxiway' || aeroway === 'apron') return aeroway
  if (amenity !== undefined && AMENITIES.has(amenity)) return amenity === 'grave_yard' ? 'cemetery' : amenity
  const highway = tags.get('highway')
  if (isYes(tags, 'area') && (highway === 'pedestrian' || highway === 'footway' || highway === 'service'))
    return 'pedestrian'
  const manMade = tags.get('man_made')
  if (manMade === 'pier' || manMade === 'breakwater') return 'pier'
  if (manMade === 'bridge') return 'pedestrian'
  if (tags.get('waterway') === 'dam') return 'dam'
  if (tags.get('tourism') === 'zoo') return 'zoo'
  if (tags.get('railway') === 'platform') return 'platform'
  const landuse = KIND_OF_LANDUSE.get(tags.get('landuse') ?? '')
  if (landuse !== undefined) return landuse
  const leisure = tags.get('leisure')
  if (leisure !== undefined && LEISURES.has(leisure)) return leisure
  const natural = KIND_OF_NATURAL.get(tags.get('natural') ?? '')
  if (natural !== undefined) return natural
  if (boundary === 'national_park' || boundary === 'protected_area') return boundary
  return null
}

function metres(text: string | undefined): number | undefined {
  const match = /^(\d{1,3}(?:\.\d+)?)\s*m?$/.exec(text ?? '')
  return match === null ? undefined : Number(match[1])
}

function times3(levels: number | undefined): number | undefined {
  return levels === undefined || levels <= 0 || levels > 200 ? undefined : levels * 3
}

const WATER_PX = 6
const LABEL_PX = 500

const RIVERS = new Map([
  ['river', 7],
  ['canal', 10],
  ['stream', 12],
  ['ditch', 14],
  ['drain', 14],
  ['tidal_channel', 12],
])
const WATER_KINDS = new Map([
  ['lake', 'lake'],
  ['river', 'river'],
  ['stream', 'stream'],
  ['canal', 'canal'],
  ['basin', 'basin'],
  ['reservoir', 'lake'],
  ['pond', 'lake'],
  ['lagoon', 'lake'],
  ['oxbow', 'lake'],
])

/** Streams, rivers, cliffs and ridges. */
export function mapWaterway(tags: Tags): MappedFeature | null {
  const waterway = tags.get('waterway')
  const kind = waterway === undefined ? undefined : RIVERS.has(waterway) ? waterway : undefined
  if (kind !== undefined) {
    const isMinor = kind === 'stream' && !tags.has('name')
    return {
      layer: 'water',
      geometry: 'line',
      minZoom: isMinor ? 13 : RIVERS.get(kind)!,
      sort: 1,
      attributes: [
        ['kind', kind],
        ['sort_rank', 200],
        ['min_zoom', RIVERS.get(kind)!],
        ...namesOf(tags, kind === 'river' ? 10 : 12),
        ['intermittent', isYes(tags, 'intermittent') || isYes(tags, 'seasonal') || undefined],
        ['is_tunnel', isYes(tags, 'tunnel') || undefined],
        ['is_bridge', isYes(tags, 'bridge') || undefined, 13],
      ],
    }
  }
  const natural = tags.get('natural')
  if (natural === 'cliff')
    return { layer: 'earth', geometry: 'line', minZoom: 12, sort: 2, attributes: [['kind', 'cliff']] }
  if ((natural === 'ridge' || natural === 'arete' || natural === 'valley') && tags.has('name')) {
    return {
      layer: 'earth',
      geometry: 'line',
      minZoom: 12,
      sort: 2,
      attributes: [['kind', natural === 'arete' ? 'ridge' : natural], ...namesOf(tags)],
    }
  }
  return null
}

function waterKind(tags: Tags): string | null {
  const natural = tags.get('natural')
  if (natural === 'water') return WATER_KINDS.get(tags.get('water') ?? '') ?? 'water'
  if (natural === 'bay' || natural === 'strait' || natural === 'fjord') return null
  if (tags.get('landuse') === 'reservoir') return 'lake'
  if (tags.get('landuse') === 'basin') return 'basin'
  const waterway = tags.get('waterway')
  if (waterway === 'riverbank') return 'river'
  if (waterway === 'dock' || waterway === 'boatyard') return 'dock'
  if (tags.get('leisure') === 'swimming_pool') return 'swimming_pool'
  return null
}

/** Layer `water`: lakes, rivers and streams, as areas and as lines. */
function mapWater(tags: Tags, kind: string): MappedFeature[] {
  const shared: Attribute[] = [
    ['kind', kind],
    ['kind_detail', tags.get('water')],
    ['sort_rank', 200],
  ]
  const isPool = kind === 'swimming_pool'
  const drafts: MappedFeature[] = [
    {
      layer: 'water',
      geometry: 'area',
      minZoom: isPool ? 14 : 5,
      sort: 0,
      leastPx: WATER_PX,
      attributes: [
        ...shared,
        ['intermittent', isYes(tags, 'intermittent') || isYes(tags, 'seasonal') || undefined],
        ['reservoir', tags.get('water') === 'reservoir' || tags.get('landuse') === 'reservoir' || undefined],
      ],
    },
  ]
  if (tags.has('name') && !['river', 'stream', 'canal', 'swimming_pool'].includes(kind)) {
    drafts.push({
      layer: 'water',
      geometry: 'point',
      minZoom: 9,
      sort: 2,
      leastPx: LABEL_PX,
      attributes: [...shared, ...namesOf(tags)],
    })
  }
  return drafts
}
