// When a condition of the map applies, as a table that needs no grammar to be read: a week's hours for each season of
// the year, or, where a rule names years, spans of time. Times are minutes of the local calendar since 1970-01-01
// 00:00, as clocks on the spot show them, without zone or summer time. Pure.

import { DAY_MS } from '../../durations.ts'

/** What a condition says of a moment. */
export const NO = 0
export const YES = 1
/** it may apply: the value names something else besides the time, or lies outside what is known */
export const MAYBE = 2
export type Applies = 0 | 1 | 2

/** Half-open. Minutes of the week from Monday 00:00, or of the local calendar. */
export type Piece = [from: number, to: number, state: 1 | 2]
/** Days of a leap year, both included, counted from 0; and the hours of each week in it. */
export type Season = [firstDay: number, lastDay: number, week: Piece[]]

/** The same in every year. */
export interface YearTable {
  seasons: Season[]
  /** in leap years, where they differ */
  leap?: Season[]
}

/** In named years; outside `known` it may apply. */
export interface SpanTable {
  known: [from: number, to: number]
  spans: Piece[]
}

export type TimeTable = YearTable | SpanTable

export const DAY_MIN = 1440
const FEBRUARY_29 = 59

/** Monday is 0. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/** Days since 1970-01-01 of the first day of a year. */
export function firstDayOf(year: number): number {
  return Date.UTC(year, 0, 1) / DAY_MS
}

export function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

/** Days are counted since 1970-01-01; `yearDay` as in a leap year, so that 1 March is 60 in every year. */
export function yearDayOf(day: number): { year: number; yearDay: number } {
  const year = new Date(day * DAY_MS).getUTCFullYear()
  const plain = day - firstDayOf(year)
  return { year, yearDay: !isLeap(year) && plain >= FEBRUARY_29 ? plain + 1 : plain }
}

/** The pieces of one day, as minutes of the local calendar. */
export function piecesOfDay(table: TimeTable, day: number): Piece[] {
  const start = day * DAY_MIN
  if ('spans' in table) {
    const [from, to] = table.known
    if (start < from || start >= to) return [[start, start + DAY_MIN, MAYBE]]
    return cutTo(table.spans, start, start, 0)
  }
  const { year, yearDay } = yearDayOf(day)
  const seasons = (isLeap(year) ? table.leap : undefined) ?? table.seasons
  const weekStart = weekdayOf(day) * DAY_MIN
  const found: Piece[] = []
  for (const [first, last, week] of seasons)
    if (first <= yearDay && yearDay <= last) found.push(...cutTo(week, weekStart, start, start - weekStart))
  return found
}

function cutTo(pieces: readonly Piece[], from: number, start: number, shift: number): Piece[] {
  const found: Piece[] = []
  for (const [a, b, state] of pieces)
    if (a < from + DAY_MIN && b > from)
      found.push([Math.max(a + shift, start), Math.min(b + shift, start + DAY_MIN), state])
  return found
}

/** Whether the condition applies at a minute of the local calendar. */
export function appliesAt(table: TimeTable, minute: number): Applies {
  for (const [from, to, state] of piecesOfDay(table, Math.floor(minute / DAY_MIN)))
    if (from <= minute && minute < to) return state
  return NO
}
