// Operation route-weather: the line, its walking time or the caller's pace, one forecast for all of it. Bounds of the
// request (route-weather-input.ts) are checked before the line is read, the departure before the provider is asked.

import { say } from '../src/language/sentence.ts'
import { DAY_MS } from '../src/durations.ts'
import { ServiceError } from '../src/errors.ts'
import { type LonLat, distanceM } from '../src/geo/lon-lat.ts'
import type { WaypointRoute } from '../src/routing/costs/route-types.ts'
import type { Profile } from '../src/travel/settings.ts'
import type { Services } from '../src/services.ts'
import { type Unknown, unknownOf } from '../src/unknowns.ts'
import { sampleRoute, elapsedS, type SampledLine } from '../src/weather/route-samples.ts'
import {
  type RouteWeatherRead,
  type ScanEntry,
  readRouteWeather,
  scanDepartures,
} from '../src/weather/route-weather.ts'
import { lineOfRoute, walkOfRoute } from '../src/weather/walk-of-route.ts'
import { type Asking, roundPlace } from '../src/weather/weather-source.ts'
import { heightsOverGround } from '../src/course/course-heights.ts'
import type { Course } from '../src/course/course.ts'
import { movingTime, secondsAlong } from '../src/course/moving-time.ts'
import type { Walker } from '../src/course/pace-models.ts'
import type { AnalyseJob, RouteAnalysis } from '../src/routing/matching/analyse-types.ts'
import { type CourseEngine, LINE_RAISES, engineOf, takeLine } from './course.ts'
import { defineOperation, type RunContext } from './pipeline/operation.ts'
import {
  HIKE_MODEL,
  LIMITS,
  type RouteWeatherInput,
  type RouteWeatherPace,
  readDeparture,
  readPace,
  readStops,
  routeWeatherInput,
} from './input/route-weather-input.ts'
import { rememberLine } from './stretch-of.ts'
import { groundAlong, jobOver } from './analyse-route.ts'

const ON_FOOT = { profile: 'hike', walker: null } as const

/** The line over the ground, and what of the network is under it. */
export interface SurveyedLine {
  line: SampledLine
  unknowns: Unknown[]
  /** null: there is no network, or nothing of the line lies on it */
  analysis: RouteAnalysis | null
}

/**
 * When a line is walked along: seconds to each of its points, from what is known of the ways under it or else by length
 * and climb alone, or by the caller's pace. The line with heights from the terrain, and from bridges and tunnels where
 * it follows them; without any, its points alone.
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
    return (await services.run('analyse', job, context)).value
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'network_unavailable') return null
    throw thrown
  }
}

const HEIGHTS_NONE = unknownOf(say('unknown.heights_none.weather'))

function withoutHeights({ lon, lat, count }: Course): SampledLine {
  const atM = new Float64Array(count)
  for (let i = 1; i < count; i++) atM[i] = atM[i - 1] + distanceM(lon[i - 1], lat[i - 1], lon[i], lat[i])
  return { atM, lon, lat, heightM: new Float64Array(count).fill(NaN) }
}

/** What route-analysis says of the line is what it is walked by; null where nothing of it lies on the network. */
function walkOfLine({ line, analysis }: SurveyedLine): { atS: Float64Array; unknowns: Unknown[] } | null {
  if (analysis === null) return null
  const walk = walkOfRoute({ ...analysis, distanceM: analysis.input.lengthM }, line)
  if (walk === null) return null
  const outsideM = analysis.time?.outsideCalibrationM ?? 0
  const unmatched = analysis.unknowns.filter(({ code }) => code === 'line_unmatched')
  return {
    atS: walk.atS,
    unknowns: [...(outsideM > 0 ? [outsideCalibration(outsideM)] : []), ...unmatched, ...walk.unknowns],
  }
}

interface TimedLine {
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
  unknowns.push(unknownOf(say('unknown.time_by_slope')))
  return secondsAlong(line, [], { profile: 'hike', walker }).map((seconds) => seconds * pace.paceFactor!)
}

function outsideCalibration(lengthM: number): Unknown {
  return unknownOf(say('unknown.time_outside_calibration.arrival', { stretchM: lengthM, model: HIKE_MODEL }))
}

export type RouteWeather = {
  schema: 'route-weather/1'
  engine: CourseEngine
  departure: { given: string; utc: string }
  profile: Profile
  pace: RouteWeatherPace
  scan?: ScanEntry[] | undefined
} & RouteWeatherRead

