// One request at a time over HTTP: latency, and what it costs the server in processor time, so that what lies between
// the routing and the answer shows. The client is a bare socket that is kept, so that its own work is small.

import { readdirSync, readFileSync } from 'node:fs'
import { openBareClient } from '../bare-client.ts'
import { cpuMsOf, startServer } from '../served-process.ts'
import { quantile, type Pair } from './pairs.ts'
import { DATA_DIR } from './region.ts'

const PATH = '/v1/route'
const ROUNDS = 7
/** After these a server has compiled most of what a route runs, and after those V8 compiles nothing more. */
const WARM_ANSWERS = [600, 14_000]

export interface OneAtATime {
  /** answers before these */
  warmAnswers: number
  answers: number
  p50Ms: number
  p95Ms: number
  /** processor time of the whole server, all threads, for each answer */
  cpuMs: number
  /** the same by thread, the busiest first */
  threads: { name: string; cpuMs: number }[]
  peerP50Ms: number
  peerP95Ms: number
}

/** `askPeer`: a round of the same pairs, in turn with each of these, and how long each took. */
export async function measureOneAtATime(pairs: Pair[], askPeer: () => Promise<number[]>): Promise<OneAtATime[]> {
  const server = await startServer({ DATA_DIR, WORKERS: '2', METERING: 'off', CPU_BUDGET: 'off' })
  const client = openBareClient(Number(new URL(server.api).port))
  const bodies = pairs.map(({ from, to }) => JSON.stringify({ waypoints: [from, to] }))
  let requested = 0
  const ask = async () => (await client.post(PATH, bodies[requested++ % bodies.length])).ms
  try {
    const measured: OneAtATime[] = []
    await askPeer()
    for (const warmAnswers of WARM_ANSWERS) {
      while (requested < warmAnswers) await ask()
      measured.push({ warmAnswers, ...(await measureRounds(server.pid, bodies.length, ask, askPeer)) })
    }
    return measured
  } finally {
    client.close()
    await server.stop()
  }
}

async function measureRounds(
  pid: number,
  perRound: number,
  ask: () => Promise<number>,
  askPeer: () => Promise<number[]>,
): Promise<Omit<OneAtATime, 'warmAnswers'>> {
  const answers = ROUNDS * perRound
  const times: number[] = []
  const peerTimes: number[] = []
  const costs = new Map<string, { name: string; cpuMs: number }>()
  let cpuMs = 0
  for (let round = 0; round < ROUNDS; round++) {
    peerTimes.push(...(await askPeer()))
    const cpuMsBefore = cpuMsOf(pid)
    const threadsBefore = readThreads(pid)
    for (let i = 0; i < perRound; i++) times.push(await ask())
    cpuMs += (cpuMsOf(pid) - cpuMsBefore) / answers
    for (const [id, { name, ms }] of readThreads(pid)) {
      const used = ms - (threadsBefore.get(id)?.ms ?? 0)
      costs.set(id, { name, cpuMs: (costs.get(id)?.cpuMs ?? 0) + used / answers })
    }
  }
  return {
    answers,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    cpuMs,
    threads: [...costs.values()].filter((one) => one.cpuMs >= 0.005).sort((x, y) => y.cpuMs - x.cpuMs),
    peerP50Ms: quantile(peerTimes, 0.5),
    peerP95Ms: quantile(peerTimes, 0.95),
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
