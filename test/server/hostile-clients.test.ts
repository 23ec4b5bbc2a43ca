// Clients that are slow, silent, greedy or broken, against the whole app over a real socket. Time limits are cut to
// fractions of a second; that the server answers others meanwhile, and holds nothing afterwards, is what counts.

import { connect, type Socket } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpRoute } from '../../src/server/handle-request.ts'
import { sendBytes } from '../../src/server/send-answer.ts'
import { getJson, startFakeApp, type FakeApp, type FakeOptions } from '../support/fake-services.ts'

const LIMITS = { headersMs: 400, requestMs: 900, idleMs: 1500, keepAliveMs: 400, checkMs: 50 }
const ROUTE = JSON.stringify({
  waypoints: [
    [1.5, 42.5],
    [1.55, 42.52],
  ],
})
/** More than the kernel's buffers take of one connection, several times over. */
const LARGE_PAGE: HttpRoute = {
  host: 'api',
  method: 'GET',
  path: '/large',
  name: 'large',
  handle: (context) => sendBytes(context, 200, 'text/plain', Buffer.alloc(8_000_000, 32)),
}
let app: FakeApp | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app?.close()
  app = undefined
})

const start = async (options: FakeOptions = {}) =>
  (app = await startFakeApp({ metering: false, limits: LIMITS, ...options }))
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const post = (path: string, body: string | Buffer, headers = '') =>
  Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n`,
    ),
    Buffer.from(body),
  ])

/** A raw connection: what came back so far, and when it was closed. */
function dial(options: { allowHalfOpen?: boolean } = {}) {
  const socket = connect({ port: Number(new URL(app!.api).port), host: '127.0.0.1', ...options })
  sockets.push(socket)
  const line = {
    socket,
    text: '',
    closed: false,
    answers: () =>
      line.text
        .split(/(?=HTTP\/1\.1 \d)/)
        .filter((part) => part.startsWith('HTTP/1.1 '))
        .map((part) => Number(part.slice(9, 12))),
  }
  socket.on('data', (chunk: Buffer) => (line.text += chunk.toString('latin1')))
  socket.on('close', () => (line.closed = true))
  socket.on('error', () => undefined)
  return line
}

/** 64 KB of a chunked body. */
const CHUNK = `10000\r\n${' '.repeat(65_536)}\r\n`

/** Writes piece after piece until the other side closes. */
async function drip(socket: Socket, text: string, everyMs: number): Promise<void> {
  for (const letter of text) {
    if (socket.destroyed || socket.writableEnded) return
    socket.write(letter)
    await after(everyMs)
  }
}
const others = async () => expect((await getJson(`${app!.api}/tiles/v1/status`)).status).toBe(200)
const held = () => app!.app.lifecycle.admission.state

describe('slow clients', () => {
  test('a head that comes byte by byte ends with 408 in the time of a head, others are answered meanwhile', async () => {
    await start()
    const lines = Array.from({ length: 20 }, () => dial())
    for (const { socket } of lines)
      void drip(socket, `GET /tiles/v1/status HTTP/1.1\r\nHost: x\r\nX-Slow: ${'s'.repeat(200)}`, 50)
    await others()
    await expect.poll(() => lines.every(({ closed }) => closed)).toBe(true)
    for (const { text } of lines) expect(text).toMatch(/^HTTP\/1\.1 408 .*"timeout"/s)
  })

  test('a body that comes byte by byte ends with 408 in the time of a request, and nothing stays held', async () => {
    await start()
    const lines = Array.from({ length: 20 }, () => dial())
    for (const { socket } of lines) {
      socket.write(
        `POST /v1/route HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${ROUTE.length}\r\n\r\n`,
      )
      void drip(socket, ROUTE, 50)
    }
    await expect.poll(() => held().bodyBytes).toBe(20 * ROUTE.length)
    await others()
    await expect.poll(() => lines.every(({ closed }) => closed)).toBe(true)
    for (const { text } of lines) expect(text).toContain('408 Request Timeout')
    await expect.poll(held).toMatchObject({ inFlight: 0, bodyBytes: 0 })
  })

  test('a large body that comes too slowly is given up, so that it keeps no room from others', async () => {
    await start({ limits: { ...LIMITS, requestMs: 60_000, idleMs: 60_000 } })
    const { socket, ...line } = dial()
    socket.write(
      'POST /v1/gpx/clean HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{"gpx":"',
    )
    const dripping = drip(socket, 'x'.repeat(400), 100)
    await expect.poll(() => held().bodyBytes).toBe(5_000_000)
    await expect.poll(() => held().bodyBytes).toBe(0)
    await dripping
    void line
    expect(app!.app.lifecycle.admission.cutOff.slow_body).toBe(1)
  })

  test('a connection that says nothing at all is closed in the time of a head', async () => {
    await start()
    const lines = Array.from({ length: 20 }, () => dial())
    await expect.poll(() => lines.every(({ closed }) => closed)).toBe(true)
    await others()
  })

  test('a kept-alive connection does not stay open by a letter now and then', async () => {
    await start()
    const line = dial()
    line.socket.write('GET /tiles/v1/status HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => line.answers()).toEqual([200])
    void drip(line.socket, `GET /tiles/v1/status HTTP/1.1\r\nHost: x\r\nX: ${'s'.repeat(300)}`, 50)
    await expect.poll(() => line.closed).toBe(true)
    expect(
      line
        .answers()
        .slice(1)
        .every((status) => status === 408),
    ).toBe(true)
  })

  test('an idle kept-alive connection is closed after its time', async () => {
    await start()
    const line = dial()
    line.socket.write('GET /tiles/v1/status HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => line.answers()).toEqual([200])
    await expect.poll(() => line.closed).toBe(true)
  })
})

describe('half-open sockets', () => {
  test('a client that closes its side after the request still gets its answer', async () => {
    await start()
    const line = dial({ allowHalfOpen: true })
    line.socket.end('GET /tiles/v1/status HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => line.answers()).toEqual([200])
    await expect.poll(() => line.closed).toBe(true)
  })

  test('a client that vanishes in the middle of a body leaves nothing behind', async () => {
    await start()
    const lines = Array.from({ length: 50 }, () => dial())
    for (const { socket } of lines) socket.write(post('/v1/route', ROUTE).subarray(0, -20))
    await expect.poll(() => held().inFlight).toBe(50)
    for (const { socket } of lines) socket.resetAndDestroy()
    await expect.poll(held).toMatchObject({ inFlight: 0, bodyBytes: 0 })
    expect(app!.planned).toEqual([])
  })

  test('a client that closes its side in the middle of a body is not waited for', async () => {
    await start()
    const line = dial({ allowHalfOpen: true })
    line.socket.end(post('/v1/route', ROUTE).subarray(0, -20))
    await expect.poll(held).toMatchObject({ inFlight: 0, bodyBytes: 0 })
    line.socket.destroy()
    await others()
  })
})

describe('greedy clients', () => {
  test('200 bodies of 5 MB at once: what does not fit is refused before it is read, what is let in is answered, memory stays bounded', async () => {
    const capBytes = 16 * 1_048_576
    await start({ parts: { overload: { maxBodyBytes: capBytes } }, limits: {} })
    const body = JSON.stringify({ gpx: `<gpx>${' '.repeat(4_990_000)}</gpx>` })
    const lines = Array.from({ length: 200 }, () => dial())
    const packet = post('/v1/gpx/clean', body)
    const headBytes = packet.length - body.length
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, held().bodyBytes)), 1)
    for (const { socket } of lines) socket.write(packet.subarray(0, headBytes + 100_000))
    const refused = () => lines.filter(({ text }) => text !== '')
    // two of 5 MB fit into three quarters of 16 MB
    await expect.poll(() => refused().length).toBe(198)
    for (const { text } of refused()) expect(text).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 1\r\n.*"busy"/s)
    await others()
    const accepted = lines.filter((line) => !refused().includes(line))
    for (const { socket } of accepted) socket.write(packet.subarray(headBytes + 100_000))
    await expect.poll(() => accepted.map(({ text }) => text.slice(9, 12))).toEqual(['200', '200'])
    clearInterval(watch)
    expect(most).toBeLessThanOrEqual(capBytes)
    await expect.poll(held).toMatchObject({ inFlight: 0, bodyBytes: 0 })
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(200 * 1_048_576, 32), { level: 9 })],
    ['deflate', deflateSync(Buffer.alloc(200 * 1_048_576, 32), { level: 9 })],
  ])(
    'a %s bomb of 200 MB is 413 and never unpacked beyond the limit',
    async (encoding, bomb) => {
      await start({ limits: {} })
      expect(bomb.length).toBeLessThan(1_000_000)
      const before = process.memoryUsage().rss
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          fetch(`${app!.api}/v1/route`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'content-encoding': encoding },
            body: bomb,
          }),
        ),
      )
      for (const answer of answers) {
        expect(answer.status).toBe(413)
        expect(((await answer.json()) as { error: { code: string } }).error.code).toBe('too_large')
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1_048_576)
    },
    30_000,
  )

  test('many bombs at once are held to the budget by what they may unpack to', async () => {
    await start({
      parts: { overload: { maxBodyBytes: 4 * 1_048_576 } },
      limits: {},
      hold: new Promise(() => undefined),
    })
    const packed = gzipSync(ROUTE)
    const lines = Array.from({ length: 10 }, () => dial())
    for (const { socket } of lines)
      socket.write(post('/v1/route', packed, 'Content-Encoding: gzip\r\n').subarray(0, -5)) // all but the end
    // 3 MB of 4 are for large ones, 1 MB each
    await expect.poll(() => lines.filter(({ text }) => text.startsWith('HTTP/1.1 503')).length).toBe(7)
    expect(held().bodyBytes).toBe(3 * 1_048_576)
  })

  test('an unknown encoding is 415', async () => {
    await start()
    const answer = await fetch(`${app!.api}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'zstd' },
      body: ROUTE,
    })
    expect(answer.status).toBe(415)
  })

  test('a chunked body over the limit that ends within 16 MB is 413, and nothing of it stays', async () => {
    await start({ limits: { idleMs: 20_000 } })
    const line = dial()
    line.socket.write(
      'POST /v1/route HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    for (let i = 0; i < 128; i++)
      if (!line.socket.write(CHUNK)) await new Promise((resolve) => line.socket.once('drain', resolve))
    line.socket.write('0\r\n\r\n')
    await expect.poll(() => line.text).toMatch(/^HTTP\/1\.1 413 .*"too_large"/is)
    await expect.poll(held).toMatchObject({ inFlight: 0, bodyBytes: 0 })
  })

  test('an endless chunked body is read 16 MB beyond its limit and no more: the connection is closed', async () => {
    await start({ limits: { idleMs: 20_000 } })
    const line = dial()
    line.socket.write(
      'POST /v1/route HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    let sent = 0
    for (; sent < 1000 && !line.closed; sent++) {
      if (!line.socket.write(CHUNK))
        await Promise.race([
          new Promise((resolve) => line.socket.once('drain', resolve)),
          new Promise((resolve) => line.socket.once('close', resolve)),
        ])
    }
    await expect.poll(() => line.closed).toBe(true)
    // who still sends when the other side closes may lose the answer with the connection
    if (line.text !== '') expect(line.text).toMatch(/^HTTP\/1\.1 413 .*connection: close.*"too_large"/is)
    expect(sent).toBeGreaterThan(200)
    expect(sent).toBeLessThan(600)
    await expect.poll(held).toMatchObject({ inFlight: 0, bodyBytes: 0 })
  })

  test('headers over 96 KB are 431, just below they pass', async () => {
    await start({ limits: {} })
    const talk = async (size: number) => {
      const line = dial()
      line.socket.write(`GET /tiles/v1/status HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(size)}\r\n\r\n`)
      await expect.poll(() => line.text.length).toBeGreaterThan(12)
      return line.text
    }
    expect(await talk(97 * 1024)).toMatch(/^HTTP\/1\.1 431 .*"too_large"/s)
    expect(await talk(95 * 1024)).toMatch(/^HTTP\/1\.1 200/)
  })

  test('of requests sent without waiting, 32 are worked on at once and the rest is refused; the answers keep their order', async () => {
    let answer: () => void = () => undefined
    await start({ limits: {}, hold: new Promise<void>((resolve) => (answer = resolve)) })
    const line = dial()
    line.socket.write(Buffer.concat(Array.from({ length: 200 }, () => post('/v1/route', ROUTE))))
    await expect.poll(() => app!.app.lifecycle.admission.refused.pipeline).toBeGreaterThan(100)
    expect(app!.planned.length).toBeLessThanOrEqual(32)
    await others()
    answer()
    await expect.poll(() => line.answers().length).toBe(200)
    expect(
      line
        .answers()
        .slice(0, app!.planned.length)
        .every((status) => status === 200),
    ).toBe(true)
    expect(line.answers().filter((status) => status === 503).length).toBe(app!.app.lifecycle.admission.refused.pipeline)
  })

  test('a client that never reads its answers is cut off, others are answered meanwhile', async () => {
    // counted as they come: a busy machine may see the first only when it was cut off
    let mostInFlight = 0
    const counted: HttpRoute = {
      ...LARGE_PAGE,
      handle: (...question) => {
        mostInFlight = Math.max(mostInFlight, held().inFlight)
        return LARGE_PAGE.handle(...question)
      },
    }
    await start({ limits: { idleMs: 2500 }, parts: { pages: [counted] } })
    const lines = Array.from({ length: 4 }, () => dial())
    for (const { socket } of lines) {
      socket.pause()
      for (let i = 0; i < 5; i++) socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    }
    await expect.poll(() => mostInFlight).toBeGreaterThan(0)
    // a machine that stands still for this long lets others be idle, too, who come again
    const another = () =>
      getJson(`${app!.api}/tiles/v1/status`).then(
        ({ status }) => status,
        () => null,
      )
    await expect.poll(another).toBe(200)
    await expect.poll(() => held().inFlight).toBe(0)
  })

  test('answers that nobody reads are bounded over all connections: the oldest are cut off', async () => {
    await start({ limits: {}, parts: { overload: { maxUnreadBytes: 20_000_000 }, pages: [LARGE_PAGE] } })
    const lines = Array.from({ length: 4 }, () => dial())
    for (const { socket } of lines) {
      socket.pause()
      for (let i = 0; i < 5; i++) socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    }
    await expect.poll(() => app!.app.lifecycle.admission.cutOff.unread_answer).toBeGreaterThan(0)
    expect(held().unreadBytes).toBeLessThanOrEqual(20_000_000)
  })
})

