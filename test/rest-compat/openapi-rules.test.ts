// The OpenAPI document against the rules that linters of such documents recommend (Redocly's recommended ruleset, those
// of its rules that are errors), in own words, each over the whole document.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildOpenApi, INTERFACE_VERSION } from '../../rest-compat/openapi.ts'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { SPEC } from '../support/spec-table.ts'

const document = buildOpenApi({
  publicApiUrl: 'https://api.maps.test',
  publicSiteUrl: 'https://maps.test',
  build: '0',
})
const METHODS = ['get', 'post'] as const
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method]
    return operation === undefined ? [] : [{ at: `${method} ${path}`, path, operation }]
  }),
)

/** Every object of the document with where it lies. */
function* objectsOf(value: unknown, at = '#'): Generator<[at: string, object: any]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [at, value]
  for (const [key, inner] of Object.entries(value)) yield* objectsOf(inner, `${at}/${key}`)
}

test('every operation says what secures it: nothing, or schemes that are defined', () => {
  for (const { at, operation } of operations) {
    expect(operation.security, at).toBeInstanceOf(Array)
    for (const requirement of operation.security)
      for (const scheme of Object.keys(requirement))
        expect(document.components.securitySchemes, at).toHaveProperty(scheme)
  }
  const secured = operations.map(({ operation }) => [operation.operationId, operation.security.length > 0])
  expect(Object.fromEntries(secured), 'whether an operation takes a key is in test/support/spec-table.ts').toEqual(
    Object.fromEntries(
      OPERATION_ROWS.map(({ operationId, operation: { id } }) => [operationId ?? id, SPEC[id]?.takesKey]),
    ),
  )
  expect(document.paths['/v1/usage'].get!.security).not.toContainEqual({})
})

test('operations have an id of their own that a URL may hold, a summary, an answer and a refusal', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { at, operation } of operations) {
    expect(operation.operationId, at).toMatch(/^[A-Za-z0-9-._~:]+$/)
    expect(operation.summary, at).toMatch(/\S/)
    const statuses = Object.keys(operation.responses)
    expect(statuses.some((status) => /^2\d\d$/.test(status)) && statuses.some((status) => /^4\d\d$/.test(status))).toBe(
      true,
    )
    for (const [status, { description }] of Object.entries(operation.responses))
      expect(description, `${at} ${status}`).toMatch(/\S/)
  }
})

test('the parameters of a path are those that it names, each once', () => {
  for (const { at, path, operation } of operations) {
    const parameters = operation.parameters ?? []
    const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(keys).size, at).toBe(keys.length)
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = parameters.filter((parameter) => parameter.in === 'path')
    expect(declared.map(({ name }) => name).sort(), at).toEqual(named.sort())
    for (const { required } of declared) expect(required, at).toBe(true)
  }
})

test('no two paths are one, none ends in a slash or has a query, servers are whole addresses', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  expect(new Set(shapes).size).toBe(shapes.length)
  for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/[^?]*[^?/]$/)
  const servers = [document, ...Object.values(document.paths)].flatMap((one) => one.servers ?? [])
  expect(servers.length).toBeGreaterThan(1)
  for (const { url } of servers) expect(url).toMatch(/^https?:\/\/[^/]+(\/.*[^/])?$/)
})

test('every reference leads somewhere, and what is referred to has a name that may be one', () => {
  for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[\w.-]+$/)
  for (const [at, { $ref }] of objectsOf(document)) {
    if (typeof $ref !== 'string') continue
    const parts = $ref.split('/').slice(1)
    expect(
      parts.reduce((inner, key) => inner?.[key], document as any),
      `${at} ${$ref}`,
    ).toBeDefined()
  }
})

test('values of an enumeration are of its type, and required members are there', () => {
  const types: Record<string, (value: unknown) => boolean> = {
    string: (value) => typeof value === 'string',
    integer: Number.isInteger,
    number: Number.isFinite,
    boolean: (value) => typeof value === 'boolean',
    null: (value) => value === null,
  }
  let enumerations = 0
  for (const [at, object] of objectsOf(document)) {
    if (at.endsWith('/properties')) continue
    if (Array.isArray(object.enum) && object.type !== undefined) {
      enumerations++
      const allowed = [object.type].flat() as string[]
      for (const value of object.enum)
        expect(
          allowed.some((type) => types[type](value)),
          `${at}: ${String(value)}`,
        ).toBe(true)
      expect(new Set(object.enum).size, at).toBe(object.enum.length)
    }
    if (Array.isArray(object.required) && object.properties !== undefined)
      for (const name of object.required) expect(Object.keys(object.properties), at).toContain(name)
  }
  expect(enumerations).toBeGreaterThan(10)
})

test('the document has the version of the interface; packages and the newest release of the changelog are of one', () => {
  const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  expect(document.info.version).toBe(INTERFACE_VERSION)
  const versions = ['package.json', 'package-lock.json', 'clients/typescript/package.json'].map(
    (name) => JSON.parse(read(name)).version,
  )
  expect(new Set(versions)).toEqual(new Set([/^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md'))?.[1]]))
})
