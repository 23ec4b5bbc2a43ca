// Automatic persisted queries: Apollo Client's own link over HTTP, then each step of the protocol by itself.

import { createHash } from 'node:crypto'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PersistedQueries } from '../../../schema/http/persisted-queries.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

const STALE = '{ artifactStatus { stale } }'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const NOT_FOUND = { errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] }

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
        distanceM
      }
    }
  `
  const variables = { input: { waypoints: [{ at: [1.5, 42.5] }, { at: [1.6, 42.5] }] } }

  test('sends the text once, and every client sends the hash alone from then on', async () => {
    const first = open()
    const ask = (client: ApolloClient) => client.query({ query: WAY, variables, fetchPolicy: 'network-only' })
    for (let turn = 0; turn < 2; turn++)
      expect((await ask(first.client)).data).toMatchObject({ route: { distanceM: 1234.5 } })
    const hashed = `${useGETForHashedQueries ? 'GET' : 'POST'} hash`
    expect(first.sent).toEqual([hashed, 'POST text', hashed])
    const second = open()
    expect((await ask(second.client)).data).toMatchObject({ route: { distanceM: 1234.5 } })
    expect(second.sent).toEqual([hashed])
    for (const { client } of [first, second]) client.stop()
  })
})

describe('the protocol', () => {
  test('an unknown hash is answered in the words of Apollo, by POST and GET, and is not cached', async () => {
    expect(await post(persisted(sha256(STALE)))).toEqual({ status: 200, answer: NOT_FOUND })
    const words = { extensions: JSON.stringify(persisted(sha256(STALE)).extensions) }
    expect(await get(words)).toEqual({ status: 200, answer: NOT_FOUND, cache: 'no-store' })
  })

  test('hash and text together run and register, by POST and GET', async () => {
    const data = { artifactStatus: { stale: [] } }
    expect((await post({ query: STALE, ...persisted(sha256(STALE)) })).answer.data).toEqual(data)
    expect((await post(persisted(sha256(STALE)))).answer.data).toEqual(data)
    const query = `${STALE} # by GET`
    const extensions = JSON.stringify(persisted(sha256(query)).extensions)
    expect((await get({ query, extensions })).answer.data).toEqual(data)
    expect((await get({ extensions })).answer.data).toEqual(data)
    expect((await post({ query: '', ...persisted(sha256(query)) })).answer.data).toEqual(data)
  })

  test('a hash of another text is refused, and neither is registered', async () => {
    const wrong = sha256('{ __typename }')
    const { status, answer } = await post({ query: STALE, ...persisted(wrong) })
    expect(status).toBe(400)
    expect(answer).toMatchObject({
      errors: [
        { extensions: { code: 'invalid_input', inputPath: 'extensions.persistedQuery.sha256Hash', http: { status } } },
      ],
    })
    for (const hash of [wrong, sha256(STALE)]) expect((await post(persisted(hash))).answer).toEqual(NOT_FOUND)
    expect((await post({ query: STALE, ...persisted(sha256(STALE).toUpperCase()) })).status).toBe(400)
  })

  test('a text with mistakes is refused as without a hash, and not registered', async () => {
    for (const query of ['{ nope }', '{', '{ __typename']) {
      const alone = await post({ query })
      expect(await post({ query, ...persisted(sha256(query)) })).toEqual(alone)
      expect((await post(persisted(sha256(query)))).answer).toEqual(NOT_FOUND)
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
        answer: { errors: [{ extensions: { code: 'invalid_input', inputPath: 'extensions.persistedQuery' } }] },
      })
  })

  test('extensions of other makers do not matter', async () => {
    for (const extensions of [{}, { persistedQuery: null }, { clientLibrary: { name: 'hut' } }])
      expect((await post({ query: STALE, extensions })).answer.data).toEqual({ artifactStatus: { stale: [] } })
  })
})

describe('what is kept', () => {
  const known = (kept: PersistedQueries, hashes: string[]) =>
    hashes.filter((hash) => {
      try {
        return kept.find(hash) !== ''
      } catch {
        return false
      }
    })

  test('is at most 1,000 texts, the least lately used out first', () => {
    const kept = new PersistedQueries()
    const hashes = Array.from({ length: 1001 }, (_, index) => `${index}`)
    for (const hash of hashes.slice(0, 1000)) kept.keep(hash, 'x')
    kept.find('0')
    kept.keep('1000', 'x')
    expect(known(kept, hashes)).toHaveLength(1000)
    expect(known(kept, ['0', '1', '1000'])).toEqual(['0', '1000'])
  })

  test('is at most 4 million characters', () => {
    const kept = new PersistedQueries()
    const hashes = Array.from({ length: 100 }, (_, index) => `${index}`)
    for (const hash of hashes) kept.keep(hash, hash.padEnd(100_000))
    expect(known(kept, hashes)).toHaveLength(40)
  })
})
