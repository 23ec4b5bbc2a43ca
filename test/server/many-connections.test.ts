// Thousands of clients that keep their connections open (ten thousand with THOROUGH=1): a child process is the clients,
// another the server.

import { execFileSync, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseCount } from '../support/case-count.ts'
import { startRealServer, type RealServer } from '../support/real-server.ts'

/** Sockets that this machine lets one process hold, with room for files. */
const allowed = Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString().trim().replace('unlimited', '1000000')) - 500
const COUNT = Math.min(caseCount(4000, 10_000), allowed)

describe(`${COUNT} connections at once`, () => {
  let server: RealServer
  beforeAll(async () => {
    server = await startRealServer({
      TARGET_WAIT_MS: '600000',
      MAX_IN_FLIGHT: '20000',
      MAX_CONNECTIONS_PER_ADDRESS: '20000',
    })
  })
  afterAll(() => server?.stop())

  test('are all answered and stay open, each costs a bounded piece of memory, others are answered meanwhile', async () => {
    const rssMb = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))![1]) / 1024
    const before = rssMb()
    const clients = fork(fileURLToPath(new URL('../support/many-connections.ts', import.meta.url)))
    const report = () =>
      new Promise<{ answered: number; broken: number }>((resolve) =>
        clients.once('message', (sums) => resolve(sums as never)),
      )
    try {
      clients.send({ port: Number(new URL(server.api).port), count: COUNT })
      expect(await report()).toEqual({ answered: COUNT, broken: 0 })
      expect((await fetch(`${server.api}/healthz`)).status).toBe(200)
      clients.send('again')
      expect(await report()).toEqual({ answered: Math.ceil(COUNT / 10), broken: 0 })
      expect((rssMb() - before) / COUNT).toBeLessThan(0.05) // 50 KB each
    } finally {
      clients.kill()
    }
    await expect
      .poll(
        async () =>
          /waypost_connections\{host="api"\} (\d+)/.exec(await (await fetch(`${server.ops}/metrics`)).text())?.[1]
            .length,
      )
      .toBeLessThan(3)
  })
})
