// Which forecasts a run was given: when the oldest was fetched and issued, and until when all of them are what the
// provider has. They come from the provider's cache, which subscribers to the same places share.

import type { Services } from '../../../src/services.ts'
import type { WeatherSource } from '../../../src/weather/weather-source.ts'

/** Milliseconds; Infinity where no forecast came. */
export interface ForecastsGiven {
  fetchedAtMs: number
  freshUntilMs: number
  /** model -> when its run began; null where the provider does not say */
  runs: Map<string, number | null>
}

export interface WatchedForecasts {
  services: Services
  given: ForecastsGiven
}

/** Services that note what their provider gives. */
export function watchForecasts(services: Services): WatchedForecasts {
  const given: ForecastsGiven = { fetchedAtMs: Infinity, freshUntilMs: Infinity, runs: new Map() }
  const weather: WeatherSource = {
    async getSeries(...question) {
      const answer = await services.weather.getSeries(...question)
      for (const { series, fetchedAtMs, freshUntilMs } of answer.points) {
        if (series === null) continue
        given.fetchedAtMs = Math.min(given.fetchedAtMs, fetchedAtMs)
        given.freshUntilMs = Math.min(given.freshUntilMs, freshUntilMs)
        for (const { id } of series.models) given.runs.set(id, answer.runs.get(id) ?? null)
      }
      return answer
    },
  }
  const snowForecast = services.snowForecast?.over?.(weather) ?? services.snowForecast
  return { services: { ...services, weather, snowForecast }, given }
}

/** When the oldest run began; null if absent, or the provider does not say of one. */
export function issuedAtOf({ runs }: ForecastsGiven): number | null {
  const times = [...runs.values()]
  return times.length === 0 || times.includes(null) ? null : Math.min(...(times as number[]))
}

/** Another text for another run of any model; where a run is not known, for another fetch. */
export function forecastMark(given: ForecastsGiven): string {
  const runs = [...given.runs].sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([runs, runs.some(([, issuedAtMs]) => issuedAtMs === null) ? given.fetchedAtMs : null])
}
