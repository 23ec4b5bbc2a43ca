// Local times of a place by its time zone, daylight-saving nights included: a day runs from midnight to midnight of its
// own calendar and may have 23 or 25 hours. Local times carry their offset, since nothing else distinguishes the two
// occurrences of a repeated hour. Offsets are computed by Intl once per day and zone, texts once per hour and zone.
// Pure apart from these caches, which are bounded.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'

const MAX_ZONES = 500
const MAX_MOMENTS = 4096

export interface Zone {
  /** minutes east of UTC at a given time */
  offsetMin(atMs: number): number
}

const zones = new Map<string, Zone | null>()

/** Null if the name is not a time zone. */
export function findZone(name: string): Zone | null {
  let zone = zones.get(name)
  if (zone === undefined) {
    if (zones.size >= MAX_ZONES) zones.clear()
    zones.set(name, (zone = openZone(name)))
  }
  return zone
}

export const UTC_ZONE: Zone = { offsetMin: () => 0 }

function openZone(name: string): Zone | null {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
  const known = new Map<number, number>()
  const ask = (atMs: number): number => {
    let offset = known.get(atMs)
    if (offset === undefined) {
      const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
      offset = Math.round(
        (Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) -
          Math.floor(atMs / 1000) * 1000) /
          60_000,
      )
      if (known.size >= MAX_MOMENTS) known.clear()
      known.set(atMs, offset)
    }
    return offset
  }
  return {
    offsetMin(atMs) {
      const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS
      const before = ask(dayMs)
      // no zone changes twice in a day
      return before === ask(dayMs + DAY_MS) ? before : ask(Math.floor(atMs / MINUTE_MS) * MINUTE_MS)
    },
  }
}

/** The places in an answer share their hours. */
const texts = new WeakMap<Zone, Map<number, string>>()
const MAX_TEXTS = 2048

/** `2026-10-25T02:00+02:00`. */
export function localText(zone: Zone, atMs: number): string {
  let known = texts.get(zone)
  if (known === undefined) texts.set(zone, (known = new Map()))
  let text = known.get(atMs)
  if (text === undefined) {
    const offset = zone.offsetMin(atMs)
    text = new Date(atMs + offset * MINUTE_MS).toISOString().slice(0, 16) + offsetText(offset)
    if (known.size >= MAX_TEXTS) known.clear()
    known.set(atMs, text)
  }
  return text
}

function offsetText(offsetMin: number): string {
  const minutes = Math.abs(offsetMin)
  return `${offsetMin < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** `2026-10-25`. */
export function localDate(zone: Zone, atMs: number): string {
  return new Date(atMs + zone.offsetMin(atMs) * MINUTE_MS).toISOString().slice(0, 10)
}

/** The start of a local date: midnight, or the first moment after it if midnight is skipped. */
export function startOfDate(zone: Zone, date: string): number {
  const asUtcMs = Date.parse(`${date}T00:00:00Z`)
  // the earlier of two possible moments of midnight
  const guesses = [
    asUtcMs - zone.offsetMin(asUtcMs - DAY_MS / 2) * MINUTE_MS,
    asUtcMs - zone.offsetMin(asUtcMs + DAY_MS / 2) * MINUTE_MS,
  ].sort((a, b) => a - b)
  for (const guess of guesses) if (localDate(zone, guess) === date && localDate(zone, guess - 1) !== date) return guess
  // midnight is skipped: the transition itself
  let low = guesses[0] - 3 * HOUR_MS
  let high = guesses[1] + 3 * HOUR_MS
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (localDate(zone, middle) < date) low = middle
    else high = middle
  }
  return high
}

/** The date `days` later in the calendar. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The clock of the zone at a moment, as if it were UTC. */
export function localMs(zone: Zone, atMs: number): number {
  return atMs + zone.offsetMin(atMs) * MINUTE_MS
}

/** When the clock of the zone shows a time, the earlier of two; of a time that is skipped, as much after the change. */
export function momentOfLocal(zone: Zone, clockMs: number): number {
  const before = clockMs - zone.offsetMin(clockMs - DAY_MS) * MINUTE_MS
  const after = clockMs - zone.offsetMin(clockMs + DAY_MS) * MINUTE_MS
  const first = Math.min(before, after)
  if (localMs(zone, first) === clockMs) return first
  return localMs(zone, Math.max(before, after)) === clockMs ? Math.max(before, after) : before
}
