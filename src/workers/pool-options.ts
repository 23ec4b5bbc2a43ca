// How a pool of threads is set up.

export interface PoolOptions {
  workers: number
  /** jobs that may wait; beyond that 503 */
  maxQueued: number
  /** longest wait under overload (src/overload/queue-guard.ts) */
  targetWaitMs?: number
  /** memory for customised metrics; null: sized from the network */
  metricCacheBytes: number | null
  /** memory for blocks of the networks; absent: BLOCK_CACHE_BYTES */
  blockCacheBytes?: number
  maxSettled: number
  /** called on crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
  /** the thread's program; overridden only in tests */
  workerUrl?: URL
}
