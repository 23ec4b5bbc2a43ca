// Course operations: elevation-profile, pace-plan, gpx-clean, gpx-simplify. All read a supplied line.
// Cleaning and simplifying run in a thread of their own (src/workers/file-threads.ts), since a file may have 50,000 points;
// profiles and plans are short and ask the live terrain. Nothing of a line is kept after its answer.

import { zodMessage } from './pipeline/zod-message.ts'
import { say } from '../src/language/sentence.ts'
import { z } from 'zod'
import type { Course } from '../src/course/course.ts'
import { DEFAULT_PROFILE_POINTS, type ElevationProfile, elevationProfile } from '../src/course/elevation-profile.ts'
import type { HeightsAt } from '../src/course/course-heights.ts'
import {
  type PacePlan,
  type PaceTarget,
  pacePlan,
  MAX_TARGET_S,
  readTargetTime,
  TARGET_TIME,
} from '../src/course/pace-plan.ts'
import { type CourseInput, checkCourse, findForm, readCourse } from '../src/course/read-course.ts'
import { ServiceError } from '../src/errors.ts'
import type { Services } from '../src/services.ts'
import { type WithRawLine, RawJson, countCharacters } from '../src/wire/raw-json.ts'
import { type Limits, MB, type RunContext, defineOperation } from './pipeline/operation.ts'
import { onceEach, onceForText } from './pipeline/once-each.ts'
import { rememberLine } from './stretch-of.ts'
import { fields, integerFrom, numberFrom, oneOf } from './input/input-fields.ts'
import { exactlyOne, ONE_LINE } from './input/json-schema.ts'
import { lineFields } from './input/line-input.ts'
import { nextTurn } from '../src/overload/next-turn.ts'

/** What `readLine` raises. */
export const LINE_RAISES = ['both_inputs', 'no_input', 'invalid_gpx', 'too_many_points', 'too_long'] as const

/**
 * What computed an answer (decision: layouts); releases are null while nothing is published, of several regions joined
 * by `+`.
 */
export interface CourseEngine {
  name: 'waypost'
  version: string
  networkRelease: string | null
  terrainRelease: string | null
}

export function engineOf(services: Services): CourseEngine {
  const { releases } = services
  const live = releases.listRegions?.().map(({ release }) => release) ?? [releases.findLive()]
  const versionOf = (name: string) =>
    live.flatMap((release) => release?.artifacts.find((artifact) => artifact.name === name)?.version ?? []).join('+') ||
    null
  return {
    name: 'waypost',
    version: services.version,
    networkRelease: versionOf('network'),
    terrainRelease: versionOf('terrain'),
  }
}

export function heightsFrom(services: Services): HeightsAt {
  return async (points) => (await services.terrain.sample('current', points, null)).heightsM
}

/** A GraphQL body may be larger than the operation takes. */
export function refuseLarge<T extends { gpx?: unknown; file?: unknown }>(input: T, limits: Limits): T {
  for (const form of ['gpx', 'file'] as const) {
    const value = input[form]
    // its characters are no more than its bytes
    const length =
      typeof value === 'string'
        ? value.length
        : value instanceof RawJson && value.to - value.from > limits.bodyBytes
          ? countCharacters(value)
          : 0
    if (length > limits.bodyBytes)
      throw new ServiceError(say(`error.too_large.${form}`, { characters: length, max: limits.bodyBytes }), {
        inputPath: form,
      })
  }
  return input
}

/** A line that was read before, where GeoJSON is taken: with its format, its times and its heights. */
export class LineAsRead {
  readonly line: Course
  constructor(line: Course) {
    this.line = line
  }
}

/** Reads the line under the limits of the operation. A held file is read last here: its bytes are gone afterwards. */
export function readLine(input: WithRawLine<CourseInput>, limits: Limits): Course {
  const { gpx, geometry, file } = refuseLarge(input, limits)
  findForm({ gpx, geometry, file })
  if (geometry instanceof LineAsRead) return checkCourse(geometry.line, boundsOf(limits), 'geometry')
  if (typeof geometry === 'object' && geometry !== null) return readersFor(limits).line(geometry)
  if (typeof file === 'string') return readersFor(limits).file(file)
  try {
    const text = (form: typeof gpx) => (form instanceof RawJson ? form.takeText() : form)
    return readCourse({ gpx: text(gpx), geometry, file: text(file) }, boundsOf(limits))
  } finally {
    for (const form of [gpx, file]) if (form instanceof RawJson) form.drop()
  }
}

/** Of a course whose heights take milliseconds: points, and metres, every 25 of which have a point of the terrain. */
const LONG_COURSE = { points: 1000, lengthM: 25_000 }

/**
 * As `readLine`. What is done for a long line begins in a turn of its own, since a document may have many; not where
 * the document has used up its processor time by then.
 */
export async function takeLine(
  input: WithRawLine<CourseInput>,
  limits: Limits,
  { cpu }: Pick<RunContext, 'cpu'>,
): Promise<Course> {
  const course = readLine(input, limits)
  if (course.count > LONG_COURSE.points || course.lengthM > LONG_COURSE.lengthM) {
    await nextTurn(cpu)
    cpu?.checkDocument()
  }
  return course
}

const boundsOf = ({ points, lengthKm, parts, bodyBytes }: Limits) => ({
  points: points!,
  lengthKm,
  parts,
  unpackedBytes: bodyBytes,
})

