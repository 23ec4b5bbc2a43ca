// WaypointInput: a point as a route or a loop takes it, or something of the catalogue in its place.

import type { Loaders } from '../resolvers/loaders.ts'
import { ServiceError } from '../src/errors.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import { builder } from './builder.ts'
import { fromGlobalId, readId } from './node-interface.ts'

export const WaypointInputType = builder.inputType('WaypointInput', {
  description: 'A waypoint in one of three forms.',
  isOneOf: true,
  fields: (t) => ({
    at: t.field({ type: 'LonLat', description: 'The point, [lon, lat] in degrees.' }),
    place: t.id({ description: 'Id of a place or an outdoor place; a number as REST gives it is that of a place.' }),
    trail: t.id({ description: 'The start of a signed route: its id, or the number of its relation.' }),
  }),
})
export type Waypoint = typeof WaypointInputType.$inferInput

/**
 * `[lon, lat]`. Throws ServiceError `invalid_input` or `not_found` that names the field; `path` leads to the waypoint.
 */
export async function locate(waypoint: Waypoint, loaders: Loaders, path: string): Promise<LonLat> {
  if (waypoint.at != null) return waypoint.at
  if (waypoint.trail != null) return startOf(await findTrail(waypoint.trail, loaders, `${path}.trail`), loaders)
  const field = `${path}.place`
  const text = waypoint.place!
  const outdoor = fromGlobalId(text)
  const found =
    outdoor?.type === 'OutdoorPlace'
      ? await loaders.outdoorPlace(outdoor.id)
      : await loaders.place(readId('Place', text, field))
  if (found === null)
    throw new ServiceError('not_found', 'There is no place of this id in the live release.', { inputPath: field })
  return [found.lon, found.lat]
}

/** Throws ServiceError `invalid_input`, `not_found`. */
export async function findTrail(text: string, loaders: Loaders, field: string): Promise<TrailRow> {
  const trail = await loaders.trail(readId('Trail', text, field))
  if (trail === null)
    throw new ServiceError('not_found', 'There is no signed route of this id in the live release.', {
      inputPath: field,
    })
  return trail
}

async function startOf({ relationId, ends, lon, lat }: TrailRow, loaders: Loaders): Promise<LonLat> {
  return ends[0] ?? (await loaders.trailLine(relationId))?.parts[0]?.[0] ?? [lon, lat]
}
