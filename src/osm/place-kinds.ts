// The closed list of kinds of named places (catalogues store their numbers: append new ones), and the kinds of an
// object from its tags. Tags that also make it an outdoor place follow the same rule (poi-kinds.ts). An unknown value
// is not a place. Pure.

import type { Tags } from './tags.ts'
import { isOutdoorKind } from './poi-kinds.ts'

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
  'place_of_worship',
  'administrative_area',
  'range',
  'river',
  'path',
  'street',
] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

/**
 * What an administrative area is that is tagged as nothing else. Such a place is in no list and found by no search: a
 * settlement of the same name stands for it there. It is reported where something lies in it.
 */
export const ADMINISTRATIVE_AREA = 'administrative_area' satisfies PlaceKind
/** Kinds that lists and searches have. */
export const LISTED_PLACE_KINDS = PLACE_KINDS.filter((kind) => kind !== ADMINISTRATIVE_AREA)

/** Kinds of lines that have names: they lie along their line, not at one point (build-catalogue.ts). */
export const LINE_KINDS = ['river', 'path', 'street'] as const satisfies readonly PlaceKind[]
export const isLineKind = (kind: string | undefined): boolean => (LINE_KINDS as readonly string[]).includes(kind ?? '')

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
  ['mountain_range', 'range'],
  ['cape', 'cape'],
  ['peninsula', 'cape'],
  ['beach', 'beach'],
])
const KIND_OF_TOURISM = new Map<string, PlaceKind>([
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
const KIND_OF_HIGHWAY = new Map<string, PlaceKind>([
  ...words('path', 'path footway track bridleway steps cycleway via_ferrata'),
  ...words('street', 'residential living_street pedestrian unclassified service road'),
  ...words('street', 'motorway trunk primary secondary tertiary'),
  ...words('street', 'motorway_link trunk_link primary_link secondary_link tertiary_link'),
])
const KIND_OF_WATERWAY = new Map<string, PlaceKind>(words('river', 'river stream tidal_channel canal ditch drain'))
const PARKS = new Set(['park', 'nature_reserve'])

/**
 * Kinds of a named place: the main one, then the others in the order of PLACE_KINDS. Empty for an object that is not a
 * place. Does not check for a name.
 */
export function findPlaceKinds(tags: Tags): PlaceKind[] {
  const kinds = new Set(listKinds(tags))
  // a street that is also a pass is called a pass
  if (kinds.size === 0)
    return [...kindOf(KIND_OF_HIGHWAY, tags.get('highway')), ...kindOf(KIND_OF_WATERWAY, tags.get('waterway'))].slice(
      0,
      1,
    )
  if (kinds.size < 2) return [...kinds]
  const [first] = kinds
  return [first, ...PLACE_KINDS.filter((kind) => kind !== first && kinds.has(kind))]
}

function words(kind: PlaceKind, values: string): [string, PlaceKind][] {
  return values.split(' ').map((value) => [value, kind])
}

/** Kinds with the main one first, the one people would call it by. May repeat a kind. */
function* listKinds(tags: Tags): Generator<PlaceKind> {
  const natural = tags.get('natural') ?? ''
  const railway = tags.get('railway')
  const boundary = tags.get('boundary')
  const isLake = natural === 'water' && !FLOWING.has(tags.get('water') ?? '')
  yield* kindOf(KIND_OF_PLACE, tags.get('place'))
  if (isOutdoorKind('hut', tags)) yield 'hut'
  if (isOutdoorKind('bivouac', tags)) yield 'bivouac'
  yield* kindOf(KIND_OF_NATURAL, natural)
  if (tags.get('region:type') === 'mountain_area') yield 'range'
  if (tags.get('mountain_pass') === 'yes') yield 'pass'
  if (railway === 'station' || railway === 'halt') yield 'station'
  if (tags.get('aerialway') === 'station') yield 'cable_car_station'
  if (tags.get('amenity') === 'bus_station') yield 'bus_station'
  if (tags.get('waterway') === 'waterfall') yield 'waterfall'
  if (isLake || tags.get('landuse') === 'reservoir') yield 'lake'
  yield* kindOf(KIND_OF_TOURISM, tags.get('tourism'))
  if (PARKS.has(tags.get('leisure') ?? '') || boundary === 'national_park' || boundary === 'protected_area')
    yield 'park'
  if (isOutdoorKind('shelter', tags)) yield 'shelter'
  yield* kindOf(KIND_OF_HISTORIC, tags.get('historic'))
  if (tags.get('amenity') === 'monastery') yield 'monastery'
  if (tags.get('amenity') === 'place_of_worship') yield 'place_of_worship'
}

function* kindOf(kinds: ReadonlyMap<string, PlaceKind>, value: string | undefined): Generator<PlaceKind> {
  const kind = value === undefined ? undefined : kinds.get(value)
  if (kind !== undefined) yield kind
}

const LEVELS = { least: 2, most: 8 }

/**
 * The level of an administrative area from its tags: 2 is a country, 8 a municipality, finer ones are parts of a town.
 * Null unless it is an administrative area of one of these levels.
 */
export function adminLevelOf(tags: Tags): number | null {
  const level = tags.get('boundary') === 'administrative' ? Number(tags.get('admin_level')) : NaN
  return level >= LEVELS.least && level <= LEVELS.most ? level : null
}
