// HOT: npm run bench -- expensive
// A line of 50,000 points is a text of up to 18 MB, which joined from strings leaves a string for each number and a
// tree of as many parts to collect.
//
// The part of a file that is written for each point. Numbers and times are written as `degrees`, `metres` and `isoTime`
// of file-content.ts write them, byte for byte. All of it is ASCII.

import { DAY_MS } from '../../durations.ts'
import { LiteralBytes, WireBytes } from '../../wire/wire-bytes.ts'
import { dropChunks } from '../../wire/encoded-answer.ts'
import { degrees, isoTime, metres } from './file-content.ts'

const FIRST_BYTES = 65_536
const ZERO = 48
const COLON = 58
const DOT = 46
const Z = 90
/** `23:59:59.999Z` */
const CLOCK_BYTES = 13
/** Nearer to the middle between two roundings than this, the runtime decides by all digits of the number. */
const TIE = 1e-3

export class LineText {
  readonly #out = new WireBytes(FIRST_BYTES)
  #day = NaN
  /** up to the hour */
  #dayText = new LiteralBytes('')

  add(text: LiteralBytes): this {
    this.#out.fixed(text)
    return this
  }

  /** Throws RangeError for a time that has no date. */
  time(ms: number): this {
    const whole = Math.trunc(ms)
    const day = Math.floor(whole / DAY_MS)
    if (day !== this.#day) {
      this.#dayText = new LiteralBytes(isoTime(day * DAY_MS).slice(0, -'00:00:00Z'.length))
      this.#day = day
    }
    this.#out.fixed(this.#dayText)
    this.#clock(whole - day * DAY_MS)
    return this
  }

  degrees(value: number): this {
    const rounded = round(value, 1e6)
    if (rounded === null) this.#out.ascii(degrees(value))
    else this.#out.number(rounded)
    return this
  }

  metres(value: number): this {
    const rounded = round(value, 10)
    if (rounded === null) this.#out.ascii(metres(value))
    else this.#out.number(rounded)
    return this
  }

  /** What was written; afterwards there is nothing left to write to. */
  take(): string {
    const { bytes, at } = this.#out
    const text = bytes.toString('latin1', 0, at)
    dropChunks([bytes])
    return text
  }

  #clock(ofDayMs: number): void {
    this.#out.reserve(CLOCK_BYTES)
    const seconds = (ofDayMs / 1000) | 0
    const minutes = (seconds / 60) | 0
    this.#two((minutes / 60) | 0, COLON)
    this.#two(minutes % 60, COLON)
    const ms = ofDayMs % 1000
    this.#two(seconds % 60, ms === 0 ? Z : DOT)
    if (ms === 0) return
    const { bytes } = this.#out
    bytes[this.#out.at++] = ZERO + ((ms / 100) | 0)
    this.#two(ms % 100, Z)
  }

  /** Two digits and what follows them. */
  #two(value: number, next: number): void {
    const { bytes, at } = this.#out
    const tens = (value / 10) | 0
    bytes[at] = ZERO + tens
    bytes[at + 1] = ZERO + value - tens * 10
    bytes[at + 2] = next
    this.#out.at = at + 3
  }
}

/** To a whole number of parts; null where that needs the digits. */
function round(value: number, parts: number): number | null {
  const scaled = value * parts
  const whole = Math.floor(scaled)
  return Math.abs(scaled - whole - 0.5) < TIE ? null : Math.round(scaled) / parts
}