interface Readers {
  line: (geometry: object) => Course
  file: (text: string) => Course
}
const readers = new WeakMap<Limits, Readers>()

/** The same line is read once, however many fields of a document use it. */
function readersFor(limits: Limits): Readers {
  let made = readers.get(limits)
  if (made === undefined) {
    const bounds = boundsOf(limits)
    made = {
      line: onceEach((geometry) => readCourse({ geometry }, bounds)),
      file: onceForText((file) => readCourse({ file }, bounds)),
    }
    readers.set(limits, made)
  }
  return made
}

const PROFILE_LIMITS: Limits = { bodyBytes: MB, points: 5000, lengthKm: 300 }

const elevationProfileInput = fields({
  ...lineFields(),
  elevation: oneOf(['auto', 'recorded', 'terrain'])
    .optional()
    .describe('auto takes recorded heights where they pass the check, else the terrain. Default auto.'),
  points: integerFrom(2, 6000).optional().describe('The series has at most this many points. Default 1000.'),
}).meta(ONE_LINE)
/** The same beside a line that is known, as a link of it takes them. */
export const profileArgs = fields({
  points: elevationProfileInput.shape.points
    .unwrap()
    .default(DEFAULT_PROFILE_POINTS)
    .describe('The series has at most this many points, 2 to 6,000.'),
  elevation: elevationProfileInput.shape.elevation.unwrap().default('auto').describe('Which heights are used.'),
})
export type ElevationProfileInput = z.infer<typeof elevationProfileInput>
export type ElevationProfileAnswer = { schema: 'elevation-profile/1'; engine: CourseEngine } & ElevationProfile

export const profileLine = defineOperation<WithRawLine<ElevationProfileInput>, ElevationProfileAnswer>({
  id: 'elevation-profile',
  summary: 'Chart series of a line with climb, grades and steepest stretches; parts are never joined, voids are null.',
  input: elevationProfileInput,
  limits: PROFILE_LIMITS,
  credits: 2,
  ofRelease: true,
  sources: ['heights'],
  raises: [...LINE_RAISES, 'no_heights', 'heights_unusable', 'terrain_unavailable'],
  run: async (input, services, context) => {
    const course = await takeLine(input, PROFILE_LIMITS, context)
    const profile = await elevationProfile(
      course,
      input.elevation ?? 'auto',
      input.points ?? DEFAULT_PROFILE_POINTS,
      heightsFrom(services),
    )
    return rememberLine({ schema: 'elevation-profile/1', engine: engineOf(services), ...profile }, course)
  },
})

const PACE_LIMITS: Limits = { bodyBytes: MB, points: 5000, lengthKm: 300, parts: 1 }

const pacePlanInput = fields({
  ...lineFields('LineString, one part only'),
  targetTime: z
    .string({ error: zodMessage(say('expected.target_time')) })
    .optional()
    .meta({ pattern: TARGET_TIME.source, description: 'Finish time h:mm:ss, mm:ss or minutes.' }),
  targetSeconds: numberFrom(1, MAX_TARGET_S, 'seconds').optional().describe('Finish time in seconds.'),
  flatPaceSPerKm: numberFrom(120, 1800, 'seconds_per_kilometre')
    .optional()
    .describe('Pace on level ground in seconds per kilometre.'),
  unit: oneOf(['km', 'mi']).optional().describe('Length of a split; paces are always per kilometre. Default km.'),
})
  .superRefine((input, context) => {
    const given = [input.targetTime, input.targetSeconds, input.flatPaceSPerKm].filter(
      (target) => target !== undefined,
    ).length
    if (given !== 1)
      context.addIssue({
        code: 'custom',
        path: [],
        message: zodMessage(say('rule.target')),
      })
    else if (input.targetTime !== undefined && !isTargetTime(input.targetTime))
      context.addIssue({
        code: 'custom',
        path: ['targetTime'],
        message: zodMessage(say('expected.target_time.range')),
      })
  })
  .meta({ allOf: [ONE_LINE, exactlyOne('targetTime', 'targetSeconds', 'flatPaceSPerKm')] })
export type PacePlanInput = z.infer<typeof pacePlanInput>
export type PacePlanAnswer = { schema: 'pace-plan/1'; engine: CourseEngine; settingsDefaulted: 'unit'[] } & PacePlan

function isTargetTime(word: string): boolean {
  try {
    return readTargetTime(word) > 0
  } catch {
    return false
  }
}

export const planPace = defineOperation<WithRawLine<PacePlanInput>, PacePlanAnswer>({
  id: 'pace-plan',
  summary: 'A finish time spread over the kilometres or miles of a course by effort.',
  input: pacePlanInput,
  limits: PACE_LIMITS,
  credits: 2,
  ofRelease: true,
  sources: ['heights'],
  raises: [...LINE_RAISES, 'one_part_only'],
  run: async (input, services, context) => {
    const course = await takeLine(input, PACE_LIMITS, context)
    const { targetTime, targetSeconds, flatPaceSPerKm } = input
    const target: PaceTarget =
      targetTime !== undefined
        ? { targetTime }
        : targetSeconds !== undefined
          ? { targetSeconds }
          : { flatPaceSPerKm: flatPaceSPerKm! }
    const plan = await pacePlan(course, target, input.unit ?? 'km', heightsFrom(services))
    const settingsDefaulted: 'unit'[] = input.unit === undefined ? ['unit'] : []
    return rememberLine({ schema: 'pace-plan/1', engine: engineOf(services), settingsDefaulted, ...plan }, course)
  },
})
