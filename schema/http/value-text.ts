// What is said of a value that does not fit its type: where it stands (`route(input.waypoints[2].at)`), what is wanted
// and what came, in the words of inputs that are checked later, the same for a literal and for a variable. Long values
// are counted, never repeated.

import {
  type ASTNode,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  Kind,
  type ValueNode,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
} from 'graphql'
import { describeValue, pathText } from '../../resolvers/pipeline/parse-input.ts'

type Path = readonly (string | number)[]
/** A literal, or a value of JSON. */
type Given = { literal: ValueNode } | { value: unknown }

export interface Fault {
  /** the field or directive, and the path from its argument on */
  field: string
  path: Path
  /** type and value of the whole argument, or of the variable that stands at `path` */
  type: GraphQLInputType
  given: Given
  /** path of what does not fit, from there */
  inner: Path
  /** in the words of graphql-js, which may suggest a name */
  message: string
  hideSuggestions: boolean
  node: ASTNode | undefined
}

const LISTED_VALUES = 12
const MOST_SUGGESTED = 200
const MOST_REPEATED = 40

export function sayFault({ field, path, type, given, inner, message, hideSuggestions, node }: Fault): GraphQLError {
  const [expected, at, found] = wantedAt(type, given, inner, hideSuggestions)
  const argument = pathText([...path, ...at])
  const where = `\`${field}(${argument})\``
  const sentence =
    found === 'unknown'
      ? `${where} is not known: expected ${expected}.`
      : found === undefined
        ? `${where} is missing: expected ${expected}.`
        : `${where}: expected ${expected}, got ${found}.`
  const hint = hideSuggestions ? '' : suggestionOf(message)
  return new GraphQLError(sentence + hint, {
    nodes: node,
    extensions: { code: 'invalid_input', inputPath: argument },
  })
}

/** GraphQL's question at the end of its message, after a space; empty without one. */
function suggestionOf(message: string): string {
  const from = message.indexOf('Did you mean ')
  const end = message.indexOf('?', from) + 1
  return from < 0 || end === 0 || end - from > MOST_SUGGESTED ? '' : ` ${message.slice(from, end)}`
}

/** What is wanted at a path, the path of the very member, and what came there (undefined: nothing). */
function wantedAt(
  type: GraphQLInputType,
  given: Given,
  path: Path,
  hideSuggestions: boolean,
): [expected: string, path: Path, found: string | undefined] {
  let here = type
  let value: Given | undefined = 'value' in given && given.value === undefined ? undefined : given
  for (const key of path) {
    const nullable = getNullableType(here)
    value = value === undefined ? undefined : memberOf(value, key)
    here = isListType(nullable)
      ? nullable.ofType
      : ((nullable as GraphQLInputObjectType).getFields()[key].type as GraphQLInputType)
  }
  const nullable = getNullableType(here)
  if (value === undefined || isNull(value) || isListType(nullable) || !isInputObjectType(nullable))
    return [wordsOf(here, hideSuggestions), path, value === undefined ? undefined : describeGiven(value)]
  const names = namesOf(value)
  if (names === null) return [wordsOf(here, hideSuggestions), path, describeGiven(value)]
  const fields = nullable.getFields()
  const missing = Object.values(fields).find((one) => isRequiredInputField(one) && !names.includes(one.name))
  if (missing !== undefined) return [wordsOf(missing.type, hideSuggestions), [...path, missing.name], undefined]
  const unknown = names.find((name) => !Object.hasOwn(fields, name))
  const all = hideSuggestions ? '' : ` of ${listed(Object.keys(fields))}`
  if (unknown !== undefined)
    return [hideSuggestions ? 'a field of its type' : `one${all}`, [...path, unknown.slice(0, 40)], 'unknown']
  return [`exactly one${all === '' ? ' field' : all}`, path, names.length === 1 ? 'null' : `${names.length} of them`]
}

/** Of a type in words; a scalar of our own says what it expects. */
export function wordsOf(type: GraphQLInputType, hideSuggestions: boolean): string {
  if (isNonNullType(type)) return wordsOf(type.ofType, hideSuggestions)
  if (isListType(type)) return `a list, each ${wordsOf(type.ofType, hideSuggestions)}`
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name)
    return hideSuggestions ? 'a value of its enum' : `one of ${listed(names)}`
  }
  if (isInputObjectType(type)) return hideSuggestions ? 'an object' : `an object (${type.name})`
  const named = getNamedType(type)
  return (
    (isScalarType(named) && (named.extensions.expects as string | undefined)) || (BUILT_IN[named.name] ?? 'a value')
  )
}

const BUILT_IN: Readonly<Record<string, string>> = {
  Int: 'a whole number of at most 32 bits',
  Float: 'a finite number',
  String: 'a text',
  Boolean: 'true or false',
  ID: 'an id, a text or a whole number',
}

const listed = (names: readonly string[]): string =>
  names.length <= LISTED_VALUES ? names.join(', ') : `${names.slice(0, LISTED_VALUES).join(', ')}, ...`

const isNull = (given: Given): boolean => ('literal' in given ? given.literal.kind === Kind.NULL : given.value === null)

function memberOf(given: Given, key: string | number): Given | undefined {
  if ('literal' in given) {
    const { literal } = given
    const member =
      literal.kind === Kind.LIST
        ? literal.values[key as number]
        : literal.kind === Kind.OBJECT
          ? literal.fields.find(({ name }) => name.value === key)?.value
          : undefined
    return member === undefined ? undefined : { literal: member }
  }
  const { value } = given
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return { value: (value as Record<string | number, unknown>)[key] }
}

/** Names of the members of an object; null for anything else. */
function namesOf(given: Given): string[] | null {
  if ('literal' in given)
    return given.literal.kind === Kind.OBJECT ? given.literal.fields.map(({ name }) => name.value) : null
  const { value } = given
  return typeof value !== 'object' || value === null || Array.isArray(value)
    ? null
    : Object.keys(value).filter((name) => (value as Record<string, unknown>)[name] !== undefined)
}

function describeGiven(given: Given): string {
  if ('value' in given) return describeValue(given.value)
  const { literal } = given
  switch (literal.kind) {
    case Kind.LIST:
      return describeValue(literal.values)
    case Kind.NULL:
      return 'null'
    case Kind.BOOLEAN:
    case Kind.STRING:
      return describeValue(literal.value)
    case Kind.INT:
    case Kind.FLOAT:
    case Kind.ENUM:
      return literal.value.length > MOST_REPEATED ? `a word of ${literal.value.length} characters` : literal.value
    default:
      return 'an object'
  }
}
