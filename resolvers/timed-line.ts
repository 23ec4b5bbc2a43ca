// When a line is walked along: seconds to each of its points, from what is known of the ways under it or else by length
// and climb alone, or by the caller's pace.

import { heightsOverGround } from '../src/course/course-heights.ts'
import type { Course } from '../src/course/course.ts'
import { movingTime, secondsAlong } from '../src/course/moving-time.ts'
import type { Walker } from '../src/course/walker-pace.ts'
import { ServiceError } from '../src/errors.ts'
import { distanceM } from '../src/geo/lon-lat.ts'
import type { AnalyseJob, RouteAnalysis } from '../src/routing/matching/analyse-types.ts'
import type { Services } from '../src/services.ts'
import type { Profile } from '../src/travel/settings.ts'
import type { Unknown } from '../src/unknowns.ts'
import type { SampledLine } from '../src/weather/route-samples.ts'
import { walkOfRoute } from '../src/weather/walk-of-route.ts'
import { groundAlong, jobOver } from './analyse-route.ts'
import type { RunContext } from './pipeline/operation.ts'
import { HIKE_MODEL, type RouteWeatherPace } from './input/route-weather-input.ts'

const ON_FOOT = { profile: 'hike', walker: null } as const

/** The line over the ground, and what of the network is under it. */
export interface SurveyedLine {
  line: SampledLine
  unknowns: Unknown[]
  /** null: there is no network, or nothing of the line lies on it */
  analysis: RouteAnalysis | null
}

/**
 * The line with heights from the terrain, and from bridges and tunnels where it follows them; without any, its points
 * alone.
 */
export async function surveyLine(
  course: Course,
  profile: Profile,
  walker: Walker | null,
  services: Services,
  context: RunContext,
): Promise<SurveyedLine> {
  const ground = await groundAlong(course, services)
  const job = { ...jobOver(course, profile, 'auto', ground), walker, wantsGround: true }
  const found = await analysisOf(job, services, context)
  const analysis = found?.match.status === 'unmatched' ? null : found
  const { groundM } = found ?? {}
  try {
    const heightM = groundM === undefined ? ground?.heightM : Float64Array.from(groundM, (height) => height ?? NaN)
    const series = heightsOverGround(course, 'terrain', ground === null ? null : { ...ground, heightM: heightM! })
    return { line: series, unknowns: [...series.unknowns], analysis }
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || (thrown.code !== 'no_heights' && thrown.code !== 'terrain_unavailable'))
      throw thrown
    return { line: withoutHeights(course), unknowns: [HEIGHTS_NONE], analysis }
  }
}

async function analysisOf(job: AnalyseJob, services: Services, context: RunContext): Promise<RouteAnalysis | null> {
  try {
    return (await services.routing.analyseRoute(job, context)).value
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'network_unavailable') return null
    throw thrown
  }
}

const HEIGHTS_NONE: Unknown = {
  code: 'heights_none',
  message:
    "The terrain has no heights along the line: temperatures are those of the model's cell, and walking is timed as on level ground.",
}

function withoutHeights({ lon, lat, count }: Course): SampledLine {
  const atM = new Float64Array(count)
  for (let i = 1; i < count; i++) atM[i] = atM[i - 1] + distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
  return { atM, lon, lat, heightM: new Float64Array(count).fill(NaN) }
}

/** What route-analysis says of the line is what it is walked by; null where nothing of it lies on the network. */
export function walkOfLine({ line, analysis }: SurveyedLine): { atS: Float64Array; unknowns: Unknown[] } | null {
  if (analysis === null) return null
  const walk = walkOfRoute({ ...analysis, distanceM: analysis.input.lengthM }, line)
  if (walk === null) return null
  const outsideM = analysis.time?.outsideCalibrationM ?? 0
  const told = analysis.unknowns.filter(({ code }) => code === 'line_unmatched')
  return {
    atS: walk.atS,
    unknowns: [...(outsideM > 0 ? [outsideCalibration(outsideM)] : []), ...told, ...walk.unknowns],
  }
}

export interface TimedLine {
  /** where the line was sent */
  course?: Course
  line: SampledLine
  /** seconds to each point, without stops */
  atS: Float64Array
  unknowns: Unknown[]
}

export function paceAlong(
  line: { atM: Float64Array; heightM: Float64Array },
  pace: RouteWeatherPace,
  unknowns: Unknown[],
  walker: Walker | null = null,
): Float64Array {
  if (pace.kind !== HIKE_MODEL) {
    const secondsPerM = pace.kind === 'kmh' ? 3.6 / pace.value! : (pace.value! * 60) / 1000
    return line.atM.map((at) => at * secondsPerM)
  }
  const { outsideCalibrationM } = movingTime(line, [], ON_FOOT)
  if (outsideCalibrationM > 0) unknowns.push(outsideCalibration(outsideCalibrationM))
  unknowns.push({
    code: 'time_by_slope',
    message:
      'Walking is timed by length and climb alone: the line follows no mapped way whose surface and grade are known. On T3 and harder, arrivals are later.',
  })
  return secondsAlong(line, [], { profile: 'hike', walker }).map((seconds) => seconds * pace.paceFactor!)
}

export function outsideCalibration(lengthM: number): Unknown {
  return {
    code: 'time_outside_calibration',
    message: `${Math.round(lengthM)} m lie outside the calibration of ${HIKE_MODEL}; arrival times are less sure there.`,
  }
}
