// Speaks the protocol of src/workers/messages.ts without a network, so that the pool can be tested: a job's input says
// what to do. `{crash}` ends the thread, `{throws}` fails, `{spinMs}` works until done or told to stop, `{echo}`
// answers, with `{leaves}` in an area of shared memory. Settings cost the same, so that each guides any other.

import { parentPort, threadId, workerData } from 'node:worker_threads'
import { leaveAnswer } from '../../src/workers/answer-areas.ts'
import { metricPieces } from '../../src/routing/cch/customise.ts'
import { INTS_PER_FLAG } from '../../src/routing/search/search-types.ts'
import type { CostTable } from '../../src/routing/costs/arc-cost.ts'
import type { SharedMetric, ToWorker, WorkerSettings } from '../../src/workers/messages.ts'
import { LARGE_PIECE_BYTES } from './large-piece.ts'

const { cancelFlags, areas } = workerData as WorkerSettings
/** what it was instructed to open, with the number of a metric's pieces that it was lent memory for */
const opened: string[] = []
let generation = 0
let adopted: string | null = null
const metrics: string[] = []
const parts: string[] = []
/** how many times it was instructed to collect garbage */
let collected = 0

parentPort!.on('message', (message: ToWorker) => {
  if (message.type === 'adopt') {
    generation = message.generation
    adopted = message.network?.engine.networkRelease ?? null
    metrics.length = 0
    for (const metric of message.metrics) metrics.push((metric as { key: string }).key)
    parentPort!.postMessage({ type: 'adopted', region: message.region, generation })
    parentPort!.postMessage({ type: 'ready' })
  } else if (message.type === 'open') {
    const { region, network, read } = message
    opened.push(`${network.engine.networkRelease} beside ${adopted}, lent ${read?.pieces.length ?? 0}`)
    const metric = read === null ? null : fakeMetric(fakeTable(read.key), read.pieces)
    parentPort!.postMessage({ type: 'opened', region, generation: message.generation, metric })
  } else if (message.type === 'collect') {
    collected++
  } else if (message.type === 'metric') {
    metrics.push((message.metric as { key: string }).key)
  } else if (message.type === 'parts') {
    parts.push(message.parts.key)
  } else if (message.type === 'customise') {
    parentPort!.postMessage({
      type: 'customised',
      region: message.region,
      key: message.table.key,
      generation: message.generation,
      metric: fakeMetric(message.table, message.pieces),
      asked: true,
      cpuMs: 70,
    })
  } else if (message.type === 'forget') {
    metrics.splice(metrics.indexOf(message.key), 1)
    parentPort!.postMessage({
      type: 'forgot',
      region: message.region,
      key: message.key,
      generation: message.generation,
    })
  } else {
    const input = message.input as unknown as {
      crash?: boolean
      throws?: boolean
      spinMs?: number
      echo?: unknown
      wants?: string
      makesParts?: string
      leaves?: boolean
    }
    if (input.crash) process.exit(9)
    if (input.wants !== undefined)
      parentPort!.postMessage({
        type: 'wanted',
        region: message.region,
        slot: message.slot,
        table: fakeTable(input.wants),
        generation,
      })
    if (input.makesParts !== undefined) {
      const none = new Uint32Array(0)
      const parts = { key: input.makesParts, groupOf: none, partOfGroup: none, wholeOfGroup: none }
      parentPort!.postMessage({ type: 'parts', region: message.region, parts, generation })
    }
    const until = performance.now() + (input.spinMs ?? 0)
    let stopped = false
    const flag = message.slot * INTS_PER_FLAG
    while (performance.now() < until && !stopped) stopped = Atomics.load(cancelFlags, flag) === 1
    if (input.throws || stopped) {
      parentPort!.postMessage({
        type: 'failed',
        slot: message.slot,
        failure: { code: 'no_path', message: stopped ? 'stopped' : 'thrown', inputPath: 'waypoints[1]' },
      })
    } else if (input.leaves) {
      const answer = Buffer.from(JSON.stringify({ echo: input.echo ?? null }))
      const area = leaveAnswer(areas, answer)
      parentPort!.postMessage(
        area < 0
          ? { type: 'done', slot: message.slot, bytes: new Uint8Array(answer) }
          : { type: 'left', slot: message.slot, area, length: answer.length },
      )
    } else {
      parentPort!.postMessage({
        type: 'done',
        slot: message.slot,
        bytes: new Uint8Array(
          Buffer.from(
            JSON.stringify({
              echo: input.echo ?? null,
              thread_id: threadId,
              adopted,
              opened,
              metrics,
              parts,
              collected,
            }),
          ),
        ),
      })
    }
  }
})

function fakeTable(key: string): CostTable {
  return { key, factor: Float64Array.of(1), perAscentDm: 0, perDescentDm: 0, flatPenalty: 0, minFactor: 1 }
}

function fakeMetric(table: CostTable, reused: readonly SharedArrayBuffer[]): SharedMetric {
  const bytes = adopted?.startsWith('large') ? LARGE_PIECE_BYTES : 1000
  const pieces = Array.from({ length: metricPieces(bytes) }, (_, i) => reused[i] ?? new SharedArrayBuffer(bytes))
  return { key: table.key, table, pieces, arcCount: 1, used: new Float64Array(new SharedArrayBuffer(8)) }
}
