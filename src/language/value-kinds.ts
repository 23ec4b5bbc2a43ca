// The kinds of values in sentences, and what each becomes in a text. Words with several forms are messages of the
// catalogue themselves: `{turn_lead}` is `turn.turn_left.lead`, or `turn.turn_left` where the catalogue lacks the form.
// Numbers, units, dates and lists are as people of a language write them. English has a plain space before a unit and
// dates as they were sent; the others have a no-break space, and dates by Intl.

import type { AnySentence, LegValue, NameValue, PointValue, SignValue, WayValue } from './sentence.ts'

/** What a client writes in its own way. */
export interface Marks {
  /** of a waypoint, counted from 0, in place of its number */
  waypoint?: (index: number) => string
  /** of a text `lon, lat` */
  position?: (text: string) => string
}

/** What a kind needs of the renderer. */
export interface Speaker {
  readonly language: string
  readonly marks: Marks
  /** a message as a part of another; `form`: also of words in it that name no form of their own */
  part(code: string, values: object, form?: string | null): string
  /** `isWhole`: with a capital letter where it begins with a word */
  sentence(sentence: AnySentence, isWhole: boolean): string
  /** a word of a family, null where no catalogue has it; `values`: of the sentence */
  word(family: string, word: string, form: string | null, values: object): string | null
  /** in place of a form: those that the catalogue has for names with some beginning or ending */
  nameForms(form: string): NameForms
}

/** `onto.-straße` of names that end in `straße`, `onto.rue-` of those whose first word is `rue`. */
export interface NameForms {
  /** longest first */
  endings: readonly (readonly [ending: string, form: string])[]
  firstWords: ReadonlyMap<string, string>
}

/** The message of a way's name. */
export const NAME = 'part.way.name'

/** Where a value stands. */
export interface Place {
  form: string | null
  /** what its kind is of: `turn` of `word turn` */
  of: string
  /** of the sentence */
  values: object
}

export interface Kind<Value = never> {
  text: (value: Value, speaker: Speaker, place: Place) => string
  /** in a plural or a select; absent: the value itself */
  deciding?: (value: Value) => string | number
  /** its text begins with words of the catalogue: at the beginning of a sentence they take a capital letter */
  isSpoken?: true
}

// any: a table of kinds has values of every type; sentence.ts says which
export const VALUE_TEXTS: Readonly<Record<string, Kind<any>>> = {
  text: { text: (value: string) => value },
  name: { text: nameText },
  field: { text: (value: string) => value },
  choice: { text: (value: string) => value },
  position: { text: (value: string, { marks }) => marks.position?.(value) ?? value },
  number: { text: (value: number, { language }) => numberText(language, value) },
  plain: { text: plainText },
  decimals: { text: (value: number, { language }, { of }) => fixedText(language, value, Number(of)) },
  share: {
    text: (value: number, { language }, { of }) =>
      of === 'max1' ? shortPercentText(language, value) : percentText(language, value, Number(of)),
    deciding: (value: number) => Math.round(value * 100),
  },
  degrees: { text: (value: number, { language }) => `${fixedText(language, value, 0)}°` },
  metres: {
    text: (value: number, { language }, { of }) =>
      of === 'whole' ? wholeMetresText(language, value) : distanceText(language, value),
  },
  km: { text: (value: number, { language }) => fixedText(language, value / 1000, 1) },
  minutes: { text: (value: number, { language }) => numberText(language, toMinutes(value)), deciding: toMinutes },
  date: { text: (value: string, { language }) => dateText(language, value) },
  months: { text: monthsText, isSpoken: true },
  heading: {
    text: (value: number, speaker, { form, values }) => speaker.word('heading', String(value), form, values) ?? '',
    isSpoken: true,
  },
  word: { text: wordText, isSpoken: true },
  tag: { text: wordText, isSpoken: true },
  sign: { text: signText },
  way: { text: wayText, deciding: ({ kind }: WayValue) => kind, isSpoken: true },
  point: { text: pointText, deciding: ({ role }: PointValue) => role, isSpoken: true },
  leg: { text: legText, isSpoken: true },
  list: { text: itemsText, deciding: ({ length }: readonly unknown[]) => length, isSpoken: true },
  sentence: { text: (value: AnySentence, speaker) => speaker.sentence(value, true) },
  phrase: { text: (value: AnySentence, speaker) => speaker.sentence(value, false), isSpoken: true },
}

