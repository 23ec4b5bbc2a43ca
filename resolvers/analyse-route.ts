// What a supplied line follows on the mapped network: route-analysis. The line is read here, and the terrain along it;
// a worker thread matches it and makes the facts. Heights are chosen as for profiles, so that both report the same
// climb where the line follows no bridge or tunnel. Nothing of a line is kept after its answer.

import type { z } from 'zod'
import { type ElevationChoice, type GroundAlong, sampleGround } from '../src/course/course-heights.ts'
import { type Course, MAX_LINE_KM, MAX_LINE_POINTS } from '../src/course/course.ts'
import { ServiceError } from '../src/errors.ts'
import type { AnalyseJob, RouteAnalysis } from '../src/routing/matching/analyse-types.ts'
import type { Profile } from '../src/travel/settings.ts'
import type { Services } from '../src/services.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { heightsFrom, LINE_RAISES, takeLine } from './course.ts'
import { type Limits, MB, defineOperation } from './pipeline/operation.ts'
import { ONE_LINE } from './input/json-schema.ts'
import { lineFields } from './input/line-input.ts'
import { WALKER_ABOUT, walkerField, fields, oneOf } from './input/input-fields.ts'
import { rememberLine } from './stretch-of.ts'
import { profileField } from './input/setting-fields.ts'

const ANALYSIS_LIMITS: Limits = { bodyBytes: MB, points: MAX_LINE_POINTS, lengthKm: MAX_LINE_KM }

const routeAnalysisInput = fields({
  ...lineFields(),
  profile: profileField().optional().describe('How the line is travelled. Default hike.'),
  elevation: oneOf(['auto', 'recorded', 'terrain'])
    .optional()
    .describe('auto takes recorded heights where they pass the check, else the terrain. Default auto.'),
  walker: walkerField(),
}).meta(ONE_LINE)
/** The same beside a line that is known, as a link of it takes them. */
export const analysisArgs = fields({
  mode: routeAnalysisInput.shape.profile.describe(
    'How it is travelled. Left out: as the course itself is, also where `line` took a route or a trail; HIKE for a line that was sent.',
  ),
  elevation: routeAnalysisInput.shape.elevation.unwrap().default('auto').describe('Which heights are used.'),
  walker: routeAnalysisInput.shape.walker.describe(WALKER_ABOUT),
})
export type RouteAnalysisInput = z.infer<typeof routeAnalysisInput>

export const analyseRoute = defineOperation<RouteAnalysisInput, EncodedAnswer<RouteAnalysis>>({
  id: 'route-analysis',
  summary:
    'What a supplied line follows on the mapped network: coverage, surfaces, ways, grades, hazards, climb, time and what is not known.',
  input: routeAnalysisInput,
  limits: ANALYSIS_LIMITS,
  credits: 3,
  heavy: true,
  ofRelease: true,
  sources: ['map', 'heights'],
  raises: [...LINE_RAISES, 'no_heights', 'heights_unusable', 'terrain_unavailable', 'network_unavailable', 'busy'],
  run: async (input, services, context) => {
    const course = await takeLine(input, ANALYSIS_LIMITS, context)
    const ground = await groundAlong(course, services)
    const job = jobOver(course, input.profile ?? 'hike', input.elevation ?? 'auto', ground)
    const { walker } = input
    return rememberLine(await services.run('analyse', walker === undefined ? job : { ...job, walker }, context), course)
  },
})

/** Null if no terrain is published. */
export async function groundAlong(course: Course, services: Services): Promise<GroundAlong | null> {
  try {
    return await sampleGround(course, heightsFrom(services))
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'terrain_unavailable') return null
    throw error
  }
}

/** A line with the terrain along it, as a worker thread analyses it. */
export function jobOver(
  { format, lon, lat, timeMs, heightM, partStart, lengthM }: Course,
  profile: Profile,
  elevation: ElevationChoice,
  ground: GroundAlong | null,
): AnalyseJob {
  return { profile, format, lengthM, lon, lat, timeMs, heightM, partStart, elevation, ground }
}
