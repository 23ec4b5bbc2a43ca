// The arguments of a field are read and checked once for each node of it, before anything runs; and a field of an
// interface takes the same and asks the same of it on each of its types, so that one reading stands for all.

import { type FieldNode, type OperationDefinitionNode, isInterfaceType, parse, validateExecutionArgs } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../../schema/index.ts'
import { DocumentArguments } from '../../../schema/http/field-arguments.ts'
import { type FieldFacts, factsOf } from '../../../schema/plugin/field-facts.ts'
import { ServiceError } from '../../../src/errors.ts'
import { askGraphql } from '../../operations/transports.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ catalogue: fakeCatalogue(), metering: false })
})
afterAll(() => app.close())

/** Of the first field of a document. */
function argumentsOf(query: string, variableValues: Record<string, unknown> = {}) {
  const document = parse(query)
  const prepared = validateExecutionArgs({ schema, document, variableValues })
  if (!('schema' in prepared)) throw prepared[0]
  const node = (document.definitions[0] as OperationDefinitionNode).selectionSet.selections[0] as FieldNode
  const field = schema.getQueryType()!.getFields()[node.name.value]
  const of = new DocumentArguments(null)
  const read = () => of.of(field, node, prepared.variableValues)
  expect(read()).toBe(read())
  return read()
}

test('what came, what the checks gave, and the price', () => {
  expect(argumentsOf('{ search(text: "hut", near: null, first: 7) { nodes { __typename } } }')).toEqual({
    given: { text: 'hut', near: null, first: 7 },
    checked: { text: 'hut', first: 7 },
    price: { credits: 1, multiplier: 7, isAreaLookup: false, forecastPoints: 0 },
  })
})

test('what does not pass its checks costs nothing, and says why', () => {
  const { given, checked, fault, price } = argumentsOf('{ search(text: "hut", first: 0) { nodes { __typename } } }')
  expect([given, checked, price]).toEqual([{ text: 'hut', first: 0 }, null, null])
  expect(fault).toBeInstanceOf(ServiceError)
  expect(fault).toMatchObject({ code: 'invalid_input', inputPath: 'first' })
})

test('what does not fit its type is left to the executor', () => {
  const query = 'query ($first: Int) { search(text: "hut", first: $first) { nodes { __typename } } }'
  expect(argumentsOf(query, { first: null })).toMatchObject({ given: null, checked: null, price: null })
})

test('nothing is put aside for a list that is refused, nor for what is asked of it', async () => {
  const list = (first: number) =>
    `{ search(text: "Weg", first: ${first}) { nodes { ... on Place { within { name } } } } }`
  expect((await askGraphql(app, list(10))).cost?.reserved).toBe(11)
  const { errors, cost } = await askGraphql(app, list(10_000))
  expect(errors).toHaveLength(1)
  expect(cost).toMatchObject({ reserved: 0, charged: 0 })
})

test('a field of an interface takes and costs the same on each of its types', () => {
  const differing: string[] = []
  let compared = 0
  for (const type of Object.values(schema.getTypeMap()).filter(isInterfaceType))
    for (const field of Object.values(type.getFields()))
      for (const implementing of schema.getPossibleTypes(type)) {
        const own = implementing.getFields()[field.name]
        const taken = (one: typeof field) =>
          one.args.map(({ name, type, defaultValue }) => [name, String(type), defaultValue])
        const requested = ({ credits, areaLookup, forecastPoints, rawMembers, checks = [] }: FieldFacts) => ({
          ...{ credits, areaLookup, forecastPoints, rawMembers },
          checks: checks.length,
        })
        compared++
        if (field.args.length === 0) continue
        try {
          expect(taken(own)).toEqual(taken(field))
          expect(requested(factsOf(own))).toEqual(requested(factsOf(field)))
        } catch {
          differing.push(`${implementing.name}.${field.name}`)
        }
      }
  expect(differing).toEqual([])
  expect(compared).toBeGreaterThan(200)
})
