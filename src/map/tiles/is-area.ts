// Which closed ways are areas.

import type { Tags } from '../../osm/tags.ts'

/** Closed ways with one of these keys are still lines. */
const LINE_KEYS = ['highway', 'railway', 'aerialway', 'waterway', 'barrier']
const LINE_AREAS = new Set(['riverbank', 'dock', 'boatyard', 'dam', 'platform', 'station'])

/** Whether a closed way is an area; streets or streams that end where they began are not. */
export function isArea(tags: Tags): boolean {
  const area = tags.get('area')
  if (area !== undefined) return area !== 'no'
  if (tags.has('building') || tags.has('building:part')) return true
  return (
    !LINE_KEYS.some((key) => tags.has(key) && !LINE_AREAS.has(tags.get(key)!)) ||
    tags.has('landuse') ||
    tags.has('amenity') ||
    tags.has('tourism') ||
    tags.has('leisure')
  )
}
