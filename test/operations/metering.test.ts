// Keys, errors and limits (decisions `keys-and-credits`, `errors`) as a client sees them, through both transports:
// keys, origins, credits, ceilings, slots, and what is charged when something fails or the client leaves.

import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createKey } from '../../src/metering/api-key.ts'
import type { PlanOverrides } from '../../src/metering/plans.ts'
import { fakeCatalogue } from '../support/fake-catalogue.ts'
import { type FakeApp, type FakeOptions, NOW_MS, startFakeApp } from '../support/fake-services.ts'
import { OPERATION_ROWS } from '../../rest-compat/routes.ts'
import { askGraphql, getJson, postJson } from './transports.ts'

let app: FakeApp
let nowMs = NOW_MS
afterEach(() => app.close())
async function start(options: FakeOptions = {}): Promise<void> {
  nowMs = NOW_MS
  app = await startFakeApp({ nowMs: () => nowMs, catalogue: fakeCatalogue(), ...options })
}
function addKey(overrides: PlanOverrides = {}, browserOrigins?: string[]): string {
  const { key, record } = createKey({
    project: 'p',
    plan: 'free',
    ...(browserOrigins === undefined ? {} : { browser: true, origins: browserOrigins }),
  })
  app.keys.add({ ...record, overrides })
  return key
}
const keyed = (key: string, more: Record<string, string> = {}) => ({ 'x-api-key': key, ...more })
const elevation = (headers: Record<string, string> = {}) =>
  getJson(`${app.api}/tiles/v1/elevation/current/sample?points=1,1`, headers)
const box = (headers: Record<string, string> = {}) =>
  getJson(`${app.api}/pois/v1/bbox?min_lat=42&min_lon=1&max_lat=43&max_lon=2`, headers)
const loops = (headers: Record<string, string> = {}) =>
  postJson(`${app.api}/v1/roundtrips`, { start: [1.5, 42.5], distance_km: 5 }, headers)
const usedBy = async (key: string): Promise<number> =>
  (await getJson(`${app.api}/v1/usage`, keyed(key))).body.credits.used

describe('calls without a key', () => {
  test('have 500 credits a day per address, then 429 until midnight UTC, and are not told of a key', async () => {
    await start()
    const document = `query ($points: [LonLat!]!) { ${Array.from({ length: 50 }, (_, n) => `a${n}: points(at: $points) { elevation { heightM } }`).join(' ')} }`
    for (let i = 0; i < 10; i++) {
      nowMs += 10_000
      const { status, headers, cost } = await askGraphql(app, document, {
        points: [
          [1, 1],
          [2, 1],
        ],
      })
      expect(cost).toMatchObject({ charged: 50, remaining: 450 - i * 50 })
      expect(status).toBe(200)
      expect(headers.get('x-service-credits-remaining')).toBeNull()
    }
    nowMs += 10_000
    const refused = await elevation()
    expect(refused).toMatchObject({ status: 429, body: { error: 'credits_exhausted' } })
    expect(Number(refused.headers.get('retry-after'))).toBe(Math.ceil((Date.UTC(2026, 10, 22) - nowMs) / 1000))
    expect(refused.headers.get('ratelimit')).toMatch(/"credits";r=0;t=\d+/)
    nowMs = Date.UTC(2026, 10, 22)
    expect((await elevation()).status).toBe(200)
  })
})

