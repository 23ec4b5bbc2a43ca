// A schema of a test, its resolvers watched as those of the service are when they are built.

import { type GraphQLSchema, defaultFieldResolver, isObjectType } from 'graphql'
import { factsOf } from '../../schema/plugin/field-facts.ts'
import { watched } from '../../schema/plugin/watched-field.ts'

export function watchSchema(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields()))
        field.resolve = watched(field.resolve ?? defaultFieldResolver, factsOf(field), field.args.length > 0)
}
