// Every field that runs an operation says the codes that it may raise, and they are codes of that operation.

import {
  type GraphQLInputType,
  type GraphQLObjectType,
  buildSchema,
  getDirectiveValues,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { expect, test } from 'vitest'
import { planRoute } from '../../../resolvers/routing.ts'
import { OPERATIONS } from '../../../rest-compat/routes.ts'
import { schema } from '../../../schema/index.ts'
import { factsOf } from '../../../schema/plugin/field-facts.ts'
import { printedSchema } from '../../../schema/print-schema.ts'
import { ERROR_STATUS, inCapitals } from '../../../src/errors.ts'

const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const)
    : [],
)
/** Whether an area, which may be the outline of a place, is one of its members. */
const holdsArea = (type: GraphQLInputType) => {
  const named = getNamedType(type)
  return isInputObjectType(named) && 'area' in named.getFields()
}
/** A line has one form by its type. */
const OF_REST: ReadonlySet<string> = new Set(['both_inputs', 'no_input'])
const saidBy = (description: string | null | undefined) =>
  / May raise ([A-Z_, ]+)\.$/
    .exec(description ?? '')?.[1]
    .toLowerCase()
    .split(', ') ?? []

test('the printed schema names the codes of each field in `@raises`, and in no description', () => {
  const printed = buildSchema(printedSchema())
  const differing: string[] = []
  for (const [name, { extensions }] of fields) {
    const [type, own] = name.split('.')
    if (type.startsWith('__')) continue
    const { astNode } = (printed.getType(type) as GraphQLObjectType).getFields()[own]
    const said = astNode?.directives?.find((one) => one.name.value === 'raises')
    const codes = said === undefined ? [] : getDirectiveValues(printed.getDirective('raises')!, astNode!)!['codes']
    const { raises = [] } = factsOf({ extensions })
    if (String(codes) !== String(raises.map(inCapitals))) differing.push(name)
  }
  expect(differing).toEqual([])
  expect(printedSchema()).not.toContain('May raise')
})

test('a field ends its description with the codes of the operation that it runs', () => {
  const wrong: string[] = []
  let saying = 0
  for (const [name, field] of fields) {
    const { description, args } = field
    const { runs } = factsOf(field)
    const said = saidBy(description)
    if (args.length > 0 && !name.startsWith('_') && !said.includes('invalid_input'))
      wrong.push(`${name} checks arguments`)
    if (runs === undefined) continue
    expect(OPERATIONS.map(({ id }) => id)).toContain(runs.id)
    const own: string[] = [...runs.raises, 'concurrency_limit', 'invalid_input']
    if (name === 'Query.place') own.push('not_found')
    if (name === 'Place.places') own.push('not_found', 'no_outline', 'too_large')
    // a line of one's own is read there
    if (field.name === 'export') own.push('invalid_gpx', 'too_many_points')
    if (args.some(({ type }) => holdsArea(type))) own.push('not_found', 'no_outline', 'too_large')
    if (args.some(({ type }) => String(type) === 'LineInput!' || /Input!$/.test(String(type))))
      own.push(...planRoute.raises)
    if (!runs.raises.every((code) => said.includes(code) || OF_REST.has(code))) wrong.push(`${name} is silent`)
    if (runs.heavy && !said.includes('concurrency_limit')) wrong.push(`${name} takes a slot`)
    for (const code of said) if (!own.includes(code) || !(code in ERROR_STATUS)) wrong.push(`${name}: ${code}`)
    if (said.length > 0) saying++
  }
  expect(wrong).toEqual([])
  expect(saying).toBeGreaterThan(40)
})
