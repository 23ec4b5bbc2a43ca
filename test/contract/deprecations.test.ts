// What is deprecated says what to use instead and on which day it goes: ``Use `Course.gpx`. Removed on 2027-01-31.``

import { buildSchema, type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { printedSchema } from '../../schema/print-schema.ts'
import { buildOpenApi } from '../../rest-compat/openapi.ts'

interface Deprecated {
  at: string
  /** members beside it, one of which may follow it */
  beside: readonly string[]
  reason: string
}

/** Fields, arguments, input fields and enum values. */
function deprecatedOf(schema: GraphQLSchema): Deprecated[] {
  const found: Deprecated[] = []
  const add = (at: string, beside: readonly string[], reason: string | null | undefined): void => {
    if (reason !== null && reason !== undefined) found.push({ at, beside, reason })
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    if (isEnumType(type)) {
      const names = type.getValues().map(({ name }) => name)
      for (const { name, deprecationReason } of type.getValues()) add(`${type.name}.${name}`, names, deprecationReason)
    }
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
    const fields = type.getFields()
    for (const field of Object.values(fields)) {
      add(`${type.name}.${field.name}`, Object.keys(fields), field.deprecationReason)
      const accepted = 'args' in field ? field.args : []
      const names = Array.from(accepted, ({ name }) => name)
      for (const { name, deprecationReason } of accepted)
        add(`${type.name}.${field.name}(${name}:)`, names, deprecationReason)
    }
  }
  return found
}

/** Null where the reason is in order. */
function faultOf({ beside, reason }: Deprecated, schema: GraphQLSchema): string | null {
  const said = /^Use `(?:(\w+)\.)?(\w+)[^`]*`[\s\S]*\bRemoved on (\d{4}-\d\d-\d\d)\.$/.exec(reason)
  if (said === null) return 'it does not read "Use `NAME`. Removed on YYYY-MM-DD."'
  const [, typeName, name, day] = said
  if (Number.isNaN(Date.parse(day))) return `${day} is no day`
  const type = typeName === undefined ? undefined : schema.getType(typeName)
  const known =
    typeName === undefined
      ? [...beside, ...Object.keys(schema.getQueryType()?.getFields() ?? {})]
      : isEnumType(type)
        ? type.getValues().map((value) => value.name)
        : type !== undefined && 'getFields' in type
          ? Object.keys(type.getFields())
          : []
  return known.includes(name) ? null : `there is no ${typeName === undefined ? '' : `${typeName}.`}${name}`
}

const faultsOf = (sdl: string): string[] => {
  const schema = buildSchema(sdl)
  return deprecatedOf(schema).flatMap((one) => {
    const fault = faultOf(one, schema)
    return fault === null ? [] : [`${one.at}: ${fault}`]
  })
}

test('each deprecation of GraphQL names its successor and the day of its end', () => {
  expect(faultsOf(printedSchema())).toEqual([])
})

test('one that does not is found, wherever it stands', () => {
  const sdl = (reason: string): string =>
    `type Query { a: Int @deprecated(reason: "${reason}") b(x: Int @deprecated(reason: "${reason}"), y: Int): Int }
     enum E { ONE @deprecated(reason: "${reason}") b }
     input I { n: Int @deprecated(reason: "${reason}") b: Int }`
  expect(faultsOf(sdl('Use `Query.b`. Removed on 2027-01-31.'))).toEqual([])
  expect(faultsOf(sdl('Use `b`. Removed on 2027-01-31.'))).toEqual([])
  for (const reason of [
    'No longer supported',
    'Use `b`.',
    'Use `b`. Removed on 2027-13-31.',
    'Use `c`. Removed on 2027-01-31.',
    'Use `E.a`. Removed on 2027-01-31.',
  ])
    expect(faultsOf(sdl(reason)), reason).toHaveLength(4)
})

test('each deprecation of REST says the same in its description', () => {
  const silent: string[] = []
  const visit = (value: unknown, at: string): void => {
    if (value === null || typeof value !== 'object') return
    const { deprecated, description } = value as { deprecated?: unknown; description?: string }
    if (deprecated === true && !/Use `[^`]+`[\s\S]*Removed on \d{4}-\d\d-\d\d\.$/.test(description ?? ''))
      silent.push(at)
    for (const [key, inner] of Object.entries(value)) visit(inner, `${at}/${key}`)
  }
  visit(buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '0' }), '#')
  expect(silent).toEqual([])
  visit({ a: { deprecated: true, description: 'Old.' } }, '')
  expect(silent).toEqual(['/a'])
})
