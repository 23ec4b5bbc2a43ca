// Forecast points an address may request: 120 a minute (decision D2), since weather costs no credits. One bucket per
// address, refilled steadily. Full buckets are dropped, so memory follows the callers of the last minute;
// no lru-cache, for the reason in rate-limiter.ts.

export const FORECAST_POINTS_PER_MIN = 120

const SWEEP_ABOVE = 4096

export class PointAllowance {
  #buckets = new Map<string, { points: number; atMs: number }>()
  #sweepAbove = SWEEP_ABOVE

  /** Takes `count` (at most 120) points; returns 0, or whole seconds to wait if too few are left. */
  take(address: string, count: number, nowMs: number): number {
    let bucket = this.#buckets.get(address)
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#sweepAbove) this.#sweep(nowMs)
      this.#buckets.set(address, (bucket = { points: FORECAST_POINTS_PER_MIN, atMs: nowMs }))
    }
    bucket.points = filled(bucket, nowMs)
    bucket.atMs = nowMs // if the clock was set back, refilling continues from the new time
    if (bucket.points >= count) {
      bucket.points -= count
      return 0
    }
    return Math.max(1, Math.ceil(((count - bucket.points) * 60) / FORECAST_POINTS_PER_MIN))
  }

  #sweep(nowMs: number): void {
    for (const [address, bucket] of this.#buckets)
      if (filled(bucket, nowMs) >= FORECAST_POINTS_PER_MIN) this.#buckets.delete(address)
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#buckets.size * 2)
  }
}

function filled({ points, atMs }: { points: number; atMs: number }, nowMs: number): number {
  return Math.min(FORECAST_POINTS_PER_MIN, points + (Math.max(0, nowMs - atMs) / 60_000) * FORECAST_POINTS_PER_MIN)
}
