// What one address may hold before anything of it is identified, over real sockets.

import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { peerAddress, readTrustedProxies } from '../../src/metering/caller.ts'
import { toServiceError } from '../../src/errors.ts'
import {
  ConnectionLimits,
  type ConnectionBounds,
  connectionsWithin,
  openFileLimit,
} from '../../src/server/connection-limits.ts'
import { startFakeApp, type FakeApp, type FakeOptions } from '../support/fake-services.ts'

const ROUTE = JSON.stringify({
  waypoints: [
    [1.5, 42.5],
    [1.55, 42.52],
  ],
})
let app: FakeApp | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app?.close()
  app = undefined
})

/** With limits of connections; none but those that are given. */
async function start(bounds: Partial<ConnectionBounds>, options: FakeOptions = {}) {
  const connections = new ConnectionLimits({
    maxConnections: Infinity,
    maxConnectionsPerAddress: Infinity,
    maxHeadsPerAddress: Infinity,
    maxHeadBytes: Infinity,
    addressOf: (address) => peerAddress(address, readTrustedProxies([])),
    ...bounds,
  })
  app = await startFakeApp({ metering: false, limits: { connections }, ...options })
  return connections
}

function dial(port = Number(new URL(app!.api).port)) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const line = { socket, text: '', closed: false }
  socket.on('data', (chunk: Buffer) => (line.text += chunk.toString('latin1')))
  socket.on('close', () => (line.closed = true))
  socket.on('error', () => undefined)
  return line
}
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const answered = (line: { text: string }) => line.text.slice(9, 12)
const GET = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
/** A request that announces its body and does not send it. */
const unfinished = (bytes: number, forwardedFor: string) =>
  `POST /v1/route HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwardedFor}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`

describe('connections of one address', () => {
  test('beyond their number are closed at once, and find room when another ends', async () => {
    const limits = await start({ maxConnectionsPerAddress: 3 })
    const lines = [dial(), dial(), dial()]
    for (const { socket } of lines) socket.write(GET)
    await expect.poll(() => lines.map(answered)).toEqual(['200', '200', '200'])
    const fourth = dial()
    await expect.poll(() => fourth.closed).toBe(true)
    expect(limits.refused.connections_of_address).toBe(1)
    lines[0].socket.destroy()
    await expect
      .poll(async () => {
        const fifth = dial()
        fifth.socket.write(GET)
        await expect.poll(() => fifth.closed || answered(fifth) === '200').toBe(true)
        return answered(fifth)
      })
      .toBe('200')
  })

  test('do not count for a trusted proxy, which speaks for everybody', async () => {
    const proxies = readTrustedProxies(['127.0.0.1'])
    await start({ maxConnectionsPerAddress: 1, addressOf: (address) => peerAddress(address, proxies) })
    const lines = [dial(), dial(), dial()]
    for (const { socket } of lines) socket.write(GET)
    await expect.poll(() => lines.map(answered)).toEqual(['200', '200', '200'])
  })

  test('are bounded over all addresses and listeners too', async () => {
    const limits = await start({ maxConnections: 2, addressOf: () => null })
    const [api, site] = [dial(), dial(Number(new URL(app!.site).port))]
    api.socket.write(GET)
    await expect.poll(() => answered(api)).toBe('200')
    const third = dial()
    await expect.poll(() => third.closed).toBe(true)
    expect([limits.refused.connections, site.closed]).toEqual([1, false])
  })
})

describe('heads that are not complete', () => {
  test('are 503 beyond the number of one address, the oldest stay, and complete requests pass', async () => {
    const limits = await start({ maxHeadsPerAddress: 4 })
    const lines = Array.from({ length: 10 }, () => dial())
    for (const { socket } of lines) {
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(`GET /healthz HTTP/1.1\r\nX-Slow: ${'s'.repeat(500)}`)
    }
    await expect.poll(() => lines.filter(({ closed }) => closed).length).toBe(6)
    expect(lines.map(({ closed }) => closed)).toEqual([
      ...Array<boolean>(4).fill(false),
      ...Array<boolean>(6).fill(true),
    ])
    for (const { text } of lines.slice(4)) expect(text).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 2.*"busy"/s)
    expect(limits.refused.heads_of_address).toBe(6)
    expect((await fetch(`${app!.api}/healthz`)).status).toBe(200)
    lines[0].socket.write('\r\nHost: x\r\n\r\n')
    await expect.poll(() => answered(lines[0])).toBe('200')
  })

  test('hold no more bytes than they may, over all addresses: the largest are refused', async () => {
    const limits = await start({ maxHeadBytes: 200_000, addressOf: () => null })
    const lines = [80_000, 10_000, 80_000, 80_000].map((bytes) => {
      const line = dial()
      line.socket.write(`GET /healthz HTTP/1.1\r\nX-Slow: ${'s'.repeat(bytes)}`)
      return line
    })
    await expect.poll(() => limits.refused.head_bytes).toBe(1)
    await after(400)
    expect(limits.refused.head_bytes).toBe(1)
    expect(lines[1].closed).toBe(false)
  })

  test('is none that a connection has after its answer', async () => {
    const limits = await start({ maxHeadsPerAddress: 0, maxHeadBytes: 0 })
    const line = dial()
    line.socket.write(`POST /v1/route HTTP/1.1\r\nHost: x\r\nContent-Length: ${ROUTE.length}\r\n\r\n${ROUTE}`)
    await expect.poll(() => answered(line)).toBe('200')
    await after(600)
    expect([line.closed, Object.values(limits.refused)]).toEqual([false, [0, 0, 0, 0]])
  })
})

