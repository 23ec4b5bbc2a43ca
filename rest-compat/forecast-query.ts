// The query of GET /api/weather/forecast: `p` with its points, `d`, `h`, `fl`. Errors use these letters, so everything
// is checked here: the operation's own field names would mean nothing to a REST client.

import { LEAST_FORECAST_M, MAX_FORECAST_DAYS, MAX_FORECAST_POINTS, MOST_FORECAST_M } from '../resolvers/weather.ts'
import { ServiceError } from '../src/errors.ts'
import { decimalOf } from '../src/wire/numbers.ts'
import type { Query } from '../src/server/read-query.ts'

/** Throws ServiceError `invalid_input`. */
export function readForecastQuery(query: Query): {
  points: { lon: number; lat: number; elevationM?: number }[]
  days: number | undefined
  hourly: true | undefined
  freezingLevel: true | undefined
} {
  const text = query.text('p')
  if (text === undefined || text.trim() === '')
    throw refused('p', `is missing: expected 1 to ${MAX_FORECAST_POINTS} points lat,lon[,elevation_m] separated by ;`)
  const parts = text.split(';', MAX_FORECAST_POINTS + 2)
  if (parts.length > MAX_FORECAST_POINTS) throw refused('p', `holds more than ${MAX_FORECAST_POINTS} points`)
  const days = query.number('d')
  if (days !== undefined && !(Number.isInteger(days) && (days as number) >= 1 && (days as number) <= MAX_FORECAST_DAYS))
    throw refused('d', `must be a whole number from 1 to ${MAX_FORECAST_DAYS}`)
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
  const at = `p[${index}]`
  if (numbers.length < 2 || numbers.length > 3 || numbers.some(Number.isNaN))
    throw refused(at, 'must be lat,lon or lat,lon,elevation_m')
  if (Math.abs(lat) > 90) throw refused(at, 'has a latitude outside -90 to 90')
  if (Math.abs(lon) > 180) throw refused(at, 'has a longitude outside -180 to 180')
  if (elevationM !== undefined && !(elevationM >= LEAST_FORECAST_M && elevationM <= MOST_FORECAST_M))
    throw refused(at, `has an elevation outside ${LEAST_FORECAST_M} to ${MOST_FORECAST_M} m`)
  return { lon, lat, ...(elevationM === undefined ? {} : { elevationM }) }
}

function refused(name: string, what: string): ServiceError {
  return new ServiceError('invalid_input', `\`${name}\` ${what}.`, { inputPath: name })
}
