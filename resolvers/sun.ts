// Operation sun: when the sun rises and sets at a place on a date, past or to come. Worked out, not looked up: it needs
// no release and no provider.

import { type Sentence, say } from '../src/language/sentence.ts'
import type { z } from 'zod'
import { DAY_MS } from '../src/durations.ts'
import { findZone, momentOfLocal, UTC_ZONE } from '../src/geo/local-time.ts'
import { timeZoneAt } from '../src/geo/time-zone-at.ts'
import { sunHeightDeg, sunTimes } from '../src/weather/sun-times.ts'
import { defineOperation } from './pipeline/operation.ts'
import { dateField, fields, numberFrom } from './input/input-fields.ts'

/** Height of the sun's centre at sunrise: refraction and half its disc. */
const RISE_DEG = -0.833

const sunInput = fields({
  lat: numberFrom(-90, 90, 'latitude').describe('Latitude.'),
  lon: numberFrom(-180, 180, 'longitude').describe('Longitude.'),
  date: dateField(),
})
export type SunInput = z.infer<typeof sunInput>

/** Times in UTC, to the second; null where the sun does not reach that height that day; `state` says which. */
export interface SunAnswer {
  schema: 'sun/1'
  date: string
  /** of the place, whose calendar `date` is of */
  timezone: string
  state: 'rises_and_sets' | 'up_all_day' | 'down_all_day'
  civilDawnUtc: string | null
  sunriseUtc: string | null
  sunsetUtc: string | null
  civilDuskUtc: string | null
  /** from sunrise to sunset */
  daylightS: number
  scope: Sentence
}

export const sun = defineOperation<SunInput, SunAnswer>({
  id: 'sun',
  summary: 'Dawn, sunrise, sunset and dusk at a place on a date, over a flat horizon.',
  input: sunInput,
  limits: { bodyBytes: 0 },
  credits: 0,
  takesKey: false,
  ofRelease: true,
  sources: [],
  raises: [],
  run: ({ lat, lon, date }) => {
    const timezone = timeZoneAt(lon, lat)
    const zone = findZone(timezone) ?? UTC_ZONE
    const noonMs = momentOfLocal(zone, Date.parse(`${date}T12:00:00Z`))
    const { civilDawnMs, sunriseMs, sunsetMs, civilDuskMs } = sunTimes(lon, lat, noonMs)
    const rises = sunriseMs !== null && sunsetMs !== null
    const isUp = sunHeightDeg(lon, lat, noonMs) > RISE_DEG
    return {
      schema: 'sun/1',
      date,
      timezone,
      state: rises ? 'rises_and_sets' : isUp ? 'up_all_day' : 'down_all_day',
      civilDawnUtc: toSecond(civilDawnMs),
      sunriseUtc: rises ? toSecond(sunriseMs) : null,
      sunsetUtc: rises ? toSecond(sunsetMs) : null,
      civilDuskUtc: toSecond(civilDuskMs),
      daylightS: Math.round((rises ? sunsetMs - sunriseMs : isUp ? DAY_MS : 0) / 1000),
      scope: say('method.sun'),
    }
  },
})

function toSecond(ms: number | null): string | null {
  return ms === null ? null : new Date(Math.round(ms / 1000) * 1000).toISOString()
}
