// A request that is refused before its body was read: the answer comes first, the sender can write on for a while and
// sees it, then the connection ends. Over real sockets, and by fetch as most programs ask.

import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeApp, startFakeApp } from '../support/fake-services.ts'

const MB = 1_048_576
const BODY = Buffer.alloc(6 * MB, 32)
let app: FakeApp
const sockets: Socket[] = []
beforeEach(async () => {
  app = await startFakeApp({ metering: false })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

function dial() {
  const socket = connect({ port: Number(new URL(app.api).port), host: '127.0.0.1' })
  sockets.push(socket)
  const line = { socket, text: '', ended: false, closed: false, fault: null as string | null }
  socket.on('data', (chunk: Buffer) => (line.text += chunk.toString('latin1')))
  socket.on('end', () => (line.ended = true))
  socket.on('close', () => (line.closed = true))
  socket.on('error', (error: NodeJS.ErrnoException) => (line.fault = error.code ?? error.message))
  return line
}
const head = (path: string, lines: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`

/** Writes until all is out or the other side is gone. */
async function writeAll(socket: Socket, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length && !socket.destroyed; at += 65_536)
    if (!socket.write(bytes.subarray(at, at + 65_536)))
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve)
        socket.once('close', resolve)
      })
}

const REFUSED: readonly [what: string, status: number, path: string, headers: Record<string, string>][] = [
  ['a body that is too large', 413, '/v1/route', {}],
  ['an unknown key', 401, '/v1/gpx/clean', { 'x-api-key': `svc_${'a'.repeat(32)}` }],
  ['a type that is not taken', 415, '/v1/gpx/clean', { 'content-type': 'text/plain' }],
  ['an encoding that is not taken', 415, '/v1/gpx/clean', { 'content-encoding': 'zstd' }],
  ['a path where nothing is', 404, '/v1/nothing', {}],
  ['a method that is not taken', 405, '/tiles/v1/status', {}],
  ['a GraphQL body of an unknown key', 401, '/graphql', { 'x-api-key': `svc_${'a'.repeat(32)}` }],
]

describe('6 MB that are refused early', () => {
  test.each(REFUSED)('%s: fetch sees its %d', async (_what, status, path, headers) => {
    const answer = await fetch(app.api + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: BODY,
    })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(/^\{.*\}$/)
  })

  test.each(REFUSED)('%s: the %d is there before the body is', async (_what, status, path, headers) => {
    const line = dial()
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const given = headers['content-type'] === undefined ? 'Content-Type: application/json\r\n' : ''
    line.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${given}${lines.join('')}Content-Length: ${BODY.length}\r\n\r\n`,
    )
    await expect.poll(() => line.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\{.*\\}$`, 's'))
    expect(line.text).toMatch(/connection: close/i)
    // all of it can be written, and the connection ends without a reset
    await writeAll(line.socket, BODY)
    await expect.poll(() => line.ended).toBe(true)
    expect(line.fault).toBeNull()
  })

  test('a GraphQL body over 6 MB is 413 in its shape', async () => {
    const answer = await fetch(`${app.api}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(7 * MB, 32),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'TOO_LARGE' } }] })
  })

  test('a body whose length nobody announced: the 413 comes at the limit, the rest can be written', async () => {
    const line = dial()
    line.socket.write(head('/v1/route', 'Transfer-Encoding: chunked'))
    const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`)
    for (let i = 0; i < 96; i++) await writeAll(line.socket, chunk)
    await expect.poll(() => line.text).toMatch(/^HTTP\/1\.1 413 .*"too_large"/s)
    line.socket.write('0\r\n\r\n')
    await expect.poll(() => line.ended).toBe(true)
    expect(line.fault).toBeNull()
  })
})

describe('bounds of what is thrown away', () => {
  test('a body that never comes is not waited for long, and nothing stays held', async () => {
    const line = dial()
    line.socket.write(head('/v1/route', `Content-Length: ${BODY.length}`))
    await expect.poll(() => line.text).toMatch(/^HTTP\/1\.1 413 /)
    await expect.poll(() => line.closed).toBe(true)
    await expect.poll(() => app.app.lifecycle.admission.state).toMatchObject({ inFlight: 0, bodyBytes: 0 })
  })

  test('a body of 1 GB is cut after 16 MB', async () => {
    const line = dial()
    line.socket.write(head('/v1/route', 'Content-Length: 1073741824'))
    let sent = 0
    for (; sent < 300 && !line.closed; sent++) await writeAll(line.socket, BODY)
    expect(line.text).toMatch(/^HTTP\/1\.1 413 .*"too_large"/s)
    expect(sent).toBeLessThan(30)
    await expect.poll(() => line.closed).toBe(true)
  })

  test('a short body that is refused costs no connection', async () => {
    const line = dial()
    const body = JSON.stringify({ waypoints: [] })
    const packet = `${head('/v1/nothing', `Content-Length: ${body.length}`)}${body}`
    line.socket.write(packet + packet)
    await expect.poll(() => line.text.match(/HTTP\/1\.1 404/g)?.length).toBe(2)
    expect(line.text).not.toMatch(/connection: close/i)
  })
})
