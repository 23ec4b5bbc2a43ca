// The weather of a running server, from its configuration: Open-Meteo (public, with a key, or your own) for the real
// world and made-up samples for a made-up region. Connects only at the first request.

import type { ReleaseService } from '../releases/release-info.ts'
import { ForecastSource } from './forecast-source.ts'
import { chooseSource } from './sample-source.ts'
import { ENSEMBLE_MODELS, FORECAST_MODELS, namedModels } from './weather-models.ts'
import type { WeatherSource } from './weather-source.ts'

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
