// The customised metrics of one network that the threads share, bounded by bytes, the least lately used given up first.
// A metric lies in one shared buffer; a buffer is used again once every thread has said that it forgot the metric,
// since what is only dropped stays in memory until each thread collects its garbage. Holds no thread, sends nothing:
// whoever calls posts the messages. No lru-cache: threads write the times of use, and a buffer leaves in two steps.

export interface ShelvedMetric {
  key: string
  bytes: number
  up: Int32Array<ArrayBufferLike>
  /** when a thread used it last, seconds since 1970, written by the threads */
  used: Uint32Array<ArrayBufferLike>
}

/** At least so many settings are kept where the operator names no bound. */
export const LEAST_SETTINGS = 4
const LEAST_BYTES = 67_108_864

/** `asked` null: sized from the network. */
export function metricBudget(asked: number | null, metricBytes: number): number {
  return asked ?? Math.max(LEAST_BYTES, LEAST_SETTINGS * metricBytes)
}

export class MetricShelf<Thread> {
  readonly budgetBytes: number
  readonly metricBytes: number
  readonly #kept = new Map<string, ShelvedMetric>()
  readonly #leaving = new Map<string, { metric: ShelvedMetric; threads: Set<Thread> }>()
  readonly #spare: SharedArrayBuffer[] = []
  /** a metric that a thread makes in a buffer of its own */
  #making = 0

  /** `metricBytes`: of one setting over this network; 0 where that is not known. */
  constructor(budgetBytes: number, metricBytes: number) {
    this.budgetBytes = budgetBytes
    this.metricBytes = metricBytes
  }

  get count(): number {
    return this.#kept.size
  }

  /** All that is held: kept, leaving, spare and being made. */
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

  /** Whether one setting fits at all. */
  get isUseful(): boolean {
    return this.budgetBytes >= this.metricBytes && this.budgetBytes > 0
  }

  /**
   * Room for one more: the buffer to make it in, null for a new one; or else the key that all `threads` must forget
   * first, null where they were told already.
   */
  makeRoom(threads: readonly Thread[]): { buffer: SharedArrayBuffer | null } | { forget: string | null } {
    const spare = this.#spare.pop()
    if (spare !== undefined) return this.#begin(spare)
    if (this.bytes + this.metricBytes <= this.budgetBytes || this.#kept.size + this.#leaving.size === 0)
      return this.#begin(null)
    if (this.#leaving.size > 0) return { forget: null }
    return { forget: this.#giveUpOne(threads) }
  }

  /** What came of `makeRoom`: its buffer is used, or spare again where nothing could be made. */
  made(metric: ShelvedMetric | null, buffer: SharedArrayBuffer | null): void {
    this.#making = 0
    if (metric !== null) this.#kept.set(metric.key, metric)
    else if (buffer !== null) this.#spare.push(buffer)
  }

  /** A metric that a thread made for itself; keys that all `threads` must forget for it. */
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

  /** A thread no longer has it; true where its buffer became free by that. */
  forgot(key: string, thread: Thread): boolean {
    const leaving = this.#leaving.get(key)
    if (leaving === undefined) return false
    leaving.threads.delete(thread)
    return this.#freeIfLast(key)
  }

  /** A thread that ended has nothing any more. */
  ended(thread: Thread): void {
    for (const [key, { threads }] of this.#leaving) {
      threads.delete(thread)
      this.#freeIfLast(key)
    }
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
    if (this.bytes + metric.bytes <= this.budgetBytes && buffer instanceof SharedArrayBuffer) this.#spare.push(buffer)
    return true
  }
}
