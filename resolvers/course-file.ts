// Operation course: a line that is sent, or a route that is found first, as a file of another format. The file is read
// and written in a thread (src/workers/file-threads.ts). Nothing of it is kept after the answer.

import { zodMessage } from './pipeline/zod-message.ts'
import { type NameValue, say } from '../src/language/sentence.ts'
import type { z } from 'zod'
import { cueOfManeuver, readCueType } from '../src/course/files/cue-types.ts'
import { FILE_FORMATS } from '../src/course/files/file-content.ts'
import type { CourseAnswer } from '../src/course/course-jobs.ts'
import type { CourseCue, CourseWaypoint } from '../src/course/course.ts'
import { ServiceError, withPath } from '../src/errors.ts'
import { DEFAULT_LANGUAGE } from '../src/language/catalogue-files.ts'
import { attributionsOf, spokenIn } from '../src/releases/attribution.ts'
import type { Services } from '../src/services.ts'
import type { WithRaw } from '../src/wire/raw-json.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { engineOf, refuseLarge } from './course.ts'
import { FILE_LIMITS, refuseUnread } from './gpx-files.ts'
import { type RunContext, creditsOf, defineOperation, mostCreditsOf } from './pipeline/operation.ts'
import {
  type OrNull,
  fields,
  flag,
  languageTag,
  listOf,
  numberFrom,
  oneOf,
  position,
  textUpTo,
} from './input/input-fields.ts'
import { exactlyOne } from './input/json-schema.ts'
import { lineFields } from './input/line-input.ts'
import { planRoute, planRouteInput } from './routing.ts'
import { findWaypoints } from './input/waypoints.ts'
import { profileField } from './input/setting-fields.ts'

const MAX_MARKS = 2000
const MAX_NAME = 200
const nameText = () => textUpTo(MAX_NAME, say('expected.name.most', { max: MAX_NAME }))

const place = () => position().describe('[lon, lat] in degrees.')
const waypointFacts = {
  name: nameText().optional().describe('What it is called in the file.'),
  elevationM: numberFrom(-500, 9000, 'metres').optional().describe('Its height in metres. Left out: unknown.'),
}
const waypoint = fields({ location: place(), ...waypointFacts })
const cue = fields({
  location: place(),
  instruction: textUpTo(MAX_NAME, say('expected.instruction', { max: MAX_NAME })).describe('What to do, in words.'),
  type: textUpTo(40, say('expected.maneuver_type'))
    .optional()
    .describe('A type of maneuver of /v1/route, such as turn_left, or of a cue, such as left; others are no turn.'),
})

const courseFileInput = fields({
  format: oneOf(FILE_FORMATS).describe('What the file is to be.'),
  ...lineFields(),
  route: planRouteInput
    .refine(({ alternatives = 0 }) => alternatives === 0, {
      path: ['alternatives'],
      error: zodMessage(say('expected.one_route')),
    })
    .optional()
    .meta({ allOf: [{ properties: { alternatives: { maximum: 0 } } }] })
    .describe(
      'A route to find first, as /v1/route takes it and at its price: in place of a line. The file then has its heights, waypoints, instructions and the sources of the map.',
    ),
  name: nameText().optional().describe('Name in the file. Default: that of the file that was sent.'),
  profile: profileField().optional().describe('How it is travelled, which FIT says. Default: that of the route.'),
  mapSources: flag()
    .optional()
    .describe(
      'Names the sources of the map in the file: for a line that this service made. A `route` always names them. Default false.',
    ),
  waypoints: listOf(waypoint, 0, MAX_MARKS, 'waypoints')
    .optional()
    .describe('Waypoints of the file, at most 2,000. Default: those of the file that was sent, or of the route.'),
  cues: listOf(cue, 0, MAX_MARKS, 'cues')
    .optional()
    .describe(
      'Turn cues, at most 2,000; `maneuvers` of a route may stand here as they are. Default: as for waypoints.',
    ),
}).meta(exactlyOne('gpx', 'geometry', 'file', 'route'))
export type CourseFileInput = z.infer<typeof courseFileInput>

/** A waypoint and a cue as GraphQL has them. */
export const fileWaypoint = fields({
  at: place(),
  name: waypointFacts.name.describe('What it is called in the file, at most 200 characters.'),
  elevationM: waypointFacts.elevationM.describe('Its height in metres, -500 to 9,000. Left out: unknown.'),
})
export const fileCue = fields({
  at: place(),
  instruction: cue.shape.instruction.describe('What to do, in words, at most 200 characters.'),
  maneuver: cue.shape.type.describe('Which turn it is. Left out: none.'),
})

/** Language of what a file says. */
export const fileLanguage = languageTag()
  .optional()
  .describe(
    'Language of what the file says of a route: its instructions and the numbers of its waypoints. Default: English.',
  )

