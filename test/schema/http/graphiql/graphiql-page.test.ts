// GraphiQL on the demo region: the page, and every tab of it answered without error.

import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { createClient, type WaypostError } from '../../../../clients/typescript/src/index.ts'
import { exampleTabs } from '../../../../schema/http/graphiql/example-tabs.ts'
import { get } from 'node:http'
import { sharedServer, type SharedServer } from '../../../support/shared-server.ts'

const MOST_BYTES = 700_000
const names = exampleTabs({ waypoints: null, area: null }).map(
  ({ query }) => /^(?:query|subscription) (\w+)/m.exec(query)![1],
)

let server: SharedServer
let packed: Buffer
let etag: string
let page: string
beforeAll(async () => {
  server = await sharedServer()
  ;({ packed, etag } = await new Promise<{ packed: Buffer; etag: string }>((resolve, reject) => {
    get(`${server.api}/graphql`, { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      resolve({ packed: Buffer.concat(parts), etag: response.headers.etag! })
    }).on('error', reject)
  }))
  page = gunzipSync(packed).toString()
})

test('the page weighs less than 700 KB with gzip, fonts and all, and is not sent twice', async () => {
  expect(packed.length).toBeLessThan(MOST_BYTES)
  expect(page).not.toMatch(/<script[^>]+src=|<link[^>]+href="http|@font-face|@import/)
  const again = await fetch(`${server.api}/graphql`, { headers: { accept: 'text/html', 'if-none-match': etag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  const other = await fetch(`${server.api}/graphql`, { headers: { accept: 'text/html', 'if-none-match': '"other"' } })
  expect([other.status, other.headers.get('etag')]).toEqual([200, etag])
})

test('there are a dozen tabs and more, the first is a planner in parts', () => {
  expect(names.length).toBeGreaterThanOrEqual(12)
  expect(new Set(names).size).toBe(names.length)
  expect(names[0]).toBe('Planner')
})

test.each(names.map((name, index) => [name, index] as const))(
  'the tab %s is answered without error',
  async (_name, index) => {
    const [, json] = /<script id="tabs" type="application\/json">(.*?)<\/script>/s.exec(page)!
    const { query, variables } = (JSON.parse(json) as { tabs: { query: string; variables: string }[] }).tabs[index]
    const filled = variables.replace(/"MORNING (\d)"/g, (_, days) =>
      JSON.stringify(new Date(Date.now() + Number(days) * 86_400_000).toISOString()),
    )
    const client = createClient({ apiUrl: server.api, maxWaitS: 5 })
    const given = filled === '' ? undefined : JSON.parse(filled)
    if (/^subscription/m.test(query)) {
      for await (const { data, errors } of client.subscribe<object, object>(query, given)) {
        expect([errors, Object.values(data).includes(null)]).toEqual([[], false])
        return
      }
    }
    const plain = await client.query<object, object>(query.replaceAll('@defer', ''), given)
    expect(plain.errors.map(({ path, message }: WaypostError) => `${path}: ${message}`)).toEqual([])
    expect(Object.values(plain.data)).not.toContain(null)
    let last: object | undefined
    for await (const { data, errors } of client.stream<object, object>(query, given)) {
      expect(errors).toEqual([])
      last = data
    }
    expect(shape(last)).toEqual(shape(plain.data))
  },
)

/** Its names and lengths of lists: what is fetched or checked again may have another time in it. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shape(inner)]))
}
