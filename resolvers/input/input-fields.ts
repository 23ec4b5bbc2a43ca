// The vocabulary of input schemas: each field says in words what it expects, and a client sees nothing else.
// zod's own wording never shows: the `error` of every part is the expectation (zod-message.ts), of which
// parse-input.ts makes the sentence.
// Lists are measured before their items are looked at, so that a million items cost nothing.

import { type Expectation, zodMessage } from '../pipeline/zod-message.ts'
import { LANGUAGE_TAG } from '../../src/language/choose-language.ts'
import { say } from '../../src/language/sentence.ts'
import type { Words } from '../../src/language/generated/message-values.ts'
import { z } from 'zod'
import { MAX_FACTOR, MAX_SPREAD, MIN_FACTOR, MIN_SPREAD } from '../../src/course/pace-models.ts'
import { AT, readAt } from '../../src/travel/at.ts'

/** A finite number within bounds. `unit`: told with them. */
export function numberFrom(min: number, max: number, unit?: Words['unit']): z.ZodNumber {
  const error = zodMessage(
    unit === undefined ? say('expected.number', { min, max }) : say('expected.number.unit', { min, max, unit }),
  )
  return z.number({ error }).min(min, { error }).max(max, { error })
}

export function integerFrom(min: number, max: number, unit?: Words['unit']): z.ZodNumber {
  const error = zodMessage(
    unit === undefined
      ? say('expected.whole_number', { min, max })
      : say('expected.whole_number.unit', { min, max, unit }),
  )
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}

export function gpxText(): z.ZodString {
  return z.string({ error: zodMessage(say('expected.gpx')) })
}

/** A text of at most `max` characters: those of Unicode, as JSON Schema counts them. */
export function textUpTo(max: number, expected: Expectation): z.ZodString {
  const error = zodMessage(expected)
  const fits = (text: string) => text.length <= max || (text.length <= 2 * max && [...text].length <= max)
  return z.string({ error }).refine(fits, { error, abort: true }).meta({ maxLength: max })
}

/** The tag of a language, whether or not there is a catalogue for it. */
export function languageTag(): z.ZodString {
  const error = zodMessage(say('expected.language'))
  return z.string({ error }).regex(LANGUAGE_TAG, { error, abort: true })
}

export function flag(): z.ZodBoolean {
  return z.boolean({ error: zodMessage(say('expected.flag')) })
}

export function oneOf<const T extends readonly [string, ...string[]]>(words: T): z.ZodEnum<{ [K in T[number]]: K }> {
  return z.enum(words, {
    error: zodMessage(
      words.length === 1
        ? say('expected.word', { word: words[0] })
        : say('expected.one_of', { words: words.map((word) => `"${word}"`) }),
    ),
  }) as never
}

/** A list of `min..max` items; its length is checked before the items. `items` names them. */
export function listOf<T extends z.ZodType>(
  item: T,
  min: number,
  max: number,
  items: Words['items'],
  expected: Expectation = min === 0
    ? say('expected.list.most', { max, items })
    : say('expected.list', { min, max, items }),
) {
  const error = zodMessage(expected)
  return z
    .array(z.unknown(), { error })
    .min(min, { error })
    .max(max, { error })
    .pipe(z.array(item, { error }).min(min, { error }).max(max, { error }))
}

/** One of several forms, distinguished by what they are made of. */
export function unionOf<const T extends readonly [z.ZodType, ...z.ZodType[]]>(
  forms: T,
  expected: Expectation,
): z.ZodUnion<T> {
  return z.union(forms, { error: zodMessage(expected) })
}

/** A positive whole number that names something. */
export function wholeId(expected: Expectation): z.ZodNumber {
  const error = zodMessage(expected)
  return z.number({ error }).int({ error }).min(1, { error }).max(Number.MAX_SAFE_INTEGER, { error })
}

/** `[lon, lat]` in degrees. */
export function position() {
  const error = zodMessage(say('expected.pair'))
  return z.tuple([numberFrom(-180, 180, 'longitude'), numberFrom(-90, 90, 'latitude')], { error })
}

