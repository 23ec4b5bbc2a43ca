// Token buckets by name, each refilled steadily up to its capacity. Full ones are dropped, so memory follows the
// callers of the last seconds. No lru-cache: evicting a bucket before it is full would give its caller a fresh burst.

export interface BucketSize {
  capacity: number
  /** tokens refilled in a second */
  perS: number
}

interface Bucket {
  tokens: number
  atMs: number
  size: BucketSize
}

/** Called with what was taken from a bucket; negative where it was given back. */
export type OnTaken = (name: string, tokens: number, size: BucketSize) => void

const SWEEP_ABOVE = 4096

export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()
  readonly #onTaken: OnTaken
  #sweepAbove = SWEEP_ABOVE

  constructor(onTaken: OnTaken = () => undefined) {
    this.#onTaken = onTaken
  }

  /** Takes so many tokens, at most the capacity; returns 0, or whole seconds to wait if too few are left. */
  take(name: string, tokens: number, size: BucketSize, nowMs: number): number {
    const bucket = this.#filled(name, size, nowMs)
    if (bucket.tokens < tokens) return Math.max(1, Math.ceil((tokens - bucket.tokens) / size.perS))
    bucket.tokens -= tokens
    this.#onTaken(name, tokens, size)
    return 0
  }

  giveBack(name: string, tokens: number, size: BucketSize, nowMs: number): void {
    const bucket = this.#filled(name, size, nowMs)
    bucket.tokens = Math.min(size.capacity, bucket.tokens + tokens)
    this.#onTaken(name, -tokens, size)
  }

  /** Tokens left; below 0 where several servers together gave more than there was. */
  left(name: string, size: BucketSize, nowMs: number): number {
    return this.#filled(name, size, nowMs).tokens
  }

  /** Sets a bucket to what a store of all servers says. */
  set(name: string, tokens: number, size: BucketSize, nowMs: number): void {
    const bucket = this.#filled(name, size, nowMs)
    bucket.tokens = Math.min(size.capacity, tokens)
  }

  get count(): number {
    return this.#buckets.size
  }

  #filled(name: string, size: BucketSize, nowMs: number): Bucket {
    let bucket = this.#buckets.get(name)
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#sweepAbove) this.#sweep(nowMs)
      bucket = { tokens: size.capacity, atMs: nowMs, size }
      this.#buckets.set(name, bucket)
      return bucket
    }
    // if the clock was set back, nothing is refilled, and refilling continues from the new time
    bucket.tokens = refilled(bucket.tokens, nowMs - bucket.atMs, size)
    bucket.atMs = nowMs
    bucket.size = size
    return bucket
  }

  #sweep(nowMs: number): void {
    for (const [name, { tokens, atMs, size }] of this.#buckets)
      if (refilled(tokens, Math.abs(nowMs - atMs), size) >= size.capacity) this.#buckets.delete(name)
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#buckets.size * 2)
  }
}

function refilled(tokens: number, forMs: number, { capacity, perS }: BucketSize): number {
  return Math.min(capacity, tokens + (Math.max(0, forMs) / 1000) * perS)
}
