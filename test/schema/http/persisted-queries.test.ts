// Apollo's persisted queries without a list: Apollo Client's own link over HTTP, then each step by itself. Nothing is
// registered over the wire: a hash alone is answered so that the client sends texts.

import { createHash } from 'node:crypto'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

const STALE = '{ service { modes } }'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const NOT_SUPPORTED = {
  errors: [
    { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED', status: 200 } },
  ],
}

let app: FakeApp
beforeEach(async () => {
  app = await startFakeApp({ metering: false })
})
afterEach(() => app.close())

const persisted = (sha256Hash: unknown, version: unknown = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash } },
})

async function post(body: object): Promise<{ status: number; answer: any }> {
  const response = await fetch(`${app.api}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, answer: await response.json() }
}

async function get(words: Record<string, string>): Promise<{ status: number; answer: any; cache: string | null }> {
  const response = await fetch(`${app.api}/graphql?${new URLSearchParams(words)}`)
  return { status: response.status, answer: await response.json(), cache: response.headers.get('cache-control') }
}

describe.each([true, false])('Apollo Client, hashes by GET %s', (useGETForHashedQueries) => {
  /** A client of its own, and what it sends: the method, and whether the text came along. */
  function open(): { client: ApolloClient; sent: string[] } {
    const sent: string[] = []
    const spy: typeof fetch = (url, init) => {
      const hasText = init?.body === undefined ? /[?&]query=/.test(String(url)) : /"query":/.test(String(init.body))
      sent.push(`${init?.method} ${hasText ? 'text' : 'hash'}`)
      return fetch(url, init)
    }
    const link = new PersistedQueryLink({ sha256, useGETForHashedQueries })
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: link.concat(new HttpLink({ uri: `${app.api}/graphql`, fetch: spy })),
    })
    return { client, sent }
  }
  const WAY = gql`
    query Way($input: RouteInput!) {
      route(input: $input) {
        lengthM
      }
    }
  `
  const variables = { input: { waypoints: [{ at: [1.5, 42.5] }, { at: [1.6, 42.5] }] } }

  test('sends the text at once, and no hash any more', async () => {
    const { client, sent } = open()
    for (let turn = 0; turn < 2; turn++) {
      const { data } = await client.query({ query: WAY, variables, fetchPolicy: 'network-only' })
      expect(data).toMatchObject({ route: { lengthM: 1234.5 } })
    }
    expect(sent).toEqual([`${useGETForHashedQueries ? 'GET' : 'POST'} hash`, 'POST text', 'POST text'])
    client.stop()
  })
})

describe('the protocol', () => {
  test('an unknown hash is answered in the words of Apollo, by POST and GET, and is not cached', async () => {
    expect(await post(persisted(sha256(STALE)))).toEqual({ status: 200, answer: NOT_SUPPORTED })
    const words = { extensions: JSON.stringify(persisted(sha256(STALE)).extensions) }
    expect(await get(words)).toEqual({ status: 200, answer: NOT_SUPPORTED, cache: 'no-store' })
  })

  test('hash and text together run, by POST and GET, and the hash alone is as unknown as before', async () => {
    const data = { service: { modes: ['HIKE', 'RUN', 'BIKE'] } }
    expect((await post({ query: STALE, ...persisted(sha256(STALE)) })).answer.data).toEqual(data)
    const extensions = JSON.stringify(persisted(sha256(STALE)).extensions)
    expect((await get({ query: STALE, extensions })).answer.data).toEqual(data)
    expect((await get({ extensions })).answer).toEqual(NOT_SUPPORTED)
    for (const query of [undefined, null, ''])
      expect((await post({ query, ...persisted(sha256(STALE)) })).answer).toEqual(NOT_SUPPORTED)
  })

  test('a hash of another text is refused', async () => {
    const wrong = sha256('{ __typename }')
    const { status, answer } = await post({ query: STALE, ...persisted(wrong) })
    expect(status).toBe(400)
    expect(answer).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_INPUT', inputPath: 'extensions.persistedQuery.sha256Hash', status } }],
    })
    expect((await post({ query: STALE, ...persisted(sha256(STALE).toUpperCase()) })).status).toBe(400)
  })

  test('a text with mistakes is refused as without a hash', async () => {
    for (const query of ['{ nope }', '{', '{ __typename']) {
      const alone = await post({ query })
      expect(await post({ query, ...persisted(sha256(query)) })).toEqual(alone)
    }
  })

  test.each([
    [1, 1],
    [null, 1],
    [sha256(STALE), 2],
    ['x'.repeat(201), 1],
  ])('a hash of %s in version %s is refused', async (hash, version) => {
    for (const query of [undefined, STALE])
      expect(await post({ query, ...persisted(hash, version) })).toMatchObject({
        status: 400,
        answer: { errors: [{ extensions: { code: 'INVALID_INPUT', inputPath: 'extensions.persistedQuery' } }] },
      })
  })

  test('extensions of other makers do not matter', async () => {
    for (const extensions of [{}, { persistedQuery: null }, { clientLibrary: { name: 'hut' } }])
      expect((await post({ query: STALE, extensions })).answer.data).toEqual({
        service: { modes: ['HIKE', 'RUN', 'BIKE'] },
      })
  })
})
