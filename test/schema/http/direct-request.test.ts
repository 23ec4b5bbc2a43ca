// One suite over both ways through the GraphQL handler: past Yoga, and through it. Whatever is asked, they answer the
// same bytes with the same status and headers, charge the same and log the same.

import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DocumentReader } from '../../../schema/http/read-document.ts'
import { readPlain } from '../../../schema/http/direct-request.ts'
import { TrustedDocuments } from '../../../schema/http/trusted-documents.ts'
import { schema } from '../../../schema/index.ts'
import { createKey } from '../../../src/metering/api-key.ts'
import type { GraphqlRequest } from '../../../src/server/serve-graphql.ts'
import { fakeCatalogue } from '../../support/fake-catalogue.ts'
import { type FakeApp, NOW_MS, startFakeApp } from '../../support/fake-services.ts'

const ROUTE = 'route(input: {waypoints: [{at: [1.5,42.5]},{at: [1.6,42.5]}]})'
const TRUSTED = new Map([['point', 'query ($at: LonLat!) { point(at: $at) { location } }']])
const GPX = `<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg><trkpt lat="42.5" lon="1.5"/><trkpt lat="42.6" lon="1.6"/></trkseg></trk></gpx>`

interface Way {
  app: FakeApp
  lines: Record<string, unknown>[]
}

let nowMs = NOW_MS
let ways: Record<'plain' | 'yoga', Way>
const { key, record } = createKey({ project: 'both', plan: 'starter' })

async function open(plain: boolean): Promise<Way> {
  const lines: Way['lines'] = []
  const write = (text: Buffer, _: unknown, done: () => void) => {
    lines.push(JSON.parse(text.toString()) as Way['lines'][number])
    done()
  }
  const app = await startFakeApp({
    catalogue: fakeCatalogue(),
    nowMs: () => nowMs,
    log: pino({ level: 'info' }, new Writable({ write })),
    parts: { graphql: { plain, trusted: new TrustedDocuments('allowed', TRUSTED) } },
  })
  app.keys.add(record)
  return { app, lines }
}

beforeAll(async () => {
  ways = { plain: await open(true), yoga: await open(false) }
})
afterAll(() => Promise.all(Object.values(ways).map(({ app }) => app.close())))

interface Asked {
  method?: string
  query?: string
  headers?: Record<string, string>
  body?: unknown
  /** as it is sent */
  text?: string
}

