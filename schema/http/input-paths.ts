// The law of `inputPath`: it leads from the arguments of the failed field to a value, or to a member that is missing.
// An operation that a link runs may find its fault in what the link took from the course or the spot it is on, and in
// what a line was made into: then the path ends where the arguments do, and it is left out where it leads to nothing.

import { type GraphQLInputType, type GraphQLResolveInfo, getNullableType, isInputObjectType, isListType } from 'graphql'
import { withPath } from '../../src/errors.ts'

/** The same failure, its path being one of the field's arguments, as they came. */
export function inArguments(
  thrown: unknown,
  given: Record<string, unknown> | null,
  { parentType, fieldName }: Pick<GraphQLResolveInfo, 'parentType' | 'fieldName'>,
) {
  return withPath(thrown, (inputPath) => {
    if (inputPath === '' || given === null) return inputPath
    const steps = inputPath.match(/\[\d+\]|[^.[]+/g) ?? []
    const types = new Map(parentType.getFields()[fieldName].args.map(({ name, type }) => [name, type]))
    return joined(steps.slice(0, stepsInMembers(types, given, steps)))
  })
}

const joined = (steps: readonly string[]): string | null =>
  steps.length === 0 ? null : steps.join('.').replaceAll('.[', '[')

/** How many of the steps there are. */
function stepsInMembers(
  types: ReadonlyMap<string, GraphQLInputType>,
  value: Record<string, unknown>,
  [name, ...rest]: readonly string[],
): number {
  const type = types.get(name)
  if (type === undefined) return 0
  const member = value[name]
  return member === undefined || member === null ? 1 : 1 + stepsIn(type, member, rest)
}

function stepsIn(given: GraphQLInputType, value: unknown, steps: readonly string[]): number {
  if (steps.length === 0) return 0
  const type = getNullableType(given)
  if (isListType(type)) {
    const index = /^\[(\d+)\]$/.exec(steps[0])?.[1]
    const list = value as readonly unknown[]
    return index === undefined || Number(index) >= list.length
      ? 0
      : 1 + stepsIn(type.ofType, list[Number(index)], steps.slice(1))
  }
  // inside a scalar its reader knows the way
  if (!isInputObjectType(type)) return steps.length
  const members = value as Record<string, unknown>
  // of several forms those that were not sent are not missing
  if (type.isOneOf && members[steps[0]] == null) return 0
  return stepsInMembers(new Map(Object.values(type.getFields()).map((one) => [one.name, one.type])), members, steps)
}
