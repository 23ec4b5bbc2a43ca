// Every type is reached: from a root, or from an argument of a directive. Every value of an enum that no input accepts
// is one that some test expects in an answer, in the words of GraphQL or of REST; there is no value that nothing gives.

import { globSync, readFileSync } from 'node:fs'
import {
  type GraphQLEnumType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'

const ROOT = new URL('../../', import.meta.url)

/** All that is reached, and what of it an argument takes. */
function reachedTypes(): { reached: Set<GraphQLNamedType>; taken: Set<GraphQLNamedType> } {
  const reached = new Set<GraphQLNamedType>()
  const taken = new Set<GraphQLNamedType>()
  const take = (type: GraphQLNamedType): void => {
    if (taken.has(type)) return
    taken.add(type)
    reached.add(type)
    if (isInputObjectType(type)) for (const one of Object.values(type.getFields())) take(getNamedType(one.type))
  }
  const reach = (type: GraphQLNamedType | null | undefined): void => {
    if (type == null || reached.has(type)) return
    reached.add(type)
    if (isUnionType(type)) for (const one of type.getTypes()) reach(one)
    if (isInterfaceType(type)) for (const one of schema.getPossibleTypes(type)) reach(one)
    if (!isObjectType(type) && !isInterfaceType(type)) return
    for (const one of type.getInterfaces()) reach(one)
    for (const field of Object.values(type.getFields())) {
      reach(getNamedType(field.type))
      for (const one of field.args) take(getNamedType(one.type))
    }
  }
  for (const root of [schema.getQueryType(), schema.getSubscriptionType()]) reach(root)
  for (const directive of schema.getDirectives()) for (const one of directive.args) take(getNamedType(one.type))
  return { reached, taken }
}

const { reached, taken } = reachedTypes()
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))

test('every type is reached', () => {
  expect(types.length).toBeGreaterThan(200)
  expect(types.filter((type) => !reached.has(type)).map(({ name }) => name)).toEqual([])
})

/** Of the other tests. */
const textOfTests = (): string =>
  globSync('test/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('every-value-is-given.test.ts'))
    .map((file) => readFileSync(new URL(file, ROOT), 'utf8'))
    .join('\n')

test('every value of an answer is expected by some test', () => {
  const text = textOfTests()
  const words = new Set(text.match(/[A-Za-z][\w-]*/g))
  const given = types.filter((type): type is GraphQLEnumType => isEnumType(type) && !taken.has(type))
  expect(given.length).toBeGreaterThan(40)
  const missing = given.flatMap((type) =>
    type
      .getValues()
      .filter(({ name, value }) => !words.has(name) && !words.has(value as string) && !text.includes(String(value)))
      .map(({ name }) => `${type.name}.${name}`),
  )
  expect(missing).toEqual([])
})
