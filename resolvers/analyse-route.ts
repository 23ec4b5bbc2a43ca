// What a supplied line follows on the mapped network: route-analysis. The line is read and its heights are taken here
// (the same readers as for profiles, so that both report the same climb); matching and facts are made in a worker
// thread. Nothing of a line is kept after its answer.

import type { z } from 'zod'
import { type ElevationChoice, type HeightSeries, getHeightSeries } from '../src/course/course-heights.ts'
import { profileOf } from '../src/course/elevation-profile.ts'
import type { Course } from '../src/course/course.ts'
import { ServiceError } from '../src/errors.ts'
import type { AnalyseJob, RouteAnalysis } from '../src/routing/matching/analyse-types.ts'
import type { Profile } from '../src/travel/settings.ts'
import type { Services } from '../src/services.ts'
import type { Unknown } from '../src/unknowns.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { heightsFrom, LINE_RAISES, takeLine } from './course.ts'
import { type Limits, MB, defineOperation } from './pipeline/operation.ts'
import { walkerField } from './input/walker-field.ts'
import { lineFields } from './input/line-fields.ts'
import { fields, oneOf } from './input/input-fields.ts'
import { rememberLine } from './stretch-of.ts'
import { profileField } from './input/setting-fields.ts'

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

export const analyseRoute = defineOperation<RouteAnalysisInput, EncodedAnswer<RouteAnalysis>>({
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
  raises: [...LINE_RAISES, 'no_heights', 'heights_unusable', 'terrain_unavailable', 'network_unavailable', 'busy'],
  run: async (input, services, context) => {
    const course = await takeLine(input, ANALYSIS_LIMITS, context)
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
