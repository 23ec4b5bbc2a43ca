// The addresses asked of Open-Meteo. Only what is needed is requested: the provider counts variables times models times
// places.

import type { LonLat } from '../geo/lon-lat.ts'
import { FREEZING_CORES, SNOW_CORES, WEATHER_CORES } from './build-series.ts'
import type { HourColumn } from './point-series.ts'
import { PRESSURE_COLUMNS, PROBABILITY_COLUMN, PROVIDER_COLUMNS } from './read-answer.ts'
import type { WeatherModel } from './weather-models.ts'
import type { SeriesKind } from './weather-source.ts'

const MAX_DAYS = 16
const WEATHER_COLUMNS: readonly HourColumn[] = ['tempC', 'precipMm', 'windKmh', 'gustKmh', 'windDirDeg', 'weatherCode']
/** The variables requested, and those a model must have to get an hour. */
export const KINDS: Record<SeriesKind, { columns: readonly HourColumn[]; cores: readonly (readonly HourColumn[])[] }> =
  {
    weather: { columns: WEATHER_COLUMNS, cores: WEATHER_CORES },
    freezing: { columns: [...WEATHER_COLUMNS, 'freezingLevelM'], cores: FREEZING_CORES },
    snow: { columns: ['snowDepthM', 'newSnowCm', 'freezingLevelM'], cores: SNOW_CORES },
  }

/** What is wanted of a forecast server. */
export interface ForecastRequest {
  /** of the server, without a trailing slash */
  server: string
  /** null: none */
  apiKey: string | null
  places: readonly LonLat[]
  days: number
  models: readonly WeatherModel[]
}

export function forecastUrl(request: ForecastRequest, kind: SeriesKind): string {
  const columns = KINDS[kind].columns.map((column) => PROVIDER_COLUMNS[column])
  if (kind !== 'snow') columns.push(PROBABILITY_COLUMN, ...PRESSURE_COLUMNS)
  return urlOf(request, '/v1/forecast', columns)
}

export function ensembleUrl(request: ForecastRequest): string {
  return urlOf(request, '/v1/ensemble', [PROVIDER_COLUMNS.precipMm])
}

/**
 * One day before: for today in a place west of Greenwich, and snow of the last 24 hours. One after: for the end of a
 * day of 25 hours.
 */
function urlOf(
  { server, apiKey, places, days, models }: ForecastRequest,
  path: string,
  columns: readonly string[],
): string {
  const list = (values: readonly (string | number)[]) => values.join(',')
  const query = [
    `latitude=${list(places.map(([, lat]) => lat))}`,
    `longitude=${list(places.map(([lon]) => lon))}`,
    `elevation=${list(places.map(() => 'nan'))}`,
    `hourly=${list(columns)}`,
    `models=${list(models.map(({ id }) => encodeURIComponent(id)))}`,
    'timezone=auto',
    'timeformat=unixtime',
    'past_days=1',
    `forecast_days=${Math.min(MAX_DAYS, days + 1)}`,
  ]
  if (apiKey !== null) query.push(`apikey=${encodeURIComponent(apiKey)}`)
  return `${server}${path}?${query.join('&')}`
}
