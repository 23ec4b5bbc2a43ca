import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { nearestWords } from '../../../schema/http/nearest-words.ts'
import { documentRules } from '../../../schema/http/value-faults.ts'
import { schema } from '../../../schema/index.ts'

const WORDS = ['ALPINE_HUT', 'CAMP_SITE', 'DRINKING_WATER', 'WATERFALL', 'WILDERNESS_HUT', 'PEAK']

test('the nearest of many words come first, whatever their case', () => {
  expect(nearestWords(WORDS, 'drinking_water')[0]).toBe('DRINKING_WATER')
  expect(nearestWords(WORDS, 'HUT').slice(0, 2).sort()).toEqual(['ALPINE_HUT', 'WILDERNESS_HUT'])
  expect(nearestWords(WORDS, 'waterfal')[0]).toBe('WATERFALL')
  expect(nearestWords(WORDS, '')).toHaveLength(3)
  expect(nearestWords(WORDS, 'x'.repeat(10_000))).toHaveLength(3)
})

test('a refusal lists the three nearest of a long list', () => {
  const document = parse('{ search(text: "a", where: {kinds: [drinking_water]}) { nodes { __typename } } }')
  const [{ message }] = validate(schema, document, documentRules as never)
  expect(message).toMatch(/`search\(where\.kinds\[0\]\)`: expected one of (\w+, ){3}\.\.\., got drinking_water\./)
})
