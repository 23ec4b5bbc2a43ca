// The credits of selections, and what else is counted on the way down: area lookups, forecast
// points, operation fields. Refuses what is beyond the limits of a document, and languages that are none.

import { say } from '../../src/language/sentence.ts'
import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type SelectionSetNode,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql'
import { MAX_DOCUMENT_FORECAST_POINTS } from '../../resolvers/weather.ts'
import { type IntrospectionMeasure, MAX_INTROSPECTION_VALUES } from './measure-introspection.ts'
import { type SelectionWalk, collectFields, tooMuch } from './selected-fields.ts'
import { factsOf } from '../plugin/field-facts.ts'
import { checkLanguages } from './check-languages.ts'
import type { DocumentArguments } from './field-arguments.ts'

export const MAX_DEPTH = 16
export const MAX_OPERATION_FIELDS = 50

export interface Walk extends SelectionWalk {
  fieldArguments: DocumentArguments
  areaCredits: number
  fields: Map<string, number>
  /**
   * points requested: weather costs nothing, so it is counted apart (decision: keys-and-credits); fields say how many
   * they ask
   */
  forecastPoints: number
  rootFields: string[]
  /** all fields of the root, `__typename` among them */
  rootSelections: number
  introspection: IntrospectionMeasure
  introspectionValues: number
}

/** Where selections stand, and how often they are made. */
interface Place {
  /** names in the answer, joined; '' for the root */
  path: string
  depth: number
  /** with the pages that lists have by default: what is paid for */
  times: number
  /** by the lengths that were requested: what the limit of forecast points counts */
  requested: number
}

export const ROOT: Place = { path: '', depth: 1, times: 1, requested: 1 }

/**
 * The price of selections that are made once, together. Fields of one name are one field, as execution has it. Of an
 * interface or a union the most expensive of its types counts. Validation has refused cyclic fragments before.
 */
export function priceSelections(
  walk: Walk,
  sets: readonly SelectionSetNode[],
  type: GraphQLNamedType,
  place: Place,
): number {
  const { path, depth } = place
  if (depth > MAX_DEPTH) tooMuch(say('error.invalid_input.depth', { path, levels: depth, max: MAX_DEPTH }))
  if (isAbstractType(type)) return priceMostExpensive(walk, sets, walk.schema.getPossibleTypes(type), place)
  if (!isObjectType(type)) return 0
  const fields = new Map<string, FieldNode[]>()
  const spread = new Set<string>()
  for (const set of sets) collectFields(walk, set, type, fields, spread, path)
  let credits = 0
  for (const [name, nodes] of fields)
    credits += priceField(walk, nodes, type, { ...place, path: path === '' ? name : `${path}.${name}` })
  return credits
}

/** What is selected on several types was written once. */
function priceMostExpensive(
  walk: Walk,
  sets: readonly SelectionSetNode[],
  types: readonly GraphQLObjectType[],
  place: Place,
): number {
  const { areaCredits, forecastPoints, selections, fields } = walk
  const most = { areaCredits, forecastPoints, selections }
  let credits = 0
  let mostExpensive: Map<string, number> = new Map()
  for (const type of types) {
    Object.assign(walk, { areaCredits, forecastPoints, selections, fields: new Map() })
    const price = priceSelections(walk, sets, type, place)
    if (price > credits) mostExpensive = walk.fields
    credits = Math.max(credits, price)
    most.areaCredits = Math.max(most.areaCredits, walk.areaCredits)
    most.forecastPoints = Math.max(most.forecastPoints, walk.forecastPoints)
    most.selections = Math.max(most.selections, walk.selections)
  }
  Object.assign(walk, { ...most, fields })
  for (const [path, price] of mostExpensive) addPrice(walk, path, price)
  return credits
}

function addPrice({ fields }: Walk, path: string, credits: number): void {
  if (credits > 0) fields.set(path, (fields.get(path) ?? 0) + credits)
}

/** `nodes` are all that is selected under one name. */
function priceField(walk: Walk, nodes: readonly FieldNode[], type: GraphQLObjectType, place: Place): number {
  const { path, depth, times, requested } = place
  const [first] = nodes
  const name = first.name.value
  // as they were written: the same field over and over is no small document
  if (depth === 1 && (walk.rootSelections += nodes.length) > MAX_OPERATION_FIELDS)
    tooMuch(say('error.invalid_input.operations', { path, number: walk.rootSelections, max: MAX_OPERATION_FIELDS }))
  if (name === '__schema' || name === '__type') countIntrospection(walk, nodes)
  if (name.startsWith('__')) return 0
  const field = type.getFields()[name]
  if (field === undefined) return 0
  if (depth === 1) walk.rootFields.push(name)
  const { given, price } = walk.fieldArguments.of(field, first, walk.variables)
  checkLanguages(field, given ?? {}, first)
  const { creditsByType = {} } = factsOf(field)
  const own = price === null ? 0 : price.credits + (creditsByType[type.name] ?? 0)
  addPrice(walk, path, own * times)
  if (price?.isAreaLookup === true) walk.areaCredits += own * times
  walk.forecastPoints += (price?.forecastPoints ?? 0) * requested
  if (walk.forecastPoints > MAX_DOCUMENT_FORECAST_POINTS)
    tooMuch(
      say('error.invalid_input.document_forecasts', {
        path,
        number: walk.forecastPoints,
        max: MAX_DOCUMENT_FORECAST_POINTS,
      }),
    )
  const each = price?.multiplier ?? 0
  const inside = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]))
  if (inside.length === 0) return own
  return (
    own +
    each *
      priceSelections(walk, inside, getNamedType(field.type), {
        path,
        depth: depth + 1,
        times: times * each,
        requested: hasDefaultPage(field, first) ? requested : requested * each,
      })
  )
}

/** A list whose length may be requested and was not. */
function hasDefaultPage(
  { args }: { args: readonly { name: string }[] },
  { arguments: given = [] }: FieldNode,
): boolean {
  return args.some(({ name }) => name === PAGE_ARGUMENT) && !given.some(({ name }) => name.value === PAGE_ARGUMENT)
}
const PAGE_ARGUMENT = 'first'

function countIntrospection(walk: Walk, nodes: readonly FieldNode[]): void {
  for (const node of nodes) walk.introspectionValues += walk.introspection.valuesOf(node)
  if (walk.introspectionValues > MAX_INTROSPECTION_VALUES)
    tooMuch(
      say('error.invalid_input.introspection', {
        path: nodes[0].name.value,
        number: walk.introspectionValues,
        max: MAX_INTROSPECTION_VALUES,
      }),
    )
}