describe('bodies of one address', () => {
  const behindProxy = (overload: object): FakeOptions => ({ trustedProxies: ['127.0.0.1'], parts: { overload } })

  test('that are not complete are 503 beyond their number; another address gets in', async () => {
    await start({}, behindProxy({ maxBodiesPerAddress: 3 }))
    for (let i = 0; i < 3; i++) dial().socket.write(unfinished(1000, '10.0.0.1'))
    await expect.poll(() => app!.app.lifecycle.admission.state.bodyBytes).toBe(3000)
    const [fourth, other] = [dial(), dial()]
    fourth.socket.write(unfinished(1000, '10.0.0.1'))
    await expect.poll(() => answered(fourth)).toBe('503')
    expect(app!.app.lifecycle.admission.refused.address).toBe(1)
    other.socket.write(unfinished(ROUTE.length, '10.0.0.2') + ROUTE.slice(1))
    await expect.poll(() => answered(other)).toBe('200')
  })

  test('hold no more bytes than they may, and give them back', async () => {
    await start({}, behindProxy({ maxBodyBytesPerAddress: 10_000 }))
    const [first, second] = [dial(), dial()]
    first.socket.write(unfinished(9000, '10.0.0.1'))
    await expect.poll(() => app!.app.lifecycle.admission.state.bodyBytes).toBe(9000)
    second.socket.write(unfinished(2000, '10.0.0.1'))
    await expect.poll(() => answered(second)).toBe('503')
    first.socket.destroy()
    await expect.poll(() => app!.app.lifecycle.admission.state).toMatchObject({ bodyBytes: 0, inFlight: 0 })
    // a lone body always fits
    const third = dial()
    third.socket.write(unfinished(20_000, '10.0.0.1'))
    await expect.poll(() => app!.app.lifecycle.admission.state.bodyBytes).toBe(20_000)
    expect(third.text).toBe('')
  })

  test('a crowd that fills the requests at once keeps nobody else out', async () => {
    const { promise: hold, resolve: release } = Promise.withResolvers<void>()
    await start({}, { ...behindProxy({ maxInFlight: 16 }), hold })
    const post = (address: string) => {
      const line = dial()
      line.socket.write(unfinished(ROUTE.length, address) + ROUTE.slice(1))
      return line
    }
    const crowd = Array.from({ length: 20 }, () => post('10.0.0.1'))
    await expect.poll(() => crowd.filter((line) => answered(line) === '503').length).toBe(4)
    const other = post('10.0.0.2')
    await expect.poll(() => app!.planned.length).toBe(17)
    release()
    await expect.poll(() => answered(other)).toBe('200')
  })
})

describe('files that a process may open', () => {
  test('bound its connections, with room for what it needs itself', () => {
    expect(openFileLimit()).toBeGreaterThan(0)
    expect(openFileLimit('/nowhere')).toBeGreaterThan(0)
    expect([1024, 20_000, 100, Infinity].map(connectionsWithin)).toEqual([768, 19_744, 50, Infinity])
  })

  test('that run out are 503 busy, wherever it is noticed', () => {
    for (const code of ['EMFILE', 'ENFILE'])
      expect(toServiceError(Object.assign(new Error('too many open files'), { code }))).toMatchObject({
        code: 'busy',
        status: 503,
        retryAfterS: 2,
      })
    const thread = Object.assign(new Error('Worker initialization failure: EMFILE'), { code: 'ERR_WORKER_INIT_FAILED' })
    expect(toServiceError(thread).status).toBe(503)
    expect(toServiceError(new Error('EMFILE is in my text')).status).toBe(500)
  })

  test.skipIf(process.platform === 'win32')(
    'that run out refuse connections and end nothing',
    async () => {
      const program = fileURLToPath(new URL('../support/few-files.ts', import.meta.url))
      const child = spawn('sh', ['-c', `ulimit -n 64; exec "$0" "$1"`, process.execPath, program], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      try {
        const port = await new Promise<number>((resolve) =>
          child.on('message', (message: { port?: number }) => {
            if (message.port !== undefined) resolve(message.port)
          }),
        )
        const crowd = Array.from({ length: 150 }, () => dial(port))
        for (const { socket } of crowd) socket.write(GET)
        await expect.poll(() => crowd.some(({ closed }) => closed)).toBe(true)
        const served = () => crowd.filter((line) => answered(line) === '200').length
        await expect.poll(served).toBeGreaterThan(10)
        expect(served()).toBeLessThan(64)
        for (const { socket } of crowd) socket.destroy()
        await expect
          .poll(() =>
            fetch(`http://127.0.0.1:${port}/`).then(
              (answer) => answer.text(),
              () => 'refused',
            ),
          )
          .toBe('8')
        expect(child.exitCode).toBeNull()
      } finally {
        child.kill('SIGKILL')
      }
    },
    30_000,
  )
})
