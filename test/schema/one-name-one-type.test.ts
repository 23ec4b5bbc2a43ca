// Types that can stand beside each other in one selection, as `... on Place { name } ... on Trail { name }` in `nodes`,
// give the same for fields of one name: else GraphQL refuses the document. Made from the schema, for every interface
// and union that several types share.

import {
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  parse,
  validate,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'

const groups = Object.values(schema.getTypeMap())
  .filter((type): type is GraphQLAbstractType => isAbstractType(type) && !type.name.startsWith('__'))
  .map((type) => [type.name, schema.getPossibleTypes(type)] as const)
  .filter(([, types]) => types.length > 1)

/** `[Trail!]` as `[*!]`, for what is selected of its members is looked at by itself; `[Float!]` as it is. */
function shapeOf(type: GraphQLOutputType): string {
  if (isNonNullType(type)) return `${shapeOf(type.ofType)}!`
  if (isListType(type)) return `[${shapeOf(type.ofType)}]`
  return isLeafType(type) ? type.name : '*'
}

const objectsOf = (type: GraphQLOutputType): readonly GraphQLObjectType[] => {
  const named = getNamedType(type)
  return isLeafType(named) ? [] : isAbstractType(named) ? schema.getPossibleTypes(named) : [named as GraphQLObjectType]
}

/** Where two types differ under one path of names; pairs that were looked at are left out. */
function tearsBetween(a: GraphQLObjectType, b: GraphQLObjectType, path: string, seen: Set<string>): string[] {
  const pair = [a.name, b.name].sort().join(' ')
  if (a === b || seen.has(pair)) return []
  seen.add(pair)
  const others = b.getFields()
  return Object.values(a.getFields()).flatMap(({ name, type }) => {
    if (others[name] === undefined) return []
    const other = others[name].type
    const at = path === '' ? name : `${path}.${name}`
    if (shapeOf(type) !== shapeOf(other)) return [`${at}: ${a.name} ${String(type)}, ${b.name} ${String(other)}`]
    return objectsOf(type).flatMap((one) => objectsOf(other).flatMap((two) => tearsBetween(one, two, at, seen)))
  })
}

test('the schema has such types', () =>
  expect(groups.map(([name]) => name)).toEqual(expect.arrayContaining(['Course', 'Node', 'Spot', 'Stretch'])))

/** A document that takes both calls one of them otherwise. */
const NAMED_OTHERWISE = [
  // a list that is never cut always has its count
  'trails.totalCount: TrailConnection Int, TrailUseConnection Int!',
  // the match is asked of a line, and is a part of an analysis
  'match: Line TraceMatch, RouteAnalysis RouteMatch!',
  // what is matched always lies on a way; a hazard or a stretch of a route may lie on none
  'wayId: Hazard OsmId, WayMatch OsmId!',
  'wayId: WayMatch OsmId!, WayStretch OsmId',
]

describe.each(groups)('%s', (_name, types) => {
  test('fields of one name are of one type, null or not, in all types and in what they lead to', () => {
    const seen = new Set<string>()
    const tears = types.flatMap((a, i) => types.slice(i + 1).flatMap((b) => tearsBetween(a, b, '', seen)))
    expect(tears.filter((tear) => !NAMED_OTHERWISE.includes(tear))).toEqual([])
  })
})

test('a selection of every leaf of every type beside the others is a document', () => {
  const selections = (
    schema.getPossibleTypes(schema.getType('Node') as GraphQLAbstractType) as GraphQLObjectType[]
  ).map((type) => {
    const fields = Object.values(type.getFields())
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
    return `... on ${type.name} { ${leaves.map((field) => field.name).join(' ')} }`
  })
  expect(validate(schema, parse(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${selections.join(' ')} } }`))).toEqual([])
})
