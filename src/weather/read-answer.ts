// An answer of Open-Meteo -> raw columns per place. Reads one place (an object) or several (a list), several models
// (column names end in the model's name) or one (they do not), times as unix seconds or as local text. Any other shape
// is `forecast_failed`: nothing is guessed. An absent column is missing, never zero.

import { ServiceError } from '../errors.ts'
import { type Sentence, say } from '../language/sentence.ts'
import { cellHeightM } from './forecast-types.ts'
import type { HourColumn } from './point-series.ts'
import type { RawModel, RawProbability } from './build-series.ts'
import { ensembleNames } from './weather-models.ts'
import { HOUR_MS } from '../durations.ts'

/**
 * Names of the hourly variables of /v1/forecast (open-meteo-website, docs, options of each API); units are Open-Meteo's
 * defaults: degrees Celsius, mm, km/h, metres, cm.
 */
export const PROVIDER_COLUMNS: Record<HourColumn, string> = {
  // snowfall of the hour; build-series.ts sums it
  tempC: 'temperature_2m',
  precipMm: 'precipitation',
  windKmh: 'wind_speed_10m',
  gustKmh: 'wind_gusts_10m',
  windDirDeg: 'wind_direction_10m',
  weatherCode: 'weather_code',
  freezingLevelM: 'freezing_level_height',
  snowDepthM: 'snow_depth',
  newSnowCm: 'snowfall',
}
export const PROBABILITY_COLUMN = 'precipitation_probability'
export const PRESSURE_COLUMNS = ['pressure_msl', 'surface_pressure'] as const

const HOUR_S = 3600
/** 16 days, plus one before and one after. */
export const MAX_HOURS = 24 * 19
/** Unix seconds of an hour that a forecast can be about: 1970 to 2286. */
const FIRST_S = 0
const LAST_S = 10_000_000_000
/** Columns of a place: of twenty models, and the members of three large ensembles. */
const MAX_COLUMNS = 500
/** An hour is wet in a member from this amount on. */
const WET_MM = 0.1

type Columns = Record<string, unknown>

export interface PlaceAnswer {
  timezone: string | null
  startMs: number
  hourCount: number
  hourly: Columns
  elevationM: number | null
}

/** Throws ServiceError `forecast_failed` if the answer is not about `count` places with hours. */
export function readPlaces(body: unknown, count: number): PlaceAnswer[] {
  const places = Array.isArray(body) ? body : [body]
  if (places.length !== count) throw wrong(say('part.forecast.places', { number: places.length, wanted: count }))
  return places.map(readPlace)
}

function readPlace(place: unknown): PlaceAnswer {
  if (!isObject(place)) throw wrong(say('part.forecast.no_object'))
  const { hourly } = place
  if (!isObject(hourly) || !Array.isArray(hourly.time) || hourly.time.length === 0)
    throw wrong(say('part.forecast.no_hours'))
  if (hourly.time.length > MAX_HOURS) throw wrong(say('part.forecast.many_hours'))
  if (Object.keys(hourly).length > MAX_COLUMNS) throw wrong(say('part.forecast.many_columns'))
  const offsetS =
    typeof place.utc_offset_seconds === 'number' && Number.isFinite(place.utc_offset_seconds)
      ? place.utc_offset_seconds
      : 0
  const times = hourly.time.map((time) =>
    typeof time === 'number' ? time : typeof time === 'string' ? Date.parse(`${time}Z`) / 1000 - offsetS : NaN,
  )
  if (!Number.isInteger(times[0]) || times[0] < FIRST_S || times[0] > LAST_S) throw wrong(say('part.forecast.no_time'))
  for (let i = 0; i < times.length; i++) if (times[i] !== times[0] + i * HOUR_S) throw wrong(say('part.forecast.order'))
  return {
    timezone: typeof place.timezone === 'string' ? place.timezone : null,
    startMs: times[0] * 1000,
    hourCount: times.length,
    hourly,
    elevationM: typeof place.elevation === 'number' && Number.isFinite(place.elevation) ? place.elevation : null,
  }
}

/**
 * The models of a forecast answer in the requested order, without those that gave nothing. `modelIds` are those that
 * can cover the place: if only one of the requested models covers it, the provider leaves its name off the columns
 * (ForecastapiResult.swift, `results.count > 1`), and columns without a name are accepted only if a single model can be
 * meant.
 */
