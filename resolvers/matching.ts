// Routing operations over a supplied line: route-analysis and trace-attributes. The line is read and its
// heights are taken here (the same readers as for profiles, so that both report the same climb); matching and facts are
// made in a worker thread.
// Nothing of a line is kept after its answer.

import { z } from 'zod'
import { getHeightSeries } from '../src/course/course-heights.ts'
import type { ElevationChoice, HeightSeries } from '../src/course/course-heights.ts'
import { profileOf } from '../src/course/elevation-profile.ts'
import type { Course } from '../src/course/course.ts'
import { ServiceError } from '../src/errors.ts'
import { distanceM } from '../src/geo/lon-lat.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import { decodePolyline6 } from '../src/geo/polyline.ts'
import type { AnalyseJob, RouteAnalysis } from '../src/routing/matching/analyse-types.ts'
import type { FilteredTrace, MatchJob } from '../src/routing/matching/trace-types.ts'
import type { Profile } from '../src/travel/settings.ts'
import type { Services } from '../src/services.ts'
import type { Unknown } from '../src/unknowns.ts'
import type { PreparedAnswer } from '../src/wire/prepared-answer.ts'
import { heightsFrom, readLine } from './course.ts'
import { defineResolver, MB } from './define-resolver.ts'
import type { Limits } from './define-resolver.ts'
import { walkerField } from './walker-field.ts'
import { fileField, lineFields } from './line-fields.ts'
import { fields, listOf, numberFrom, oneOf } from './input-fields.ts'
import { onceForText } from './once-each.ts'
import { rememberLine } from './stretch-of.ts'
import { profileField } from './setting-fields.ts'

const ANALYSIS_LIMITS: Limits = { bodyBytes: MB, points: 5000, lengthKm: 300 }

export const routeAnalysisInput = fields({
  ...lineFields(),
  profile: profileField().optional().describe('How the line is travelled. Default hike.'),
  elevation: oneOf(['auto', 'recorded', 'terrain'])
    .optional()
    .describe('auto takes recorded heights where they pass the check, else the terrain. Default auto.'),
  walker: walkerField(),
})
export type RouteAnalysisInput = z.infer<typeof routeAnalysisInput>

export const analyseRoute = defineResolver<RouteAnalysisInput, PreparedAnswer<RouteAnalysis>>({
  id: 'route-analysis',
  summary:
    'What a supplied line follows on the mapped network: coverage, surfaces, ways, grades, hazards, climb, time and what is not known.',
  input: routeAnalysisInput,
  limits: ANALYSIS_LIMITS,
  credits: 3,
  heavy: true,
  areaLookup: false,
  keyed: true,
  rated: true,
  raises: [
    'both_inputs',
    'no_input',
    'invalid_gpx',
    'too_many_points',
    'too_long',
    'no_heights',
    'heights_unusable',
    'terrain_unavailable',
    'network_unavailable',
    'busy',
  ],
  run: async (input, services, context) => {
    const course = readLine(input, ANALYSIS_LIMITS)
    const job = await analysisJob(course, input.profile ?? 'hike', input.elevation ?? 'auto', services)
    const { walker } = input
    return rememberLine(
      await services.routing.analyseRoute(walker === undefined ? job : { ...job, walker }, context),
      course,
    )
  },
})

/** A line with its heights, as a worker thread analyses it. */
export async function analysisJob(
  course: Course,
  profile: Profile,
  elevation: ElevationChoice,
  services: Services,
): Promise<AnalyseJob> {
  const unknowns: Unknown[] = []
  const series = await heightsOf(course, elevation, services, unknowns)
  const { format, lon, lat, timeMs, partStart, lengthM } = course
  return {
    profile,
    format,
    lengthM,
    lon,
    lat,
    timeMs,
    partStart,
    unknowns,
    heights: series === null ? null : { atM: series.atM, heightM: series.heightM, partStart: series.partStart },
    elevation: series === null ? null : elevationOf(course, series),
  }
}

/** Null with an unknown where `auto` finds no heights; what was asked for by name and is not there is an error. */
async function heightsOf(
  course: Course,
  choice: ElevationChoice,
  services: Services,
  unknowns: Unknown[],
): Promise<HeightSeries | null> {
  try {
    const series = await getHeightSeries(course, choice, heightsFrom(services))
    unknowns.push(...series.unknowns)
    return series
  } catch (error) {
    const isMissing =
      error instanceof ServiceError && (error.code === 'no_heights' || error.code === 'terrain_unavailable')
    if (!isMissing || choice !== 'auto') throw error
    unknowns.push({
      code: 'heights_none',
      message: 'No heights are known along the line: climb and time are not given.',
    })
    return null
  }
}

function elevationOf(course: Course, series: HeightSeries) {
  const { source, method, ascentM, descentM, minM, maxM, unknownM } = profileOf(
    course,
    series,
    2 * (course.partStart.length - 1),
  ).elevation
  return { source, method, ascentM, descentM, minM, maxM, unknownM }
}

const TRACE_LIMITS: Limits = { bodyBytes: MB, points: 2000, lengthKm: 300 }

const tracePoint = fields({
  lat: numberFrom(-90, 90, 'latitude, degrees'),
  lon: numberFrom(-180, 180, 'longitude, degrees'),
  time: z.number({ error: 'a number of seconds' }).optional().describe('Seconds since any moment, ascending.'),
})

