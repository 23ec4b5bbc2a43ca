// The query of GET /api/weather/forecast: `p` with its points, `d`, `h`, `fl`. Errors use these letters, so everything
// is checked here: the operation's own field names would mean nothing to a REST client.

import { say } from '../src/language/sentence.ts'
import { LEAST_FORECAST_M, MAX_FORECAST_DAYS, MAX_FORECAST_POINTS, MOST_FORECAST_M } from '../resolvers/weather.ts'
import { type RefusalSentence, ServiceError } from '../src/errors.ts'
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
