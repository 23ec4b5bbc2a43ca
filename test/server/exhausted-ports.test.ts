// The real server with every public connection taken, by clients that say nothing.

import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRealServer, type RealServer } from '../support/real-server.ts'

const CONNECTIONS = 40
let server: RealServer
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startRealServer({ MAX_CONNECTIONS: String(CONNECTIONS), OPS_PORT: '' })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server?.stop()
})

test('probes and metrics are answered while idle connections exhaust the public ports', async () => {
  const port = Number(new URL(server.api).port)
  for (let i = 0; i < CONNECTIONS; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    await new Promise((resolve) => socket.once('connect', resolve))
  }
  await expect(fetch(`${server.api}/healthz`)).rejects.toThrow()
  expect((await fetch(`${server.ops}/healthz`)).status).toBe(200)
  // a routing thread may still be starting
  await expect.poll(async () => (await fetch(`${server.ops}/readyz`)).status).toBe(200)
  await expect
    .poll(async () => (await fetch(`${server.ops}/metrics`)).text())
    .toContain(`waypost_connections{host="api"} ${CONNECTIONS}`)
})

test('a second server beside it takes another port for its probes where none is set', async () => {
  const second = await startRealServer({ OPS_PORT: '' }, server.dataDir)
  try {
    expect(second.ops).not.toBe(server.ops)
    expect((await fetch(`${second.ops}/healthz`)).status).toBe(200)
  } finally {
    await second.stop()
  }
})
