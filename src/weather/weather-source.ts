// Forecasts independent of their source: cached series of places, with their origin and time. The interface that
// operations use (services.weather) and the two sources behind it share these shapes. Interfaces only.

import type { LonLat } from '../geo/lon-lat.ts'
import type { JobOptions } from '../job-options.ts'
import type { Sentence } from '../language/sentence.ts'
import type { PointSeries } from './point-series.ts'
import { roundTo } from '../wire/numbers.ts'

export interface WeatherProvider {
  /** `open-meteo`, or `sample` for made-up values of the demo region */
  id: string
  attribution: Sentence
  licence: string
  synthetic: boolean
}

export interface SeriesPoint {
  /** null: absent; `missing` says why */
  series: PointSeries | null
  missing: Sentence | null
  /** problems */
  notes: Sentence[]
  fetchedAtMs: number
  freshUntilMs: number
}

export interface SeriesAnswer {
  provider: WeatherProvider
  /** one per place, in the requested order */
  points: SeriesPoint[]
  /** model -> start of its run; null if the provider does not say */
  runs: ReadonlyMap<string, number | null>
}

/**
 * The values an hour must have to belong to a model (build-series.ts); `freezing` is the weather plus the freezing
 * level.
 */
export type SeriesKind = 'weather' | 'freezing' | 'snow'

/** Who asks, and until when. */
export type Asking = Pick<JobOptions, 'signal' | 'caller'>

export interface WeatherSource {
  /**
   * Forecasts for `[lon, lat]` places over today (of the place) and the `days - 1` after it. Throws ServiceError
   * `forecast_unavailable` or `forecast_failed` if no place has one.
   */
  getSeries(places: readonly LonLat[], days: number, asking: Asking, kind?: SeriesKind): Promise<SeriesAnswer>
}

/** Places are rounded to 2 decimals; near ones share a forecast. */
export function roundPlace([lon, lat]: LonLat): LonLat {
  return [roundTo(lon, 100) + 0, roundTo(lat, 100) + 0]
}
