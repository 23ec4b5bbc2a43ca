// Random documents over the schema that are valid and small: what of an answer has to be null or not can be read off
// what was selected. Every field has a name of its own, so no two are merged.

import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { schema } from '../../schema/index.ts'

export interface Requested {
  alias: string
  field: GraphQLField<unknown, unknown>
  /** with its arguments */
  text: string
  isDeferred: boolean
  /** by the type of the object that is there */
  inside: Map<string, Requested[]>
}

const LINE = '{geojson: {type: "LineString", coordinates: [[1.5, 42.5], [1.51, 42.51], [1.52, 42.5]]}}'

/** Root fields with arguments that are answered. */
export const ROOTS: Readonly<Record<string, readonly string[]>> = {
  places: [
    '(where: {area: {near: {at: [1.55, 42.52], withinM: 50000}}}, first: 3)',
    '(where: {area: {box: [1, 42, 2, 43]}, has: [WEBSITE]}, orderBy: {by: ELEVATION, direction: DESC}, last: 2)',
  ],
  trails: [
    '(where: {area: {box: [1, 42, 2, 43]}}, first: 2)',
    '(where: {area: {near: {at: [1.5, 42.5], withinM: 50000}}}, first: 2)',
  ],
  search: ['(text: "a", first: 3)'],
  place: ['(by: {osm: {type: NODE, id: 2}})', '(by: {osm: {type: NODE, id: 30864197}})'],
  node: ['(id: "UGxhY2U6OQ")', '(id: "bm9uZQ")'],
  nodes: ['(ids: ["UGxhY2U6OQ", "bm9uZQ"])'],
  trail: ['(by: {osmRelation: 7})', '(by: {osmRelation: 123456789})'],
  point: ['(at: [1.5, 42.5])'],
  line: [`(input: ${LINE})`],
  route: ['(input: {waypoints: [{at: [1.5, 42.5]}, {at: [1.6, 42.5]}]})', '(input: {waypoints: []})'],
  points: ['(at: [[1.5, 42.5], [1.6, 42.5]])', '(at: [])'],
  staticMap: ['(input: {view: {box: [1.5, 42.5, 1.6, 42.6]}})'],
  attribution: [''],
  service: [''],
}

/** Values for required arguments below the root, by argument name; some are meant to be refused. */
export const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  within: ['{minutes: [10]}'],
  target: ['{time: "60"}', '{time: "no time"}'],
  departure: ['"2026-11-21T13:00:00Z"', '"1999-11-21T13:00:00Z"'],
  format: ['GPX'],
  to: ['{at: [1.6, 42.6]}', '{place: {osm: {type: NODE, id: 30864197}}}'],
  from: ['{at: [1.6, 42.6]}'],
  lengthM: ['5000', '5'],
  atM: ['10', '100000'],
  date: ['"2026-11-21"'],
}
const MOST_LEVELS = 8
const MOST_FIELDS = 4

/** `dice`: numbers that choose; `withParts`: some of it is deferred. */
export function randomDocument(dice: () => number, withParts = false): { query: string; requested: Requested[] } {
  let left = 60
  const chooseFrom = <T>(list: readonly T[]): T => list[dice() % list.length]
  const ask = (field: GraphQLField<unknown, unknown>, args: string, depth: number): Requested => ({
    alias: `f${left--}`,
    field,
    text: `${field.name}${args}`,
    isDeferred: withParts && dice() % 4 === 0,
    inside: new Map(objectsOf(getNamedType(field.type)).map((type) => [type.name, select(type, depth + 1)])),
  })
  const select = (type: GraphQLObjectType, depth: number): Requested[] => {
    const fields = Object.values(type.getFields()).filter(
      (one) => left > 0 && (depth < MOST_LEVELS || isLeafType(getNamedType(one.type))) && argumentsOf(one) !== null,
    )
    // edges, nodes and points lead on
    return Array.from({ length: Math.min(fields.length, 1 + (dice() % MOST_FIELDS)) }, () => chooseFrom(fields))
      .filter((one, i, all) => left > 0 && all.indexOf(one) === i)
      .map((one) => ask(one, argumentsOf(one)!, depth))
  }
  const argumentsOf = ({ args }: GraphQLField<unknown, unknown>): string | null => {
    const required = args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
    if (required.some(({ name }) => !(name in ARGUMENTS))) return null
    const given = required.map(({ name }) => `${name}: ${chooseFrom(ARGUMENTS[name])}`)
    if (args.some(({ name }) => name === 'first') && dice() % 2 === 0) given.push(`first: ${chooseFrom([1, 2, 3])}`)
    return given.length === 0 ? '' : `(${given.join(', ')})`
  }
  const roots = schema.getQueryType()!.getFields()
  const requested = Array.from({ length: 1 + (dice() % 2) }, () => {
    const name = chooseFrom(Object.keys(ROOTS))
    return ask(roots[name], chooseFrom(ROOTS[name]), 1)
  })
  return { query: `{ ${requested.map(printed).join(' ')} }`, requested }
}

function objectsOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  return isObjectType(type) ? [type] : isAbstractType(type) ? schema.getPossibleTypes(type) : []
}

function printed({ alias, text, isDeferred, inside }: Requested): string {
  const below = [...inside].map(([type, fields]) => `... on ${type} { __typename ${fields.map(printed).join(' ')} }`)
  const field = `${alias}: ${text}${inside.size === 0 ? '' : ` { __typename ${below.join(' ')} }`}`
  return isDeferred ? `... @defer { ${field} }` : field
}

/** Every field of an answer with its value and its place, elements of lists apart. */
export function* fieldsOf(
  data: Record<string, unknown>,
  requested: readonly Requested[],
  path: readonly (string | number)[] = [],
): Generator<{ requested: Requested; value: unknown; path: (string | number)[] }> {
  for (const one of requested) {
    const here = [...path, one.alias]
    yield { requested: one, value: data[one.alias], path: here }
    yield* below(data[one.alias], one, here)
  }
}

function* below(value: unknown, requested: Requested, path: (string | number)[]): ReturnType<typeof fieldsOf> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) for (const [i, one] of value.entries()) yield* below(one, requested, [...path, i])
  else {
    const object = value as Record<string, unknown>
    yield* fieldsOf(object, requested.inside.get(object['__typename'] as string) ?? [], path)
  }
}
