// The kinds of outdoor places (decision: places-in-a-box) in their listing order, and the kinds of an object from its
// tags: a pass with a view is a viewpoint and a pass, and its main kind is the first in the list. Disused objects and
// private parking are excluded. Pure.

import type { Tags } from './tags.ts'

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
const BIVOUACS = new Set(['basic_hut', 'bivouac'])

/** A building or box to sleep in that is tagged as a bivouac; separate from huts and shelters. */
export const isBivouac = (tags: Tags): boolean =>
  BIVOUACS.has(tags.get('shelter_type') ?? '') &&
  (is(tags, 'amenity', 'shelter') || is(tags, 'tourism', 'wilderness_hut'))
/** Whether somebody looks after it; a `wilderness_hut` is unstaffed unless tagged otherwise. */
const isStaffed = (tags: Tags): boolean => is(tags, 'staff', 'yes') || is(tags, 'supervised', 'yes')
const isStation = (tags: Tags): boolean => is(tags, 'railway', 'station') || is(tags, 'railway', 'halt')
const is = (tags: Tags, key: string, value: string): boolean => tags.get(key) === value

/** Tests whether an object is of a kind by its tags; it may be of several. */
const RULES: Readonly<Record<PoiKind, (tags: Tags) => boolean>> = {
  hut: (tags) => is(tags, 'tourism', 'alpine_hut') || (is(tags, 'tourism', 'wilderness_hut') && !isBivouac(tags)),
  shelter: (tags) =>
    is(tags, 'amenity', 'shelter') && !isBivouac(tags) && !is(tags, 'shelter_type', 'public_transport'),
  bivouac: (tags) => isBivouac(tags) || (is(tags, 'tourism', 'wilderness_hut') && !isStaffed(tags)),
  campsite: (tags) => is(tags, 'tourism', 'camp_site'),
  drinking_water: (tags) =>
    is(tags, 'amenity', 'drinking_water') ||
    (is(tags, 'drinking_water', 'yes') &&
      (WATER_SOURCES.has(tags.get('amenity') ?? '') || is(tags, 'man_made', 'water_tap'))),
  spring: (tags) => is(tags, 'natural', 'spring'),
  toilets: (tags) => is(tags, 'amenity', 'toilets'),
  viewpoint: (tags) => is(tags, 'tourism', 'viewpoint'),
  peak: (tags) => is(tags, 'natural', 'peak') || is(tags, 'natural', 'volcano'),
  pass: (tags) => is(tags, 'natural', 'saddle') || is(tags, 'mountain_pass', 'yes'),
  cave: (tags) => is(tags, 'natural', 'cave_entrance'),
  waterfall: (tags) => is(tags, 'waterway', 'waterfall'),
  parking: (tags) => is(tags, 'amenity', 'parking') && !is(tags, 'access', 'private') && !is(tags, 'access', 'no'),
  bus_stop: (tags) => is(tags, 'highway', 'bus_stop') || is(tags, 'amenity', 'bus_station'),
  train_station: isStation,
  cable_car_station: (tags) => is(tags, 'aerialway', 'station'),
  guidepost: (tags) => is(tags, 'tourism', 'information') && is(tags, 'information', 'guidepost'),
  picnic_site: (tags) => is(tags, 'tourism', 'picnic_site') || is(tags, 'shelter_type', 'picnic_shelter'),
  restaurant: (tags) => EATING.has(tags.get('amenity') ?? ''),
  information: (tags) => is(tags, 'tourism', 'information') && !is(tags, 'information', 'guidepost'),
}

/** Whether an object is of that kind by its tags, even if disused. */
export const isOutdoorKind = (kind: PoiKind, tags: Tags): boolean => RULES[kind](tags)

/** Kinds of an outdoor place in the order of POI_KINDS; empty if it is not one. */
export function findPoiKinds(tags: Tags): PoiKind[] {
  if (is(tags, 'disused', 'yes') || is(tags, 'abandoned', 'yes')) return []
  return POI_KINDS.filter((kind) => RULES[kind](tags))
}

/**
 * Keys that findPoiKinds and findPlaceKinds use, for a scan that skips everything else. `highway` counts only for bus
 * stops.
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
