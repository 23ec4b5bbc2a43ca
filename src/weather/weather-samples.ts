// One sample of a line at its time of arrival: the forecast's hour nearest to it, at its own height; wind against the
// direction of travel; daylight. Null with the reason where there is no hour. Pure.

import { hourOf } from './build-forecast.ts'
import { roundTo, tenths } from '../wire/numbers.ts'
import { HOUR_MS } from '../durations.ts'
import { type Sentence, say } from '../language/sentence.ts'
import { LAPSE_K_PER_M, type WeatherHour } from './forecast-types.ts'
import { hourOfSums, nearestHour, type PointSeries } from './point-series.ts'
import { findZone, localText, startOfDate, localDate } from '../geo/local-time.ts'
import { elapsedS, type RouteSample, type SampleKind, type Stop } from './route-samples.ts'
import { zoneAt } from '../geo/time-zone-at.ts'
import { sunHeightDeg, sunTimes } from './sun-times.ts'
import type { SeriesAnswer, SeriesPoint } from './weather-source.ts'

export const HOUR_RULE = say('method.weather.arrival')

export interface SampleWeather extends WeatherHour {
  /** along the direction of travel: positive against it (head wind), negative with it */
  headwindKmh: number | null
  /** across it: positive from the right */
  crosswindKmh: number | null
  windSide: 'head' | 'tail' | 'cross' | null
  /** the hour that precipitation, its probability and gusts are of; model null: none has it */
  sums: { fromUtc: string; toUtc: string; model: string | null }
}

export interface Daylight {
  state: 'day' | 'civil_twilight' | 'night'
  sunriseUtc: string | null
  sunsetUtc: string | null
  civilDuskUtc: string | null
}

export interface WeatherSample {
  atM: number
  kind: SampleKind
  location: [lon: number, lat: number]
  minutes: number
  arrivalUtc: string
  arrivalLocal: string
  forecastElevationM: number | null
  bearingDeg: number
  weather: SampleWeather | null
  missing: Sentence | null
  daylight: Daylight
}

export interface RouteWeatherParts {
  samples: readonly RouteSample[]
  stops: readonly Stop[]
  answer: SeriesAnswer
  /** sample -> index into the places of the answer */
  placeOf: readonly number[]
  freezingLevel: boolean
}

export function readSamples(
  { samples, stops, answer, placeOf, freezingLevel }: RouteWeatherParts,
  departureMs: number,
  used: Set<string>,
  full: boolean,
): WeatherSample[] {
  return samples.map((sample, i): WeatherSample => {
    const point = answer.points[placeOf[i]]
    const seconds = elapsedS(sample, stops)
    const arrivalMs = departureMs + Math.round(seconds) * 1000
    const zone = (point.series === null ? null : findZone(point.series.timezone)) ?? zoneAt(sample.lon, sample.lat)
    const { weather, missing, isCorrected } = weatherAt(sample, point, arrivalMs, zone, freezingLevel, used)
    return {
      atM: round1(sample.atM),
      kind: sample.kind,
      location: [roundTo(sample.lon, 1e6), roundTo(sample.lat, 1e6)],
      minutes: round1(seconds / 60),
      arrivalUtc: iso(arrivalMs),
      arrivalLocal: localText(zone, arrivalMs),
      forecastElevationM: isCorrected && sample.heightM !== null ? round1(sample.heightM) : null,
      bearingDeg: Math.round(sample.bearingDeg) % 360,
      weather,
      missing,
      daylight: daylightAt(sample, arrivalMs, zone, full),
    }
  })
}

