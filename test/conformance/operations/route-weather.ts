// The forecast at the hour of arrival along a line: sections 4.8 and 2.8, decisions `keys-and-credits`, `errors`,
// `layouts`.

import { answers, costs, fields, invalid, law, refused, refuses, schemaIs, takes } from '../checks.ts'
import type { Known } from '../known.ts'
import { lineString } from '../lines.ts'
import { type Ask, type Operation, post } from '../operation.ts'
import { integer, list, metres, number, object, orNull, stated, text, within, words } from '../shapes.ts'
import { lineCases } from './line-input.ts'
import * as facts from './route-facts.ts'
import { HOUR } from './weather.ts'

const PATH = '/v1/route-weather'
const HOUR_MS = 3_600_000
const at = (known: Known, hours: number): string => new Date(known.nowMs + hours * HOUR_MS).toISOString()
const ask = (known: Known, more: object = {}): Ask =>
  post(PATH, { geometry: lineString(known.line), departure: at(known, 2), ...more })

const SPAN = orNull(object({ min: number, max: number }))
const ANSWER = fields(
  '2.8',
  object({
    schema: schemaIs('route-weather/1'),
    engine: facts.ENGINE,
    departure: object({ given: text, utc: text }),
    'profile?': words('hike', 'run', 'bike'),
    'pace?': stated(
      'layouts',
      object({
        kind: words('service-hike/2', 'min_per_km', 'kmh'),
        value: orNull(number),
        pace_factor: orNull(number),
      }),
    ),
    forecast: object({
      provider: object({ attribution: text, 'licence?': text }),
      schema: text,
      issued_at: orNull(text),
    }),
    samples: list(
      object({
        at_m: metres,
        kind: words('start', 'end', 'high', 'low', 'along'),
        minutes: within(0, Infinity),
        arrival_utc: text,
        weather: orNull({ ...object({ model: HOUR.members!.model }), section: '4.8' }),
        missing: orNull(text),
        'arrival_local?': text,
        'forecast_elevation_m?': orNull(number),
      }),
      2,
    ),
    sections: list(
      stated(
        'layouts',
        object({
          from_m: metres,
          to_m: metres,
          from_utc: text,
          to_utc: text,
          temp_c: SPAN,
          precip_mm: SPAN,
          precip_probability_pct: SPAN,
          wind_kmh: SPAN,
          gust_kmh: SPAN,
          weather_codes: list(integer),
          missing_share: within(0, 1),
        }),
      ),
    ),
    ...facts.UNKNOWN_FIELDS,
  }),
)

