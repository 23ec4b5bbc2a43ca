// What is done around every field, in one place, so that no field can forget it: it gets the true texts of its
// arguments that are placeholders (src/wire/raw-texts.ts), its charges are noted with its path, and what it
// gives is counted against the budget of the answer before the executor makes anything of it.

import {
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  defaultFieldResolver,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql'
import type { DocumentContext } from '../builder.ts'
import { Leaf } from '../scalars.ts'
import type { AnswerBudget } from './answer-budget.ts'
import { heldPath } from './field-arguments.ts'

/** Quotes, colon, comma. */
const FIELD_BYTES = 4
const NUMBER_BYTES = 10
const BRACKETS_BYTES = 2

const done = new WeakSet<GraphQLSchema>()

/** Changes the resolvers of the schema, once. */
export function watchFields(schema: GraphQLSchema): void {
  if (done.has(schema)) return
  done.add(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver
      const keep = heldPath(field)
      const hasArguments = field.args.length > 0
      const charges = field.extensions.complexity !== undefined
      const count = counterOf(field.type)
      field.resolve = (source, args, context: DocumentContext, info) => {
        const { answer, call } = context
        call?.cpu?.resume()
        answer.check()
        try {
          if (hasArguments) context.held?.restore(args, keep)
          const own = charges
            ? { ...context, ledger: context.ledger.forField(info.path, (output) => answer.hold(output)) }
            : context
          const result: unknown = resolve(source, args, own, info)
          if (isPromise(result))
            return result.then(
              (value) => {
                call?.cpu?.resume()
                count(value, answer, info)
                return value
              },
              (thrown: unknown) => {
                answer.addError()
                throw thrown
              },
            )
          count(result, answer, info)
          return result
        } catch (thrown) {
          answer.addError()
          throw thrown
        }
      }
    }
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

type Counter = (value: unknown, answer: AnswerBudget, info: GraphQLResolveInfo) => void

/** Counts what a field gave: itself, and the elements of its list. Fields below count themselves. */
function counterOf(fieldType: GraphQLOutputType): Counter {
  const type = getNullableType(fieldType)
  const nameBytes = ({ path }: GraphQLResolveInfo) => String(path.key).length + FIELD_BYTES
  if (isListType(type)) {
    const item = getNullableType(type.ofType) as GraphQLOutputType
    const isLeaf = isScalarType(item) || isEnumType(item)
    return (value, answer, info) => {
      const length = Array.isArray(value) ? value.length : 0
      if (!isLeaf) {
        answer.add(1 + length, nameBytes(info) + length * BRACKETS_BYTES)
        // before the first of them is made
        answer.expect(length * fieldsBelow(info.fieldNodes))
      } else answer.add(1 + length, nameBytes(info) + bytesOf(value))
    }
  }
  const isLeaf = isScalarType(type) || isEnumType(type)
  return (value, answer, info) => answer.add(1, nameBytes(info) + (isLeaf ? bytesOf(value) : BRACKETS_BYTES))
}

/** About what a leaf takes as JSON. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length + BRACKETS_BYTES
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  if (value instanceof Leaf) return bytesOf(value.value)
  let bytes = BRACKETS_BYTES
  if (Array.isArray(value))
    // coordinates, for the most part
    for (const one of value as unknown[]) bytes += typeof one === 'number' ? NUMBER_BYTES : bytesOf(one)
  else for (const [key, one] of Object.entries(value)) bytes += key.length + FIELD_BYTES + bytesOf(one)
  return bytes
}

const belowSets = new WeakMap<SelectionSetNode, number>()

/** Fields that each element has at least: those written out below, named fragments as one. */
function fieldsBelow(nodes: readonly FieldNode[]): number {
  return nodes.length === 0 || nodes[0].selectionSet === undefined ? 0 : fieldsOf(nodes[0].selectionSet)
}

function fieldsOf(set: SelectionSetNode): number {
  let count = belowSets.get(set)
  if (count === undefined) {
    const names = new Set<string>()
    for (const selection of set.selections)
      if (selection.kind === Kind.FIELD && (selection.directives?.length ?? 0) === 0)
        names.add(selection.alias?.value ?? selection.name.value)
    belowSets.set(set, (count = names.size))
  }
  return count
}
