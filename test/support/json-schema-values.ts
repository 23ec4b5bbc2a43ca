// JSON Schema, as the OpenAPI document writes it, -> values that mostly fit (the caller filters), and values that are
// one step away from another.

import * as fc from 'fast-check'
import type { JsonSchema } from '../../resolvers/input/json-schema.ts'
import { between } from './arbitraries.ts'

type Arbitrary = fc.Arbitrary<any>

export interface ValueOptions {
  /** the components of the document */
  schemas: Record<string, JsonSchema>
  /** texts whose content is checked, by the name of the member */
  texts: Record<string, Arbitrary>
}

/** Below, the first of several forms is drawn. */
const MAX_DEPTH = 12
const MOST_ITEMS = 5

export function valuesOf(schema: JsonSchema, options: ValueOptions, name = '', depth = 0): Arbitrary {
  const inner = (one: JsonSchema, own = name) => valuesOf(one, options, own, depth + 1)
  if (Object.keys(schema).length === 0) return fc.constantFrom<unknown>(null, 0, 'a', [], {})
  // drawn when it is needed: collections hold collections
  if (schema.$ref !== undefined)
    return fc.constant(null).chain(() => inner(options.schemas[schema.$ref!.split('/').at(-1)!]))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const forms = schema.oneOf ?? schema.anyOf
  if (forms !== undefined && schema.type === undefined)
    return fc.oneof(...(depth > MAX_DEPTH ? forms.slice(0, 1) : forms).map((one: JsonSchema) => inner(one)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectOf(schema, inner)
    case 'array':
      return arrayOf(schema, inner)
    case 'string':
      return textOf(schema, options.texts[name])
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      throw new Error(`no values for ${JSON.stringify(schema).slice(0, 200)} (at ${name})`)
  }
}

function objectOf(schema: JsonSchema, inner: (schema: JsonSchema, name: string) => Arbitrary): Arbitrary {
  const { properties = {}, required = [] } = schema
  const groups: string[][] = [schema, ...(schema.allOf ?? [])]
    .flatMap(({ oneOf, anyOf, not }) => [oneOf, anyOf, not?.anyOf])
    .filter((forms) => forms !== undefined)
    .map((forms) => [...new Set(forms.flatMap((form) => form.required!))])
  const all: Arbitrary = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one, name)])),
  )
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return fc
    .tuple(all, fc.subarray(optional), fc.nat(1000))
    .map(([whole, kept, choice]: [Record<string, unknown>, string[], number]) => {
      const value = Object.fromEntries([...required, ...kept].map((name) => [name, whole[name]]))
      // one of those that exclude each other
      for (const group of groups) {
        for (const name of group) delete value[name]
        const chosen = group[choice % group.length]
        value[chosen] = whole[chosen]
      }
      return value
    })
}

function arrayOf(schema: JsonSchema, inner: (schema: JsonSchema) => Arbitrary): Arbitrary {
  const { items, prefixItems, contains, minItems = 0, maxItems = Infinity } = schema
  if (prefixItems !== undefined)
    return fc
      .tuple(
        fc.tuple(...prefixItems.map((one: JsonSchema) => inner(one))),
        fc.integer({ min: minItems, max: maxItems === Infinity ? prefixItems.length : maxItems }),
      )
      .map(([list, length]) => list.slice(0, length))
  if (items === undefined || items === false) return fc.constant([])
  const most = Math.min(maxItems, minItems + MOST_ITEMS)
  const list = fc.array(inner(items), { minLength: minItems, maxLength: most })
  return contains === undefined || schema.minContains === 0
    ? list
    : fc.tuple(list, inner(contains), fc.nat(MOST_ITEMS)).map(([some, one, at]) => some.toSpliced(at, 0, one))
}

function textOf({ pattern, format, maxLength = 30 }: JsonSchema, named: Arbitrary | undefined): Arbitrary {
  if (named !== undefined) return named
  if (format === 'date') {
    const [min, max] = [new Date('1890-01-01'), new Date('2110-12-31')]
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toJSON().slice(0, 10))
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const some = fc.string({ maxLength: Math.min(maxLength, 30) })
  // some are as long as they may be, of letters of two units each
  return fc.oneof({ arbitrary: some, weight: 9 }, fc.constant('𝕬'.repeat(maxLength)))
}

function numberOf({ type, minimum = -1e6, maximum = 1e6 }: JsonSchema): Arbitrary {
  const max = Math.max(maximum, minimum)
  return [type].flat().includes('integer') ? fc.integer({ min: minimum, max }) : between(minimum, max)
}

type Key = string | number

/** Every place in a value. */
function placesIn(value: unknown, path: Key[] = []): Key[][] {
  if (value === null || typeof value !== 'object') return [path]
  const keys: Key[] = Array.isArray(value) ? value.slice(0, 4).map((_, i) => i) : Object.keys(value)
  return [path, ...keys.flatMap((key) => placesIn((value as any)[key], [...path, key]))]
}

const ODD: readonly unknown[] = [null, true, '', 'x', '1', -1, 0, 0.5, 91, 181, 1e9, [], {}, [null], { type: 'Point' }]

/** `value` with one place changed: another value, gone, one more beside it, or a member of `other`. */
export function oneStepFrom(value: unknown, other: unknown): Arbitrary {
  const places = placesIn(value).filter((path) => path.length > 0)
  const taken = Object.entries(other as object)
  return fc
    .tuple(fc.nat(2 ** 20), fc.constantFrom('set', 'set', 'set', 'remove', 'add', 'take'), fc.nat(2 ** 20))
    .map(([at, how, choice]) => {
      const next = structuredClone(value) as any
      if (taken.length > 0 && (places.length === 0 || how === 'take')) {
        const [name, member] = taken[choice % taken.length]
        return { ...next, [name]: member }
      }
      if (places.length === 0) return next
      const path = places[at % places.length]
      const key = path.at(-1)!
      const holder = path.slice(0, -1).reduce((inside, one) => inside[one], next)
      if (how === 'remove') Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]
      else if (how === 'add')
        Array.isArray(holder) ? holder.push(structuredClone(holder[key as number])) : (holder['further'] = 1)
      else holder[key] = ODD[choice % ODD.length]
      return next
    })
}
