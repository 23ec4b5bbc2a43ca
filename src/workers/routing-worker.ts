// One worker thread: uses the shared networks, one for each region, runs jobs one after another, answers in wire text.
// Errors are returned as data; it never logs and never opens a port.

import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError, toServiceError } from '../errors.ts'
import { BlockCache } from '../graph/block-cache.ts'
import { createLineReader, type LineReader } from '../routing/matching/line-reader.ts'
import type { RoutePlanner } from '../routing/route/plan-route.ts'
import { cancelFlagOf, type PlanControl } from '../routing/search/search-types.ts'
import { RoundTripPlanner } from '../routing/round-trips/round-trips.ts'
import { MatrixPlanner } from '../routing/matrix/matrix-planner.ts'
import { IsochronePlanner } from '../routing/isochrone/isochrone-planner.ts'
import { writeIsochrone } from '../routing/isochrone/write-isochrone.ts'
import type { Failure } from './job-errors.ts'
import { WireBytes } from '../wire/wire-bytes.ts'
import { dropChunks } from '../wire/wire-chunks.ts'
import { toWireText } from '../wire/wire-json.ts'
import { writeRoute } from '../routing/route/write-route.ts'
import { collectSoon } from '../overload/collect-garbage.ts'
import { threadCpuMs } from '../overload/thread-cpu.ts'
import { leaveAnswer } from './answer-areas.ts'
import { type ThreadRegion, madeUnasked, openRegion } from './held-region.ts'
import type { FromWorker, JobKind, Jobs, ToWorker, WorkerSettings } from './messages.ts'

const FIRST_BYTES = 131_072
/** An output buffer that grew beyond this for one answer is not kept. */
const KEPT_BYTES = 1_048_576
const settings = workerData as WorkerSettings
const port = parentPort!
const blockCache = new BlockCache(settings.blockCache, settings.seat)
/** What this thread has of each region. */
const regions = new Map<string, ThreadRegion>()
/** What it has opened and not adopted yet. */
const opened = new Map<string, ThreadRegion>()
/** of the job that runs, or ran last */
let runningSlot = 0
/** the answer being written */
let out = new WireBytes(FIRST_BYTES)
const surroundings = { settings, blockCache, send, runningSlot: () => runningSlot }

port.on('message', (message: ToWorker) => {
  if (message.type === 'adopt') return adopt(message)
  if (message.type === 'open') return open(message)
  if (message.type === 'collect') return collectSoon(settings.seat)
  const held = regions.get(message.region)
  const isCurrent = message.type !== 'job' && held?.generation === message.generation
  switch (message.type) {
    case 'metric':
      if (isCurrent) held.planner?.adoptMetric(message.metric)
      break
    case 'parts':
      if (isCurrent) held.planner?.adoptParts(message.parts)
      break
    case 'customise':
      send(customise(isCurrent ? held : undefined, message))
      break
    case 'forget':
      if (isCurrent) held.planner?.forgetMetric(message.key)
      send({ type: 'forgot', region: message.region, key: message.key, generation: message.generation })
      break
    case 'job':
      runJob(held, message)
      break
  }
})

function adopt(message: ToWorker & { type: 'adopt' }): void {
  const { region, generation, metrics } = message
  const next = opened.get(region)
  opened.delete(region)
  regions.get(region)?.blocks?.close()
  regions.delete(region)
  const isNext = next?.generation === generation
  if (!isNext) next?.blocks?.close()
  const held = isNext ? next : openRegion(message, surroundings)
  for (const metric of metrics) held.planner?.adoptMetric(metric)
  regions.set(region, held)
  send({ type: 'adopted', region, generation })
  send({ type: 'ready' })
}

/** The network that the region has stays until this one is adopted. */
function open(message: ToWorker & { type: 'open' }): void {
  const { region, generation, read } = message
  const before = opened.get(region)
  const held = before?.generation === generation ? before : openRegion(message, surroundings)
  opened.set(region, held)
  const metric = read === null ? null : (held.planner?.readDefault(read.key, read.pieces) ?? null)
  send({ type: 'opened', region, generation, metric })
}

function customise(
  held: ThreadRegion | undefined,
  { region, table, generation, pieces }: ToWorker & { type: 'customise' },
): FromWorker {
  const startedCpuMs = threadCpuMs()
  const metric = held?.planner?.customise(table, pieces) ?? null
  const cpuMs = threadCpuMs() - startedCpuMs
  return { type: 'customised', region, key: table.key, generation, metric, asked: true, cpuMs }
}