/** An object; unknown members are ignored. */
export function fields<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strip> {
  return z.object(shape, { error: zodMessage(say('expected.object')) })
}

/** An object whose unknown members are refused. */
export function onlyFields<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const names = Object.keys(shape)
  return z.strictObject(shape, {
    error: zodMessage(say('expected.object.only', { fields: names.map((name) => `\`${name}\``) })),
  })
}

/** Arguments of a field: null is the same as left out. */
export type OrNull<Args> = { [Name in keyof Args]: undefined extends Args[Name] ? Args[Name] | null : Args[Name] }

/** No input at all. */
export const noInput = z.object({}, { error: zodMessage(say('expected.nothing')) })
export type NoInput = z.infer<typeof noInput>

/** `walker` of every operation that reports times: the caller's own pace, as operation walker returns it. */
export const walkerField = () =>
  fields({
    factor: numberFrom(MIN_FACTOR, MAX_FACTOR).describe('Factor on the moving time of the model.'),
    spread: numberFrom(MIN_SPREAD, MAX_SPREAD).describe(
      'Standard deviation of the logarithm of moving time; the bands come from it.',
    ),
  })
    .optional()
    .describe('Your own pace, as POST /v1/walker measures it. Left out: a typical walker.')

/** What links and inputs of GraphQL say of `walker`. */
export const WALKER_ABOUT = 'Your own pace, as `walker` measures it. Left out: a typical walker.'

/** The input field `at` of routes: when they are travelled (decision: dates). */
const AT_ABOUT =
  'When the start is left: an instant (2026-12-24T08:00+01:00), a time by the clock of the place (2026-12-24T08:00), or a ' +
  'date there (2026-12-24). What the map closes on arrival is not used, and `because` names it. With a date, what is ' +
  'closed all day is not used. Without it, ways that are closed at times are used, and told in `unknowns`.'

const AT_FORM = zodMessage(say('expected.at'))

export const atField = () =>
  z
    .string({ error: AT_FORM })
    .refine((text) => readAt(text) !== null, { error: AT_FORM })
    .optional()
    .meta({ pattern: AT.source, description: AT_ABOUT })

const LOCAL_TIME = zodMessage(say('expected.local_time'))

/** A time by the clock of a place, or an instant that is read by it; no date alone. */
export const localTimeField = () =>
  z
    .string({ error: LOCAL_TIME })
    .refine((text) => readAt(text)?.wholeDay === false, { error: LOCAL_TIME })
    .meta({ format: 'date-time' })

const DAY = zodMessage(say('expected.day'))

/** `at` in GraphQL, where a time and a date have types of their own. */
export const momentForms = fields({
  time: localTimeField()
    .optional()
    .describe('An instant (2026-12-24T08:00+01:00), or a time by the clock of the place (2026-12-24T08:00).'),
  date: z
    .string({ error: DAY })
    .refine((text) => readAt(text)?.wholeDay === true, { error: DAY })
    .optional()
    .meta({
      format: 'date',
      description: 'A date there, 2000 to 2059. What is closed all day is not used.',
    }),
})

/** Where dates do not count, one is refused: passed over, it would promise that what is closed then is not used. */
export const noAtField = () =>
  z
    .null({ error: zodMessage(say('expected.no_at')) })
    .optional()
    .describe('Not taken: dates count for routes alone. Anything but null is refused.')

const YEARS = /^(?:19\d\d|20\d\d|2100)-/
const EXPECTED_DATE = zodMessage(say('expected.date'))

export function dateField() {
  return z
    .string({ error: EXPECTED_DATE })
    .regex(YEARS, { error: EXPECTED_DATE, abort: true })
    .refine((date) => date.length === 10 && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date), {
      error: EXPECTED_DATE,
    })
    .meta({
      format: 'date',
      description: "A date of the place's own calendar, YYYY-MM-DD, 1900 to 2100.",
    })
}
