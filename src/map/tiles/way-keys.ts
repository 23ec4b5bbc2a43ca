// Keys of the tags for which a way may be drawn.

import { POI_KEYS } from './map-point.ts'

const AREA_KEYS = [
  'building',
  'building:part',
  'landuse',
  'natural',
  'leisure',
  'amenity',
  'water',
  'waterway',
  'boundary',
  'man_made',
  'tourism',
  'aeroway',
  'railway',
  'area',
  'place',
  'historic',
]
export const WAY_KEYS = ['highway', 'railway', 'aerialway', 'route', 'waterway', ...AREA_KEYS, ...POI_KEYS]
