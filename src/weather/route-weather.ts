// The weather along a line at the time of arrival: one forecast for all samples, each with the hour nearest to its
// arrival (half an hour rounds up), at its own height; wind against the direction of travel; daylight; sections as
// ranges, never a combined score. A sample without its hour is null with the reason. A departure scan uses the same
// forecast at other times. Pure.

import type { Unknown } from '../unknowns.ts'
import { CORRECTION, hourOf, issued, modelsUsed, providerOf } from './build-forecast.ts'
import type { ForecastModel, WeatherForecast, WeatherHour } from './forecast-types.ts'
import { LAPSE_K_PER_M } from './cell-height.ts'
import { findZone, localDate, localText, startOfDate, UTC_ZONE } from './local-time.ts'
import { nearestHour } from './point-series.ts'
import { elapsedS } from './route-samples.ts'
import type { RouteSample, SampleKind, Stop } from './route-samples.ts'
import { sunHeightDeg, sunTimes } from './sun-times.ts'
import type { SeriesAnswer, SeriesPoint } from './weather-source.ts'
import { roundTo, tenths } from '../wire/round-to.ts'
import { HOUR_MS } from '../durations.ts'

const HOUR_RULE =
  'the full hour nearest to the arrival, half an hour counts up; precipitation is the sum of the hour before that time'

export interface SampleWeather extends WeatherHour {
  /** along the direction of travel: positive against it (head wind), negative with it */
  headwindKmh: number | null
  /** across it: positive from the right */
  crosswindKmh: number | null
  windSide: 'head' | 'tail' | 'cross' | null
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
  arrivalLocal: string | null
  forecastElevationM: number | null
  bearingDeg: number
  weather: SampleWeather | null
  missing: string | null
  daylight: Daylight
}

export interface Range {
  min: number
  max: number
}

export interface WeatherSection {
  fromM: number
  toM: number
  fromUtc: string
  toUtc: string
  tempC: Range | null
  precipMm: Range | null
  precipProbabilityPct: Range | null
  windKmh: Range | null
  gustKmh: Range | null
  weatherCodes: number[]
  missingShare: number
}

export interface ScanEntry extends WeatherSection {
  departureUtc: string
  arrivalUtc: string
  headwindKmh: Range | null
  /** samples passed at night: after civil dusk and before civil dawn */
  darkSamples: number
}

export interface RouteForecast {
  provider: WeatherForecast['provider']
  schema: 'weather-forecast/1'
  synthetic: boolean
  issuedAt: string | null
  issuedAtReason: string | null
  fetchedAt: string
  freshUntil: string
  hourRule: string
  correction: string
  models: ForecastModel[]
}

export interface RouteWeatherParts {
  samples: readonly RouteSample[]
  stops: readonly Stop[]
  answer: SeriesAnswer
  /** sample -> index into the places of the answer */
  placeOf: readonly number[]
  freezingLevel: boolean
}

export interface RouteWeatherRead {
  forecast: RouteForecast
  samples: WeatherSample[]
  sections: WeatherSection[]
  unknowns: Unknown[]
}

export function readRouteWeather(parts: RouteWeatherParts, departureMs: number): RouteWeatherRead {
  const { answer } = parts
  const used = new Set<string>()
  const samples = readSamples(parts, departureMs, used, true)
  const marks = samples.flatMap(({ kind }, i) => (kind === 'along' ? [] : [i]))
  const sections = marks.slice(1).map((to, k) => toSection(samples.slice(marks[k], to + 1)))
  const unknowns: Unknown[] = []
  const missing = samples.filter(({ weather }) => weather === null).length
  if (missing > 0)
    unknowns.push({
      code: 'weather_missing',
      message: `${missing} of ${samples.length} samples have no forecast; each says why.`,
    })
  const noProbability = samples.filter(
    ({ weather }) => weather !== null && weather.precipProbabilityPct === null,
  ).length
  if (noProbability > 0)
    unknowns.push({
      code: 'probability_missing',
      message: `${noProbability} of ${samples.length} samples have no probability of precipitation: it is unknown, not 0.`,
    })
  const uncorrected = samples.filter(
    ({ weather, forecastElevationM }) => weather !== null && forecastElevationM === null,
  ).length
  if (uncorrected > 0)
    unknowns.push({
      code: 'weather_height_unknown',
      message: `${uncorrected} of ${samples.length} samples have the temperature of the model's cell: its height, or that of the point, is not known.`,
    })
  if (answer.provider.synthetic)
    unknowns.push({
      code: 'weather_synthetic',
      message: 'The weather is made up, as the demo region is: it says nothing about any real place.',
    })
  return {
    forecast: {
      provider: providerOf(answer.provider, used),
      schema: 'weather-forecast/1',
      synthetic: answer.provider.synthetic,
      ...issued(answer, used),
      fetchedAt: iso(Math.min(...answer.points.map((point) => point.fetchedAtMs))),
      freshUntil: iso(Math.min(...answer.points.map((point) => point.freshUntilMs))),
      hourRule: HOUR_RULE,
      correction: CORRECTION,
      models: modelsUsed(answer, used),
    },
    samples,
    sections,
    unknowns,
  }
}

