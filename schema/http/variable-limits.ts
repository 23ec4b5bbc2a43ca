// A variable holds no more bytes than the operation that takes it would take by REST, and those of all fields that take
// no files as many together. Looked at before anything is made of the variables, and only where a body is larger than
// most operations take. A field says where it takes more: `argumentBytes`. Large texts are read when
// a field asks for them, which looks at their length.

import { say } from '../../src/language/sentence.ts'
import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { MB } from '../../resolvers/pipeline/operation.ts'
import { ServiceError } from '../../src/errors.ts'
import type { RawTexts } from '../../src/wire/raw-json.ts'
import { factsOf } from '../plugin/field-facts.ts'

/** A body up to here has no variable that is too large for any field. */
const MOST_ARGUMENT_BYTES = MB

/**
 * Throws ServiceError `too_large` naming the variable. `bodyBytes`: of the whole request, 0 where it has no body.
 * `rawTexts`: what placeholders in the variables stand for.
 */
export function checkVariableSizes(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  rawTexts: RawTexts | null,
  bodyBytes: number,
): void {
  if (bodyBytes <= MOST_ARGUMENT_BYTES) return
  const sizes = new Map<string, number>()
  const sizeOf = (name: string): number => {
    let size = sizes.get(name)
    if (size === undefined) sizes.set(name, (size = jsonBytes(variables[name], rawTexts)))
    return size
  }
  /** of all fields that take no more than most */
  const ofSmall = { names: new Set<string>(), bytes: 0 }
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name, arguments: args = [] }) => {
        const { argumentBytes = MOST_ARGUMENT_BYTES } = factsOf(types.getFieldDef())
        const takesFiles = argumentBytes > MOST_ARGUMENT_BYTES
        const together = takesFiles ? { names: new Set<string>(), bytes: 0 } : ofSmall
        for (const one of args.flatMap(({ value }) => variablesIn(value))) {
          if (together.names.has(one)) continue
          together.names.add(one)
          together.bytes += sizeOf(one)
        }
        if (together.bytes <= argumentBytes) return
        const [largest] = [...together.names].sort((a, b) => sizeOf(b) - sizeOf(a))
        const bounds = { variable: largest, maxBytes: argumentBytes }
        throw new ServiceError(
          sizeOf(largest) > argumentBytes
            ? say('error.too_large.variable', { ...bounds, name: name.value })
            : takesFiles
              ? say('error.too_large.variables', { ...bounds, name: name.value })
              : say('error.too_large.variables_small', bounds),
          { inputPath: largest },
        )
      },
    }),
  )
}

function variablesIn(value: ValueNode): string[] {
  if (value.kind === Kind.VARIABLE) return [value.name.value]
  if (value.kind === Kind.LIST) return value.values.flatMap(variablesIn)
  if (value.kind === Kind.OBJECT) return value.fields.flatMap((field) => variablesIn(field.value))
  return []
}

/** What a value takes as JSON without spaces; texts by their characters, those that are not read yet not at all. */
function jsonBytes(value: unknown, rawTexts: RawTexts | null): number {
  if (typeof value === 'string') return rawTexts?.find(value) === undefined ? value.length + 2 : 0
  if (typeof value === 'number') return String(value).length
  if (typeof value !== 'object' || value === null) return 4
  let bytes = 2
  if (Array.isArray(value)) for (const one of value) bytes += 1 + jsonBytes(one, rawTexts)
  else for (const [key, one] of Object.entries(value)) bytes += key.length + 4 + jsonBytes(one, rawTexts)
  return bytes - (bytes > 2 ? 1 : 0)
}
