// The moment for which a route is asked: `2026-12-24T08:00+01:00`, or a whole day, `2026-12-24`. Dated tags of the map
// are about the clocks on the spot, so the clock as written counts, and its offset is taken as that of the place.
// Pure.

import { MINUTE_MS } from '../durations.ts'

export const AT_FORM = 'a time with its offset as 2026-12-24T08:00+01:00, or a date as 2026-12-24, from 2000 to 2059'

export interface At {
  /** minutes of the local calendar since 1970-01-01 00:00; of a date its midnight */
  minute: number
  wholeDay: boolean
  /** as written, `+01:00` or `Z`; empty for a date */
  offset: string
}

const AT = /^(20[0-5]\d-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?(Z|[+-]\d\d:\d\d))?$/
const MAX_LENGTH = 25
const MAX_OFFSET_MIN = 14 * 60

/** Null if the text has another form, or names no moment. */
export function readAt(text: string): At | null {
  const parts = text.length > MAX_LENGTH ? null : AT.exec(text)
  if (parts === null) return null
  const [, date, hour = '00', minute = '00', second = '00', offset = ''] = parts
  const local = new Date(`${date}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(local.getTime()) || local.toJSON().slice(0, 13) !== `${date}T${hour}`) return null
  if (offset.length === 6) {
    const [hours, minutes] = offset.slice(1).split(':').map(Number)
    if (minutes > 59 || hours * 60 + minutes > MAX_OFFSET_MIN) return null
  }
  return { minute: Math.floor(local.getTime() / MINUTE_MS), wholeDay: parts[2] === undefined, offset }
}

/** A minute of the local calendar, as `at` was written. */
export function localTimeText({ offset }: At, minute: number): string {
  return new Date(minute * MINUTE_MS).toISOString().slice(0, 16) + offset
}
