// What a server with the default configuration costs on a large region, asked one request at a time over HTTP.

import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { ROOT } from '../routing/region.ts'
import type { Pair } from '../routing/pairs.ts'
import { START_FLAGS } from '../start-flags.ts'
import { readCost } from './large-region.ts'

const PORT = 4794

export interface LargeServer {
  readyS: number
  /** Milliseconds, and the status of the answer. */
  ask(body: object): Promise<{ ms: number; status: number; text: string }>
  memoryGb(): { rssGb: number; peakGb: number }
  /** The value of a metric without labels, or the sum over its labels. */
  metric(name: string): Promise<number>
  stop(): Promise<void>
}

export async function startLargeServer(dataDir: string): Promise<LargeServer> {
  const from = performance.now()
  const server = spawn(process.execPath, [...START_FLAGS, 'src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      API_PORT: `${PORT}`,
      SITE_PORT: `${PORT + 1}`,
      OPS_PORT: `${PORT + 2}`,
      METERING: 'off',
      CPU_BUDGET: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let text = ''
    server.stdout.on('data', (chunk: Buffer) => /^ready /m.test((text += chunk.toString())) && resolve())
    server.on('exit', (status) => reject(new Error(`the server ended with ${status}`)))
  })
  const readyS = (performance.now() - from) / 1000
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    readyS,
    ask: (body) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.from(JSON.stringify(body))
        const askedMs = performance.now()
        const call = request(
          {
            host: '127.0.0.1',
            port: PORT,
            method: 'POST',
            path: '/v1/route',
            agent,
            headers: { 'content-type': 'application/json', 'content-length': bytes.length },
          },
          (answer) => {
            let text = ''
            answer.setEncoding('utf8').on('data', (part: string) => (text += part))
            answer.on('end', () => resolve({ ms: performance.now() - askedMs, status: answer.statusCode!, text }))
          },
        )
        call.on('error', reject).end(bytes)
      }),
    memoryGb: () => readCost(server.pid!)!,
    metric: async (name) => {
      const text = await (await fetch(`http://127.0.0.1:${PORT + 2}/metrics`)).text()
      let sum = 0
      for (const [, value] of text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))) sum += Number(value)
      return sum
    },
    stop: async () => {
      server.removeAllListeners('exit')
      const ended = new Promise((resolve) => server.on('exit', resolve))
      server.kill('SIGTERM')
      await ended
    },
  }
}

export function routeBody({ from, to }: Pair, settings: object = {}): object {
  return { waypoints: [from, to], ...settings }
}
