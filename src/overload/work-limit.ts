// The processor time that one document may use. To what is counted for it comes its share of what nobody is counted
// for and the process used meanwhile: V8 compiles and collects garbage in a thread of its own, and messages are read
// before their receiver runs. Such work is shared in proportion to what is counted.

/** Other work of the process, such as a release that is taken up, at most doubles what a document is counted for. */
const MAX_SHARE = 2
/**
 * Until a process has used so much, most of what it runs is compiled as it first runs: the first 20 routes with their
 * profiles take five times as long as others. Then nothing is shared, and a document may use a quarter more.
 */
const COLD_MS = 10_000
const COLD_SHARE = 0.8

/** What was counted in this process, for anybody. */
let countedMs = 0

export function countWork(ms: number): void {
  countedMs += ms
}

export class WorkLimit {
  readonly #limitMs: number
  readonly #onSpent: () => void
  readonly #processMs: () => number
  readonly #atStart: { countedMs: number; processMs: number }
  readonly #kinds = new Map<string, { dearestMs: number; running: number }>()
  #ownMs = 0
  #isTold = false

  /** `onSpent` is called once, when the limit is reached; `processMs`: processor time of this process so far. */
  constructor(limitMs: number, onSpent: () => void, processMs = processCpuMs) {
    this.#limitMs = limitMs
    this.#onSpent = onSpent
    this.#processMs = processMs
    this.#atStart = { countedMs, processMs: processMs() }
  }

  /** Something ran for it, after `countWork`; `kind`: what was expected. */
  spend(ms: number, kind?: string): void {
    this.#ownMs += ms
    if (kind !== undefined) {
      const known = this.#kind(kind)
      known.dearestMs = Math.max(ms, known.dearestMs)
      known.running = Math.max(0, known.running - 1)
    }
    this.#check(0)
  }

  /**
   * A thread is about to begin work of this kind. It and what already runs of the kind are taken to cost as much as the
   * dearest so far; if that would reach the limit, the limit counts as reached.
   */
  expect(kind: string): void {
    const known = this.#kind(kind)
    known.running++
    this.#check(known.dearestMs * known.running)
  }

  #kind(name: string): { dearestMs: number; running: number } {
    let kind = this.#kinds.get(name)
    if (kind === undefined) this.#kinds.set(name, (kind = { dearestMs: 0, running: 0 }))
    return kind
  }

  #check(moreMs: number): void {
    if (this.#isTold || (this.#ownMs + moreMs) * this.#share() < this.#limitMs) return
    this.#isTold = true
    this.#onSpent()
  }

  /** How much was used for each counted millisecond. */
  #share(): number {
    const processMs = this.#processMs()
    if (processMs < COLD_MS) return COLD_SHARE
    const counted = countedMs - this.#atStart.countedMs
    const used = processMs - this.#atStart.processMs
    return counted === 0 ? 1 : Math.min(MAX_SHARE, Math.max(1, used / counted))
  }
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