export const routeWeather: Operation = {
  id: 'route-weather',
  section: '4.8',
  host: 'api',
  method: 'POST',
  path: PATH,
  errors: 'ProductError',
  takesKey: true,
  metered: true,
  leans: true,
  sound: (known) => ask(known),
  cases: [
    answers('of a hike', (known) => ask(known), [
      ANSWER,
      law('4.8', 'samples go from the start to the end', ({ samples }) => {
        const [first, last] = [samples[0], samples.at(-1)]
        return first.kind === 'start' && first.at_m === 0 && last.kind === 'end'
          ? null
          : `${first.kind} to ${last.kind}`
      }),
      law('4.8', 'samples are at most 2 km apart, in order of place and time', ({ samples }) => {
        for (let index = 1; index < samples.length; index++) {
          const [one, next] = [samples[index - 1], samples[index]]
          if (next.at_m < one.at_m || next.minutes < one.minutes) return `samples[${index}] is before the one before it`
          if (next.at_m - one.at_m > 2001) return `${next.at_m - one.at_m} m lie before samples[${index}]`
        }
        return null
      }),
      law('4.8', 'weather that is missing has a reason, and only that', ({ samples }) =>
        samples.every(({ weather, missing }: any) => (weather === null) === (missing !== null)) ? null : 'it does not',
      ),
      law('2.8', 'arrivals follow from departure and minutes', ({ samples, departure }) =>
        samples.every(({ arrival_utc, minutes }: any) =>
          facts.isNear(Date.parse(arrival_utc), Date.parse(departure.utc) + minutes * 60_000, 61_000),
        )
          ? null
          : `${samples.at(-1).arrival_utc} after ${samples.at(-1).minutes} minutes from ${departure.utc}`,
      ),
      law('2.8', 'the departure is the one that was sent', ({ departure }, { known }) =>
        Date.parse(departure.utc) === Date.parse(at(known, 2)) && departure.given === at(known, 2)
          ? null
          : `${departure.given}, ${departure.utc}`,
      ),
      law('layouts', 'sections join up', ({ sections }) =>
        sections.every(({ from_m }: any, index: number) => index === 0 || from_m === sections[index - 1].to_m)
          ? null
          : 'they do not',
      ),
      costs('keys-and-credits', 5),
    ]),
    answers('of a ride', (known) => ask(known, { profile: 'bike', kmh: 15 }), [
      ANSWER,
      law('layouts', 'the pace is the one that was sent', ({ pace }) =>
        pace?.kind === 'kmh' && pace.value === 15 ? null : JSON.stringify(pace),
      ),
    ]),
    answers('with a stop', (known) => ask(known, { stops: [{ at_km: 0, minutes: 30 }], freezing_level: true }), [
      ANSWER,
      law('2.8', 'the stop is spent before the end', ({ samples }, { known }) => {
        const without = (known.earlier('route-weather: of a hike').json as any).samples.at(-1).minutes
        return facts.isNear(samples.at(-1).minutes, without + 30, 1)
          ? null
          : `${samples.at(-1).minutes}, ${without} without`
      }),
    ]),
    refuses('4.8', 'a run without a pace', (known) => ask(known, { profile: 'run' }), refused(422, 'pace_required')),
    refuses('4.8', 'a ride without a pace', (known) => ask(known, { profile: 'bike' }), refused(422, 'pace_required')),
    refuses('layouts', 'two paces', (known) => ask(known, { profile: 'run', kmh: 10, min_per_km: 6 }), refused(400)),
    refuses('2.8', 'pace_factor 0.49', (known) => ask(known, { pace_factor: 0.49 }), invalid('pace_factor')),
    refuses('2.8', 'pace_factor 2.01', (known) => ask(known, { pace_factor: 2.01 }), invalid('pace_factor')),
    takes('2.8', 'pace_factor 0.5', (known) => ask(known, { pace_factor: 0.5 })),
    refuses('2.8', 'min_per_km 61', (known) => ask(known, { profile: 'run', min_per_km: 61 }), invalid('min_per_km')),
    refuses('layouts', 'kmh 61', (known) => ask(known, { profile: 'bike', kmh: 61 }), invalid('kmh')),
    refuses(
      '2.8',
      'a departure without its offset',
      (known) => ask(known, { departure: at(known, 2).slice(0, -1) }),
      invalid('departure'),
    ),
    refuses('2.8', 'no departure', (known) => post(PATH, { geometry: lineString(known.line) }), invalid('departure')),
    takes('4.8', 'a departure five hours ago', (known) => ask(known, { departure: at(known, -5) }), [
      'departure_out_of_range',
    ]),
    refuses(
      '4.8',
      'a departure seven hours ago',
      (known) => ask(known, { departure: at(known, -7) }),
      refused(422, 'departure_out_of_range'),
    ),
    refuses(
      '4.8',
      'a departure in 17 days',
      (known) => ask(known, { departure: at(known, 17 * 24) }),
      refused(422, 'departure_out_of_range'),
    ),
    refuses(
      'layouts',
      '51 stops',
      (known) => ask(known, { stops: Array.from({ length: 51 }, () => ({ at_km: 0, minutes: 1 })) }),
      invalid('stops'),
    ),
    refuses('layouts', 'a stop of 1,441 minutes', (known) => ask(known, { stops: [{ at_km: 0, minutes: 1441 }] }), {
      status: 400,
      names: 'stops\\[0\\].minutes',
    }),
    ...lineCases(PATH, {
      section: '4.8',
      beside: (known) => ({ departure: at(known, 2) }),
      points: 5000,
      km: 120,
      onePart: true,
    }),
  ],
}
