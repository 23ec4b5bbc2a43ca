// One worker thread: uses the shared network, runs jobs one after another, answers in wire text.
// Errors are returned as data; it never logs and never opens a port.

import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError, toServiceError } from '../errors.ts'
import { RoutingGraph } from '../graph/routing-graph.ts'
import type { CostTable } from '../routing/costs/arc-cost.ts'
import type { Metric } from '../routing/hierarchy/customise.ts'
import { createLineReader, type LineReader } from '../routing/matching/line-reader.ts'
import { RoutePlanner, type PlanControl } from '../routing/route/plan-route.ts'
import { RoundTripPlanner } from '../routing/loops/round-trips.ts'
import { ReachPlanner } from '../routing/reach/reach-planner.ts'
import { writeReach } from '../routing/reach/write-reach.ts'
import type { Engine, Failure } from '../routing/costs/route-types.ts'
import { WireBytes } from '../wire/wire-bytes.ts'
import { toWireText } from '../wire/wire-json.ts'
import { writeRoute } from '../routing/route/write-route.ts'
import { threadCpuMs } from '../overload/thread-cpu.ts'
import { leaveAnswer } from './answer-areas.ts'
import type { FromWorker, JobKind, Jobs, SharedMetric, SharedNetwork, ToWorker, WorkerSettings } from './messages.ts'

const FIRST_BYTES = 131_072
/** An output buffer that grew beyond this for one answer is not kept. */
const KEPT_BYTES = 1_048_576
const settings = workerData as WorkerSettings
const port = parentPort!
let planner: RoutePlanner | null = null
let engine: Engine | null = null
/** created when the first loop is requested */
let roundTrips: RoundTripPlanner | null = null
/** created when the first reach is requested */
let reaches: ReachPlanner | null = null
/** created when the first line is submitted */
let lines: LineReader | null = null
let generation = 0
/** of the job that runs, or ran last */
let runningSlot = 0
/** the answer being written */
let out = new WireBytes(FIRST_BYTES)

port.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'adopt':
      generation = message.generation
      engine = message.network?.engine ?? null
      roundTrips = null
      reaches = null
      lines = null
      planner = message.network === null ? null : openPlanner(message.network, message.metrics)
      send({ type: 'ready' })
      break
    case 'metric':
      if (message.generation === generation) planner?.adoptMetric(message.metric as never)
      break
    case 'parts':
      if (message.generation === generation) planner?.adoptParts(message.parts)
      break
    case 'customise':
      send(customise(message.table, message.generation, message.buffer))
      break
    case 'forget':
      if (message.generation === generation) planner?.forgetMetric(message.key)
      send({ type: 'forgot', key: message.key, generation: message.generation })
      break
    case 'job':
      runJob(message.slot, message.kind, message.input)
      break
  }
})

function openPlanner(network: SharedNetwork, metrics: SharedMetric[]): RoutePlanner {
  const opened = new RoutePlanner(RoutingGraph.from(network.buffer), {
    engine: network.engine,
    metricCacheBytes: Infinity, // the pool decides what to evict
    maxSettled: settings.maxSettled,
    onMetricWanted: (table: CostTable) => send({ type: 'wanted', slot: runningSlot, table, generation }),
    onMetricMade: sendMetric,
    onPartsMade: (parts) => send({ type: 'parts', parts, generation }),
  })
  for (const metric of metrics) opened.adoptMetric(metric as never)
  return opened
}

function customise(table: CostTable, forGeneration: number, buffer: SharedArrayBuffer | null): FromWorker {
  const startedCpuMs = threadCpuMs()
  const metric = planner !== null && forGeneration === generation ? planner.customise(table, buffer) : null
  const cpuMs = threadCpuMs() - startedCpuMs
  return { type: 'customised', key: table.key, generation: forGeneration, metric, asked: true, cpuMs }
}

function runJob(slot: number, kind: JobKind, input: Jobs[JobKind]): void {
  runningSlot = slot
  const startedMs = performance.now()
  const startedCpuMs = threadCpuMs()
  const cpuMs = () => threadCpuMs() - startedCpuMs
  try {
    if (planner === null)
      throw new ServiceError('network_unavailable', 'No network is published yet. Import a region first.')
    const control = { cancelFlags: settings.cancelFlags, cancelIndex: slot }
    if (Atomics.load(settings.cancelFlags, slot) === 1) throw new ServiceError('busy', 'stopped before it began')
    out.at = 0
    const extra = writeAnswer(planner, kind, input, control)
    const area = leaveAnswer(settings.areas, out.bytes.subarray(0, out.at))
    const ms = performance.now() - startedMs
    send(
      area < 0
        ? { type: 'done', slot, wireText: out.toString(), extra, ms, cpuMs: cpuMs() }
        : { type: 'left', slot, area, length: out.at, extra, ms, cpuMs: cpuMs() },
    )
    if (out.bytes.length > KEPT_BYTES) out = new WireBytes(FIRST_BYTES)
  } catch (thrown) {
    const error = toServiceError(thrown)
    const failure: Failure = { code: error.code, message: error.message }
    if (error.inputPath !== undefined) failure.inputPath = error.inputPath
    if (error.retryAfterS !== undefined) failure.retryAfterS = error.retryAfterS
    const stack = error.code === 'internal' && error.cause instanceof Error ? error.cause.stack : undefined
    send({ type: 'failed', slot, failure, stack, cpuMs: cpuMs() })
  }
}

/** Runs the job and writes its answer to `out` as wire bytes; returns the number of alternatives in it. */
function writeAnswer(by: RoutePlanner, kind: JobKind, input: Jobs[JobKind], control: PlanControl): number {
  if (kind === 'route') {
    const route = by.planRoute(input as Jobs['route'], control)
    writeRoute(route, out)
    return route.alternatives?.length ?? 0
  }
  if (kind === 'reach') {
    reaches ??= new ReachPlanner(by.graph, { engine: engine! })
    writeReach(by.graph, reaches.planReach(input as Jobs['reach'], control), out)
    return 0
  }
  out.text(toWireText(answerOf(by, kind, input, control)))
  return 0
}

function answerOf(
  by: RoutePlanner,
  kind: Exclude<JobKind, 'route' | 'reach'>,
  input: Jobs[JobKind],
  control: PlanControl,
): object {
  switch (kind) {
    case 'trip':
      return by.planTrip(input as Jobs['trip'], control)
    case 'loops':
      roundTrips ??= new RoundTripPlanner(by.graph, { engine: engine! })
      return roundTrips.findRoundTrips(input as Jobs['loops'], control)
    case 'arrivals': {
      reaches ??= new ReachPlanner(by.graph, { engine: engine! })
      const { reach, points } = input as Jobs['arrivals']
      return reaches.arrivals(reach, points, control)
    }
    case 'match':
      return lineReader(by).matchTrace(input as Jobs['match'], control)
    case 'analyse':
      return lineReader(by).analyseRoute(input as Jobs['analyse'], control)
  }
}

/** The metrics it makes are shared with the other threads. */
function lineReader(by: RoutePlanner): LineReader {
  return (lines ??= createLineReader(by.parts, sendMetric))
}

/** A metric that a job made, for the other threads. */
function sendMetric(metric: Metric): void {
  send({ type: 'customised', key: metric.key, generation, metric, asked: false })
}

function send(message: FromWorker): void {
  port.postMessage(message)
}
