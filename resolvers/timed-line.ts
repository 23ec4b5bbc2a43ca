// When a line is walked along: seconds to each of its points, from what is known of the ways under it or else by length
// and climb alone, or by the caller's pace.

import { type HeightSeries, getHeightSeries } from '../src/course/course-heights.ts'
import type { Course } from '../src/course/course.ts'
import { movingTime, secondsAlong } from '../src/course/moving-time.ts'
import type { Walker } from '../src/course/walker-pace.ts'
import { ServiceError } from '../src/errors.ts'
import { distanceM } from '../src/geo/lon-lat.ts'
import type { RouteAnalysis } from '../src/routing/matching/analyse-types.ts'
import type { Services } from '../src/services.ts'
import type { Unknown } from '../src/unknowns.ts'
import type { SampledLine } from '../src/weather/route-samples.ts'
import { walkOfRoute } from '../src/weather/walk-of-route.ts'
import { heightsFrom } from './course.ts'
import { analysisJob } from './analyse-route.ts'
import type { RunContext } from './pipeline/operation.ts'
import { HIKE_MODEL, type RouteWeatherPace } from './input/route-weather-input.ts'

const ON_FOOT = { profile: 'hike', walker: null } as const

/** What route-analysis says of the line is what it is walked by; null where nothing of it lies on the network. */
export async function walkOfLine(
  course: Course,
  line: SampledLine,
  walker: Walker | null,
  services: Services,
  context: RunContext,
): Promise<{ atS: Float64Array; unknowns: Unknown[] } | null> {
  let analysis: RouteAnalysis
  try {
    const job = { ...(await analysisJob(course, 'hike', 'auto', services)), walker }
    analysis = (await services.routing.analyseRoute(job, context)).value
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'network_unavailable') return null
    throw thrown
  }
  if (analysis.match.status === 'unmatched') return null
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

/** The line with heights from the terrain; without any, its points alone. */
export async function readHeights(
  course: Course,
  services: Services,
): Promise<{ line: Pick<HeightSeries, 'atM' | 'lon' | 'lat' | 'heightM'>; unknowns: Unknown[] }> {
  try {
    const series = await getHeightSeries(course, 'terrain', heightsFrom(services))
    return { line: series, unknowns: [...series.unknowns] }
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || (thrown.code !== 'no_heights' && thrown.code !== 'terrain_unavailable'))
      throw thrown
    const { lon, lat, count } = course
    const atM = new Float64Array(count)
    for (let i = 1; i < count; i++) atM[i] = atM[i - 1] + distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
    return {
      line: { atM, lon, lat, heightM: new Float64Array(count).fill(NaN) },
      unknowns: [
        {
          code: 'heights_none',
          message:
            "The terrain has no heights along the line: temperatures are those of the model's cell, and walking is timed as on level ground.",
        },
      ],
    }
  }
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
