// What the service survives, one test a fault: a thread that dies, a release that is deleted under it, SIGTERM under
// load, an exception that nobody caught.

import { connect } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFileThreads } from '../../src/workers/file-threads.ts'
import { RouteThreads } from '../../src/workers/route-threads.ts'
import { postJson, runner, startFakeApp, type FakeApp } from '../support/fake-services.ts'
import { copyDemo } from '../support/prepared-regions.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'

const ROUTE = {
  waypoints: [
    [1.5, 42.5],
    [1.55, 42.52],
  ],
}
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a thread that dies in the middle of a request', () => {
  const lines: string[] = []
  const log = pino(
    { level: 'info' },
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  const open = async (): Promise<FakeApp> => {
    lines.length = 0
    const app = await startFakeApp({ metering: false, log })
    closers.push(app.close)
    return app
  }

  test('routing: that request gets 500 with an id that the log has, the next one is answered', async () => {
    const app = await open()
    const pool = new RouteThreads({
      version: '0',
      threads: 1,
      maxQueued: 10,
      metricCacheBytes: 0,
      maxSettled: 1,
      onFault: () => undefined,
      workerUrl: new URL('../support/fake-worker.ts', import.meta.url),
    })
    closers.push(() => pool.close())
    const engine = { name: 'waypost', version: '0', networkRelease: 'r', terrainRelease: null } as const
    const network = { buffer: new SharedArrayBuffer(8), blocks: null, positions: new SharedArrayBuffer(0), engine }
    await pool.replace('', async () => ({ network, blockBytes: 0 }))
    app.jobs.route = runner<'route'>((input, options) =>
      pool.run('', 'route', (input.waypoints.length === 3 ? { crash: true } : { echo: 1 }) as never, options),
    )
    const died = await postJson(`${app.api}/v1/route`, { waypoints: [...ROUTE.waypoints, [1.6, 42.5]] })
    expect(died.status).toBe(500)
    const id = died.headers.get('x-request-id')!
    expect(died.body.error).toMatchObject({ code: 'internal', message: expect.stringContaining(id) })
    expect(lines.filter((line) => line.includes(id)).length).toBe(2) // the fault and the access line
    expect((await postJson(`${app.api}/v1/route`, ROUTE)).status).toBe(200)
    expect(pool.state).toMatchObject({ crashes: 1, ready: 1 })
  })

  test('GPX: that request gets 500 with an id, the next one is answered by a new thread', async () => {
    const app = await open()
    const pool = createFileThreads({
      threads: 1,
      maxQueued: 10,
      onFault: () => undefined,
      workerUrl: new URL('../support/crashing-worker.ts', import.meta.url),
    })
    closers.push(() => pool.close())
    app.jobs.clean = pool
    const gpx = (name: string) => `<gpx version="1.1" creator="t"><metadata><name>${name}</name></metadata></gpx>`
    const died = await postJson(`${app.api}/v1/gpx/clean`, { gpx: gpx('die here') })
    expect(died.status).toBe(500)
    expect(died.body.error.message).toContain(died.headers.get('x-request-id'))
    expect((await postJson(`${app.api}/v1/gpx/clean`, { gpx: gpx('fine') })).status).toBe(200)
  })
})

