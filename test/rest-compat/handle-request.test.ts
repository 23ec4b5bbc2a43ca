import { connect } from 'node:net'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { request as httpRequest } from 'node:http'
import pino from 'pino'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../src/metering/api-key.ts'
import { FAKE_RELEASE, type FakeApp, NOW_MS, getJson, postJson, startFakeApp } from '../support/fake-services.ts'

const ROUTE = {
  waypoints: [
    [1.5, 42.5],
    [1.55, 42.52],
  ],
}
let shared: FakeApp
let own: FakeApp | undefined
beforeAll(async () => {
  shared = await startFakeApp({ metering: false })
})
afterAll(() => shared.close())
afterEach(async () => {
  await own?.close()
  own = undefined
})

function rawRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer | string },
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      },
    )
    request.on('error', reject)
    request.end(options.body)
  })
}

describe('hosts', () => {
  test('each host answers 404 at paths of the other', async () => {
    expect((await getJson(`${shared.api}/api/route/capabilities`)).status).toBe(404)
    expect((await getJson(`${shared.api}/api/weather/forecast`)).status).toBe(404)
    expect((await getJson(`${shared.site}/tiles/v1/status`)).status).toBe(404)
    expect((await postJson(`${shared.site}/v1/route`, ROUTE)).status).toBe(404)
  })

  test('the Host header decides where it names the other public host', async () => {
    const viaApiPort = await rawRequest(`${shared.api}/api/route/capabilities`, {
      headers: { host: new URL(shared.site).host },
    })
    expect(viaApiPort.status).toBe(200)
    const foreign = await rawRequest(`${shared.api}/tiles/v1/status`, { headers: { host: 'example.org' } })
    expect(foreign.status).toBe(200)
  })
})

