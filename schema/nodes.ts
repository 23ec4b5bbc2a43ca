// Things with an id of their own (Relay), and node and nodes, which find them by it. A global id is opaque to clients:
// the type and the number, in base64.

import { MAX_NODES, nodesArgs } from '../resolvers/input/search-args.ts'
import { search, trailRelation } from '../resolvers/search.ts'
import { ServiceError } from '../src/errors.ts'
import { say } from '../src/language/sentence.ts'
import type { TrailRow } from '../src/places/catalogue-rows.ts'
import type { Place } from '../src/places/one-place.ts'
import { argsOf } from './arguments.ts'
import { builder } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import { operation } from './operation.ts'

export type NodeTypeName = 'Place' | 'Trail'

export const NodeInterface = builder.interfaceRef<object>('Node').implement({
  description: 'An object with a global id, by which it can be requested again.',
  resolveType: typeOfNode,
  fields: (t) => ({
    id: t.id({
      description: 'Global id; opaque.',
      resolve: () => {
        throw new TypeError('every node names itself')
      },
    }),
  }),
})

export function typeOfNode(node: object): NodeTypeName {
  return 'relationId' in node ? 'Trail' : 'Place'
}

export function toGlobalId(type: NodeTypeName, id: number): string {
  return Buffer.from(`${type}:${id}`).toString('base64url')
}

/** Null for an id that nothing here ever had. `OutdoorPlace` is what some places were called before 3.0. */
export function fromGlobalId(globalId: string): { type: NodeTypeName; id: number } | null {
  const [, type, id] =
    /^(Place|OutdoorPlace|Trail):([1-9]\d{0,15})$/.exec(Buffer.from(globalId.slice(0, 60), 'base64url').toString()) ??
    []
  return id === undefined || Number(id) > Number.MAX_SAFE_INTEGER
    ? null
    : { type: type === 'Trail' ? type : 'Place', id: Number(id) }
}

/** The number in a global id of that type. Throws ServiceError `invalid_input` that names the field. */
export function readId(type: NodeTypeName, text: string, field: string): number {
  const found = fromGlobalId(text)
  if (found === null || found.type !== type)
    throw new ServiceError(
      say('error.invalid_input.node_id', { field, nodeType: type.toLowerCase() as Lowercase<NodeTypeName> }),
      {
        inputPath: field,
      },
    )
  return found.id
}

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
