// Observed and forecast snow, as every layer sees them.

import type { LonLat } from '../../geo/lon-lat.ts'
import type { Attribution } from '../../releases/attribution.ts'
import type { Asking, WeatherSource } from '../weather-source.ts'

/** The live snow raster, from its manifest. */
export interface SnowInfo {
  id: string
  product: 'gfsc' | 'fsc' | 'mod10a1' | 'cgf' | 'fraction'
  /** ISO; first and last time at which any of it can have been seen; null: unknown */
  observedFrom: string | null
  observedTo: string | null
  /** ISO */
  promotedAt: string
  attribution: Attribution
  bytes: number
  sha256: string
}

/**
 * The raster at one point: the stored number (null: declared as no data) and when it was seen; null outside the raster.
 */
export type SnowSample = { value: number | null; observedAtMs: number | null } | null

/** Observed snow. `observe` throws ServiceError `snow_unavailable` if a raster is published but cannot be read. */
export interface SnowService {
  /** null while no raster is published */
  findLive(): Promise<SnowInfo | null>
  /** One sample per `[lon, lat]` point, all from one raster; null while none is published. */
  observe(points: readonly LonLat[]): Promise<{ info: SnowInfo; samples: SnowSample[] } | null>
}

export interface SnowForecastPoint {
  /** the model of the values; null if no model has any */
  model: string | null
  snowDepthM: number | null
  newSnowCm: number | null
  freezingLevelM: number | null
}

/**
 * Forecast snow from a weather provider. One answer per requested time, each with one entry per point; `newSnowCm` is
 * the snowfall of the 24 hours before it. A value that no model has is null. Throws ServiceError `forecast_unavailable`
 * or `forecast_failed` if the provider gives nothing.
 */
export interface SnowForecastSource {
  forecastSnow(
    points: readonly { lon: number; lat: number; elevationM: number | null }[],
    validAtMs: readonly number[],
    asking: Asking,
  ): Promise<{
    attribution: Attribution
    moments: SnowForecastPoint[][]
    /** how far points are from the place whose values they have; absent: near enough */
    apartM?: number
  }>
  /** the same from other series; absent: it requests none */
  over?(weather: WeatherSource): SnowForecastSource
}
