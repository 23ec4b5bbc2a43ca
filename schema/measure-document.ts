// What a document will cost and how large it is, before anything of it runs: credits of all its operations (fields
// under a list times their number), depth, breadth, and how many operation fields it has, aliases counted apart.
// Reads the prices that Pothos' complexity plugin keeps with each field; checks no input, so that a bad one fails alone.

import { getNamedType, getVariableValues, GraphQLIncludeDirective, GraphQLSkipDirective, isInterfaceType, isObjectType, Kind } from 'graphql'
import { getArgumentValues, getDirectiveValues } from 'graphql'
import type { FieldNode, FragmentDefinitionNode, DocumentNode, GraphQLNamedType, GraphQLSchema, OperationDefinitionNode, SelectionNode, SelectionSetNode } from 'graphql'
import { ServiceError } from '../src/errors.ts'
import type { HeldTexts } from '../src/wire/held-texts.ts'

export const MAX_DEPTH = 16
export const MAX_SELECTIONS = 1000
export const MAX_OPERATION_FIELDS = 50
export const MAX_TOKENS = 4000
/** Weather costs nothing, so it is counted apart (decision D2); the fields say in their extensions how many points they ask. */
export const MAX_FORECAST_POINTS = 50

export interface DocumentMeasure {
  credits: number
  /** the part of the credits that are area lookups; the fields say so in their extensions: `areaLookup`, true or a function of the arguments */
  areaCredits: number
  /** names of the operation fields on the root, aliases and fragments included */
  rootFields: string[]
}

type Variables = Parameters<typeof getArgumentValues>[2]
type Price = number | { field?: number; multiplier?: number } | ((args: object) => number | { field?: number; multiplier?: number })

interface Walk {
  schema: GraphQLSchema
  fragments: Map<string, FragmentDefinitionNode>
  variables: Variables
  held: HeldTexts | null
  selections: number
  areaCredits: number
  forecastPoints: number
  rootFields: string[]
  /** all fields of the root, `__typename` among them */
  rootSelections: number
}

/**
 * Null where variables or arguments do not fit their types: execution says so itself. `held`: what placeholders in variables stand
 * for; told of every field that has one. Throws ServiceError `invalid_input` for a document beyond the limits.
 */
export function measureDocument(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode, variables: Record<string, unknown>, held: HeldTexts | null = null): DocumentMeasure | null {
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  const root = schema.getRootType(operation.operation)
  if (coerced.errors !== undefined || root === null || root === undefined) return null
  const walk: Walk = { schema, fragments: new Map(), variables: coerced.variableValues, held, selections: 0, areaCredits: 0, forecastPoints: 0, rootFields: [], rootSelections: 0 }
  for (const definition of document.definitions) if (definition.kind === Kind.FRAGMENT_DEFINITION) walk.fragments.set(definition.name.value, definition)
  const credits = priceSelections(walk, operation.selectionSet, root, 1, 1)
  return { credits, areaCredits: walk.areaCredits, rootFields: walk.rootFields }
}

/** The price of a selection that is made once; `times` is how often it will be, for the sums kept apart. Validation has refused cyclic fragments before. */
function priceSelections(walk: Walk, set: SelectionSetNode, type: GraphQLNamedType, depth: number, times: number): number {
  if (depth > MAX_DEPTH) tooMuch(`is more than ${MAX_DEPTH} levels deep`)
  let credits = 0
  for (const selection of set.selections) {
    if (++walk.selections > MAX_SELECTIONS) tooMuch(`selects more than ${MAX_SELECTIONS} fields`)
    if (!isIncluded(walk, selection)) continue
    if (selection.kind === Kind.FIELD) credits += priceField(walk, selection, type, depth, times)
    else {
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : walk.fragments.get(selection.name.value)
      if (fragment === undefined) continue
      const condition = fragment.typeCondition === undefined ? type : walk.schema.getType(fragment.typeCondition.name.value)
      if (condition !== undefined) credits += priceSelections(walk, fragment.selectionSet, condition, depth, times)
    }
  }
  return credits
}

function priceField(walk: Walk, selection: FieldNode, type: GraphQLNamedType, depth: number, times: number): number {
  const name = selection.name.value
  if (depth === 1 && ++walk.rootSelections > MAX_OPERATION_FIELDS) tooMuch(`asks more than ${MAX_OPERATION_FIELDS} operations`)
  if (name.startsWith('__') || (!isObjectType(type) && !isInterfaceType(type))) return 0
  const field = type.getFields()[name]
  if (field === undefined) return 0
  if (depth === 1) walk.rootFields.push(name)
  let price = (field.extensions.complexity ?? 0) as Price
  const args = argumentsOf(walk, field, selection) ?? {}
  if (typeof price === 'function') price = price(args)
  const { field: own = 0, multiplier = 1 } = typeof price === 'number' ? { field: price } : price
  const { areaLookup } = field.extensions
  if (typeof areaLookup === 'function' ? areaLookup(args) === true : areaLookup === true) walk.areaCredits += own * times
  const { forecastPoints } = field.extensions
  if (typeof forecastPoints === 'function' && (walk.forecastPoints += forecastPoints(args) * times) > MAX_FORECAST_POINTS) tooMuch(`asks more than ${MAX_FORECAST_POINTS} forecast points`)
  const each = Math.max(1, multiplier)
  const inside = selection.selectionSet === undefined ? 0 : priceSelections(walk, selection.selectionSet, getNamedType(field.type), depth + 1, times * each)
  return own + inside * each
}

/** Null where they do not fit: the field fails when it runs, and costs nothing. */
function argumentsOf(walk: Walk, field: Parameters<typeof getArgumentValues>[0], selection: FieldNode): Record<string, unknown> | null {
  try {
    const args = getArgumentValues(field, selection, walk.variables)
    walk.held?.restore(args, heldPath(field), true)
    return args
  } catch {
    return null
  }
}

/** Where the field takes a text as bytes, keys of its arguments; null nowhere. The field says so in its extensions: `holds`. */
export function heldPath(field: { extensions: object }): readonly string[] | null {
  return (field.extensions as { holds?: readonly string[] }).holds ?? null
}

function isIncluded(walk: Walk, selection: SelectionNode): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true
  try {
    return getDirectiveValues(GraphQLSkipDirective, selection, walk.variables)?.if !== true && getDirectiveValues(GraphQLIncludeDirective, selection, walk.variables)?.if !== false
  } catch {
    return true
  }
}

function tooMuch(what: string): never {
  throw new ServiceError('invalid_input', `The document ${what}.`)
}
