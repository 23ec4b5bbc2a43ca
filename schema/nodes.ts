// GraphQL of objects by their global ids: node and nodes.

import { search, trailRelation } from '../resolvers/search.ts'
import { nodesArgs } from '../resolvers/input/search-args.ts'
import type { PlaceRow, PoiRow, TrailRow } from '../src/places/catalogue-rows.ts'
import { builder, type DocumentContext, operationField, withoutNulls } from './builder.ts'
import { fromGlobalId, NodeInterface } from './node-interface.ts'

/** What is not there is null without an error. */
async function findNode(
  id: string,
  { session, loaders }: DocumentContext,
): Promise<PlaceRow | PoiRow | TrailRow | null> {
  const found = fromGlobalId(id)
  if (found === null) return null
  if (found.type === 'OutdoorPlace') return session.runLinked(search, 1, () => loaders.outdoorPlace(found.id))
  return found.type === 'Place'
    ? session.runLinked(search, 1, () => loaders.place(found.id))
    : session.runLinked(trailRelation, 1, () => loaders.trail(found.id))
}

builder.queryFields((t) => ({
  node: t.field({
    type: NodeInterface,
    ...operationField(search, { readsById: true }),
    description: 'An object by its global id; null for an unknown id.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'A global id, as `id` of a place, an outdoor place or a trail gives it.',
      }),
    },
    complexity: 1,
    resolve: (_, { id }, context) => findNode(id, context),
  }),
  nodes: t.field({
    type: [NodeInterface],
    ...operationField(search, { readsById: true }),
    nullable: { list: true, items: true },
    description: 'Several by their global ids, in the requested order; null for an unknown id.',
    args: t.validate(
      { ids: t.arg.idList({ required: true, description: '1 to 100 global ids.' }) },
      withoutNulls(nodesArgs),
    ),
    complexity: ({ ids }) => ({ field: ids.length, multiplier: ids.length }),
    resolve: (_, { ids }, context) => Promise.all((ids as string[]).map((id) => findNode(id, context))),
  }),
}))
