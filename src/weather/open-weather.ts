// The weather of a running server, from its configuration: Open-Meteo (public, with a key, or your own) for the real
// world and made-up samples for a made-up region. Connects only at the first request.

import type { ReleaseService } from '../releases/release-info.ts'
import { timeZoneAt } from '../geo/time-zone-at.ts'
import { ServiceError } from '../errors.ts'
import type { LonLat } from '../geo/lon-lat.ts'
import { tenths } from '../wire/numbers.ts'
import { DAY_MS, HOUR_MS } from '../durations.ts'
import { say } from '../language/sentence.ts'
import { ForecastSource } from './forecast-source.ts'
import { ENSEMBLE_MODELS, FORECAST_MODELS, namedModels } from './weather-models.ts'
import {
  type WeatherSource,
  type SeriesAnswer,
  type SeriesPoint,
  type WeatherProvider,
  roundPlace,
} from './weather-source.ts'
import { buildSeries, seriesInTurns, SNOW_CORES, WEATHER_CORES } from './build-series.ts'
import type { HourColumn } from './point-series.ts'

const PUBLIC_URL = 'https://api.open-meteo.com'
const PUBLIC_ENSEMBLE_URL = 'https://ensemble-api.open-meteo.com'
const CUSTOMER_URL = 'https://customer-api.open-meteo.com'
const CUSTOMER_ENSEMBLE_URL = 'https://customer-ensemble-api.open-meteo.com'

export interface WeatherConfig {
  weatherUrl: string
  weatherEnsembleUrl: string
  weatherApiKey: string
  weatherModels: readonly string[]
  weatherEnsembleModels: readonly string[]
}

export function openWeather(
  config: WeatherConfig,
  releases: Pick<ReleaseService, 'findLive'>,
  nowMs: () => number,
): WeatherSource {
  return chooseSource(releases, config.weatherUrl === 'off' ? null : realSource(config, nowMs), nowMs)
}

function realSource(
  { weatherUrl, weatherEnsembleUrl, weatherApiKey, weatherModels, weatherEnsembleModels }: WeatherConfig,
  nowMs: () => number,
): ForecastSource {
  const isPublic = weatherUrl === PUBLIC_URL
  const hasKey = weatherApiKey !== ''
  // a key is for the provider's servers for customers
  const url = isPublic && hasKey ? CUSTOMER_URL : weatherUrl
  const ensembleUrl =
    weatherEnsembleUrl === 'off'
      ? null
      : weatherEnsembleUrl !== ''
        ? weatherEnsembleUrl
        : isPublic
          ? hasKey
            ? CUSTOMER_ENSEMBLE_URL
            : PUBLIC_ENSEMBLE_URL
          : weatherUrl
  return new ForecastSource({
    nowMs,
    url,
    ensembleUrl,
    apiKey: hasKey ? weatherApiKey : null,
    ...(weatherModels.length > 0 ? { models: namedModels(weatherModels, FORECAST_MODELS) } : {}),
    ...(weatherEnsembleModels.length > 0
      ? { ensembleModels: namedModels(weatherEnsembleModels, ENSEMBLE_MODELS) }
      : {}),
  })
}

export const SAMPLE: WeatherProvider = {
  id: 'sample',
  attribution: say('source.weather_sample'),
  licence: 'CC0-1.0',
  synthetic: true,
}
const SAMPLE_MODEL = 'sample-synthetic'
const RUN_MS = 6 * HOUR_MS
/** The cells of the made-up model are flat at this height. */
const CELL_HEIGHT_M = 500

/**
 * Made-up weather for the made-up demo region, so that everything can be tried offline: temperature, wind, cloud and
 * rain vary smoothly, depend only on place and hour, and are the same after every start. Its provider id, model and
 * attribution say that it is synthetic. Answers only inside the box of a live synthetic release; elsewhere the real
 * provider is used. Sample weather if the live region is made up, the real provider (null: none) for everything else.
 */
