// A network that is to replace another. The threads open it one after another, and of a large one the first also reads
// the metric that is needed most. Meanwhile requests are answered on the old network, so that the first request on the
// new one waits for neither. Both networks are in memory then, so the metric is read into the memory of one that the
// old network can spare. Whatever fails or takes too long is left out: threads then open the network and read metrics
// as they need them.

import type { LentMetric, SharedMetric, SharedNetwork } from './messages.ts'
import type { MetricThread } from './metric-maker.ts'

/** Then it serves, opened or not. */
const OPEN_WITHIN_MS = 3000

export interface NextNetworkOptions<Thread> {
  region: string
  network: SharedNetwork
  /** size of a piece of its metrics */
  pieceBytes: number
  /** counts the networks of the region */
  generation: number
  threads: () => readonly Thread[]
  /** of the old network; false: it can spare none */
  lend: (onLent: (lent: LentMetric) => void) => boolean
  /** every thread has opened it, or it took too long */
  onOpened: () => void
}

export class NextNetwork<Thread extends MetricThread> {
  /** null: none was read */
  metric: SharedMetric | null = null
  readonly #options: NextNetworkOptions<Thread>
  readonly #timer: NodeJS.Timeout
  /** that have not begun to open it */
  #waiting: Thread[] = []
  #opening: Thread | null = null
  #lent: LentMetric | null = null
  #isOver = false

  constructor(options: NextNetworkOptions<Thread>) {
    this.#options = options
    this.#timer = setTimeout(options.onOpened, OPEN_WITHIN_MS).unref()
  }

  /** May call `onOpened` at once. */
  begin(): void {
    if (!this.#options.lend((lent) => this.#openFirst(lent))) this.#openFirst(null)
  }

  /** A thread has opened a network, and read a metric where it was the one to read it. */
  opened(thread: Thread, generation: number, metric: SharedMetric | null): void {
    if (generation !== this.#options.generation) return
    this.metric ??= metric
    this.ended(thread)
  }

  /** A thread has opened it, or has died. */
  ended(thread: Thread): void {
    this.#waiting = this.#waiting.filter((other) => other !== thread)
    if (this.#opening !== thread) return
    this.#opening = null
    this.#openNext()
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

  #openFirst(lent: LentMetric | null): void {
    const { pieceBytes, threads } = this.#options
    const fits = lent?.pieces.every(({ byteLength }) => byteLength === pieceBytes)
    this.#lent = fits === true ? lent : null
    this.#waiting = threads().filter(({ alive }) => alive)
    this.#openNext()
  }

  #openNext(): void {
    if (this.#isOver) return
    const thread = this.#waiting.shift()
    if (thread === undefined) return this.#options.onOpened()
    const { region, network, generation } = this.#options
    this.#opening = thread
    thread.post({ type: 'open', region, network, generation, read: this.#lent })
    this.#lent = null
  }
}
