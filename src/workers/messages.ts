// Messages between the main thread and the workers: plain data, shared buffers, wire text. No Error objects or
// functions: a failure is sent as {code, message, inputPath} and the pool rebuilds the error from it.

import type { AnalyseJob } from '../routing/matching/analyse-types.ts'
import type { CostTable } from '../routing/costs/arc-cost.ts'
import type { RoundTripsInput } from '../routing/round-trips/loop-types.ts'
import type { MatrixInput } from '../routing/matrix/matrix-types.ts'
import type { ArrivalsInput } from '../routing/isochrone/one-to-many.ts'
import type { ReachInput } from '../routing/isochrone/isochrone-types.ts'
import type { PlanRouteInput } from '../routing/costs/request-types.ts'
import type { Engine } from '../routing/costs/route-types.ts'
import type { SharedBlockCache } from '../graph/block-cache.ts'
import type { BlockFile } from '../graph/cached-blocks.ts'
import type { Failure } from './job-errors.ts'
import type { FoundComponents } from '../routing/search/component-cache.ts'
import type { MatchJob } from '../routing/matching/trace-types.ts'
import type { AnswerAreas } from './answer-areas.ts'
import type { MetricData } from '../routing/cch/customise.ts'

/** The kinds of job and their inputs; every answer is wire JSON text. */
export interface Jobs {
  route: PlanRouteInput
  trip: PlanRouteInput
  loops: RoundTripsInput
  match: MatchJob
  analyse: AnalyseJob
  reach: ReachInput
  arrivals: ArrivalsInput
  matrix: MatrixInput
}
export type JobKind = keyof Jobs

/** Settings of a worker, fixed for its lifetime. */
export interface WorkerSettings {
  maxSettled: number
  /** one cancel flag for each job slot (routing/search/search-types.ts); shared by all threads */
  cancelFlags: Int32Array
  /** blocks of all networks */
  blockCache: SharedBlockCache
  /** number of this worker, below the number of threads; another one has it once this one has ended */
  seat: number
  /** where this worker writes its answers */
  areas: AnswerAreas
}

/** The network shared by all workers. */
export interface SharedNetwork {
  buffer: SharedArrayBuffer
  /** null: everything is in `buffer` */
  blocks: BlockFile | null
  /** of its nodes in space, filled in by whichever thread needs one first */
  positions: SharedArrayBuffer
  engine: Engine
}

/** A customised metric as passed between threads: its arrays are in shared memory. */
export type SharedMetric = MetricData

/** Memory that no thread reads any more, and the key of the metric to read into it. */
export interface ReusedBlocks {
  key: string
  pieces: readonly SharedArrayBuffer[]
}

/** `region`: whose network it is about; a thread holds one of each (decision: regions). */
export type ToWorker =
  | { type: 'adopt'; region: string; network: SharedNetwork | null; generation: number; metrics: SharedMetric[] }
  /** opens a network ahead of its adoption, unless it is open; `read`: also reads a metric of its file into memory */
  | { type: 'open'; region: string; network: SharedNetwork; generation: number; read: ReusedBlocks | null }
  /** `mayUseMs`: processor time after which the job is to end, Infinity for none */
  | { type: 'job'; region: string; slot: number; kind: JobKind; input: Jobs[JobKind]; mayUseMs: number }
  | { type: 'customise'; region: string; table: CostTable; generation: number; pieces: readonly SharedArrayBuffer[] }
  | { type: 'forget'; region: string; key: string; generation: number }
  | { type: 'metric'; region: string; metric: SharedMetric; generation: number }
  | { type: 'parts'; region: string; parts: FoundComponents; generation: number }
  /** memory that threads share is to be free soon */
  | { type: 'collect' }

export type FromWorker =
  | { type: 'ready' }
  /** `metric`: null if none was to be read, or it could not be */
  | { type: 'opened'; region: string; generation: number; metric: SharedMetric | null }
  /** nothing of an earlier generation is read any more */
  | { type: 'adopted'; region: string; generation: number }
  /** `ms`: elapsed time of the job in the thread; `cpuMs`: its processor time */
  /** `extra`: what the answer has beyond what was certain, e.g. alternatives */
  /** the answer as wire JSON in UTF-8, in memory that was given away */
  | { type: 'done'; slot: number; bytes: Uint8Array; extra?: number; ms?: number; cpuMs?: number }
  /** the answer is in an area, which the receiver frees */
  | { type: 'left'; slot: number; area: number; length: number; extra?: number; ms?: number; cpuMs?: number }
  | { type: 'failed'; slot: number; failure: Failure; stack?: string; cpuMs?: number }
  /** `slot`: of the job whose setting it is; `isStored`: its metric is read rather than made */
  | { type: 'wanted'; region: string; slot: number; table: CostTable; isStored: boolean; generation: number }
  | { type: 'forgot'; region: string; key: string; generation: number }
  /** connected parts that a thread made, for the others */
  | { type: 'parts'; region: string; parts: FoundComponents; generation: number }
  /** `cpuMs` where it was requested: otherwise it is part of a job's */
  | {
      type: 'customised'
      region: string
      key: string
      generation: number
      metric: SharedMetric | null
      asked: boolean
      cpuMs?: number
    }