describe('a real server', () => {
  /**
   * Asks over one kept-alive connection until told to stop or until it is closed; counts what was sent and what came
   * back. `last`: the last whole answer.
   */
  function askOn(server: RealServer, request: string) {
    const lane = { sent: 0, answered: 0, statuses: new Set<number>(), closed: false, isClosing: false, last: '' }
    const socket = connect(Number(new URL(server.api).port), '127.0.0.1')
    const ask = () => {
      lane.sent++
      socket.write(request)
    }
    let text = ''
    socket.on('connect', ask)
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0 || text.length - end - 4 < Number(/content-length: (\d+)/i.exec(text)?.[1])) return
      lane.answered++
      lane.statuses.add(Number(text.slice(9, 12)))
      lane.isClosing = /\r\nconnection: close/i.test(text.slice(0, end))
      lane.last = text
      text = ''
      if (!lane.isClosing) ask()
    })
    socket.on('close', () => (lane.closed = true))
    socket.on('error', () => undefined)
    return lane
  }
  const routeRequest = (body: string) =>
    `POST /v1/route HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  /** the last test deletes what is in it */
  const dataDir = mkdtempSync(join(tmpdir(), 'waypost-faults-'))
  beforeAll(() => copyDemo(dataDir))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  const start = async (environment: Record<string, string> = {}) => {
    const server = await startRealServer(environment, dataDir)
    closers.push(() => server.stop())
    return { server, body: /-d '(.*)'/.exec(server.output())![1] }
  }
  const exited = (server: RealServer) =>
    new Promise<number | null>((resolve) =>
      server.child.exitCode !== null ? resolve(server.child.exitCode) : server.child.once('exit', resolve),
    )

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'loses no accepted request on %s under load, tells every client to close, is not ready meanwhile, and ends with 0',
    async (signal) => {
      const { server, body } = await start()
      const lanes = Array.from({ length: 12 }, () => askOn(server, routeRequest(body)))
      // a connection that asks all the time sees the readiness go
      const probe = askOn(server, 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')
      await expect.poll(() => [probe, ...lanes].every(({ answered }) => answered > 3)).toBe(true)
      expect(probe.last).toContain('"ready"')
      const ended = exited(server)
      server.child.kill(signal)
      expect(await ended).toBe(0)
      await expect.poll(() => [probe, ...lanes].every(({ closed }) => closed)).toBe(true)
      for (const lane of lanes)
        expect(lane).toMatchObject({ sent: lane.answered, statuses: new Set([200]), isClosing: true })
      expect(probe).toMatchObject({ sent: probe.answered, statuses: new Set([200, 503]), isClosing: true })
      expect(probe.last).toMatch(/503 Service Unavailable.*The server is stopping/s)
    },
  )

  test('ends with 1 after an exception that nobody caught, having answered what it had accepted; a forgotten promise is only logged', async () => {
    const { server, body } = await start({
      NODE_OPTIONS: `--import ${new URL('../support/throw-on-signal.mjs', import.meta.url).href}`,
    })
    let faults = ''
    server.child.stderr!.on('data', (chunk: Buffer) => (faults += chunk.toString()))
    server.child.kill('SIGWINCH')
    await expect.poll(() => faults).toContain('a forgotten promise')
    const lanes = Array.from({ length: 4 }, () => askOn(server, routeRequest(body)))
    await expect.poll(() => lanes.every(({ answered }) => answered > 2)).toBe(true)
    server.child.kill('SIGUSR2')
    expect(await exited(server)).toBe(1)
    for (const lane of lanes) expect(lane).toMatchObject({ sent: lane.answered, statuses: new Set([200]) })
    await expect.poll(() => faults).toContain('uncaught exception')
    expect(faults).toContain('a fault at [1.50, 42.50]') // the log cuts coordinates
  })

  test('goes on when the folder of its release is deleted: routes from memory, the rest answers or says what is missing, never 500', async () => {
    const { server, body } = await start()
    const waypoints = (JSON.parse(body) as { waypoints: [number, number][] }).waypoints
    rmSync(join(server.dataDir, 'releases'), { recursive: true, force: true })
    await after(1500) // it looks every second
    const status = async (path: string, init?: RequestInit) => (await fetch(`${server.api}${path}`, init)).status
    expect(await status('/v1/route', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).toBe(
      200,
    )
    const [lon, lat] = waypoints[0]
    for (const path of [
      `/tiles/v1/elevation/current/sample?points=${lat},${lon}`,
      '/search/v1/forward?q=re',
      `/search/v1/reverse?lat=${lat}&lon=${lon}`,
      '/trails/v1/search?q=weg',
      '/tiles/v1/status',
      '/pmtiles/current/manifest.json',
    ]) {
      expect([path, [200, 404, 503].includes(await status(path))]).toEqual([path, true])
    }
    expect(await status('/healthz')).toBe(200)
    expect(server.child.exitCode).toBeNull()
  })
})
