// Each operation has one field, of the root or a link, and of one type it is run by one field. Made from the schema and
// the register of operations; what is otherwise stands here with its reason.

import { type GraphQLField, isInterfaceType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../rest-compat/routes.ts'
import { schema } from '../../schema/index.ts'
import { factsOf } from '../../schema/plugin/field-facts.ts'

interface Declared {
  type: string
  field: GraphQLField<unknown, unknown>
}
/** Each where it is declared: of an interface, not of the types that implement it. */
const DECLARED: Declared[] = Object.values(schema.getTypeMap()).flatMap((type): Declared[] => {
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  const inherited = new Set(type.getInterfaces().flatMap((one) => Object.keys(one.getFields())))
  return Object.values(type.getFields()).flatMap((field) =>
    inherited.has(field.name) ? [] : [{ type: type.name, field }],
  )
})

const OF_REST_ALONE: Readonly<Record<string, string>> = {
  health: 'says nothing that an answer to a document does not',
  pois: '`places` in a box',
  route: 'a route in the words of Valhalla',
  'trails-bbox': '`trails` in a box',
}

/** Fields that are the operation, by its id; not those that only count as one. */
const FORMS = new Map<string, string[]>(OPERATIONS.map(({ id }) => [id, []]))
for (const { type, field } of DECLARED) {
  const { operations = [], runsNothing, readsById } = factsOf(field)
  if (runsNothing || readsById) continue
  for (const { id } of operations) FORMS.get(id)!.push(`${type}.${field.name}`)
}

test('an operation has one field, or none if it is of REST alone', () => {
  expect([...FORMS].filter(([, fields]) => fields.length > 1)).toEqual([])
  const without = [...FORMS].filter(([, fields]) => fields.length === 0).map(([id]) => id)
  expect(without.sort()).toEqual(Object.keys(OF_REST_ALONE).sort())
})

/** Fields of one type that run one operation. */
const SEVERAL: readonly (readonly [type: string, operation: string, fields: string, why: string])[] = [
  ['Course', 'elevation-profile', 'elevation elevationProfile', 'climb alone, for a card, and the chart'],
  [
    'Course',
    'trail-relation',
    'export line pointAt',
    'all read the line of a trail, and are no operation by themselves',
  ],
  ['Query', 'elevation', 'point points', 'run nothing'],
  ['Query', 'search', '_entities node nodes place search', 'what has an id is read under the name of the search'],
  ['Reach', 'reach', 'places trails', 'what is in reach, by its kind'],
  ['Spot', 'reverse', 'nearby within withinUnknowns', 'around a point, and what encloses it'],
  ['Spot', 'waypoint-route', 'routeFrom routeTo', 'to and from'],
  ['Trail', 'trail-relation', 'stageOf stages', 'up and down'],
]

test('of one type an operation is run by one field, or by those above', () => {
  const found = new Map<string, string[]>()
  for (const { type, field } of DECLARED) {
    const { runs } = factsOf(field)
    if (runs === undefined) continue
    const key = `${type} ${runs.id}`
    found.set(key, [...(found.get(key) ?? []), field.name])
  }
  expect(found.size).toBeGreaterThan(30)
  const several = [...found].filter(([, names]) => names.length > 1)
  expect(several.map(([key, names]) => `${key}: ${names.sort().join(' ')}`).sort()).toEqual(
    SEVERAL.map(([type, operation, fields]) => `${type} ${operation}: ${fields}`).sort(),
  )
})

test('at the root stands what is asked of nothing else', () => {
  const roots = Object.keys(schema.getQueryType()!.getFields()).filter((name) => !name.startsWith('_'))
  const found = 'node nodes place places point points search trail trails'
  const made = 'cleanGpx line matrix route simplifyGpx staticMap walker'
  expect(roots.sort()).toEqual(`${found} ${made} attribution service`.split(' ').sort())
})
