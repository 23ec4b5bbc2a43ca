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
import { describeValue, faultOf, MOST_REPEATED, pathText, UNKNOWN } from '../../resolvers/pipeline/parse-input.ts'
import type { Expectation } from '../../resolvers/pipeline/zod-message.ts'
import { english } from '../../src/language/catalogue-files.ts'
import { type Sentence, say } from '../../src/language/sentence.ts'
import { type Hint, hinting, objectHint } from './error-hints.ts'
import { saying } from './graphql-errors.ts'
import { nearestWords } from './nearest-words.ts'

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

export function sayFault({ field, path, type, given, inner, message, hideSuggestions, node }: Fault): GraphQLError {
  const [expected, at, found] = wantedAt(type, given, inner, hideSuggestions)
  const argument = pathText([...path, ...at])
  const refusal = faultOf(`${field}(${argument})`, expected, found)
  const suggestions = hideSuggestions ? [] : suggestionsOf(message)
  const isOfEnum = message.includes('Did you mean the enum value ')
  const code = isOfEnum ? 'error.invalid_input.suggested_value' : 'error.invalid_input.suggested'
  const sentence = suggestions.length === 0 ? refusal : say(code, { refusal, suggestions })
  const hint = objectHintOf(pathText([...path, ...inner]), endOf(type, given, inner))
  return new GraphQLError(english.render(sentence), {
    nodes: node,
    extensions: saying(sentence, {
      code: 'invalid_input',
      inputPath: argument,
      ...hinting(hint === null ? [] : [hint]),
    }),
  })
}

/** Of `{lat, lon}` in place of a point, or of an input that has one in `at`. */
function objectHintOf(path: string, { type, value }: ReturnType<typeof endOf>): Hint | null {
  const named = getNamedType(type)
  const point = isInputObjectType(named) ? named.getFields()[POINT] : undefined
  if (value === undefined || getNamedType(point?.type ?? named).name !== 'LonLat') return null
  const [lat, lon] = ['lat', 'lon'].map((name) => numberOf(memberOf(value, name)))
  return objectHint(path, lat, lon, point === undefined ? null : POINT)
}

const POINT = 'at'

/** NaN for what is no number. */
function numberOf(given: Given | undefined): number {
  if (given === undefined) return Number.NaN
  if ('value' in given) return typeof given.value === 'number' ? given.value : Number.NaN
  const { literal } = given
  return literal.kind === Kind.INT || literal.kind === Kind.FLOAT ? Number(literal.value) : Number.NaN
}

/** What GraphQL's question at the end of its message suggests: `Did you mean "FOOT" or "BIKE"?`; in quotes. */
function suggestionsOf(message: string): string[] {
  const from = message.indexOf('Did you mean ')
  const end = message.indexOf('?', from)
  return from < 0 || end < 0 || end - from >= MOST_SUGGESTED ? [] : (message.slice(from, end).match(/"[^"]*"/g) ?? [])
}

/** What is wanted at a path, the path of the very member, and what came there (null: nothing). */
function wantedAt(
  type: GraphQLInputType,
  given: Given,
  path: Path,
  hideSuggestions: boolean,
): [expected: Expectation, path: Path, found: Sentence | typeof UNKNOWN | null] {
  const { type: here, value } = endOf(type, given, path)
  const nullable = getNullableType(here)
  if (value === undefined || isNull(value) || isListType(nullable) || !isInputObjectType(nullable))
    return [wordsOf(here, hideSuggestions, value), path, value === undefined ? null : describeGiven(value)]
  const names = namesOf(value)
  if (names === null) return [wordsOf(here, hideSuggestions), path, describeGiven(value)]
  const fields = nullable.getFields()
  const missing = Object.values(fields).find((one) => isRequiredInputField(one) && !names.includes(one.name))
  if (missing !== undefined) return [wordsOf(missing.type, hideSuggestions), [...path, missing.name], null]
  const unknown = names.find((name) => !Object.hasOwn(fields, name))
  const words = listed(Object.keys(fields), unknown)
  if (unknown !== undefined)
    return [
      hideSuggestions ? say('expected.graphql.field') : say('expected.one_of', { words }),
      [...path, unknown.slice(0, MOST_REPEATED)],
      UNKNOWN,
    ]
  return [
    hideSuggestions ? say('expected.graphql.exactly') : say('expected.graphql.exactly_of', { words }),
    path,
    names.length === 1 ? describeValue(null) : say('got.members', { number: names.length }),
  ]
}

/** Type and value at the end of a path; the value is undefined if absent. */
function endOf(type: GraphQLInputType, given: Given, path: Path): { type: GraphQLInputType; value: Given | undefined } {
  let here = type
  let value: Given | undefined = 'value' in given && given.value === undefined ? undefined : given
  for (const key of path) {
    const nullable = getNullableType(here)
    value = value === undefined ? undefined : memberOf(value, key)
    here = isListType(nullable)
      ? nullable.ofType
      : ((nullable as GraphQLInputObjectType).getFields()[key].type as GraphQLInputType)
  }
  return { type: here, value }
}

/** Of a type in words; a scalar of our own says what it expects. */
function wordsOf(type: GraphQLInputType, hideSuggestions: boolean, given?: Given): Expectation {
  if (isNonNullType(type)) return wordsOf(type.ofType, hideSuggestions, given)
  if (isListType(type)) return say('expected.graphql.list_each', { each: wordsOf(type.ofType, hideSuggestions) })
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name)
    return hideSuggestions
      ? say('expected.graphql.enum')
      : say('expected.one_of', { words: listed(names, wordOf(given)) })
  }
  if (isInputObjectType(type))
    return hideSuggestions ? say('expected.object') : say('expected.graphql.object', { name: type.name })
  const named = getNamedType(type)
  const own = isScalarType(named) ? (named.extensions['expects'] as Expectation | undefined) : undefined
  return own ?? BUILT_IN[named.name] ?? say('expected.value')
}

const BUILT_IN: Readonly<Record<string, Expectation>> = {
  Int: say('expected.graphql.integer'),
  Float: say('expected.graphql.finite'),
  String: say('expected.graphql.text'),
  Boolean: say('expected.flag'),
  ID: say('expected.graphql.id'),
}

/** Of many names the nearest to the word that came, or else the first. */
function listed(names: readonly string[], word?: string): readonly string[] {
  if (names.length <= LISTED_VALUES) return names
  return [...(word === undefined ? names.slice(0, LISTED_VALUES) : nearestWords(names, word)), '...']
}

/** A word that was given; undefined for any other value. */
function wordOf(given: Given | undefined): string | undefined {
  if (given === undefined) return undefined
  if ('value' in given) return typeof given.value === 'string' ? given.value : undefined
  const { literal } = given
  return literal.kind === Kind.ENUM || literal.kind === Kind.STRING ? literal.value : undefined
}

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

function describeGiven(given: Given): Sentence {
  if ('value' in given) return describeValue(given.value)
  const { literal } = given
  switch (literal.kind) {
    case Kind.LIST:
      return describeValue(literal.values)
    case Kind.NULL:
      return describeValue(null)
    case Kind.BOOLEAN:
    case Kind.STRING:
      return describeValue(literal.value)
    case Kind.INT:
    case Kind.FLOAT:
    case Kind.ENUM:
      return literal.value.length > MOST_REPEATED
        ? say('got.word', { number: literal.value.length })
        : say('got.value', { word: literal.value })
    default:
      return say('got.object')
  }
}
