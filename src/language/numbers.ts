// Numbers, units, dates and lists as people of a language write them. English has a plain space before a unit and dates
// as they were sent; the others have a no-break space, and dates by Intl.

/** Making a format takes as long as writing a hundred numbers. */
const numberFormats = new Map<string, Intl.NumberFormat>()
const listFormats = new Map<string, Intl.ListFormat>()

const isEnglish = (language: string) => language === 'en' || language.startsWith('en-')

/** From here on numbers may have separators; the smaller ones, most of all, need no format. */
const SEPARATED_FROM = 999
const decimalSigns = new Map<string, string | null>()

/** What a language has for a point; null where its digits are others. */
function decimalSignOf(language: string): string | null {
  let sign = decimalSigns.get(language)
  if (sign === undefined) {
    sign = /^0(.)5$/.exec(new Intl.NumberFormat(language).format(0.5))?.[1] ?? null
    decimalSigns.set(language, sign)
  }
  return sign
}

export function numberText(language: string, value: number, options?: Intl.NumberFormatOptions): string {
  if (options === undefined && Number.isInteger(value) && isSmall(value) && decimalSignOf(language) !== null)
    return String(value)
  const key =
    options === undefined
      ? language
      : `${language} ${options.minimumFractionDigits} ${options.maximumFractionDigits} ${options.useGrouping}`
  let format = numberFormats.get(key)
  if (format === undefined) numberFormats.set(key, (format = new Intl.NumberFormat(language, options)))
  return format.format(value)
}

/** With as many decimals. */
export function fixedText(language: string, value: number, decimals: number): string {
  // rounded as in English, so that numbers agree between languages
  const fixed = value.toFixed(decimals)
  if (isEnglish(language)) return fixed
  const sign = isSmall(value) ? decimalSignOf(language) : null
  if (sign !== null) return fixed.replace('.', sign)
  return numberText(language, Number(fixed), { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

const isSmall = (value: number) => value >= 0 && value < SEPARATED_FROM

const withUnit = (language: string, number: string, unit: string) =>
  `${number}${isEnglish(language) ? ' ' : '\u00a0'}${unit}`

/** `340 m`, `2.3 km`. */
export function distanceText(language: string, distanceM: number): string {
  return distanceM < 995
    ? withUnit(language, fixedText(language, distanceM, 0), 'm')
    : withUnit(language, fixedText(language, distanceM / 1000, 1), 'km')
}

/** `1340 m` */
export function wholeMetresText(language: string, distanceM: number): string {
  return withUnit(language, fixedText(language, distanceM, 0), 'm')
}

/** `37 %` of a share from 0 to 1. */
export function percentText(language: string, share: number, decimals: number): string {
  return withUnit(language, fixedText(language, share * 100, decimals), '%')
}

/** The same with one decimal where it is not 0: `12.5 %`, `10 %`. */
export function shortPercentText(language: string, share: number): string {
  return withUnit(language, numberText(language, Number((share * 100).toFixed(1))), '%')
}

/** A date, or a time by the clock of a place; ISO 8601 without regard to its offset. */
export function dateText(language: string, iso: string): string {
  const isDay = iso.length <= 10
  const written = new Date(isDay ? `${iso}T00:00Z` : `${iso.slice(0, 16)}Z`)
  if (isEnglish(language) || Number.isNaN(written.getTime())) return iso
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    ...(isDay ? {} : { timeStyle: 'short' }),
    timeZone: 'UTC',
  }).format(written)
}

/** `March`; `month` from 1. */
export function monthText(language: string, month: number): string {
  return new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2001, month - 1))
}

/** `first, second and third`, or with `or`; English has no comma before the last. */
export function listText(language: string, texts: readonly string[], type: 'conjunction' | 'disjunction'): string {
  const key = `${language} ${type}`
  let format = listFormats.get(key)
  if (format === undefined)
    listFormats.set(key, (format = new Intl.ListFormat(isEnglish(language) ? 'en-GB' : language, { type })))
  return format.format(texts)
}
