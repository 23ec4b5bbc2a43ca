// A number says its unit at the end of its name, and a name means one thing: made from the schema.

import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'

/** Metres, seconds, degrees and so on, or a share from 0 to 1, alone or behind a word. */
const UNIT = /(^|[a-z0-9])(M|S|H|Days|Deg|Pct|Kmh|Mm|Cm|C|HPa|Km2|Share|SPerKm)(Max)?$/

/** Numbers without a unit in their name, and why. */
const WITHOUT_UNIT: Record<string, string> = {
  ...Object.fromEntries(['lat', 'lon'].map((name) => [name, 'coordinates, in degrees as everywhere'])),
  ...Object.fromEntries(
    ['factor', 'spread', 'hills', 'score', 'points', 'ndsi', 'cost'].map((name) => [name, 'no dimension']),
  ),
  ...Object.fromEntries(
    ['none', 'unknown', 'local', 'regional', 'national', 'international', 'road'].map((name) => [name, 'a weight']),
  ),
  ...Object.fromEntries(['limit', 'used', 'remaining', 'credits', 'calls'].map((name) => [name, 'a count'])),
  ...Object.fromEntries(['min', 'max'].map((name) => [name, 'of what the range is of'])),
  minPerKm: 'minutes per kilometre, as runners say their pace and watches show it',
}

type Named = readonly [owner: string, name: string, type: string]

const FIELDS: Named[] = Object.values(schema.getTypeMap()).flatMap((type): Named[] => {
  if (type.name.startsWith('__')) return []
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => [type.name, field.name, nameOf(field.type)])
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap((field): Named[] => [
    [type.name, field.name, nameOf(field.type)],
    ...field.args.map((arg): Named => [`${type.name}.${field.name}`, arg.name, nameOf(arg.type)]),
  ])
})

function nameOf(type: GraphQLInputType | GraphQLOutputType): string {
  const { name } = getNamedType(type)
  return name === 'FloatColumn' ? 'Float' : name
}

test('the name of a number ends in its unit, or stands above with the reason why not', () => {
  const bare = FIELDS.filter(([, name, type]) => type === 'Float' && !UNIT.test(name) && !(name in WITHOUT_UNIT))
  expect(bare.map(([owner, name]) => `${owner}.${name}`)).toEqual([])
})

test('each name above is one of the schema', () => {
  const names = new Set(FIELDS.filter(([, , type]) => type === 'Float').map(([, name]) => name))
  expect(Object.keys(WITHOUT_UNIT).filter((name) => !names.has(name))).toEqual([])
})

test('a name that is a number with a unit is one everywhere', () => {
  const numbers = new Set(
    FIELDS.filter(([, name, type]) => type === 'Float' && UNIT.test(name)).map(([, name]) => name),
  )
  const others = FIELDS.filter(
    ([, name, type]) => numbers.has(name) && !['Float', 'Int', 'RangeInput', 'WeatherRange'].includes(type),
  )
  expect(others.map(([owner, name, type]) => `${owner}.${name}: ${type}`)).toEqual([])
})

test('a number without a unit is found', () => {
  expect(['distance', 'minutes', 'coverage', 'lengthKm', 'M'].filter((name) => UNIT.test(name))).toEqual(['M'])
})