/** `word` and `turn` of `word turn`; the second is empty for a kind alone. */
export function splitKind(kind: string): [name: string, of: string] {
  const at = kind.indexOf(' ')
  return at < 0 ? [kind, ''] : [kind.slice(0, at), kind.slice(at + 1)]
}

/** Without a capital letter, as names of the map are left as they are. */
function nameText(value: NameValue, speaker: Speaker): string {
  return typeof value === 'string' ? value : speaker.sentence(value, false)
}

function plainText(value: number | string, { language }: Speaker): string {
  // a letter stands for a number
  if (typeof value === 'string') return value
  return numberText(language, value, { useGrouping: false, maximumFractionDigits: 20 })
}

function toMinutes(seconds: number): number {
  return Math.round(seconds / 60)
}

/** A word of the map that the catalogue has not is left as it is. */
function wordText(value: string, speaker: Speaker, { form, of, values }: Place): string {
  return speaker.word(of, value, form, values) ?? value.replaceAll('_', ' ')
}

/** `the path`, `the track signed GR 11`, `Carretera General (CG-1)`; never a name that the map does not have. */
function wayText(way: WayValue, speaker: Speaker, { form }: Place): string {
  const { name, ref, sign, heading } = way
  const own =
    name === null ? (ref === null ? 'kind' : 'ref') : ref === null || name.includes(ref) ? 'named' : 'named_ref'
  const more = sign !== null ? '_signed' : own === 'kind' && heading !== undefined ? '_heading' : ''
  const said = wayNameText(way, speaker, form)
  return speaker.part(`part.way.${own}${more}`, said === name ? way : { ...way, name: said }, form)
}

/**
 * `in die Hauptstraße`, `pel Carrer Major`: what stands before a name depends on the ending of its one word, or on the
 * first of several, in letters of any case. Before the last of several stand words that would have to agree with it
 * ("auf der Oberen Hauptstraße").
 */
function wayNameText({ name, kind }: WayValue, speaker: Speaker, form: string | null): string | null {
  if (name === null || form === null) return name
  const { endings, firstWords } = speaker.nameForms(form)
  const end = name.indexOf(' ')
  const own =
    end < 0 ? endings.find(([ending]) => name.endsWith(ending))?.[1] : firstWords.get(name.slice(0, end).toLowerCase())
  return speaker.part(NAME, { name, kind }, own ?? form)
}

/** `red bar on white`, of `red:white:red_bar`; other text as it is. */
export function signText(sign: SignValue, speaker: Speaker): string {
  if (typeof sign === 'string') return sign
  const parts = sign.symbol.split(':')
  if (parts.length < 2) return sign.symbol
  const [background] = parts[1].split('_', 1)
  const ground = speaker.word('colour', background, 'ground', {}) ?? background
  const look = shapeText(parts[2] ?? '', speaker)
  const painted = look === '' ? ground : ground === '' ? look : speaker.part('part.sign.on', { look, ground })
  const inscription = parts.length > 4 ? parts[parts.length - 2] : ''
  return inscription === '' ? painted : speaker.part('part.sign.inscribed', { look: painted, inscription })
}

/** Of a foreground: `red_bar`. */
function shapeText(foreground: string, speaker: Speaker): string {
  const [colour, ...shape] = foreground.split('_')
  return speaker.word('shape', shape.join('_'), null, { colour }) ?? foreground.replaceAll('_', ' ')
}

/** `waypoint 2 of 3`, counted from 1. */
function pointText({ role, index, of, name }: PointValue, speaker: Speaker, { form }: Place): string {
  const forms = [...(form === null ? [] : [form]), ...(name === null ? [] : ['named'])].join('_')
  return speaker.word('point', role, forms, { index: markOf(index, speaker), of, name }) ?? role
}

