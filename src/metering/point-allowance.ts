// Forecast points an address may request: 120 a minute (decision: keys-and-credits), since weather costs no credits.

import { TokenBuckets } from './token-buckets.ts'

export const FORECAST_POINTS_PER_MIN = 120

const SIZE = { capacity: FORECAST_POINTS_PER_MIN, perS: FORECAST_POINTS_PER_MIN / 60 }

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
