// What a server on a large region needs while it takes up another release of it, and how late answers are meanwhile:
// default routes one after another, and `/healthz` beside them.

import { execFileSync, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyLive } from '../../support/publish-again.ts'
import { quantile, type Pair } from '../routing/pairs.ts'
import { routeBody, type LargeServer } from './over-http.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PAUSE_MS = 20
/** Watched this long after the release was published. */
const WATCHED_MS = 25_000
const KEPT_MEANWHILE = 50
const PRUNE = ['src/import/releases-command.ts', 'prune', '--keep', '1', '--data']

export interface TakeUp {
  before: { rssGb: number; p95Ms: number; mostMs: number }
  during: { rssGb: number; p95Ms: number; mostMs: number; healthMs: number; failed: number }
  afterGb: number
}

/** The server has answered routes before. */
export async function measureTakeUp(server: LargeServer, dataDir: string, pairs: readonly Pair[]): Promise<TakeUp> {
  let requested = 0
  let failed = 0
  const watch = async (untilMs: () => number): Promise<{ times: number[]; rssGb: number }> => {
    const times: number[] = []
    let rssGb = 0
    while (performance.now() < untilMs()) {
      const { ms, status } = await server.ask(routeBody(pairs[requested++ % pairs.length]))
      if (status !== 200) failed++
      times.push(ms)
      rssGb = Math.max(rssGb, server.memoryGb().rssGb)
      await sleep(PAUSE_MS)
    }
    return { times, rssGb }
  }
  const beginMs = performance.now()
  const before = await watch(() => beginMs + 5000)
  let isOver = false
  let healthMs = 0
  const health = (async () => {
    while (!isOver) {
      const fromMs = performance.now()
      await server.health()
      healthMs = Math.max(healthMs, performance.now() - fromMs)
      await sleep(PAUSE_MS)
    }
  })()
  failed = 0
  const child = fork(fileURLToPath(import.meta.url), [dataDir])
  // copying gigabytes delays answers by itself
  await new Promise((resolve) => child.once('message', resolve))
  const published = new Promise<void>((resolve, reject) =>
    child.once('exit', (status) => (status === 0 ? resolve() : reject(new Error(`publishing ended with ${status}`)))),
  )
  // the server may take it up before its publisher ends
  let endMs = Infinity
  void published.finally(() => (endMs = performance.now() + WATCHED_MS)).catch(() => undefined)
  const [during] = await Promise.all([watch(() => endMs), published])
  isOver = true
  await health
  execFileSync(process.execPath, [...PRUNE, dataDir], { cwd: ROOT })
  const figures = ({ times, rssGb }: { times: number[]; rssGb: number }) => ({
    rssGb,
    p95Ms: quantile(times, 0.95),
    mostMs: Math.max(...times),
  })
  return {
    before: figures(before),
    // also what came between two looks
    during: { ...figures(during), rssGb: server.memoryGb().peakGb, healthMs, failed },
    afterGb: server.memoryGb().rssGb,
  }
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  const dataDir = process.argv[2]
  // however often, an id may be this long only
  const promote = copyLive(dataDir, (id) => `${id.split('-again')[0]}-again-${Date.now().toString(36)}`)
  process.send('copied', () => {
    // deleting others does too
    promote(KEPT_MEANWHILE)
    process.disconnect()
  })
}
