// The one schema builder. Fields are non-null unless they say why not; operation fields are nullable, so that a
// failed one is null beside its error.

import SchemaBuilder from '@pothos/core'
import ValidationPlugin from '@pothos/plugin-validation'
import { z } from 'zod'
import { type AnyOperation, creditsOf } from '../resolvers/pipeline/operation.ts'
import { inputError } from '../resolvers/pipeline/parse-input.ts'
import type { DocumentContext } from './document-context.ts'
import WaypostPlugin from './plugin/waypost-plugin.ts'

export const builder = new SchemaBuilder<{
  Context: DocumentContext
  DefaultFieldNullability: false
  Scalars: {
    LonLat: { Input: [number, number]; Output: readonly [number, number] }
    Position: { Input: never; Output: readonly [number, number, number | null] }
    FloatColumn: { Input: never; Output: readonly (number | null)[] }
    Box: { Input: [number, number, number, number]; Output: readonly [number, number, number, number] }
    DateTime: { Input: string; Output: string }
    LocalDateTime: { Input: string; Output: string }
    Date: { Input: string; Output: string }
    GeoJSON: { Input: unknown; Output: unknown }
    JSON: { Input: unknown; Output: unknown }
    OsmId: { Input: number; Output: number }
    ID: { Input: string; Output: string }
    _Any: { Input: unknown; Output: unknown }
  }
}>({
  plugins: [WaypostPlugin, ValidationPlugin],
  defaultFieldNullability: false,
  validation: { validationError: (failure, args) => inputError(failure.issues, args) },
})

/** What the fields of an object type are made with. */
export type FieldBuilder<Shape> = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Shape>

builder.queryType({
  description:
    'Everything that this service offers. A field that fails is null beside its error; the others keep their values.',
})

/** An operation's schema for GraphQL arguments: an explicit null is the same as leaving the field out. */
export function withoutNulls<T extends z.ZodType>(schema: T) {
  return z.preprocess(dropNulls, schema)
}

function dropNulls(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  // numbers and pairs of them have none
  if (Array.isArray(value)) return isPlain(value[0]) ? value.map(dropNulls) : value
  const kept: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) if (member !== null) kept[key] = dropNulls(member)
  return kept
}

const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The credits of an input that is not checked yet. One that does not pass costs nothing: it will not run. */
export function priceOf(operation: AnyOperation, given: object): number {
  if (typeof operation.credits === 'number') return operation.credits
  const parsed = operation.input.safeParse(dropNulls(given))
  return parsed.success ? creditsOf(operation, parsed.data) : 0
}
