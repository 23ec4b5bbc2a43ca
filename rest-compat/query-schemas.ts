// Schemas of the parameters of queries, for the OpenAPI document. Numbers in a text are described in plain notation;
// the server reads others, too: exponents, white space around them.

import { LISTED_PLACE_KINDS } from '../src/places/place-kinds.ts'
import { POI_KINDS } from '../src/places/poi-kinds.ts'
import type { JsonSchema } from '../resolvers/input/json-schema.ts'

export interface QueryParameter {
  description: string
  required?: boolean
  schema: JsonSchema
}

const DECIMALS = String.raw`(?:\.\d{0,20})?`
const LAT = String.raw`[+-]?(?:90(?:\.0{0,20})?|[0-8]?\d${DECIMALS})`
/** Up to 85.05 degrees, where Web Mercator ends. */
const MAP_LAT = String.raw`[+-]?(?:85(?:\.0[0-4]\d{0,18})?|(?:8[0-4]|[0-7]?\d)${DECIMALS})`
const LON = String.raw`[+-]?(?:180(?:\.0{0,20})?|(?:1[0-7]\d|\d{1,2})${DECIMALS})`
/** -500 to 9,000 metres. */
const HEIGHT = String.raw`(?:-(?:500|[1-4]?\d{1,2}${DECIMALS})|\+?(?:9000|[1-8]?\d{1,3}${DECIMALS}))`
/** Of a segment: below 512. */
const START = String.raw`(?:50\d|51[01]|[1-4]\d\d|\d{1,2})`

/** 1 to `most` items between separators. */
const listOf = (item: string, separator: string, most: number) =>
  `^(?:${item})(?:${separator}(?:${item})){0,${most - 1}}$`
const kindsOf = (kinds: readonly string[]) => listOf(kinds.join('|'), ',', kinds.length)

export const patterned = (description: string, pattern: string, required = false): QueryParameter => ({
  description,
  required,
  schema: { type: 'string', pattern },
})
export const words = (description: string, of: readonly string[], preset?: string): QueryParameter => ({
  description,
  schema: { type: 'string', enum: [...of], ...(preset === undefined ? {} : { default: preset }) },
})
export const one = (description: string): QueryParameter => ({ description, schema: { type: 'integer', enum: [1] } })
export const degrees = (description: string, most: number): QueryParameter => ({
  description,
  required: true,
  schema: { type: 'number', minimum: -most, maximum: most },
})
export const whole = (description: string, minimum: number, maximum: number, preset: number): QueryParameter => ({
  description,
  schema: { type: 'integer', minimum, maximum, default: preset },
})

/** A name with at least so many letters or digits. */
export const name = (description: string, letters: 1 | 2): QueryParameter => ({
  description,
  required: true,
  schema: {
    type: 'string',
    pattern: String.raw`[\p{L}\p{N}]${letters === 1 ? '' : String.raw`[^]*[\p{L}\p{N}]`}`,
    maxLength: 200,
  },
})
export const date = (description: string): QueryParameter => ({
  description,
  required: true,
  schema: { type: 'string', format: 'date', pattern: String.raw`^(?:19\d\d|20\d\d|2100)-` },
})
/** `lat,lon` between vertical bars. */
export const latLonPairs = (description: string, most: number) =>
  patterned(description, listOf(`${LAT},${LON}`, String.raw`\|`, most), true)
/** `lat,lon` or `lat,lon,height` between semicolons. */
export const latLonHeights = (description: string, most: number) =>
  patterned(description, listOf(`${LAT},${LON}(?:,${HEIGHT})?`, ';', most), true)
export const box = (description: string) => patterned(description, `^${LON},${LAT},${LON},${LAT}$`)
export const mapBox = (description: string) => patterned(description, `^${LON},${MAP_LAT},${LON},${MAP_LAT}$`)
export const starts = (description: string) => patterned(description, `^0(?:,${START}){0,511}$`)
export const placeKinds = (description: string) => patterned(description, kindsOf(LISTED_PLACE_KINDS))
export const poiKinds = (description: string) => patterned(description, kindsOf(POI_KINDS))
