// What the dated tags of one way or barrier say, as it is kept in the network: each rule with the tables of its
// conditions, and what every combination of rules closes. Its own rules of access (way-access.ts)
// decide that at import, so that a request only looks up which rules apply. Pure.

import { DAY_MIN, appliesAt, MAYBE, NO, piecesOfDay, YES, type Applies, type TimeTable } from './time-table.ts'
import { DAY_MS } from '../../durations.ts'

/**
 * `access` changes who may pass. `hazard` names a danger at times, `danger` one at any time. `unclear` cannot be read,
 * or names no time (a season, no clearing of snow, a tide): it closes nothing, and what holds then is unknown.
 */
export type DatedEffect = 'access' | 'hazard' | 'danger' | 'unclear'

export interface DatedTag {
  key: string
  value: string
  effect: DatedEffect
  /** by rule, its conditions: an index of `tables`, -1 if it cannot be read */
  rules: number[][]
  /** of access tags, the modes that they concern (bits); absent from networks of earlier imports */
  bits?: number
}

/** Bits of `closed`. */
export const FOOT_FORWARD = 1
export const FOOT_BACKWARD = 2
export const BIKE_FORWARD = 4
export const BIKE_BACKWARD = 8
export const ALL_CLOSED = 15

export interface DatedRestriction {
  tags: DatedTag[]
  tables: TimeTable[]
  /**
   * Who is closed out, by combination: the first access tag counts most, each with one more alternative than it has
   * rules, of which 0 is that none applies.
   */
  closed: number[]
  /** for each bit in turn, the months (bit 0: January) in some of whose hours it is closed */
  closedMonths: number[]
  /** likewise, in some of whose hours nobody knows */
  unknownMonths: number[]
  /** likewise, in some of whose hours a rule applies, or may; absent from networks of earlier imports */
  appliesMonths?: number[]
  /** by combination, the access of each bit in turn: an index of ACCESS; likewise absent */
  access?: number[][]
}

type Rules = Pick<DatedRestriction, 'tags' | 'tables' | 'closed'>

/** A moment of the local calendar, in minutes, or a whole day of it. */
export type When = { minute: number } | { day: number }

export interface DatedState {
  /** bits: certainly closed */
  closed: number
  /** bits: closed or open, the map does not say in a form that can be read, or closed for a part of the day */
  unknown: number
}

/** What is closed then. On a whole day only what is closed all day is `closed`. */
export function stateOf(restriction: Rules, when: When): DatedState {
  if ('minute' in when) return stateAt(restriction, when.minute)
  let everClosed = 0
  let alwaysClosed = ALL_CLOSED
  for (const minute of changesOfDay(restriction, when.day)) {
    const { closed, unknown } = stateAt(restriction, minute)
    everClosed |= closed | unknown
    alwaysClosed &= closed
  }
  return { closed: alwaysClosed, unknown: everClosed & ~alwaysClosed }
}

/** What is closed at `from`, and at each change until `to`. */
export function stateBetween(restriction: Rules, from: number, to: number): DatedState[] {
  const states = [stateAt(restriction, from)]
  for (let day = Math.floor(from / DAY_MIN); day * DAY_MIN < to; day++)
    for (const minute of changesOfDay(restriction, day))
      if (minute > from && minute < to) states.push(stateAt(restriction, minute))
  return states
}

/** Where something may change on a day, its midnight included. */
function changesOfDay({ tables }: Rules, day: number): number[] {
  const minutes = new Set([day * DAY_MIN])
  for (const table of tables)
    for (const [from, to] of piecesOfDay(table, day)) {
      minutes.add(from)
      if (to < (day + 1) * DAY_MIN) minutes.add(to)
    }
  return [...minutes].sort((a, b) => a - b)
}

/**
 * The access of a bit then: an index of ACCESS. Null where it is not known, differs within the whole day, or was not
 * imported.
 */
export function accessThen(restriction: DatedRestriction, bit: number, when: When): number | null {
  const { access } = restriction
  if (access === undefined) return null
  const minutes = 'minute' in when ? [when.minute] : changesOfDay(restriction, when.day)
  const possible = new Set(
    minutes.flatMap((minute) => placesAt(restriction, minute).map((place) => access[place][Math.log2(bit)])),
  )
  return possible.size === 1 ? [...possible][0] : null
}

/** The combinations of rules that may be the one that holds. */
function placesAt({ tags, tables }: Rules, minute: number): number[] {
  let places = [0]
  for (const { effect, rules } of tags) {
    if (effect !== 'access') continue
    const possible = alternativesAt(rules, tables, minute)
    places = places.flatMap((place) => possible.map((alternative) => place * (rules.length + 1) + alternative))
  }
  return places
}

function stateAt(restriction: Rules, minute: number): DatedState {
  const { closed } = restriction
  let some = 0
  let all = ALL_CLOSED
  for (const place of placesAt(restriction, minute)) {
    some |= closed[place]
    all &= closed[place]
  }
  return { closed: all, unknown: some & ~all }
}

