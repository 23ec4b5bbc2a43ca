// Operation route-weather: the line, its walking time or the caller's pace, one forecast for all of it. Bounds of the
// request are checked before the line is read, the departure before the provider is asked.

import { z } from 'zod'
import { getHeightSeries } from '../src/course/course-heights.ts'
import type { HeightSeries } from '../src/course/course-heights.ts'
import type { Course } from '../src/course/course.ts'
import { movingTime, secondsAlong } from '../src/course/moving-time.ts'
import type { Walker } from '../src/course/walker-pace.ts'
import { ServiceError } from '../src/errors.ts'
import { distanceM } from '../src/geo/lon-lat.ts'
import type { LonLat } from '../src/geo/lon-lat.ts'
import type { WaypointRoute } from '../src/routing/costs/route-types.ts'
import type { RouteAnalysis } from '../src/routing/matching/analyse-types.ts'
import type { Profile } from '../src/travel/settings.ts'
import type { Services } from '../src/services.ts'
import type { Unknown } from '../src/unknowns.ts'
import { sampleRoute, elapsedS } from '../src/weather/route-samples.ts'
import type { SampledLine } from '../src/weather/route-samples.ts'
import { readRouteWeather, scanDepartures } from '../src/weather/route-weather.ts'
import type { RouteWeatherRead, ScanEntry } from '../src/weather/route-weather.ts'
import { lineOfRoute, walkOfRoute } from '../src/weather/walk-of-route.ts'
import { roundPlace } from '../src/weather/weather-source.ts'
import { engineOf, heightsFrom, readLine } from './course.ts'
import { analysisJob } from './matching.ts'
import type { CourseEngine } from './course.ts'
import { defineResolver, MB } from './define-resolver.ts'
import type { Limits, RunContext } from './define-resolver.ts'
import { fields, flag, listOf, numberFrom } from './input-fields.ts'
import { lineFields } from './line-fields.ts'
import { profileField } from './setting-fields.ts'
import { rememberLine } from './stretch-of.ts'
import { walkerField } from './walker-field.ts'
import { DAY_MS, HOUR_MS } from '../src/durations.ts'

const MAX_AGO_MS = 6 * HOUR_MS
const MAX_AHEAD_MS = 16 * DAY_MS
const MAX_DEPARTURES = 24
const HIKE_MODEL = 'service-hike/3'
const ON_FOOT = { profile: 'hike', walker: null } as const
const MOMENT = 'a moment as ISO 8601 with its offset, e.g. 2026-11-21T08:00:00+01:00'
const LIMITS: Limits = { bodyBytes: MB, points: 5000, lengthKm: 120, parts: 1 }

const moment = () =>
  z
    .string({ error: MOMENT })
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/, { error: MOMENT })
    .refine((text) => !Number.isNaN(Date.parse(text)), { error: MOMENT })
const stop = fields({
  atKm: numberFrom(0, 120, 'kilometres').describe('Where, kilometres along the line.'),
  minutes: numberFrom(0, 1440, 'minutes').describe('How long, minutes.'),
})

export const routeWeatherInput = fields({
  departure: moment().describe('When you leave: ISO 8601 with offset, from six hours ago to 16 days ahead.'),
  departures: listOf(moment(), 1, MAX_DEPARTURES, 'moments')
    .optional()
    .describe('Further departures to scan, up to 24, at the cost of the same forecast.'),
  ...lineFields('LineString, one part'),
  profile: profileField().optional().describe('Hike has its own walking time; run and bike need a pace. Default hike.'),
  paceFactor: numberFrom(0.5, 2).optional().describe('Times the walking time of service-hike/3; hike only.'),
  walker: walkerField(),
  minPerKm: numberFrom(1, 60, 'minutes per kilometre')
    .optional()
    .describe('Pace in minutes per kilometre, climbs included.'),
  kmh: numberFrom(1, 60, 'kilometres an hour').optional().describe('Speed in km/h, climbs included.'),
  stops: listOf(stop, 0, 50, 'stops').optional().describe('Where one rests, and how long.'),
  freezingLevel: flag().optional().describe('Adds the freezing level to each sample.'),
}).superRefine((input, context) => {
  if ([input.paceFactor, input.walker, input.minPerKm, input.kmh].filter((pace) => pace !== undefined).length > 1)
    context.addIssue({
      code: 'custom',
      path: [],
      message: 'at most one of `paceFactor`, `walker`, `minPerKm` and `kmh` can be sent.',
    })
})
export type RouteWeatherInput = z.infer<typeof routeWeatherInput>

