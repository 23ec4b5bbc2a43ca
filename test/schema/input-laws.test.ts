// Laws of arguments and inputs, read from the schema.

import { type GraphQLInputType, isInputObjectType, isInterfaceType, isNonNullType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'

interface Member {
  place: string
  type: GraphQLInputType
  description: string
  hasDefault: boolean
}
const TYPES = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const MEMBERS: Member[] = TYPES.flatMap((type) => {
  const holders = isInputObjectType(type)
    ? [{ place: type.name, members: Object.values(type.getFields()) }]
    : isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).map(({ name, args }) => ({ place: `${type.name}.${name}`, members: args }))
      : []
  return holders.flatMap(({ place, members }) =>
    members.map(({ name, type: own, description, default: preset, defaultValue }) => ({
      place: `${place}(${name})`,
      type: own,
      description: description ?? '',
      hasDefault: preset !== undefined || defaultValue !== undefined,
    })),
  )
})

test('what has a default is not null: it is left out, or has a value', () => {
  const withDefault = MEMBERS.filter(({ hasDefault }) => hasDefault)
  expect(withDefault.length).toBeGreaterThan(100)
  expect(withDefault.filter(({ type }) => !isNonNullType(type)).map(({ place }) => place)).toEqual([])
})

const DEFAULT_IN_WORDS = /[Dd]efault (?:a \w+ of )?(?:true|false|-?\d|[A-Z]{2})/
/** Whose default hangs on something else. */
const DEFAULT_BY_WORDS: Readonly<Record<string, string>> = {
  FollowInput: 'another direction with `from` and `to`',
  LoopThroughInput: 'without kinds it counts places, and has none',
  TravelSettings: 'by the mode, and a route names what took its default',
}

test('a default that is a value is in the schema, and not in words alone', () => {
  const inWords = MEMBERS.filter(({ hasDefault, description }) => !hasDefault && DEFAULT_IN_WORDS.test(description))
  const owners = new Set(inWords.map(({ place }) => place.split('(')[0]))
  expect([...owners].sort()).toEqual(Object.keys(DEFAULT_BY_WORDS).sort())
})

test('a default in words is found', () => {
  const texts = [
    'Default false.',
    '1 to 10, default 1.',
    'Default HIKE.',
    'Default a toleranceM of 10.',
    'Default all.',
  ]
  expect(texts.filter((text) => DEFAULT_IN_WORDS.test(text))).toEqual(texts.slice(0, -1))
})

const CHOICE = /\b(either|send one of|exactly one|in one of)\b/i
/** Whose words are of another choice than that between members. */
const NO_CHOICE: Readonly<Record<string, string>> = {
  RangeInput: 'both may be there, and either may be left out',
  SacRange: 'both may be there, and either may be left out',
}

test('an input whose words are of a choice says so by its type', () => {
  const choosing = TYPES.filter(isInputObjectType).filter((type) => {
    const texts = [type, ...Object.values(type.getFields())].map(({ description }) => description ?? '')
    return !type.isOneOf && texts.some((text) => CHOICE.test(text))
  })
  expect(choosing.map(({ name }) => name).sort()).toEqual(Object.keys(NO_CHOICE).sort())
})
