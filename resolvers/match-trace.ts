// A supplied line followed edge by edge: trace-attributes. The line is read here and matched in a worker thread.
// Nothing of it is kept after its answer.

import { describeValue, faultOf } from './pipeline/parse-input.ts'
import { zodMessage } from './pipeline/zod-message.ts'
import { type Sentence, say } from '../src/language/sentence.ts'
import { exactlyOne } from './input/json-schema.ts'
import { z } from 'zod'
import type { Course } from '../src/course/course.ts'
import { type RefusalSentence, ServiceError } from '../src/errors.ts'
import { distanceM } from '../src/geo/lon-lat.ts'
import { decodePolyline6, type PolylineFault } from '../src/geo/polyline.ts'
import type { FilteredTrace, MatchJob } from '../src/routing/matching/trace-types.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { checkCourse } from '../src/course/read-course.ts'
import type { Profile } from '../src/travel/settings.ts'
import { readLine } from './course.ts'
import { type Limits, MB, defineOperation } from './pipeline/operation.ts'
import { fileField } from './input/line-input.ts'
import { profileField } from './input/setting-fields.ts'
import { fields, listOf, numberFrom, oneOf, textUpTo } from './input/input-fields.ts'
import { onceForText } from './pipeline/once-each.ts'

const TRACE_LIMITS: Limits = { bodyBytes: MB, points: 2000, lengthKm: 300 }
const DEFAULT_SEARCH_M = 40
const DEFAULT_ACCURACY_M = 5

const tracePoint = fields({
  lat: numberFrom(-90, 90, 'latitude'),
  lon: numberFrom(-180, 180, 'longitude'),
  time: z
    .number({ error: zodMessage(say('expected.seconds')) })
    .optional()
    .describe('Seconds since any moment, ascending.'),
})

const NUMBER_OF_POINTS = say('expected.trace_points', { max: TRACE_LIMITS.points! })
/** Of a file: it has one part. */
const TRACE_FILE_LIMITS: Limits = { ...TRACE_LIMITS, parts: 1 }
const TRACE_FORMS = ['shape', 'encodedPolyline', 'file'] as const

const matchTraceInput = fields({
  shape: listOf(tracePoint, 2, 2000, 'points')
    .optional()
    .describe('The line as {lat, lon, time?}, degrees and seconds. Send this, encoded_polyline or file.'),
  encodedPolyline: z
    .string({ error: zodMessage(say('expected.polyline')) })
    .optional()
    .describe('The line as encoded polyline with 6 decimal digits. Send this, shape or file.'),
  file: fileField().describe(
    'The line as a file of any kind, one part, known by its content; binary files in base64. Send this, shape or encoded_polyline.',
  ),
  costing: oneOf(['pedestrian', 'bicycle'])
    .optional()
    .describe('Which ways count: those of walkers or of riders. Default pedestrian.'),
  shapeMatch: oneOf(['map_snap', 'walk_or_snap'])
    .optional()
    .describe('Both match by likelihood; a line that follows the network exactly is found exactly. Default map_snap.'),
  filters: fields({
    attributes: listOf(textUpTo(100, say('expected.attribute_name')), 0, 200, 'attribute_names').describe(
      'Names such as edge.way_id, matched.point, shape.',
    ),
    action: oneOf(['include', 'exclude']).describe('Whether the named attributes are kept or left out.'),
  })
    .optional()
    .describe('Which attributes to send. Unmatched stretches always stay.'),
  traceOptions: fields({
    searchRadius: numberFrom(5, 100, 'metres').optional().describe('How far a way may lie from a point. Default 40.'),
    gpsAccuracy: numberFrom(1, 50, 'metres').optional().describe('Least noise assumed. Default 5.'),
  })
    .optional()
    .describe('How the line was recorded.'),
})
  .superRefine((input, context) => {
    const given = TRACE_FORMS.filter((form) => input[form] !== undefined)
    if (given.length !== 1) {
      context.addIssue({
        code: 'custom',
        path: [],
        message: zodMessage(
          given.length === 0
            ? say('rule.trace_form')
            : say('rule.trace_form.two', { given: given[0], other: given[1] }),
        ),
      })
    }
  })
  .meta(exactlyOne(...TRACE_FORMS))
const { searchRadius, gpsAccuracy } = matchTraceInput.shape.traceOptions.unwrap().shape
/** The same beside a line that is known, as its link takes them. */
export const matchArgs = fields({
  mode: profileField()
    .optional()
    .describe(
      'Which ways count: those of walkers or of riders. Left out: as a route or a trail is travelled; HIKE for what is sent.',
    ),
  searchM: searchRadius
    .unwrap()
    .default(DEFAULT_SEARCH_M)
    .describe('How far a way may lie from a point, 5 to 100 metres.'),
  accuracyM: gpsAccuracy.unwrap().default(DEFAULT_ACCURACY_M).describe('Least noise assumed, 1 to 50 metres.'),
})
export type MatchTraceInput = z.infer<typeof matchTraceInput>