export const routeWeather = defineOperation<RouteWeatherInput, RouteWeather>({
  id: 'route-weather',
  summary: 'The forecast along a line at the hour each part of it is reached; what is missing is null with its reason.',
  input: routeWeatherInput,
  limits: LIMITS,
  credits: 5,
  heavy: true,
  sources: ['map', 'heights'],
  raises: [
    ...LINE_RAISES,
    'one_part_only',
    'departure_out_of_range',
    'pace_required',
    'setting_refused',
    'forecast_unavailable',
    'forecast_failed',
  ],
  run: (input, services, context) =>
    weatherAlong(input, services, context, async (pace) => {
      const course = await takeLine(input, LIMITS, context)
      const walker = input.walker ?? null
      const surveyed = await surveyLine(course, input.profile ?? 'hike', walker, services, context)
      const { line, unknowns } = surveyed
      const walk = pace.kind === HIKE_MODEL ? walkOfLine(surveyed) : null
      if (walk === null) return { course, line, unknowns, atS: paceAlong(line, pace, unknowns, walker) }
      return {
        course,
        line,
        unknowns: [...unknowns, ...walk.unknowns],
        atS: walk.atS.map((seconds) => seconds * pace.paceFactor!),
      }
    }),
})

/**
 * The operation over a found route: its own line and heights, and on foot its own walking time. `input.geometry` is not
 * read.
 */
export function weatherOfRoute(route: WaypointRoute): typeof routeWeather {
  return {
    ...routeWeather,
    run: (input, services, context) =>
      weatherAlong(input, services, context, async (pace) => {
        const line = lineOfRoute(route)
        const lengthM = line.atM[line.atM.length - 1]
        if (lengthM > LIMITS.lengthKm! * 1000)
          throw new ServiceError(say('error.too_long.route', { distanceM: lengthM, maxKm: LIMITS.lengthKm! }))
        const walk = pace.kind === HIKE_MODEL ? walkOfRoute(route, line) : null
        if (walk === null) {
          const unknowns: Unknown[] = []
          return { line, unknowns, atS: paceAlong(line, pace, unknowns) }
        }
        const outsideM = route.time?.outsideCalibrationM ?? 0
        return {
          line,
          unknowns: [...(outsideM > 0 ? [outsideCalibration(outsideM)] : []), ...walk.unknowns],
          atS: walk.atS.map((seconds) => seconds * pace.paceFactor!),
        }
      }),
  }
}

async function weatherAlong(
  input: RouteWeatherInput,
  services: Services,
  asking: Asking,
  timedLine: (pace: RouteWeatherPace) => Promise<TimedLine>,
): Promise<RouteWeather> {
  const nowMs = services.clock.nowMs()
  const departureMs = readDeparture(input.departure, 'departure', nowMs)
  const scanMs = input.departures?.map((text, i) => readDeparture(text, `departures[${i}]`, nowMs))
  const profile = input.profile ?? 'hike'
  const pace = readPace(input, profile)
  const { course, line, atS, unknowns } = await timedLine(pace)
  const stops = readStops(input, line.atM[line.atM.length - 1])
  const samples = sampleRoute(line, atS)
  const { places, placeOf } = mergePlaces(samples)
  const lastMs = Math.max(departureMs, ...(scanMs ?? [])) + elapsedS(samples[samples.length - 1], stops) * 1000
  const days = Math.min(16, Math.max(1, Math.ceil((lastMs - nowMs) / DAY_MS) + 1))
  const answer = await services.weather.getSeries(
    places,
    days,
    asking,
    input.freezingLevel === true ? 'freezing' : 'weather',
  )
  const parts = { samples, stops, answer, placeOf, freezingLevel: input.freezingLevel ?? false }
  const read = readRouteWeather(parts, departureMs)
  const given: RouteWeather = {
    schema: 'route-weather/1',
    engine: engineOf(services),
    departure: { given: input.departure, utc: new Date(departureMs).toISOString() },
    profile,
    pace,
    ...read,
    unknowns: [...unknowns, ...read.unknowns],
    scan: scanMs === undefined ? undefined : scanDepartures(parts, scanMs),
  }
  return course === undefined ? given : rememberLine(given, course)
}

/** Samples that round to one place share its forecast. */
function mergePlaces(samples: readonly { lon: number; lat: number }[]): { places: LonLat[]; placeOf: number[] } {
  const indexOf = new Map<string, number>()
  const places: LonLat[] = []
  const placeOf = samples.map(({ lon, lat }) => {
    const place = roundPlace([lon, lat])
    const key = place.join()
    let index = indexOf.get(key)
    if (index === undefined) {
      indexOf.set(key, (index = places.length))
      places.push(place)
    }
    return index
  })
  return { places, placeOf }
}
