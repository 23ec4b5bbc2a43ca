// The vocabulary of input schemas: each field says in words what it expects, and a client sees nothing else.
// zod's own wording never shows: the `error` of every part is the expectation, parse-input.ts makes the sentence.
// Lists are measured before their items are looked at, so that a million items cost nothing.

import { z } from 'zod'
import { MAX_FACTOR, MAX_SPREAD, MIN_FACTOR, MIN_SPREAD } from '../../src/course/pace-models.ts'
import { AT, AT_FORM, readAt } from '../../src/travel/at.ts'

/** A finite number within bounds. `unit` ends the expectation, e.g. `metres`. */
export function numberFrom(min: number, max: number, unit = ''): z.ZodNumber {
  const error = `a number from ${min} to ${max}${unit === '' ? '' : ` (${unit})`}`
  return z.number({ error }).min(min, { error }).max(max, { error })
}

export function integerFrom(min: number, max: number, unit = ''): z.ZodNumber {
  const error = `a whole number from ${min} to ${max}${unit === '' ? '' : ` (${unit})`}`
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}

export function gpxText(): z.ZodString {
  return z.string({ error: 'GPX 1.0 or 1.1 as text' })
}

/** A text of at most `max` characters: those of Unicode, as JSON Schema counts them. */
export function textUpTo(max: number, error: string): z.ZodString {
  const fits = (text: string) => text.length <= max || (text.length <= 2 * max && [...text].length <= max)
  return z.string({ error }).refine(fits, { error, abort: true }).meta({ maxLength: max })
}

export function flag(): z.ZodBoolean {
  return z.boolean({ error: 'true or false' })
}

export function oneOf<const T extends readonly [string, ...string[]]>(words: T): z.ZodEnum<{ [K in T[number]]: K }> {
  return z.enum(words, {
    error: words.length === 1 ? `"${words[0]}"` : `one of ${words.map((word) => `"${word}"`).join(', ')}`,
  }) as never
}

/** A list of `min..max` items; its length is checked before the items. `what` names them, e.g. `[lon, lat] pairs`. */
export function listOf<T extends z.ZodType>(
  item: T,
  min: number,
  max: number,
  what: string,
  error = min === 0 ? `a list of at most ${max} ${what}` : `a list of ${min} to ${max} ${what}`,
) {
  return z
    .array(z.unknown(), { error })
    .min(min, { error })
    .max(max, { error })
    .pipe(z.array(item, { error }).min(min, { error }).max(max, { error }))
}

/** One of several forms, distinguished by what they are made of. */
export function unionOf<const T extends readonly [z.ZodType, ...z.ZodType[]]>(forms: T, error: string): z.ZodUnion<T> {
  return z.union(forms, { error })
}

/** A positive whole number that names something. */
export function wholeId(error: string): z.ZodNumber {
  return z.number({ error }).int({ error }).min(1, { error }).max(Number.MAX_SAFE_INTEGER, { error })
}

/** `[lon, lat]` in degrees. */
export function position() {
  const error = 'a [lon, lat] pair'
  return z.tuple([numberFrom(-180, 180, 'longitude, degrees'), numberFrom(-90, 90, 'latitude, degrees')], { error })
}

/** An object; unknown members are ignored. */
export function fields<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strip> {
  return z.object(shape, { error: 'an object' })
}

/** An object whose unknown members are refused. */
export function onlyFields<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const names = Object.keys(shape)
  return z.strictObject(shape, { error: `an object that holds only ${names.map((name) => `\`${name}\``).join(', ')}` })
}

/** No input at all. */
export const noInput = z.object({}, { error: 'nothing' })
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

/** The input field `at` of routes: when they are travelled (decision: dates). */
export const AT_ABOUT =
  'When the start is left: an instant (2026-12-24T08:00+01:00), a time by the clock of the place (2026-12-24T08:00), or a ' +
  'date there (2026-12-24). What the map closes on arrival is not used, and `because` names it. With a date, what is ' +
  'closed all day is not used. Without it, ways that are closed at times are used, and told in `unknowns`.'

export const atField = () =>
  z
    .string({ error: AT_FORM })
    .refine((text) => readAt(text) !== null, { error: AT_FORM })
    .optional()
    .meta({ pattern: AT.source, description: AT_ABOUT })

/** Where dates do not count, one is refused: passed over, it would promise that what is closed then is not used. */
export const noAtField = () =>
  z
    .null({ error: 'no date: `at` is taken by routes alone' })
    .optional()
    .describe('Not taken: dates count for routes alone. Anything but null is refused.')
