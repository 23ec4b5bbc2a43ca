// GraphQL documents for a root field: arguments from the printed types with the bounds that the zod schemas have for
// members of that name, every plain field selected, a few links besides. Arguments travel as variables, or as literals
// in the document.

import * as fc from 'fast-check'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isAbstractType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isObjectType,
  isScalarType,
} from 'graphql'
import { z } from 'zod'
import { OPERATIONS } from '../../rest-compat/routes.ts'
import { reachLimits } from '../../resolvers/reach.ts'
import * as args from '../../resolvers/input/search-args.ts'
import { matchArgs } from '../../resolvers/match-trace.ts'
import { schema } from '../../schema/index.ts'
import { factsOf } from '../../schema/plugin/field-facts.ts'
import { hostileJson, hostileOf, RawNumber } from './hostile.ts'
import type { Region } from './region.ts'
import {
  ascending,
  boxIn,
  listOf,
  namedAnything,
  namedText,
  placedIn,
  pointIn,
  valuesOf,
  withOneOfEach,
  withoutUndefined,
} from './schema-arbitrary.ts'
import { between } from '../support/arbitraries.ts'

/** A field that stands for an operation: its codes are what it may answer with. Some run none. */
export interface OperationField {
  /** from the root: `route`, `point.reach` */
  name: string
  operation: string
  path: readonly GraphQLField<unknown, unknown>[]
}

const ROOT = schema.getQueryType()!.getFields()
/** Where a link is asked. */
const FIELD_OF_TYPE: Readonly<Record<string, string>> = { Service: 'service', Spot: 'point', Line: 'line' }

export const OPERATION_FIELDS: readonly OperationField[] = [
  ...Object.values(ROOT).map((field) => [field]),
  ...Object.entries(FIELD_OF_TYPE).flatMap(([type, root]) =>
    Object.values((schema.getType(type) as GraphQLObjectType).getFields()).map((link) => [ROOT[root], link]),
  ),
].flatMap((path) =>
  (factsOf(path.at(-1)).operations ?? []).map(({ id }) => ({
    name: path.map(({ name }) => name).join('.'),
    operation: id,
    path,
  })),
)

export interface GraphqlCase {
  query: string
  variables: unknown
  /** names of the fields below the root that are operations of their own */
  links: string[]
}

export interface CaseOptions {
  hostile: boolean
  /** most links selected */
  links: number
}

const MAX_FIELDS = 700

export function graphqlCases(
  { operation, path }: OperationField,
  region: Region,
  { hostile, links }: CaseOptions,
): fc.Arbitrary<GraphqlCase> {
  const bounds = boundsOf(operation)
  const taken = path.flatMap(({ args }) => args)
  const sound = fc
    .tuple(...path.map(({ args }) => membersOf(args, bounds, region)))
    .map((members): object => Object.assign({}, ...members))
  const values: fc.Arbitrary<any> = hostile ? hostileOf(sound) : sound
  const linkChoice = fc.array(fc.nat(), { minLength: 0, maxLength: links })
  return fc
    .tuple(values, linkChoice, fc.integer({ min: 0, max: 5 }), fc.infiniteStream(fc.nat(1000)))
    .map(([given, choice, form, dice]) => {
      const chosen: string[] = []
      const nextDie = () => dice.next().value as number
      const selection = selectionOf(
        getNamedType(path.at(-1)!.type),
        { choice, chosen, region, nextDie, budget: { left: MAX_FIELDS } },
        path.length,
      )
      const isRecord = given !== null && typeof given === 'object' && !Array.isArray(given)
      const nested = (argumentsFor: (field: GraphQLField<unknown, unknown>) => string): string =>
        path.reduceRight((inside, field) => `{ ${field.name}${argumentsFor(field)} ${inside} }`, selection)
      // one in six documents has its arguments as literals; a name that none of them takes is given to the last
      if (form === 0 && isRecord) {
        const others = new Set(path.slice(0, -1).flatMap(({ args }) => args.map(({ name }) => name)))
        const entries = Object.entries(given)
        const own = (field: GraphQLField<unknown, unknown>) =>
          entries.filter(([name]) =>
            field === path.at(-1) ? !others.has(name) : field.args.some((argument) => argument.name === name),
          )
        const query = nested((field) => literalArguments(Object.fromEntries(own(field))))
        return { query, variables: undefined, links: chosen }
      }
      const declared = taken.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
      const query = nested(({ args }) => listed(args.map(({ name }) => `${name}: $${name}`)))
      return { query: `query Fuzz${declared === '' ? '' : `(${declared})`} ${query}`, variables: given, links: chosen }
    })
}