describe('a key', () => {
  test.each([
    ...new Set(
      OPERATION_ROWS.filter(({ operation, host }) => operation.takesKey && host === 'api').map(({ path }) => path),
    ),
  ])('is told what is left where a method is not taken: %s', async (path) => {
    await start()
    const url = app.api + path.replaceAll(/\{[^}]+\}/g, '1')
    const ask = (headers: Record<string, string>) => fetch(url, { method: 'PATCH', headers })
    const answer = await ask(keyed(addKey()))
    expect([answer.status, answer.headers.get('x-service-credits-remaining')]).toEqual([405, '30000'])
    for (const headers of [{}, keyed('svc_nobody')]) {
      const other = await ask(headers)
      expect([other.status, other.headers.get('x-service-credits-remaining')]).toEqual([405, null])
    }
  })

  test('learns what is left from every answer: done, refused and failed, through both transports', async () => {
    await start({ routeFailure: undefined })
    const key = addKey({ credits: 4 })
    const left = (answer: { headers: Headers }) => answer.headers.get('x-service-credits-remaining')
    expect(left(await elevation(keyed(key)))).toBe('3')
    expect(left(await getJson(`${app.api}/tiles/v1/elevation/none/sample?points=1,1`, keyed(key)))).toBe('3')
    expect(left(await getJson(`${app.api}/tiles/v1/elevation/current/sample?points=x`, keyed(key)))).toBe('3')
    expect(left(await askGraphql(app, '{ points(at: [[1, 1]]) { elevation { heightM } } }', {}, keyed(key)))).toBe('2')
    expect(left(await getJson(`${app.api}/v1/usage`, keyed(key)))).toBe('2')
    const refused = await loops(keyed(key))
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'credits_exhausted' } } })
    expect(left(refused)).toBe('2')
  })

  test('counts for its month and plan; the first of the next month starts over', async () => {
    await start()
    const key = addKey({ credits: 1 })
    expect((await elevation(keyed(key))).status).toBe(200)
    expect((await elevation(keyed(key))).status).toBe(429)
    nowMs = Date.UTC(2026, 11, 1)
    expect((await elevation(keyed(key))).status).toBe(200)
  })

  test('two different ones are 400 in the shape of the operation, an unknown one 401', async () => {
    await start()
    const [one, two] = [addKey(), addKey()]
    expect(await postJson(`${app.api}/v1/route?key=${two}`, { waypoints: [] }, keyed(one))).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input' } },
    })
    expect(await postJson(`${app.api}/route/v1?key=${two}`, {}, keyed(one))).toMatchObject({
      status: 400,
      body: { status_code: 400, service: { code: 'invalid_input' } },
    })
    const unknown = await getJson(`${app.api}/search/v1/forward?q=ab`, { authorization: `Bearer ${one.slice(0, -1)}_` })
    expect(unknown).toMatchObject({ status: 401, body: { error: 'invalid_key' } })
    expect(unknown.headers.get('www-authenticate')).toBe('Bearer')
  })
})

describe('a browser key', () => {
  test('works from its origins only; the refusal can be read by the page, and costs nothing', async () => {
    await start()
    const key = addKey({}, ['https://app.example.org', 'https://*.example.net:8443'])
    for (const origin of ['https://app.example.org', 'https://a.b.example.net:8443'])
      expect((await elevation(keyed(key, { origin }))).status).toBe(200)
    for (const origin of [
      'http://app.example.org',
      'https://app.example.org:444',
      'https://example.org',
      'https://example.net:8443',
      'https://evilexample.net:8443',
      'null',
      '',
    ]) {
      const refused = await elevation(keyed(key, origin === '' ? {} : { origin }))
      expect(refused, origin).toMatchObject({ status: 403, body: { error: 'origin_not_allowed' } })
      expect(refused.headers.get('access-control-allow-origin')).toBe('*')
      expect(refused.headers.get('access-control-allow-credentials')).toBeNull()
    }
    expect(
      (
        await askGraphql(
          app,
          '{ point(at: [1, 1]) { elevation { heightM } } }',
          {},
          keyed(key, { origin: 'https://evil.example' }),
        )
      ).errors![0].extensions,
    ).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED', status: 403 })
    expect(await getJson(`${app.api}/v1/usage`, keyed(key, { origin: 'https://app.example.org' }))).toMatchObject({
      status: 200,
      body: { credits: { used: 2 } },
    })
  })

  test('is held to 2 requests a second for each visitor, with a burst of 4', async () => {
    await start({ trustedProxies: ['127.0.0.1'] })
    const key = addKey({}, ['https://app.example.org'])
    const from = (address: string) =>
      elevation(keyed(key, { origin: 'https://app.example.org', 'x-forwarded-for': address }))
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await from('203.0.113.1')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect((await from('203.0.113.2')).status).toBe(200)
    nowMs += 500
    expect((await from('203.0.113.1')).status).toBe(200)
    const refused = await from('203.0.113.1')
    expect(refused.body.error).toBe('rate_limited')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('ratelimit-policy')).toContain('"rate";q=4;w=2')
  })
})

describe('area lookups', () => {
  test('stop at three times the daily average of the plan, in both transports; everything else goes on, and so does the next day', async () => {
    await start()
    const key = addKey({ credits: 50 }) // 5 a day
    expect((await box(keyed(key))).status).toBe(200)
    expect(
      (await askGraphql(app, '{ places(where: {area: {box: [1,42,2,43]}}) { edges { node { id } } } }', {}, keyed(key)))
        .errors,
    ).toBeUndefined()
    const refused = await box(keyed(key))
    expect(refused).toMatchObject({ status: 429, body: { error: 'bbox_daily_ceiling' } })
    expect(refused.headers.get('retry-after')).toBe(String(12 * 3600))
    const inGraphql = await askGraphql(
      app,
      '{ places(where: {area: {box: [1,42,2,43]}}) { edges { node { id } } } }',
      {},
      keyed(key),
    )
    expect(inGraphql.errors![0].extensions).toMatchObject({ code: 'BBOX_DAILY_CEILING', status: 429 })
    expect(await usedBy(key)).toBe(4)
    expect((await elevation(keyed(key))).status).toBe(200)
    nowMs = Date.UTC(2026, 10, 22)
    expect((await box(keyed(key))).status).toBe(200)
  })
})

