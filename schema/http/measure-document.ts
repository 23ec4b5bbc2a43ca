// What a document will cost and how large it is, before anything of it runs: credits of all its operations (fields
// under a list times their number), depth, breadth, and how many operation fields it has, aliases counted apart.
// Reads the prices of the fields (schema/plugin/field-facts.ts); checks no input but the tags of languages, so that a bad
// one fails alone.

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  getVariableValues,
} from 'graphql'
import type { RawTexts } from '../../src/wire/raw-json.ts'
import { IntrospectionMeasure } from './measure-introspection.ts'
import { checkStreams } from './document-parts.ts'
import { isIncluded } from './selected-fields.ts'
import { priceSelections, ROOT, type Walk } from './price-selections.ts'

export interface DocumentMeasure {
  credits: number
  /** the part of the credits that are area lookups, as the fields say (`areaLookup`) */
  areaCredits: number
  /** the part of the credits of each field, by its place in the answer without positions in lists; only what costs */
  fields: ReadonlyMap<string, number>
  /** names of the operation fields on the root, aliases and fragments included */
  rootFields: string[]
  /** fields and list elements about the schema itself */
  introspectionValues: number
}

/**
 * Null where variables or arguments do not fit their types: execution says so itself. `rawTexts`: what placeholders in
 * variables stand for; called for every field that has one. Throws ServiceError `invalid_input` for a document beyond
 * the limits, GraphQLError for what is no tag of a language.
 */
export function measureDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  rawTexts: RawTexts | null = null,
): DocumentMeasure | null {
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: 1,
    hideSuggestions: true,
  })
  const root = schema.getRootType(operation.operation)
  if (coerced.errors !== undefined || root === null || root === undefined) return null
  checkStreams(document, coerced.variableValues)
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const coercedValues = coerced.variableValues
  const walk: Walk = {
    schema,
    fragments,
    variables: coercedValues,
    rawTexts,
    selections: 0,
    areaCredits: 0,
    fields: new Map(),
    forecastPoints: 0,
    rootFields: [],
    rootSelections: 0,
    introspection: new IntrospectionMeasure(schema, fragments, coercedValues, (selection) =>
      isIncluded(walk, selection),
    ),
    introspectionValues: 0,
  }
  const credits = priceSelections(walk, [operation.selectionSet], root, ROOT)
  const { areaCredits, fields, rootFields, introspectionValues } = walk
  return { credits, areaCredits, fields, rootFields, introspectionValues }
}