const { shape } = courseFileInput
/** The same beside a line that is known, as a link of it takes them. */
export const exportArgs = fields({
  format: shape.format.describe('What it is written as.'),
  name: shape.name.describe(
    'Name in the file, at most 200 characters. Default: the name of a trail or of the file that was sent, else none.',
  ),
  mode: profileField()
    .optional()
    .describe(
      'How it is travelled, which FIT says. Left out: as the course itself is; nothing of a line that was sent.',
    ),
  mapSources: flag()
    .optional()
    .describe(
      'Names the sources of the map in the file, as for a line that this service made. Left out: of a route, a loop and a trail.',
    ),
  waypoints: listOf(fileWaypoint, 0, MAX_MARKS, 'waypoints')
    .optional()
    .describe('Waypoints of the file, at most 2,000. Default: those of a route or of the file that was sent.'),
  cues: listOf(fileCue, 0, MAX_MARKS, 'cues')
    .optional()
    .describe('Turn cues, at most 2,000. Default: those of a route or of the file that was sent.'),
  waypointNames: listOf(nameText(), 0, 100, 'names')
    .optional()
    .describe('Up to 100 names of the waypoints of a route, in their order. Default: their numbers.'),
  language: fileLanguage,
})

export const writeCourseFile = defineOperation<WithRaw<CourseFileInput>, EncodedAnswer<CourseAnswer>>({
  id: 'course',
  summary:
    'A line of any kind, or a route, as a GPX, FIT, TCX, KML or GeoJSON file with its waypoints and turn cues; `lost` lists what the format cannot carry.',
  input: courseFileInput,
  limits: FILE_LIMITS,
  credits: ({ route }) =>
    1 + (route === undefined ? 0 : creditsOf(planRoute, route as NonNullable<CourseFileInput['route']>)),
  mostCredits: 1 + mostCreditsOf(planRoute),
  creditsRule: '1, and those of the route where one is to be found',
  // named by the answer itself where it holds what the map says
  sources: [],
  raises: ['both_inputs', 'no_input', 'invalid_gpx', 'too_many_points', ...planRoute.raises],
  run: async (input, services, context) => {
    const { route, profile, waypoints, cues, mapSources, ...rest } = refuseLarge(input, FILE_LIMITS) as CourseFileInput
    refuseUnread(rest)
    const job = {
      ...rest,
      ...marksGiven({ waypoints, cues }),
      ...(mapSources === true ? { sources: fileSources(services, context) } : {}),
      profile: profile ?? (route === undefined ? undefined : (route.profile ?? 'hike')),
      language: languageOf(context),
      madeMs: services.clock.nowMs(),
      engine: engineOf(services),
    }
    if (route === undefined) return services.run('export', job, context)
    const { answer, names } = await findRoute(route, rest, services, context)
    try {
      // read in the thread that writes the file: it has tens of thousands of points
      const found = { wire: answer.wire, names, sources: fileSources(services, context) }
      return await services.run('export', { ...job, found }, context)
    } finally {
      answer.release()
    }
  },
})

const languageOf = ({ fileLanguage, language }: RunContext) => fileLanguage ?? language ?? undefined

const fileSources = ({ releases }: Services, context: RunContext) =>
  attributionsOf(releases.findLive(), ['map', 'heights']).map((source) =>
    spokenIn(languageOf(context) ?? DEFAULT_LANGUAGE, source),
  )

type GivenMarks = Pick<CourseFileInput, 'waypoints' | 'cues'>

/** What a file is to have in place of what its line came with. */
export const marksGiven = ({ waypoints, cues }: GivenMarks): { waypoints?: CourseWaypoint[]; cues?: CourseCue[] } => ({
  ...(waypoints === undefined ? {} : { waypoints: waypoints.map(toWaypoint) }),
  ...(cues === undefined ? {} : { cues: cues.map(toCue) }),
})

export type ExportArgs = OrNull<z.output<typeof exportArgs>>

/** Waypoints and cues of a link as the operation takes them. */
export const marksRequested = ({ waypoints, cues }: ExportArgs): GivenMarks => ({
  waypoints: waypoints?.map(({ at, ...rest }) => ({ location: at, ...rest })),
  cues: cues?.map(({ at, instruction, maneuver }) => ({ location: at, instruction, type: maneuver })),
})

const toWaypoint = ({ location: [lon, lat], name, elevationM }: z.infer<typeof waypoint>): CourseWaypoint => ({
  lon,
  lat,
  heightM: elevationM ?? null,
  name: name ?? null,
})

const toCue = ({ location: [lon, lat], instruction, type = '' }: z.infer<typeof cue>): CourseCue => ({
  ...{ lon, lat, text: instruction },
  type: readCueType(type) === 'other' ? cueOfManeuver(type) : readCueType(type),
})

/** Its errors name fields of `route`. */
async function findRoute(
  route: NonNullable<CourseFileInput['route']>,
  sent: object,
  services: Services,
  context: RunContext,
): Promise<{ answer: Awaited<ReturnType<typeof planRoute.run>>; names: (NameValue | null)[] | undefined }> {
  const other = (['gpx', 'geometry', 'file'] as const).find((form) => (sent as Record<string, unknown>)[form] != null)
  if (other !== undefined)
    throw new ServiceError(say('error.both_inputs.line', { otherField: other, field: 'route' }), {
      inputPath: 'route',
    })
  try {
    const { names } = await findWaypoints(route.waypoints, services)
    // where the file is written its instructions are said
    return { answer: await planRoute.run(route, services, { ...context, language: null }), names }
  } catch (error) {
    throw withPath(error, (inputPath) => `route.${inputPath}`)
  }
}
