// Large texts of variables stand as placeholders until a field runs (src/wire/held-texts.ts). Here every field with
// arguments gets their true texts before it looks at them, but where it takes a text as bytes and says so (`extensions:
// { holds }`, the keys that lead to it). No field can forget it. Costs nothing where a document holds none.

import { isObjectType } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import type { DocumentContext } from '../builder.ts'
import { heldPath } from './measure-document.ts'

const done = new WeakSet<GraphQLSchema>()

/** Changes the resolvers of the schema, once. */
export function readHeldArguments(schema: GraphQLSchema): void {
  if (done.has(schema)) return
  done.add(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      if (field.args.length === 0 || resolve === undefined) continue
      const keep = heldPath(field)
      field.resolve = (source, args, context: DocumentContext, info) => {
        context.held?.restore(args, keep)
        return resolve(source, args, context, info)
      }
    }
  }
}
