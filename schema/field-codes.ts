// The last words of a field's description: the codes that it may raise. They follow from the operation that it runs,
// which its extensions name (`runs`). Any field may be `internal` or `busy` besides; what refuses a whole document (the
// rate, the credits) is no code of a field.

import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import type { AnyOperation } from '../resolvers/pipeline/operation.ts'
import { planRoute } from '../resolvers/routing.ts'
import type { ErrorCode } from '../src/errors.ts'

/** Sorted; empty for a field that runs no operation. */
export function codesOfField({ args, extensions }: GraphQLField<unknown, unknown>): ErrorCode[] {
  const { runs } = extensions as { runs?: AnyOperation }
  if (runs === undefined) return []
  const codes: ErrorCode[] = [
    ...runs.raises,
    ...(runs.heavy ? (['concurrency_limit'] as const) : []),
    ...(args.length > 0 ? (['invalid_input'] as const) : []),
    ...(args.some(({ type }) => takesLine(type)) ? ROUTE_CODES : []),
  ]
  return [...new Set(codes)].sort()
}

/** A line may be a route, which is planned first; recordings, of which there are lists, may not. */
const ROUTE_CODES: readonly ErrorCode[] = ['setting_refused', ...planRoute.raises]

function takesLine(type: GraphQLInputType): boolean {
  const inner = getNullableType(type)
  if (!isInputObjectType(inner)) return false
  return inner.name === 'LineInput' || Object.values(inner.getFields()).some((field) => takesLine(field.type))
}

/** Changes the descriptions of the schema, once. */
export function sayCodes(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const codes = codesOfField(field)
      if (codes.length > 0) field.description = `${field.description ?? ''} May raise ${codes.join(', ')}.`.trim()
    }
  }
  return schema
}
