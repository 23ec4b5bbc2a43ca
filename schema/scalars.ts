// Own scalars, each with its unit and order in its description. They check the kind of a value; bounds belong to
// the resolvers' schemas, which answer with the field's name.

import { GraphQLError } from 'graphql'
import { builder } from './builder.ts'

function refuse(expected: string): never {
  throw new GraphQLError(`expected ${expected}`, { extensions: { code: 'invalid_input' } })
}

function numbers(value: unknown, count: number, expected: string): never {
  if (
    !Array.isArray(value) ||
    value.length !== count ||
    value.some((part) => typeof part !== 'number' || !Number.isFinite(part))
  )
    refuse(expected)
  return value as never
}

builder.scalarType('LonLat', {
  description: 'A place as [lon, lat] in degrees (WGS 84).',
  serialize: (value) => [value[0], value[1]],
  parseValue: (value) => numbers(value, 2, 'a [lon, lat] pair of numbers'),
})

builder.scalarType('Position', {
  description:
    'A point of a line as [lon, lat, height]: degrees (WGS 84) and metres. The height is null where the terrain has none.',
  serialize: (value) => value as unknown as number[],
  parseValue: () => refuse('nothing: a Position is only ever an answer'),
})

builder.scalarType('Box', {
  description: 'A box as [minLon, minLat, maxLon, maxLat] in degrees (WGS 84).',
  serialize: (value) => [...value],
  parseValue: (value) => numbers(value, 4, 'a [minLon, minLat, maxLon, maxLat] box of numbers'),
})

builder.scalarType('DateTime', {
  description: 'A moment as ISO 8601 text in UTC, e.g. 2026-11-21T08:00:00.000Z.',
  serialize: (value) => value,
  parseValue: (value) => (typeof value === 'string' ? value : refuse('ISO 8601 text')),
})

/**
 * Data of others as a leaf: where it has a member `then`, a bare object would be taken for a promise. Bare again as
 * JSON.
 */
export class Leaf {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }

  toJSON(): unknown {
    return this.value
  }
}

builder.scalarType('GeoJSON', {
  description: 'A GeoJSON object (RFC 7946), coordinates [lon, lat, height].',
  serialize: (value) => value,
  parseValue: (value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? value : refuse('a GeoJSON object'),
})

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
})

builder.scalarType('OsmId', {
  description: 'An OpenStreetMap id: a whole number below 2^53, larger than Int holds.',
  serialize: (value) => value,
  parseValue: (value) =>
    Number.isSafeInteger(value) && (value as number) > 0
      ? (value as number)
      : refuse('a positive whole number below 2^53'),
})
