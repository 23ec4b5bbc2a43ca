// What the main thread and the routing threads say to each other beside jobs (src/jobs.ts): plain data and shared
// memory. `region`: whose network it is about; a thread has one of each (decision: regions).

import type { BlockFile } from '../graph/edge-blocks.ts'
import type { SharedBlockCache } from '../graph/block-cache.ts'
import type { RouteJobs } from '../jobs.ts'
import type { MetricData } from '../routing/cch/customise.ts'
import type { CostTable } from '../routing/costs/arc-cost.ts'
import type { Engine } from '../routing/costs/route-types.ts'
import type { FoundComponents } from '../routing/search/strong-components.ts'

/** Settings of a routing thread, fixed for its lifetime. */
export interface RouteThreadSettings {
  cancelFlag: Int32Array
  maxSettled: number
  /** blocks of all networks */
  blockCache: SharedBlockCache
  /** number of this thread; another one has it once this one has ended */
  index: number
}

/** The network shared by all threads. */
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

/** Which network of a region: networks are counted, so that what is late for one is not taken for the next. */
export interface OfNetwork {
  region: string
  generation: number
}

/** Calls beside jobs, by kind: their inputs. */
export interface NetworkCalls {
  /** opens a network ahead of its adoption; `readKey`: answers with the metric of this setting if its file has it */
  open: OfNetwork & { network: SharedNetwork; readKey: string | null }
  /** once it has replied, nothing of an earlier network is read any more; null: the region has none */
  adopt: OfNetwork & { network: SharedNetwork | null; metrics: SharedMetric[] }
  /** evicts a metric; once it has replied, nothing of it is read any more */
  drop: OfNetwork & { key: string }
  /** collects garbage: memory that threads share is free once each of them has */
  collect: null
}

/** A job beside those of src/jobs.ts: makes a metric in these blocks and further ones. */
export interface MetricJobs {
  metric: {
    input: OfNetwork & { table: CostTable; blocks: readonly SharedArrayBuffer[] }
    answer: SharedMetric | null
  }
}

export type RouteThreadJobs = {
  [Kind in keyof RouteJobs]: { input: OnRegion<Kind>; answer: RouteJobs[Kind]['answer'] }
} & MetricJobs

/** The input of a job and the region that it runs on. */
export interface OnRegion<Kind extends keyof RouteJobs> {
  region: string
  input: RouteJobs[Kind]['input']
}

/** Inputs of everything that a routing thread is called for. */
export type RouteThreadInputs = { [Kind in keyof RouteThreadJobs]: RouteThreadJobs[Kind]['input'] } & NetworkCalls

/** To every thread: what another has made. */
export type ToRouteThread = OfNetwork &
  ({ type: 'metric'; metric: SharedMetric } | { type: 'components'; components: FoundComponents })

export type FromRouteThread = OfNetwork &
  (
    | { type: 'components'; components: FoundComponents }
    /** a search ran without this metric; `isStored`: it is read rather than made */
    | { type: 'needed'; table: CostTable; isStored: boolean }
    /** a metric that a job made for its own use */
    | { type: 'made'; metric: SharedMetric }
  )
