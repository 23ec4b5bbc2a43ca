// A name says the clock: `...At` is an instant in UTC, `...Local` a time by the clock of the place, `date` one of its
// days.

import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
/** Each field that gives a value: its coordinate, name and type. */
const fields = types.flatMap((type) =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).map((field) => ({
        at: `${type.name}.${field.name}`,
        name: field.name,
        type: getNamedType(field.type).name,
      }))
    : [],
)
const sent = (at: string, { description, type }: GraphQLArgument | GraphQLInputField) => ({
  at,
  description: description ?? '',
  type: getNamedType(type).name,
})
const where = (wrong: (field: (typeof fields)[number]) => boolean) => fields.filter(wrong).map(({ at }) => at)

test('no text is a date or a time', () => {
  expect(where(({ name, type }) => type === 'String' && /^(date|time)$|(Date|At|Local|Utc)$/.test(name))).toEqual([])
})

test('no text that is sent is a date, a time or a moment', () => {
  const members = types.flatMap((type) => {
    if (isInputObjectType(type))
      return Object.values(type.getFields()).map((one) => sent(`${type.name}.${one.name}`, one))
    if (!isObjectType(type) && !isInterfaceType(type)) return []
    return Object.values(type.getFields()).flatMap(({ name, args }) =>
      args.map((one) => sent(`${type.name}.${name}(${one.name})`, one)),
    )
  })
  const dated = members.filter(({ description }) => /\b20\d\d-\d\d|YYYY-|ISO 8601/.test(description))
  expect(dated.map(({ at }) => at)).toEqual(
    expect.arrayContaining(['Spot.sun(date)', 'Forecast.day(date)', 'MomentInput.time', 'Course.weather(departure)']),
  )
  expect(dated.filter(({ type }) => type === 'String').map(({ at }) => at)).toEqual([])
})

test('no instant ends in `Local` or `Utc`, each local time ends in `Local`, each day is `date`', () => {
  expect(where(({ name, type }) => type === 'DateTime' && /(Local|Utc)$/.test(name))).toEqual([])
  expect(where(({ name, type }) => (type === 'LocalDateTime') !== name.endsWith('Local'))).toEqual([])
  expect(where(({ name, type }) => (type === 'Date') !== (name === 'date'))).toEqual([])
  expect(fields.map(({ type }) => type)).toEqual(expect.arrayContaining(['DateTime', 'LocalDateTime', 'Date']))
})

test('every scalar of our own says where it is specified', () => {
  const own = types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type))
  expect(own.length).toBeGreaterThan(8)
  expect(own.filter(({ specifiedByURL }) => specifiedByURL == null).map(({ name }) => name)).toEqual([])
})
