// What a server on a large region needs while it takes up another release of it, and how late answers are meanwhile:
// default routes one after another, and `/healthz` beside them.

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { publishAgain } from '../../support/publish-again.ts'
import { quantile, type Pair } from '../routing/pairs.ts'
import { routeBody, type LargeServer } from './over-http.ts'

const PAUSE_MS = 20
/** Watched so long after the release was published. */
const WATCHED_MS = 25_000

export interface TakeUp {
  before: { rssGb: number; p95Ms: number; mostMs: number }
  during: { rssGb: number; p95Ms: number; mostMs: number; healthMs: number; failed: number }
  afterGb: number
}

/** The server has answered routes before. */
export async function measureTakeUp(server: LargeServer, dataDir: string, pairs: readonly Pair[]): Promise<TakeUp> {
  let asked = 0
  let failed = 0
  const watch = async (untilMs: number): Promise<{ times: number[]; rssGb: number }> => {
    const times: number[] = []
    let rssGb = 0
    while (performance.now() < untilMs) {
      const { ms, status } = await server.ask(routeBody(pairs[asked++ % pairs.length]))
      if (status !== 200) failed++
      times.push(ms)
      rssGb = Math.max(rssGb, server.memoryGb().rssGb)
      await sleep(PAUSE_MS)
    }
    return { times, rssGb }
  }
  const before = await watch(performance.now() + 5000)
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
  const published = new Promise<void>((resolve, reject) =>
    child.once('exit', (status) => (status === 0 ? resolve() : reject(new Error(`publishing ended with ${status}`)))),
  )
  await published
  const during = await watch(performance.now() + WATCHED_MS)
  isOver = true
  await health
  const figures = ({ times, rssGb }: { times: number[]; rssGb: number }) => ({
    rssGb,
    p95Ms: quantile(times, 0.95),
    mostMs: Math.max(...times),
  })
  return {
    before: figures(before),
    during: { ...figures(during), healthMs, failed },
    afterGb: server.memoryGb().rssGb,
  }
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  publishAgain(process.argv[2])
  process.disconnect()
}
