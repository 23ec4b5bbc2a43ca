// Operation roundtrips: loops from a start point. The distance is given in one of two ways; above the
// range of the profile it is 422 `too_long` (before anything is searched), below 0.5 km it is 400 like any number out
// of bounds.

import { zodMessage } from './pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import type { Words } from '../src/language/generated/message-values.ts'
import { z } from 'zod'
import { decodePolyline6 } from '../src/geo/polyline.ts'
import {
  applyLoopRequest,
  type Loop,
  type RoundTrips,
  type RoundTripsInput,
  type LoopThrough,
  type RoundTripsRequest,
  type ThroughPlace,
} from '../src/routing/round-trips/loop-types.ts'
import { MAX_LOOP_ALTERNATIVES, MAX_LOOP_KM, MIN_LOOP_KM, MAX_THROUGH_PLACES } from '../src/travel/limits.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { ServiceError } from '../src/errors.ts'
import type { PlaceRow, PoiRow } from '../src/places/catalogue-rows.ts'
import { POI_KINDS } from '../src/osm/poi-kinds.ts'
import type { Services } from '../src/services.ts'
import { exactlyOne, atLeastOne } from './input/json-schema.ts'
import { defineOperation, MB } from './pipeline/operation.ts'
import {
  noAtField,
  fields,
  integerFrom,
  position,
  listOf,
  oneOf,
  onlyFields,
  wholeId,
  walkerField,
} from './input/input-fields.ts'
import { avoidField, settingFields } from './input/setting-fields.ts'
import { findPlaces } from './input/waypoints.ts'

/** Places of the kinds around the start, the nearest ones. */
const MAX_CHOICE = 300

const throughField = () =>
  onlyFields({
    places: listOf(wholeId(say('expected.place_id')), 1, MAX_THROUGH_PLACES, 'place_ids')
      .optional()
      .describe('Ids of places or outdoor places, as search and reverse give them: all are to be passed.'),
    kinds: listOf(oneOf(POI_KINDS), 1, POI_KINDS.length, 'outdoor_kinds')
      .optional()
      .describe('Kinds of outdoor places: any of them counts.'),
    atLeast: integerFrom(1, MAX_THROUGH_PLACES)
      .optional()
      .describe('How many places of the kinds are to be passed, default 1; without kinds, how many of the places.'),
  })
    .refine(({ places, kinds }) => places !== undefined || kinds !== undefined, {
      error: zodMessage(say('expected.through')),
    })
    .optional()
    .meta({
      ...atLeastOne('places', 'kinds'),
      description:
        'Places that the loop is to pass, within 100 m of each. A loop that misses any is rough, and its reason says so.',
    })
export type GivenThrough = NonNullable<z.infer<ReturnType<typeof throughField>>>

/**
 * `through` of round trips: places that a loop is to pass, by their ids or by kind. They are looked up in the catalogue
 * of the live release before a thread searches. Throws ServiceError `not_found`, `artifacts_missing`.
 */
async function findThrough(
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
      throw new ServiceError(say('error.not_found.place_field', { field: inputPath, id }), {
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

const LONGEST = { footKm: MAX_LOOP_KM.hike, bikeKm: MAX_LOOP_KM.bike }
const RANGE = `up to ${MAX_LOOP_KM.hike} km on foot and ${MAX_LOOP_KM.bike} km by bicycle`

/** Any finite number from `min`; what is too long is not malformed, it has no answer (422). */
function distanceFrom(min: number, unit: Words['unit']) {
  const error = zodMessage(say('expected.loop_length', { min, unit, ...LONGEST }))
  return z.number({ error }).min(min, { error })
}

const degreesError = zodMessage(say('expected.direction'))

export const roundTripsInput = fields({
  start: position().describe('Where the loop begins and ends, [lon, lat] in degrees.'),
  distanceKm: distanceFrom(MIN_LOOP_KM, 'kilometres')
    .optional()
    .describe(`Length of the loop in kilometres, 0.5 ${RANGE}. Give this or distance_m.`),
  distanceM: distanceFrom(MIN_LOOP_KM * 1000, 'metres')
    .optional()
    .describe('The same in metres. Give this or distance_km.'),
  direction: z
    .number({ error: degreesError })
    .min(0, { error: degreesError })
    .max(360, { error: degreesError })
    .nullable()
    .optional()
    .describe('Where the loop should lie: degrees clockwise from north, give or take 45. Default anywhere.'),
  alternatives: integerFrom(0, MAX_LOOP_ALTERNATIVES)
    .optional()
    .describe('Further loops wanted, each sharing less than 60 % with every other. Default 0.'),
  through: throughField(),
  ...settingFields('loop'),
  walker: walkerField(),
  avoid: avoidField(),
  at: noAtField(),
})
  .superRefine((input, context) => {
    const count = (input.distanceKm === undefined ? 0 : 1) + (input.distanceM === undefined ? 0 : 1)
    if (count === 0)
      context.addIssue({
        code: 'custom',
        path: ['distanceKm'],
        message: zodMessage(say('expected.loop_length.either', { min: MIN_LOOP_KM, ...LONGEST })),
      })
    if (count === 2)
      context.addIssue({
        code: 'custom',
        path: ['distanceM'],
        message: zodMessage(say('expected.loop_length.once')),
      })
  })
  .meta(exactlyOne('distanceKm', 'distanceM'))

export const roundTrips = defineOperation<z.infer<typeof roundTripsInput>, EncodedAnswer<RoundTrips>>({
  id: 'roundtrips',
  summary:
    'Loops of a given length from a start point, with how much of each is travelled twice and the facts of a route.',
  input: roundTripsInput,
  limits: { bodyBytes: MB, lengthKm: MAX_LOOP_KM.bike },
  credits: 5,
  heavy: true,
  ofRelease: true,
  sources: ['map', 'heights'],
  raises: [
    'no_loop',
    'too_long',
    'no_snap',
    'outside_region',
    'setting_refused',
    'waypoint_avoided',
    'network_unavailable',
    'busy',
    'not_found',
    'artifacts_missing',
  ],
  run: async (input, services, context) => {
    const { request } = applyLoopRequest(input as RoundTripsInput) // refuses before anything waits for a worker
    const { through } = input
    const found = through === undefined ? {} : { throughPlaces: await findThrough(through, request, services) }
    return services.run('loops', { ...(input as RoundTripsInput), ...found }, context)
  },
})

/** A loop's line as GeoJSON, closed, without heights. */
export function loopLine(loop: Loop): { type: 'LineString'; coordinates: [number, number][] } {
  return { type: 'LineString', coordinates: decodePolyline6(loop.shape) }
}
