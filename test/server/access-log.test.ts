// The log as an attacker would read it: whatever is asked, by either transport, well or badly, no line holds a key, an
// address, or a coordinate finer than two decimals.

import { Writable } from 'node:stream'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../src/metering/api-key.ts'
import { scrubLine } from '../../src/log-text.ts'
import { startFakeApp, type FakeApp } from '../support/fake-services.ts'
import { between } from '../support/arbitraries.ts'

const lines: string[] = []
const sink = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(
      ...chunk
        .toString()
        .split('\n')
        .filter((line) => line !== ''),
    )
    done()
  },
})
const log = pino(
  { level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: scrubLine } },
  sink,
)
let app: FakeApp
let secret = ''
let prefix = ''
beforeAll(async () => {
  // a fault that tells coordinates and a key, as a careless one would
  app = await startFakeApp({
    log,
    metering: false,
    routeFailure: Object.assign(
      new Error('nothing near [1.5071234, 42.5071234] for svc_abcdefghABCDEFGH0123456789abcdef'),
      {},
    ),
  })
  const made = createKey({ project: 'p', plan: 'pro' })
  secret = made.key
  prefix = made.record.prefix
  await app.keys.add(made.record)
})
afterAll(() => app.close())

const withoutTime = (line: string) => line.replace(/"time":"[^"]*"/, '')
const FINE = /\d\.\d{3}/

const coordinate = fc
  .tuple(between(1.4, 1.8), between(42.4, 42.7))
  .map(([lon, lat]) => [Number(lon.toFixed(6)), Number(lat.toFixed(6))] as [number, number])
const request = fc
  .tuple(coordinate, coordinate, fc.constantFrom('header', 'bearer', 'query', 'request-id', 'none'), fc.nat(11))
  .map(([a, b, keyBy, kind]) => ({ a, b, keyBy, kind }))

function toRequest({
  a,
  b,
  keyBy,
  kind,
}: {
  a: [number, number]
  b: [number, number]
  keyBy: string
  kind: number
}): [string, RequestInit] {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (keyBy === 'header') headers['x-api-key'] = secret
  if (keyBy === 'bearer') headers.authorization = `Bearer ${secret}`
  if (keyBy === 'request-id') headers['x-request-id'] = kind % 2 === 0 ? secret : `at-${a[0]}-${a[1]}`
  const post = (path: string, body: unknown): [string, RequestInit] => [
    path,
    { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
  ]
  const get = (path: string): [string, RequestInit] => [path, { headers }]
  const [path, init] = [
    () => post('/v1/route', { waypoints: [a, b] }),
    () => post('/v1/route', { waypoints: [a, [b[0], 95.123456]] }),
    () =>
      post('/route/v1', {
        locations: [
          { lon: a[0], lat: a[1] },
          { lon: b[0], lat: b[1] },
        ],
        costing: 'auto',
      }),
    () =>
      post('/engine/trace_attributes', {
        shape: [
          { lon: a[0], lat: a[1] },
          { lon: b[0], lat: b[1] },
        ],
      }),
    () => post('/graphql', { query: `{ route(input: { waypoints: [{at: [${a}]},{at: [${b}]}] }) { lengthM } }` }),
    () => post('/graphql', { query: `{ points(at: [[${a}]]) { heightsM } nothing(at: [${b}]) }` }),
    () =>
      post('/graphql', {
        query: `query at_${String(a[0]).replace('.', '_')} { service { modes } }`,
        operationName: `${a}`,
      }),
    () => get(`/tiles/v1/elevation/current/sample?points=${a[1]},${a[0]}`),
    () => get(`/tiles/v1/elevation/${a[1]},${a[0]}/sample?points=${a[1]},${a[0]}`),
    () => get(`/search/v1/reverse?lat=${a[1]}&lon=${a[0]}&radius_m=nonsense`),
    () => get(`/nowhere/${a[1]}/${a[0]}`),
    () => post('/v1/gpx/clean', `{"gpx":"<trkpt lat='${a[1]}' lon='${a[0]}'`),
  ][kind]()
  return [keyBy === 'query' ? `${path}${path.includes('?') ? '&' : '?'}key=${secret}` : path, init]
}

describe('the log', () => {
  test('never holds a key, an address or a fine coordinate, whatever was asked and however it ended', async () => {
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(request, async (requested) => {
        lines.length = 0
        const [path, init] = toRequest(requested)
        const answer = await fetch(`${app.api}${path}`, init)
        statuses.add(answer.status)
        await answer.arrayBuffer()
        await expect.poll(() => lines.some((line) => line.includes('"msg":"request"'))).toBe(true)
        for (const line of lines) {
          expect(line).not.toContain(secret)
          expect(line).not.toContain(secret.slice(12))
          expect(line).not.toContain('127.0.0.1')
          expect(withoutTime(line)).not.toMatch(FINE)
          expect(line).not.toMatch(/svc_[0-9A-Za-z_]{9}/)
        }
      }),
      { numRuns: 250 },
    )
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 404, 500]))
  })

  test('tells each request in one line: id, operation, transport, status, time, bytes, cost and the prefix of the key', async () => {
    lines.length = 0
    const answer = await fetch(`${app.api}/tiles/v1/elevation/current/sample?points=42.5,1.5`, {
      headers: { 'x-api-key': secret, 'x-request-id': 'one-line' },
    })
    const bytes = (await answer.arrayBuffer()).byteLength
    await expect.poll(() => lines.length).toBe(1)
    const { time, ms, ...reported } = JSON.parse(lines[0]) as Record<string, unknown>
    expect(reported).toEqual({
      level: 30,
      requestId: 'one-line',
      host: 'api',
      method: 'GET',
      operation: 'elevation',
      transport: 'rest',
      status: 200,
      bytes,
      credits: 1,
      key: prefix,
      msg: 'request',
    })
    expect(typeof time).toBe('string')
    expect(ms).toBeGreaterThan(0)
  })

  test('tells of a document which operations it ran', async () => {
    lines.length = 0
    await (
      await fetch(`${app.api}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ a: service { artifacts { name } } b: service { artifacts { name } } }' }),
      })
    ).text()
    await expect.poll(() => lines.length).toBe(1)
    expect(JSON.parse(lines[0])).toMatchObject({
      operation: 'graphql',
      transport: 'graphql',
      ran: { status: 2 },
      status: 200,
      credits: 0,
    })
  })

  test('keeps a time stamp, a prefix and short numbers as they are', () => {
    const line = '{"level":30,"time":"2026-11-21T15:39:52.236Z","ms":12.3,"key":"svc_abcdefgh"}\n'
    expect(scrubLine(line)).toBe(line)
    expect(scrubLine('at [1.50712,-42.123456] of svc_pub_abcdABCD1234')).toBe('at [1.50,-42.12] of svc_pub_abcd...')
  })
})
