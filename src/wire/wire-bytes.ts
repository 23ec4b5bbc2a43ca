// HOT: npm run bench -- routing
// Writing is most of the time of a short route, so numbers and fixed texts are written several bytes at a time.
//
// Wire JSON as UTF-8 bytes in one buffer that is reused for every answer: long answers written as strings would be
// built, joined, copied between threads and collected, which costs more than computing them. Numbers are written four
// digits at a time if they have one or six decimals, fixed texts eight bytes at a time; both may write a few bytes
// beyond their end, which the next write overwrites. Never writes NaN or an infinity.

import type { Renderer } from '../language/renderer.ts'
import type { AnySentence } from '../language/sentence.ts'
import { dropChunks } from './encoded-answer.ts'
import { OPAQUE_KEYS, opaqueText, toWireText, wireKey } from './wire-json.ts'

const COMMA = 44
const MINUS = 45
const DOT = 46
const ZERO = 48
const QUOTE = 34
const BACKSLASH = 92
/** The first of the codes that are half a character; those behind them are rare. */
const SURROGATES = 0xd800
/** Longer texts use the runtime's own encoder. */
const BY_HAND_CHARS = 96
const MAX_INT32 = 0x7fffffff
/** Bytes that may be written beyond the end. */
const SLACK = 8
/** Room for any number. */
const NUMBER_BYTES = 12

/**
 * A text that is written again and again, as words of eight bytes. UTF-8 never forms a NaN, so no word changes when it
 * is copied.
 */
export class LiteralBytes {
  readonly words: Float64Array
  readonly length: number

