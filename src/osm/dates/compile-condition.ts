// Conditions of the map's opening-hours grammar compiled to tables (read-condition.ts). What is said with reservations
// is not compiled.

import type { opening_hours as OpeningHours } from 'opening_hours'
import {
  DAY_MIN,
  MAYBE,
  type Piece,
  type Season,
  type SpanTable,
  type TimeTable,
  YES,
  type YearTable,
  appliesAt,
  firstDayOf,
  isLeap,
  weekdayOf,
  yearDayOf,
} from './time-table.ts'
import { MINUTE_MS } from '../../durations.ts'
import { type Grammar, inUtc, loadGrammar, type ReadCondition, readCondition } from './read-condition.ts'

/** Beyond them a condition is not compiled: ten times a day in each of a year, and in a table. */
const MAX_READ = 3660
const MAX_PIECES = 1000
const NAMES_YEARS = /(?:^|[^\d:])\d{4}(?![\d:])|easter/
const NAMES_WEEKDAYS = /\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b/
/** Depends on the weekday and on whether the year is a leap year. */
const DEPENDS_ON_YEAR = /week|\[/
/** Which of 52 or 53 weeks the first days of January belong to depends on the year before. */
const COUNTS_LAST_WEEKS = /\/|5[23]/
/** One year for each weekday of 1 January. */
const LEAP_YEARS = [2000, 2004, 2008, 2012, 2016, 2020, 2024]
const COMMON_YEARS = [2001, 2002, 2003, 2005, 2006, 2009, 2010]
const TEN_DAYS_MIN = 10 * DAY_MIN
const SPANS_FROM_YEAR = 2000
const SPANS_TO_YEAR = 2060
/** A Monday. */
const A_WEEK = Date.UTC(2024, 0, 1) / MINUTE_MS
const YEAR_DAYS = 366

/** Compiles each text once. */
export class ConditionCompiler {
  readonly #grammar: Grammar
  readonly #known = new Map<string, TimeTable | null>()

  private constructor(grammar: Grammar) {
    this.#grammar = grammar
  }

  static async load(): Promise<ConditionCompiler> {
    return new ConditionCompiler(await loadGrammar())
  }

  /** Null if the text cannot be read, or not without knowing more than the time. */
  compile(text: string): TimeTable | null {
    let table = this.#known.get(text)
    if (table === undefined) this.#known.set(text, (table = this.#read(text)))
    return table
  }

  #read(text: string): TimeTable | null {
    return inUtc(() => {
      const read = readCondition(this.#grammar, text)
      try {
        return read === null ? null : tableOf(read)
      } catch {
        return null // the package throws texts
      }
    })
  }
}

function tableOf({ hours, plain }: ReadCondition): TimeTable | null {
  if (NAMES_YEARS.test(plain)) return spanTable(hours)
  if (hours.isWeekStable())
    return { seasons: [[0, YEAR_DAYS - 1, readPieces(hours, A_WEEK, A_WEEK + 7 * DAY_MIN, -A_WEEK) ?? []]] }
  return plain.includes('week') && COUNTS_LAST_WEEKS.test(plain) ? null : yearTable(hours, plain)
}

/** Null if there are too many. */
function readPieces(hours: OpeningHours, from: number, to: number, shift = 0): Piece[] | null {
  const pieces: Piece[] = []
  const iterator = hours.getIterator(new Date(from * MINUTE_MS))
  const limit = new Date(to * MINUTE_MS)
  for (let at = from; at < to; ) {
    const state = iterator.getState() ? YES : iterator.getUnknown() ? MAYBE : null
    const changes = iterator.advance(limit)
    const next = changes ? Math.min(to, Math.round(iterator.getDate().getTime() / MINUTE_MS)) : to
    const last = pieces.at(-1)
    if (state !== null && next > at) {
      if (last !== undefined && last[1] === at + shift && last[2] === state) last[1] = next + shift
      else if (pieces.push([at + shift, next + shift, state]) > MAX_READ) return null
    }
    at = next
  }
  return pieces
}

function spanTable(hours: OpeningHours): SpanTable | null {
  const known: SpanTable['known'] = [firstDayOf(SPANS_FROM_YEAR) * DAY_MIN, firstDayOf(SPANS_TO_YEAR) * DAY_MIN]
  const spans = readPieces(hours, ...known)
  if (spans === null || spans.length > MAX_PIECES) return null
  const table = { known, spans }
  // the package finds no end of a year that stands alone (`2024`), though it knows that the next is not meant
  for (let minute = known[0] + DAY_MIN / 2; minute < known[1]; minute += TEN_DAYS_MIN)
    if ((appliesAt(table, minute) === YES) !== hours.getState(new Date(minute * MINUTE_MS))) return null
  return table
}

function yearTable(hours: OpeningHours, text: string): YearTable | null {
  const byWeekday = NAMES_WEEKDAYS.test(text) || DEPENDS_ON_YEAR.test(text)
  const leap = seasonsOf(hours, byWeekday ? LEAP_YEARS : LEAP_YEARS.slice(-1), byWeekday)
  const common = DEPENDS_ON_YEAR.test(text) ? seasonsOf(hours, COMMON_YEARS, true) : leap
  if (leap === null || common === null) return null
  return JSON.stringify(leap) === JSON.stringify(common) ? { seasons: leap } : { seasons: common, leap }
}

/** Equal weeks of following days become a season. */
function seasonsOf(hours: OpeningHours, years: readonly number[], byWeekday: boolean): Season[] | null {
  /** pieces of a day from its midnight, by yearDay * 7 + weekday */
  const cells = new Array<Piece[]>(YEAR_DAYS * 7)
  for (const year of years) {
    const first = firstDayOf(year)
    const end = firstDayOf(year + 1)
    const pieces = readPieces(hours, first * DAY_MIN, end * DAY_MIN)
    if (pieces === null) return null
    let next = 0
    for (let day = first; day < end; day++) {
      const start = day * DAY_MIN
      const own: Piece[] = []
      while (next < pieces.length && pieces[next][1] <= start) next++
      for (let p = next; p < pieces.length && pieces[p][0] < start + DAY_MIN; p++)
        own.push([Math.max(0, pieces[p][0] - start), Math.min(DAY_MIN, pieces[p][1] - start), pieces[p][2]])
      const { yearDay } = yearDayOf(day)
      if (byWeekday) cells[yearDay * 7 + weekdayOf(day)] = own
      else cells.fill(own, yearDay * 7, yearDay * 7 + 7)
    }
  }
  if (!isLeap(years[0])) cells.copyWithin(59 * 7, 58 * 7, 59 * 7)
  return joinDays(cells)
}

function joinDays(cells: readonly Piece[][]): Season[] | null {
  const seasons: Season[] = []
  let lastKey = ''
  let pieceCount = 0
  for (let yearDay = 0; yearDay < YEAR_DAYS; yearDay++) {
    const week = joinWeek(cells.slice(yearDay * 7, yearDay * 7 + 7))
    const key = JSON.stringify(week)
    if (yearDay > 0 && key === lastKey) seasons[seasons.length - 1][1] = yearDay
    else {
      seasons.push([yearDay, yearDay, week])
      if ((pieceCount += week.length) > MAX_PIECES) return null
    }
    lastKey = key
  }
  return seasons.filter(([, , week]) => week.length > 0)
}

function joinWeek(days: readonly Piece[][]): Piece[] {
  const week: Piece[] = []
  days.forEach((pieces, weekday) => {
    for (const [a, b, state] of pieces) {
      const last = week.at(-1)
      const from = weekday * DAY_MIN + a
      if (last !== undefined && last[1] === from && last[2] === state) last[1] = weekday * DAY_MIN + b
      else week.push([from, weekday * DAY_MIN + b, state])
    }
  })
  return week
}
