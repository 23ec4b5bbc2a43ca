// Own scalars, each with its unit and order in its description. They check the kind of a value; bounds belong to the
// schemas of operations, which answer with the field's name. `codegenScalarType` is how JSON writes it, in TypeScript:
// GraphQL Code Generator reads it from the schema, others need it in their settings. `expects`: what it has to be.

import { say } from '../src/language/sentence.ts'
import { english } from '../src/language/catalogue-files.ts'
import type { Expectation } from '../resolvers/pipeline/zod-message.ts'
import { GraphQLError } from 'graphql'
import { builder } from './builder.ts'

function refuse(expected: Expectation | null): never {
  // said of the whole argument by http/value-text.ts
  throw new GraphQLError(expected === null ? 'only ever an answer' : english.render(expected), {
    extensions: { code: 'invalid_input' },
  })
}

function numbers(value: unknown, count: number, expected: Expectation): never {
  if (
    !Array.isArray(value) ||
    value.length !== count ||
    value.some((part) => typeof part !== 'number' || !Number.isFinite(part))
  )
    refuse(expected)
  return value as never
}

const PAIR = say('expected.graphql.pair')
const FOUR = say('expected.graphql.box')
const MOMENT = say('expected.graphql.moment')
const LOCAL_TIME = say('expected.local_time')
const DAY = say('expected.date')
const SHAPE = say('expected.geojson')
const NUMBER_OF_OSM = say('expected.graphql.osm_id')

builder.scalarType('LonLat', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc7946#section-3.1.1',
  extensions: { codegenScalarType: '[number, number]', expects: PAIR },
  description: 'A place as [lon, lat] in degrees (WGS 84).',
  serialize: (value) => [value[0], value[1]],
  parseValue: (value) => numbers(value, 2, PAIR),
})

builder.scalarType('Position', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc7946#section-3.1.1',
  extensions: { codegenScalarType: '[number, number, number | null]' },
  description:
    'A point of a line as [lon, lat, height]: degrees (WGS 84) and metres. The height is null where the terrain has none.',
  serialize: (value) => value as unknown as number[],
  parseValue: () => refuse(null),
})

builder.scalarType('FloatColumn', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259#section-5',
  extensions: { codegenScalarType: '(number | null)[]' },
  description: 'One column of a table as a list of numbers in the order of its rows, null where one is unknown.',
  serialize: (value) => value as unknown as number[],
  parseValue: () => refuse(null),
})

builder.scalarType('Box', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc7946#section-5',
  extensions: { codegenScalarType: '[number, number, number, number]', expects: FOUR },
  description: 'A box as [minLon, minLat, maxLon, maxLat] in degrees (WGS 84).',
  serialize: (value) => [...value],
  parseValue: (value) => numbers(value, 4, FOUR),
})

builder.scalarType('DateTime', {
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  extensions: { codegenScalarType: 'string', expects: MOMENT },
  description:
    'A moment as ISO 8601 text: in answers in UTC, e.g. 2026-11-21T08:00:00.000Z; in requests with any offset.',
  serialize: (value) => value,
  parseValue: (value) => (typeof value === 'string' ? value : refuse(MOMENT)),
})

builder.scalarType('LocalDateTime', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339#section-5.6',
  extensions: { codegenScalarType: 'string', expects: LOCAL_TIME },
  description:
    'A time by the clock of a place, with its offset from UTC, e.g. 2026-11-21T09:00:00+01:00. In a request the offset may be left out: the clock there shows that time.',
  serialize: (value) => value,
  parseValue: (value) => (typeof value === 'string' ? value : refuse(LOCAL_TIME)),
})

builder.scalarType('Date', {
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
  extensions: { codegenScalarType: 'string', expects: DAY },
  description: 'A day of the calendar of a place, e.g. 2026-11-21.',
  serialize: (value) => value,
  parseValue: (value) => (typeof value === 'string' ? value : refuse(DAY)),
})

builder.scalarType('GeoJSON', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc7946',
  extensions: { codegenScalarType: 'unknown', expects: SHAPE },
  description: 'A GeoJSON object (RFC 7946), coordinates [lon, lat, height].',
  serialize: (value) => value,
  parseValue: (value) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : refuse(SHAPE)),
})

builder.scalarType('JSON', {
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259',
  extensions: { codegenScalarType: 'unknown', expects: say('expected.graphql.json') },
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
})

builder.scalarType('OsmId', {
  specifiedByURL: 'https://wiki.openstreetmap.org/wiki/Elements',
  extensions: { codegenScalarType: 'number', expects: NUMBER_OF_OSM },
  description: 'An OpenStreetMap id: a whole number below 2^53, larger than Int holds.',
  serialize: (value) => value,
  parseValue: (value) =>
    Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : refuse(NUMBER_OF_OSM),
})