/** Counted from 1. */
const markOf = (index: number, { marks }: Speaker) => marks.waypoint?.(index) ?? index + 1

/** `waypoint 1 to 2 of 3` */
function legText({ from, to, of, fromName, toName }: LegValue, speaker: Speaker): string {
  const end = (index: number, name: NameValue | null) =>
    speaker.part(name === null ? 'part.leg.end' : 'part.leg.end_named', { index: markOf(index, speaker), name })
  return from === to
    ? speaker.part('part.leg.within', { start: end(from, fromName), of })
    : speaker.part('part.leg.between', { start: end(from, fromName), end: end(to, toName), of })
}

/**
 * `of`: `or`, `comma`, `semicolon`, or after how many the list is cut; else joined by "and". What is said alike is said
 * once: two places may be one after rounding.
 */
function itemsText(items: readonly (string | AnySentence)[], speaker: Speaker, { of }: Place): string {
  const most = /^\d/.test(of) ? Number(of) : items.length
  const distinct = new Set<string>()
  let read = 0
  for (; read < items.length && distinct.size < most; read++) {
    const item = items[read]
    distinct.add(typeof item === 'string' ? item : speaker.sentence(item, false))
  }
  const texts = [...distinct]
  if (items.length > read) texts.push(speaker.part('part.list.more', { count: items.length - read }))
  if (of === 'comma') return texts.join(', ')
  if (of === 'semicolon') return texts.join('; ')
  if (of === 'or') return listText(speaker.language, texts, 'disjunction')
  return listText(speaker.language, texts, 'conjunction')
}

/** Runs of months, which may pass the end of a year: `November to April`, `June and July`. */
function monthsText(months: readonly number[], speaker: Speaker): string {
  const has = (month: number) => months.includes(((month + 11) % 12) + 1)
  if (new Set(months).size >= 12) return speaker.part('part.months.every', {})
  const runs: string[] = []
  for (let first = 1; first <= 12; first++) {
    if (!has(first) || has(first - 1)) continue
    let last = first
    while (has(last + 1)) last++
    const [firstMonth, lastMonth] = [first, last].map((month) => monthText(speaker.language, ((month - 1) % 12) + 1))
    if (last === first) runs.push(firstMonth)
    else if (last === first + 1) runs.push(listText(speaker.language, [firstMonth, lastMonth], 'conjunction'))
    else runs.push(speaker.part('part.months.run', { firstMonth, lastMonth }))
  }
  return listText(speaker.language, runs, 'conjunction')
}

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
function distanceText(language: string, distanceM: number): string {
  return distanceM < 995
    ? withUnit(language, fixedText(language, distanceM, 0), 'm')
    : withUnit(language, fixedText(language, distanceM / 1000, 1), 'km')
}

/** `1340 m` */
function wholeMetresText(language: string, distanceM: number): string {
  return withUnit(language, fixedText(language, distanceM, 0), 'm')
}

/** `37 %` of a share from 0 to 1. */
function percentText(language: string, share: number, decimals: number): string {
  return withUnit(language, fixedText(language, share * 100, decimals), '%')
}

/** The same with one decimal where it is not 0: `12.5 %`, `10 %`. */
function shortPercentText(language: string, share: number): string {
  return withUnit(language, numberText(language, Number((share * 100).toFixed(1))), '%')
}

/** A date, or a time by the clock of a place; ISO 8601 without regard to its offset. */
function dateText(language: string, iso: string): string {
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
function monthText(language: string, month: number): string {
  return new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2001, month - 1))
}

/** `first, second and third`, or with `or`; English has no comma before the last. */
function listText(language: string, texts: readonly string[], type: 'conjunction' | 'disjunction'): string {
  const key = `${language} ${type}`
  let format = listFormats.get(key)
  if (format === undefined)
    listFormats.set(key, (format = new Intl.ListFormat(isEnglish(language) ? 'en-GB' : language, { type })))
  return format.format(texts)
}