export const matchTrace = defineOperation<MatchTraceInput, EncodedAnswer<FilteredTrace>>({
  id: 'trace-attributes',
  summary:
    'Matches a line to the mapped network: the ways it follows with their attributes, and the stretches on no way with the reason.',
  input: matchTraceInput,
  limits: TRACE_LIMITS,
  credits: 3,
  ofRelease: true,
  sources: ['map', 'heights'],
  raises: ['invalid_gpx', 'one_part_only', 'too_long', 'network_unavailable', 'busy'],
  run: (input, services, context) => services.run('match', toMatchJob(input), context),
})

/**
 * Throws ServiceError `invalid_input` (the polyline cannot be read, or has too few or too many points) and `too_long`.
 */
function toMatchJob(input: MatchTraceInput): MatchJob {
  const points = pointsSent(input)
  const job: MatchJob = {
    lon: Float64Array.from(points, ({ lon }) => lon),
    lat: Float64Array.from(points, ({ lat }) => lat),
    timeMs: Float64Array.from(points, ({ time }) => (time === undefined ? NaN : time * 1000)),
    mode: input.costing === 'bicycle' ? 'bike' : 'foot',
    searchRadiusM: input.traceOptions?.searchRadius ?? DEFAULT_SEARCH_M,
    accuracyM: input.traceOptions?.gpsAccuracy ?? DEFAULT_ACCURACY_M,
    filters: input.filters ?? null,
  }
  let lengthM = 0
  for (let i = 1; i < job.lon.length; i++) lengthM += distanceM(job.lon[i - 1], job.lat[i - 1], job.lon[i], job.lat[i])
  if (lengthM > TRACE_LIMITS.lengthKm! * 1000) {
    throw new ServiceError(say('error.too_long.line', { lineM: lengthM, maxKm: TRACE_LIMITS.lengthKm! }), {
      inputPath: TRACE_FORMS.find((form) => input[form] !== undefined)!,
    })
  }
  return job
}

const pointsSent = (input: MatchTraceInput) =>
  input.shape ?? (input.file === undefined ? pointsOfPolyline(input.encodedPolyline!) : pointsOfFile(input.file))

/** A line that was read, as the operation takes it, with its times. Throws `one_part_only`, `invalid_input`. */
export function traceOfLine(
  line: Course,
  { mode, searchM, accuracyM }: Omit<z.infer<typeof matchArgs>, 'mode'> & { mode: Profile },
): MatchTraceInput {
  return {
    shape: shapeOf(checkCourse(line, { parts: 1, points: Infinity }, 'file'), 'line'),
    costing: mode === 'bike' ? 'bicycle' : 'pedestrian',
    traceOptions: { searchRadius: searchM, gpsAccuracy: accuracyM },
  }
}

const refusedCount = (field: string, got: Sentence) =>
  new ServiceError(say('error.invalid_input.field', { field, expected: NUMBER_OF_POINTS, got }), { inputPath: field })

const pointsOfFile = onceForText((file): { lon: number; lat: number; time?: number }[] => {
  let read: Course
  try {
    read = readLine({ file }, TRACE_FILE_LIMITS)
  } catch (error) {
    // refused as a shape of as many points is
    throw error instanceof ServiceError && error.code === 'too_many_points'
      ? refusedCount('file', say('got.more'))
      : error
  }
  return shapeOf(read, 'file')
})

/** Throws ServiceError `invalid_input` if there are too few points or too many. */
function shapeOf({ count, lon, lat, timeMs }: Course, field: string): { lon: number; lat: number; time?: number }[] {
  if (count < 2 || count > TRACE_LIMITS.points!) throw refusedCount(field, describeValue(count))
  return Array.from(lon, (own, i) => ({
    lon: own,
    lat: lat[i],
    ...(Number.isNaN(timeMs[i]) ? {} : { time: timeMs[i] / 1000 }),
  }))
}

/** Two numbers of at most 360 degrees at a millionth each. */
const POLYLINE_POINT_CHARACTERS = 14

function pointsOfPolyline(text: string): { lon: number; lat: number; time?: number }[] {
  const field = 'encodedPolyline'
  const refuse = (sentence: RefusalSentence) => new ServiceError(sentence, { inputPath: field })
  // not read where it cannot but be too long
  if (text.length > TRACE_LIMITS.points! * POLYLINE_POINT_CHARACTERS) throw refusedCount(field, say('got.more'))
  let points: [number, number][]
  try {
    points = decodePolyline6(text)
  } catch (error) {
    throw refuse(faultOf(field, say('rule.polyline', { fault: (error as PolylineFault).fault }), null))
  }
  if (points.length < 2 || points.length > TRACE_LIMITS.points!) throw refusedCount(field, describeValue(points.length))
  if (points.some(([lon, lat]) => Math.abs(lon) > 180 || Math.abs(lat) > 90))
    throw refuse(faultOf(field, say('rule.outside_world'), null))
  return points.map(([lon, lat]) => ({ lon, lat }))
}
