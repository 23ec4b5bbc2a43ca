// A whole number that counts things says so (`partCount`): a name in the plural is that of a list.

import { getNullableType, isInterfaceType, isObjectType, type GraphQLOutputType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'

/** Counts in the plural, and why. */
const IN_PLURAL: Record<string, string> = {
  'LoopRequest.alternatives': 'the argument of the same name, as applied',
  'Place.beds': 'a key of the map, as `capacity` is',
}

/** Whether a word of it is a plural: `partCount` counts parts, `linePointsMax` is their bound. */
const isPlural = (name: string): boolean => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ')
  return !/^(count|max|min|m|s|index|deg)$/.test(words.at(-1)!) && words.some((word) => /[^suix]s$/.test(word))
}

const isWhole = (type: GraphQLOutputType): boolean => String(getNullableType(type)) === 'Int'

const COUNTS = Object.values(schema.getTypeMap()).flatMap((type) =>
  (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')
    ? Object.values(type.getFields()).flatMap((field) =>
        isWhole(field.type) ? [[type.name, field.name] as const] : [],
      )
    : [],
)

test('a whole number has no name of a list, or stands above with the reason', () => {
  const plural = COUNTS.filter(([, name]) => isPlural(name)).map((names) => names.join('.'))
  expect(plural.sort()).toEqual(Object.keys(IN_PLURAL).sort())
})

test('plurals are found, and nothing else', () => {
  const names = [
    'points',
    'keptStops',
    'pointsBefore',
    'missingWays',
    'pointCount',
    'linePointsMax',
    'fromIndex',
    'daylightS',
  ]
  expect(names.filter(isPlural)).toEqual(['points', 'keptStops', 'pointsBefore', 'missingWays'])
})
