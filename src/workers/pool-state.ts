// What a pool of routing threads says of itself, for probes and metrics.

import type { BlockCacheState } from '../graph/block-cache.ts'
import type { Lane } from './job-lanes.ts'

/** `bytesEach`: of the largest network, if of several */
export interface MetricState {
  count: number
  bytes: number
  budgetBytes: number
  bytesEach: number
}

/** What one region's network holds of memory shared by the threads. */
export interface RegionState {
  region: string
  networkBytes: number
  metrics: MetricState
}

/** State of a pool, for probes and metrics. */
export interface PoolState {
  queued: number
  running: number
  /** threads wanted, and those that have loaded a network */
  workers: number
  ready: number
  crashes: number
  overloaded: Record<Lane, boolean>
  /** jobs accepted and refused since the start */
  accepted: number
  refused: number
  /** blocks of all networks in memory */
  blocks: BlockCacheState
  /** cached customised metrics of all networks; misses are searches that ran without one */
  metrics: MetricState & { misses: number }
  regions: RegionState[]
}

export function totalOf(states: readonly MetricState[]): MetricState {
  const total: MetricState = { count: 0, bytes: 0, budgetBytes: 0, bytesEach: 0 }
  for (const { count, bytes, budgetBytes, bytesEach } of states) {
    total.count += count
    total.bytes += bytes
    total.budgetBytes += budgetBytes
    total.bytesEach = Math.max(total.bytesEach, bytesEach)
  }
  return total
}