/** Values of the arguments of one field, by their names. */
export function argumentValuesOf(
  field: GraphQLField<unknown, unknown>,
  region: Region,
  isHostile: boolean,
): fc.Arbitrary<any> {
  const { runs, operations = [] } = factsOf(field)
  const sound = membersOf(field.args, boundsOf((operations[0] ?? runs)?.id ?? null), region)
  return isHostile ? hostileOf(sound) : sound
}

const listed = (parts: readonly string[]): string => (parts.length === 0 ? '' : `(${parts.join(', ')})`)

interface Bounds {
  get: (name: string) => z.ZodType | undefined
  /** members of the operation's own input */
  own: ReadonlySet<string>
}

/** Members by name: of the operation itself first, then of any other; null: of none. */
function boundsOf(operation: string | null): Bounds {
  const found = new Map<string, z.ZodType>()
  const read = (type: z.ZodType) => {
    const { def } = (type as any)._zod
    if (def.type === 'object')
      for (const [key, member] of Object.entries(def.shape as Record<string, z.ZodType>)) {
        // a member that is always refused
        if ((member as any)._zod.def.innerType?._zod.def.type === 'null') continue
        if (!found.has(key)) found.set(key, member)
        read(member)
      }
    else for (const inner of [def.innerType, def.element, def.in, def.out]) if (inner !== undefined) read(inner)
  }
  for (const { id, input } of OPERATIONS) if (id === operation) read(input)
  const ownNames = new Set(found.keys())
  for (const type of [matchArgs, ...Object.values(args)]) if (type instanceof z.ZodType) read(type)
  for (const operation of OPERATIONS) read(operation.input)
  return { get: (name) => found.get(name), own: ownNames }
}

function membersOf(
  members: readonly (GraphQLArgument | GraphQLInputField)[],
  bounds: Bounds,
  region: Region,
): fc.Arbitrary<any> {
  const byName = (make: (member: GraphQLArgument | GraphQLInputField) => fc.Arbitrary<any>) =>
    fc.record(Object.fromEntries(members.map((member) => [member.name, make(member)]))).map(withoutUndefined)
  const names = members.map(({ name }) => name)
  return withOneOfEach(
    names,
    placedIn(
      names,
      byName((member) => argumentValues(member, bounds, region)),
      region,
    ),
    byName((member) => inputValues(getNullableType(member.type), member.name, bounds, region)),
  )
}

function argumentValues(
  argument: GraphQLArgument | GraphQLInputField,
  bounds: Bounds,
  region: Region,
): fc.Arbitrary<any> {
  const values = inputValues(getNullableType(argument.type), argument.name, bounds, region)
  return isNonNullType(argument.type)
    ? values
    : fc.option(fc.option(values, { nil: null, freq: 12 }), { nil: undefined, freq: 2 })
}

