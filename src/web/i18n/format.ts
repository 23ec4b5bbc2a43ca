// Numbers as people of a language write them, with their units. Null is said to be unknown, never 0. Pure.

import { type Language, say } from './words.ts'

/** A number and its unit stay on one line. */
const UNBROKEN = '\u00a0'

/** English is that of Britain: the day before the month, 24 hours, metres. */
const countryOf = (language: Language) => (language === 'en' ? 'en-GB' : language)

/** 950 m, 7.04 km, 123 km. */
export function distanceText(language: Language, metres: number | null): string {
  if (metres === null) return say(language, 'unknown')
  if (metres < 999.5) return heightText(language, metres)
  return `${number(language, metres / 1000, kmDecimals(metres))}${UNBROKEN}km`
}

const kmDecimals = (metres: number) => (metres < 99_950 ? (metres < 9_995 ? 2 : 1) : 0)

export function heightText(language: Language, metres: number | null): string {
  return metres === null ? say(language, 'unknown') : `${number(language, metres, 0)}${UNBROKEN}m`
}

/** 850 m², 12.3 ha, 4.56 km². */
export function areaText(language: Language, squareM: number): string {
  if (squareM < 9_999.5) return `${number(language, squareM, 0)}${UNBROKEN}m²`
  if (squareM < 999_500) return `${number(language, squareM / 1e4, squareM < 1e5 ? 2 : 1)}${UNBROKEN}ha`
  return `${number(language, squareM / 1e6, squareM < 1e8 ? 2 : 0)}${UNBROKEN}km²`
}

/** 2 h 49 min; 12 min. */
export function durationText(language: Language, seconds: number | null): string {
  if (seconds === null) return say(language, 'unknown')
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0
    ? `${minutes}${UNBROKEN}min`
    : `${number(language, hours, 0)}${UNBROKEN}h${UNBROKEN}${String(minutes % 60).padStart(2, '0')}${UNBROKEN}min`
}

/** As they are read out: `3.7 kilometres`, `1,204 metres`, `2 hours, 49 minutes`. */
export const distanceAloud = (language: Language, metres: number): string =>
  metres < 999.5 ? heightAloud(language, metres) : inUnit(language, metres / 1000, 'kilometer', kmDecimals(metres))
export const heightAloud = (language: Language, metres: number): string => inUnit(language, metres, 'meter', 0)
export function durationAloud(language: Language, seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const parts = [
    ...(minutes < 60 ? [] : [inUnit(language, Math.floor(minutes / 60), 'hour', 0)]),
    inUnit(language, minutes % 60, 'minute', 0),
  ]
  return new Intl.ListFormat(countryOf(language), { type: 'unit' }).format(parts)
}

function inUnit(language: Language, value: number, unit: string, decimals: number): string {
  return new Intl.NumberFormat(countryOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  }).format(value)
}

/** How long to wait: in seconds where it is soon. */
export function waitText(language: Language, seconds: number): string {
  return seconds < 120 ? `${number(language, seconds, 0)}${UNBROKEN}s` : durationText(language, seconds)
}

/** h:mm:ss, as race clocks show it. */
export function clockText(seconds: number): string {
  const whole = Math.round(seconds)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`
}

/** Minutes and seconds for a kilometre: 5:40. */
export function paceText(secondsPerKm: number): string {
  const whole = Math.round(secondsPerKm)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

export function percentText(language: Language, share: number): string {
  return share > 0 && share < 0.005
    ? `<${UNBROKEN}${number(language, 1, 0)}${UNBROKEN}%`
    : `${number(language, share * 100, 0)}${UNBROKEN}%`
}

/** By language and decimals: making one takes as long as writing a hundred numbers. */
const formats = new Map<string, Intl.NumberFormat>()

export function number(language: Language, value: number, decimals: number): string {
  const key = `${language} ${decimals}`
  let format = formats.get(key)
  if (format === undefined) {
    const digits = { minimumFractionDigits: 0, maximumFractionDigits: decimals }
    format = new Intl.NumberFormat(language, { ...digits, signDisplay: 'negative' }) // no -0
    formats.set(key, format)
  }
  return format.format(value)
}

/** The wall clock of a place as its own text says it: `2026-11-22T08:00:00+01:00` is Sun 08:00. */
export function placeClock(language: Language, isoWithOffset: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(isoWithOffset) ?? []
  if (year === undefined) return isoWithOffset
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))),
  )
  return `${weekday} ${hour}:${minute}`
}

/** A moment by the clock of a place: Sun 08:00. */
export function clockAtPlace(language: Language, ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(countryOf(language), {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(ms)
  const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${of('weekday')} ${of('hour')}:${of('minute')}`
}

/** The same with its date: `15 Nov 2026, 08:00`. */
export function placeDate(language: Language, iso: string): string {
  const written = new Date(`${iso.slice(0, 16)}Z`)
  return Number.isNaN(written.getTime())
    ? iso
    : new Intl.DateTimeFormat(countryOf(language), {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'UTC',
      }).format(written)
}

/** Date and time where the visitor is. */
export function dateTimeText(language: Language, iso: string): string {
  return new Intl.DateTimeFormat(countryOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(iso))
}

export function bytesText(language: Language, bytes: number): string {
  return bytes < 1e6
    ? `${number(language, Math.ceil(bytes / 1e3), 0)}${UNBROKEN}KB`
    : `${number(language, bytes / 1e6, 1)}${UNBROKEN}MB`
}
