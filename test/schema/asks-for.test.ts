import { buildSchema, execute, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { asksFor, asksOnlyFor } from '../../schema/asks-for.ts'

const schema = buildSchema(`
  type Query { forecast: Forecast other: Forecast }
  type Forecast { points: [Point!] name: String }
  type Point { hourly: [Hour!] name: String }
  type Hour { freezingLevelM: Float tempC: Float }
`)

/** Whether the field `forecast` of a document is seen to ask for `name`. */
function seen(document: string, name: string, ask = asksFor): boolean {
  let requested: boolean | undefined
  execute({
    schema,
    document: parse(document),
    rootValue: {
      forecast: (_args: unknown, _context: unknown, info: never) => {
        requested = ask(info, name)
        return null
      },
    },
  })
  return requested!
}

describe('a part of the answer is requested', () => {
  test.each([
    ['directly', '{ forecast { points { hourly { tempC } } } }'],
    ['under another name', '{ forecast { points { x: hourly { tempC } } } }'],
    ['in an inline fragment', '{ forecast { ... on Forecast { points { ... { hourly { tempC } } } } } }'],
    [
      'in a named fragment',
      '{ forecast { ...F } } fragment F on Forecast { points { ...P } } fragment P on Point { hourly { tempC } }',
    ],
    ['in a second mention of the field', '{ forecast { name } forecast { points { hourly { tempC } } } }'],
    ['where it is skipped', '{ forecast { points { hourly @skip(if: true) { tempC } name } } }'],
  ])('%s', (_, document) => {
    expect(seen(document, 'hourly')).toBe(true)
    expect(seen(document, 'freezingLevelM')).toBe(false)
  })

  test('not where only another field of the document does', () => {
    expect(seen('{ other { points { hourly { tempC } } } forecast { name } }', 'hourly')).toBe(false)
  })

  test('as its alias says nothing', () => {
    expect(seen('{ forecast { hourly: name } }', 'hourly')).toBe(false)
  })
})

test.each([
  ['{ forecast { name } }', true],
  ['{ forecast { a: name b: name __typename } forecast { name } }', true],
  ['{ forecast { ... on Forecast { ...F } } } fragment F on Forecast { name }', true],
  ['{ forecast { name points { name } } }', false],
  ['{ forecast { name } forecast { ...F } } fragment F on Forecast { points @skip(if: true) { name } }', false],
  ['{ forecast { points { name } } }', false],
  ['{ forecast { __typename } }', false],
])('%s asks for the name alone: %s', (document, isAlone) => {
  expect(seen(document, 'name', asksOnlyFor)).toBe(isAlone)
})