  constructor(text: string) {
    const bytes = Buffer.from(text, 'utf8')
    this.length = bytes.length
    this.words = new Float64Array(Math.ceil(bytes.length / 8))
    const view = new DataView(new ArrayBuffer(this.words.length * 8))
    for (let i = 0; i < bytes.length; i++) view.setUint8(i, bytes[i])
    for (let w = 0; w < this.words.length; w++) this.words[w] = view.getFloat64(w * 8, true)
  }
}

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
  /** says sentences; null: they are written as data */
  renderer: Renderer | null = null

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
    this.reserve(length * 3 + 2)
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
      } else if (c < SURROGATES) {
        bytes[at++] = 0xe0 | (c >>> 12)
        bytes[at++] = 0x80 | ((c >>> 6) & 63)
        bytes[at++] = 0x80 | (c & 63)
      } else return this.text(JSON.stringify(text))
    }
    bytes[at++] = QUOTE
    this.at = at
  }

  /** Writes a sentence as its text, or as data. */
  sentence(sentence: AnySentence): void {
    if (this.renderer === null) this.text(JSON.stringify(sentence))
    else this.quoted(this.renderer.render(sentence))
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
    if (value === null || typeof value !== 'object') return this.ascii(toWireText(value, this.renderer))
    if (Array.isArray(value)) {
      this.ascii('[')
      for (let i = 0; i < value.length; i++) {
        this.comma(i)
        this.value(value[i])
      }
      return this.ascii(']')
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype) return this.text(toWireText(value, this.renderer))
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

// Digits of 0..9999 as the bytes of a word, first digit lowest: all four of them, and without leading zeros together
// with their count.
const FOUR_DIGITS = new Uint32Array(10_000)
const DIGITS = new Uint32Array(10_000)
const DIGIT_COUNT = new Uint8Array(10_000)
const TWO_DIGITS = new Uint16Array(100)
for (let n = 0; n < 10_000; n++) {
  const word =
    0x30303030 +
    Math.floor(n / 1000) +
    ((Math.floor(n / 100) % 10) << 8) +
    ((Math.floor(n / 10) % 10) << 16) +
    (n % 10) * 0x1000000
  FOUR_DIGITS[n] = word
  DIGIT_COUNT[n] = n < 10 ? 1 : n < 100 ? 2 : n < 1000 ? 3 : 4
  DIGITS[n] = word >>> (8 * (4 - DIGIT_COUNT[n]))
  if (n < 100) TWO_DIGITS[n] = word >>> 16
}

/**
 * Numbers as bytes of text: what is written may reach a few bytes beyond the end of the number. Writes millionths as a
 * number with six decimals; at most 12 bytes. Returns the position of the next byte.
 */
export function writeMicro(view: DataView, at: number, value: number): number {
  let rest = value | 0
  if (rest < 0) {
    view.setUint8(at++, MINUS)
    rest = -rest | 0
  }
  const whole = (rest / 1_000_000) | 0
  const fraction = (rest - whole * 1_000_000) | 0
  view.setUint32(at, DIGITS[whole], true)
  at += DIGIT_COUNT[whole]
  view.setUint8(at, DOT)
  const high = (fraction / 100) | 0
  view.setUint32(at + 1, FOUR_DIGITS[high], true)
  view.setUint16(at + 5, TWO_DIGITS[fraction - high * 100], true)
  return at + 7
}

/**
 * Writes tenths as a number with one decimal or none; at most 12 bytes, and 3 beyond the end. Returns the position of
 * the next byte.
 */
export function writeTenths(view: DataView, at: number, value: number): number {
  let rest = value | 0
  if (rest < 0) {
    view.setUint8(at++, MINUS)
    rest = -rest | 0
  }
  const whole = (rest / 10) | 0
  at = writeWhole(view, at, whole)
  const tenth = rest - whole * 10
  if (tenth === 0) return at
  view.setUint16(at, ((ZERO + tenth) << 8) | DOT, true)
  return at + 2
}

/** Writes a 32-bit integer; at most 11 bytes, and 3 beyond the end. Returns the position of the next byte. */
function writeInteger(view: DataView, at: number, value: number): number {
  if (value >= 0) return writeWhole(view, at, value)
  view.setUint8(at, MINUS)
  return writeWhole(view, at + 1, -value)
}

function writeWhole(view: DataView, at: number, value: number): number {
  if (value < 10_000) {
    view.setUint32(at, DIGITS[value], true)
    return at + DIGIT_COUNT[value]
  }
  const high = Math.floor(value / 10_000)
  at = writeWhole(view, at, high)
  view.setUint32(at, FOUR_DIGITS[value - high * 10_000], true)
  return at + 4
}

const BYTES_PER_TEXT = 192
const WORDS_PER_TEXT = BYTES_PER_TEXT / 8

/**
 * A cache of wire JSON fragments that are written again and again under a number, such as the facts of an edge: stored
 * as words of eight bytes in one block of memory and copied whole. Bounded: a number that hashes to an occupied place
 * replaces what is there, and long texts are not stored.
 */
export class TextCache {
  readonly #mask: number
  /** number and length of the text at each place; length 0: empty */
  readonly #numbers: Int32Array
  readonly #lengths: Uint8Array
  readonly #words: Float64Array

  /** `places`: a power of two. */
  constructor(places: number) {
    this.#mask = places - 1
    this.#numbers = new Int32Array(places)
    this.#lengths = new Uint8Array(places)
    this.#words = new Float64Array(places * WORDS_PER_TEXT)
  }

  /** Writes the cached text of a number; returns false if it is not cached. */
  write(number: number, out: WireBytes): boolean {
    const place = number & this.#mask
    const length = this.#lengths[place]
    if (length === 0 || this.#numbers[place] !== number) return false
    out.reserve(BYTES_PER_TEXT)
    const words = this.#words
    const { view, at } = out
    const first = place * WORDS_PER_TEXT
    for (let w = 0; w * 8 < length; w++) view.setFloat64(at + w * 8, words[first + w], true)
    out.at = at + length
    return true
  }

  /** Caches what was written since `from` as the text of a number. */
  keep(number: number, out: WireBytes, from: number): void {
    const length = out.at - from
    if (length > BYTES_PER_TEXT || length === 0) return
    out.reserve(8)
    out.view.setFloat64(out.at, 0, true) // the last word is copied whole: the bytes after the text must not form a NaN
    const place = number & this.#mask
    this.#numbers[place] = number
    this.#lengths[place] = length
    for (let w = 0; w * 8 < length; w++)
      this.#words[place * WORDS_PER_TEXT + w] = out.view.getFloat64(from + w * 8, true)
  }
}
