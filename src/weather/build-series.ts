// One place's raw columns of several models -> the cached series: for each whole hour the finest model that has it, for
// each whole local day the finest model that has all of its hours. Values of two models are never mixed in one hour or
// day. Input columns may hold null, NaN or nonsense: anything but a finite number within its range is missing.

import { HOUR_COLUMNS, type HourColumn, type PointSeries, type SeriesDay, type SeriesModel } from './point-series.ts'
import { addDays, findZone, localDate, startOfDate, UTC_ZONE } from '../geo/local-time.ts'
import { timeZoneAt } from '../geo/time-zone-at.ts'
import { roundTo } from '../wire/numbers.ts'
import { HOUR_MS } from '../durations.ts'
import { turnsOf } from '../overload/in-turns.ts'

/** Makes the series of many places: one takes 0.3 to 1 ms. */
export const seriesInTurns = turnsOf(20)

export interface RawModel {
  id: string
  cellHeightM: number | null
  columns: Partial<Record<HourColumn, ArrayLike<unknown>>>
}

export interface RawProbability {
  id: string
  pct: ArrayLike<number>
}

export interface RawPoint {
  lon: number
  lat: number
  timezone: string | null
  startMs: number
  hourCount: number
  /** finest first */
  models: RawModel[]
  /** finest first */
  probabilities: RawProbability[]
}

/** Valid ranges; any value outside is missing. */
const RANGE: Record<HourColumn, [min: number, max: number]> = {
  tempC: [-100, 70],
  precipMm: [0, 500],
  windKmh: [0, 500],
  gustKmh: [0, 700],
  windDirDeg: [0, 360],
  weatherCode: [0, 99],
  freezingLevelM: [-1000, 12_000],
  snowDepthM: [0, 100],
  newSnowCm: [0, 500],
}
/**
 * An hour belongs to the finest model that has all of the first list; if none does, to the finest that has all of
 * the second, and so on. If the freezing level is requested, the hour belongs to a model that has one, if there is any.
 */
export const WEATHER_CORES: readonly (readonly HourColumn[])[] = [
  ['tempC', 'precipMm', 'windKmh', 'weatherCode'],
  ['tempC', 'precipMm', 'windKmh'],
  ['tempC'],
]
export const FREEZING_CORES: readonly (readonly HourColumn[])[] = [
  [...WEATHER_CORES[0], 'freezingLevelM'],
  [...WEATHER_CORES[1], 'freezingLevelM'],
  ...WEATHER_CORES,
]
export const SNOW_CORES: readonly (readonly HourColumn[])[] = [
  ['snowDepthM', 'newSnowCm', 'freezingLevelM'],
  ['snowDepthM', 'newSnowCm'],
  ['snowDepthM'],
  ['newSnowCm', 'freezingLevelM'],
  ['newSnowCm'],
  ['freezingLevelM'],
]

/** `cores`: the values that a model must have to get the hour, the fullest list first. */
export function buildSeries(raw: RawPoint, cores: readonly (readonly HourColumn[])[] = WEATHER_CORES): PointSeries {
  const { hourCount, startMs } = raw
  const cleaned = raw.models.map((model) => cleanColumns(model, hourCount))
  const models: SeriesModel[] = raw.models.map(({ id, cellHeightM }) => ({ id, cellHeightM }))
  const hourModel = new Int8Array(hourCount).fill(-1)
  const columns = emptyColumns(hourCount)
  for (let hour = 0; hour < hourCount; hour++) {
    let model = -1
    for (let k = 0; k < cores.length && model < 0; k++)
      model = cleaned.findIndex((own) => cores[k].every((column) => !Number.isNaN(own[column][hour])))
    if (model < 0) continue
    hourModel[hour] = model
    for (const column of HOUR_COLUMNS) columns[column][hour] = cleaned[model][column][hour]
  }
  const probabilityModel = new Int8Array(hourCount).fill(-1)
  const probabilityPct = new Float32Array(hourCount).fill(NaN)
  for (let hour = 0; hour < hourCount; hour++) {
    for (let p = 0; p < raw.probabilities.length; p++) {
      const pct = raw.probabilities[p].pct[hour]
      if (typeof pct !== 'number' || !(pct >= 0 && pct <= 100)) continue
      probabilityModel[hour] = p
      probabilityPct[hour] = pct
      break
    }
  }
  const named = raw.timezone === null || findZone(raw.timezone) === null ? timeZoneAt(raw.lon, raw.lat) : raw.timezone
  const days = buildDays(findZone(named) ?? UTC_ZONE, startMs, hourCount, cleaned, probabilityPct)
  return {
    lon: raw.lon,
    lat: raw.lat,
    timezone: named,
    startMs,
    hourCount,
    models,
    hourModel,
    columns,
    probabilityModels: raw.probabilities.map(({ id }) => id),
    probabilityModel,
    probabilityPct,
    days,
  }
}