function inputValues(type: GraphQLInputType, name: string, bounds: Bounds, region: Region): fc.Arbitrary<any> {
  if (isNonNullType(type)) return inputValues(type.ofType, name, bounds, region)
  // ascending numbers, which a list of any numbers hardly is
  if (isListType(type) && (name === 'movingS' || name === 'lengthM'))
    return ascending(valuesOf(reachLimits.shape[name], region).filter((value) => value !== undefined))
  if (isListType(type))
    return listOf(inputValues(type.ofType, name.replace(/s$/, ''), bounds, region), 1, name === 'waypoints' ? 100 : 60)
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name))
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields())
    // of settings, those that the operation takes: what it refuses would be in nearly every request
    const isTaken = ({ name }: { name: string }) => bounds.own.has(name === 'mode' ? 'profile' : name)
    const taken = type.name === 'TravelSettings' ? all.filter(isTaken) : all
    const members = taken.length === 0 ? all : taken
    if (type.isOneOf)
      return fc.oneof(
        ...members.map((member) => ({
          // a point is what most requests have
          weight: member.name === 'at' ? 12 : 2,
          arbitrary: oneFormValues(member, bounds, region).map((value: unknown) => ({ [member.name]: value })),
        })),
      )
    return membersOf(members, bounds, region)
  }
  switch (type.name) {
    case 'LonLat':
      return pointIn(region)
    case 'Box':
      return boxIn(region)
    case 'GeoJSON':
      return namedAnything('geometry', region)
    case 'OsmId':
      return fc.constantFrom(...region.relationIds)
    case 'ID':
      return namedText('id', region)
    case '_Any':
      return fc.record({ __typename: fc.constantFrom('Place', 'Trail'), id: namedText('id', region) })
    case 'DateTime':
      return namedText('departure', region)
    case 'Date':
      return namedText('date', region)
    case 'LocalDateTime':
      return fc.constantFrom('2026-08-01T10:00', '2026-12-24T23:30:00+02:00', '2026-08-01', 'noon')
    case 'JSON':
      return fc.jsonValue()
  }
  // of a loop
  if (name === 'lengthM') return fc.integer({ min: 500, max: 10_000 })
  const bound = bounds.get(name)
  const values = bound === undefined ? undefined : valuesOf(bound, region)
  const fallback: Record<string, fc.Arbitrary<any>> = {
    Int: fc.integer({ min: 1, max: 50 }),
    Float: between(0, 1000),
    Boolean: fc.boolean(),
    String: namedText(name, region),
  }
  const fits = (value: unknown): boolean =>
    typeof value === { Int: 'number', Float: 'number', Boolean: 'boolean' }[type.name] &&
    (type.name !== 'Int' || Number.isSafeInteger(value))
  // a member of that name may be something else in another operation
  return values === undefined || type.name === 'String' || !fc.sample(values, 50).some(fits)
    ? (fallback[type.name] ?? fc.string())
    : values.filter(fits)
}

/** Of an input that has exactly one member. */
function oneFormValues(member: GraphQLInputField, bounds: Bounds, region: Region): fc.Arbitrary<any> {
  if (member.name === 'time') return namedText('targetTime', region)
  if (member.name === 'movingS' && !isListType(getNullableType(member.type))) return between(60, 40_000)
  return inputValues(getNullableType(member.type), member.name, bounds, region)
}

interface Selecting {
  choice: number[]
  chosen: string[]
  region: Region
  nextDie: () => number
  budget: { left: number }
  /** before the names of fields where several types are selected beside each other */
  alias?: string
}

/** Every field without arguments and price; `choice` picks the links at each object. */
function selectionOf(type: GraphQLNamedType, selecting: Selecting, depth: number): string {
  if (isAbstractType(type))
    return `{ __typename ${schema
      .getPossibleTypes(type)
      .map(
        (possible) =>
          `... on ${possible.name} ${selectionOf(possible, { ...selecting, choice: [], alias: possible.name }, depth + 1)}`,
      )
      .join(' ')} }`
  if (!isObjectType(type)) return ''
  const parts = ['__typename']
  const linked: GraphQLField<unknown, unknown>[] = []
  for (const field of Object.values(type.getFields())) {
    if (isLink(field)) linked.push(field)
    else if (depth < 11 && --selecting.budget.left > 0) parts.push(selected(field, '', selecting, depth))
  }
  const picked = new Set(
    linked.length === 0 || depth > 4 ? [] : selecting.choice.map((number) => linked[number % linked.length]),
  )
  for (const field of picked) {
    const literal = linkArguments(field, selecting)
    if (literal === null || selecting.budget.left < 50) continue
    selecting.chosen.push(field.name)
    parts.push(selected(field, literal, { ...selecting, choice: selecting.choice.slice(1) }, depth))
  }
  return `{ ${parts.filter((part) => part !== '').join(' ')} }`
}