function runJob(
  held: ThreadRegion | undefined,
  { region, slot, kind, input, mayUseMs }: ToWorker & { type: 'job' },
): void {
  runningSlot = slot
  const startedMs = performance.now()
  const startedCpuMs = threadCpuMs()
  const cpuMs = () => threadCpuMs() - startedCpuMs
  try {
    const planner = held?.planner ?? null
    if (held === undefined || planner === null)
      throw new ServiceError('network_unavailable', 'No network is published yet. Import a region first.')
    const control = { cancelFlags: settings.cancelFlags, cancelIndex: slot }
    const flag = cancelFlagOf(control)
    flag[1] = mayUseMs === Infinity ? 0 : Math.ceil(startedCpuMs + mayUseMs)
    if (Atomics.load(flag, 0) === 1) throw new ServiceError('busy', 'stopped before it began')
    out.at = 0
    const extra = writeAnswer({ held, planner, region }, kind, input, control)
    const length = out.at
    const area = leaveAnswer(settings.areas, out.bytes.subarray(0, length))
    const ms = performance.now() - startedMs
    const { bytes: written } = out
    const isTooLarge = written.length > KEPT_BYTES
    // another buffer before this one is given away
    if (isTooLarge) out = new WireBytes(FIRST_BYTES)
    if (area < 0) {
      const bytes = isTooLarge ? written.subarray(0, length) : new Uint8Array(written.subarray(0, length))
      const message: FromWorker = { type: 'done', slot, bytes, extra, ms, cpuMs: cpuMs() }
      port.postMessage(message, [bytes.buffer as ArrayBuffer])
    } else {
      if (isTooLarge) dropChunks([written])
      send({ type: 'left', slot, area, length, extra, ms, cpuMs: cpuMs() })
    }
  } catch (thrown) {
    const error = toServiceError(thrown)
    const failure: Failure = { code: error.code, message: error.message }
    if (error.inputPath !== undefined) failure.inputPath = error.inputPath
    if (error.retryAfterS !== undefined) failure.retryAfterS = error.retryAfterS
    const stack = error.code === 'internal' && error.cause instanceof Error ? error.cause.stack : undefined
    send({ type: 'failed', slot, failure, stack, cpuMs: cpuMs() })
  }
}

/** Where a job runs. */
interface At {
  held: ThreadRegion
  planner: RoutePlanner
  region: string
}

/** Runs the job and writes its answer to `out` as wire bytes; returns the number of alternatives in it. */
function writeAnswer(at: At, kind: JobKind, input: Jobs[JobKind], control: PlanControl): number {
  if (kind === 'route') {
    const route = at.planner.planRoute(input as Jobs['route'], control)
    writeRoute(route, out)
    return route.alternatives?.length ?? 0
  }
  if (kind === 'reach') {
    writeIsochrone(at.planner.graph, reachPlanner(at).planReach(input as Jobs['reach'], control), out)
    return 0
  }
  out.text(toWireText(answerOf(at, kind, input, control)))
  return 0
}

function answerOf(
  at: At,
  kind: Exclude<JobKind, 'route' | 'reach'>,
  input: Jobs[JobKind],
  control: PlanControl,
): object {
  switch (kind) {
    case 'trip':
      return at.planner.planTrip(input as Jobs['trip'], control)
    case 'loops':
      at.held.roundTrips ??= new RoundTripPlanner(at.planner.graph, { engine: at.planner.parts.engine })
      return at.held.roundTrips.findRoundTrips(input as Jobs['loops'], control)
    case 'arrivals': {
      const { reach, points } = input as Jobs['arrivals']
      return reachPlanner(at).arrivals(reach, points, control)
    }
    case 'matrix':
      return matrixPlanner(at).planMatrix(input as Jobs['matrix'], control)
    case 'match':
      return lineReader(at).matchTrace(input as Jobs['match'], control)
    case 'analyse':
      return lineReader(at).analyseRoute(input as Jobs['analyse'], control)
  }
}

/** The metrics it makes are shared with the other threads. */
function lineReader({ held, planner, region }: At): LineReader {
  return (held.lines ??= createLineReader(planner.parts, (metric) =>
    send(madeUnasked(region, held.generation, metric)),
  ))
}

/** The same for its metrics. */
function matrixPlanner({ held, planner, region }: At): MatrixPlanner {
  return (held.matrices ??= new MatrixPlanner(planner.parts, (metric) =>
    send(madeUnasked(region, held.generation, metric)),
  ))
}

function reachPlanner({ held, planner }: At): IsochronePlanner {
  return (held.reaches ??= new IsochronePlanner(planner.graph, { engine: planner.parts.engine }))
}

function send(message: FromWorker): void {
  port.postMessage(message)
}
