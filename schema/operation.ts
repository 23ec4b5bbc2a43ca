// A root field that runs an operation: `operation(bearings, { type: BearingsType })`. Its name, description, price,
// rate and arguments come from the declaration of the operation, so that bounds and defaults are written once. A field
// whose arguments GraphQL writes in its own way (one `input`, pages of a list) declares them, and how it answers.

import type {
  FieldNullability,
  InputFieldMap,
  InputShapeFromFields,
  MaybePromise,
  OutputRef,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { z } from 'zod'
import { type AnyOperation, type Operation, creditsOf } from '../resolvers/pipeline/operation.ts'
import { argsOf } from './arguments.ts'
import { builder } from './builder.ts'
import type { DocumentContext } from './document-context.ts'
import type { FieldFacts } from './plugin/field-facts.ts'

/** What a field of the root may say of itself beside what its operation does. */
type OwnFacts = Pick<
  FieldFacts,
  | 'areaLookup'
  | 'argumentBytes'
  | 'assumedSize'
  | 'forecastPoints'
  | 'rawMembers'
  | 'lookup'
  | 'mostCredits'
  | 'raises'
  | 'readsById'
  | 'runsNothing'
>

interface OperationOptions<Input, Output, Args> extends OwnFacts {
  type: OutputRef<Output>
  /** left out: the operation's id in camelCase */
  name?: string
  /** what the arguments are, where they are not the operation's input */
  args?: z.ZodType<Args>
  /** the input of the operation, where it is not the arguments */
  toInput?: (args: Args) => Input
}

type Types = typeof builder.$inferSchemaTypes
type QueryFields = Parameters<Parameters<typeof builder.queryField>[1]>[0]

interface OwnOptions<
  Type extends TypeParam<Types>,
  Fields extends InputFieldMap,
  Nullable extends FieldNullability<Type> = false,
> extends OwnFacts {
  type: Type
  /** left out: the operation's id in camelCase */
  name?: string
  /** left out: the operation's summary */
  description?: string
  /** left out: false; it is null beside an error whatever this says */
  nullable?: Nullable
  args: (t: QueryFields) => Fields
  /** credits of checked arguments; left out: those of the operation for `input` or the arguments */
  credits?: FieldFacts<InputShapeFromFields<Fields>>['credits']
  resolve(
    args: InputShapeFromFields<Fields>,
    context: DocumentContext,
    info: GraphQLResolveInfo,
  ): MaybePromise<ShapeFromTypeParam<Types, Type, Nullable>>
}

/** Adds the field to `Query`. Its arguments are checked by the schema that they are made of. */
export function operation<Input, Output, Args = Input>(
  declared: Readonly<Operation<Input, Output>>,
  options: OperationOptions<Input, Output, Args>,
): void
/** With arguments and a resolver of its own. */
export function operation<
  Type extends TypeParam<Types>,
  Fields extends InputFieldMap,
  Nullable extends FieldNullability<Type> = false,
>(declared: AnyOperation, options: OwnOptions<Type, Fields, Nullable>): void
export function operation(
  declared: AnyOperation,
  options: OperationOptions<any, any, any> | OwnOptions<any, any, any>,
): void {
  const { name = toCamelId(declared.id), type } = options
  const { areaLookup, argumentBytes, assumedSize, forecastPoints, rawMembers, lookup } = options
  const { mostCredits, raises, readsById, runsNothing } = options
  const facts: OwnFacts = {
    areaLookup,
    ...(argumentBytes === undefined ? {} : { argumentBytes }),
    assumedSize,
    forecastPoints,
    rawMembers,
    lookup,
    mostCredits,
    raises,
    readsById,
    runsNothing,
  }
  builder.queryField(name, (t) => {
    const own = 'resolve' in options ? ownField(t, options) : derivedField(t, declared, options)
    return t.field({ type, ...fieldOf(declared), ...facts, ...own } as never)
  })
}

/**
 * What makes a root field the field of an operation: its summary, its price, which operation it stands for, whether the
 * rate binds it and how many bytes it takes.
 */
function fieldOf(declared: AnyOperation): FieldFacts & { description: string } {
  const { rateLimited, summary, limits } = declared
  return {
    mayFail: true,
    description: summary,
    operations: [declared],
    runs: declared,
    rateLimited,
    ...(limits.bodyBytes > 0 ? { argumentBytes: limits.bodyBytes } : {}),
    credits: (args: { input?: unknown }) => creditsOf(declared, args.input ?? args),
  }
}

function ownField(t: QueryFields, options: OwnOptions<any, any, any>) {
  const { description, nullable, args, credits, resolve } = options
  return {
    ...(description === undefined ? {} : { description }),
    ...(nullable === undefined ? {} : { nullable }),
    ...(credits === undefined ? {} : { credits }),
    args: args(t),
    resolve: (_: unknown, given: never, context: DocumentContext, info: GraphQLResolveInfo) =>
      resolve(given, context, info),
  }
}

function derivedField<Args>(t: QueryFields, declared: AnyOperation, options: OperationOptions<any, any, Args>) {
  const { toInput = (given) => given } = options
  return {
    args: argsOf(t, options.args ?? declared.input),
    resolve: (_: unknown, given: Args, { session }: DocumentContext) => session.run(declared, toInput(given)),
  }
}

/** `route-capabilities` -> `routeCapabilities`. */
function toCamelId(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
