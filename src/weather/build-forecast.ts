// Cached series -> the answer `weather-forecast/1`: days and hours in the place's own calendar, temperatures corrected
// by 6.5 K/km from the height of the model cell to that of the point. If a cell's height is unknown its temperatures
// are not corrected, and a reason says so. Missing values are null; none is filled in from another model.

import { addDays, findZone, localDate, localText, startOfDate, UTC_ZONE } from '../geo/local-time.ts'
import { HOUR_MS } from '../durations.ts'
import { type Sentence, say } from '../language/sentence.ts'
import {
  LAPSE_K_PER_M,
  type ForecastModel,
  type ForecastPlace,
  type ForecastOptions,
  type WeatherDay,
  type WeatherForecast,
  type WeatherHour,
  type WeatherPoint,
} from './forecast-types.ts'
import { type PointSeries, type SeriesDay, orNull } from './point-series.ts'
import type { SeriesAnswer, SeriesPoint, WeatherProvider } from './weather-source.ts'

export const CORRECTION = say('method.weather.correction')
const FORECAST_HOUR_RULE = say('method.weather.hours')

export function buildForecast(
  answer: SeriesAnswer,
  places: readonly ForecastPlace[],
  options: ForecastOptions,
  nowMs: number,
): WeatherForecast {
  const used = new Set<string>()
  const points = places.map((place, i) => buildPoint(`p${i}`, place, answer.points[i], options, nowMs, used))
  return {
    schema: 'weather-forecast/1',
    provider: providerOf(answer.provider, used),
    synthetic: answer.provider.synthetic,
    fetchedAt: iso(Math.min(...answer.points.map((point) => point.fetchedAtMs))),
    ...issued(answer, used),
    freshUntil: iso(Math.min(...answer.points.map((point) => point.freshUntilMs))),
    requestedDays: options.days,
    correction: CORRECTION,
    hourRule: FORECAST_HOUR_RULE,
    models: modelsUsed(answer, used),
    points,
  }
}

/** `model` only if it is the same for all values. */
export function providerOf(
  { id, attribution, licence }: WeatherProvider,
  used: ReadonlySet<string>,
): WeatherForecast['provider'] {
  return { id, attribution, licence, ...(used.size === 1 ? { model: [...used][0] } : {}) }
}

/** The models of the values, followed by those that gave only a probability. */
export function modelsUsed({ points, runs }: SeriesAnswer, used: ReadonlySet<string>): ForecastModel[] {
  const ids = new Set(used)
  for (const { series } of points)
    series?.probabilityModels.forEach((id, index) => series.probabilityModel.includes(index) && ids.add(id))
  return [...ids].map((id) => ({ id, issuedAt: isoOrNull(runs.get(id) ?? null) }))
}

/**
 * The oldest run of several models: no value is older than that. Null if one is not known; never the time of fetching.
 */
export function issued(
  answer: SeriesAnswer,
  used: ReadonlySet<string>,
): Pick<WeatherForecast, 'issuedAt' | 'issuedAtReason'> {
  if (used.size === 0) return { issuedAt: null, issuedAtReason: say('reason.forecast.no_value') }
  const runs = [...used].map((id) => [id, answer.runs.get(id) ?? null] as const)
  const unknown = runs.filter(([, atMs]) => atMs === null).map(([id]) => id)
  if (unknown.length > 0)
    return { issuedAt: null, issuedAtReason: say('reason.forecast.run_unknown', { names: unknown }) }
  return { issuedAt: iso(Math.min(...runs.map(([, atMs]) => atMs!))), issuedAtReason: null }
}

function buildPoint(
  id: string,
  place: ForecastPlace,
  point: SeriesPoint,
  options: ForecastOptions,
  nowMs: number,
  used: Set<string>,
): WeatherPoint {
  const { lon, lat, elevationM, elevationSource } = place
  const { series } = point
  if (series === null) return missingPoint(id, place, point, options)
  const zone = findZone(series.timezone) ?? UTC_ZONE
  const reasons = [...point.notes]
  const today = localDate(zone, nowMs)
  const end = addDays(today, options.days)
  const held = series.days.filter(({ date }) => date >= today && date < end)
  const gridM = series.models[held.find(({ model }) => model >= 0)?.model ?? 0]?.cellHeightM ?? null
  const { shiftC, uncorrected } = heightCorrection(series, elevationM)
  const isUsed = (model: number): void => {
    if (model >= 0) used.add(series.models[model].id)
  }
  const days = held.map((day) => {
    isUsed(day.model)
    return toDay(series, day, shiftC)
  })
  reasons.push(...dayGaps(days, options.days))
  let hourly: WeatherHour[] | undefined
  if (options.hourly || options.freezingLevel) {
    hourly = toHours(series, zone, startOfDate(zone, today), startOfDate(zone, end), options, shiftC, isUsed)
    reasons.push(...hourGaps(hourly, options))
  }
  const models = uncorrected.filter((model) => used.has(model))
  if (models.length > 0) reasons.push(say('reason.forecast.cell_height', { names: models }))
  return {
    id,
    lat,
    lon,
    elevationM: elevationM ?? gridM,
    elevationSource: elevationSource ?? (gridM === null ? 'unknown' : 'provider_grid'),
    timezone: series.timezone,
    state: stateOf(days, hourly, reasons),
    reasons,
    days,
    hourly,
  }
}

