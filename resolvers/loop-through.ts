// `through` of round trips: places that a loop is to pass, by their ids or by kind. They are looked up in the catalogue
// of the live release before a thread searches.

import type { z } from 'zod'
import { atLeastOne } from './input/json-schema.ts'
import { ServiceError } from '../src/errors.ts'
import type { PlaceRow, PoiRow } from '../src/places/catalogue-rows.ts'
import { POI_KINDS } from '../src/places/poi-kinds.ts'
import type { LoopThrough, RoundTripsRequest, ThroughPlace } from '../src/routing/round-trips/loop-types.ts'
import type { Services } from '../src/services.ts'
import { MAX_THROUGH_PLACES } from '../src/travel/limits.ts'
import { integerFrom, listOf, oneOf, onlyFields, wholeId } from './input/input-fields.ts'
import { findPlaces } from './input/waypoints.ts'

/** Places of the kinds around the start, the nearest ones. */
const MAX_CHOICE = 300

export const throughField = () =>
  onlyFields({
    places: listOf(wholeId('the id of a place'), 1, MAX_THROUGH_PLACES, 'ids of places')
      .optional()
      .describe('Ids of places or outdoor places, as search and reverse give them: all are to be passed.'),
    kinds: listOf(oneOf(POI_KINDS), 1, POI_KINDS.length, 'kinds of outdoor places')
      .optional()
      .describe('Kinds of outdoor places: any of them counts.'),
    atLeast: integerFrom(1, MAX_THROUGH_PLACES)
      .optional()
      .describe('How many places of the kinds are to be passed, default 1; without kinds, how many of the places.'),
  })
    .refine(({ places, kinds }) => places !== undefined || kinds !== undefined, {
      error: 'an object with `places`, `kinds` or both',
    })
    .optional()
    .meta({
      ...atLeastOne('places', 'kinds'),
      description:
        'Places that the loop is to pass, within 100 m of each. A loop that misses any is rough, and its reason says so.',
    })
export type GivenThrough = NonNullable<z.infer<ReturnType<typeof throughField>>>

/** Throws ServiceError `not_found`, `artifacts_missing`. */
export async function findThrough(
  { places: ids = [], kinds = [], atLeast }: GivenThrough,
  { start, distanceM }: Pick<RoundTripsRequest, 'start' | 'distanceM'>,
  services: Services,
): Promise<LoopThrough> {
  const query = { radiusM: distanceM / 2, kinds, limit: MAX_CHOICE }
  const [byId, [around]] = await Promise.all([
    findPlaces(ids, services),
    kinds.length === 0 ? [[]] : services.pois.findNear([start], query),
  ])
  const named = [...new Set(ids)].map((id) => {
    const found = byId.get(id)
    const inputPath = `through.places[${ids.indexOf(id)}]`
    if (found === undefined)
      throw new ServiceError('not_found', `\`${inputPath}\`: there is no place ${id} in the live release.`, {
        inputPath,
      })
    return toPlace(found)
  })
  if (kinds.length > 0)
    return {
      required: named,
      choice: around.filter(({ id }) => !byId.has(id)).map(toPlace),
      atLeast: atLeast ?? 1,
    }
  return atLeast === undefined || atLeast >= named.length
    ? { required: named, choice: [], atLeast: 0 }
    : { required: [], choice: named, atLeast }
}

function toPlace({ id, name, kind, lon, lat }: PlaceRow | PoiRow): ThroughPlace {
  return { id, name, kind, location: [lon, lat] }
}
