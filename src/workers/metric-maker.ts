// Which customised metrics are made, by which thread, and when: those that two requests wished for (metric-wishes.ts),
// one at a time, by an idle thread if there is one. What is made goes to every thread. Once the memory is full, making
// takes at most a tenth of a thread, and so does reading. Otherwise callers whose settings keep changing would have
// metrics made that are gone before they pay off.

import type { CostTable } from '../routing/costs/arc-cost.ts'
import { isNowhereCheaper } from '../routing/costs/is-nowhere-cheaper.ts'
import type { JobOptions } from '../job-options.ts'
import { metricPieces } from '../routing/cch/customise.ts'
import { piecesOf } from '../routing/cch/make-metric.ts'
import type { ReusedBlocks, SharedMetric, ToWorker } from './messages.ts'
import { metricBudget, MetricShelf } from './metric-shelf.ts'
import { PendingMetrics, type PendingMetric } from './metric-wishes.ts'

/** Longest wait for an idle thread; after that the least busy one makes the metric behind its own jobs. */
const IDLE_WAIT_MS = 50
/** Times what a metric took: this long none is given up for another. */
const REST_FACTOR = 9

/** A thread as far as this file needs it. */
export interface MetricThread {
  readonly alive: boolean
  post(message: ToWorker): void
}

/** Those that have not died. */
export function livingOf<Thread extends MetricThread>(threads: readonly Thread[]): Thread[] {
  return threads.filter(({ alive }) => alive)
}

export interface MetricMakerOptions<Thread> {
  /** whose network it is for */
  region: string
  /** memory for metrics; null: sized from the network */
  metricCacheBytes: number | null
  threads: () => readonly Thread[]
  /** the least busy thread with less than so many jobs; null: none */
  idlest: (below: number) => Thread | null
}

interface Making<Thread> {
  thread: Thread
  key: string
  isStored: boolean
  generation: number
  /** memory lent to the thread, which takes the rest itself */
  pieces: readonly SharedArrayBuffer[]
  /** told what it took; undefined where nobody counts */
  spend: JobOptions['spend']
}

export class SharedMetricCache<Thread extends MetricThread> {
  readonly #options: MetricMakerOptions<Thread>
  /** counts the networks */
  #generation = 0
  #shelf = new MetricShelf<Thread, SharedMetric>(0, 0)
  readonly #wishes = new PendingMetrics()
  #making: Making<Thread> | null = null
  /** a metric that is given up, and what is done once its memory is free */
  #lent: { key: string; onFree: () => void } | null = null
  /** until when a full cache gives up no metric for one that has to be made, or only read */
  #restsUntilMs = { made: 0, read: 0 }

  constructor(options: MetricMakerOptions<Thread>) {
    this.#options = options
  }

  get generation(): number {
    return this.#generation
  }

  /** 0 if unknown */
  get pieceBytes(): number {
    return this.#shelf.pieceBytes
  }

  get state(): { count: number; bytes: number; budgetBytes: number; bytesEach: number } {
    const { count, bytes, budgetBytes, pieceBytes } = this.#shelf
    return { count, bytes, budgetBytes, bytesEach: metricPieces(pieceBytes) * pieceBytes }
  }

  /** The finished metrics, for a thread that starts. */
  list(): SharedMetric[] {
    return this.#shelf.list()
  }

  /**
   * Forgets the metrics and wishes of the last network. `pieceBytes`: size of a piece of memory, 0 if unknown;
   * `metric`: one that was read before.
   */
  adopt(pieceBytes: number, metric: SharedMetric | null = null): void {
    this.#generation++
    this.#lent = null
    this.#shelf = new MetricShelf(metricBudget(this.#options.metricCacheBytes, pieceBytes), pieceBytes)
    if (metric !== null) this.#shelf.add(metric, [])
    this.#wishes.clear()
    this.#restsUntilMs = { made: 0, read: 0 }
  }

  /**
   * Gives up a metric whose searches another one can guide; with `evenUnguided`, any. Of several it is the one longest
   * unused. Once no thread reads it, `onLent` gets its memory and the key of the metric to read into it: the guide, or
   * the one used last. Returns false if nothing is given up.
   */
  lend(onLent: (lent: ReusedBlocks) => void, evenUnguided = false): boolean {
    const settings = this.#shelf.list().filter(({ table }) => table.isBound !== true)
    settings.sort((a, b) => a.used[0] - b.used[0])
    const guideOf = (spared: SharedMetric) =>
      settings.find((other) => other !== spared && isNowhereCheaper(spared.table, other.table))
    const spared = settings.find((one) => guideOf(one) !== undefined) ?? (evenUnguided ? settings[0] : undefined)
    if (spared === undefined) return false
    const other = guideOf(spared) ?? settings.at(-1)!
    const { key, pieces } = spared
    this.#lent = { key, onFree: () => onLent({ key: other.key, pieces }) }
    this.#shelf.lend(key, this.#living())
    this.#forget(key)
    this.#lendOnceFree()
    return true
  }

