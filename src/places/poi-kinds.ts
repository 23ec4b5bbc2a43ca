// The kinds of outdoor places (decision D6), in the order in which they are listed, and the kind of an object from its
// tags: of several the first of the list. What is disused, and parking that is private, is none. Pure.

import type { Tags } from '../osm/tags.ts'

export const POI_KINDS = [
  'hut',
  'shelter',
  'bivouac',
  'campsite',
  'drinking_water',
  'spring',
  'toilets',
  'viewpoint',
  'peak',
  'pass',
  'cave',
  'waterfall',
  'parking',
  'bus_stop',
  'train_station',
  'cable_car_station',
  'guidepost',
  'picnic_site',
  'restaurant',
  'information',
] as const
export type PoiKind = (typeof POI_KINDS)[number]

const EATING = new Set(['restaurant', 'cafe', 'biergarten', 'pub'])
const WATER_SOURCES = new Set(['fountain', 'water_point'])

/** Kind of an outdoor place, null for an object that is none. */
export function findPoiKind(tags: Tags): PoiKind | null {
  if (tags.get('disused') === 'yes' || tags.get('abandoned') === 'yes') return null
  const tourism = tags.get('tourism')
  const amenity = tags.get('amenity')
  const natural = tags.get('natural')
  const shelterType = tags.get('shelter_type')
  const isBivouac = shelterType === 'basic_hut'
  if (tourism === 'alpine_hut' || (tourism === 'wilderness_hut' && !isBivouac)) return 'hut'
  if (amenity === 'shelter' && !isBivouac && shelterType !== 'public_transport') return 'shelter'
  if (isBivouac && (amenity === 'shelter' || tourism === 'wilderness_hut')) return 'bivouac'
  if (tourism === 'camp_site') return 'campsite'
  if (amenity === 'drinking_water') return 'drinking_water'
  if (
    tags.get('drinking_water') === 'yes' &&
    (WATER_SOURCES.has(amenity ?? '') || tags.get('man_made') === 'water_tap')
  )
    return 'drinking_water'
  if (natural === 'spring') return 'spring'
  if (amenity === 'toilets') return 'toilets'
  if (tourism === 'viewpoint') return 'viewpoint'
  if (natural === 'peak' || natural === 'volcano') return 'peak'
  if (natural === 'saddle' || tags.get('mountain_pass') === 'yes') return 'pass'
  if (natural === 'cave_entrance') return 'cave'
  if (tags.get('waterway') === 'waterfall') return 'waterfall'
  if (amenity === 'parking' && !['private', 'no'].includes(tags.get('access') ?? '')) return 'parking'
  if (tags.get('highway') === 'bus_stop' || amenity === 'bus_station') return 'bus_stop'
  const railway = tags.get('railway')
  if (railway === 'station' || railway === 'halt') return 'train_station'
  if (tags.get('aerialway') === 'station') return 'cable_car_station'
  if (tourism === 'information' && tags.get('information') === 'guidepost') return 'guidepost'
  if (tourism === 'picnic_site') return 'picnic_site'
  if (EATING.has(amenity ?? '')) return 'restaurant'
  if (tourism === 'information') return 'information'
  return null
}

/**
 * Keys that findPoiKind and findPlaceKind decide by, for a scan that skips everything else. `highway` counts for bus
 * stops only.
 */
export const OBJECT_KEYS = [
  'place',
  'natural',
  'tourism',
  'amenity',
  'mountain_pass',
  'railway',
  'aerialway',
  'waterway',
  'landuse',
  'boundary',
  'leisure',
  'historic',
  'man_made',
] as const
