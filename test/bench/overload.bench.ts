// `npm run bench -- overload [duration=60] [data=FOLDER] [idle=20] [rate=...]`: a server on loopback, a client in
// another process on the same cores. Latencies one at a time; the highest rate of which it refuses less than half a per
// cent, with a p99 below three times the idle one; twice that rate for `duration` seconds; what was accepted and how
// late, what was refused and how soon; memory before, during and after; latencies again afterwards. `rate` takes the
// place of the search for the sustainable one, for a look at a busy machine.

import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LoadOrder, LoadOutcome } from './overload/load-client.ts'
import { mixedRequests } from './overload/mixed-requests.ts'
import { startServer } from './served-process.ts'

const options = Object.fromEntries(process.argv.slice(3).map((argument) => argument.split('=') as [string, string]))
const durationS = Number(options.duration ?? 60)
const idleS = Number(options.idle ?? 20)
const cached = fileURLToPath(new URL('.cache/data', import.meta.url))
const dataDir = options.data ?? (existsSync(cached) ? cached : '')
if (dataDir === '') throw new Error('no release: give data=FOLDER, a data folder with a published release')

const server = await startServer({
  DATA_DIR: dataDir,
  METERING: 'off',
  TRUSTED_PROXIES: '127.0.0.1',
  WEATHER_URL: 'off',
})
const client: ChildProcess = fork(fileURLToPath(new URL('overload/load-client.ts', import.meta.url)))
try {
  await measure()
} finally {
  client.kill()
  await server.stop()
}

async function measure(): Promise<void> {
  const live = JSON.parse(readFileSync(`${dataDir}/live.json`, 'utf8')) as { release: string }
  const release = JSON.parse(readFileSync(`${dataDir}/releases/${live.release}/manifest.json`, 'utf8')) as {
    example: { waypoints: [number, number][] }
  }
  const requests = await mixedRequests(server.api, release.example.waypoints)
  const port = Number(new URL(server.api).port)
  let seed = 1
  const load = (order: Partial<LoadOrder>): Promise<LoadOutcome> =>
    new Promise((resolve) => {
      client.once('message', (outcome) => resolve(outcome as LoadOutcome))
      client.send({ port, requests, seconds: 5, seed: seed++, ...order } satisfies LoadOrder)
    })
  await load({ lanes: 2, seconds: 6 }) // metrics customised, code compiled
  const idle = await load({ lanes: 1, seconds: idleS })
  const mistakes = Object.entries(idle.operations).filter(([, { other }]) => Object.keys(other).length > 0)
  if (mistakes.length > 0)
    console.log(
      'answers that are no 2xx while idle:',
      JSON.stringify(Object.fromEntries(mistakes.map(([name, { other }]) => [name, other]))),
    )
  const idleP99 = quantile(all(idle), 0.99)

  const most = await load({ lanes: 4, seconds: 6 })
  let sustainable = all(most).length / 6
  if (options.rate !== undefined) sustainable = Number(options.rate)
  else
    for (let step = 0; step < 12; step++, sustainable *= 0.88) {
      await pause(1500) // what the rate before did to the server is no part of this one
      const tried = await load({ rate: sustainable, seconds: 5 })
      const refusedShare = tried.refused.latencies.length / tried.sent
      const p99 = quantile(all(tried), 0.99)
      console.log(`${sustainable.toFixed(0)}/s: ${(refusedShare * 100).toFixed(1)} % refused, p99 ${p99.toFixed(1)} ms`)
      if (refusedShare < 0.005 && p99 < 3 * idleP99) break
    }

  const memory: number[] = []
  const rssMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024
  await pause(2000)
  const beforeMb = rssMb()
  const watch = setInterval(() => memory.push(rssMb()), 500)
  console.log(
    `\nsustainable ${sustainable.toFixed(0)}/s; offering ${(2 * sustainable).toFixed(0)}/s for ${durationS} s`,
  )
  const over = await load({ rate: 2 * sustainable, seconds: durationS })
  clearInterval(watch)
  await pause(3000)
  const afterMb = rssMb()
  const after = await load({ lanes: 1, seconds: idleS })

  const refused = over.refused.latencies
  console.log(
    `\n| operation | idle p50 / p99 ms | accepted p50 / p99 ms | times idle p99 | accepted |\n|---|---|---|---|---|`,
  )
  for (const [name, { accepted, other }] of Object.entries(over.operations)) {
    const before = idle.operations[name].accepted
    console.log(
      `| ${name} | ${show(before)} | ${show(accepted)} | ${(quantile(accepted, 0.99) / quantile(before, 0.99)).toFixed(1)} | ${accepted.length}${Object.keys(other).length > 0 ? ` ${JSON.stringify(other)}` : ''} |`,
    )
  }
  console.log(
    `| all | ${show(all(idle))} | ${show(all(over))} | ${(quantile(all(over), 0.99) / idleP99).toFixed(1)} | ${all(over).length} |`,
  )
  console.log(
    `\noffered ${over.sent}, accepted ${all(over).length} (${(all(over).length / durationS).toFixed(0)}/s), refused ${refused.length} (${((100 * refused.length) / over.sent).toFixed(0)} %) ${JSON.stringify(over.refused.status)}, failed ${over.failed}`,
  )
  const beyond = refused.filter((ms) => ms > 50).length
  console.log(
    `refusals: p50 / p99 ${show(refused)} ms, max ${Math.max(0, ...refused).toFixed(1)} ms, later than 50 ms ${beyond} (${((100 * beyond) / Math.max(1, refused.length)).toFixed(2)} %); without Retry-After ${over.refused.withoutRetryAfter}`,
  )
  console.log(
    `healthz under load: p50 / p99 ${show(over.health)} ms, max ${Math.max(0, ...over.health).toFixed(1)} ms; the client's own lateness at p99 ${over.latenessMs.toFixed(1)} ms`,
  )
  console.log(
    `resident memory: ${beforeMb.toFixed(0)} MB before, ${Math.max(...memory).toFixed(0)} MB at most, ${median(memory.slice(0, memory.length >> 1)).toFixed(0)} and ${median(memory.slice(memory.length >> 1)).toFixed(0)} MB in the first and second half, ${afterMb.toFixed(0)} MB after`,
  )
  console.log(
    `afterwards one at a time: p50 / p99 ${show(all(after))} ms (before ${show(all(idle))} ms), refused ${after.refused.latencies.length}`,
  )
}

function all(outcome: LoadOutcome): number[] {
  return Object.values(outcome.operations).flatMap(({ accepted }) => accepted)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

function show(values: readonly number[]): string {
  return `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.99).toFixed(1)}`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
