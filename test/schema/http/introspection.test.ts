// Questions about the schema: counted exactly before they run, refused where they multiply, and answered from memory
// where they ask for all of it, as tools do.

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type IntrospectionQuery,
  Kind,
  buildClientSchema,
  buildSchema,
  execute,
  getIntrospectionQuery,
  introspectionFromSchema,
  parse,
  printType,
} from 'graphql'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IntrospectionMeasure, MAX_INTROSPECTION_VALUES } from '../../../schema/http/measure-introspection.ts'
import { schema } from '../../../schema/index.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'
import { askGraphql } from '../../operations/transports.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false })
})
afterAll(() => app.close())

const STANDARD = [
  getIntrospectionQuery(),
  getIntrospectionQuery({ descriptions: false }),
  getIntrospectionQuery({
    descriptions: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    oneOf: true,
  }),
  // without indentation, as some clients send it
  getIntrospectionQuery({ oneOf: true }).replace(/\s+/g, ' '),
]

test.each(STANDARD.map((query, index) => [index, query] as const))(
  'standard query %i tells the whole schema, the second time from memory, word for word',
  async (_index, query) => {
    const first = await askGraphql(app, query)
    const second = await askGraphql(app, query)
    expect(first.errors).toBeUndefined()
    expect(second.data).toEqual(first.data)
    expect(second.cost).toEqual(first.cost)
    const reported = buildClientSchema(first.data as IntrospectionQuery)
    const own = buildClientSchema(introspectionFromSchema(schema, { descriptions: query.includes('description') }))
    expect(Object.keys(reported.getTypeMap()).sort()).toEqual(Object.keys(own.getTypeMap()).sort())
    if (query !== STANDARD[2]) return
    for (const type of Object.values(own.getTypeMap()))
      expect(printType(reported.getType(type.name)!)).toBe(printType(type))
  },
)

test('the operation name that a tool sends beside it changes nothing', async () => {
  const query = getIntrospectionQuery()
  const ask = async () =>
    (
      await fetch(`${app.api}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, operationName: 'IntrospectionQuery' }),
      })
    ).json() as Promise<{ data: object }>
  const { data } = await askGraphql(app, query)
  expect((await ask()).data).toEqual(data)
  expect((await ask()).data).toEqual(data)
})

test('another operation name is refused as ever, though the document is in memory', async () => {
  const query = getIntrospectionQuery()
  await askGraphql(app, query)
  const answer = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, operationName: 'Another' }),
  })
  expect(((await answer.json()) as { data?: object }).data ?? null).toBeNull()
})

test.each([
  [
    'types of fields of types, five levels down',
    `{ __schema { types { ${'fields { type { fields { args { type { '.repeat(3)}name${' } } } } }'.repeat(3)} } } }`,
  ],
  [
    'aliases of the whole',
    `{ ${Array.from({ length: 30 }, (_, i) => `a${i}: __schema { types { name fields { name args { name type { name } } type { name } } } }`).join(' ')} }`,
  ],
  [
    'fragments that spread fragments',
    `{ __schema { types { ...F0 } } } ${Array.from({ length: 8 }, (_, i) => `fragment F${i} on __Type { ${i === 7 ? 'name' : `fields { type { ...F${i + 1} } } a: fields { type { ...F${i + 1} } }`} }`).join(' ')}`,
  ],
  [
    'types of an interface by variable under 49 names',
    `query ($n: String = "Node") { ${Array.from({ length: 49 }, (_, i) => `a${i}: __type(name: $n) { possibleTypes { fields { type { fields { name } } args { name type { name } } } } }`).join(' ')} }`,
  ],
])('%s is refused before it runs', async (_name, query) => {
  const { data, errors } = await askGraphql(app, query)
  expect(data).toBeUndefined()
  expect(errors![0]).toMatchObject({
    // graphql-js has a bound of its own for lists within lists
    message: expect.stringMatching(
      `^(The document asks for \\d+ values of the schema with .__schema.. It may ask for ${MAX_INTROSPECTION_VALUES}.|Maximum introspection depth exceeded)$`,
    ),
    extensions: { code: 'INVALID_INPUT', status: 400 },
  })
})

const SMALL = buildSchema(
  'interface I { a: Int } type T implements I { a: Int b(x: In, y: [E!]!): [T!]! } enum E { P Q } input In { z: Int = 1 i: In } type Query { t: T i: I }',
)

const TYPE_FIELDS = ['fields', 'inputFields', 'enumValues', 'interfaces', 'possibleTypes', 'ofType', 'name', 'kind']
const OF_TYPE: fc.Memo<string> = fc.memo((depth) =>
  fc.uniqueArray(fc.constantFrom(...TYPE_FIELDS), { minLength: 1, maxLength: 4 }).chain((names) =>
    fc
      .tuple(
        ...names.map((name) => {
          if (name === 'name' || name === 'kind') return fc.constant(name)
          if (name === 'enumValues') return fc.constant('enumValues { name }')
          const inner = depth > 1 ? OF_TYPE(depth - 1) : fc.constant('__typename')
          if (name === 'fields')
            return inner.map(
              (text) => `fields(includeDeprecated: true) { name type { ${text} } args { type { ${text} } } }`,
            )
          if (name === 'inputFields') return inner.map((text) => `inputFields { defaultValue type { ${text} } }`)
          return inner.map((text) => `${name} { ${text} }`)
        }),
      )
      .map((parts) => parts.join(' ... { name } ')),
  ),
)

/** Fields and list elements of an answer, below its root. */
function valuesOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const inside = Array.isArray(value) ? value : Object.values(value)
  return inside.reduce<number>((sum, one) => sum + 1 + valuesOf(one), 0)
}

test('as many values are counted as come, or a few more where fields of one name meet', () => {
  fc.assert(
    fc.property(OF_TYPE(4), (text) => {
      const document = parse(`{ __schema { types { ${text} } } }`)
      const { data, errors } = execute({ schema: SMALL, document }) as { data: object; errors?: object[] }
      expect(errors).toBeUndefined()
      const [operation] = document.definitions
      const node = (operation as unknown as FragmentDefinitionNode).selectionSet.selections[0] as FieldNode
      expect(node.kind).toBe(Kind.FIELD)
      const counted = new IntrospectionMeasure(SMALL, {}, {} as never, () => true).valuesOf(node)
      const come = valuesOf(data)
      expect(counted).toBeGreaterThanOrEqual(come)
      expect(counted).toBeLessThanOrEqual(come * 3 + 10)
    }),
    { numRuns: 200 },
  )
})