function selected(field: GraphQLField<unknown, unknown>, literal: string, selecting: Selecting, depth: number): string {
  const inside = getNamedType(field.type)
  const name = selecting.alias === undefined ? field.name : `${selecting.alias}_${field.name}: ${field.name}`
  if (isScalarType(inside) || isEnumType(inside)) return `${name}${literal}`
  const { alias: _, ...below } = selecting
  const selection = selectionOf(inside, below, depth + 1)
  return selection === '{ __typename }' && depth >= 10 ? '' : `${name}${literal} ${selection}`
}

function isLink(field: GraphQLField<unknown, unknown>): boolean {
  return (
    field.args.length > 0 || factsOf(field).credits !== undefined || field.name === 'trail' || field.name === 'place'
  )
}

/** Arguments of links that are more than a number or a word. */
const LINK_VALUES: Record<string, (region: Region, die: number) => string> = {
  to: ({ ids }, die) => `{place: {id: ${JSON.stringify(ids[die % ids.length])}}}`,
  from: ({ relationIds }, die) => `{trail: {osmRelation: ${relationIds[die % relationIds.length]}}}`,
  target: (_region, die) => `{movingS: ${1000 + die}}`,
  lengthM: (_region, die) => String(500 + 20 * die),
}

/** Small numbers of few words; null for a link whose required arguments are not known here. */
function linkArguments(field: GraphQLField<unknown, unknown>, { region, nextDie }: Selecting): string | null {
  const parts: string[] = []
  for (const argument of field.args) {
    const { name, type } = argument
    const isRequired = isRequiredArgument(argument)
    if (!isRequired && nextDie() % 3 !== 0 && name !== 'first') continue
    if (name === 'first') parts.push(`first: ${1 + (nextDie() % 3)}`)
    else if (name in LINK_VALUES) parts.push(`${name}: ${LINK_VALUES[name](region, nextDie())}`)
    else if (name === 'departure')
      parts.push(`departure: ${JSON.stringify(new Date(Date.now() + 3_600_000 * (nextDie() % 300)).toISOString())}`)
    else if (isEnumType(getNamedType(type))) {
      const { name: word } = (getNamedType(type) as any).getValues()[
        nextDie() % (getNamedType(type) as any).getValues().length
      ]
      parts.push(`${name}: ${isListType(getNullableType(type)) ? `[${word}]` : word}`)
    } else if (['Int', 'Float'].includes(getNamedType(type).name) && !isListType(getNullableType(type)))
      parts.push(`${name}: ${[1, 3, 7, 60, 300, 1000][nextDie() % 6]}`)
    else if (getNamedType(type).name === 'Boolean') parts.push(`${name}: ${nextDie() % 2 === 0}`)
    else if (isRequired) return null
  }
  return listed(parts)
}

function literalArguments(given: object): string {
  const parts = Object.entries(given)
    .filter(([key]) => /^[_A-Za-z]\w*$/.test(key))
    .map(([key, value]) => `${key}: ${literal(value)}`)
  return listed(parts)
}

/** Upper-case words as enums; everything else as JSON has it, which GraphQL mostly reads. */
function literal(value: unknown): string {
  if (typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value)) return value
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (value !== null && typeof value === 'object' && !(value instanceof RawNumber))
    return `{${Object.entries(value)
      .filter(([key]) => /^[_A-Za-z]\w*$/.test(key))
      .map(([key, member]) => `${key}: ${literal(member)}`)
      .join(', ')}}`
  return hostileJson(value)
}
