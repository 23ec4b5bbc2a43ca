// `npm run bench -- neighbours [seconds=6] [at-once=4]`: what one caller who repeats the most expensive request of a
// kind leaves to another who asks for something cheap of every pool: a small file, a small picture, a route between two
// waypoints. Credits and rates are off, so that only the queue and the permits protect the other. Waits in
// milliseconds, and what the waits are without the crowd.

import { findRegion } from '../fuzz/region.ts'
import { EXPENSIVE_REQUESTS } from '../attack/expensive-requests.ts'
import { randomOf } from '../attack/random.ts'
import { sendRequest } from '../attack/send-request.ts'
import type { SentRequest } from '../attack/attack.ts'
import { startRealServer } from '../support/real-server.ts'

const options = Object.fromEntries(process.argv.slice(3).map((argument) => argument.split('=') as [string, string]))
const seconds = Number(options.seconds ?? 6)
const atOnce = Number(options['at-once'] ?? 4)
const CROWD = '127.9.0.1'
const NEIGHBOUR = '127.9.0.2'
const PAUSE_MS = 20
/** Different ones of a kind, made beforehand. */
const VARIANTS = 4
const KINDS = /clean|simplify|pictures|routes|round trips|analyses|traces/

const server = await startRealServer(
  { WEATHER_URL: 'off', METERING: 'off', TARGET_WAIT_MS: '4', LOG_LEVEL: 'error' },
  undefined,
)
try {
  const region = await findRegion(server.api)
  const post = (path: string, body: unknown): SentRequest => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const [a, b] = region.example
  const gpx = `<gpx><trk><trkseg>${Array.from({ length: 500 }, (_, i) => `<trkpt lat="${a[1] + i * 1e-5}" lon="${a[0] + Math.sin(i / 9) * 1e-4}"/>`).join('')}</trkseg></trk></gpx>`
  const cheap: Record<string, SentRequest> = {
    'small file': post('/v1/gpx/simplify', { gpx, tolerance_m: 5 }),
    'small picture': post('/static-map/render', { width: 256, height: 256, bbox: [...a, a[0] + 0.02, a[1] + 0.02] }),
    route: post('/v1/route', { waypoints: [a, b] }),
  }
  const ask = async (untilMs: number) => {
    const waits: Record<string, number[]> = {}
    const statuses: Record<string, number> = {}
    while (performance.now() < untilMs)
      for (const [name, request] of Object.entries(cheap)) {
        const { ms, status } = await sendRequest(server, request, NEIGHBOUR)
        ;(waits[name] ??= []).push(ms)
        statuses[status ?? 'none'] = (statuses[status ?? 'none'] ?? 0) + 1
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    return { waits, statuses }
  }
  const show = (kind: string, { waits, statuses }: Awaited<ReturnType<typeof ask>>, crowd = '') => {
    const cells = Object.values(waits).map((list) => `${quantile(list, 0.5)} / ${quantile(list, 0.95)}`)
    console.log(`| ${kind} | ${cells.join(' | ')} | ${JSON.stringify(statuses)} | ${crowd} |`)
  }
  await ask(performance.now() + 3000)
  console.log(
    `| beside | ${Object.keys(cheap)
      .map((name) => `${name} p50 / p95`)
      .join(' | ')} | its answers | the crowd's |\n|---|${'---|'.repeat(Object.keys(cheap).length + 2)}`,
  )
  show('nobody', await ask(performance.now() + 1000 * seconds))
  for (const expensive of EXPENSIVE_REQUESTS.filter(({ name }) => KINDS.test(name))) {
    const random = randomOf(1, expensive.name)
    const requests = Array.from({ length: VARIANTS }, () => expensive.make(random, region))
    const untilMs = performance.now() + 1000 * seconds
    const crowd: Record<string, number> = {}
    const lanes = Array.from({ length: atOnce }, async (_, lane) => {
      for (let n = lane; performance.now() < untilMs; n++) {
        const { status } = await sendRequest(server, requests[n % VARIANTS], CROWD)
        crowd[status ?? 'none'] = (crowd[status ?? 'none'] ?? 0) + 1
      }
    })
    show(expensive.name.replace('again and again: ', ''), await ask(untilMs), JSON.stringify(crowd))
    await Promise.all(lanes)
  }
} finally {
  await server.stop()
}

function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0)
}
