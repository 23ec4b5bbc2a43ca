// The customised metrics of one network, shared by the threads and bounded by bytes; the least recently used is evicted
// first. Each metric is one shared buffer. A buffer is reused once every thread has confirmed that it dropped the
// metric; otherwise it would stay in memory until each thread collected its garbage. Owns no thread and sends nothing:
// the caller posts the messages. Not an lru-cache: threads write the times of use, and eviction takes two steps.

export interface ShelvedMetric {
  key: string
  bytes: number
  up: Int32Array<ArrayBufferLike>
  /** time of last use by any thread, seconds since 1970, written by the threads */
  used: Uint32Array<ArrayBufferLike>
}

/** How many settings are cached at least if the operator sets no limit. */
const LEAST_SETTINGS = 4
const LEAST_BYTES = 67_108_864

/** Bytes for the cache. `asked` null: sized from the network. */
export function metricBudget(asked: number | null, metricBytes: number): number {
  return asked ?? Math.max(LEAST_BYTES, LEAST_SETTINGS * metricBytes)
}

export class MetricShelf<Thread> {
  readonly budgetBytes: number
  readonly metricBytes: number
  readonly #kept = new Map<string, ShelvedMetric>()
  readonly #leaving = new Map<string, { metric: ShelvedMetric; threads: Set<Thread> }>()
  readonly #spare: SharedArrayBuffer[] = []
  /** bytes reserved for the metric that a thread is making now */
  #making = 0

  /** `metricBytes`: size of one setting's metric over this network; 0 if unknown. */
  constructor(budgetBytes: number, metricBytes: number) {
    this.budgetBytes = budgetBytes
    this.metricBytes = metricBytes
  }

  get count(): number {
    return this.#kept.size
  }

  /** Everything in memory: cached, being evicted, spare and being made. */
  get bytes(): number {
    let bytes = this.#making
    for (const metric of this.#kept.values()) bytes += metric.bytes
    for (const { metric } of this.#leaving.values()) bytes += metric.bytes
    for (const buffer of this.#spare) bytes += buffer.byteLength
    return bytes
  }

  has(key: string): boolean {
    return this.#kept.has(key)
  }

  list(): ShelvedMetric[] {
    return [...this.#kept.values()]
  }

  /** Whether at least one metric fits. */
  get isUseful(): boolean {
    return this.budgetBytes >= this.metricBytes && this.budgetBytes > 0
  }

  /** Whether another metric has to go before one more is made. */
  get isFull(): boolean {
    return this.#spare.length + this.#leaving.size === 0 && this.#kept.size > 0 && !this.#fits(this.metricBytes)
  }

  /**
   * Makes room for one more metric. Returns the buffer to make it in (null: allocate one), or the key that all
   * `threads` must drop first (null: they have been notified already).
   */
  makeRoom(threads: readonly Thread[]): { buffer: SharedArrayBuffer | null } | { forget: string | null } {
    const spare = this.#spare.pop()
    if (spare !== undefined) return this.#begin(spare)
    if (this.#fits(this.metricBytes) || this.#kept.size + this.#leaving.size === 0) return this.#begin(null)
    if (this.#leaving.size > 0) return { forget: null }
    return { forget: this.#giveUpOne(threads) }
  }

  /** Call after `makeRoom`: the metric that was made, or null if none was, which makes the buffer spare again. */
  made(metric: ShelvedMetric | null, buffer: SharedArrayBuffer | null): void {
    this.#making = 0
    if (metric !== null) this.#kept.set(metric.key, metric)
    else if (buffer !== null) this.#spare.push(buffer)
  }

  /** Adds a metric that a thread made for itself. Returns the keys that all `threads` must drop to make room. */
  add(metric: ShelvedMetric, threads: readonly Thread[]): string[] {
    const before = this.#kept.get(metric.key)
    this.#kept.set(metric.key, metric)
    if (before === metric) return []
    this.#spare.length = 0
    const forgotten: string[] = []
    while (this.bytes > this.budgetBytes && this.#kept.size > 1 && this.#leaving.size === 0)
      forgotten.push(this.#giveUpOne(threads, metric.key))
    return forgotten
  }

  /** A thread dropped the metric. Returns true if that released the buffer. */
  forgot(key: string, thread: Thread): boolean {
    const leaving = this.#leaving.get(key)
    if (leaving === undefined) return false
    leaving.threads.delete(thread)
    return this.#freeIfLast(key)
  }

  /** A thread ended and so holds no metric any more. */
  ended(thread: Thread): void {
    for (const [key, { threads }] of this.#leaving) {
      threads.delete(thread)
      this.#freeIfLast(key)
    }
  }

  #fits(bytes: number): boolean {
    return this.bytes + bytes <= this.budgetBytes
  }

  #begin(buffer: SharedArrayBuffer | null): { buffer: SharedArrayBuffer | null } {
    this.#making = buffer?.byteLength ?? this.metricBytes
    return { buffer }
  }

  #giveUpOne(threads: readonly Thread[], but = ''): string {
    const oldest = [...this.#kept.values()]
      .filter(({ key }) => key !== but)
      .reduce((a, b) => (b.used[0] < a.used[0] ? b : a))
    this.#kept.delete(oldest.key)
    this.#leaving.set(oldest.key, { metric: oldest, threads: new Set(threads) })
    this.#freeIfLast(oldest.key)
    return oldest.key
  }

  #freeIfLast(key: string): boolean {
    const { metric, threads } = this.#leaving.get(key)!
    if (threads.size > 0) return false
    this.#leaving.delete(key)
    const { buffer } = metric.up
    if (this.#fits(metric.bytes) && buffer instanceof SharedArrayBuffer) this.#spare.push(buffer)
    return true
  }
}
