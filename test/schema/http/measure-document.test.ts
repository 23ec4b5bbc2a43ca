// What a document is counted for before it runs: the sum and the product of its parts.

import { parse, type ValidatedExecutionArgs } from 'graphql'
import { describe, expect, test } from 'vitest'
import { prepareExecution } from '../../../schema/http/execute-document.ts'
import { DocumentArguments } from '../../../schema/http/field-arguments.ts'
import { measureDocument } from '../../../schema/http/measure-document.ts'
import { schema } from '../../../schema/index.ts'
import { MAX_DOCUMENT_FORECAST_POINTS } from '../../../resolvers/weather.ts'

function measure(query: string) {
  const args = { schema, document: parse(query), contextValue: {} }
  const options = { signal: new AbortController().signal, inParts: false, hideSuggestions: false }
  return measureDocument(prepareExecution(args, options) as ValidatedExecutionArgs, new DocumentArguments(null))!
}
const creditsOf = (query: string) => {
  const { credits, areaCredits, fields } = measure(query)
  return { credits, areaCredits, fields: [...fields.values()].reduce((sum, one) => sum + one, 0) }
}

const nodes = (count: number, ...fragments: string[]) =>
  `{ nodes(ids: [${'"x" '.repeat(count)}]) { ${fragments.map((one) => `... on ${one}`).join(' ')} } }`

describe('what may be of several types', () => {
  const INSIDE = 'Place { places(where: {}) { totalCount } }'
  const NAMED = 'Place { within { name } }'
  const LINE = 'Trail { line { geoJson } places(withinM: 100) { totalCount } }'

  test.each([
    [INSIDE, LINE],
    [NAMED, LINE],
    [INSIDE, 'Trail { name }'],
  ])('counts as the more expensive of %s and %s, area lookups by themselves, in either order', (one, other) => {
    for (const count of [1, 3]) {
      const alone = [one, other].map((fragment) => creditsOf(nodes(count, fragment)))
      const most = (of: 'credits' | 'areaCredits') => Math.max(...alone.map((each) => each[of]))
      const expected = { credits: most('credits'), areaCredits: most('areaCredits'), fields: most('credits') }
      expect(creditsOf(nodes(count, one, other))).toEqual(expected)
      expect(creditsOf(nodes(count, other, one))).toEqual(expected)
    }
  })

  test('an area lookup is one however deep, as often as its list is long', () => {
    expect(creditsOf(nodes(3, INSIDE))).toMatchObject({ areaCredits: 6 })
    expect(creditsOf(nodes(3, NAMED))).toMatchObject({ areaCredits: 0 })
  })
})

test('forecasts in a list within a list are counted as often as both together, to the last that may be', () => {
  const query = (outer: number, inner: number) =>
    `{ points(at: [${'[1.5, 42.5] '.repeat(outer)}]) { nearby(first: ${inner}) { nodes { forecast { state } } } } }`
  const most = MAX_DOCUMENT_FORECAST_POINTS
  for (const [outer, inner] of [
    [1, most],
    [5, most / 5],
    [most, 1],
  ]) {
    expect(() => measure(query(outer, inner))).not.toThrow()
    expect(() => measure(query(outer + 1, inner)), `${outer + 1} of ${inner}`).toThrow(/forecast points/)
  }
  expect(() => measure(query(5, most / 5 + 1))).toThrow(/forecast points/)
})
