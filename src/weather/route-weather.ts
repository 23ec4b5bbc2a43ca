// The weather along a line at the time of arrival: one forecast for all samples, each with the hour nearest to its
// arrival (half an hour rounds up), at its own height; wind against the direction of travel; daylight; sections as
// ranges, never a combined score. A sample without its hour is null with the reason. A departure scan uses the same
// forecast at other times. Pure.

import { type Sentence, say } from '../language/sentence.ts'
import { type Unknown, unknownOf } from '../unknowns.ts'
import { CORRECTION, issued, modelsUsed, providerOf } from './build-forecast.ts'
import type { ForecastModel, WeatherForecast } from './forecast-types.ts'
import { roundTo } from '../wire/numbers.ts'
import {
  HOUR_RULE,
  iso,
  readSamples,
  type RouteWeatherParts,
  type SampleWeather,
  type WeatherSample,
} from './weather-samples.ts'

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
  issuedAtReason: Sentence | null
  fetchedAt: string
  freshUntil: string
  hourRule: Sentence
  correction: Sentence
  models: ForecastModel[]
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
  if (missing > 0) unknowns.push(unknownOf(say('unknown.weather_missing', { missing, of: samples.length })))
  const noProbability = samples.filter(
    ({ weather }) => weather !== null && weather.precipProbabilityPct === null,
  ).length
  if (noProbability > 0)
    unknowns.push(unknownOf(say('unknown.probability_missing', { missing: noProbability, of: samples.length })))
  const uncorrected = samples.filter(
    ({ weather, forecastElevationM }) => weather !== null && forecastElevationM === null,
  ).length
  if (uncorrected > 0)
    unknowns.push(unknownOf(say('unknown.weather_height_unknown', { missing: uncorrected, of: samples.length })))
  if (answer.provider.synthetic) unknowns.push(unknownOf(say('unknown.weather_synthetic')))
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
