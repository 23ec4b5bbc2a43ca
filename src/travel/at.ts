// The moment for which a route is asked: `2026-12-24T08:00+01:00`, an instant; `2026-12-24T08:00`, by the clock of the
// place; or a whole day there, `2026-12-24`. Dated tags of the map are about the clocks on the spot, so an instant is
// read by the clock of the place, however its offset is written. Pure.

import { MINUTE_MS } from '../durations.ts'
import { localMs, localText, momentOfLocal, type Zone } from '../geo/local-time.ts'

/** Every text that it fits is a moment: days of months, leap years and offsets included. */
export const AT =
  /^(20(?:[0-5]\d-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:[024][048]|[135][26])-02-29))(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?)?$/
const MAX_LENGTH = 25

/** As it is written. */
export interface WrittenAt {
  /** the clock as written, as if it were UTC */
  clockMs: number
  /** minutes east of UTC; null: the clock is that of the place */
  offsetMin: number | null
  wholeDay: boolean
}

/** At a place. */
export interface At {
  /** minutes of the local calendar since 1970-01-01 00:00; of a date its midnight */
  minute: number
  wholeDay: boolean
  startMs: number
  zone: Zone
}

/** Null if the text has another form, or names no moment. */
export function readAt(text: string): WrittenAt | null {
  const parts = text.length > MAX_LENGTH ? null : AT.exec(text)
  if (parts === null) return null
  const [, date, hour = '00', minute = '00', second = '00', offset] = parts
  const clockMs = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  return { clockMs, offsetMin: offset === undefined ? null : minutesOf(offset), wholeDay: parts[2] === undefined }
}

function minutesOf(offset: string): number {
  if (offset === 'Z') return 0
  const [hours, minutes] = offset.slice(1).split(':').map(Number)
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

export function atPlace({ clockMs, offsetMin, wholeDay }: WrittenAt, zone: Zone): At {
  const startMs = offsetMin === null ? momentOfLocal(zone, clockMs) : clockMs - offsetMin * MINUTE_MS
  const clock = wholeDay ? clockMs : localMs(zone, startMs)
  return { minute: Math.floor(clock / MINUTE_MS), wholeDay, startMs, zone }
}

/** The minute of the local calendar so many seconds after the start. */
export function minuteAfter({ startMs, zone }: At, afterS: number): number {
  return Math.floor(localMs(zone, startMs + afterS * 1000) / MINUTE_MS)
}

/** A minute of the local calendar, with the offset of the place; without one where only a date was given. */
export function localTimeText({ wholeDay, zone }: At, minute: number): string {
  const clockMs = minute * MINUTE_MS
  return wholeDay ? new Date(clockMs).toISOString().slice(0, 16) : localText(zone, momentOfLocal(zone, clockMs))
}
