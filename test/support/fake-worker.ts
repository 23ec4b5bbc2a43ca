// Speaks the protocol of src/workers/messages.ts without a network, so that the pool can be tested: a job's input says
// what to do. `{crash}` ends the thread, `{throws}` fails, `{spinMs}` works until done or told to stop, `{echo}`
// answers, with `{leaves}` in an area of shared memory.

import { parentPort, threadId, workerData } from 'node:worker_threads'
import { leaveAnswer } from '../../src/workers/answer-areas.ts'
import { metricPieces } from '../../src/routing/hierarchy/customise.ts'
import { INTS_PER_FLAG } from '../../src/routing/search/search-types.ts'
import type { ToWorker, WorkerSettings } from '../../src/workers/messages.ts'

const { cancelFlags, areas } = workerData as WorkerSettings
let generation = 0
let adopted: string | null = null
const metrics: string[] = []
const parts: string[] = []

parentPort!.on('message', (message: ToWorker) => {
  if (message.type === 'adopt') {
    generation = message.generation
    adopted = message.network?.engine.networkRelease ?? null
    metrics.length = 0
    for (const metric of message.metrics) metrics.push((metric as { key: string }).key)
    parentPort!.postMessage({ type: 'adopted', region: message.region, generation })
    parentPort!.postMessage({ type: 'ready' })
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
      metric: fakeMetric(message.table.key, message.pieces),
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
        table: { key: input.wants },
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
          Buffer.from(JSON.stringify({ echo: input.echo ?? null, thread_id: threadId, adopted, metrics, parts })),
        ),
      })
    }
  }
})

function fakeMetric(key: string, reused: readonly SharedArrayBuffer[]) {
  const pieces = Array.from({ length: metricPieces(1000) }, (_, i) => reused[i] ?? new SharedArrayBuffer(1000))
  return { key, pieces, used: new Uint32Array(new SharedArrayBuffer(4)) }
}
