// A thread of src/workers/route-threads.ts without a network, so that the pool can be tested: a job's input says what
// to do. `{crash}` ends the thread, `{throws}` fails, `{spinMs}` works until done or cancelled, `{echo}` answers,
// `{needs}` lacks a metric, `{makesComponents}` has some for others. Settings cost the same: each bounds any other.

import { parentPort, threadId, workerData } from 'node:worker_threads'
import { ServiceError } from '../../src/errors.ts'
import { metricPieces } from '../../src/routing/cch/customise.ts'
import type { CostTable } from '../../src/routing/costs/arc-cost.ts'
import type {
  FromRouteThread,
  RouteThreadInputs,
  RouteThreadSettings,
  SharedMetric,
  ToRouteThread,
} from '../../src/workers/route-calls.ts'
import { type Sent, serveCalls } from '../../src/workers/thread-handle.ts'
import { LARGE_PIECE_BYTES } from './large-piece.ts'

const { cancelFlag } = workerData as RouteThreadSettings
/** what it was instructed to open, and the metric that it was to read */
const opened: string[] = []
let adopted: string | null = null
let generation = 0
const metrics: string[] = []
const parts: string[] = []
/** how many times it was instructed to collect garbage */
let collected = 0

/** What making a metric takes. */
const METRIC_CPU_US = 30_000

interface FakeJob {
  crash?: boolean
  throws?: boolean
  spinMs?: number
  echo?: unknown
  needs?: string
  makesComponents?: string
}

const send = (message: FromRouteThread) => parentPort!.postMessage({ message })

function run({ region, input }: { region: string; input: unknown }): Sent {
  const { crash, throws, spinMs = 0, echo = null, needs, makesComponents } = input as FakeJob
  if (crash) process.exit(9)
  if (needs !== undefined) send({ type: 'needed', region, generation, table: fakeTable(needs), isStored: false })
  if (makesComponents !== undefined) {
    const none = new Uint32Array(0)
    send({
      ...{ type: 'components', region, generation },
      components: { key: makesComponents, groupOf: none, partOfGroup: none, wholeOfGroup: none },
    })
  }
  const untilMs = performance.now() + spinMs
  let isCancelled = false
  while (performance.now() < untilMs && !isCancelled) isCancelled = Atomics.load(cancelFlag, 0) === 1
  if (throws || isCancelled) throw new ServiceError('no_path', 'thrown', { inputPath: 'waypoints[1]' })
  const answer = { echo, thread_id: threadId, adopted, opened, metrics, parts, collected }
  return { answer: { bytes: new Uint8Array(Buffer.from(JSON.stringify(answer))), extra: 0 } }
}

serveCalls<RouteThreadInputs>(
  parentPort!,
  cancelFlag,
  {
    ...{ route: run, trip: run, loops: run, match: run, analyse: run, reach: run, arrivals: run, matrix: run },
    metric({ table, blocks }) {
      const { user } = process.threadCpuUsage()
      while (process.threadCpuUsage().user - user < METRIC_CPU_US) Math.random()
      return { answer: fakeMetric(table, blocks) }
    },
    open({ network, readKey }) {
      opened.push(`${network.engine.networkRelease} beside ${adopted}, reads ${readKey}`)
      // large networks have metrics in their files
      const isStored = readKey !== null && network.engine.networkRelease.startsWith('large')
      return { answer: isStored ? fakeMetric(fakeTable(readKey), []) : null }
    },
    adopt(input) {
      adopted = input.network?.engine.networkRelease ?? null
      generation = input.generation
      metrics.splice(0, Infinity, ...input.metrics.map(({ key }) => key))
      return { answer: null }
    },
    drop({ key }) {
      if (metrics.includes(key)) metrics.splice(metrics.indexOf(key), 1)
      return { answer: null }
    },
    collect() {
      collected++
      return { answer: null }
    },
  },
  (message: ToRouteThread) => {
    if (message.type === 'components') parts.push(message.components.key)
    else if (!metrics.includes(message.metric.key)) metrics.push(message.metric.key)
  },
)

function fakeTable(key: string): CostTable {
  return { key, factor: Float64Array.of(1), perAscentDm: 0, perDescentDm: 0, flatPenalty: 0, minFactor: 1 }
}

function fakeMetric(table: CostTable, reused: readonly SharedArrayBuffer[]): SharedMetric {
  const bytes = adopted?.startsWith('large') ? LARGE_PIECE_BYTES : 1000
  const pieces = Array.from({ length: metricPieces(bytes) }, (_, i) => reused[i] ?? new SharedArrayBuffer(bytes))
  return { key: table.key, table, pieces, arcCount: 1, used: new Float64Array(new SharedArrayBuffer(8)) }
}
