// Ids of places: OSM id times 4 plus 1 for a node, 2 for a way, 3 for a relation; a positive integer below 2^53 that
// identifies the object and stays the same between releases. Pure.

import type { OsmType } from './catalogue-rows.ts'

const OSM_TYPES: readonly OsmType[] = ['node', 'way', 'relation']
/** Largest OSM id that has a place id. */
export const MAX_OSM_ID = Math.floor((Number.MAX_SAFE_INTEGER - 3) / 4)

/**
 * Throws RangeError for an OSM id that is not a positive integer or is beyond MAX_OSM_ID (objects never uploaded have
 * negative ids).
 */
export function toPlaceId(osmType: OsmType, osmId: number): number {
  if (!Number.isSafeInteger(osmId) || osmId <= 0 || osmId > MAX_OSM_ID)
    throw new RangeError(`${osmId} is not an OSM id`)
  return osmId * 4 + OSM_TYPES.indexOf(osmType) + 1
}

/** The object that a place id refers to; returns null for an invalid id. */
export function fromPlaceId(id: number): { osmType: OsmType; osmId: number } | null {
  if (!Number.isSafeInteger(id) || id < 5 || id % 4 === 0) return null
  return { osmType: OSM_TYPES[(id % 4) - 1], osmId: Math.floor(id / 4) }
}