function missingPoint(
  id: string,
  { lon, lat, elevationM, elevationSource }: ForecastPlace,
  point: SeriesPoint,
  options: ForecastOptions,
): WeatherPoint {
  return {
    id,
    lat,
    lon,
    elevationM,
    elevationSource: elevationSource ?? 'unknown',
    state: 'missing',
    reasons: [point.missing ?? say('reason.forecast.none')],
    days: [],
    ...(options.hourly || options.freezingLevel ? { hourly: [] } : {}),
  }
}

/** Degrees to add to the temperatures of each model, and the models whose cell height is unknown. */
function heightCorrection(
  { models }: PointSeries,
  elevationM: number | null,
): { shiftC: number[]; uncorrected: string[] } {
  if (elevationM === null) return { shiftC: models.map(() => 0), uncorrected: [] }
  const unknown = models.filter(({ cellHeightM }) => cellHeightM === null)
  return {
    shiftC: models.map(({ cellHeightM }) => (cellHeightM === null ? 0 : (cellHeightM - elevationM) * LAPSE_K_PER_M)),
    uncorrected: [...new Set(unknown.map(({ id }) => id))],
  }
}

function toDay(series: PointSeries, day: SeriesDay, shiftC: readonly number[]): WeatherDay {
  const shift = day.model < 0 ? 0 : shiftC[day.model]
  return {
    date: day.date,
    model: day.model < 0 ? null : series.models[day.model].id,
    weatherCode: orNull(day.weatherCode, 0),
    tempMaxC: orNull(day.tempMaxC + shift),
    tempMinC: orNull(day.tempMinC + shift),
    precipMm: orNull(day.precipMm),
    precipProbabilityMaxPct: orNull(day.probabilityMaxPct, 0),
    windMaxKmh: orNull(day.windMaxKmh),
    gustMaxKmh: orNull(day.gustMaxKmh),
  }
}

function toHours(
  series: PointSeries,
  zone: { offsetMin(atMs: number): number },
  fromMs: number,
  toMs: number,
  options: ForecastOptions,
  shiftC: readonly number[],
  isUsed: (model: number) => void,
): WeatherHour[] {
  const hours: WeatherHour[] = []
  const first = Math.max(0, Math.ceil((fromMs - series.startMs) / HOUR_MS))
  const end = Math.min(series.hourCount, Math.ceil((toMs - series.startMs) / HOUR_MS))
  for (let i = first; i < end; i++)
    hours.push(
      hourOf(
        series,
        i,
        localText(zone, series.startMs + i * HOUR_MS),
        shiftC,
        options.hourly,
        options.freezingLevel,
        isUsed,
      ),
    )
  return hours
}

/** One hour of a series in the form of the answer; `shiftC` per model. */
export function hourOf(
  series: PointSeries,
  i: number,
  time: string,
  shiftC: readonly number[],
  whole: boolean,
  freezingLevel: boolean,
  isUsed: (model: number) => void,
): WeatherHour {
  const { columns } = series
  const model = series.hourModel[i]
  isUsed(model)
  const hour: WeatherHour = { time, model: model < 0 ? null : series.models[model].id }
  if (whole) {
    const probability = series.probabilityModel[i]
    hour.tempC = orNull(columns.tempC[i] + (model < 0 ? 0 : shiftC[model]))
    hour.precipMm = orNull(columns.precipMm[i])
    hour.precipProbabilityPct = orNull(series.probabilityPct[i], 0)
    hour.windKmh = orNull(columns.windKmh[i])
    hour.gustKmh = orNull(columns.gustKmh[i])
    hour.windDirDeg = orNull(columns.windDirDeg[i], 0)
    hour.weatherCode = orNull(columns.weatherCode[i], 0)
    hour.probabilityModel = probability < 0 ? null : series.probabilityModels[probability]
  }
  if (freezingLevel) hour.freezingLevelM = orNull(columns.freezingLevelM[i], 0)
  return hour
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}

/** What a forecast lacks. */
function dayGaps(days: readonly WeatherDay[], requested: number): Sentence[] {
  const gaps: Sentence[] = []
  if (days.length < requested) gaps.push(say('reason.forecast.days', { number: days.length, wanted: requested }))
  for (const [field, quantity] of [
    ['tempMaxC', 'temperatures'],
    ['precipMm', 'precipitation'],
    ['precipProbabilityMaxPct', 'probability'],
    ['windMaxKmh', 'wind'],
    ['gustMaxKmh', 'gusts'],
    ['weatherCode', 'weather_code'],
  ] as const) {
    const missing = days.filter((day) => day[field] === null).length
    if (missing === 0) continue
    gaps.push(
      missing === days.length
        ? say('reason.forecast.any_day', { quantity })
        : say('reason.forecast.some_days', { quantity, missing, of: days.length }),
    )
  }
  return gaps
}

/** What the hours lack. */
function hourGaps(hours: readonly WeatherHour[], options: ForecastOptions): Sentence[] {
  const gaps: Sentence[] = []
  const missing = hours.filter(({ model }) => model === null).length
  if (missing > 0) gaps.push(say('reason.forecast.hours', { missing, of: hours.length }))
  if (options.freezingLevel && hours.some((hour) => hour.model !== null && hour.freezingLevelM === null))
    gaps.push(say('reason.forecast.freezing_level'))
  return gaps
}

/** `missing` if no model gave anything. */
function stateOf(
  days: readonly WeatherDay[],
  hourly: readonly WeatherHour[] | undefined,
  reasons: readonly Sentence[],
): WeatherPoint['state'] {
  const isEmpty = days.every(({ model }) => model === null) && !hourly?.some(({ model }) => model !== null)
  if (days.length === 0 || isEmpty) return 'missing'
  return reasons.length > 0 ? 'partial' : 'ok'
}
