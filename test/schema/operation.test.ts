import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { factsOf } from '../../schema/plugin/field-facts.ts'

test('a field has the arguments that its schema says', () => {
  const { points } = schema.getQueryType()!.getFields()
  expect(points.args.map(({ name, type }) => `${name}: ${String(type)}`)).toEqual(['at: [LonLat!]!'])
})

test('one with a resolver of its own has the summary, the rate and the price of its operation, if it says no other', () => {
  const { matrix, point } = schema.getQueryType()!.getFields()
  expect(factsOf(matrix)).toMatchObject({ operations: [{ id: 'matrix' }], rateLimited: true, argumentBytes: 1_048_576 })
  expect(matrix.args.map(({ name, type }) => `${name}: ${String(type)}`)).toEqual(['input: MatrixInput!'])
  expect([point.description, factsOf(point).credits]).toEqual([expect.stringContaining('Any point'), 0])
})
