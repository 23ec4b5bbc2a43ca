// Every argument of every field, made from the schema: a value of the wrong kind is refused with words that name the
// field and the argument, the same for a literal and for a variable, by Yoga and by the lighter path alike.

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentRules, findVariableFault } from '../../../schema/http/value-faults.ts'
import { findOperation } from '../../../schema/http/read-document.ts'
import { schema } from '../../../schema/index.ts'
import { startFakeApp, type FakeApp } from '../../support/fake-services.ts'

/** A value that the type cannot take, as JSON; null where it takes any. */
function wrongFor(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return wrongFor(nullable.ofType) === null ? null : [wrongFor(nullable.ofType)]
  if (isInputObjectType(nullable)) return 'x'
  if (isEnumType(nullable)) return true
  // takes anything
  if (nullable.name === '_Any') return null
  return { String: 5, ID: true, Boolean: 'x', Int: 'x', Float: 'x' }[nullable.name] ?? true
}
const asLiteral = (value: unknown): string => JSON.stringify(value)

interface Requested {
  name: string
  argument: GraphQLArgument
  /** with X in place of the value */
  document: string
  field: GraphQLField<unknown, unknown>
}

const least = (type: GraphQLOutputType) => (isLeafType(getNamedType(type)) ? '' : '{ __typename }')
/** What is needed to ask a field at all: variables, so that nothing else can be wrong. */
function documentOf(typeName: string, field: GraphQLField<unknown, unknown>, argument: GraphQLArgument): string {
  const others = field.args.filter(
    (one) => one !== argument && isNonNullType(one.type) && one.defaultValue === undefined,
  )
  const heads = others.map((one) => `$${one.name}Other: ${one.type}`)
  const given = [`${argument.name}: X`, ...others.map((one) => `${one.name}: $${one.name}Other`)].join(', ')
  const requested = `${field.name}(${given}) ${least(field.type)}`
  const head = `query (HEADS${heads.map((one) => `, ${one}`).join('')})`
  return typeName === 'Query'
    ? `${head} { ${requested} }`
    : `${head} { __typename ...F } fragment F on Query { nodes(ids: []) { ... on ${typeName} { ${requested} } } }`
}

const ALL: Requested[] = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (type.name.startsWith('__') || !(isObjectType(type) || isInterfaceType(type))) return []
  return Object.values(type.getFields()).flatMap((field) =>
    field.args.map((argument) => ({
      name: `${type.name}.${field.name}(${argument.name})`,
      argument,
      field,
      document: documentOf(type.name, field, argument),
    })),
  )
})
const HERE = new Set(['Node', 'Place', 'Trail', 'Query', 'Spot', 'Course'])

function literalFaults(document: string) {
  return validate(schema, parse(document), documentRules as never, { maxErrors: 5 }).filter(
    ({ extensions }) => extensions.inputPath !== undefined,
  )
}

describe('every argument', () => {
  const refusing = ALL.filter(({ argument }) => wrongFor(argument.type) !== null)
  test.each(refusing.map((one) => [one.name, one] as const))(
    '%s is named where a value does not fit',
    (_, requested) => {
      const { argument, field, document } = requested
      const wrong = wrongFor(argument.type)
      const [literal] = literalFaults(document.replace('HEADS', '$unused: Int').replace('X', asLiteral(wrong)))
      expect(literal.message).toContain(`\`${field.name}(${argument.name}`)
      expect(literal.message).toMatch(/: expected .+, got .+\./)
      expect(literal.extensions).toMatchObject({ code: 'invalid_input' })
      expect(literal.extensions.inputPath).toMatch(new RegExp(`^${argument.name}\\b`))

      const text = document.replace('HEADS', `$v: ${argument.type}`).replace('X', '$v')
      const parsed = parse(text)
      const operation = findOperation(parsed, null)!
      const fault = findVariableFault(schema, { document: parsed, operation }, { v: wrong }, false)
      expect(fault?.message, 'the same words').toBe(literal.message)
      expect(fault?.extensions).toEqual(literal.extensions)
    },
  )

  test('there are many of them, of every type that has some', () => {
    expect(refusing.length).toBeGreaterThan(150)
    expect(required.length).toBeGreaterThan(20)
    for (const type of HERE) if (type !== 'Node') expect(ALL.some(({ name }) => name.startsWith(`${type}.`))).toBe(true)
  })

  const required = ALL.filter(({ argument }) => isNonNullType(argument.type) && argument.defaultValue === undefined)
  test.each(required.map((one) => [one.name, one] as const))(
    '%s is named where it is missing, and where it is null',
    (_, { argument, field, document }) => {
      const head = document.replace('HEADS', '$unused: Int')
      const [missing] = literalFaults(head.replace(`${argument.name}: X`, 'noSuch: 1'))
      expect(missing.message).toMatch(/^`\w+\(\w+\)` is missing: expected .+\.$/)
      expect(missing.message).toContain(`\`${field.name}(${argument.name})\``)
      const [nothing] = literalFaults(head.replace('X', 'null'))
      expect(nothing.message).toMatch(/: expected .+, got null\.$/)
    },
  )
})

