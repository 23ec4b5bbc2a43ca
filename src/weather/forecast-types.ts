// The answer `weather-forecast/1` and its request. Missing values are null.

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
  reasons: string[]
  days: WeatherDay[]
  hourly?: WeatherHour[] | undefined
}

export interface ForecastModel {
  id: string
  issuedAt: string | null
}

export interface WeatherForecast {
  schema: 'weather-forecast/1'
  provider: { id: string; attribution: string; licence: string; model?: string | undefined }
  synthetic: boolean
  fetchedAt: string
  issuedAt: string | null
  issuedAtReason: string | null
  freshUntil: string
  requestedDays: number
  correction: string
  /** which hour the sums of an hour and of a day cover */
  hourRule: string
  models: ForecastModel[]
  points: WeatherPoint[]
}

export interface ForecastWish {
  days: number
  hourly: boolean
  freezingLevel: boolean
}