async function answer({ app, lines }: Way, { method = 'POST', query = '', headers = {}, body, text }: Asked) {
  lines.length = 0
  const response = await fetch(`${app.api}/graphql${query}`, {
    method,
    headers: {
      'x-request-id': 'same',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(method === 'POST' ? { body: text ?? JSON.stringify(body) } : {}),
  })
  const { date: _date, ...answered } = Object.fromEntries(response.headers)
  const reported = { status: response.status, headers: answered, text: await response.text() }
  // the line is written when the connection has the answer
  for (let tries = 0; lines.length === 0 && tries < 5000; tries++)
    await new Promise((resolve) => setTimeout(resolve, 5))
  return {
    ...reported,
    lines: lines.map(({ time: _time, ms: _ms, host: _host, pid: _pid, hostname: _name, ...line }) => line),
  }
}

const query = (text: string, variables?: unknown, more: object = {}): Asked => ({
  body: { query: text, ...(variables === undefined ? {} : { variables }), ...more },
})
const POINT = 'query ($at: LonLat!) { point(at: $at) { location } }'
const at = { at: [1.5, 42.5] }
const accepting = (accept: string): Asked => ({ ...query(POINT, at), headers: { accept } })

const CASES: Record<string, Asked> = {
  'a field that costs nothing': query('{ artifactStatus { stale } }'),
  'a point by a variable': query(POINT, at),
  'an operation that costs': query(`{ ${ROUTE} { status distanceM } }`),
  'a search with links': query('{ search(text: "Engolasters") { pageInfo { hasNextPage } } }'),
  'several operations, one by name': query('query A { __typename } query B { artifactStatus { stale } }', undefined, {
    operationName: 'B',
  }),
  'several operations without a name': query('query A { __typename } query B { __typename }'),
  'an operation that is not there': query('query A { __typename }', undefined, { operationName: 'C' }),
  'an empty operation name': query('{ __typename }', undefined, { operationName: '' }),
  'an operation name that is no text': query('{ __typename }', undefined, { operationName: 3 }),
  'variables that are null': query('{ __typename }', null),
  'variables that are a list': query('{ __typename }', []),
  'variables that are a text': query('{ __typename }', '{}'),
  extensions: query('{ __typename }', undefined, { extensions: { a: 1 } }),
  'extensions that are a text': query('{ __typename }', undefined, { extensions: 'a' }),
  'a parameter that nobody knows': query('{ __typename }', undefined, { more: 1 }),
  'a parameter that nobody knows, null': query('{ __typename }', undefined, { more: null }),
  'a mutation': query('mutation { a }'),
  'a subscription': query('subscription { a }'),
  'aliases and fragments': query(
    `{ a: ${ROUTE} { ...F } b: ${ROUTE} { ...F } } fragment F on Route { status distanceM }`,
  ),
  'what is skipped': query(`query ($no: Boolean = false) { ${ROUTE} @include(if: $no) { status } __typename }`),
  'a dry run': query(`query @dryRun { ${ROUTE} { status } }`),
  'a dry run beyond the credits': query(
    `query @dryRun { ${Array.from({ length: 50 }, (_, i) => `a${i}: ${ROUTE} { status }`).join(' ')} }`,
  ),
  '__typename alone': query('{ __typename }'),
  'the whole schema': query('{ __schema { types { name fields { name args { name } type { name kind } } } } }'),
  'the whole schema again': query('{ __schema { types { name fields { name args { name } type { name kind } } } } }'),
  'a type': query('query ($name: String!) { __type(name: $name) { name } }', { name: 'Route' }),
  'a syntax error': query('{'),
  'an empty document': query(''),
  'a document of white space': query('  \n'),
  'a field that is not there': query('{ nope }'),
  'many fields that are not there': query(`{ ${Array.from({ length: 20 }, (_, i) => `n${i}`).join(' ')} }`),
  'a cyclic fragment': query('{ artifactStatus { ...A } } fragment A on ArtifactStatus { ...A }'),
  'too deep': query(`${'{a'.repeat(100)}${'}'.repeat(100)}`),
  'too many tokens': query(`{ ${'__typename '.repeat(5000)} }`),
  'one name too often': query(`{ ${'__typename '.repeat(60)} }`),
  'too many operations': query(
    `{ ${Array.from({ length: 51 }, (_, i) => `a${i}: artifactStatus { stale }`).join(' ')} }`,
  ),
  'a text that is too long': query(`{ __typename } #${'x'.repeat(100_000)}`),
  'a variable that is missing': query(POINT),
  'a variable of a wrong kind': query(POINT, { at: [1, 'x'] }),
  'an argument of a wrong kind': query('{ point(at: "x") { location } }'),
  'a value out of bounds': query('{ search(text: "Ordino", first: 5000) { pageInfo { hasNextPage } } }'),
  'a field that fails beside one that does not': query('{ place(id: "12345678") { name } __typename }'),
  'a large variable': query(POINT, { at: [1.5, 42.5], more: 'x'.repeat(1_200_000) }),
  'a large variable that is taken': query('query ($g: String!) { cleanGpx(input: { gpx: $g }) { gpx } }', { g: GPX }),
  'a document of a list': { body: [{ query: '{ __typename }' }, { query: '{ __typename }' }] },
  'a body that is a text': { text: '"x"' },
  'a body that is null': { text: 'null' },
  'a body that is no JSON': { text: '{"query"' },
  'an empty body': { text: '' },
  'a body of a wrong type': { ...query('{ __typename }'), headers: { 'content-type': 'text/plain' } },
  'a body of another charset': {
    ...query('{ __typename }'),
    headers: { 'content-type': 'application/json; charset=latin1' },
  },
  'a body of its charset': { ...query(POINT, at), headers: { 'content-type': 'application/json; charset=utf-8' } },
  'a body in an encoding that nobody knows': { ...query(POINT, at), headers: { 'content-encoding': 'lzma' } },
  'a body that is too large': { text: `{"query":"{__typename}","variables":{"x":"${'x'.repeat(6_400_000)}"}}` },
  'a trusted document': { body: { documentId: 'point', variables: at } },
  'a trusted document that nobody knows': { body: { documentId: 'nothing' } },
  'a trusted document beside a text': { body: { documentId: 'point', query: '{ __typename }' } },
  GET: { method: 'GET', query: '?query={__typename}' },
  'GET without a document': { method: 'GET' },
  'GET with variables': {
    method: 'GET',
    query: `?query=${encodeURIComponent(POINT)}&variables=${encodeURIComponent(JSON.stringify(at))}`,
  },
  'POST with a query in the address': { ...query(POINT, at), query: '?query={nope}' },
  HEAD: { method: 'HEAD', query: '?query={__typename}' },
  OPTIONS: { method: 'OPTIONS' },
  PUT: { method: 'PUT' },
  'another origin': { ...query(POINT, at), headers: { origin: 'https://example.org' } },
  'a key': { ...query(`{ ${ROUTE} { status } }`), headers: { 'x-api-key': key } },
  'a wrong key': { ...query(POINT, at), headers: { authorization: 'Bearer svc_x' } },
  'deferred parts to a client that reads none': query(`{ ${ROUTE} { status ... @defer { distanceM } } }`),
  'deferred parts to one that reads them': {
    ...query(`{ ${ROUTE} { status ... @defer { distanceM } } }`),
    headers: { accept: 'multipart/mixed' },
  },
  'no parts to a client that reads them': accepting('multipart/mixed, application/json'),
  ...Object.fromEntries(
    [
      '*/*',
      'application/json',
      'application/graphql-response+json',
      'application/graphql-response+json, application/json;q=0.9',
      'application/json, application/graphql-response+json',
      'application/graphql-response+json;charset=utf-8,application/json;charset=utf-8',
      'application/json; charset=latin1',
      'application/*',
      '*/json',
      'text/html',
      'text/html, */*;q=0.1',
      'text/event-stream',
      'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
      'Application/JSON',
      ',,;',
    ].flatMap((accept) => [
      [`accept: ${accept}`, accepting(accept)],
      [`accept: ${accept}, of what fails`, { ...query(POINT, { at: [1, 'x'] }), headers: { accept } }],
    ]),
  ),
}

describe('past Yoga and through it', () => {
  test.each(Object.entries(CASES))('%s', async (_name, asked) => {
    nowMs += 5000
    const [past, through] = [await answer(ways.plain, asked), await answer(ways.yoga, asked)]
    expect(past).toEqual(through)
    expect(past.status).toBeLessThan(500)
  })

  test('the rate is the same, and what it says', async () => {
    nowMs += 60_000
    const statuses: number[] = []
    for (let i = 0; i < 13; i++) {
      const asked = query(`{ ${ROUTE} { status } }`)
      const [past, through] = [await answer(ways.plain, asked), await answer(ways.yoga, asked)]
      expect(past).toEqual(through)
      statuses.push(past.status)
    }
    expect(statuses).toContain(200)
    expect(statuses).toContain(429)
  })

  test('credits run out at the same document', async () => {
    const waypoints = Array.from({ length: 98 }, () => ({ at: [1.5, 42.5] }))
    const tens = Array.from({ length: 20 }, (_, i) => `r${i}: route(input: {waypoints: $w}) { status }`).join(' ')
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) {
      nowMs += 5000
      const asked = query(`query ($w: [WaypointInput!]!) { ${tens} }`, { w: waypoints })
      const [past, through] = [await answer(ways.plain, asked), await answer(ways.yoga, asked)]
      expect(past).toEqual(through)
      statuses.push(past.status)
    }
    expect(statuses).toContain(200)
    expect(statuses).toContain(429)
  })
})

