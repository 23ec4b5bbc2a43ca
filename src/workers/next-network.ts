// A network that is to replace another. The threads open it one after another, while requests are answered on the old
// one. Then jobs wait for a moment: of a large network, the metric that is needed most is read into the memory of one
// of the old network, whose searches would have to do without, and the new one serves. So the first request on it waits
// for nothing, and no second metric is in memory. Whatever fails or takes too long is left out: threads then open the
// network and read metrics as they need them.

import type { ReusedBlocks, SharedMetric, SharedNetwork } from './messages.ts'
import { livingOf, type MetricThread } from './metric-maker.ts'

/** Then it serves, opened or not. */
const OPEN_WITHIN_MS = 3000
/** Jobs wait for the metric this long at most. */
const READ_WITHIN_MS = 100

export interface NextNetworkOptions<Thread> {
  region: string
  network: SharedNetwork
  /** size of a piece of its metrics */
  pieceBytes: number
  /** counts the networks of the region */
  generation: number
  threads: () => readonly Thread[]
  /** of the old network; false: it has none to give up */
  lend: (onLent: (lent: ReusedBlocks) => void) => boolean
  /** it may serve: every thread has opened it, and the metric is read, or it took too long */
  onReady: () => void
}

export class IncomingNetwork<Thread extends MetricThread> {
  /** null: none was read */
  metric: SharedMetric | null = null
  readonly #options: NextNetworkOptions<Thread>
  #timer: NodeJS.Timeout
  /** that have not begun to open it */
  #waiting: Thread[] = []
  /** a thread that opens it, or reads the metric */
  #opening: Thread | null = null
  #isReading = false
  #isOver = false

  constructor(options: NextNetworkOptions<Thread>) {
    this.#options = options
    this.#timer = setTimeout(options.onReady, OPEN_WITHIN_MS).unref()
  }

  /** No further job is to run on the old network. */
  get holdsJobs(): boolean {
    return this.#isReading
  }

  /** May call `onReady` at once. */
  begin(): void {
    this.#waiting = livingOf(this.#options.threads())
    this.#openNext()
  }

  /** A thread has opened a network, and read a metric where it was instructed to. */
  opened(thread: Thread, generation: number, metric: SharedMetric | null): void {
    if (generation !== this.#options.generation) return
    this.metric ??= metric
    this.ended(thread)
  }

  /** A thread has done what it was told, or has died. */
  ended(thread: Thread): void {
    this.#waiting = this.#waiting.filter((other) => other !== thread)
    if (this.#opening !== thread) return
    this.#opening = null
    if (this.#isReading) this.#options.onReady()
    else this.#openNext()
  }

  isOpeningOn(thread: Thread): boolean {
    return this.#opening === thread
  }

  /** It serves now. */
  close(): void {
    this.#isOver = true
    this.#opening = null
    clearTimeout(this.#timer)
  }

  #openNext(): void {
    if (this.#isOver) return
    const thread = this.#waiting.shift()
    if (thread === undefined) return this.#readMetric()
    this.#open(thread, null)
  }

  #readMetric(): void {
    const { lend, onReady } = this.#options
    this.#isReading = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(onReady, READ_WITHIN_MS).unref()
    if (!lend((lent) => this.#readInto(lent))) onReady()
  }

  #readInto(lent: ReusedBlocks): void {
    if (this.#isOver) return
    const [thread] = livingOf(this.#options.threads())
    if (thread === undefined || lent.pieces.some(({ byteLength }) => byteLength !== this.#options.pieceBytes))
      return this.#options.onReady()
    this.#open(thread, lent)
  }

  #open(thread: Thread, read: ReusedBlocks | null): void {
    const { region, network, generation } = this.#options
    this.#opening = thread
    thread.post({ type: 'open', region, network, generation, read })
  }
}
