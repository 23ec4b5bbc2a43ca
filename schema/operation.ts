// A root field that runs an operation: `operation(bearings, { type: BearingsType })`. Its name, description, price,
// rate and arguments come from the declaration of the operation, so that bounds and defaults are written once.

import type { InputRef, OutputRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import { z } from 'zod'
import type { JsonSchema } from '../resolvers/input/json-schema.ts'
import type { Operation } from '../resolvers/pipeline/operation.ts'
import { type DocumentContext, builder, operationField, withoutNulls } from './builder.ts'

type ArgumentType = InputRef | 'Int' | 'Float' | 'String' | 'Boolean' | 'LonLat' | 'Box'

interface OperationOptions<Input, Output, Answer, Args> {
  type: OutputRef<Answer>
  /** left out: the operation's id in camelCase */
  name?: string
  /** what the arguments are, where they are not the operation's input */
  args?: z.ZodType<Args>
  /** GraphQL types of arguments that a schema cannot name: enums and objects */
  types?: Readonly<Record<string, InputRef>>
  /** members of the input that are no arguments: a document selects what they switch on */
  without?: readonly (keyof NoInfer<Args> & string)[]
  /** the input of the operation, where it is not the arguments */
  toInput?: (args: Args, info: GraphQLResolveInfo) => Input
  /** what the field answers, where it is not the output */
  toAnswer?: (output: Output, input: Input) => Answer
  extensions?: Readonly<Record<string, unknown>>
}

/** Adds the field to `Query`. Its arguments are checked by the schema that they are made of. */
export function operation<Input, Output, Answer = Output, Args = Input>(
  declared: Readonly<Operation<Input, Output>>,
  options: OperationOptions<Input, Output, Answer, Args>,
): void {
  const { type, name = toCamelId(declared.id), types = {}, without = [], extensions } = options
  const args = (options.args ?? declared.input) as z.ZodType<Args>
  const { toInput = (given) => given as unknown as Input, toAnswer = (output) => output as unknown as Answer } = options
  const resolve = async (_: unknown, given: Args, { session }: DocumentContext, info: GraphQLResolveInfo) => {
    const input = toInput(given, info)
    return toAnswer(await session.run(declared, input), input)
  }
  const members = argumentsOf(args).filter((member) => !without.includes(member.name as never))
  builder.queryField(name, (t) => {
    const made = members.map((member) => [member.name, t.arg(argumentOptions(member, types[member.name]) as never)])
    const field = { type, ...operationField(declared, extensions), resolve }
    const checked = made.length === 0 ? {} : { args: t.validate(Object.fromEntries(made) as never, withoutNulls(args)) }
    return t.field({ ...field, ...checked } as never)
  })
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
export function argumentOptions({ name, schema, isRequired }: Member, given?: InputRef) {
  const items = schema['items'] as JsonSchema | undefined
  const isList = schema['type'] === 'array' && items !== undefined && !Array.isArray(schema['prefixItems'])
  const one = given ?? typeOf(isList ? items : schema)
  if (one === null) throw new Error(`The argument ${name} has no GraphQL type: give it in \`types\`.`)
  return {
    type: isList ? [one] : one,
    required: isRequired,
    description: schema['description'],
    ...(schema['default'] === undefined ? {} : { defaultValue: schema['default'] }),
  }
}

function typeOf({ type, prefixItems, enum: words }: JsonSchema): ArgumentType | null {
  if (Array.isArray(prefixItems)) return prefixItems.length === 2 ? 'LonLat' : prefixItems.length === 4 ? 'Box' : null
  if (words !== undefined) return null
  const known = { integer: 'Int', number: 'Float', string: 'String', boolean: 'Boolean' } as const
  return known[type as keyof typeof known] ?? null
}

/** `route-capabilities` -> `routeCapabilities`. */
function toCamelId(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
