// What the gate works with, and one request as it sees it.

import type { ServiceError } from '../../src/errors.ts'
import type { KeyStore } from '../../src/metering/api-key.ts'
import type { Caller, Pool } from '../../src/metering/caller.ts'
import type { Concurrency } from '../../src/metering/concurrency.ts'
import type { RateLimiter } from '../../src/metering/rate-limiter.ts'
import type { CpuMeter } from '../../src/overload/cpu-meter.ts'
import type { Services } from '../../src/services.ts'

export interface PipelineParts {
  services: Services
  keys: KeyStore
  rates: RateLimiter
  concurrency: Concurrency
  metering: boolean
  requestTimeoutMs: number
  /** visitors of the explorer, known by the origin of its page; null: they count like any other address */
  explorer: { origin: string; pool: Pool } | null
}

/** One request as the gate sees it. */
export interface Call {
  caller: Caller
  signal: AbortSignal
  /** aborted with a ServiceError when no more operations are to begin */
  withdraw?: AbortSignal
  requestId: string
  /** measures what runs for it; absent: nothing does */
  cpu?: CpuMeter
  /** called for each operation that has just ended; `startedMs` by the performance clock */
  onOperation?: (operation: string, startedMs: number, error: ServiceError | null) => void
}
