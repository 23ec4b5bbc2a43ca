// The parameters of a query, made from the input of its operation: how each is read, and what the OpenAPI document says
// of it. Bounds, words and defaults are those of the input; a row adds what a query writes in its own way. Numbers
// inside a text are described in plain notation; the server reads others, too: exponents, white space around them.

import { z } from 'zod'
import type { JsonSchema } from '../resolvers/input/json-schema.ts'
import type { Query } from '../src/server/read-request.ts'
import { toCamel } from '../src/wire/key-case.ts'

export interface QueryParameter {
  description: string
  required: boolean
  schema: JsonSchema
}

/** What a query writes in its own way; the rest follows from the field of the input. */
interface DeclaredParameter {
  /** the field of the input; left out: the name of the parameter in camelCase */
  field?: string
  /** left out: the description of the field */
  about?: string
  /** how it is written; left out: by the kind of the field */
  as?: (field: JsonSchema) => JsonSchema
  /** the default, if the operation has it elsewhere than in its input */
  preset?: unknown
}
export type DeclaredParameters = Readonly<Record<string, DeclaredParameter>>

/** What a query is taken for, and how the document describes it. */
interface Form {
  describe(field: JsonSchema): JsonSchema
  read(query: Query, name: string, maxItems: number | undefined): unknown
}

/** Parameters by name for the document, and the input that a query makes. */
export function queryOf(input: z.ZodType, declared: DeclaredParameters) {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { unrepresentable: 'any' }) as JsonSchema
  const parameters = Object.entries(declared).map(([name, { field: given, about, as, preset }]) => {
    const key = given ?? toCamel(name)
    const field = { ...properties[key], ...(preset === undefined ? {} : { default: preset }) }
    const form = formOf(field)
    const parameter: QueryParameter = {
      description: about ?? field.description!,
      required: required.includes(key) && field.default === undefined,
      schema: (as ?? form.describe)(field),
    }
    return { name, parameter, read: (query: Query) => [key, form.read(query, name, field.maxItems)] as const }
  })
  return {
    parameters: Object.fromEntries(parameters.map(({ name, parameter }) => [name, parameter])),
    read: (query: Query): Record<string, unknown> => Object.fromEntries(parameters.map(({ read }) => read(query))),
  }
}

const KEPT = ['type', 'enum', 'format', 'pattern', 'maxLength', 'minimum', 'maximum', 'default'] as const
/** As the input has it. */
export const asItIs = (field: JsonSchema): JsonSchema =>
  Object.fromEntries(KEPT.filter((key) => field[key] !== undefined).map((key) => [key, field[key]]))

const FORMS = {
  number: { describe: asItIs, read: (query, name) => query.number(name) },
  text: { describe: asItIs, read: (query, name) => query.text(name) },
  /** `1`, or left out */
  switch: { describe: () => ({ type: 'integer', enum: [1] }), read: (query, name) => query.switch(name) },
  words: {
    describe: (field) => patterned(listOf(itemOf(field).enum!.join('|'), ',', field)),
    read: (query, name) => query.list(name),
  },
  box: {
    describe: ({ prefixItems }) => patterned(`^${prefixItems!.map(numberText).join(',')}$`),
    read: (query, name) => query.numbers(name),
  },
  /** ascending, the first 0 */
  starts: {
    describe: (field) => patterned(`^0(?:,${numberText(itemOf(field))}){0,${field.maxItems! - 1}}$`),
    read: (query, name, maxItems) => query.numbers(name, maxItems),
  },
  /** `lat,lon` between vertical bars */
  points: {
    describe: (field) => {
      const [lon, lat] = itemOf(field).prefixItems!.map(numberText)
      return patterned(listOf(`${lat},${lon}`, String.raw`\|`, field))
    },
    read: (query, name, maxItems) => query.latLonPairs(name, maxItems!),
  },
} as const satisfies Record<string, Form>

function formOf({ type, prefixItems, items }: JsonSchema): Form {
  if (type === 'integer' || type === 'number') return FORMS.number
  if (type === 'boolean') return FORMS.switch
  if (type !== 'array') return FORMS.text
  if (prefixItems !== undefined) return FORMS.box
  const { enum: words, prefixItems: pair } = items as JsonSchema
  return words !== undefined ? FORMS.words : pair !== undefined ? FORMS.points : FORMS.starts
}

/** `lat,lon` or `lat,lon,height` between semicolons. */
export function latLonHeights(field: JsonSchema): JsonSchema {
  const { lat, lon, elevationM } = itemOf(field).properties!
  return patterned(listOf(`${numberText(lat)},${numberText(lon)}(?:,${numberText(elevationM)})?`, ';', field))
}

/** One of a few whole numbers. */
export const choice = ({ minimum, maximum, default: preset }: JsonSchema): JsonSchema => ({
  type: 'integer',
  enum: Array.from({ length: maximum! - minimum! + 1 }, (_, i) => minimum! + i),
  default: preset,
})

export const jsonText = ({ $ref }: JsonSchema): JsonSchema => ({
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: { $ref: $ref! },
})

export const patterned = (pattern: string): JsonSchema => ({ type: 'string', pattern })

/** 1 to as many items as the field takes, between separators. */
const listOf = (item: string, separator: string, { maxItems }: JsonSchema) =>
  `^(?:${item})(?:${separator}(?:${item})){0,${maxItems! - 1}}$`
const itemOf = ({ items }: JsonSchema) => items as JsonSchema

const DECIMALS = String.raw`(?:\.\d{0,20})?`
/** Numbers between two bounds as text. */
const NUMBER_TEXTS: Readonly<Record<string, string>> = {
  '-90..90': String.raw`[+-]?(?:90(?:\.0{0,20})?|[0-8]?\d${DECIMALS})`,
  '-180..180': String.raw`[+-]?(?:180(?:\.0{0,20})?|(?:1[0-7]\d|\d{1,2})${DECIMALS})`,
  // to 85.05, just within
  '-85.0511..85.0511': String.raw`[+-]?(?:85(?:\.0[0-4]\d{0,18})?|(?:8[0-4]|[0-7]?\d)${DECIMALS})`,
  '-500..9000': String.raw`(?:-(?:500|[1-4]?\d{1,2}${DECIMALS})|\+?(?:9000|[1-8]?\d{1,3}${DECIMALS}))`,
  '0..511': String.raw`(?:50\d|51[01]|[1-4]\d\d|\d{1,2})`,
}

/** Throws Error for bounds that have no text here. */
function numberText({ minimum, maximum }: JsonSchema): string {
  const text = NUMBER_TEXTS[`${minimum}..${maximum}`]
  if (text === undefined) throw new Error(`There is no pattern for a number from ${minimum} to ${maximum}.`)
  return text
}