function weatherAt(
  sample: RouteSample,
  { series, missing }: SeriesPoint,
  arrivalMs: number,
  zone: { offsetMin(atMs: number): number },
  freezingLevel: boolean,
  used: Set<string>,
): { weather: SampleWeather | null; missing: Sentence | null; isCorrected: boolean } {
  if (series === null)
    return { weather: null, missing: missing ?? say('reason.sample.no_forecast'), isCorrected: false }
  const hour = nearestHour(series, arrivalMs)
  if (hour < 0)
    return {
      weather: null,
      missing: say(arrivalMs < series.startMs ? 'reason.sample.before' : 'reason.sample.beyond'),
      isCorrected: false,
    }
  const model = series.hourModel[hour]
  if (model < 0) return { weather: null, missing: say('reason.sample.no_model'), isCorrected: false }
  const { cellHeightM, id } = series.models[model]
  const isCorrected = cellHeightM !== null && sample.heightM !== null
  const shiftC: number[] = []
  shiftC[model] = isCorrected ? (cellHeightM! - sample.heightM!) * LAPSE_K_PER_M : 0
  const read = hourOf(series, hour, localText(zone, series.startMs + hour * HOUR_MS), shiftC, true, freezingLevel, () =>
    used.add(id),
  )
  const weather = { ...read, ...components(read, sample.bearingDeg), ...sumsAt(series, arrivalMs, used) }
  return { weather, missing: null, isCorrected }
}

/** What falls in the hour of arrival. */
function sumsAt(
  series: PointSeries,
  arrivalMs: number,
  used: Set<string>,
): Pick<SampleWeather, 'precipMm' | 'precipProbabilityPct' | 'probabilityModel' | 'gustKmh' | 'sums'> {
  const fromMs = Math.floor(arrivalMs / HOUR_MS) * HOUR_MS
  const sums = { fromUtc: iso(fromMs), toUtc: iso(fromMs + HOUR_MS), model: null }
  const hour = hourOfSums(series, arrivalMs)
  if (hour < 0) return { precipMm: null, precipProbabilityPct: null, probabilityModel: null, gustKmh: null, sums }
  const { precipMm, precipProbabilityPct, probabilityModel, gustKmh, model } = hourOf(
    ...([series, hour, '', [], true, false, () => undefined] as const),
  )
  if (model !== null) used.add(model)
  return { precipMm, precipProbabilityPct, probabilityModel, gustKmh, sums: { ...sums, model } }
}

/** The direction of wind is where it comes from. */
function components(
  { windKmh, windDirDeg }: WeatherHour,
  bearingDeg: number,
): Pick<SampleWeather, 'headwindKmh' | 'crosswindKmh' | 'windSide'> {
  if (windKmh === null || windKmh === undefined || windDirDeg === null || windDirDeg === undefined)
    return { headwindKmh: null, crosswindKmh: null, windSide: null }
  const angle = ((windDirDeg - bearingDeg) * Math.PI) / 180
  const headwind = windKmh * Math.cos(angle)
  const crosswind = windKmh * Math.sin(angle)
  return {
    headwindKmh: round1(headwind),
    crosswindKmh: round1(crosswind),
    windSide: Math.abs(crosswind) > Math.abs(headwind) ? 'cross' : headwind >= 0 ? 'head' : 'tail',
  }
}

function daylightAt(
  { lon, lat }: RouteSample,
  arrivalMs: number,
  zone: { offsetMin(atMs: number): number },
  full: boolean,
): Daylight {
  const heightDeg = sunHeightDeg(lon, lat, arrivalMs)
  const state = heightDeg >= -0.833 ? 'day' : heightDeg >= -6 ? 'civil_twilight' : 'night'
  if (!full) return { state, sunriseUtc: null, sunsetUtc: null, civilDuskUtc: null }
  const noonMs = startOfDate(zone, localDate(zone, arrivalMs)) + 12 * HOUR_MS
  const { sunriseMs, sunsetMs, civilDuskMs } = sunTimes(lon, lat, noonMs)
  return {
    state,
    sunriseUtc: isoOrNull(sunriseMs),
    sunsetUtc: isoOrNull(sunsetMs),
    civilDuskUtc: isoOrNull(civilDuskMs),
  }
}

function round1(value: number): number {
  return tenths(value) + 0
}

export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}