/** The rules that may be the one that holds: the last that applies. 0: none, i: rule i - 1. */
function alternativesAt(rules: readonly number[][], tables: readonly TimeTable[], minute: number): number[] {
  const possible: number[] = []
  for (let r = rules.length - 1; r >= 0; r--) {
    const applies = ruleApplies(rules[r], tables, minute)
    if (applies !== NO) possible.push(r + 1)
    if (applies === YES) return possible
  }
  return [...possible, 0]
}

function ruleApplies(conditions: readonly number[], tables: readonly TimeTable[], minute: number): Applies {
  let least: Applies = YES
  for (const index of conditions) {
    const applies = index < 0 ? MAYBE : appliesAt(tables[index], minute)
    if (applies === NO) return NO
    if (applies === MAYBE) least = MAYBE
  }
  return least
}

/** Whether a tag's danger holds then. On a whole day: whether it does at any moment. */
export function tagApplies(restriction: DatedRestriction, { rules }: DatedTag, when: When): Applies {
  const minutes = 'minute' in when ? [when.minute] : changesOfDay(restriction, when.day)
  let most: Applies = NO
  for (const minute of minutes)
    for (const conditions of rules) {
      const applies = ruleApplies(conditions, restriction.tables, minute)
      if (applies === YES) return YES
      if (applies === MAYBE) most = MAYBE
    }
  return most
}

/** A year with every weekday in each month, and 29 February. */
const FIRST_DAY = Date.UTC(2024, 0, 1) / DAY_MS
const YEAR_DAYS = 366

/** The months of a restriction: of any year, or of the years that its rules name. */
export function monthsOf(
  rules: Rules,
): Required<Pick<DatedRestriction, 'closedMonths' | 'unknownMonths' | 'appliesMonths'>> {
  const closedMonths = [0, 0, 0, 0]
  const unknownMonths = [0, 0, 0, 0]
  const appliesMonths = [0, 0, 0, 0]
  const spans = rules.tables.flatMap((table) => ('spans' in table ? table.spans : []))
  const first = Math.min(FIRST_DAY, ...spans.map(([from]) => Math.floor(from / DAY_MIN)))
  const end = Math.max(FIRST_DAY + YEAR_DAYS, ...spans.map(([, to]) => Math.ceil(to / DAY_MIN)))
  for (let day = first; day < end; day++) {
    const month = 1 << new Date(day * DAY_MS).getUTCMonth()
    for (const minute of changesOfDay(rules, day)) {
      const { closed, unknown } = stateAt(rules, minute)
      const applies = whomRulesConcern(rules, minute)
      for (let bit = 0; bit < 4; bit++) {
        if ((closed & (1 << bit)) !== 0) closedMonths[bit] |= month
        if ((unknown & (1 << bit)) !== 0) unknownMonths[bit] |= month
        if ((applies & (1 << bit)) !== 0) appliesMonths[bit] |= month
      }
    }
  }
  return { closedMonths, unknownMonths, appliesMonths }
}

/** Bits of the access tags of which a rule applies, or may. */
function whomRulesConcern({ tags, tables }: Rules, minute: number): number {
  return tags.reduce(
    (bits, { effect, rules, bits: own = 0 }) =>
      effect === 'access' && alternativesAt(rules, tables, minute)[0] > 0 ? bits | own : bits,
    0,
  )
}

/** A closure around a moment: null where it does not begin, or end, within a year. */
export interface ClosedSpan {
  from: number | null
  to: number | null
}
const MAX_DAYS = 367

/** From when to when a bit is closed that is closed at `minute`, in minutes of the local calendar. */
export function closedSpan(restriction: Rules, bit: number, minute: number): ClosedSpan {
  const isClosed = (at: number) => (stateAt(restriction, at).closed & bit) !== 0
  const day = Math.floor(minute / DAY_MIN)
  const span: ClosedSpan = { from: null, to: null }
  for (let d = day; d < day + MAX_DAYS && span.to === null; d++)
    span.to = changesOfDay(restriction, d).find((at) => at > minute && !isClosed(at)) ?? null
  let from = minute
  for (let d = day; d > day - MAX_DAYS && span.from === null; d--)
    for (const at of changesOfDay(restriction, d).reverse()) {
      if (at > minute) continue
      if (!isClosed(at)) {
        span.from = from
        break
      }
      from = at
    }
  return span
}

/** The tag that closes a bit at a moment: the first without which, or with another rule of which, it would be open. */
export function closingTag({ tags, tables, closed }: Rules, bit: number, minute: number): DatedTag | null {
  const access = tags.filter(({ effect }) => effect === 'access')
  const now = access.map(({ rules }) => alternativesAt(rules, tables, minute)[0])
  const placeOf = (chosen: readonly number[]) =>
    chosen.reduce((place, alternative, t) => place * (access[t].rules.length + 1) + alternative, 0)
  for (let t = 0; t < access.length; t++)
    for (let other = 0; other <= access[t].rules.length; other++)
      if ((closed[placeOf(now.with(t, other))] & bit) === 0) return access[t]
  return access[0] ?? null
}
