// The processor time that one document may use. To what is counted for it comes its share of what nobody is counted
// for and the process used meanwhile: V8 compiles and collects garbage in a thread of its own, and messages are read
// before their receiver runs. Such work is shared in proportion to what is counted.

/** Other work of the process, such as a release that is taken up, at most doubles what a document is counted for. */
const MAX_SHARE = 2
/**
 * Until a process has used so much, it compiles most code as it first runs it: the first 20 routes with their profiles
 * take up to six times as long as later ones. So until then a document may use six times as much.
 */
const COLD_MS = 10_000
const COLD_TIMES = 6
/** How much more expensive than the most expensive so far the next of its kind may be. */
const DEARER = 1.3

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
  #hasBegun = false
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
   * A thread is about to begin work of this kind. It and what already runs of the kind are taken to cost a little more
   * than the most expensive so far; if that would reach the limit, the limit counts as reached. Returns the
   * milliseconds that the work may use: its part of what is left, where others of the kind run too; as much as it takes
   * if nothing began before.
   */
  expect(kind: string): number {
    const known = this.#kind(kind)
    known.running++
    this.#check(DEARER * known.dearestMs * known.running)
    const isFirst = !this.#hasBegun
    this.#hasBegun = true
    return isFirst ? Infinity : Math.max(0, this.#mostMs() - this.#ownMs) / known.running
  }

  #kind(name: string): { dearestMs: number; running: number } {
    let kind = this.#kinds.get(name)
    if (kind === undefined) this.#kinds.set(name, (kind = { dearestMs: 0, running: 0 }))
    return kind
  }

  #check(moreMs: number): void {
    const ms = this.#ownMs + moreMs
    // asking the system what the process used takes longer than most of what is counted
    if (this.#isTold || ms < this.#limitMs / MAX_SHARE || ms < this.#mostMs()) return
    this.#isTold = true
    this.#onSpent()
  }

  /** What may be counted for it. */
  #mostMs(): number {
    const processMs = this.#processMs()
    const counted = countedMs - this.#atStart.countedMs
    const used = processMs - this.#atStart.processMs
    /** how much was used for each counted millisecond */
    const share = counted === 0 ? 1 : Math.min(MAX_SHARE, Math.max(1, used / counted))
    return (this.#limitMs * (processMs < COLD_MS ? COLD_TIMES : 1)) / share
  }
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
