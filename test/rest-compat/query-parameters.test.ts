// Whether numbers in texts are described as they are read: openapi-queries.test.ts.

import { describe, expect, test } from 'vitest'
import { fields, flag, integerFrom, listOf, numberFrom, oneOf, position } from '../../resolvers/input/input-fields.ts'
import { queryOf } from '../../rest-compat/query-parameters.ts'
import { Query } from '../../src/server/read-request.ts'

const input = fields({
  limit: integerFrom(1, 7).default(3).describe('Most.'),
  heightM: numberFrom(-2, 9, 'metres').describe('Metres.'),
  kinds: listOf(oneOf(['peak', 'hut']), 1, 2, 'kinds').optional(),
  points: listOf(position(), 1, 3, 'points'),
  hourly: flag().optional(),
})
const { parameters, read } = queryOf(input, {
  limit: {},
  height_m: {},
  kinds: { about: 'Between commas.' },
  p: { field: 'points', about: 'Points.' },
  h: { field: 'hourly', about: '1 adds hours.' },
})

describe('the parameters of a query', () => {
  test('have bounds, defaults and words of the input that they are for', () => {
    expect(parameters).toMatchObject({
      limit: { description: 'Most.', required: false, schema: { type: 'integer', minimum: 1, maximum: 7, default: 3 } },
      height_m: { description: 'Metres.', required: true, schema: { type: 'number', minimum: -2, maximum: 9 } },
      kinds: { description: 'Between commas.', schema: { pattern: '^(?:peak|hut)(?:,(?:peak|hut)){0,1}$' } },
      p: { required: true },
      h: { required: false, schema: { type: 'integer', enum: [1] } },
    })
    const pattern = new RegExp(parameters.p.schema.pattern!)
    const texts = ['42,1', '42,1|-90,180|0.5,0', '42,1|1,1|1,1|1,1', '91,1', '1,181', '42']
    expect(texts.map((text) => pattern.test(text))).toEqual([true, true, false, false, false, false])
  })

  test('are read into the fields of the input; what is no number stays text', () => {
    const text = 'limit=2&height_m=x&kinds=peak,%20hut&p=42,1|43,2&h=1'
    const made = { limit: 2, heightM: 'x', kinds: ['peak', 'hut'], hourly: true }
    expect(read(new Query(text))).toEqual({
      ...made,
      points: [
        [1, 42],
        [2, 43],
      ],
    })
    expect(Object.values(read(new Query('')))).toEqual(Array(5).fill(undefined))
  })

  test('in a text have bounds for which a pattern is known', () => {
    const odd = fields({ at: listOf(integerFrom(0, 99), 1, 2, 'starts') })
    expect(() => queryOf(odd, { at: {} })).toThrow('There is no pattern for a number from 0 to 99.')
  })
})
