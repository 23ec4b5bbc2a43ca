// What is done around every field, in one place, so that no field can forget it. It runs with its arguments as they
// were checked (field-arguments.ts), failures name those at fault, and charges are noted with the path. A field counts
// against the budget of the answer before it begins, its value before the executor completes it. Once the answer is
// cut no list continues, so that the executor ends after the fields of one element. When a turn of the event loop has
// made enough values, the next links, objects and list elements wait for a later turn (execution-turns.ts).

import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
} from 'graphql'
import type { DocumentContext } from '../document-context.ts'
import { type AnswerBudget, VALUES_OF_A_FAILURE, VALUES_OF_A_LINK } from '../http/answer-budget.ts'
import { selectedWidth } from '../http/execution-turns.ts'
import type { FieldArguments } from '../http/field-arguments.ts'
import { literalsOf, VALUES_OF_A_LITERAL } from '../http/field-literals.ts'
import { inArguments } from '../http/input-paths.ts'
import { Leaf } from '../leaf.ts'
import type { FieldFacts } from './field-facts.ts'

/** Quotes, colon, comma. */
const FIELD_BYTES = 4
const NUMBER_BYTES = 10
const BRACKETS_BYTES = 2
/** What an operation does before its first wait. Those of a list of 100 begin in one turn, so that they are batched. */
const VALUES_OF_AN_OPERATION = 3 * VALUES_OF_A_LINK

type Resolve = NonNullable<GraphQLField<any, any>['resolve']>

/** The function of a field with all of that around it. */
export function watched(resolve: Resolve, facts: FieldFacts, hasArguments: boolean): Resolve {
  const { credits = 0, runs } = facts
  const charges = credits !== 0 || runs !== undefined
  const valuesToBegin = runs === undefined ? VALUES_OF_A_LINK : VALUES_OF_AN_OPERATION
  /** of the type of the field, which is known when it runs */
  let counted: Counter | null = null
  let isLeaf = false
  return (source: unknown, _, context: DocumentContext, info) => {
    if (counted === null) {
      counted = counterOf(info.returnType)
      isLeaf = isLeafType(getNamedType(info.returnType))
    }
    const count = counted
    const { answer } = context
    const args = hasArguments ? argumentsOf(context, info) : NONE
    const failureOf = (thrown: unknown): unknown => answer.failureOf(inArguments(thrown, args.given, info), info)
    const inPlace = <Value>(work: () => Value): Value => {
      context.call?.cpu?.resume()
      try {
        return work()
      } catch (thrown) {
        throw failureOf(thrown)
      }
    }
    const complete = (value: unknown): unknown => {
      const width = selectedWidth(info)
      return answer.turns.run(width, () => inPlace(() => count(value, answer, width)))
    }
    const fail = (thrown: unknown): unknown =>
      answer.turns.run(VALUES_OF_A_FAILURE, () => {
        throw failureOf(thrown)
      })
    const begin = (): unknown => {
      const result = inPlace((): unknown => {
        if (args.checked === null) throw args.fault
        const own = charges
          ? { ...context, session: context.session.forField(info.path, (output) => answer.hold(output)) }
          : context
        const given: unknown = resolve(source, args.checked, own, info)
        if (isPromise(given)) answer.addLink()
        return isPromise(given) || !isLeaf ? given : count(given, answer, 0)
      })
      return isPromise(result) ? result.then(complete, fail) : isLeaf ? result : complete(result)
    }
    inPlace(() => {
      const literals = hasArguments ? literalsOf(info.fieldNodes[0]) : 0
      answer.add(1 + literals * VALUES_OF_A_LITERAL, String(info.path.key).length + FIELD_BYTES)
    })
    return charges ? answer.turns.run(valuesToBegin, begin) : begin()
  }
}

const NONE: FieldArguments = { given: {}, checked: {}, price: null }

function argumentsOf({ fieldArguments }: DocumentContext, info: GraphQLResolveInfo): FieldArguments {
  const { parentType, fieldName, fieldNodes, variableValues } = info
  return fieldArguments.of(parentType.getFields()[fieldName], fieldNodes[0], variableValues)
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

/** `width`: of an object that it gave, `selectedWidth` */
type Counter = (value: unknown, answer: AnswerBudget, width: number) => unknown

/** Counts what a field gave: the elements of its list, and leaves. Fields below count themselves. */
function counterOf(fieldType: GraphQLOutputType): Counter {
  const type = getNullableType(fieldType)
  const isList = isListType(type)
  if (isLeafType(isList ? getNullableType(type.ofType) : type))
    return (value, answer) => {
      if (isList && Array.isArray(value)) {
        answer.add(value.length, BRACKETS_BYTES)
        for (const one of value) addLeaf(one, answer)
      } else addLeaf(value, answer)
      return value
    }
  if (isList && isLeafType(getNamedType(type)))
    return (value, answer) => {
      if (Array.isArray(value)) for (const row of value) addRow(row, answer)
      return value
    }
  return (value, answer, width) => {
    answer.check()
    if (!isList || !Array.isArray(value)) return value
    answer.add(value.length, value.length * BRACKETS_BYTES)
    return untilCut(value, answer, width)
  }
}

function* untilCut(list: readonly unknown[], answer: AnswerBudget, width: number): Generator<unknown> {
  for (const one of list) {
    answer.check()
    yield answer.turns.run(width, () => {
      answer.check()
      return one
    })
  }
}

/** A list in a list, such as a row of a matrix. */
function addRow(row: unknown, answer: AnswerBudget): void {
  if (!Array.isArray(row)) return addLeaf(row, answer)
  answer.add(1 + row.length, BRACKETS_BYTES)
  if (isNumbers(row)) answer.add(0, row.length * NUMBER_BYTES)
  else for (const one of row as unknown[]) addLeaf(one, answer)
}

/** About what a leaf takes as JSON; each value inside counts but numbers and lists of numbers. */
function addLeaf(value: unknown, answer: AnswerBudget): void {
  if (typeof value === 'string') return answer.add(0, value.length + BRACKETS_BYTES)
  if (typeof value !== 'object' || value === null) return answer.add(0, NUMBER_BYTES)
  if (value instanceof Leaf) return addLeaf(value.value, answer)
  if (isNumbers(value)) return answer.add(0, BRACKETS_BYTES + value.length * NUMBER_BYTES)
  if (Array.isArray(value)) {
    let bytes = BRACKETS_BYTES
    for (const one of value as unknown[])
      if (isNumbers(one)) bytes += BRACKETS_BYTES + one.length * NUMBER_BYTES
      else {
        answer.add(1, 0)
        addLeaf(one, answer)
      }
    return answer.add(0, bytes)
  }
  for (const [key, one] of Object.entries(value)) {
    answer.add(1, key.length + FIELD_BYTES)
    addLeaf(one, answer)
  }
}

/** A position, or a column of a table: its first element tells. */
function isNumbers(value: unknown): value is readonly (number | null)[] {
  return Array.isArray(value) && (typeof value[0] === 'number' || value[0] === null)
}
