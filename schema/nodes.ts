// GraphQL of objects by their global ids: node and nodes.

import { search, trailRelation } from '../resolvers/search.ts'
import { MAX_NODES, nodesArgs } from '../resolvers/input/search-args.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import type { Place } from '../src/places/one-place.ts'
import { argsOf } from './arguments.ts'
import type { DocumentContext } from './document-context.ts'
import { fromGlobalId, NodeInterface } from './node-interface.ts'
import { operation } from './operation.ts'

/** What is not there is null without an error. */
export async function findNode(id: string, { session, loaders }: DocumentContext): Promise<Place | TrailRow | null> {
  const found = fromGlobalId(id)
  if (found === null) return null
  return found.type === 'Place'
    ? session.runLinked(search, 1, () => loaders.place(found.id))
    : session.runLinked(trailRelation, 1, () => loaders.trail(found.id))
}

operation(search, {
  name: 'node',
  type: NodeInterface,
  nullable: true,
  lookup: true,
  readsById: true,
  description: 'An object by its global id; null for an unknown id, or beside an error.',
  args: (t) => ({
    id: t.arg.id({
      required: true,
      description: 'A global id, as `id` of a place or a trail gives it.',
    }),
  }),
  credits: 1,
  resolve: ({ id }, context) => findNode(id, context),
})
operation(search, {
  name: 'nodes',
  type: [NodeInterface],
  readsById: true,
  nullable: { list: false, items: true },
  description: 'Several by their global ids, in the requested order; null for an unknown id.',
  args: (t) => argsOf(t, nodesArgs, { ids: 'ID' }),
  mostCredits: MAX_NODES,
  assumedSize: MAX_NODES,
  credits: ({ ids }) => ({ field: ids.length, multiplier: ids.length }),
  resolve: ({ ids }, context) => Promise.all((ids as string[]).map((id) => findNode(id, context))),
})