function emptyColumns(hourCount: number): Record<HourColumn, Float32Array> {
  return Object.fromEntries(HOUR_COLUMNS.map((column) => [column, new Float32Array(hourCount).fill(NaN)])) as Record<
    HourColumn,
    Float32Array
  >
}

function cleanColumns(model: RawModel, hourCount: number): Record<HourColumn, Float32Array> {
  const own = emptyColumns(hourCount)
  for (const column of HOUR_COLUMNS) {
    const given = model.columns[column]
    if (given === undefined) continue
    const [min, max] = RANGE[column]
    for (let hour = 0; hour < hourCount; hour++) {
      const value = given[hour]
      if (typeof value === 'number' && value >= min && value <= max) own[column][hour] = value
    }
  }
  own.newSnowCm = trailingSum(own.newSnowCm)
  return own
}

/** Over the 24 hours up to each; NaN if one is missing. */
function trailingSum(perHour: Float32Array): Float32Array {
  const sums = new Float32Array(perHour.length).fill(NaN)
  let sum = 0
  let known = 0
  for (let hour = 0; hour < perHour.length; hour++) {
    known = Number.isNaN(perHour[hour]) ? 0 : known + 1
    sum = known === 0 ? 0 : sum + perHour[hour] - (known > 24 ? perHour[hour - 24] : 0)
    if (known >= 24) sums[hour] = Math.max(0, roundTo(sum, 100))
  }
  return sums
}

function buildDays(
  zone: { offsetMin(atMs: number): number },
  startMs: number,
  hourCount: number,
  models: readonly Record<HourColumn, Float32Array>[],
  probabilityPct: Float32Array,
): SeriesDay[] {
  const days: SeriesDay[] = []
  const endMs = startMs + hourCount * HOUR_MS
  let date = localDate(zone, startMs)
  // a day without its first hour does not count
  if (startOfDate(zone, date) < startMs) date = addDays(date, 1)
  for (;;) {
    const fromMs = startOfDate(zone, date)
    const next = addDays(date, 1)
    const toMs = startOfDate(zone, next)
    if (fromMs >= endMs) return days
    // zones offset by half an hour: the hours whose time is within the day
    const from = Math.ceil((fromMs - startMs) / HOUR_MS)
    const wanted = Math.ceil((toMs - startMs) / HOUR_MS)
    days.push({
      date,
      from,
      to: Math.min(wanted, hourCount),
      ...dayBy(models, from, wanted, hourCount),
      probabilityMaxPct: wanted > hourCount ? NaN : maxOf(probabilityPct, from + 1, wanted + 1),
    })
    date = next
  }
}

type DayValues = Pick<
  SeriesDay,
  'model' | 'tempMaxC' | 'tempMinC' | 'precipMm' | 'windMaxKmh' | 'gustMaxKmh' | 'weatherCode'
>

function dayBy(
  models: readonly Record<HourColumn, Float32Array>[],
  from: number,
  to: number,
  hourCount: number,
): DayValues {
  const none: DayValues = {
    model: -1,
    tempMaxC: NaN,
    tempMinC: NaN,
    precipMm: NaN,
    windMaxKmh: NaN,
    gustMaxKmh: NaN,
    weatherCode: NaN,
  }
  if (to > hourCount) return none
  // a day without precipitation still has temperatures
  for (const needsPrecip of [true, false]) {
    for (let model = 0; model < models.length; model++) {
      const own = models[model]
      const tempMaxC = maxOf(own.tempC, from, to)
      const precipMm = sumOf(own.precipMm, from + 1, to + 1)
      if (Number.isNaN(tempMaxC) || (needsPrecip && Number.isNaN(precipMm))) continue
      return {
        model,
        tempMaxC,
        tempMinC: minOf(own.tempC, from, to),
        precipMm,
        windMaxKmh: maxOf(own.windKmh, from, to),
        gustMaxKmh: maxOf(own.gustKmh, from + 1, to + 1),
        weatherCode: maxOf(own.weatherCode, from, to),
      }
    }
  }
  return none
}

/** NaN if one is missing. */
function maxOf(values: Float32Array, from: number, to: number): number {
  let max = -Infinity
  for (let hour = from; hour < to; hour++) {
    if (hour >= values.length || Number.isNaN(values[hour])) return NaN
    if (values[hour] > max) max = values[hour]
  }
  return max === -Infinity ? NaN : max
}

function minOf(values: Float32Array, from: number, to: number): number {
  let min = Infinity
  for (let hour = from; hour < to; hour++) if (values[hour] < min) min = values[hour]
  return min
}

/** What falls in an hour is stamped with its end, so that of a day is at 01:00 to midnight. NaN if one is missing. */
function sumOf(values: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let hour = from; hour < to; hour++) sum += hour < values.length ? values[hour] : NaN
  return sum
}
