// The status of an answer is 200 where `data` is an object, else the highest of its errors, which each of them shows,
// whatever the client accepts; no error has `http`, which a gateway would take for the status of its own answer.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '../../../src/errors.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false })
})
afterAll(() => app.close())

const ACCEPTED = ['application/json', 'application/graphql-response+json', '*/*']
interface Refused {
  data?: object | null
  errors: { extensions: { code: string; status: number } }[]
}

async function ask(accept: string, body: string | null, query = ''): Promise<[status: number, answer: Refused]> {
  const headers = { accept, 'content-type': 'application/json' }
  const answer = await fetch(
    `${app.api}/graphql${query}`,
    body === null ? { headers } : { method: 'POST', headers, body },
  )
  return [answer.status, (await answer.json()) as Refused]
}

test.each([
  ['no document', '{}', '', 400, 'INVALID_INPUT'],
  ['an empty document', '{"query":""}', '', 400, 'INVALID_INPUT'],
  ['a syntax error', '{"query":"{"}', '', 400, 'INVALID_INPUT'],
  ['an unknown field', '{"query":"{ nope }"}', '', 400, 'INVALID_INPUT'],
  ['a variable that does not fit', '{"query":"query ($i: ID!) { node(id: $i) { id } }"}', '', 400, 'INVALID_INPUT'],
  ['a body that is no JSON', '{', '', 400, 'INVALID_JSON'],
  ['variables that are no JSON', null, '?query={__typename}&variables={', 400, 'INVALID_JSON'],
  ['extensions that are no JSON', null, '?query={__typename}&extensions=x', 400, 'INVALID_JSON'],
  ['a mutation by GET', null, '?query=mutation{a}', 405, 'METHOD_NOT_ALLOWED'],
])('%s has one status in the answer and in its error', async (_what, body, query, status, code) => {
  for (const accept of ACCEPTED) {
    const [answered, { data, errors }] = await ask(accept, body, query)
    expect([accept, answered, data]).toEqual([accept, status, undefined])
    expect(errors.map(({ extensions }) => [extensions.code, extensions.status])).toEqual([[code, status]])
    expect(errors[0].extensions).not.toHaveProperty('http')
  }
})

test('beside data the answer is 200, and the error has the status of its code', async () => {
  for (const accept of ACCEPTED) {
    const [status, { data, errors }] = await ask(
      accept,
      '{"query":"{ point(at: [1, 42]) { sun(date: \\"x\\") { date } } }"}',
    )
    expect([status, data]).toEqual([200, expect.anything()])
    const { extensions } = errors[0]
    expect(extensions).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
    expect(extensions).not.toHaveProperty('http')
    expect(ERROR_STATUS[extensions.code.toLowerCase() as ErrorCode]).toBe(extensions.status)
  }
})
