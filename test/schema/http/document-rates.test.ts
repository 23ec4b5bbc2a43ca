// Documents take from the rate before they are parsed, whatever is wrong with them; what is free takes nothing.

import { afterEach, expect, test } from 'vitest'
import { MAX_DOCUMENT_CHARACTERS } from '../../../schema/http/document-rates.ts'
import { type FakeApp, NOW_MS, postJson, startFakeApp } from '../../support/fake-services.ts'

let app: FakeApp
afterEach(() => app.close())

const statusOf = async (body: unknown, accept = 'application/graphql-response+json') =>
  (await postJson(`${app.api}/graphql`, body, { accept })).status
const ROUTE = '{ route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}) { status } }'

test.each([
  ['that do not parse', { query: '{' }],
  ['that do not validate', { query: '{ nothing }' }],
  [
    'whose variables do not fit',
    { query: 'query ($days: Int!) { point(at: [1, 1]) { forecast(days: $days) { state } } }', variables: {} },
  ],
  ['that are too long', { query: `{ __typename } # ${'x'.repeat(MAX_DOCUMENT_CHARACTERS)}` }],
  ['that nest too deep', { query: '{a'.repeat(5000) }],
  ['without a text', { variables: {} }],
  ['in a list', [{ query: ROUTE }]],
])('documents %s: 400 as often as the rate allows, then 429 before they are looked at', async (_name, body) => {
  app = await startFakeApp()
  const statuses = []
  for (let i = 0; i < 12; i++) statuses.push(await statusOf(body))
  expect(statuses).toEqual([...new Array<number>(10).fill(400), 429, 429])
})

test('the refusal has the shape of GraphQL, a code and Retry-After', async () => {
  app = await startFakeApp()
  for (let i = 0; i < 10; i++) await statusOf({ query: '{' })
  const { status, headers, body } = await postJson(`${app.api}/graphql`, { query: '{' })
  expect(status).toBe(429)
  expect(headers.get('retry-after')).toBe('1')
  expect(body).toEqual({
    errors: [
      {
        message: 'More than 5 requests a second. Wait 1 s.',
        extensions: {
          code: 'RATE_LIMITED',
          status: 429,
          retryAfterS: 1,
          sentence: { code: 'error.rate_limited.requests', values: { ratePerS: 5, waitS: 1 } },
        },
      },
    ],
  })
})

test('what is free takes nothing, and is answered where the rate is used up once it was run before', async () => {
  app = await startFakeApp()
  for (let i = 0; i < 30; i++) expect(await statusOf({ query: '{ service { modes } }' })).toBe(200)
  for (let i = 0; i < 10; i++) expect(await statusOf({ query: ROUTE })).toBe(200)
  expect(await statusOf({ query: ROUTE })).toBe(429)
  expect(await statusOf({ query: '{ service { modes } }' })).toBe(200)
  expect(await statusOf({ query: '{ service { limits { nodesMax } } }' })).toBe(429)
})

test('a document that costs by some variables only takes whenever it costs', async () => {
  app = await startFakeApp({ nowMs: () => NOW_MS })
  const query = `query ($costs: Boolean!) { service { modes } ... @include(if: $costs) ${ROUTE} }`
  for (let i = 0; i < 20; i++) expect(await statusOf({ query, variables: { costs: false } })).toBe(200)
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push(await statusOf({ query, variables: { costs: true } }))
  expect(statuses).toEqual([...new Array<number>(10).fill(200), 429])
})