describe('what goes past Yoga', () => {
  const reader = new DocumentReader(schema, { introspection: true })
  const isPlain = (value: unknown, accept?: string) => {
    const request = {
      headers: accept === undefined ? {} : { accept },
      body: { value, texts: null, bytes: 0 },
    } as unknown as GraphqlRequest
    return readPlain(request, () => reader.read((value as { query: string }).query)) !== null
  }

  test('is a sound query that is answered in one piece of JSON', () => {
    expect(isPlain({ query: '{ __typename }' })).toBe(true)
    expect(isPlain({ query: POINT, variables: at, operationName: null, extensions: {} }, 'application/json')).toBe(true)
    expect(isPlain({ query: '{ __typename }' }, 'multipart/mixed, application/json')).toBe(true)
  })

  test('is nothing that has to be refused, or comes in parts', () => {
    expect(isPlain([{ query: '{ __typename }' }])).toBe(false)
    expect(isPlain({ query: '{' })).toBe(false)
    expect(isPlain({ query: '{ nope }' })).toBe(false)
    expect(isPlain({ query: '{ __typename }', more: 1 })).toBe(false)
    expect(isPlain({ query: `{ ${ROUTE} { ... @defer { status } } }` })).toBe(false)
    expect(isPlain({ query: '{ __typename }' }, 'multipart/mixed')).toBe(false)
  })
})
