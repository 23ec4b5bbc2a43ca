// Areas: ground cover (layer `landuse`, and `landcover` at low zooms) and `buildings`; water is in map-water.ts.
// Kinds are named as in Protomaps; natural covers that it leaves out (scree, heath, meadow, ...) keep their OSM value,
// which its styles ignore. Small areas begin at the zoom where they fill a few pixels.

import type { Tags } from '../../osm/tags.ts'
import { isYes, wholeNumber, type MappedFeature } from './feature-mapping.ts'
import { waterKind, mapWater } from './map-water.ts'

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
