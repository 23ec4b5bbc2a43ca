// What threads leave behind when they go over to another network: its file, which one may still read until it has
// adopted the next, and memory that they share, which stays until each of them has collected its garbage.

import { closeSync } from 'node:fs'
import { collectSoon } from '../overload/collect-garbage.ts'
import { livingOf, type MetricThread } from './metric-maker.ts'

/** How long others wait for threads that still read a replaced network. */
const LEFT_FOR_MS = 2000

interface LeftNetwork<Thread> {
  region: string
  /** of its file; null: it has none open */
  descriptor: number | null
  /** a thread that has adopted this generation reads it no more */
  until: number
  sinceMs: number
  readers: Set<Thread>
}

export class RetiredNetworks<Thread extends MetricThread> {
  readonly #threads: () => readonly Thread[]
  #left: LeftNetwork<Thread>[] = []
  /** how many times memory is waited for */
  #collecting = 0

  constructor(threads: () => readonly Thread[]) {
    this.#threads = threads
  }

  /** Whether memory of replaced networks is still held, unless by a long job. */
  get holdMemory(): boolean {
    const nowMs = performance.now()
    return this.#collecting > 0 || this.#left.some(({ sinceMs }) => nowMs - sinceMs < LEFT_FOR_MS)
  }

  /** A network is replaced; the threads are instructed to adopt the next one, whose generation is `until`. */
  add(region: string, descriptor: number | null, until: number): void {
    const readers = new Set(livingOf(this.#threads()))
    this.#left.push({ region, descriptor, until, sinceMs: performance.now(), readers })
    this.#dropUnread()
  }

  /** A thread reads nothing of an earlier generation any more. */
  adopted(thread: Thread, region: string, generation: number): void {
    for (const left of this.#left) if (left.region === region && left.until <= generation) left.readers.delete(thread)
    this.#dropUnread()
  }

  ended(thread: Thread): void {
    for (const { readers } of this.#left) readers.delete(thread)
    this.#dropUnread()
  }

  /** When the threads have ended. */
  close(): void {
    for (const { descriptor } of this.#left) if (descriptor !== null) closeSync(descriptor)
    this.#left = []
  }

  /** Has every thread collect its garbage, this one last. Settles then. */
  collect(): Promise<void> {
    for (const thread of livingOf(this.#threads())) thread.post({ type: 'collect' })
    this.#collecting++
    return new Promise((resolve) => {
      collectSoon(this.#threads().length, () => {
        this.#collecting--
        resolve()
      })
    })
  }

  #dropUnread(): void {
    const unread = this.#left.filter(({ readers }) => readers.size === 0)
    if (unread.length === 0) return
    this.#left = this.#left.filter(({ readers }) => readers.size > 0)
    for (const { descriptor } of unread) if (descriptor !== null) closeSync(descriptor)
    void this.collect()
  }
}
