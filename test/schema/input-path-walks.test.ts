// The law of `inputPath`: whatever an error names, walking it through the arguments of its field arrives at a value, or
// at the missing member of an object that is there. Over hostile arguments of every field that takes any, made from the
// schema: a new one is in it by itself.

import * as fc from 'fast-check'
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'
import { argumentValuesOf } from '../fuzz/graphql-request.ts'
import { hostileJson } from '../fuzz/hostile.ts'
import { walkInputPath } from '../fuzz/input-path.ts'
import type { Region } from '../fuzz/region.ts'
import { caseCount } from '../support/case-count.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'
import { ARGUMENTS, ROOTS } from '../support/random-documents.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

const idOf = (text: string): string => Buffer.from(text).toString('base64url')
const POINTS: [number, number][] = [
  [1.5, 42.5],
  [1.55, 42.52],
  [1.6, 42.5],
]
const REGION: Region = {
  box: [1.4, 42.4, 1.8, 42.7],
  waypoints: POINTS,
  bicycleStarts: POINTS,
  example: POINTS,
  names: ['Ordino', 'Weg'],
  relationIds: [7, 123],
  placeIds: [2, 9],
  ids: ['Place:9', 'Place:2', 'Trail:7'].map(idOf),
  terrainVersion: 'v1',
  artifacts: new Set(),
}

interface Requested {
  field: GraphQLField<unknown, unknown>
  /** up to the field, and after it */
  before: string
  after: string
}

const objectsOf = (type: GraphQLNamedType): readonly GraphQLObjectType[] =>
  isObjectType(type) ? [type] : isAbstractType(type) ? schema.getPossibleTypes(type) : []

/** Required arguments with values; null where one has none here. */
function givenTo({ args }: GraphQLField<unknown, unknown>): string | null {
  const required = args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
  if (required.some(({ name }) => !(name in ARGUMENTS))) return null
  const given = required.map(({ name }) => `${name}: ${ARGUMENTS[name][0]}`)
  return given.length === 0 ? '' : `(${given.join(', ')})`
}

/** Every field that takes arguments, once for each declaration, by a short way from the root. */
function fieldsWithArguments(): Requested[] {
  const found = new Map<unknown, Requested>()
  const seen = new Set<GraphQLNamedType>()
  let at = [{ type: schema.getQueryType()!, before: '{', after: '}' }]
  while (at.length > 0) {
    const next: typeof at = []
    for (const { type, before, after } of at) {
      if (seen.has(type)) continue
      seen.add(type)
      for (const field of Object.values(type.getFields())) {
        const declared = type.getInterfaces().find((one) => field.name in one.getFields()) ?? type
        const key = `${declared.name}.${field.name}`
        if (field.args.length > 0 && !found.has(key)) found.set(key, { field, before, after })
        const given = type === schema.getQueryType() ? ROOTS[field.name]?.[0] : givenTo(field)
        if (given === undefined || given === null) continue
        for (const target of objectsOf(getNamedType(field.type)))
          next.push({
            type: target,
            before: `${before} ${field.name}${given} { ... on ${target.name} {`,
            after: `} } ${after}`,
          })
      }
    }
    at = next
  }
  return [...found.values()]
}

const FIELDS = fieldsWithArguments()
const nameOf = ({ field, before }: Requested) => `${/(\w+) \{$/.exec(before)?.[1] ?? 'Query'}.${field.name}`

test('every field with arguments is asked, but for a few that take a language alone', () => {
  const taking = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && type !== schema.getSubscriptionType() && !type.name.startsWith('__')
      ? Object.values(type.getFields()).flatMap(({ name, args }) =>
          args.some((one) => one.name !== 'language') ? [name] : [],
        )
      : [],
  )
  const requested = new Set(FIELDS.map(({ field }) => field.name))
  expect([...new Set(taking)].filter((name) => !requested.has(name))).toEqual([])
})

const failed = new Map<string, number>()
test.each(FIELDS.map((one) => [nameOf(one), one] as const))('%s', async (name, { field, before, after }) => {
  const lost: string[] = []
  let answered = 0
  const inside = getNamedType(field.type)
  const declared = field.args.map((one) => `$${one.name}: ${String(one.type)}`).join(', ')
  const passed = field.args.map((one) => `${one.name}: $${one.name}`).join(', ')
  const query = `query (${declared}) ${before} ${field.name}(${passed})${isLeafType(inside) ? '' : ' { __typename }'} ${after}`
  const numRuns = caseCount(8, 60)
  const values = [false, true].flatMap((isHostile) =>
    fc.sample(argumentValuesOf(field, REGION, isHostile), { numRuns, seed: Number(process.env['SEED']) }),
  )
  for (const variables of values) {
    const body = hostileJson({ query, variables })
    const headers = { 'content-type': 'application/json' }
    const { errors = [] } = (await (await fetch(`${app.api}/graphql`, { method: 'POST', headers, body })).json()) as {
      errors?: { path?: unknown[]; extensions: { inputPath?: string } }[]
    }
    answered++
    for (const { path, extensions } of errors) {
      const { inputPath } = extensions
      if (inputPath === undefined) continue
      failed.set(name, (failed.get(name) ?? 0) + 1)
      const fault = walkInputPath(schema, JSON.parse(body), { path, inputPath })
      if (fault !== null) lost.push(`${fault}: ${body.slice(0, 600)}`)
    }
  }
  expect(lost).toEqual([])
  expect(answered).toBe(2 * numRuns)
})

test('most of them have refused something', () => {
  expect(failed.size).toBeGreaterThan(FIELDS.length / 2)
})
