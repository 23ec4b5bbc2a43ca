// What an address or a directive gets wrong is said as such: never an internal error, never a stack in the log.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false, catalogue: fakeCatalogue() })
})
afterAll(() => app.close())

const DOCUMENT = encodeURIComponent('{ __typename }')

test.each(
  ['variables', 'extensions'].flatMap((name) =>
    ['{', '{broken', '[[[', '{"a":}', 'x', "{'a':1}", '\u0000'].map((text) => [name, text] as const),
  ),
)('GET with %s that are %j: 400 INVALID_JSON', async (name, text) => {
  for (const accept of ['application/json', 'application/graphql-response+json', '*/*']) {
    const response = await fetch(`${app.api}/graphql?query=${DOCUMENT}&${name}=${encodeURIComponent(text)}`, {
      headers: { accept },
    })
    const { errors } = (await response.json()) as { errors: { message: string; extensions: object }[] }
    expect(response.status).toBe(400)
    expect(errors).toEqual([
      {
        message: `\`${name}\` is not valid JSON.`,
        extensions: { code: 'INVALID_JSON', status: 400, inputPath: name, sentence: expect.anything() },
      },
    ])
  }
})

test('GET with variables of many levels, or none, is read as before', async () => {
  const status = async (words: string) => (await fetch(`${app.api}/graphql?query=${DOCUMENT}&${words}`)).status
  expect(await status(`variables=${'['.repeat(100)}`)).toBe(400)
  expect(await status('variables=&extensions=')).toBe(200)
  expect(await status('variables=%7B%7D&extensions=null')).toBe(200)
})

const NODES = 'places(where: {area: {near: {at: [1.5, 42.5], withinM: 500}}}) { nodes STREAM { name } }'
test.each([
  ['in a deferred part', `{ ... @defer { ${NODES} } }`],
  ['alone', `{ ${NODES} }`],
  ['in a fragment', `{ ...F } fragment F on Query { ${NODES} }`],
  ['about the schema', '{ __schema { types STREAM { name } } }'],
])('a negative initialCount of @stream %s is invalid_input', async (_name, text) => {
  for (const accept of ['multipart/mixed', 'text/event-stream', 'application/json'])
    for (const [stream, variables] of [
      ['@stream(initialCount: -1)', {}],
      ['@stream(initialCount: $n)', { n: -2 }],
    ] as const) {
      const query = text.replace('STREAM', stream)
      const response = await fetch(`${app.api}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ query: stream.includes('$') ? `query ($n: Int) ${query}` : query, variables }),
      })
      const answer = await response.text()
      expect(answer).toContain('`initialCount` of @stream: expected 0 or a larger whole number, got -')
      expect(answer).toContain('"code":"INVALID_INPUT"')
      expect(answer).not.toContain('INTERNAL')
    }
})
