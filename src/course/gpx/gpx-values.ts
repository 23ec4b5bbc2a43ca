// HOT: npm run bench -- course
// It reads every number and time of a file, in place, because cutting a string for each costs more than reading it.
//
// The numbers and times that GPX writes as text, read in place from UTF-8 at [from, to) without cutting strings.
// Anything but a plain decimal or an ISO 8601 moment is NaN: no guess, and no number from its beginning.
// Pure; does not allocate on the usual path.

import { decimalOf, MAX_NUMBER_CHARACTERS } from '../../wire/numbers.ts'
import { MINUTE_MS } from '../../durations.ts'

/** Powers of ten that a double holds exactly, so that up to 15 digits are read to the nearest double. */
const POW10 = Array.from({ length: 16 }, (_, i) => 10 ** i)
const MAX_EXACT_DIGITS = 15

const isSpace = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9

/** A decimal such as ` -12.50 ` or `1.2e3`; NaN for anything else (empty, hexadecimal, comma, `Infinity`). */
export function readDecimal(bytes: Uint8Array, from: number, to: number): number {
  while (from < to && isSpace(bytes[from])) from++
  while (to > from && isSpace(bytes[to - 1])) to--
  if (to - from > MAX_NUMBER_CHARACTERS) return NaN
  let at = from
  const first = bytes[at]
  if (first === 45 || first === 43) at++
  let digits = 0
  let value = 0
  let decimals = 0
  let seenPoint = false
  for (; at < to; at++) {
    const c = bytes[at]
    if (c >= 48 && c <= 57) {
      value = value * 10 + (c - 48)
      digits++
      if (seenPoint) decimals++
    } else if (c === 46 && !seenPoint) seenPoint = true
    else if ((c === 101 || c === 69) && digits > 0) return decimalOf(latin1(bytes, from, to))
    else return NaN
  }
  if (digits === 0) return NaN
  if (digits > MAX_EXACT_DIGITS) return decimalOf(latin1(bytes, from, to))
  value /= POW10[decimals]
  return first === 45 ? -value : value
}

/** Non-ASCII text is never a number, so latin1 is enough. */
const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')

/**
 * Reads a decimal of digits, at most one sign and one point, that ends at a given byte, as nearly all files write them:
 * value and end in one pass. The value equals that of `readDecimal`.
 */
export class PlainDecimal {
  /** where it ended; undefined if the value is NaN */
  end = 0

  /** Returns NaN if it is written in another form or longer. */
  read(bytes: Uint8Array, at: number, stop: number): number {
    let c = bytes[at]
    const sign = c
    if (c === 45 || c === 43) c = bytes[++at]
    const wholeFrom = at
    let whole = 0
    for (; c >= 48 && c <= 57; c = bytes[++at]) whole = (Math.imul(whole, 10) + (c - 48)) | 0
    const wholeDigits = at - wholeFrom
    let part = 0
    let decimals = 0
    if (c === 46) {
      c = bytes[++at]
      const partFrom = at
      for (; c >= 48 && c <= 57; c = bytes[++at]) part = (Math.imul(part, 10) + (c - 48)) | 0
      decimals = at - partFrom
    }
    this.end = at
    const digits = wholeDigits + decimals
    if (c !== stop || digits === 0 || digits > MAX_EXACT_DIGITS || wholeDigits > 9 || decimals > 9) return NaN
    const value = (whole * POW10[decimals] + part) / POW10[decimals]
    return sign === 45 ? -value : value
  }
}

/**
 * Milliseconds since the epoch of `2024-08-02T08:30:26(.123)(Z|+01:00)`; without a zone UTC, as in GPX. NaN for
 * anything else.
 */
export function readTimeMs(bytes: Uint8Array, from: number, to: number): number {
  while (from < to && isSpace(bytes[from])) from++
  while (to > from && isSpace(bytes[to - 1])) to--
  if (
    to - from < 19 ||
    bytes[from + 4] !== 45 ||
    bytes[from + 7] !== 45 ||
    bytes[from + 13] !== 58 ||
    bytes[from + 16] !== 58
  )
    return NaN
  const divider = bytes[from + 10]
  if (divider !== 84 && divider !== 116 && divider !== 32) return NaN
  const year = readDigits(bytes, from, 4)
  const month = readDigits(bytes, from + 5, 2)
  const day = readDigits(bytes, from + 8, 2)
  const hour = readDigits(bytes, from + 11, 2)
  const minute = readDigits(bytes, from + 14, 2)
  const second = readDigits(bytes, from + 17, 2)
  if (
    !(
      year >= 100 &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= daysIn(year, month) &&
      hour <= 24 &&
      minute <= 59 &&
      second <= 60
    )
  )
    return NaN
  let at = from + 19
  let ms = 0
  if (at < to && (bytes[at] === 46 || bytes[at] === 44)) {
    const start = ++at
    for (let unit = 100; at < to && bytes[at] >= 48 && bytes[at] <= 57; at++, unit /= 10) {
      if (unit >= 1) ms += (bytes[at] - 48) * unit
    }
    if (at === start) return NaN
  }
  let offsetMin = 0
  const zone = at < to ? bytes[at] : 0
  if (zone === 90 || zone === 122) at++
  else if (zone === 43 || zone === 45) {
    const hours = readDigits(bytes, at + 1, 2)
    const colon = bytes[at + 3] === 58 ? 1 : 0
    const minutes = at + 3 >= to ? 0 : readDigits(bytes, at + 3 + colon, 2)
    if (!(hours <= 14 && minutes <= 59)) return NaN
    offsetMin = (hours * 60 + minutes) * (zone === 45 ? -1 : 1)
    at = at + 3 >= to ? at + 3 : at + 5 + colon
  }
  if (at !== to) return NaN
  return Date.UTC(year, month - 1, day, hour, minute, second, ms) - offsetMin * MINUTE_MS
}

function readDigits(bytes: Uint8Array, from: number, count: number): number {
  let value = 0
  for (let i = from; i < from + count; i++) {
    const c = bytes[i]
    if (!(c >= 48 && c <= 57)) return NaN
    value = value * 10 + (c - 48)
  }
  return value
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
