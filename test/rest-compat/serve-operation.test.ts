// A body's members are renamed by the names that its operation knows, and by nothing else.

import { expect, test } from 'vitest'
import { inputNames } from '../../rest-compat/serve-operation.ts'
import { buildOpenApi } from '../../rest-compat/openapi.ts'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { toCamel } from '../../src/wire/key-case.ts'
import { bodySchemaIn } from '../support/openapi-judge.ts'
import { OPAQUE_KEYS, withKnownNames } from '../../src/wire/wire-json.ts'

const document = buildOpenApi({ publicApiUrl: 'http://a', publicSiteUrl: 'http://b', build: '0' })
const POSTS = OPERATION_ROWS.filter(({ method }) => method === 'POST')

function* namesIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && !Array.isArray(value)) yield* Object.keys(value as object)
    if (!OPAQUE_KEYS.has(key) || key === 'properties') yield* namesIn(value)
  }
}

test.each(POSTS.map((row) => [row.path, row] as const))('%s knows every name that is documented', (path, row) => {
  const { camelOf } = inputNames(row.operation)
  const names = [...namesIn(bodySchemaIn(document, path))]
  expect(names.length).toBeGreaterThan(0)
  const renamed = Object.keys(withKnownNames(Object.fromEntries(names.map((name) => [name, 1])), camelOf) as object)
  expect(renamed.sort()).toEqual([...new Set(names.map(toCamel))].sort())
})

test('names that nobody knows stay as they are, at any depth, and are never a prototype', () => {
  const { camelOf } = inputNames(POSTS[0].operation)
  const body = JSON.parse('{"no_such": [{"a_b_c": 1}], "__proto__": {"x_y": 2}}') as object
  const named = withKnownNames(body, camelOf) as object
  expect(JSON.stringify(named)).toBe(JSON.stringify(body))
  expect(Object.getPrototypeOf(named)).toBe(Object.prototype)
})

test('only operations with free-form objects take more than 1,000 members in one', () => {
  const free = POSTS.filter(({ operation }) => inputNames(operation).limits === undefined).map(({ path }) => path)
  expect(free).toContain('/static-map/render')
  expect(free).not.toContain('/v1/route')
})