export function chooseSource(
  releases: Pick<ReleaseService, 'findLive'>,
  real: WeatherSource | null,
  nowMs: () => number,
): WeatherSource {
  return {
    getSeries: async (places, days, asking, kind = 'weather') => {
      const live = releases.findLive()
      if (live?.synthetic && places.every(([lon, lat]) => isInside(lon, lat, live.bbox)))
        return await sampleAnswer(places, days, nowMs(), kind === 'snow')
      if (real === null) throw new ServiceError(say('error.forecast_unavailable.none'))
      return real.getSeries(places, days, asking, kind)
    },
  }
}

/** Rounding may move a place over the edge by half a hundredth of a degree. */
function isInside(
  lon: number,
  lat: number,
  [minLon, minLat, maxLon, maxLat]: readonly [number, number, number, number],
): boolean {
  return lon >= minLon - 0.005 && lon <= maxLon + 0.005 && lat >= minLat - 0.005 && lat <= maxLat + 0.005
}

async function sampleAnswer(
  places: readonly LonLat[],
  days: number,
  nowMs: number,
  isSnow: boolean,
): Promise<SeriesAnswer> {
  const issuedAtMs = Math.floor(nowMs / RUN_MS) * RUN_MS
  const points = await seriesInTurns(
    places,
    (place): SeriesPoint => ({
      series: sampleSeries(roundPlace(place), days, nowMs, isSnow),
      missing: null,
      notes: [],
      fetchedAtMs: nowMs,
      freshUntilMs: issuedAtMs + RUN_MS,
    }),
  )
  return { provider: SAMPLE, points, runs: new Map([[SAMPLE_MODEL, issuedAtMs]]) }
}

function sampleSeries([lon, lat]: LonLat, days: number, nowMs: number, isSnow: boolean) {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS - DAY_MS
  const hourCount = 24 * (days + 2)
  const columns: Partial<Record<HourColumn, number[]>> = {
    tempC: [],
    precipMm: [],
    windKmh: [],
    gustKmh: [],
    windDirDeg: [],
    weatherCode: [],
    freezingLevelM: [],
    snowDepthM: [],
    newSnowCm: [],
  }
  const pct = new Float64Array(hourCount)
  const spread = lon * 3.1 + lat * 5.3
  for (let hour = 0; hour < hourCount; hour++) {
    const at = startMs / HOUR_MS + hour
    // a front about every four days, plus the daily cycle
    const front = Math.sin((at / 97) * 2 * Math.PI + spread) + 0.5 * Math.sin((at / 41) * 2 * Math.PI + 2 * spread)
    const daily = Math.sin((((at % 24) - 9) / 24) * 2 * Math.PI)
    const season = Math.sin(((((at / 24) % 365.25) - 105) / 365.25) * 2 * Math.PI) * (lat < 0 ? -1 : 1)
    const tempC = 9 + 8 * season + 4 * daily - 3 * front
    const precipMm = Math.max(0, front - 0.8) * 2
    const windKmh = 8 + 7 * Math.abs(front) + 3 * Math.max(0, daily)
    const freezingLevelM = Math.max(0, CELL_HEIGHT_M + tempC / 0.0065)
    columns.tempC!.push(tenths(tempC))
    columns.precipMm!.push(tenths(precipMm))
    columns.windKmh!.push(tenths(windKmh))
    columns.gustKmh!.push(tenths(windKmh * 1.6))
    columns.windDirDeg!.push(Math.round((((230 + 60 * front) % 360) + 360) % 360))
    columns.weatherCode!.push(
      precipMm > 0.05 ? (tempC < 0.5 ? 73 : precipMm > 0.8 ? 63 : 61) : front > 0.4 ? 3 : front > -0.3 ? 2 : 0,
    )
    columns.freezingLevelM!.push(Math.round(freezingLevelM))
    columns.snowDepthM!.push(0)
    columns.newSnowCm!.push(tempC < 0.5 ? tenths(precipMm * 0.7) : 0)
    pct[hour] = Math.round(100 / (1 + Math.exp(-4 * (front - 0.8))))
  }
  return buildSeries(
    {
      lon,
      lat,
      timezone: timeZoneAt(lon, lat),
      startMs,
      hourCount,
      models: [{ id: SAMPLE_MODEL, cellHeightM: CELL_HEIGHT_M, columns }],
      probabilities: isSnow ? [] : [{ id: SAMPLE_MODEL, pct }],
    },
    isSnow ? SNOW_CORES : WEATHER_CORES,
  )
}
