// Requests a second: one token bucket per account, refilled at the plan's rate, holding twice that (decision D2).
// Full buckets are dropped, so memory follows the callers of the last seconds. No lru-cache: evicting a bucket before
// it is full would give its caller a fresh burst.

import { BURST_FACTOR } from './plans.ts'

interface Bucket {
  tokens: number
  atMs: number
  ratePerS: number
}

export interface RateState {
  limit: number
  remaining: number
  /** whole seconds until the bucket is full again */
  resetS: number
}

const SWEEP_ABOVE = 4096

export class RateLimiter {
  #buckets = new Map<string, Bucket>()
  #sweepAbove = SWEEP_ABOVE

  /** Takes one token; returns 0, or whole seconds to wait if none is left. */
  take(account: string, ratePerS: number, nowMs: number): number {
    const bucket = this.#filled(account, ratePerS, nowMs)
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1
      return 0
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / ratePerS))
  }

  /** Returns the token of a request to which the rate turns out not to apply. */
  giveBack(account: string, ratePerS: number, nowMs: number): void {
    const bucket = this.#filled(account, ratePerS, nowMs)
    bucket.tokens = Math.min(ratePerS * BURST_FACTOR, bucket.tokens + 1)
  }

  state(account: string, ratePerS: number, nowMs: number): RateState {
    const bucket = this.#filled(account, ratePerS, nowMs)
    const limit = ratePerS * BURST_FACTOR
    return { limit, remaining: Math.floor(bucket.tokens), resetS: Math.ceil((limit - bucket.tokens) / ratePerS) }
  }

  get size(): number {
    return this.#buckets.size
  }

  #filled(account: string, ratePerS: number, nowMs: number): Bucket {
    let bucket = this.#buckets.get(account)
    const limit = ratePerS * BURST_FACTOR
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#sweepAbove) this.#sweep(nowMs)
      bucket = { tokens: limit, atMs: nowMs, ratePerS }
      this.#buckets.set(account, bucket)
      return bucket
    }
    // if the clock was set back, nothing is refilled, and refilling continues from the new time
    bucket.tokens = Math.min(limit, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / 1000) * ratePerS)
    bucket.atMs = nowMs
    return bucket
  }

  #sweep(nowMs: number): void {
    for (const [account, bucket] of this.#buckets) {
      if (bucket.tokens + (Math.abs(nowMs - bucket.atMs) / 1000) * bucket.ratePerS >= bucket.ratePerS * BURST_FACTOR)
        this.#buckets.delete(account)
    }
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#buckets.size * 2)
  }
}
