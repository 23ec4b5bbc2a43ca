// The numbers and times that GPX writes as text, read in place from `text[from, to)` without cutting strings.
// What is not a plain decimal or an ISO 8601 moment is NaN: never a guess, never the number at its front.
// Pure; no allocation on the usual path.

/** Powers of ten that a double holds exactly, so that up to 15 digits are read to the nearest double. */
const POW10 = Array.from({ length: 16 }, (_, i) => 10 ** i)
const MAX_EXACT_DIGITS = 15

const isSpace = (c: number): boolean => c === 32 || c === 10 || c === 13 || c === 9

/** A decimal such as ` -12.50 ` or `1.2e3`; NaN for anything else (empty, hexadecimal, comma, `Infinity`). */
export function readDecimal(text: string, from: number, to: number): number {
  while (from < to && isSpace(text.charCodeAt(from))) from++
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--
  let at = from
  const first = text.charCodeAt(at)
  if (first === 45 || first === 43) at++
  let digits = 0
  let value = 0
  let decimals = 0
  let seenPoint = false
  for (; at < to; at++) {
    const c = text.charCodeAt(at)
    if (c >= 48 && c <= 57) {
      value = value * 10 + (c - 48)
      digits++
      if (seenPoint) decimals++
    } else if (c === 46 && !seenPoint) seenPoint = true
    else if ((c === 101 || c === 69) && digits > 0) return readByEngine(text.slice(from, to))
    else return NaN
  }
  if (digits === 0) return NaN
  if (digits > MAX_EXACT_DIGITS) return readByEngine(text.slice(from, to))
  value /= POW10[decimals]
  return first === 45 ? -value : value
}

function readByEngine(word: string): number {
  if (word.length > 400 || !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?$/.test(word)) return NaN
  const value = Number(word)
  return Number.isFinite(value) ? value : NaN
}

/** Milliseconds since the epoch of `2024-08-02T08:30:26(.123)(Z|+01:00)`; without a zone UTC, as GPX means it. NaN for anything else. */
export function readTimeMs(text: string, from: number, to: number): number {
  while (from < to && isSpace(text.charCodeAt(from))) from++
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--
  if (to - from < 19 || text.charCodeAt(from + 4) !== 45 || text.charCodeAt(from + 7) !== 45 || text.charCodeAt(from + 13) !== 58 || text.charCodeAt(from + 16) !== 58) return NaN
  const divider = text.charCodeAt(from + 10)
  if (divider !== 84 && divider !== 116 && divider !== 32) return NaN
  const year = readDigits(text, from, 4)
  const month = readDigits(text, from + 5, 2)
  const day = readDigits(text, from + 8, 2)
  const hour = readDigits(text, from + 11, 2)
  const minute = readDigits(text, from + 14, 2)
  const second = readDigits(text, from + 17, 2)
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) && hour <= 24 && minute <= 59 && second <= 60)) return NaN
  let at = from + 19
  let ms = 0
  if (at < to && (text.charCodeAt(at) === 46 || text.charCodeAt(at) === 44)) {
    const start = ++at
    for (let unit = 100; at < to && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57; at++, unit /= 10) {
      if (unit >= 1) ms += (text.charCodeAt(at) - 48) * unit
    }
    if (at === start) return NaN
  }
  let offsetMin = 0
  const zone = at < to ? text.charCodeAt(at) : 0
  if (zone === 90 || zone === 122) at++
  else if (zone === 43 || zone === 45) {
    const hours = readDigits(text, at + 1, 2)
    const colon = text.charCodeAt(at + 3) === 58 ? 1 : 0
    const minutes = at + 3 >= to ? 0 : readDigits(text, at + 3 + colon, 2)
    if (!(hours <= 14 && minutes <= 59)) return NaN
    offsetMin = (hours * 60 + minutes) * (zone === 45 ? -1 : 1)
    at = at + 3 >= to ? at + 3 : at + 5 + colon
  }
  if (at !== to) return NaN
  return Date.UTC(year, month - 1, day, hour, minute, second, ms) - offsetMin * 60_000
}

function readDigits(text: string, from: number, count: number): number {
  let value = 0
  for (let i = from; i < from + count; i++) {
    const c = text.charCodeAt(i)
    if (!(c >= 48 && c <= 57)) return NaN
    value = value * 10 + (c - 48)
  }
  return value
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