  get isMaking(): boolean {
    return this.#making !== null
  }

  isMakingOn(thread: Thread): boolean {
    return this.#making?.thread === thread
  }

  /** Has a metric made for the table, from the second wish on, or read at the first; `spend` is told what it took. */
  want(table: CostTable, spend: JobOptions['spend'], isStored = false): void {
    const { key } = table
    if (this.#shelf.has(key) || this.#isMaking(key) || !this.#shelf.holds(this.#piecesOf(table))) return
    if (this.#wishes.add(table, isStored, spend)) this.makeNext()
  }

  /** Has the next wish made, if a thread and room are free. Called whenever that may have changed. */
  makeNext(): void {
    if (this.#making !== null) return
    const wish = this.#wishes.next((one) => this.#mayMake(one))
    if (wish === null) return
    const { table, sinceMs, isStored, spend } = wish
    const thread = this.#options.idlest(Date.now() - sinceMs > IDLE_WAIT_MS ? Infinity : 1)
    if (thread === null) return
    const room = this.#shelf.makeRoom(this.#piecesOf(table), this.#living())
    if ('forget' in room) {
      if (room.forget !== null) this.#forget(room.forget)
      return
    }
    const { key } = table
    this.#wishes.delete(wish)
    const generation = this.#generation
    const { pieces } = room
    this.#making = { thread, key, isStored, generation, pieces, spend }
    thread.post({ type: 'customise', region: this.#options.region, table, generation, pieces })
  }

  #mayMake({ table, isStored }: PendingMetric): boolean {
    const pieces = this.#piecesOf(table)
    const restsUntilMs = isStored ? this.#restsUntilMs.read : this.#restsUntilMs.made
    return !this.#shelf.isFullFor(pieces) || Date.now() >= restsUntilMs
  }

  /** A thread made the metric that it was requested; null: it could not. */
  made(metric: SharedMetric | null, generation: number, cpuMs: number | undefined): void {
    const making = this.#making
    this.#making = null
    if (cpuMs !== undefined) {
      making?.spend?.(cpuMs)
      this.#restsUntilMs[making?.isStored === true ? 'read' : 'made'] = Date.now() + REST_FACTOR * cpuMs
    }
    if (generation !== this.#generation) return
    this.#shelf.made(metric, making?.pieces ?? [])
    if (metric !== null) this.#share(metric)
  }

  /** A thread made one for itself, unasked. */
  found(metric: SharedMetric, generation: number): void {
    if (generation !== this.#generation) return
    for (const key of this.#shelf.add(metric, this.#living())) this.#forget(key)
    this.#share(metric)
  }

  /** A thread has dropped a metric, as it was instructed to. */
  forgot(key: string, generation: number, thread: Thread): void {
    if (generation !== this.#generation || !this.#shelf.forgot(key, thread)) return
    this.#lendOnceFree()
    this.makeNext()
  }

  /** A thread has died, with what it was making. */
  ended(thread: Thread): void {
    const making = this.#making
    if (making?.thread === thread) {
      this.#making = null
      // it may have written into the memory lent to it until now: not lent again
      if (making.generation === this.#generation) this.#shelf.made(null, [])
    }
    this.#shelf.ended(thread)
    this.#lendOnceFree()
  }

  #lendOnceFree(): void {
    if (this.#lent === null || this.#shelf.isLeaving(this.#lent.key)) return
    const { onFree } = this.#lent
    this.#lent = null
    onFree()
  }

  #piecesOf(table: CostTable): number {
    return piecesOf(table, this.#shelf.pieceBytes)
  }

  #isMaking(key: string): boolean {
    return this.#making?.key === key && this.#making.generation === this.#generation
  }

  #living(): Thread[] {
    return livingOf(this.#options.threads())
  }

  #share(metric: SharedMetric): void {
    const { region } = this.#options
    for (const thread of this.#living()) thread.post({ type: 'metric', region, metric, generation: this.#generation })
  }

  #forget(key: string): void {
    const { region } = this.#options
    for (const thread of this.#living()) thread.post({ type: 'forget', region, key, generation: this.#generation })
  }
}