export interface RouteWeatherPace {
  kind: 'service-hike/3' | 'min_per_km' | 'kmh'
  value: number | null
  paceFactor: number | null
}

export type RouteWeather = {
  schema: 'route-weather/1'
  engine: CourseEngine
  departure: { given: string; utc: string }
  profile: Profile
  pace: RouteWeatherPace
  scan?: ScanEntry[] | undefined
} & RouteWeatherRead

export const routeWeather = defineResolver<RouteWeatherInput, RouteWeather>({
  id: 'route-weather',
  summary: 'The forecast along a line at the hour each part of it is reached; what is missing is null with its reason.',
  input: routeWeatherInput,
  limits: LIMITS,
  credits: 5,
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
    'one_part_only',
    'departure_out_of_range',
    'pace_required',
    'setting_refused',
    'forecast_unavailable',
    'forecast_failed',
  ],
  run: (input, services, context) =>
    weatherAlong(input, services, context.signal, async (pace) => {
      const course = readLine(input, LIMITS)
      const walker = input.walker ?? null
      const { line, unknowns } = await readHeights(course, services)
      const walk = pace.kind === HIKE_MODEL ? await walkOfLine(course, line, walker, services, context) : null
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
    run: (input, services, { signal }) =>
      weatherAlong(input, services, signal, async (pace) => {
        const line = lineOfRoute(route)
        const lengthM = line.atM[line.atM.length - 1]
        if (lengthM > LIMITS.lengthKm! * 1000)
          throw new ServiceError(
            'too_long',
            `The route is ${(lengthM / 1000).toFixed(1)} km long; at most ${LIMITS.lengthKm} km are accepted.`,
          )
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

/** What route-analysis says of the line is what it is walked by; null where nothing of it lies on the network. */
async function walkOfLine(
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

interface TimedLine {
  /** where the line was sent */
  course?: Course
  line: SampledLine
  /** seconds to each point, without stops */
  atS: Float64Array
  unknowns: Unknown[]
}

async function weatherAlong(
  input: RouteWeatherInput,
  services: Services,
  signal: AbortSignal,
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
    signal,
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

function readDeparture(text: string, inputPath: string, nowMs: number): number {
  const atMs = Date.parse(text)
  if (atMs < nowMs - MAX_AGO_MS || atMs > nowMs + MAX_AHEAD_MS)
    throw new ServiceError(
      'departure_out_of_range',
      `\`${inputPath}\` must lie between six hours ago and 16 days ahead.`,
      { inputPath },
    )
  return atMs
}

function readPace({ paceFactor, walker, minPerKm, kmh }: RouteWeatherInput, profile: Profile): RouteWeatherPace {
  if (profile !== 'hike' && paceFactor !== undefined)
    throw new ServiceError(
      'setting_refused',
      `\`paceFactor\` is for hiking; \`profile\` is "${profile}". Send \`minPerKm\` or \`kmh\`.`,
      { inputPath: 'paceFactor' },
    )
  if (profile !== 'hike' && walker !== undefined)
    throw new ServiceError(
      'setting_refused',
      `Weather along a ${profile} takes \`minPerKm\` or \`kmh\`, no \`walker\`.`,
      { inputPath: 'walker' },
    )
  if (minPerKm !== undefined) return { kind: 'min_per_km', value: minPerKm, paceFactor: null }
  if (kmh !== undefined) return { kind: 'kmh', value: kmh, paceFactor: null }
  if (profile !== 'hike')
    throw new ServiceError('pace_required', `There is no time model for "${profile}": send \`minPerKm\` or \`kmh\`.`, {
      inputPath: 'kmh',
    })
  return { kind: HIKE_MODEL, value: null, paceFactor: paceFactor ?? 1 }
}

function readStops({ stops = [] }: RouteWeatherInput, lengthM: number): { atM: number; seconds: number }[] {
  return stops.map(({ atKm, minutes }, i) => {
    if (atKm * 1000 > lengthM + 1)
      throw new ServiceError(
        'invalid_input',
        `\`stops[${i}].atKm\`: expected a place on the line, which is ${(lengthM / 1000).toFixed(2)} km long.`,
        { inputPath: `stops[${i}].atKm` },
      )
    return { atM: atKm * 1000, seconds: minutes * 60 }
  })
}

/** The line with heights from the terrain; without any, its points alone. */
async function readHeights(
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

function paceAlong(
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

function outsideCalibration(lengthM: number): Unknown {
  return {
    code: 'time_outside_calibration',
    message: `${Math.round(lengthM)} m lie outside the calibration of ${HIKE_MODEL}; arrival times are less sure there.`,
  }
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
