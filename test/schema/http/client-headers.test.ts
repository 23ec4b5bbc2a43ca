// What a browser asks before it sends what clients from npm send, from a page of another site.

import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { Client, fetchExchange } from '@urql/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

const QUERY = 'query Stale { service { modes } }'
let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({ metering: false })
})
afterAll(() => app.close())

async function preflight(names: string, path = '/graphql') {
  const answer = await fetch(`${app.api}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://hut.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': names,
    },
  })
  const allowed = answer.headers.get('access-control-allow-headers')!.toLowerCase().split(', ')
  return { status: answer.status, allowed, vary: answer.headers.get('vary') }
}

/** A fetch that does as a browser does: what the preflight does not allow is not sent. */
function asBrowser(): { fetch: typeof fetch; sent: Set<string> } {
  const sent = new Set<string>()
  return {
    sent,
    async fetch(url, init) {
      const names = [...new Headers(init?.headers).keys()].filter((name) => name !== 'accept')
      for (const name of names) sent.add(name)
      const { allowed } = await preflight(names.join(','))
      const refused = names.filter((name) => !allowed.includes(name))
      if (refused.length > 0) throw new TypeError(`not allowed: ${refused.join(', ')}`)
      return fetch(url, init)
    },
  }
}

describe.each([
  ['POST', {}],
  ['GET', { useGETForQueries: true }],
])('Apollo Client by %s', (_name, options) => {
  test('may name itself and its operation', async () => {
    const browser = asBrowser()
    const named = new ApolloLink((operation, forward) => {
      operation.setContext({
        headers: { 'x-apollo-operation-name': operation.operationName, 'apollo-require-preflight': 'true' },
      })
      return forward(operation)
    })
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      clientAwareness: { name: 'hut-finder', version: '1.2' },
      link: named.concat(new HttpLink({ uri: `${app.api}/graphql`, fetch: browser.fetch, ...options })),
    })
    expect((await client.query({ query: gql(QUERY) })).data).toMatchObject({
      service: { modes: ['HIKE', 'RUN', 'BIKE'] },
    })
    for (const name of [
      'apollographql-client-name',
      'apollographql-client-version',
      'x-apollo-operation-name',
      'apollo-require-preflight',
    ])
      expect([...browser.sent]).toContain(name)
    client.stop()
  })
})

test.each([true, false])('urql with preferGetMethod %s may send headers of its own', async (preferGetMethod) => {
  const browser = asBrowser()
  const client = new Client({
    url: `${app.api}/graphql`,
    exchanges: [fetchExchange],
    preferGetMethod,
    fetch: browser.fetch,
    fetchOptions: { headers: { 'x-trace': '1' } },
  })
  const { data, error } = await client.query(QUERY, {}).toPromise()
  expect(error).toBeUndefined()
  expect(data).toMatchObject({ service: { modes: ['HIKE', 'RUN', 'BIKE'] } })
  expect([...browser.sent]).toContain('x-trace')
})

test.each([
  'application/json',
  'application/json;charset=UTF-8',
  'Application/JSON; charset="utf-8"',
  'application/graphql+json',
  'application/graphql-response+json',
])('a body of type %s is read', async (type) => {
  const browser = asBrowser()
  const answer = await browser.fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': type, accept: 'application/json' },
    body: JSON.stringify({ query: QUERY }),
  })
  expect(await answer.json()).toMatchObject({ data: { service: { modes: ['HIKE', 'RUN', 'BIKE'] } } })
})

describe('a preflight', () => {
  test('is answered by what it asks for, beside what is always allowed, for a day', async () => {
    const { status, allowed, vary } = await preflight('X-Hut, content-type')
    expect(status).toBe(204)
    expect(vary).toBe('Access-Control-Request-Headers')
    expect(allowed).toContain('x-hut')
    expect(allowed).toContain('authorization')
    expect(allowed.filter((name) => name === 'content-type')).toHaveLength(1)
  })

  test('is never answered with what is no name of a header, nor with more than 64 beyond', async () => {
    const { allowed } = await preflight('<b>, x y, x-ok, "q", ')
    expect(allowed).toContain('x-ok')
    for (const name of allowed) expect(name).toMatch(/^[\w!#$%&'*+.^`|~-]+$/)
    const many = await preflight(Array.from({ length: 100 }, (_, index) => `x-${index}`).join(','))
    expect(many.allowed).toContain('x-63')
    expect(many.allowed).not.toContain('x-64')
  })

  test('allows what it always did where it asks for nothing', async () => {
    const answer = await fetch(`${app.api}/graphql`, { method: 'OPTIONS' })
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'Authorization, X-Api-Key, Content-Type, Content-Encoding, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, X-Request-Id',
    )
  })
})