export function modelsOf(place: PlaceAnswer, modelIds: readonly string[]): RawModel[] {
  const models: RawModel[] = []
  // the elevation of an answer is that of its first model, even if that model has no value
  const first =
    modelIds.length === 1
      ? modelIds[0]
      : modelIds.find((id) => Object.keys(place.hourly).some((name) => name.endsWith(`_${id}`)))
  for (const id of modelIds) {
    const column = (name: string): unknown[] | undefined => findColumn(place, name, id, modelIds.length)
    const columns: RawModel['columns'] = {}
    let hasAny = false
    for (const [own, name] of Object.entries(PROVIDER_COLUMNS) as [HourColumn, string][]) {
      const values = column(name)
      if (values === undefined) continue
      columns[own] = values
      hasAny ||= values.some((value) => typeof value === 'number')
    }
    if (!hasAny) continue
    const fromPressure = cellHeightM(columns.tempC ?? [], column(PRESSURE_COLUMNS[0]), column(PRESSURE_COLUMNS[1]))
    models.push({ id, cellHeightM: fromPressure ?? (id === first ? place.elevationM : null), columns })
  }
  return models
}

/** The probability given by the forecast models themselves; used only if no ensemble has one. */
export function forecastProbabilities(place: PlaceAnswer, modelIds: readonly string[]): RawProbability[] {
  return modelIds.flatMap((id) => {
    const pct = findColumn(place, PROBABILITY_COLUMN, id, modelIds.length)
    return pct === undefined ? [] : [{ id, pct: pct.map((value) => (typeof value === 'number' ? value : NaN)) }]
  })
}

/** A member's column of an ensemble, and its model if there are several. */
const PRECIPITATION = /^precipitation(?:_member\d{1,4})?(?:_([\w-]{1,100}))?$/

/** Share of an ensemble's members with WET_MM or more in the hour, per cent; NaN if any member lacks it. */
export function ensembleProbabilities(
  place: PlaceAnswer,
  modelIds: readonly string[],
  hours: { startMs: number; hourCount: number },
): RawProbability[] {
  const shift = Math.round((hours.startMs - place.startMs) / HOUR_MS)
  return modelIds.flatMap((id) => {
    const names = ensembleNames(id)
    const isMember = (column: string): boolean => {
      const model = PRECIPITATION.exec(column)
      return model !== null && (model[1] === undefined ? modelIds.length === 1 : names.includes(model[1]))
    }
    const members = Object.entries(place.hourly)
      .filter(([name, values]) => isMember(name) && Array.isArray(values))
      .map(([, values]) => values as unknown[])
    // a single run is not an ensemble
    if (members.length < 5) return []
    const pct = new Float64Array(hours.hourCount).fill(NaN)
    for (let hour = 0; hour < hours.hourCount; hour++) {
      let wet = 0
      let known = 0
      for (const member of members) {
        const value = member[hour + shift]
        if (typeof value !== 'number' || !(value >= 0)) continue
        known++
        if (value >= WET_MM) wet++
      }
      if (known === members.length) pct[hour] = Math.round((100 * wet) / known)
    }
    return [{ id, pct }]
  })
}

/** Seconds of the run, and when the next one can be expected; null if the metadata does not say. */
export function readRun(body: unknown): { issuedAtMs: number | null; nextMs: number | null } {
  if (!isObject(body)) return { issuedAtMs: null, nextMs: null }
  const seconds = (name: string): number | null => {
    const value = body[name]
    return typeof value === 'number' && value > 1_000_000_000 && value < LAST_S ? value : null
  }
  const available = seconds('last_run_availability_time')
  const every = body.update_interval_seconds
  const issued = seconds('last_run_initialisation_time')
  return {
    issuedAtMs: issued === null ? null : issued * 1000,
    nextMs:
      available === null || typeof every !== 'number' || !(every > 0 && every < 1_000_000)
        ? null
        : (available + every) * 1000,
  }
}

function findColumn(place: PlaceAnswer, name: string, id: string, modelCount: number): unknown[] | undefined {
  const values = place.hourly[`${name}_${id}`] ?? (modelCount === 1 ? place.hourly[name] : undefined)
  if (values === undefined || values === null) return undefined
  if (!Array.isArray(values)) throw wrong(say('part.forecast.no_list', { name }))
  return values
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrong(fault: Sentence): ServiceError {
  return new ServiceError(say('error.forecast_failed.answer', { fault }))
}
