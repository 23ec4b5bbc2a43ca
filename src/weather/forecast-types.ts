// The answer `weather-forecast/1` and its request. Missing values are null.

import type { Sentence } from '../language/sentence.ts'

export type ForecastElevationSource = 'request' | 'terrain' | 'provider_grid' | 'unknown'

export interface ForecastPlace {
  lon: number
  lat: number
  /** null: known neither to the caller nor from the terrain */
  elevationM: number | null
  elevationSource: 'request' | 'terrain' | null
}

export interface WeatherDay {
  date: string
  model: string | null
  weatherCode: number | null
  tempMaxC: number | null
  tempMinC: number | null
  precipMm: number | null
  precipProbabilityMaxPct: number | null
  windMaxKmh: number | null
  gustMaxKmh: number | null
}

/** The whole hour, or, if only the freezing level was requested, that with time and model. */
export interface WeatherHour {
  time: string
  model: string | null
  tempC?: number | null
  precipMm?: number | null
  precipProbabilityPct?: number | null
  windKmh?: number | null
  gustKmh?: number | null
  windDirDeg?: number | null
  weatherCode?: number | null
  probabilityModel?: string | null
  freezingLevelM?: number | null
}

export interface WeatherPoint {
  id: string
  lat: number
  lon: number
  elevationM: number | null
  elevationSource: ForecastElevationSource
  timezone?: string | undefined
  state: 'ok' | 'partial' | 'missing'
  reasons: Sentence[]
  days: WeatherDay[]
  hourly?: WeatherHour[] | undefined
}

export interface ForecastModel {
  id: string
  issuedAt: string | null
}

export interface WeatherForecast {
  schema: 'weather-forecast/1'
  provider: { id: string; attribution: Sentence; licence: string; model?: string | undefined }
  synthetic: boolean
  fetchedAt: string
  issuedAt: string | null
  issuedAtReason: Sentence | null
  freshUntil: string
  requestedDays: number
  correction: Sentence
  /** which hour the sums of an hour and of a day cover */
  hourRule: Sentence
  models: ForecastModel[]
  points: WeatherPoint[]
}

export interface ForecastOptions {
  days: number
  hourly: boolean
  freezingLevel: boolean
}

/** Lapse rate of the atmosphere, kelvin per metre; also for correcting temperatures to a height (6.5 K/km). */
export const LAPSE_K_PER_M = 0.0065
const EXPONENT = 5.257
const MAX_HOURS = 48

/**
 * The height of a model's cell, from its own pressures. A provider gives one height per place, that of the first model;
 * those of the others only follow from the pressure at the ground and at sea level. Inverts the barometric formula that
 * derives one from the other (lapse 6.5 K/km): exact to about a metre, as the median over the hours. Pure. Metres; null
 * if a pressure is missing or the two are equal (a model without its own ground).
 */
export function cellHeightM(
  tempC: ArrayLike<unknown>,
  seaLevelHpa: ArrayLike<unknown> | undefined,
  groundHpa: ArrayLike<unknown> | undefined,
): number | null {
  if (seaLevelHpa === undefined || groundHpa === undefined) return null
  const heights: number[] = []
  for (let hour = 0; hour < tempC.length && heights.length < MAX_HOURS; hour++) {
    const temp = tempC[hour]
    const sea = seaLevelHpa[hour]
    const ground = groundHpa[hour]
    if (
      typeof temp !== 'number' ||
      typeof sea !== 'number' ||
      typeof ground !== 'number' ||
      !(sea > 800 && sea < 1100 && ground > 300 && ground < 1100)
    )
      continue
    const x = 1 - (ground / sea) ** (1 / EXPONENT)
    heights.push((x * (temp + 273.15)) / (LAPSE_K_PER_M * (1 - x)))
  }
  if (heights.length === 0) return null
  heights.sort((a, b) => a - b)
  const median = heights[heights.length >> 1]
  return Math.abs(median) < 0.5 || median < -500 || median > 9000 ? null : Math.round(median)
}
