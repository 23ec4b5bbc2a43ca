// `id` is what `node` takes, and nothing else has a field of this name; an id of OpenStreetMap is an `OsmId`.

import { type GraphQLInterfaceType, type GraphQLObjectType, getNamedType, isInterfaceType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'

type Composite = GraphQLObjectType | GraphQLInterfaceType
const types = Object.values(schema.getTypeMap()).filter(
  (type): type is Composite => !type.name.startsWith('__') && (isObjectType(type) || isInterfaceType(type)),
)

test('`id` is a field of the types of `Node` alone, and is never null', () => {
  // an `OsmKey` is a type and an id of OpenStreetMap
  const having = types.filter((type) => 'id' in type.getFields() && type.name !== 'OsmKey')
  const isNode = (type: Composite) => type.name === 'Node' || type.getInterfaces().some(({ name }) => name === 'Node')
  expect(having.map(({ name }) => name)).toEqual(types.filter(isNode).map(({ name }) => name))
  expect(having.length).toBeGreaterThan(1)
  for (const type of having) expect(String(type.getFields()['id'].type), type.name).toBe('ID!')
})

test('an id of OpenStreetMap is an `OsmId`', () => {
  const named = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ name }) => /^(osmId|osmRelation|relationId|wayId)$/.test(name))
      .map((field) => `${type.name}.${field.name}: ${getNamedType(field.type).name}`),
  )
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((one) => !one.endsWith(': OsmId'))).toEqual([])
})
