// GraphQL documents made from the schema: a way along its links to depth 4, and at its end one field under as many
// names as a document may have, over lists as long as they may be. Which way and which field, the seed says.

import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isListType,
  isNullableType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import type { Region } from '../fuzz/region.ts'
import { schema } from '../../schema/index.ts'
import { factsOf } from '../../schema/plugin/field-facts.ts'
import type { Attack } from './attack.ts'
import type { Random } from './random.ts'

const DEPTH = 4
/** Fields that a document may have, less those of its beginning. */
const MOST_FIELDS = 960
/** Tokens that a document may have, less those of its beginning. */
const TOKENS = 3800
const POINTS = 100

type Field = GraphQLField<unknown, unknown>

/** Where a document begins: a list that is as long as a request makes it. */
const BEGINNINGS = [
  ['Point', 'points(at: $points) {'],
  ['TracePoint', 'line(input: {geojson: $trace}) { match { matchedPoints {'],
  ['Place', 'places(where: {area: {near: {at: $near, withinM: 50000}}}, first: 100) { nodes {'],
  ['Trail', 'trails(where: {area: {near: {at: $near, withinM: 50000}}}, first: 100) { nodes {'],
  ['Maneuver', 'route(input: {waypoints: $waypoints, settings: {snapRadiusM: 2000}}) { maneuvers {'],
] as const

const LIST_TYPES: Record<string, string> = {
  $points: '$points: [LonLat!]!',
  $trace: '$trace: GeoJSON!',
  $near: '$near: LonLat!',
  $waypoints: '$waypoints: [WaypointInput!]!',
}

/** Whether it runs as it is written: without an argument, a forecast, and at the end of a way without a price. */
function isFree(field: Field, isEnd: boolean): boolean {
  const { forecastPoints, credits = 0, creditsByType } = factsOf(field)
  if (field.args.some(isRequiredArgument) || forecastPoints !== undefined) return false
  return !isEnd || (credits === 0 && creditsByType === undefined)
}

function stepsFrom(type: GraphQLObjectType): { field: Field; target: GraphQLObjectType }[] {
  return Object.values(type.getFields()).flatMap((field) => {
    if (!isFree(field, false)) return []
    const named = getNamedType(field.type)
    if (isObjectType(named)) return [{ field, target: named }]
    return isAbstractType(named) ? schema.getPossibleTypes(named).map((target) => ({ field, target })) : []
  })
}

/** A list of its own length, where it has pages. */
const called = (field: Field): string =>
  field.args.some(({ name }) => name === 'first') ? `${field.name}(first: 3)` : field.name

function leafOf(random: Random, type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).filter((field) => isFree(field, true))
  const expensive = fields.filter(({ type: given }) => isListType(isNullableType(given) ? given : given.ofType))
  const field = random.pick(random.between(0, 1) === 0 && expensive.length > 0 ? expensive : fields)
  const named = getNamedType(field.type)
  return isObjectType(named) || isAbstractType(named) ? `${called(field)} { __typename }` : called(field)
}

function documentOf(random: Random): string {
  const [beginning, opening] = random.pick(BEGINNINGS)
  let type = schema.getType(beginning) as GraphQLObjectType
  let text: string = opening
  let open = opening.split('{').length - opening.split('}').length
  for (let depth = random.between(1, DEPTH); depth > 0; depth--) {
    const steps = stepsFrom(type)
    if (steps.length === 0) break
    const { field, target } = random.pick(steps)
    const isAbstract = isAbstractType(getNamedType(field.type))
    text += ` ${called(field)} { ${isAbstract ? `... on ${target.name} {` : ''}`
    open += isAbstract ? 2 : 1
    type = target
  }
  const leaf = leafOf(random, type)
  const tokens = 2 + (leaf.match(/\w+|[^\s\w]/g)?.length ?? 1)
  const fieldsOfOne = leaf.includes('{') ? 2 : 1
  const names = Math.floor(Math.min(MOST_FIELDS / fieldsOfOne, TOKENS / tokens))
  const variables = Object.entries(LIST_TYPES).flatMap(([name, one]) => (opening.includes(name) ? [one] : []))
  const fields = Array.from({ length: names }, (_, i) => `a${i}: ${leaf}`).join(' ')
  return `query (${variables.join(' ')}) { ${text} ${fields} ${'}'.repeat(open)} }`
}

function variablesOf(random: Random, { box: [west, south, east, north], example, waypoints }: Region): object {
  const at = () => [west + (east - west) * random.next(), south + (north - south) * random.next()]
  return {
    points: Array.from({ length: POINTS }, at),
    trace: { type: 'LineString', coordinates: Array.from({ length: 2000 }, (_, i) => example[i % example.length]) },
    near: random.pick(example),
    waypoints: Array.from({ length: 90 }, () => ({ at: random.pick(waypoints) })),
  }
}

const WAYS = 6

export const PATH_ATTACKS: readonly Attack[] = Array.from({ length: WAYS }, (_, n) => ({
  name: `a way along the links of the schema, under as many names as there may be (${n + 1} of ${WAYS})`,
  usualMs: 250,
  // a way of many links costs more credits than a day has
  statuses: [200, 429],
  make: (random, region) => {
    const query = documentOf(random)
    const all = Object.entries(variablesOf(random, region)).filter(([name]) => query.includes(`$${name}`))
    return {
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: Object.fromEntries(all) }),
    }
  },
}))
