import { expect, test } from 'vitest'
import { z } from 'zod'
import { OPERATIONS } from '../rest-compat/routes.ts'
import { type Bounds, BOUNDS, BOUNDS_OF } from './support/spec-bounds.ts'

type Schema = Record<string, unknown>
const LEAST = ['minimum', 'minItems', 'minLength'] as const
const MOST = ['maximum', 'maxItems', 'maxLength'] as const

/** Bounds by member; of several forms of a member the widest. A whole number is bounded by what is exact. */
function boundsIn(schema: Schema, path: string, found: Map<string, [number | null, number | null]>): void {
  const exact = (value: unknown) => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
  const read = (names: readonly string[]) => names.map((name) => schema[name]).find(exact) as number | undefined
  const [least, most] = [read(LEAST) ?? null, read(MOST) ?? null]
  // beyond an exclusive bound there is no next number that a test could name
  expect([schema.exclusiveMinimum, schema.exclusiveMaximum].filter(exact), path).toEqual([])
  if (least !== null || most !== null) {
    const known = found.get(path)
    const widest = (a: number | null, b: number | null, pick: (...values: number[]) => number) =>
      a === null || b === null ? (a ?? b) : pick(a, b)
    found.set(
      path,
      known === undefined ? [least, most] : [widest(known[0], least, Math.min), widest(known[1], most, Math.max)],
    )
  }
  const inside = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`)
  for (const [name, inner] of Object.entries((schema.properties as Schema) ?? {}))
    boundsIn(inner as Schema, inside(name), found)
  for (const [i, inner] of ((schema.prefixItems as Schema[]) ?? []).entries()) boundsIn(inner, inside(i), found)
  for (const form of ['anyOf', 'oneOf', 'allOf'])
    for (const inner of (schema[form] as Schema[]) ?? []) boundsIn(inner, path, found)
}

const operations = OPERATIONS.map(({ id, input }) => {
  const found = new Map<string, [number | null, number | null]>()
  boundsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, '', found)
  return { id, found: Object.fromEntries(found) }
})

test.each(operations)('the members of $id have the bounds that were typed by hand', ({ id, found }) => {
  const expected = (name: string): Bounds | undefined => BOUNDS_OF[id]?.[name] ?? BOUNDS[name]
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, expected(name)])))
})

test('every bound that was typed by hand is one of an operation', () => {
  const all = new Set(operations.flatMap(({ found }) => Object.keys(found)))
  expect(Object.keys(BOUNDS).filter((name) => !all.has(name))).toEqual([])
  for (const [id, own] of Object.entries(BOUNDS_OF)) {
    const { found } = operations.find((one) => one.id === id)!
    expect(
      Object.keys(own).filter((name) => !(name in found)),
      id,
    ).toEqual([])
  }
})
