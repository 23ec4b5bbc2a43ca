// The fields that a selection makes on one type, as execution collects them: fragments taken apart, what a directive
// leaves out left out, fields of one name together.

import { say } from '../../src/language/sentence.ts'
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type getArgumentValues,
  getDirectiveValues,
  isAbstractType,
} from 'graphql'
import { type RefusalSentence, ServiceError } from '../../src/errors.ts'

export const MAX_SELECTIONS = 1000

export type Variables = Parameters<typeof getArgumentValues>[2]

export interface SelectionWalk {
  schema: GraphQLSchema
  fragments: Readonly<Record<string, FragmentDefinitionNode>>
  variables: Variables
  /** counted on, by what is selected */
  selections: number
}

/** Fields by the name that they have in the answer, fragments taken apart. */
export function collectFields(
  walk: SelectionWalk,
  set: SelectionSetNode,
  type: GraphQLObjectType,
  fields: Map<string, FieldNode[]>,
  spread: Set<string>,
  path: string,
): void {
  for (const selection of set.selections) {
    if (++walk.selections > MAX_SELECTIONS)
      tooMuch(say('error.invalid_input.selections', { max: MAX_SELECTIONS, path: path || 'query' }))
    if (!isIncluded(walk, selection)) continue
    if (selection.kind === Kind.FIELD) {
      const name = selection.alias?.value ?? selection.name.value
      const same = fields.get(name)
      if (same === undefined) fields.set(name, [selection])
      else same.push(selection)
      continue
    }
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      if (spread.has(selection.name.value)) continue
      spread.add(selection.name.value)
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : walk.fragments[selection.name.value]
    if (fragment !== undefined && isOfType(walk, type, fragment.typeCondition?.name.value))
      collectFields(walk, fragment.selectionSet, type, fields, spread, path)
  }
}

function isOfType({ schema }: SelectionWalk, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true
  const requested = schema.getType(condition)
  return requested !== undefined && isAbstractType(requested) && schema.isSubType(requested, type)
}

export function isIncluded(walk: Pick<SelectionWalk, 'variables'>, selection: SelectionNode): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true
  try {
    return (
      getDirectiveValues(GraphQLSkipDirective, selection, walk.variables)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, selection, walk.variables)?.if !== false
    )
  } catch {
    return true
  }
}

/** Throws ServiceError `invalid_input`. */
export function tooMuch(sentence: RefusalSentence): never {
  throw new ServiceError(sentence)
}
