// REST paths for weather, snow and the sun.

import { routeWeather } from '../../resolvers/route-weather.ts'
import { routeSnow } from '../../resolvers/snow.ts'
import { sun } from '../../resolvers/sun.ts'
import {
  forecast,
  LEAST_FORECAST_M,
  MAX_FORECAST_DAYS,
  MAX_FORECAST_POINTS,
  MOST_FORECAST_M,
} from '../../resolvers/weather.ts'
import { NO_CACHE, row } from '../operation-route.ts'
import { latLonHeights } from '../query-parameters.ts'
import { say } from '../../src/language/sentence.ts'
import { type RefusalSentence, ServiceError } from '../../src/errors.ts'
import { decimalOf } from '../../src/wire/numbers.ts'
import type { Query } from '../../src/server/read-request.ts'

/**
 * The query of GET /api/weather/forecast: `p` with its points, `d`, `h`, `fl`. Errors use these letters, so everything
 * is checked here: the operation's own field names would mean nothing to a REST client. Throws ServiceError
 * `invalid_input`.
 */
function readForecastQuery(query: Query): {
  points: { lon: number; lat: number; elevationM?: number }[]
  days: number | undefined
  hourly: true | undefined
  freezingLevel: true | undefined
} {
  const text = query.text('p')
  if (text === undefined || text.trim() === '')
    throw refused('p', say('error.invalid_input.forecast_missing', { field: 'p', max: MAX_FORECAST_POINTS }))
  const parts = text.split(';', MAX_FORECAST_POINTS + 2)
  if (parts.length > MAX_FORECAST_POINTS)
    throw refused('p', say('error.invalid_input.forecast_many', { field: 'p', max: MAX_FORECAST_POINTS }))
  const days = query.number('d')
  if (days !== undefined && !(Number.isInteger(days) && (days as number) >= 1 && (days as number) <= MAX_FORECAST_DAYS))
    throw refused('d', say('error.invalid_input.forecast_days', { field: 'd', max: MAX_FORECAST_DAYS }))
  return {
    points: parts.map(readPoint),
    days: days as number | undefined,
    hourly: query.switch('h'),
    freezingLevel: query.switch('fl'),
  }
}

function readPoint(text: string, index: number): { lon: number; lat: number; elevationM?: number } {
  const numbers = text.split(',', 4).map(decimalOf)
  const [lat, lon, elevationM] = numbers
  const field = `p[${index}]`
  if (numbers.length < 2 || numbers.length > 3 || numbers.some(Number.isNaN))
    throw refused(field, say('error.invalid_input.forecast_point', { field }))
  if (Math.abs(lat) > 90) throw refused(field, say('error.invalid_input.forecast_lat', { field }))
  if (Math.abs(lon) > 180) throw refused(field, say('error.invalid_input.forecast_lon', { field }))
  if (elevationM !== undefined && !(elevationM >= LEAST_FORECAST_M && elevationM <= MOST_FORECAST_M))
    throw refused(
      field,
      say('error.invalid_input.forecast_height', { field, min: LEAST_FORECAST_M, max: MOST_FORECAST_M }),
    )
  return { lon, lat, ...(elevationM === undefined ? {} : { elevationM }) }
}

function refused(name: string, sentence: RefusalSentence): ServiceError {
  return new ServiceError(sentence, { inputPath: name })
}

export const WEATHER_ROWS = [
  row({ host: 'api', method: 'POST', path: '/v1/route-weather', errors: 'product', operation: routeWeather }),
  row({
    host: 'api',
    method: 'GET',
    path: '/tiles/v1/snow/route-forecast',
    errors: 'error',
    operation: routeSnow,
    cacheControl: NO_CACHE,
    query: {
      points: { about: '1 to 512 pairs lat,lon in degrees, separated by the vertical bar.' },
      evidence: { about: '1 adds the route-snow-evidence/1 block.' },
      revision: {
        about: "The caller's version of the geometry, returned unchanged: 1 to 64 letters, digits or . _ : -",
      },
      segments: { about: 'Start indices of disconnected segments, comma-separated, ascending, the first 0.' },
    },
  }),
  row({
    host: 'site',
    method: 'GET',
    path: '/api/weather/forecast',
    errors: 'error',
    operation: forecast,
    cacheControl: NO_CACHE,
    read: (_, query) => readForecastQuery(query),
    query: {
      p: { field: 'points', about: '1 to 12 points lat,lon or lat,lon,elevation_m separated by ;', as: latLonHeights },
      d: { field: 'days', about: 'Forecast days.' },
      fl: { field: 'freezingLevel', about: '1 adds the hourly freezing level.' },
      h: { field: 'hourly', about: '1 adds every hour.' },
    },
  }),
  row({
    host: 'api',
    method: 'GET',
    path: '/v1/sun',
    errors: 'product',
    operation: sun,
    // the same for ever
    cacheControl: () => 'public, max-age=86400',
    query: { lat: {}, lon: {}, date: {} },
  }),
] as const
