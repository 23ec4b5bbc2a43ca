// When a place is open, by the opening hours that the map has of it: open, closed, or unknown, which is never one of
// the two. Minutes are those of the local calendar (time-table.ts).

import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../../durations.ts'
import { type Grammar, inUtc, loadGrammar, type ReadCondition, readCondition } from './read-condition.ts'
import { DAY_MIN, firstDayOf } from './time-table.ts'

export type OpenState = 'open' | 'closed' | 'unknown'

export interface OpeningHours {
  stateAt(minute: number): OpenState
  /** when the state is another, within a year; null: it is not, or nobody knows when */
  nextChange(minute: number): number | null
}

const MOST_KEPT = 5000
const YEAR_MIN = 366 * DAY_MIN
/** A change of the package may be one of words alone; more in a row are none. */
const MOST_STEPS = 50
const YEARS = /(?<![\d:])\d{4}\+?(?![\d:])/g

/** Reads each text once, as long as it is kept. */
export class HoursReader {
  static #loaded: Promise<HoursReader> | null = null
  readonly #grammar: Grammar
  readonly #kept = new LRUCache<string, { hours: OpeningHours | null }>({ max: MOST_KEPT })

  private constructor(grammar: Grammar) {
    this.#grammar = grammar
  }

  static load(): Promise<HoursReader> {
    return (HoursReader.#loaded ??= loadGrammar().then((grammar) => new HoursReader(grammar)))
  }

  /** Null if it is not understood. */
  read(text: string): OpeningHours | null {
    let kept = this.#kept.get(text)
    if (kept === undefined) {
      const read = inUtc(() => readCondition(this.#grammar, text))
      this.#kept.set(text, (kept = { hours: read === null ? null : toHours(read) }))
    }
    return kept.hours
  }
}

function toHours({ hours, plain }: ReadCondition): OpeningHours {
  const [from, to] = knownSpan(plain)
  const stateOf = (minute: number): OpenState => {
    if (minute < from || minute >= to) return 'unknown'
    const at = new Date(minute * MINUTE_MS)
    if (hours.getUnknown(at)) return 'unknown'
    if (!hours.getState(at)) return 'closed'
    // `"for groups"`: open, but maybe not to everybody
    return hours.getComment(at) === undefined ? 'open' : 'unknown'
  }
  return {
    stateAt: (minute) => inUtc(() => stateOf(minute)),
    nextChange: (minute) =>
      inUtc(() => {
        const state = stateOf(minute)
        const limit = new Date(Math.min(minute + YEAR_MIN, to) * MINUTE_MS)
        let at = new Date(minute * MINUTE_MS)
        for (let step = 0; step < MOST_STEPS; step++) {
          const next = hours.getNextChange(at, limit)
          if (next === undefined || next <= at || next >= limit) return null
          const changed = Math.round(next.getTime() / MINUTE_MS)
          if (stateOf(changed) !== state) return changed
          at = next
        }
        return null
      }),
  }
}

/** A text that names years says nothing of others. */
function knownSpan(plain: string): [from: number, to: number] {
  const years = plain.match(YEARS) ?? []
  if (years.length === 0) return [-Infinity, Infinity]
  const numbers = years.map((year) => Number.parseInt(year, 10))
  const isOpenEnded = years.some((year) => year.endsWith('+'))
  return [
    firstDayOf(Math.min(...numbers)) * DAY_MIN,
    isOpenEnded ? Infinity : firstDayOf(Math.max(...numbers) + 1) * DAY_MIN,
  ]
}