/** Of a file: it has one part. */
const TRACE_FILE_LIMITS: Limits = { ...TRACE_LIMITS, parts: 1 }
const TRACE_FORMS = ['shape', 'encodedPolyline', 'file'] as const

export const matchTraceInput = fields({
  shape: listOf(tracePoint, 2, 2000, 'points')
    .optional()
    .describe('The line as {lat, lon, time?}, degrees and seconds. Send this, encoded_polyline or file.'),
  encodedPolyline: z
    .string({ error: 'an encoded polyline with 6 decimal digits' })
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
    attributes: listOf(
      z.string({ error: 'an attribute name' }).max(100, { error: 'an attribute name' }),
      0,
      200,
      'attribute names',
    ).describe('Names such as edge.way_id, matched.point, shape.'),
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
}).superRefine((input, context) => {
  const given = TRACE_FORMS.filter((form) => input[form] !== undefined)
  if (given.length !== 1) {
    context.addIssue({
      code: 'custom',
      path: [],
      message:
        given.length === 0
          ? 'one of `shape`, `encodedPolyline` and `file` is needed.'
          : `both \`${given[0]}\` and \`${given[1]}\` were sent. Send one of them.`,
    })
  }
})
export type MatchTraceInput = z.infer<typeof matchTraceInput>

export const matchTrace = defineResolver<MatchTraceInput, PreparedAnswer<FilteredTrace>>({
  id: 'trace-attributes',
  summary:
    'Matches a line to the mapped network: the ways it follows with their attributes, and the stretches on no way with the reason.',
  input: matchTraceInput,
  limits: TRACE_LIMITS,
  credits: 3,
  heavy: false,
  areaLookup: false,
  keyed: true,
  rated: true,
  raises: ['invalid_gpx', 'one_part_only', 'too_long', 'network_unavailable', 'busy'],
  run: (input, services, context) => services.routing.matchTrace(toMatchJob(input), context),
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
    searchRadiusM: input.traceOptions?.searchRadius ?? 40,
    accuracyM: input.traceOptions?.gpsAccuracy ?? 5,
    filters: input.filters ?? null,
  }
  let lengthM = 0
  for (let i = 1; i < job.lon.length; i++) lengthM += distanceM(job.lon[i - 1], job.lat[i - 1], job.lon[i], job.lat[i])
  if (lengthM > TRACE_LIMITS.lengthKm! * 1000) {
    throw new ServiceError(
      'too_long',
      `The line is ${(lengthM / 1000).toFixed(1)} km long; at most ${TRACE_LIMITS.lengthKm} km are accepted.`,
      { inputPath: TRACE_FORMS.find((form) => input[form] !== undefined)! },
    )
  }
  return job
}

const pointsSent = (input: MatchTraceInput) =>
  input.shape ?? (input.file === undefined ? pointsOfPolyline(input.encodedPolyline!) : pointsOfFile(input.file))

/** The line that was sent. Throws ServiceError `invalid_input`. */
export const pointsOfTrace = (input: MatchTraceInput): LonLat[] =>
  pointsSent(input).map(({ lon, lat }): LonLat => [lon, lat])

const pointsOfFile = onceForText((file): { lon: number; lat: number; time?: number }[] => {
  const refuse = (got: string) =>
    new ServiceError('invalid_input', `\`file\`: expected 2 to ${TRACE_LIMITS.points} points, got ${got}.`, {
      inputPath: 'file',
    })
  let read: Course
  try {
    read = readLine({ file }, TRACE_FILE_LIMITS)
  } catch (error) {
    // refused as a shape of as many points is
    throw error instanceof ServiceError && error.code === 'too_many_points' ? refuse('more') : error
  }
  const { count, lon, lat, timeMs } = read
  if (count < 2) throw refuse(String(count))
  return Array.from(lon, (own, i) => ({
    lon: own,
    lat: lat[i],
    ...(Number.isNaN(timeMs[i]) ? {} : { time: timeMs[i] / 1000 }),
  }))
})

/** Two numbers of at most 360 degrees at a millionth each. */
const POLYLINE_POINT_CHARACTERS = 14

function pointsOfPolyline(text: string): { lon: number; lat: number; time?: number }[] {
  const refuse = (why: string) =>
    new ServiceError('invalid_input', `\`encodedPolyline\`: ${why}`, { inputPath: 'encodedPolyline' })
  // not read where it cannot but be too long
  if (text.length > TRACE_LIMITS.points! * POLYLINE_POINT_CHARACTERS)
    throw refuse(`expected 2 to ${TRACE_LIMITS.points} points, got more.`)
  let points: [number, number][]
  try {
    points = decodePolyline6(text)
  } catch (error) {
    throw refuse(`${(error as Error).message}.`)
  }
  if (points.length < 2 || points.length > TRACE_LIMITS.points!)
    throw refuse(`expected 2 to ${TRACE_LIMITS.points} points, got ${points.length}.`)
  if (points.some(([lon, lat]) => Math.abs(lon) > 180 || Math.abs(lat) > 90))
    throw refuse('a point lies outside the world; the precision must be 6 digits.')
  return points.map(([lon, lat]) => ({ lon, lat }))
}
