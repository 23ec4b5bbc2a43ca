// Arguments and members of inputs, from the schema: one concept has one name, a name has one type, and a number with a
// dimension says its unit. What is otherwise stands here with its reason.

import {
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/index.ts'

interface Given {
  place: string
  name: string
  type: GraphQLInputType
  description: string
}
const ALL: Given[] = Object.values(schema.getTypeMap()).flatMap((type): Given[] => {
  if (type.name.startsWith('__')) return []
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map(({ name, type: own, description }) => ({
      ...{ place: type.name, name, type: own, description: description ?? '' },
    }))
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap((field) =>
    field.args.map(({ name, type: own, description }) => ({
      ...{ place: `${type.name}.${field.name}`, name, type: own, description: description ?? '' },
    })),
  )
})
const otherwise = (found: readonly Given[], allowed: Readonly<Record<string, string>>) =>
  [...new Set(found.map(({ place, name }) => `${place}(${name})`))].filter((one) => !(one in allowed))

/** Other words for a concept, and the one that arguments have. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(radius|radiusM|maxDistanceM|distance|around)$/, 'withinM'],
  [/^(bbox|inBox|inBbox|bounds)$/, 'box'],
  [/^(limit|count|max|size|top)$/, 'first'],
  [/^(offset|skip|cursor|page)$/, 'after'],
  [/^(q|query|term|search)$/, 'text'],
  [/^(sort|order|sortBy)$/, 'orderBy'],
  [/^(kind|category|categories|types)$/, 'kinds'],
  [/^(lang|locale)$/, 'language'],
  [/^(geometry|geoJson|coordinates)$/, 'geojson'],
  [/^(polyline|encodedPolyline)$/, 'polyline6'],
  [/^(tolerance|epsilon)$/, 'toleranceM'],
  [/^(point|location|position|lonLat)$/, 'at'],
]
const NAMED_OTHERWISE = {
  'Viewport(around)': 'pixels around what is drawn',
  'RangeInput(max)': 'where a range ends',
  'SacRange(max)': 'where a range ends',
  'LinkedTrailWhere(types)': 'a trail is of a type, as its field says',
  'TrailWhere(types)': 'a trail is of a type, as its field says',
}

test('GeoJSON is spelt in one way by fields and inputs', () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : [],
  )
  const spelt = [...fields, ...ALL.map(({ name }) => name)].filter((name) => /geojson/i.test(name))
  expect(new Set(spelt)).toEqual(new Set(['geojson']))
})

test('a concept has one name in all arguments', () => {
  expect(ALL.length).toBeGreaterThan(200)
  const found = ALL.filter(({ name }) => NAMES.some(([others]) => others.test(name)))
  expect(otherwise(found, NAMED_OTHERWISE)).toEqual([])
})

const SEVERAL_TYPES: Readonly<Record<string, string>> = {
  at: 'where something is; among settings of a route, when it is travelled (decision: dates)',
  direction: 'a bearing, which way round a trail is followed, or which way a reach is travelled',
  from: 'where a way begins; of a trail a point on it',
  to: 'where a way ends; of a trail a point on it',
  input: 'all that an operation takes',
  points: 'points of a line to keep, or points to look up',
  time: 'a finishing time, or seconds of a recording',
  waypoints: 'what a route passes, or what a file marks',
  by: 'what one thing is found by, or what a list is ordered by',
  near: 'around a point as a form of an area, or a point that is preferred',
  elevationM: 'of places a range, of a forecast a height',
  movingS: 'of a trail a range, of a recording a number',
  where: 'which elements of a list to keep',
  id: 'what an answer gave as `id`, or the number of an object of OpenStreetMap',
  orderBy: 'the order of a list, of whatever it is one',
  min: 'where a range begins, of whatever it is a range',
  max: 'where a range ends, of whatever it is a range',
  kinds: 'kinds of places, or kinds of way to avoid',
  lengthM: 'how long a loop is to be, or between which lengths a trail is',
}

test('an argument of one name has one type', () => {
  const types = new Map<string, Set<string>>()
  for (const { name, type } of ALL) {
    const known = types.get(name) ?? new Set()
    types.set(name, known.add(getNamedType(type).name))
  }
  const several = [...types].filter(([name, all]) => all.size > 1 && !(name in SEVERAL_TYPES))
  expect(several.map(([name, all]) => `${name}: ${[...all].join(', ')}`)).toEqual([])
})

const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bmetres\b/i, /M$/],
  [/\bkilometres\b|\bkm\/h\b/i, /Km$|[kK]mh$/],
]
const WITHOUT_UNIT = {}

test('a number with a dimension says its unit', () => {
  const found = ALL.filter(({ name, type, description }) => {
    const named = getNamedType(type)
    if (!isScalarType(named) || !['Int', 'Float'].includes(named.name)) return false
    return UNITS.some(
      ([words, ending]) => words.test(description) && !UNITS.some(([, own]) => own.test(name)) && !ending.test(name),
    )
  })
  expect(otherwise(found, WITHOUT_UNIT)).toEqual([])
})
