// HOT: npm run bench -- routing
// Writing is most of the time of a short route, so numbers and fixed texts are written several bytes at a time.
//
// Wire JSON as UTF-8 bytes in one buffer that is reused for every answer: long answers written as strings would be
// built, joined, copied between threads and collected, which costs more than computing them. Numbers are written four
// digits at a time if they have one or six decimals, fixed texts eight bytes at a time; both may write a few bytes
// beyond their end, which the next write overwrites. Never writes NaN or an infinity.

import { LiteralBytes } from './literal-bytes.ts'
import { writeInteger, writeMicro, writeTenths } from './write-numbers.ts'
import { dropChunks } from './wire-chunks.ts'
import { OPAQUE_KEYS, opaqueText, toWireText, wireKey } from './wire-json.ts'

const COMMA = 44
const ZERO = 48
const QUOTE = 34
const BACKSLASH = 92
/** Longer texts use the runtime's own encoder. */
const BY_HAND_CHARS = 96
const MAX_INT32 = 0x7fffffff
/** Bytes that may be written beyond the end. */
const SLACK = 8
/** Room for any number. */
const NUMBER_BYTES = 12

const NULL = new LiteralBytes('null')

/** Number of cached words with their quotes. */
const MOST_WORDS = 1000
const words = new Map<string, LiteralBytes>()

/** What precedes a member's value. */
interface KeyText {
  text: LiteralBytes
  isOpaque: boolean
}
const keyTexts = new Map<string, KeyText>()

function keyText(key: string): KeyText {
  let known = keyTexts.get(key)
  if (known === undefined) {
    known = { text: new LiteralBytes(wireKey(key)), isOpaque: OPAQUE_KEYS.has(key) }
    keyTexts.set(key, known)
  }
  return known
}

export class WireBytes {
  bytes: Buffer
  /** view of the same bytes */
  view: DataView
  /** bytes written so far */
  at = 0

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size + SLACK)
    this.view = viewOf(this.bytes)
  }

  /** Ensures room for that many more bytes. */
  reserve(more: number): void {
    if (this.at + more + SLACK <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.at + more, this.bytes.length * 2) + SLACK)
    this.bytes.copy(larger, 0, 0, this.at)
    dropChunks([this.bytes])
    this.bytes = larger
    this.view = viewOf(larger)
  }

  fixed({ words, length }: LiteralBytes): void {
    this.reserve(length)
    const { view, at } = this
    for (let w = 0; w < words.length; w++) view.setFloat64(at + w * 8, words[w], true)
    this.at = at + length
  }

  /** Writes text unchanged; fastest if it is short and ASCII. */
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

  /** Writes finished JSON text as UTF-8. */
  text(text: string): void {
    this.reserve(text.length * 3)
    this.at += this.bytes.write(text, this.at, 'utf8')
  }

  /** Writes a string in quotes, or null. */
  quoted(text: string | null): void {
    if (text === null) return this.fixed(NULL)
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

  /** Like `quoted`, for words that occur again and again. */
  word(text: string | null): void {
    if (text === null) return this.fixed(NULL)
    let known = words.get(text)
    if (known === undefined) {
      known = new LiteralBytes(JSON.stringify(text))
      if (words.size < MOST_WORDS) words.set(text, known)
    }
    this.fixed(known)
  }

  /** Writes a comma, except before the first element. */
  comma(index: number): void {
    if (index === 0) return
    this.reserve(1)
    this.bytes[this.at++] = COMMA
  }

  /** Writes any finite number. Throws TypeError for others. */
  number(value: number): void {
    this.reserve(NUMBER_BYTES)
    if ((value | 0) === value) this.at = writeInteger(this.view, this.at, value)
    else {
      const tenths = Math.round(value * 10)
      if (tenths / 10 === value && tenths <= MAX_INT32 && tenths >= -MAX_INT32)
        this.at = writeTenths(this.view, this.at, tenths)
      else if (Math.round(value * 1e6) / 1e6 === value && Math.abs(value) < 1000) this.#micro(Math.round(value * 1e6))
      else if (Number.isFinite(value)) this.ascii(`${value}`)
      else throw new TypeError(`${value} cannot be written as JSON`)
    }
  }

  /** Writes millionths without trailing zeros. Tenths are written elsewhere, so some decimals remain. */
  #micro(value: number): void {
    let at = writeMicro(this.view, this.at, value)
    while (this.bytes[at - 1] === ZERO) at--
    this.at = at
  }

  /** Writes degrees with at most six decimals. */
  degrees(value: number): void {
    this.reserve(NUMBER_BYTES)
    this.at = writeMicro(this.view, this.at, Math.round(value * 1e6))
  }

  /** Writes any wire value, byte for byte like toWireText. */
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
      const { text, isOpaque } = keyText(key)
      this.fixed(text)
      if (isOpaque) this.text(opaqueText(member))
      else this.value(member)
    }
    this.ascii('}')
  }

  toString(): string {
    return this.bytes.toString('utf8', 0, this.at)
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
