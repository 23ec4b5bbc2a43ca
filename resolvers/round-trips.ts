// Operation roundtrips: loops from a start point. The distance is given in one of two ways; above the
// range of the profile it is 422 `too_long` (before anything is searched), below 0.5 km it is 400 like any number out
// of bounds.

import { exactlyOne } from './input/json-schema.ts'
import { z } from 'zod'
import { decodePolyline6 } from '../src/geo/polyline.ts'
import { applyLoopRequest } from '../src/routing/round-trips/loop-request.ts'
import type { Loop, RoundTrips, RoundTripsInput } from '../src/routing/round-trips/loop-types.ts'
import { MAX_LOOP_ALTERNATIVES, MAX_LOOP_KM, MIN_LOOP_KM } from '../src/travel/limits.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { noAtField } from './input/at-field.ts'
import { defineOperation, MB } from './pipeline/operation.ts'
import { avoidField } from './input/avoid-field.ts'
import { fields, integerFrom, position } from './input/input-fields.ts'
import { findThrough, throughField } from './loop-through.ts'
import { settingFields } from './input/setting-fields.ts'
import { walkerField } from './input/walker-field.ts'

const RANGE = `up to ${MAX_LOOP_KM.hike} km on foot and ${MAX_LOOP_KM.bike} km by bicycle`

/** Any finite number from `least`; what is too long is not malformed, it has no answer (422). */
function distanceFrom(least: number, unit: string) {
  const error = `a number from ${least} (${unit}), ${RANGE}`
  return z.number({ error }).min(least, { error })
}

const degreesError = 'a number from 0 to 360 (degrees clockwise from north) or null'

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
        message: `a number of kilometres from ${MIN_LOOP_KM}, ${RANGE}; or \`distanceM\``,
      })
    if (count === 2)
      context.addIssue({
        code: 'custom',
        path: ['distanceM'],
        message: 'no `distanceM` beside `distanceKm`, one of them says it all',
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
  areaLookup: false,
  keyed: true,
  rated: true,
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
    return services.routing.findRoundTrips({ ...(input as RoundTripsInput), ...found }, context)
  },
})

/** A loop's line as GeoJSON, closed, without heights. */
export function loopLine(loop: Loop): { type: 'LineString'; coordinates: [number, number][] } {
  return { type: 'LineString', coordinates: decodePolyline6(loop.shape) }
}