describe('in words', () => {
  const wordsOf = (document: string) => literalFaults(document).map(({ message }) => message)

  test.each([
    [
      '{ point(at: [1, 2]) { sun(date: 20261124) { state } } }',
      '`sun(date)`: expected a date as YYYY-MM-DD, 1900 to 2100, got 20261124.',
    ],
    [
      '{ places(where: {area: {near: {at: [1, 2], withinM: 500}}}, first: "abc") { totalCount } }',
      '`places(first)`: expected a whole number of at most 32 bits, got "abc".',
    ],
    [
      '{ places(where: {area: {near: {at: [1, 2], withinM: 500}}}, first: 3000000000) { totalCount } }',
      '`places(first)`: expected a whole number of at most 32 bits, got 3000000000.',
    ],
    ['{ point(at: [1, "x"]) { location } }', '`point(at)`: expected a [lon, lat] pair of numbers, got a list of 2.'],
    [
      '{ route(input: {waypoints: [{at: [1, 2]}, {at: 5}]}) { lengthM } }',
      '`route(input.waypoints[1].at)`: expected a [lon, lat] pair of numbers, got 5.',
    ],
    [
      '{ route(input: {}) { lengthM } }',
      '`route(input.waypoints)` is missing: expected a list, each an object (WaypointInput).',
    ],
    [
      '{ route(input: {waypoints: [{at: [1, 2], place: {id: "5"}}]}) { lengthM } }',
      '`route(input.waypoints[0])`: expected exactly one of at, follow, place, trail, got 2 of them.',
    ],
    [
      '{ route(input: {waypoints: [{}]}) { lengthM } }',
      '`route(input.waypoints[0])`: expected exactly one of at, follow, place, trail, got 0 of them.',
    ],
    [
      '{ route(input: {waypoints: [{att: [1, 2]}]}) { lengthM } }',
      '`route(input.waypoints[0].att)` is not known: expected one of at, follow, place, trail. Did you mean "at"?',
    ],
    [
      '{ route(input: {waypoints: [], settings: {mode: HYKE}}) { lengthM } }',
      '`route(input.settings.mode)`: expected one of BIKE, HIKE, RUN, got HYKE. Did you mean the enum value "HIKE" or "BIKE"?',
    ],
    ['{ manifest @include(if: "x") { artifacts { name } } }', '`@include(if)`: expected true or false, got "x".'],
    [
      'query ($n: Int = "x") { places(where: {area: {near: {at: [1, 2], withinM: 500}}}, first: $n) { totalCount } }',
      '`query($n)`: expected a whole number of at most 32 bits, got "x".',
    ],
  ])('%s', (document, words) => expect(wordsOf(document)).toEqual([words]))

  test('a long value is counted, not repeated, in literals and in variables', () => {
    const long = 'secret '.repeat(2000)
    const [literal] = wordsOf(
      `{ places(where: {area: {near: {at: [1, 2], withinM: 500}}}, first: "${long}") { totalCount } }`,
    )
    expect(literal).toBe('`places(first)`: expected a whole number of at most 32 bits, got a text of 14000 characters.')
    expect(
      wordsOf(
        `{ places(where: {area: {near: {at: [1, 2], withinM: 500}}, kinds: [${'X'.repeat(5000)}]}) { totalCount } }`,
      )[0],
    ).toMatch(/^`places\(where\.kinds\[0\]\)`: expected one of [A-Z_, ]+\.\.\., got a word of 5000 characters\.$/)
    const unknown = wordsOf(`{ route(input: {${'y'.repeat(3000)}: 1, waypoints: []}) { lengthM } }`)
    expect(unknown[0].length).toBeLessThan(200)
  })

  test('without suggestions no name of the schema leaks', () => {
    const document = parse('{ route(input: {waypoints: [{att: 5}], settings: {mode: HYKE}}) { lengthM } }')
    const reported = validate(schema, document, documentRules as never, { hideSuggestions: true }).map(
      ({ message }) => message,
    )
    expect(reported).toHaveLength(1)
    expect(reported[0]).not.toMatch(/HIKE|place|trail|WaypointInput|Did you mean/)
  })

  test('many faults are found out once', () => {
    const small = buildSchema('input A { a: Int! } type Query { f(list: [A!]): Int }')
    let looked = 0
    const many = Array.from({ length: 20_000 }, () => ({
      get a() {
        looked++
        return undefined
      },
    }))
    const document = parse('query ($v: [A!]) { f(list: $v) }')
    const fault = findVariableFault(small, { document, operation: findOperation(document, null)! }, { v: many }, false)
    expect(fault?.message).toBe('`f(list[0].a)` is missing: expected a whole number of at most 32 bits.')
    expect(looked).toBeLessThan(10)
  })
})

describe('at the GraphQL handler', () => {
  let app: FakeApp
  beforeAll(async () => {
    app = await startFakeApp({ metering: false })
  })
  afterAll(() => app.close())

  /** By the lighter path, and by Yoga, whose GET it never takes. */
  async function both(query: string, variables?: object): Promise<[string, string]> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const posted = await fetch(`${app.api}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    })
    const search = new URLSearchParams({
      query,
      ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }),
    })
    const got = await fetch(`${app.api}/graphql?${search}`, { headers: { accept: 'application/json' } })
    return [await posted.text(), await got.text()]
  }

  test.each([
    ['{ places(where: {area: {near: {at: [1, 2], withinM: 500}}}, first: "abc") { totalCount } }', undefined],
    [
      'query ($n: Int) { places(where: {area: {near: {at: [1, 2], withinM: 500}}}, first: $n) { totalCount } }',
      { n: 'abc' },
    ],
    ['query ($at: LonLat!) { point(at: $at) { location } }', {}],
    [
      'query ($p: [WaypointInput!]!) { route(input: {waypoints: $p}) { lengthM } }',
      { p: [{ at: [1, 2], place: { id: '5' } }] },
    ],
  ])('both ways answer %s alike', async (query, variables) => {
    const [posted, got] = await both(query, variables)
    expect(posted).toBe(got)
    const { errors } = JSON.parse(posted)
    expect(errors).toHaveLength(1)
    expect(errors[0].message).toMatch(/^`(places|point|route)\(/)
    expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
    expect(errors[0].extensions.inputPath).toMatch(/^(first|at|input\.waypoints\[0\])$/)
  })
})
