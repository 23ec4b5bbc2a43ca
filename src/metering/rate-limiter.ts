// Requests a second: one token bucket per account, refilled at the plan's rate, holding twice that (decision:
// keys-and-credits).

import { BURST_FACTOR } from './plans.ts'
import { TokenBuckets, type BucketSize } from './token-buckets.ts'

export interface RateState {
  limit: number
  remaining: number
  /** whole seconds until the bucket is full again */
  resetS: number
}

export class RateLimiter {
  readonly #buckets: TokenBuckets

  constructor(buckets = new TokenBuckets()) {
    this.#buckets = buckets
  }

  /** Takes one token; returns 0, or whole seconds to wait if none is left. */
  take(account: string, ratePerS: number, nowMs: number): number {
    return this.#buckets.take(account, 1, sizeOf(ratePerS), nowMs)
  }

  /** Returns the token of a request to which the rate turns out not to apply. */
  giveBack(account: string, ratePerS: number, nowMs: number): void {
    this.#buckets.giveBack(account, 1, sizeOf(ratePerS), nowMs)
  }

  state(account: string, ratePerS: number, nowMs: number): RateState {
    const size = sizeOf(ratePerS)
    const left = this.#buckets.left(account, size, nowMs)
    return {
      limit: size.capacity,
      remaining: Math.max(0, Math.floor(left)),
      resetS: Math.ceil((size.capacity - left) / ratePerS),
    }
  }

  get size(): number {
    return this.#buckets.count
  }
}

function sizeOf(ratePerS: number): BucketSize {
  return { capacity: ratePerS * BURST_FACTOR, perS: ratePerS }
}

export const FORECAST_POINTS_PER_MIN = 120

const SIZE = { capacity: FORECAST_POINTS_PER_MIN, perS: FORECAST_POINTS_PER_MIN / 60 }

/**
 * Forecast points an address may request: 120 a minute (decision: keys-and-credits), since weather costs no credits.
 */
export class PointAllowance {
  readonly #buckets: TokenBuckets

  constructor(buckets = new TokenBuckets()) {
    this.#buckets = buckets
  }

  /** Takes `count` (at most 120) points; returns 0, or whole seconds to wait if too few are left. */
  take(address: string, count: number, nowMs: number): number {
    return this.#buckets.take(address, count, SIZE, nowMs)
  }
}
