// What a gateway of Apollo Federation asks of a subgraph: its schema, and objects by their keys. Two fields of our own,
// since the packages for it take graphql 16 alone.

import { entitiesArgs, MAX_NODES } from '../resolvers/input/search-args.ts'
import { search } from '../resolvers/search.ts'
import { argsOf } from './arguments.ts'
import { builder } from './builder.ts'
import { findNode, typeOfNode } from './nodes.ts'
import { operation } from './operation.ts'
import { PlaceType } from './place-type.ts'
import { readSchemaFile, subgraphSchema } from './served-schema.ts'
import { TrailType } from './trail-type.ts'

const AnyScalar = builder.scalarType('_Any', {
  specifiedByURL: 'https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec',
  extensions: { codegenScalarType: 'unknown' },
  description:
    'An object of another part of a federated graph: its `__typename` and its key, `{__typename: "Place", id: "..."}`.',
  serialize: (value) => value,
  parseValue: (value) => value,
})

const EntityUnion = builder.unionType('_Entity', {
  description: 'What a gateway finds by its key.',
  types: [PlaceType, TrailType],
  resolveType: typeOfNode,
})

let sdl: string | null = null
const SubgraphType = builder.objectRef<object>('_Service').implement({
  description: 'This service as a part of a federated graph.',
  fields: (t) => ({
    sdl: t.string({
      description: 'The schema as a subgraph of Apollo Federation 2, without these two fields of gateways.',
      resolve: () => (sdl ??= subgraphSchema(readSchemaFile())),
    }),
  }),
})

builder.queryField('_service', (t) =>
  t.field({
    type: SubgraphType,
    description: 'Of Apollo Federation: the schema that a gateway composes. Costs nothing.',
    rateLimited: false,
    resolve: () => ({}),
  }),
)

operation(search, {
  name: '_entities',
  type: [EntityUnion],
  readsById: true,
  nullable: { list: false, items: true },
  description:
    'Of Apollo Federation: places and trails by their keys, in the requested order, at the price of `nodes`; null for an unknown id.',
  args: (t) => argsOf(t, entitiesArgs, { representations: AnyScalar }),
  mostCredits: MAX_NODES,
  assumedSize: MAX_NODES,
  credits: ({ representations }) => ({ field: representations.length, multiplier: representations.length }),
  resolve: ({ representations }, context) =>
    Promise.all(
      representations.map(async ({ __typename, id }) => {
        const found = await findNode(id, context)
        return found !== null && typeOfNode(found) === __typename ? found : null
      }),
    ),
})
