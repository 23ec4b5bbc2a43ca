// Arguments of a field, made from the schema that checks them: their names, types, nullability, defaults and
// descriptions are written once, as are their bounds.

import type { InputFieldsFromShape, InputRef } from '@pothos/core'
import { z } from 'zod'
import type { JsonSchema } from '../resolvers/input/json-schema.ts'
import { type builder, withoutNulls } from './builder.ts'

type Types = typeof builder.$inferSchemaTypes
type ArgumentType = InputRef | 'Int' | 'Float' | 'String' | 'Boolean' | 'LonLat' | 'Box' | 'Date'
/** GraphQL types of arguments that a schema cannot name: enums, objects, ids and times. */
export type GivenTypes = Readonly<Record<string, GivenType>>
type GivenType = InputRef | 'ID' | 'DateTime' | 'LocalDateTime'

/** `args` of a field. */
export function argsOf<S extends z.ZodType>(
  t: Pick<PothosSchemaTypes.RootFieldBuilder<Types, any>, 'arg' | 'validate'>,
  schema: S,
  types: GivenTypes = {},
): InputFieldsFromShape<Types, z.output<S>, 'Arg'> {
  const made = argumentsOf(schema).map((member) => [
    member.name,
    t.arg(argumentOptions(member, types[member.name]) as never),
  ])
  return (made.length === 0 ? {} : t.validate(Object.fromEntries(made) as never, withoutNulls(schema))) as never
}

/** `fields` of an input type. What they are checked by is the schema of the arguments that take it. */
export function inputFieldsOf<S extends z.ZodType>(
  t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>,
  schema: S,
  types: GivenTypes = {},
): InputFieldsFromShape<Types, z.input<S>, 'InputObject'> {
  const made = argumentsOf(schema).map((member) => {
    const options = argumentOptions(member, types[member.name])
    return [member.name, t.field(options as never)]
  })
  return Object.fromEntries(made) as never
}

interface Member {
  name: string
  schema: JsonSchema
  isRequired: boolean
}

/** Members of an object schema, as JSON Schema has them. */
export function argumentsOf(schema: z.ZodType): Member[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { unrepresentable: 'any' }) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, member]) => ({
    name,
    schema: member,
    isRequired: required.includes(name) && member['default'] === undefined,
  }))
}

/** Type, nullability, default and description of an argument. Throws Error if its type has to be given in `types`. */
export function argumentOptions({ name, schema, isRequired }: Member, given?: GivenType) {
  const items = schema['items'] as JsonSchema | undefined
  const isList = schema['type'] === 'array' && items !== undefined && !Array.isArray(schema['prefixItems'])
  const one = given ?? typeOf(isList ? items : schema)
  if (one === null) throw new Error(`The argument ${name} has no GraphQL type: give it in \`types\`.`)
  return {
    type: isList ? [one] : one,
    // null is no way of leaving out what has a default
    required: isRequired || schema['default'] !== undefined,
    description: schema['description'],
    ...(schema['default'] === undefined ? {} : { defaultValue: schema['default'] }),
  }
}

function typeOf({ type, format, prefixItems, enum: words }: JsonSchema): ArgumentType | null {
  if (Array.isArray(prefixItems)) return prefixItems.length === 2 ? 'LonLat' : prefixItems.length === 4 ? 'Box' : null
  if (words !== undefined) return null
  if (format === 'date') return 'Date'
  const known = { integer: 'Int', number: 'Float', string: 'String', boolean: 'Boolean' } as const
  return known[type as keyof typeof known] ?? null
}
