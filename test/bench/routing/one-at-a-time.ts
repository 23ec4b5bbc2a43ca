// One request at a time over HTTP: latency, and what it costs the server in processor time, so that what lies between
// the routing and the answer shows. The client is a bare socket that is kept, so that its own work is small.

import { readdirSync, readFileSync } from 'node:fs'
import { openBareClient } from '../bare-client.ts'
import { cpuMsOf, startServer } from '../served-process.ts'
import { quantile, type Pair } from './pairs.ts'
import { DATA_DIR } from './region.ts'

const PATH = '/v1/route'
const ROUNDS = 10
/** Until V8 compiles nothing more: after 2,000, a tenth of the processor time is still its compiler's. */
const WARM_ANSWERS = 14_000

export interface OneAtATime {
  p50Ms: number
  p95Ms: number
  /** processor time of the whole server, all threads, for each answer */
  cpuMs: number
  answers: number
  /** the same by thread, the busiest first */
  threads: { name: string; cpuMs: number }[]
}

/** `askPeer`: a round of the same pairs, in turn with each of these. */
export async function measureOneAtATime(pairs: Pair[], askPeer: () => Promise<void>): Promise<OneAtATime> {
  const server = await startServer({ DATA_DIR, WORKERS: '2', METERING: 'off', CPU_BUDGET: 'off' })
  try {
    const bodies = pairs.map(({ from, to }) => JSON.stringify({ waypoints: [from, to] }))
    const client = openBareClient(Number(new URL(server.api).port))
    for (let i = 0; i < WARM_ANSWERS; i++) await client.post(PATH, bodies[i % bodies.length])
    const times: number[] = []
    const costs = new Map<string, { name: string; cpuMs: number }>()
    let cpuMs = 0
    for (let round = 0; round < ROUNDS; round++) {
      await askPeer()
      const cpuMsBefore = cpuMsOf(server.pid)
      const threadsBefore = readThreads(server.pid)
      for (const body of bodies) times.push((await client.post(PATH, body)).ms)
      cpuMs += (cpuMsOf(server.pid) - cpuMsBefore) / (ROUNDS * bodies.length)
      for (const [id, { name, ms }] of readThreads(server.pid)) {
        const used = ms - (threadsBefore.get(id)?.ms ?? 0)
        costs.set(id, { name, cpuMs: (costs.get(id)?.cpuMs ?? 0) + used / (ROUNDS * bodies.length) })
      }
    }
    const threads = [...costs.values()].filter((one) => one.cpuMs >= 0.005).sort((x, y) => y.cpuMs - x.cpuMs)
    client.close()
    return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95), cpuMs, answers: times.length, threads }
  } finally {
    await server.stop()
  }
}

/** Processor time of each thread so far, by its id. */
function readThreads(pid: number): Map<string, { name: string; ms: number }> {
  const threads = new Map<string, { name: string; ms: number }>()
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim()
    const [runNs] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')
    threads.set(id, { name: id === `${pid}` ? 'main' : name, ms: Number(runNs) / 1e6 })
  }
  return threads
}
