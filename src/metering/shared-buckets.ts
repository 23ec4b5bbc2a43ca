// Token buckets of several servers, kept together in one store (RATE_STORE). Each server decides at once, by a copy of
// its own, and tells the store what it took; the answer sets the copy to what all of them have left. So no request
// waits for the store, and a bucket may fall below 0: what was given too much is paid back before anyone gets more.
// Over any time N servers let through at most what one would, and N - 1 times what one gives during an exchange, a
// capacity at most. While the store is gone each server keeps to its copy.

import { type BucketSize, TokenBuckets } from './token-buckets.ts'

export interface BucketChange extends BucketSize {
  name: string
  /** negative: given back */
  taken: number
}

export interface BucketStore {
  /**
   * Refills each bucket by the store's own clock, creates missing ones full, takes from them, and returns what is left
   * in each, which may be less than 0. Each name occurs once.
   */
  exchange(changes: readonly BucketChange[]): Promise<number[]>
  close(): Promise<void>
}

interface Pending extends BucketChange {
  own: string
  buckets: TokenBuckets
}

/** A round trip costs both sides a fraction of a millisecond, whatever it carries. */
const SPACING_MS = 5
const PATIENCE_MS = 1000
const PAUSE_AFTER_FAULT_MS = 1000
const MOST_AT_ONCE = 500
/** Maximum number of buckets waiting for a slow store; further ones are counted by this server alone. */
const MOST_PENDING = 50_000

export class SharedBuckets {
  readonly #store: BucketStore
  readonly #clock: { nowMs(): number }
  readonly #onGone: (gone: boolean, cause: unknown) => void
  readonly #pending = new Map<string, Pending>()
  #next: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #notBeforeMs = 0
  #isGone = false
  #isClosed = false

  /** `onGone`: called once when the store cannot be used any more, and once when it can again. */
  constructor(
    store: BucketStore,
    clock: { nowMs(): number },
    onGone: (gone: boolean, cause: unknown) => void = () => undefined,
  ) {
    this.#store = store
    this.#clock = clock
    this.#onGone = onGone
  }

  /** Buckets of one kind; names of different kinds are different buckets. */
  ofKind(kind: string): TokenBuckets {
    const buckets = new TokenBuckets((own, taken, size) => this.#note(`${kind}:${own}`, own, taken, size, buckets))
    return buckets
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** Tells what was taken last, then closes the store. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#next !== null) clearTimeout(this.#next)
    await this.#running
    if (!this.#isGone && this.#pending.size > 0) await this.#exchange()
    await this.#store.close()
  }

  #note(name: string, own: string, taken: number, size: BucketSize, buckets: TokenBuckets): void {
    const known = this.#pending.get(name)
    if (known !== undefined) {
      known.taken += taken
      return
    }
    if (this.#pending.size >= MOST_PENDING) return
    this.#pending.set(name, { name, own, taken, ...size, buckets })
    this.#schedule()
  }

  #schedule(): void {
    if (this.#next !== null || this.#running !== null || this.#isClosed || this.#pending.size === 0) return
    this.#next = setTimeout(
      () => {
        this.#next = null
        this.#running = this.#exchange().finally(() => {
          this.#running = null
          this.#schedule()
        })
      },
      Math.max(0, this.#notBeforeMs - performance.now()),
    )
    this.#next.unref()
  }

  /** Never throws. */
  async #exchange(): Promise<void> {
    const sent = [...this.#pending.values()].slice(0, MOST_AT_ONCE)
    for (const { name } of sent) this.#pending.delete(name)
    this.#notBeforeMs = performance.now() + SPACING_MS
    try {
      const left = await within(PATIENCE_MS, this.#store.exchange(sent))
      const nowMs = this.#clock.nowMs()
      sent.forEach(({ name, own, buckets, capacity, perS }, i) => {
        const since = this.#pending.get(name)?.taken ?? 0
        buckets.set(own, left[i] - since, { capacity, perS }, nowMs)
      })
      if (this.#isGone) this.#onGone((this.#isGone = false), null)
    } catch (cause) {
      this.#notBeforeMs = performance.now() + PAUSE_AFTER_FAULT_MS
      // they refill within seconds; sent later, they would count twice
      this.#pending.clear()
      if (!this.#isGone) this.#onGone((this.#isGone = true), cause)
    }
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
