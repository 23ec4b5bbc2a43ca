// Things with an id of their own (Relay). A global id is opaque to clients: the type and the number, in base64.

import { say } from '../src/language/sentence.ts'
import { ServiceError } from '../src/errors.ts'
import { builder } from './builder.ts'

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
