// The forecast for points: sections 4.5 and 2.5, decision `layouts`.

import { answers, fields, invalid, law, refuses, schemaIs } from '../checks.ts'
import type { Known } from '../known.ts'
import { type Ask, get, type Operation } from '../operation.ts'
import { integer, list, number, object, orNull, type Shape, stated, text, within, words } from '../shapes.ts'

const HEIGHT_M = 1234

function ask(known: Known, more: Record<string, string | number> = {}, count = 2): Ask {
  const [lon, lat] = known.ends[0]
  const points = Array.from({ length: count }, (_, index) => `${lat},${lon}${index === 1 ? `,${HEIGHT_M}` : ''}`)
  return get('/api/weather/forecast', { p: points.join(';'), ...more }, 'site')
}

const DAY = object({
  date: text,
  'model?': orNull(text),
  'weather_code?': orNull(integer),
  temp_max_c: orNull(number),
  temp_min_c: orNull(number),
  precip_mm: orNull(within(0, Infinity)),
  'precip_probability_max_pct?': orNull(within(0, 100)),
  'wind_max_kmh?': orNull(within(0, Infinity)),
  'gust_max_kmh?': orNull(within(0, Infinity)),
})

export const HOUR = object({
  time: text,
  model: orNull(text),
  'temp_c?': orNull(number),
  'precip_mm?': orNull(within(0, Infinity)),
  'precip_probability_pct?': orNull(within(0, 100)),
  'wind_kmh?': orNull(within(0, Infinity)),
  'gust_kmh?': orNull(within(0, Infinity)),
  'wind_dir_deg?': orNull(within(0, 360)),
  'weather_code?': orNull(integer),
  'probability_model?': orNull(text),
})

const forecast = (more: Record<string, Shape>) =>
  fields(
    '2.5',
    object({
      schema: schemaIs('weather-forecast/1'),
      provider: object({ attribution: text, licence: text, 'id?': text, 'model?': text }),
      fetched_at: text,
      issued_at: orNull(text),
      'issued_at_reason?': orNull(text),
      fresh_until: text,
      requested_days: within(1, 16, integer),
      points: list(
        object({
          id: text,
          lat: number,
          lon: number,
          elevation_m: orNull(number),
          elevation_source: words('request', 'terrain', 'provider_grid', 'unknown'),
          'timezone?': text,
          state: words('ok', 'partial', 'missing'),
          reasons: list(text),
          days: list(DAY),
          ...more,
        }),
        1,
        12,
      ),
    }),
  )
const HOURLY = { hourly: list(HOUR) }
const WITH_FREEZING_LEVEL = {
  hourly: list({ ...HOUR, members: { ...HOUR.members, freezing_level_m: stated('layouts', orNull(number)) } }),
}

export const weather: Operation = {
  id: 'weather',
  section: '4.5',
  host: 'site',
  method: 'GET',
  path: '/api/weather/forecast',
  errors: 'Error',
  takesKey: false,
  metered: true,
  leans: true,
  sound: (known) => ask(known, { d: 1 }, 1),
  cases: [
    answers('of two points for two days', (known) => ask(known, { d: 2 }), [
      forecast({}),
      law('4.5', 'the days that were asked for', ({ requested_days }) =>
        requested_days === 2 ? null : `requested_days is ${requested_days}`,
      ),
      law('3', 'a point that is ok has each day', ({ points }) =>
        points.every(({ state, days }: any) => state !== 'ok' || days.length === 2) ? null : 'days are missing',
      ),
      law('4.5', 'coordinates are echoed with 2 decimals', ({ points }, { known }) => {
        const [lon, lat] = known.ends[0]
        return points.every((one: any) => Math.abs(one.lon - lon) <= 0.00501 && Math.abs(one.lat - lat) <= 0.00501) &&
          points.every((one: any) =>
            [one.lon, one.lat].every((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
          )
          ? null
          : `they are ${points[0].lat},${points[0].lon}`
      }),
      law('layouts', 'points are p0, p1 in the order asked', ({ points }) =>
        points.map(({ id }: any) => id).join() === 'p0,p1' ? null : points.map(({ id }: any) => id).join(),
      ),
      law('2.5', 'a height that is sent is used and named', ({ points: [, second] }) =>
        second.elevation_m === HEIGHT_M && second.elevation_source === 'request'
          ? null
          : `${second.elevation_m} from ${second.elevation_source}`,
      ),
      law('2.5', 'hours are there only with h=1', ({ points }) =>
        points.some((one: any) => 'hourly' in one) ? 'hourly is there' : null,
      ),
      law('2.5', 'no model run is told with its reason', ({ issued_at, issued_at_reason }) =>
        issued_at !== null || typeof issued_at_reason === 'string' ? null : 'issued_at_reason is missing',
      ),
    ]),
    answers('by the hour, with the freezing level', (known) => ask(known, { d: 1, h: 1, fl: 1 }, 1), [
      forecast(WITH_FREEZING_LEVEL),
      law('4.5', 'the hours of the days that were asked for', ({ points: [{ hourly }] }) =>
        hourly.length >= 22 && hourly.length <= 26 ? null : `${hourly.length} hours for a day`,
      ),
    ]),
    answers('by the hour', (known) => ask(known, { d: 1, h: 1 }, 1), [forecast(HOURLY)]),
    answers('the freezing level alone', (known) => ask(known, { d: 1, fl: 1 }, 1), [
      fields(
        'layouts',
        object({
          points: list(
            object({ hourly: list(object({ time: text, model: orNull(text), freezing_level_m: orNull(number) })) }),
          ),
        }),
      ),
      law('layouts', 'hours hold nothing else', ({ points: [{ hourly }] }) => {
        const names = new Set(hourly.flatMap((hour: object) => Object.keys(hour)))
        return [...names].sort().join() === 'freezing_level_m,model,time' ? null : [...names].join()
      }),
    ]),
    answers('for 16 days', (known) => ask(known, { d: 16 }, 1), [forecast({})]),
    answers('of 12 points', (known) => ask(known, { d: 1 }, 12), [
      forecast({}),
      law('layouts', 'duplicates are kept', ({ points }) => (points.length === 12 ? null : `${points.length} points`)),
    ]),
    refuses('4.5', '13 points', (known) => ask(known, { d: 1 }, 13), invalid('p')),
    refuses('4.5', 'no points', () => get('/api/weather/forecast', {}, 'site'), invalid('p')),
    refuses('4.5', '0 days', (known) => ask(known, { d: 0 }, 1), invalid('d')),
    refuses('4.5', '17 days', (known) => ask(known, { d: 17 }, 1), invalid('d')),
    refuses('4.5', 'h other than 1', (known) => ask(known, { h: 2 }, 1), invalid('h')),
    refuses('4.5', 'fl other than 1', (known) => ask(known, { fl: 2 }, 1), invalid('fl')),
  ],
}
