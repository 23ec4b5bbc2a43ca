// One way through the handler: a request of any kind passes every plugin, in their order. One that is refused goes from
// where it is refused to the writer.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HandlerPlugins } from '../../../schema/http/graphql-handler.ts'
import { TrustedDocuments } from '../../../schema/http/trusted-documents.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, startFakeApp } from '../../support/fake-services.ts'

/** takeRate looks at a body first, and takes when the document is named */
const WAY = ['readParams', 'takeRate', 'nameDocument', 'parseDocument', 'tagAnswer', 'runDocument', 'writeAnswer']
const ROUTE = 'route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]})'
const TEXT = '{ service { modes } }'

/** names of plugins whose hooks were called */
const passed: string[] = []

function watched(plugins: HandlerPlugins): HandlerPlugins {
  const watch = (name: string, hook: unknown) =>
    typeof hook !== 'function'
      ? hook
      : (...args: unknown[]) => {
          passed.push(name)
          return hook(...args)
        }
  return Object.fromEntries(
    Object.entries(plugins).map(([name, plugin]) => [
      name,
      Object.fromEntries(Object.entries(plugin).map(([key, hook]) => [key, watch(name, hook)])),
    ]),
  )
}

let app: FakeApp
beforeAll(async () => {
  app = await startFakeApp({
    metering: false,
    catalogue: fakeCatalogue(),
    parts: { graphql: { watched, trusted: new TrustedDocuments('allowed', new Map([['stale', TEXT]])) } },
  })
})
afterAll(() => app.close())

interface Requested {
  body?: unknown
  words?: Record<string, string>
  accept?: string
}

/** Each plugin once, in the order of its first hook. */
async function wayOf({
  body,
  words,
  accept = 'application/json',
}: Requested): Promise<[status: number, way: string[]]> {
  passed.length = 0
  const leave = new AbortController()
  const query = words === undefined ? '' : `?${new URLSearchParams(words)}`
  const response = await fetch(`${app.api}/graphql${query}`, {
    headers: { accept, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    signal: leave.signal,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  await response.body!.getReader().read()
  leave.abort()
  return [response.status, [...new Set(passed)]]
}

const deferred = `{ ${ROUTE} { status ... @defer { lengthM } } }`
const KINDS: Record<string, Requested> = {
  'a query by POST': { body: { query: TEXT } },
  'a query by GET': { words: { query: TEXT } },
  'a query with variables and a name': {
    body: {
      query: 'query A($at: LonLat!) { point(at: $at) { location } }',
      variables: { at: [1, 42] },
      operationName: 'A',
    },
  },
  'an answer in parts': { body: { query: deferred }, accept: 'multipart/mixed' },
  'an answer in parts, as events': { body: { query: deferred }, accept: 'text/event-stream' },
  'parts in one piece': { body: { query: deferred } },
  'a subscription': {
    body: {
      query: `subscription { conditions(line: {route: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]}}) { causes } }`,
    },
    accept: 'text/event-stream',
  },
  'a dry run': { body: { query: `query @dryRun { ${ROUTE} { status } }` } },
  'a trusted document': { body: { documentId: 'stale' } },
  'a trusted document by GET': { words: { documentId: 'stale' } },
  'the schema': { body: { query: '{ __schema { queryType { name } } }' } },
  'an operation that fails': { body: { query: '{ place(by: {osm: {type: WAY, id: 3086419}}) { name } }' } },
  'a graphql-response': { body: { query: TEXT }, accept: 'application/graphql-response+json' },
}

describe('every plugin is passed by', () => {
  test.each(Object.entries(KINDS))('%s', async (kind, requested) => {
    // events are never the same twice
    const way = kind === 'a subscription' ? WAY.filter((name) => name !== 'tagAnswer') : WAY
    expect(await wayOf(requested)).toEqual([200, way])
  })
})

const REFUSED: Record<string, [Requested, string]> = {
  'no document': [{ body: {} }, 'nameDocument'],
  'a list of documents': [{ body: [{ query: TEXT }] }, 'takeRate'],
  'an unknown id': [{ body: { documentId: 'nothing' } }, 'nameDocument'],
  'a hash without a text': [
    { body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } } },
    'nameDocument',
  ],
  'a long document': [{ body: { query: `${TEXT}${'#'.repeat(100_000)}` } }, 'nameDocument'],
  'a syntax error': [{ body: { query: '{' } }, 'parseDocument'],
  'a field that is not there, by GET': [{ words: { query: '{ nope }' } }, 'parseDocument'],
  'a mutation': [{ body: { query: 'mutation { a }' } }, 'parseDocument'],
  'a variable that is missing': [
    { body: { query: 'query ($at: LonLat!) { point(at: $at) { location } }' } },
    'runDocument',
  ],
  'a subscription by JSON': [{ body: { query: 'subscription { conditions(line: {}) { causes } }' } }, 'parseDocument'],
}

describe('from where it is refused the writer is next for', () => {
  test.each(Object.entries(REFUSED))('%s', async (_name, [requested, last]) => {
    const [, way] = await wayOf(requested)
    expect(way).toEqual([...WAY.slice(0, WAY.indexOf(last) + 1), 'writeAnswer'])
  })
})
