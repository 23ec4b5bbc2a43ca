// Files of points: cleaned and simplified.

import type { z } from 'zod'
import type { GpxCleanAnswer, GpxSimplifyAnswer } from '../src/course/course-jobs.ts'
import { MOST_FILE_BYTES, MOST_FILE_POINTS } from '../src/course/course.ts'
import { findForm } from '../src/course/read-course.ts'
import { countPositions, refusePositions } from '../src/course/read-geojson-line.ts'
import { type WithRaw, RawJson } from '../src/wire/raw-json.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { engineOf, refuseLarge } from './course.ts'
import { defineOperation, type Limits } from './pipeline/operation.ts'
import { fields, flag, gpxText, integerFrom, numberFrom } from './input/input-fields.ts'
import { atMostOne, ONE_LINE } from './input/json-schema.ts'
import { lineFields, MOST_POINTS_WORDS } from './input/line-input.ts'
import { onceEach } from './pipeline/once-each.ts'

export const FILE_LIMITS: Limits = { bodyBytes: MOST_FILE_BYTES, points: MOST_FILE_POINTS }
const FILE_TERMS = {
  limits: FILE_LIMITS,
  credits: 1,
  ofRelease: true,
  sources: [],
} as const

export const gpxCleanInput = fields({
  gpx: gpxText().describe(`GPX 1.0 or 1.1 document, at most ${MOST_POINTS_WORDS}.`),
  dedupe: flag()
    .optional()
    .describe('Removes points that repeat position and height of the point before. Default true.'),
  dropBad: flag().optional().describe('Removes points with broken coordinates, waypoints too. Default true.'),
  stripTimes: flag().optional().describe('Removes every <time>. Default false.'),
  stripExtensions: flag()
    .optional()
    .describe('Removes the <extensions> inside points: heart rate, cadence, power. Default false.'),
})

export type GpxCleanInput = z.infer<typeof gpxCleanInput>

export const cleanGpxFile = defineOperation<WithRaw<GpxCleanInput>, EncodedAnswer<GpxCleanAnswer>>({
  id: 'gpx-clean',
  summary: 'A GPX file without repeated or broken points; everything that stays is byte for byte as it was.',
  input: gpxCleanInput,
  ...FILE_TERMS,
  raises: ['invalid_gpx', 'too_many_points', 'busy'],
  run: (input, services, context) =>
    services.run('clean', { ...refuseLarge(input, FILE_LIMITS), engine: engineOf(services) }, context),
})

export const gpxSimplifyInput = fields({
  ...lineFields(),
  toleranceM: numberFrom(0.5, 1000, 'metres')
    .optional()
    .describe('No removed point lies farther than this from the line that stays, metres on the ground. Default 10.'),
  maxPoints: integerFrom(2, MOST_FILE_POINTS)
    .optional()
    .describe('Keeps at most this many points, with the smallest possible largest deviation; instead of tolerance_m.'),
  keepClimb: flag().optional().describe('Holds ascent and descent within 1 %. Default true.'),
  keepStops: flag().optional().describe('Keeps points at waypoints and at pauses of 10 minutes or more. Default true.'),
  indices: flag()
    .optional()
    .describe('Adds the indices of the kept points, counted from 0 over all parts. Default false.'),
}).meta({ allOf: [ONE_LINE, atMostOne('toleranceM', 'maxPoints')] })

export type GpxSimplifyInput = z.infer<typeof gpxSimplifyInput>

const countOnce = onceEach((geometry) => countPositions(geometry, FILE_LIMITS.points!))

/**
 * Two lines and a million positions are refused here, not first sent to the thread. Throws ServiceError `both_inputs`,
 * `too_many_points`.
 */
export function refuseUnread(input: { gpx?: unknown; geometry?: unknown; file?: unknown }): void {
  if (findForm(input) !== 'geometry') return
  const { geometry } = input
  if (geometry instanceof RawJson) refusePositions(geometry.positions, FILE_LIMITS.points!)
  else countFilePositions(geometry)
}

function countFilePositions(geometry: unknown): number {
  return typeof geometry === 'object' && geometry !== null
    ? countOnce(geometry)
    : countPositions(geometry, FILE_LIMITS.points!)
}

export const simplifyGpxFile = defineOperation<WithRaw<GpxSimplifyInput>, EncodedAnswer<GpxSimplifyAnswer>>({
  id: 'gpx-simplify',
  summary:
    'A line with fewer points within a tolerance or a number of points; kept points are byte for byte as they were.',
  input: gpxSimplifyInput,
  ...FILE_TERMS,
  raises: ['both_inputs', 'no_input', 'invalid_gpx', 'too_many_points', 'busy'],
  run: (input, services, context) => {
    refuseUnread(input)
    return services.run('simplify', { ...refuseLarge(input, FILE_LIMITS), engine: engineOf(services) }, context)
  },
})