describe('errors of documented paths have the shape of their operation', () => {
  test('405 names the methods in Allow', async () => {
    const product = await getJson(`${shared.api}/v1/route`)
    expect(product.status).toBe(405)
    expect(product.headers.get('allow')).toBe('POST, OPTIONS')
    expect(product.body.error.code).toBe('method_not_allowed')
    const route = await getJson(`${shared.api}/route/v1`)
    expect(route.body).toMatchObject({ status_code: 405, service: { code: 'method_not_allowed' } })
    expect(typeof route.body.error).toBe('string')
    const plain = await postJson(`${shared.api}/tiles/v1/status`, {})
    expect(plain.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(plain.body.error).toBe('method_not_allowed')
  })

  test('415 for a body that is not JSON, also what curl -d sends by itself', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=utf-16']) {
      const answer = await postJson(`${shared.api}/v1/route`, ROUTE, { 'content-type': type })
      expect(answer.status, type).toBe(415)
      expect(answer.body.error.code).toBe('unsupported_media_type')
    }
    expect((await postJson(`${shared.api}/v1/route`, ROUTE, { 'content-encoding': 'zstd' })).status).toBe(415)
    expect(
      (await postJson(`${shared.api}/v1/route`, ROUTE, { 'content-type': 'application/json; charset=UTF-8' })).status,
    ).toBe(200)
  })

  test('413 for a body over 1 MB, announced or not', async () => {
    const long = JSON.stringify({ ...ROUTE, note: 'x'.repeat(1_048_576) })
    const announced = await postJson(`${shared.api}/v1/route`, long)
    expect(announced.status).toBe(413)
    expect(announced.body.error.code).toBe('too_large')
    const chunked = await rawRequest(`${shared.api}/route/v1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      body: long,
    })
    expect(chunked.status).toBe(413)
    expect(JSON.parse(chunked.body.toString())).toMatchObject({ status_code: 413, service: { code: 'too_large' } })
  })

  test('413 for a small body that unpacks to more than 1 MB', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1_048_576, 0x20))
    expect(bomb.length).toBeLessThan(100_000)
    const answer = await rawRequest(`${shared.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: bomb,
    })
    expect(answer.status).toBe(413)
  })

  test('a packed body within the limit is read', async () => {
    for (const [encoding, body] of [
      ['gzip', gzipSync(JSON.stringify(ROUTE))],
      ['br', brotliCompressSync(JSON.stringify(ROUTE))],
    ] as const) {
      const answer = await rawRequest(`${shared.api}/v1/route`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body,
      })
      expect(answer.status, encoding).toBe(200)
    }
    const broken = await rawRequest(`${shared.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: 'not gzip',
    })
    expect(broken.status).toBe(400)
  })

  test('500 says nothing of the inside and carries the request id, which the log has with the cause', async () => {
    const lines: string[] = []
    const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })
    own = await startFakeApp({ routeFailure: new Error('secret path /srv/data'), log: pino({ level: 'info' }, sink) })
    const answer = await postJson(`${own.api}/v1/route`, ROUTE, { 'x-request-id': 'abc-123' })
    expect(answer.status).toBe(500)
    expect(answer.body.error).toEqual({
      code: 'internal',
      message: 'Something went wrong inside the service. Request id: abc-123.',
    })
    expect(answer.headers.get('x-request-id')).toBe('abc-123')
    const logged = lines.map((line) => JSON.parse(line)).find((line) => line.code === 'internal')
    expect(logged).toMatchObject({ requestId: 'abc-123', operation: 'waypoint-route' })
    expect(logged.stack).toContain('secret path')
  })
})

describe('hostile bodies are a 400 in our own words', () => {
  const hostile: [string, string, string][] = [
    ['a megabyte of brackets', '['.repeat(1_000_000), 'invalid_json'],
    ['deep nesting that closes', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'invalid_json'],
    ['cut JSON', '{"waypoints":[[1,2]', 'invalid_json'],
    ['NaN', '{"waypoints":[[NaN,2],[1,2]]}', 'invalid_json'],
    ['an infinite number', '{"waypoints":[[1e999,2],[1,2]]}', 'invalid_input'],
    ['text for a number', '{"waypoints":[["1",2],[1,2]]}', 'invalid_input'],
    ['a list for a body', '[1,2]', 'invalid_input'],
    ['null', 'null', 'invalid_input'],
    ['no body', '', 'invalid_json'],
    ['__proto__', '{"__proto__":{"waypoints":[[1,2],[1,2]]}}', 'invalid_input'],
    ['one waypoint', '{"waypoints":[[1,2]]}', 'invalid_input'],
    ['101 waypoints', JSON.stringify({ waypoints: Array.from({ length: 101 }, () => [1, 42]) }), 'invalid_input'],
    ['half a million waypoints', `{"waypoints":[${'1,'.repeat(500_000)}1]}`, 'invalid_input'],
    ['a waypoint of three', '{"waypoints":[[1,2,3],[1,2]]}', 'invalid_input'],
    ['latitude 91', '{"waypoints":[[1,91],[1,2]]}', 'invalid_input'],
    ['a leg that does not exist', '{"waypoints":[[1,2],[1,2]],"straight_legs":[1]}', 'invalid_input'],
    ['a fraction for a grade', '{"waypoints":[[1,2],[1,2]],"max_sac":2.5}', 'invalid_input'],
    ['an unknown word', '{"waypoints":[[1,2],[1,2]],"profile":"swim"}', 'invalid_input'],
  ]
  test.each(hostile)('%s', async (_name, body, code) => {
    const answer = await postJson(`${shared.api}/v1/route`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toBe(code)
    expect(answer.body.error.message).not.toMatch(/Invalid input|Too (small|big)|Unrecognized|received|zod/i)
  })

  test('the message names the field in snake_case and what was expected', async () => {
    const message = async (extra: object) =>
      (await postJson(`${shared.api}/v1/route`, { ...ROUTE, ...extra })).body.error.message
    expect(await message({ snap_radius_m: 9 })).toBe(
      '`snap_radius_m`: expected a number from 10 to 5000 (metres), got 9.',
    )
    expect(await message({ waypoints: undefined })).toBe(
      '`waypoints` is missing: expected a list of 2 to 100 [lon, lat] pairs.',
    )
    expect(await message({ marked_trails: 'always' })).toBe(
      '`marked_trails`: expected one of "strict", "prefer", "off", got "always".',
    )
  })

  test('bytes that are no HTTP get a short 400, a header over 96 KB a 431', async () => {
    const talk = (text: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(shared.api).port), '127.0.0.1', () => socket.write(text))
        let answer = ''
        socket.on('data', (chunk) => (answer += chunk))
        socket.on('close', () => resolve(answer))
        socket.on('error', () => resolve(answer))
      })
    expect(await talk('GARBAGE\r\n\r\n')).toContain('400 Bad Request')
    expect(await talk(`GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`)).toContain('431')
  })

  test('a path with broken escapes is 404', async () => {
    expect((await rawRequest(`${shared.api}/tiles/v1/elevation/%ZZ/sample?points=1,1`, {})).status).toBe(404)
  })
})

describe('the pipeline', () => {
  test('tells rates and credits in the headers of the IETF draft, and a keyed caller what is left', async () => {
    own = await startFakeApp()
    const { key, record } = createKey({ project: 'p', plan: 'free' })
    own.keys.add(record)
    const open = await postJson(`${own.api}/v1/route`, ROUTE)
    expect(open.headers.get('ratelimit')).toBe('"rate";r=9;t=1, "credits";r=499;t=43200')
    expect(open.headers.get('ratelimit-policy')).toBe('"rate";q=10;w=2, "credits";q=500;w=86400')
    expect(open.headers.get('x-service-credits-remaining')).toBeNull()
    const keyed = await postJson(`${own.api}/v1/route`, ROUTE, { authorization: `Bearer ${key}` })
    expect(keyed.headers.get('x-service-credits-remaining')).toBe('29999')
  })

  test('a call that fails costs nothing', async () => {
    own = await startFakeApp({ release: null })
    const failed = await getJson(`${own.api}/tiles/v1/elevation/current/sample?points=1,1`)
    expect(failed.status).toBe(503)
    expect(failed.headers.get('ratelimit')).toContain('r=500')
    expect((await postJson(`${own.api}/v1/route`, { waypoints: [] })).headers.get('ratelimit')).toContain('r=500')
  })

  test('an unknown key is 401 in the shape of the operation', async () => {
    const answer = await postJson(`${shared.api}/route/v1`, {}, { 'x-api-key': 'svc_unknown' })
    expect(answer.status).toBe(401)
    expect(answer.body.service.code).toBe('invalid_key')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('operations that take no key ignore a bad one', async () => {
    expect((await getJson(`${shared.api}/tiles/v1/status?key=nonsense`)).status).toBe(200)
  })

  test('the 11th request at once is 429 rate_limited with Retry-After, before its body is looked at', async () => {
    own = await startFakeApp()
    const answers = []
    for (let i = 0; i < 11; i++) answers.push(await postJson(`${own.api}/v1/route`, i === 10 ? 'not json' : ROUTE))
    expect(answers.map((answer) => answer.status)).toEqual([...new Array(10).fill(200), 429])
    expect(answers[10].body.error.code).toBe('rate_limited')
    expect(answers[10].headers.get('retry-after')).toBe('1')
    expect((await getJson(`${own.api}/tiles/v1/status`)).status).toBe(200)
  })

  test('parse comes before credits: a bad request of an exhausted caller is 400, a good one 429', async () => {
    let nowMs = NOW_MS
    own = await startFakeApp({ nowMs: () => nowMs })
    const many = { waypoints: Array.from({ length: 100 }, () => [1.5, 42.5]) }
    for (let i = 0; i < 50; i++) {
      expect((await postJson(`${own.api}/v1/route`, many)).status).toBe(200)
      nowMs += 1000
    }
    expect((await postJson(`${own.api}/v1/route`, { waypoints: 1 })).status).toBe(400)
    const refused = await postJson(`${own.api}/v1/route`, ROUTE)
    expect(refused.status).toBe(429)
    expect(refused.body.error.code).toBe('credits_exhausted')
    expect(Number(refused.headers.get('retry-after'))).toBe(43_200 - 50)
  })

  test('METERING=off lets everything through and sends no allowance headers', async () => {
    for (let i = 0; i < 12; i++) expect((await postJson(`${shared.api}/v1/route`, ROUTE)).status).toBe(200)
    expect((await postJson(`${shared.api}/v1/route`, ROUTE)).headers.get('ratelimit')).toBeNull()
  })
})

describe('answers', () => {
  test('any origin may read them, without credentials, headers exposed', async () => {
    const answer = await getJson(`${shared.api}/tiles/v1/status`, { origin: 'https://example.org' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    for (const name of [
      'X-Service-Credits-Remaining',
      'RateLimit',
      'Retry-After',
      'ETag',
      'Content-Range',
      'X-Request-Id',
    ])
      expect(answer.headers.get('access-control-expose-headers')).toContain(name)
  })

  test('a preflight is answered with what is allowed', async () => {
    const answer = await fetch(`${shared.api}/v1/route`, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization')
  })

  test('a long one is gzipped only when asked', async () => {
    const plain = await rawRequest(`${shared.api}/openapi.json`, {})
    expect(plain.headers['content-encoding']).toBeUndefined()
    const packed = await rawRequest(`${shared.api}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.vary).toBe('Accept-Encoding')
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
    expect(
      (await rawRequest(`${shared.api}/openapi.json`, { headers: { 'accept-encoding': 'gzip;q=0' } })).headers[
        'content-encoding'
      ],
    ).toBeUndefined()
  })

  test('HEAD has the headers of GET and no body', async () => {
    const head = await rawRequest(`${shared.api}/tiles/v1/status`, { method: 'HEAD' })
    const get = await rawRequest(`${shared.api}/tiles/v1/status`, {})
    expect(head.status).toBe(200)
    expect(head.body.length).toBe(0)
    expect(head.headers['content-length']).toBe(String(get.body.length))
  })

  test('a request id of the caller is echoed, an unfit one replaced', async () => {
    expect(
      (await getJson(`${shared.api}/tiles/v1/status`, { 'x-request-id': 'mine-1' })).headers.get('x-request-id'),
    ).toBe('mine-1')
    expect(
      (await getJson(`${shared.api}/tiles/v1/status`, { 'x-request-id': 'x'.repeat(65) })).headers.get('x-request-id'),
    ).toMatch(/^[0-9a-f]{16}$/)
    // ids reach the log: a key or a coordinate must not
    for (const unfit of [`svc_${'a'.repeat(32)}`, '42.50712'])
      expect(
        (await getJson(`${shared.api}/tiles/v1/status`, { 'x-request-id': unfit })).headers.get('x-request-id'),
      ).toMatch(/^[0-9a-f]{16}$/)
  })

  test('a client that leaves aborts its operation', async () => {
    let release: () => void = () => undefined
    own = await startFakeApp({ hold: new Promise((resolve) => (release = resolve)) })
    const aborter = new AbortController()
    const pending = fetch(`${own.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ROUTE),
      signal: aborter.signal,
    }).catch(() => 'left')
    while (own.planned.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    aborter.abort()
    expect(await pending).toBe('left')
    while (own.aborted.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(own.aborted).toEqual(['client'])
    release()
  })

  test('the access log names operation, status and credits, never coordinates, keys or addresses', async () => {
    const lines: string[] = []
    const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })
    own = await startFakeApp({ log: pino({ level: 'info' }, sink) })
    const { key, record } = createKey({ project: 'p', plan: 'free' })
    own.keys.add(record)
    await getJson(`${own.api}/tiles/v1/elevation/current/sample?points=42.4242,1.5757&key=${key}`)
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(JSON.parse(lines[0])).toMatchObject({
      operation: 'elevation',
      status: 200,
      credits: 1,
      key: record.prefix,
      host: 'api',
    })
    expect(lines.join('')).not.toMatch(/42\.4242|1\.5757|127\.0\.0\.1/)
    expect(lines.join('')).not.toContain(key)
  })
})

describe('pages', () => {
  test('/readyz is 503 without a release and names it with one', async () => {
    own = await startFakeApp({ release: null })
    expect((await getJson(`${own.api}/readyz`)).status).toBe(503)
    expect((await getJson(`${shared.api}/readyz`)).body).toEqual({ status: 'ready', release: FAKE_RELEASE.id })
  })

  test('the front page of the site links GraphiQL', async () => {
    const page = await (await fetch(`${shared.site}/`)).text()
    expect(page).toContain(`${shared.api}/graphql`)
  })
})
