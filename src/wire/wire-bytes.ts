// Wire JSON as UTF-8 bytes in one buffer that is used again for every answer: long answers written as strings would be
// built, joined, copied between threads and collected, which costs more than finding what they say. Numbers are written
// digit by digit where they have one or six decimals. Never writes NaN or an infinity.

import { OPAQUE_KEYS, opaqueText, toWireText, wireKey } from './wire-json.ts'

const COMMA = 44
const MINUS = 45
const DOT = 46
const ZERO = 48
const QUOTE = 34
const BACKSLASH = 92
/** Longer texts go through the runtime's own encoder. */
const BY_HAND_CHARS = 96
const MAX_INT32 = 0x7fffffff
/** First and second digit of 0..99. */
const TENS = Uint8Array.from({ length: 100 }, (_, n) => ZERO + Math.floor(n / 10))
const ONES = Uint8Array.from({ length: 100 }, (_, n) => ZERO + (n % 10))

export class WireBytes {
  bytes: Buffer
  /** bytes written so far */
  at = 0

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size)
  }

  /** Room for that many more bytes. */
  reserve(more: number): void {
    if (this.at + more <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.at + more, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.at)
    this.bytes = larger
  }

  /** Text as it is, quickest where it is short and ASCII. */
  ascii(text: string): void {
    const { length } = text
    this.reserve(length)
    const { bytes } = this
    let at = this.at
    for (let i = 0; i < length; i++) {
      const c = text.charCodeAt(i)
      if (c > 127) return this.text(text)
      bytes[at++] = c
    }
    this.at = at
  }

  /** JSON text that stands already, as UTF-8. */
  text(text: string): void {
    this.reserve(text.length * 3)
    this.at += this.bytes.write(text, this.at, 'utf8')
  }

  /** A string in its quotes; null for null. */
  quoted(text: string | null): void {
    if (text === null) return this.ascii('null')
    const { length } = text
    if (length > BY_HAND_CHARS) return this.text(JSON.stringify(text))
    this.reserve(length * 2 + 2)
    const { bytes } = this
    let at = this.at
    bytes[at++] = QUOTE
    for (let i = 0; i < length; i++) {
      const c = text.charCodeAt(i)
      if (c < 0x80) {
        if (c < 32 || c === QUOTE || c === BACKSLASH) return this.text(JSON.stringify(text))
        bytes[at++] = c
      } else if (c < 0x800) {
        bytes[at++] = 0xc0 | (c >>> 6)
        bytes[at++] = 0x80 | (c & 63)
      } else return this.text(JSON.stringify(text))
    }
    bytes[at++] = QUOTE
    this.at = at
  }

  /** A comma, but not before the first. */
  comma(index: number): void {
    if (index === 0) return
    this.reserve(1)
    this.bytes[this.at++] = COMMA
  }

  /** Any finite number. Throws TypeError for others. */
  number(value: number): void {
    const tenths = Math.round(value * 10)
    if (tenths / 10 === value && tenths <= MAX_INT32 && tenths >= -MAX_INT32) {
      this.reserve(12)
      this.at = writeTenths(this.bytes, this.at, tenths)
    } else if (Number.isFinite(value)) this.ascii(`${value}`)
    else throw new TypeError(`${value} cannot be written as JSON`)
  }

  /** Degrees that have six decimals at most. */
  degrees(value: number): void {
    this.reserve(11)
    this.at = writeMicro(this.bytes, this.at, Math.round(value * 1e6))
  }

  /** Any wire value, byte for byte as toWireText writes it. */
  value(value: unknown): void {
    if (typeof value === 'string') return this.quoted(value)
    if (typeof value === 'number') return this.number(value)
    if (value === null || typeof value !== 'object') return this.ascii(toWireText(value))
    if (Array.isArray(value)) {
      this.ascii('[')
      for (let i = 0; i < value.length; i++) {
        this.comma(i)
        this.value(value[i])
      }
      return this.ascii(']')
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype) return this.text(toWireText(value))
    const record = value as Record<string, unknown>
    let count = 0
    this.ascii('{')
    for (const key in record) {
      const member = record[key]
      if (member === undefined) continue
      this.comma(count++)
      this.ascii(wireKey(key))
      if (OPAQUE_KEYS.has(key)) this.text(opaqueText(member))
      else this.value(member)
    }
    this.ascii('}')
  }

  toString(): string {
    return this.bytes.toString('utf8', 0, this.at)
  }
}

/** Writes millionths as a number with six decimals; at most 11 bytes. Returns where the next byte goes. */
export function writeMicro(bytes: Uint8Array, at: number, value: number): number {
  let rest = value | 0
  if (rest < 0) {
    bytes[at++] = MINUS
    rest = -rest | 0
  }
  const whole = (rest / 1_000_000) | 0
  const fraction = (rest - whole * 1_000_000) | 0
  at = writeWhole(bytes, at, whole)
  bytes[at] = DOT
  const first = (fraction / 10_000) | 0
  const after = (fraction - first * 10_000) | 0
  const second = (after / 100) | 0
  const third = (after - second * 100) | 0
  bytes[at + 1] = TENS[first]
  bytes[at + 2] = ONES[first]
  bytes[at + 3] = TENS[second]
  bytes[at + 4] = ONES[second]
  bytes[at + 5] = TENS[third]
  bytes[at + 6] = ONES[third]
  return at + 7
}

/** Writes tenths as a number with one decimal or none; at most 12 bytes. Returns where the next byte goes. */
export function writeTenths(bytes: Uint8Array, at: number, value: number): number {
  let rest = value | 0
  if (rest < 0) {
    bytes[at++] = MINUS
    rest = -rest | 0
  }
  const whole = (rest / 10) | 0
  at = writeWhole(bytes, at, whole)
  const tenth = rest - whole * 10
  if (tenth !== 0) {
    bytes[at++] = DOT
    bytes[at++] = ZERO + tenth
  }
  return at
}

function writeWhole(bytes: Uint8Array, at: number, value: number): number {
  const digits = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : value < 10_000 ? 4 : value < 100_000 ? 5 : value < 1_000_000 ? 6 : value < 10_000_000 ? 7 : 8 + Number(value >= 100_000_000)
  let rest = value
  for (let k = at + digits - 1; k >= at; k--) {
    const tenth = (rest / 10) | 0
    bytes[k] = ZERO + rest - tenth * 10
    rest = tenth
  }
  return at + digits
}