describe('what is charged', () => {
  test('nothing for 400, 404, 413, 422, 429 and 503', async () => {
    await start({ release: null })
    const key = addKey()
    expect((await elevation(keyed(key))).status).toBe(503)
    expect((await getJson(`${app.api}/tiles/v1/elevation/current/sample?points=x`, keyed(key))).status).toBe(400)
    expect((await getJson(`${app.api}/trails/v1/relation/999999`, keyed(key))).status).toBe(404)
    expect((await postJson(`${app.api}/v1/route`, `"${'x'.repeat(1_100_000)}"`, keyed(key))).status).toBe(413)
    expect((await postJson(`${app.api}/v1/roundtrips`, { start: [1, 42], distance_km: 70 }, keyed(key))).status).toBe(
      422,
    )
    expect(await usedBy(key)).toBe(0)
  })

  test('a client that leaves is charged for what ran: of two fields one is done, the other never will be', async () => {
    let nobody: () => void = () => {}
    await start({ hold: new Promise((resolve) => (nobody = resolve)) })
    const key = addKey()
    const body = JSON.stringify({
      query:
        '{ points(at: [[1, 1]]) { elevation { heightM } } route(input: { waypoints: [{at: [1.5,42.5]},{at: [1.55,42.52]}] }) { lengthM } loops: point(at: [1.5,42.5]) { loops(lengthM: 5000) { status } } }',
    })
    const call = request(`${app.api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...keyed(key) },
    })
    call.on('error', () => {})
    call.end(body)
    await expect.poll(() => app.planned.length).toBeGreaterThan(0)
    expect(await usedBy(key)).toBe(7)
    call.destroy()
    await expect.poll(() => usedBy(key)).toBe(1)
    nobody()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await usedBy(key)).toBe(1)
  })

  test('a REST client that leaves before its answer is made pays nothing', async () => {
    let nobody: () => void = () => {}
    await start({ hold: new Promise((resolve) => (nobody = resolve)), routeFailure: new Error('stopped') })
    const key = addKey()
    const call = request(`${app.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...keyed(key) },
    })
    call.on('error', () => {})
    call.end('{"waypoints":[[1.5,42.5],[1.55,42.52]]}')
    await expect.poll(() => app.planned.length).toBe(1)
    call.destroy()
    await expect.poll(() => app.aborted.length).toBe(1)
    nobody()
    await expect.poll(() => usedBy(key)).toBe(0)
  })
})

describe('heavy requests', () => {
  test('one at a time on Free, per project and not per key, in both transports, also with METERING=off', async () => {
    let finish: () => void = () => {}
    await start({ hold: new Promise((resolve) => (finish = resolve)), metering: false })
    const [one, two] = [addKey(), addKey()]
    const first = loops(keyed(one))
    await expect.poll(() => app.planned.length).toBe(1)
    const refused = await loops(keyed(two))
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'concurrency_limit' } } })
    expect(refused.headers.get('retry-after')).toBe('2')
    const inGraphql = await askGraphql(
      app,
      '{ point(at: [1.5,42.5]) { loops(lengthM: 5000) { status } } }',
      {},
      keyed(two),
    )
    expect(inGraphql.errors![0].extensions).toMatchObject({ code: 'CONCURRENCY_LIMIT', status: 429 })
    expect(inGraphql.headers.get('retry-after')).toBe('2')
    finish()
    expect((await first).status).toBe(200)
    expect((await loops(keyed(two))).status).toBe(200)
  })
})

describe('usage', () => {
  test('is the same through both transports, and 401 without a key', async () => {
    await start()
    const key = addKey()
    await elevation(keyed(key))
    const rest = (await getJson(`${app.api}/v1/usage`, keyed(key))).body
    const { data } = await askGraphql(
      app,
      '{ service { usage { period { fromAt toAt } plan credits { limit used remaining resetsAt } operations { operation calls credits } } } }',
      {},
      keyed(key),
    )
    expect(data.service.usage).toEqual({
      period: { fromAt: rest.period.from, toAt: rest.period.to },
      plan: 'free',
      credits: { limit: 30_000, used: 1, remaining: 29_999, resetsAt: rest.credits.resets_at },
      operations: [...rest.operations, { operation: 'usage', calls: 1, credits: 0 }],
    })
    expect((await askGraphql(app, '{ service { usage { plan } } }')).errors![0].extensions).toMatchObject({
      code: 'INVALID_KEY',
      status: 401,
    })
  })
})
