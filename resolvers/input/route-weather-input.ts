// What a request for weather along a line takes: moments, pace and stops, with their bounds.

import { zodMessage } from '../pipeline/zod-message.ts'
import { say } from '../../src/language/sentence.ts'
import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../src/durations.ts'
import { ServiceError } from '../../src/errors.ts'
import type { Profile } from '../../src/travel/settings.ts'
import { type Limits, MB } from '../pipeline/operation.ts'
import { type OrNull, fields, flag, listOf, numberFrom, walkerField } from './input-fields.ts'
import { atMostOne, ONE_LINE } from './json-schema.ts'
import { lineFields } from './line-input.ts'
import { profileField } from './setting-fields.ts'
import { toKilometres, toMinutes } from './units.ts'

const MAX_AGO_MS = 6 * HOUR_MS
const MAX_AHEAD_MS = 16 * DAY_MS
const MAX_DEPARTURES = 24
export const HIKE_MODEL = 'service-hike/2'
const MOMENT = zodMessage(say('expected.moment'))
export const LIMITS: Limits = { bodyBytes: MB, points: 5000, lengthKm: 120, parts: 1 }

/** Days of months included: Date.parse takes 31 June for 1 July. */
const INSTANT =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))T(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?|24:00(?::00(?:\.0{1,9})?)?)(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/
const moment = () =>
  z.string({ error: MOMENT }).regex(INSTANT, { error: MOMENT, abort: true }).refine(isDay, { error: MOMENT })
/** 29 February in leap years alone */
const isDay = (text: string) => new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))
const stop = fields({
  atKm: numberFrom(0, 120, 'kilometres').describe('Where, kilometres along the line.'),
  minutes: numberFrom(0, 1440, 'minutes').describe('How long, minutes.'),
})

export const routeWeatherInput = fields({
  departure: moment().describe('When you leave: ISO 8601 with offset, from six hours ago to 16 days ahead.'),
  departures: listOf(moment(), 1, MAX_DEPARTURES, 'moments')
    .optional()
    .describe('Further departures to scan, up to 24, at the cost of the same forecast.'),
  ...lineFields('LineString, one part'),
  profile: profileField().optional().describe('Hike has its own walking time; run and bike need a pace. Default hike.'),
  paceFactor: numberFrom(0.5, 2).optional().describe('Times the walking time of service-hike/2; hike only.'),
  walker: walkerField(),
  minPerKm: numberFrom(1, 60, 'minutes_per_kilometre')
    .optional()
    .describe('Pace in minutes per kilometre, climbs included.'),
  kmh: numberFrom(1, 60, 'kilometres_an_hour').optional().describe('Speed in km/h, climbs included.'),
  stops: listOf(stop, 0, 50, 'stops').optional().describe('Where one rests, and how long.'),
  freezingLevel: flag().optional().describe('Adds the freezing level to each sample.'),
})
  .superRefine((input, context) => {
    if ([input.paceFactor, input.walker, input.minPerKm, input.kmh].filter((pace) => pace !== undefined).length > 1)
      context.addIssue({
        code: 'custom',
        path: [],
        message: zodMessage(say('rule.pace')),
      })
  })
  .meta({ allOf: [ONE_LINE, atMostOne('paceFactor', 'walker', 'minPerKm', 'kmh')] })
export type RouteWeatherInput = z.infer<typeof routeWeatherInput>

const { shape } = routeWeatherInput
/** Your pace in one of these forms. */
export const paceForms = fields({
  speedKmh: shape.kmh.describe('Speed in km/h, climbs included, 1 to 60.'),
  minPerKm: shape.minPerKm.describe('Pace in minutes per kilometre, climbs included, 1 to 60.'),
  factor: shape.paceFactor.describe('Factor on the walking time of the model SERVICE_HIKE_2, 0.5 to 2; walking only.'),
  walker: walkerField().describe('Your own pace, as `walker` measures it; on foot only.'),
})
export const stopOnLine = fields({
  atM: numberFrom(0, 120_000, 'metres').describe('Where, metres along the line, 0 to 120,000.'),
  restS: numberFrom(0, 86_400, 'seconds').describe('How long, 0 to 86,400 seconds.'),
})
/** The same beside a line that is known, as a link of it takes them. */
export const weatherArgs = fields({
  departure: shape.departure,
  departures: shape.departures,
  mode: profileField()
    .optional()
    .describe('How it is travelled. Left out: as the course itself is; HIKE for a line that was sent.'),
  pace: paceForms
    .optional()
    .describe('Your pace. Left out: that of a typical walker. Running and cycling need one, as speed or minutes.'),
  stops: listOf(stopOnLine, 0, 50, 'stops').optional().describe('Up to 50 rests.'),
})

