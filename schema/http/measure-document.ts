// What a document will cost and how large it is, before anything of it runs: credits of all its operations (fields
// under a list times their number), depth, breadth, and how many operation fields it has, aliases counted apart.
// Reads the prices of the fields (schema/plugin/field-facts.ts). A field whose arguments do not pass their checks costs
// nothing, and fails alone when it runs; but for tags of languages.

import type { ValidatedExecutionArgs } from 'graphql'
import type { DocumentArguments } from './field-arguments.ts'
import { IntrospectionMeasure } from './measure-introspection.ts'
import { priceSelections, ROOT, type Walk } from './price-selections.ts'
import { isIncluded } from './selected-fields.ts'

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
 * Reads and checks the arguments of every field on the way. Null where there is no such operation: execution says so
 * itself. Throws ServiceError `invalid_input` for a document beyond the limits, GraphQLError for what is no tag of a
 * language.
 */
export function measureDocument(
  { schema, operation, fragmentDefinitions, variableValues }: ValidatedExecutionArgs,
  fieldArguments: DocumentArguments,
): DocumentMeasure | null {
  const root = schema.getRootType(operation.operation)
  if (root === null || root === undefined) return null
  const walk: Walk = {
    schema,
    fragments: fragmentDefinitions,
    variables: variableValues,
    fieldArguments,
    selections: 0,
    areaCredits: 0,
    fields: new Map(),
    forecastPoints: 0,
    rootFields: [],
    rootSelections: 0,
    introspection: new IntrospectionMeasure(schema, fragmentDefinitions, variableValues, (selection) =>
      isIncluded(walk, selection),
    ),
    introspectionValues: 0,
  }
  const credits = priceSelections(walk, [operation.selectionSet], root, ROOT)
  const { areaCredits, fields, rootFields, introspectionValues } = walk
  return { credits, areaCredits, fields, rootFields, introspectionValues }
}
