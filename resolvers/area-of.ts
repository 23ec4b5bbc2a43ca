// Where a list looks: around a point, or in a box, and of that only within an outline where the area is that of a
// place.

import { ServiceError } from '../src/errors.ts'
import { distanceM, type Box, type LonLat } from '../src/geo/lon-lat.ts'
import { PolygonGrid } from '../src/geo/polygon-grid.ts'
import { boxAround } from '../src/geo/split-box.ts'
import { say } from '../src/language/sentence.ts'
import { areaField, MAX_SIDE_DEG } from './input/search-fields.ts'
import type { Loaders } from './loaders.ts'

export interface LookedUpArea {
  near: { at: LonLat; withinM: number } | null
  box: Box | null
  /** inside the box, holes kept */
  outline: PolygonGrid | null
}

export const EVERYWHERE: LookedUpArea = { near: null, box: null, outline: null }

/**
 * Within the outline of a place. Throws ServiceError `not_found`, `no_outline`, `too_large` if the
 * sides of its box are too long for a list; all name `field`, where the place stands: in the input, unless
 * `inputPath` is null.
 */
export async function areaOfPlace(
  placeId: number,
  loaders: Loaders,
  field: string,
  inputPath: string | null = field,
): Promise<LookedUpArea> {
  const at = inputPath === null ? {} : { inputPath }
  const [place, shape] = await Promise.all([loaders.place(placeId), loaders.placeOutline(placeId)])
  if (place === null) throw new ServiceError(say('error.not_found.place_id'), at)
  if (shape?.isArea !== true) throw new ServiceError(say('error.no_outline', { field }), at)
  const outline = new PolygonGrid(shape.parts)
  const box: Box = [outline.minX, outline.minY, outline.maxX, outline.maxY]
  if (!areaField().safeParse(box).success)
    throw new ServiceError(say('error.too_large.outline', { field, sides: MAX_SIDE_DEG }), at)
  return { ...EVERYWHERE, box, outline }
}

/** A box that holds all of it; null: the whole earth, or a box across the antimeridian. */
export function boxOf({ near, box }: LookedUpArea): Box | null {
  if (near === null) return box
  const around = boxAround(...near.at, near.withinM)
  return around[0] <= around[2] ? around : null
}

/** Whether a point is in it, of those in its box. */
export function isInArea({ near, outline }: LookedUpArea, { lon, lat }: { lon: number; lat: number }): boolean {
  if (near !== null && distanceM(lon, lat, ...near.at) > near.withinM) return false
  return outline === null || outline.contains(lon, lat)
}
