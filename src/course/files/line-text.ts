// HOT: npm run bench -- dear
// A line of 50,000 points is a text of up to 18 MB, which joined from strings leaves a string for each number and a
// tree of as many parts to collect.
//
// The part of a file that is written for each point. Numbers are written as `degrees` and `metres` of file-content.ts
// write them, byte for byte.

import { WireBytes } from '../../wire/wire-bytes.ts'
import { degrees, metres } from './file-content.ts'

const FIRST_BYTES = 65_536
/** Nearer to the middle between two roundings than this, the runtime decides by all digits of the number. */
const TIE = 1e-3

export class LineText {
  readonly #out = new WireBytes(FIRST_BYTES)

  /** ASCII only. */
  add(text: string): this {
    this.#out.ascii(text)
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

  toString(): string {
    return this.#out.toString()
  }
}

/** To a whole number of parts; null where that needs the digits. */
function round(value: number, parts: number): number | null {
  const scaled = value * parts
  const whole = Math.floor(scaled)
  return Math.abs(scaled - whole - 0.5) < TIE ? null : Math.round(scaled) / parts
}
