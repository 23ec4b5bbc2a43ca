import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { say } from '../../src/language/sentence.ts'
import { getJson, postJson, startFakeApp, type FakeApp, type FakeOptions } from '../support/fake-services.ts'

let app: FakeApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})
const start = async (options: FakeOptions = {}) => (app = await startFakeApp({ metering: false, ...options }))
const scrape = async (headers: Record<string, string> = {}) => {
  const answer = await fetch(`${app!.ops}/metrics`, { headers })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const value = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? NaN,
  )

describe('/metrics', () => {
  test('counts requests by operation, transport and status, with time, bytes and credits', async () => {
    await start()
    const route = {
      waypoints: [
        [1.5, 42.5],
        [1.55, 42.52],
      ],
    }
    for (let i = 0; i < 3; i++) await postJson(`${app!.api}/v1/route`, route)
    await postJson(`${app!.api}/v1/route`, { waypoints: 1 })
    await postJson(`${app!.api}/graphql`, {
      query:
        '{ route(input: { waypoints: [{at: [1.5,42.5]},{at: [1.55,42.52]}] }) { lengthM } a: service { artifacts { name } } b: service { artifacts { name } } }',
    })
    await getJson(`${app!.api}/nowhere`)
    const { status, type, text } = await scrape()
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(value(text, 'waypost_requests_total{operation="waypoint-route",transport="rest",status="200"}')).toBe(3)
    expect(value(text, 'waypost_requests_total{operation="waypoint-route",transport="rest",status="400"}')).toBe(1)
    expect(value(text, 'waypost_requests_total{operation="graphql",transport="graphql",status="200"}')).toBe(1)
    expect(value(text, 'waypost_requests_total{operation="none",transport="page",status="404"}')).toBe(1)
    expect(value(text, 'waypost_request_seconds_count{operation="waypoint-route",transport="rest"}')).toBe(4)
    expect(value(text, 'waypost_credits_charged_total{operation="waypoint-route",transport="rest"}')).toBe(3)
    expect(value(text, 'waypost_answer_bytes_total{operation="waypoint-route",transport="rest"}')).toBeGreaterThan(1000)
    expect(value(text, 'waypost_graphql_operations_total{operation="waypoint-route",status="200"}')).toBe(1)
    expect(value(text, 'waypost_graphql_operations_total{operation="status",status="200"}')).toBe(2)
    expect(value(text, 'waypost_requests_in_flight')).toBe(0)
  })

  test('is nothing to who comes through a proxy, and nothing to a wrong token', async () => {
    await start({ ops: { metricsToken: 'a-long-token' } })
    expect((await scrape({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
    expect((await scrape({ forwarded: 'for=127.0.0.1' })).status).toBe(404)
    expect((await scrape({ via: '1.1 proxy' })).status).toBe(404)
    expect((await scrape({ 'x-forwarded-for': '1.2.3.4', authorization: 'Bearer wrong' })).status).toBe(404)
    expect((await scrape({ 'x-forwarded-for': '1.2.3.4', authorization: 'Bearer a-long-token' })).status).toBe(200)
    expect((await scrape()).status).toBe(200)
  })

  test('is not on the public ports', async () => {
    await start()
    for (const base of [app!.api, app!.site])
      expect((await getJson(`${base}/metrics`)).body).toMatchObject({ error: 'not_found' })
  })

  test('wants the token of everybody where its listener is not on loopback', async () => {
    await start({ ops: { metricsToken: 'a-long-token', isLoopback: false } })
    expect((await scrape()).status).toBe(404)
    expect((await scrape({ authorization: 'Bearer a-long-token' })).status).toBe(200)
  })

  test('is nothing to a page whose name was resolved to this machine', async () => {
    await start()
    const { port } = new URL(app!.ops)
    const status = (host: string) =>
      new Promise((resolve) =>
        request({ port, path: '/metrics', headers: { host } }, (answer) => resolve(answer.resume().statusCode)).end(),
      )
    expect([await status('evil.example'), await status(`localhost:${port}`)]).toEqual([404, 200])
  })

  test('without a token set, none opens it', async () => {
    await start()
    expect((await scrape({ 'x-forwarded-for': '1.2.3.4', authorization: 'Bearer ' })).status).toBe(404)
    expect((await scrape({ 'x-forwarded-for': '1.2.3.4', authorization: 'Bearer undefined' })).status).toBe(404)
  })

  test('a client that left counts as 499', async () => {
    await start({ hold: new Promise(() => undefined) })
    const call = request(`${app!.api}/v1/route`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    call.on('error', () => undefined)
    call.end(
      JSON.stringify({
        waypoints: [
          [1.5, 42.5],
          [1.55, 42.52],
        ],
      }),
    )
    await expect.poll(() => app!.planned.length).toBe(1)
    call.destroy()
    await expect
      .poll(async () =>
        value(
          (await scrape()).text,
          'waypost_requests_total{operation="waypoint-route",transport="rest",status="499"}',
        ),
      )
      .toBe(1)
  })
})

describe('the listener of probes', () => {
  test('answers /healthz and /readyz as the public port does, and nothing else', async () => {
    await start({ findUnready: () => say('error.network_unavailable.no_thread') })
    expect(await (await fetch(`${app!.ops}/healthz`)).text()).toBe('ok')
    const [here, there] = [await getJson(`${app!.ops}/readyz`), await getJson(`${app!.api}/readyz`)]
    expect([here.status, here.body, here.headers.get('retry-after')]).toEqual([503, there.body, '2'])
    expect((await getJson(`${app!.ops}/v1/usage`)).status).toBe(404)
    expect((await fetch(`${app!.ops}/healthz`, { method: 'POST' })).status).toBe(405)
    await app!.close()
    await start()
    expect((await getJson(`${app!.ops}/readyz`)).body).toEqual((await getJson(`${app!.api}/readyz`)).body)
  })
})

describe('/readyz', () => {
  test('is 503 with the reason and Retry-After while requests cannot be answered', async () => {
    await start({ findUnready: () => say('error.network_unavailable.no_thread') })
    const { status, headers, body } = await getJson(`${app!.api}/readyz`)
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '2',
      { error: 'network_unavailable', message: 'No routing thread is up.' },
    ])
    expect((await fetch(`${app!.api}/healthz`)).status).toBe(200)
  })

  test('is 503 without a release, 200 with one', async () => {
    await start({ release: null })
    expect((await getJson(`${app!.api}/readyz`)).status).toBe(503)
    await app!.close()
    await start()
    expect((await getJson(`${app!.api}/readyz`)).body).toMatchObject({ status: 'ready' })
  })
})