/**
 * As the operation takes it. `profile`: how the course is travelled. Throws ServiceError `pace_required` and
 * `setting_refused` as `readPace` does, in the words of the link.
 */
export function toRouteWeather(
  { departure, departures, mode, pace, stops }: OrNull<z.output<typeof weatherArgs>>,
  profile: Profile,
): RouteWeatherInput {
  const { speedKmh, minPerKm, factor, walker } = pace ?? {}
  const travelled = mode ?? profile
  if (travelled !== 'hike' && pace == null)
    throw new ServiceError(say('error.pace_required.graphql', { profile: travelled }), { inputPath: 'pace' })
  const ofHiking = factor !== undefined ? 'pace.factor' : walker !== undefined ? 'pace.walker' : null
  if (travelled !== 'hike' && ofHiking !== null)
    throw new ServiceError(say('error.setting_refused.pace', { field: ofHiking, profile: travelled }), {
      inputPath: ofHiking,
    })
  return {
    departure,
    departures: departures ?? undefined,
    profile: travelled,
    ...{ kmh: speedKmh, minPerKm, paceFactor: factor, walker },
    stops: stops?.map(({ atM, restS }) => ({ atKm: toKilometres(atM), minutes: toMinutes(restS) })),
  }
}

/** What a field of the operation is called beside a line that is known. */
export const nameBesideLine = (inputPath: string): string => inputPath.replace(/^(stops\[\d+\])\.atKm$/, '$1.atM')

export interface RouteWeatherPace {
  kind: 'service-hike/2' | 'min_per_km' | 'kmh'
  value: number | null
  paceFactor: number | null
}

export function readDeparture(text: string, inputPath: string, nowMs: number): number {
  const atMs = Date.parse(text)
  if (atMs < nowMs - MAX_AGO_MS || atMs > nowMs + MAX_AHEAD_MS)
    throw new ServiceError(say('error.departure_out_of_range', { field: inputPath }), { inputPath })
  return atMs
}

export function readPace({ paceFactor, walker, minPerKm, kmh }: RouteWeatherInput, profile: Profile): RouteWeatherPace {
  if (profile !== 'hike' && paceFactor !== undefined)
    throw new ServiceError(say('error.setting_refused.pace_factor', { profile }), { inputPath: 'paceFactor' })
  if (profile !== 'hike' && walker !== undefined)
    throw new ServiceError(say('error.setting_refused.walker', { profile }), { inputPath: 'walker' })
  if (minPerKm !== undefined) return { kind: 'min_per_km', value: minPerKm, paceFactor: null }
  if (kmh !== undefined) return { kind: 'kmh', value: kmh, paceFactor: null }
  if (profile !== 'hike')
    throw new ServiceError(say('error.pace_required', { profile }), {
      inputPath: 'kmh',
    })
  return { kind: HIKE_MODEL, value: null, paceFactor: paceFactor ?? 1 }
}

export function readStops({ stops = [] }: RouteWeatherInput, lengthM: number): { atM: number; seconds: number }[] {
  return stops.map(({ atKm, minutes }, i) => {
    if (atKm * 1000 > lengthM + 1)
      throw new ServiceError(say('error.invalid_input.stop', { field: `stops[${i}].atKm`, lineKm: lengthM / 1000 }), {
        inputPath: `stops[${i}].atKm`,
      })
    return { atM: atKm * 1000, seconds: minutes * 60 }
  })
}