/** The whole line at each departure, from the same forecast. */
export function scanDepartures(parts: RouteWeatherParts, departuresMs: readonly number[]): ScanEntry[] {
  return departuresMs.map((departureMs) => {
    const samples = readSamples(parts, departureMs, new Set(), false)
    return {
      departureUtc: iso(departureMs),
      arrivalUtc: samples[samples.length - 1].arrivalUtc,
      ...toSection(samples),
      headwindKmh: rangeOf(samples, (weather) => weather.headwindKmh),
      darkSamples: samples.filter(({ daylight }) => daylight.state === 'night').length,
    }
  })
}

function readSamples(
  { samples, stops, answer, placeOf, freezingLevel }: RouteWeatherParts,
  departureMs: number,
  used: Set<string>,
  full: boolean,
): WeatherSample[] {
  return samples.map((sample, i): WeatherSample => {
    const point = answer.points[placeOf[i]]
    const seconds = elapsedS(sample, stops)
    const arrivalMs = departureMs + Math.round(seconds) * 1000
    const zone =
      (point.series === null || point.series.timezone === null ? null : findZone(point.series.timezone)) ?? UTC_ZONE
    const { weather, missing, isCorrected } = weatherAt(sample, point, arrivalMs, zone, freezingLevel, used)
    return {
      atM: round1(sample.atM),
      kind: sample.kind,
      location: [roundTo(sample.lon, 1e6), roundTo(sample.lat, 1e6)],
      minutes: round1(seconds / 60),
      arrivalUtc: iso(arrivalMs),
      arrivalLocal: zone === UTC_ZONE ? null : localText(zone, arrivalMs),
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
): { weather: SampleWeather | null; missing: string | null; isCorrected: boolean } {
  if (series === null)
    return { weather: null, missing: missing ?? 'There is no forecast for this place.', isCorrected: false }
  const hour = nearestHour(series, arrivalMs)
  if (hour < 0)
    return {
      weather: null,
      missing:
        arrivalMs < series.startMs ? 'The arrival lies before the forecast.' : 'The arrival lies beyond the forecast.',
      isCorrected: false,
    }
  const model = series.hourModel[hour]
  if (model < 0) return { weather: null, missing: 'No model has this hour.', isCorrected: false }
  const { cellHeightM, id } = series.models[model]
  const isCorrected = cellHeightM !== null && sample.heightM !== null
  const shiftC: number[] = []
  shiftC[model] = isCorrected ? (cellHeightM! - sample.heightM!) * LAPSE_K_PER_M : 0
  const read = hourOf(series, hour, localText(zone, series.startMs + hour * HOUR_MS), shiftC, true, freezingLevel, () =>
    used.add(id),
  )
  return { weather: { ...read, ...components(read, sample.bearingDeg) }, missing: null, isCorrected }
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
  // without a time zone the day is the solar day
  const noonMs = zone === UTC_ZONE ? arrivalMs : startOfDate(zone, localDate(zone, arrivalMs)) + 12 * HOUR_MS
  const { sunriseMs, sunsetMs, civilDuskMs } = sunTimes(lon, lat, noonMs)
  return {
    state,
    sunriseUtc: isoOrNull(sunriseMs),
    sunsetUtc: isoOrNull(sunsetMs),
    civilDuskUtc: isoOrNull(civilDuskMs),
  }
}

function toSection(samples: readonly WeatherSample[]): WeatherSection {
  const first = samples[0]
  const last = samples[samples.length - 1]
  const codes = new Set(
    samples.flatMap(({ weather }) => (typeof weather?.weatherCode === 'number' ? [weather.weatherCode] : [])),
  )
  return {
    fromM: first.atM,
    toM: last.atM,
    fromUtc: first.arrivalUtc,
    toUtc: last.arrivalUtc,
    tempC: rangeOf(samples, (w) => w.tempC),
    precipMm: rangeOf(samples, (w) => w.precipMm),
    precipProbabilityPct: rangeOf(samples, (w) => w.precipProbabilityPct),
    windKmh: rangeOf(samples, (w) => w.windKmh),
    gustKmh: rangeOf(samples, (w) => w.gustKmh),
    weatherCodes: [...codes].sort((a, b) => a - b),
    missingShare: roundTo(samples.filter(({ weather }) => weather === null).length / samples.length, 1000),
  }
}

function rangeOf(
  samples: readonly WeatherSample[],
  valueOf: (weather: SampleWeather) => number | null | undefined,
): Range | null {
  const values = samples
    .flatMap(({ weather }) => (weather === null ? [] : [valueOf(weather)]))
    .filter((value) => typeof value === 'number')
  return values.length === 0 ? null : { min: Math.min(...values), max: Math.max(...values) }
}

function round1(value: number): number {
  return tenths(value) + 0
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}
