// What a server with the default configuration costs on a large region, asked one request at a time over HTTP.

import type { Pair } from '../routing/pairs.ts'
import { untilQuiet } from '../../attack/run-attacks.ts'
import { type BareAnswer, openBareClient } from '../bare-client.ts'
import { startServer } from '../served-process.ts'
import { readCost } from './large-region.ts'

const PORT = 4794

export interface LargeServer {
  readyS: number
  ask(body: object): Promise<BareAnswer>
  health(): Promise<void>
  memoryGb(): { rssGb: number; peakGb: number }
  /** What it does by itself after the start is done. */
  untilQuiet(): Promise<void>
  /** The value of a metric without labels, or the sum over its labels. */
  metric(name: string): Promise<number>
  stop(): Promise<void>
}

/** `environment`: beside the default configuration. */
export async function startLargeServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<LargeServer> {
  const from = performance.now()
  const server = await startServer({
    DATA_DIR: dataDir,
    ...{ API_PORT: `${PORT}`, SITE_PORT: `${PORT + 1}`, OPS_PORT: `${PORT + 2}` },
    ...{ METERING: 'off', CPU_BUDGET: 'off' },
    ...environment,
  })
  const readyS = (performance.now() - from) / 1000
  const client = openBareClient(PORT)
  return {
    readyS,
    ask: (body) => client.post('/v1/route', JSON.stringify(body)),
    health: async () => void (await (await fetch(`http://127.0.0.1:${PORT}/healthz`)).arrayBuffer()),
    memoryGb: () => readCost(server.pid)!,
    untilQuiet: () => untilQuiet(server.pid),
    metric: async (name) => {
      const text = await (await fetch(`http://127.0.0.1:${PORT + 2}/metrics`)).text()
      let sum = 0
      for (const [, value] of text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))) sum += Number(value)
      return sum
    },
    stop: () => {
      client.close()
      return server.stop()
    },
  }
}

export function routeBody({ from, to }: Pair, settings: object = {}): object {
  return { waypoints: [from, to], ...settings }
}