test('connections beyond the bound are closed at once and told, those that are there are answered', async () => {
  const broken: string[] = []
  await start({ limits: { maxConnections: 5, onBroken: (code) => broken.push(code) } })
  const lines = Array.from({ length: 20 }, () => dial())
  await expect.poll(() => lines.filter(({ closed }) => closed).length).toBe(15)
  expect(broken).toEqual(Array.from({ length: 15 }, () => 'too_many_connections'))
  const open = lines.filter(({ closed }) => !closed)
  for (const { socket } of open) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => open.flatMap((line) => line.answers())).toEqual([200, 200, 200, 200, 200])
})

describe('refusals under load', () => {
  test('come before the caller is known and the body is read, in the shape of each transport, with Retry-After', async () => {
    await start({ parts: { overload: { maxInFlight: 0 } }, limits: {} })
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${app!.api}${path}`, {
        headers: { 'content-type': 'application/json', authorization: 'Bearer unknown' },
        ...init,
      })
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        body: (await answer.json()) as any,
      }
    }
    const body = 'not even JSON'
    expect(await ask('/v1/route', { method: 'POST', body })).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: { error: { code: 'busy' } },
    })
    expect(await ask('/route/v1', { method: 'POST', body })).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: { status_code: 503, service: { code: 'busy' } },
    })
    expect(await ask('/search/v1/forward?q=a')).toMatchObject({ status: 503, retryAfter: '1', body: { error: 'busy' } })
    expect(await ask('/graphql', { method: 'POST', body })).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: { errors: [{ extensions: { code: 'BUSY' } }] },
    })
    expect(await ask('/openapi.json')).toMatchObject({ status: 503, retryAfter: '1', body: { error: 'busy' } })
    expect((await fetch(`${app!.api}/healthz`)).status).toBe(200)
    expect((await fetch(`${app!.api}/readyz`)).status).toBe(200)
    expect((await fetch(`${app!.ops}/metrics`)).status).toBe(200)
  })

  test('keep the connection where the body is short', async () => {
    await start({ parts: { overload: { maxInFlight: 0 } }, limits: {} })
    const line = dial()
    line.socket.write(post('/v1/route', ROUTE))
    await expect.poll(() => line.answers()).toEqual([503])
    line.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => line.answers()).toEqual([503, 200])
    expect(line.closed).toBe(false)
  })
})
