import { expect, test } from 'vitest'
import { z } from 'zod'
import { fields, flag, integerFrom, listOf, numberFrom, oneOf, position } from '../../resolvers/input/input-fields.ts'
import { boxField } from '../../resolvers/input/search-fields.ts'
import { argumentOptions, argumentsOf } from '../../schema/arguments.ts'

test('arguments have the types, nullability, defaults and descriptions of the schema that checks them', () => {
  const input = fields({
    at: position().describe('Where.'),
    line: listOf(position(), 2, 9, 'points').optional(),
    box: boxField().optional(),
    heightM: numberFrom(0, 9).optional(),
    days: integerFrom(1, 16).default(7).describe('How many.'),
    name: z.string(),
    exact: flag().optional(),
    starts: listOf(integerFrom(0, 9), 1, 9, 'starts').optional(),
  })
  const made = Object.fromEntries(argumentsOf(input).map((one) => [one.name, argumentOptions(one)]))
  expect(made).toEqual({
    at: { type: 'LonLat', required: true, description: 'Where.' },
    line: { type: ['LonLat'], required: false },
    box: { type: 'Box', required: false },
    heightM: { type: 'Float', required: false },
    days: { type: 'Int', required: true, description: 'How many.', defaultValue: 7 },
    name: { type: 'String', required: true },
    exact: { type: 'Boolean', required: false },
    starts: { type: ['Int'], required: false },
  })
})

test.each([
  ['an enum', fields({ kind: oneOf(['a', 'b']) })],
  ['an object', fields({ kind: fields({ a: z.string() }) })],
  ['a list of objects', fields({ kind: listOf(fields({ a: z.string() }), 1, 2, 'names') })],
])('%s needs a GraphQL type, and the error names the argument', (_what, input) => {
  const [member] = argumentsOf(input)
  expect(() => argumentOptions(member)).toThrow('kind')
})
