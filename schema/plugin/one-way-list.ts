// A page is read from one end of its list. `first` has a default, so that only the document tells whether it was sent
// beside `last`.

import { type GraphQLField, type GraphQLResolveInfo, Kind } from 'graphql'
import { say } from '../../src/language/sentence.ts'
import { ServiceError } from '../../src/errors.ts'

type Resolve = NonNullable<GraphQLField<any, any>['resolve']>

/** The function of a field that takes `first` and `last`; it throws ServiceError `invalid_input` if both are sent. */
export function oneWayList(resolve: Resolve): Resolve {
  return (source, args, context, info) => {
    if (args.last != null && isSent('first', info))
      throw new ServiceError(say('error.invalid_input.both_ends', { field: 'first' }), { inputPath: 'first' })
    return resolve(source, args, context, info)
  }
}

function isSent(argument: string, { fieldNodes, variableValues }: GraphQLResolveInfo): boolean {
  const value = fieldNodes[0].arguments?.find(({ name }) => name.value === argument)?.value
  if (value?.kind === Kind.VARIABLE) return variableValues.coerced[value.name.value] != null
  return value !== undefined && value.kind !== Kind.NULL
}
