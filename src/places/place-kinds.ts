// The closed list of kinds a named place can be (catalogues keep their numbers: new ones come last), and the kind of an
// object from its tags. Of several the first in the list of rules counts: a hut that is also a restaurant is a hut. A
// value that nobody knows is no place. Pure.

import type { Tags } from '../osm/tags.ts'
import { isBivouac } from './poi-kinds.ts'

export const PLACE_KINDS = [
  'country',
  'state',
  'region',
  'county',
  'city',
  'town',
  'village',
  'hamlet',
  'suburb',
  'locality',
  'farm',
  'island',
  'peak',
  'pass',
  'hut',
  'bivouac',
  'shelter',
  'campsite',
  'hotel',
  'station',
  'cable_car_station',
  'lake',
  'glacier',
  'waterfall',
  'spring',
  'cave',
  'park',
  'viewpoint',
  'valley',
  'ridge',
  'cape',
  'beach',
  'castle',
  'monastery',
  'attraction',
  'trail',
  'bus_station',
] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

const KIND_OF_PLACE = new Map<string, PlaceKind>([
  ['country', 'country'],
  ['state', 'state'],
  ['region', 'region'],
  ['province', 'region'],
  ['county', 'county'],
  ['district', 'county'],
  ['city', 'city'],
  ['town', 'town'],
  ['village', 'village'],
  ['hamlet', 'hamlet'],
  ['isolated_dwelling', 'hamlet'],
  ['suburb', 'suburb'],
  ['borough', 'suburb'],
  ['quarter', 'suburb'],
  ['neighbourhood', 'suburb'],
  ['locality', 'locality'],
  ['farm', 'farm'],
  ['island', 'island'],
  ['islet', 'island'],
])
const KIND_OF_NATURAL = new Map<string, PlaceKind>([
  ['peak', 'peak'],
  ['volcano', 'peak'],
  ['saddle', 'pass'],
  ['glacier', 'glacier'],
  ['spring', 'spring'],
  ['cave_entrance', 'cave'],
  ['valley', 'valley'],
  ['ridge', 'ridge'],
  ['arete', 'ridge'],
  ['cape', 'cape'],
  ['peninsula', 'cape'],
  ['beach', 'beach'],
])
const KIND_OF_TOURISM = new Map<string, PlaceKind>([
  ['alpine_hut', 'hut'],
  ['wilderness_hut', 'hut'],
  ['camp_site', 'campsite'],
  ['hotel', 'hotel'],
  ['guest_house', 'hotel'],
  ['hostel', 'hotel'],
  ['motel', 'hotel'],
  ['viewpoint', 'viewpoint'],
  ['attraction', 'attraction'],
  ['museum', 'attraction'],
])
const KIND_OF_HISTORIC = new Map<string, PlaceKind>([
  ['castle', 'castle'],
  ['fort', 'castle'],
  ['monastery', 'monastery'],
  ['ruins', 'attraction'],
  ['monument', 'attraction'],
])
const FLOWING = new Set(['river', 'stream', 'canal', 'ditch', 'drain', 'rapids', 'wastewater', 'fountain', 'moat'])
const PARKS = new Set(['park', 'nature_reserve'])

/** Kind of a named place; null for an object that is none. Whether it has a name is not looked at. */
export function findPlaceKind(tags: Tags): PlaceKind | null {
  const natural = tags.get('natural')
  const tourism = tags.get('tourism')
  const place = tags.get('place')
  const amenity = tags.get('amenity')
  const shelterType = tags.get('shelter_type')
  if (place !== undefined && KIND_OF_PLACE.has(place)) return KIND_OF_PLACE.get(place)!
  if (isBivouac(tags)) return 'bivouac'
  if (tourism === 'alpine_hut' || tourism === 'wilderness_hut') return 'hut'
  if (natural !== undefined && KIND_OF_NATURAL.has(natural)) return KIND_OF_NATURAL.get(natural)!
  if (tags.get('mountain_pass') === 'yes') return 'pass'
  const railway = tags.get('railway')
  if (railway === 'station' || railway === 'halt') return 'station'
  if (tags.get('aerialway') === 'station') return 'cable_car_station'
  if (amenity === 'bus_station') return 'bus_station'
  if (tags.get('waterway') === 'waterfall') return 'waterfall'
  if ((natural === 'water' && !FLOWING.has(tags.get('water') ?? '')) || tags.get('landuse') === 'reservoir')
    return 'lake'
  if (tourism !== undefined && KIND_OF_TOURISM.has(tourism)) return KIND_OF_TOURISM.get(tourism)!
  const boundary = tags.get('boundary')
  if (PARKS.has(tags.get('leisure') ?? '') || boundary === 'national_park' || boundary === 'protected_area')
    return 'park'
  if (amenity === 'shelter' && shelterType !== 'public_transport') return 'shelter'
  const historic = tags.get('historic')
  if (historic !== undefined && KIND_OF_HISTORIC.has(historic)) return KIND_OF_HISTORIC.get(historic)!
  if (amenity === 'monastery') return 'monastery'
  return null
}
