// Counts all requests of a moment in one transaction; requests that arrive while a batch is in progress wait for the
// next. Batches run one at a time and are numbered: if an answer is lost, the batch is sent again under its number, so
// that nothing is counted twice or lost. While the store is down, new reservations are refused at once; returned
// credits, calls and freed slots are kept and sent later.

import {
  type CounterDemand,
  type CounterStore,
  type FinishedCall,
  type Taken,
  type UsageRow,
  countersGone,
} from './counter-store.ts'

/** For metrics. */
interface CounterStats {
  batches: number
  /** reservations counted */
  takes: number
  /** batches that failed */
  faults: number
  /** no batch has succeeded since the last failure */
  gone: boolean
}

/** Metrics of the counter store. */
export type AccountFigures = CounterStats & { leasedCredits: number; keys: number }

/** Counts that nobody waits for go with the next batch, after this long at the latest. */
const TELL_WITHIN_MS = 250
const RETRY_AFTER_MS = 400
/** A quicker failure may be a broken connection: the batch is tried once more before anyone is refused. */
const RETRY_AT_ONCE_WITHIN_MS = 1000
/**
 * A replica that gives no sign of life loses its slots (REPLICA_DEAD_AFTER_MS in db/). It gives one this often while it
 * holds slots.
 */
const SIGN_OF_LIFE_MS = 2000

interface Sent extends DrawnCounts {
  number: number
  /** its callers were refused, so what it took is returned */
  abandoned: boolean
}

export class BatchedCounterStore implements CounterStore {
  readonly stats: CounterStats = { batches: 0, takes: 0, faults: 0, gone: false }
  #engine: CounterEngine
  #onChange: (gone: boolean, cause: unknown) => void
  readonly #waiting = new WaitingCounts()
  #number = 0
  #sent: Sent | null = null
  #due: NodeJS.Immediate | null = null
  #timer: NodeJS.Timeout | null = null
  /** whether `#timer` was set for a caller that is waiting */
  #isSpaced = false
  #heldSlots = 0
  #signs: NodeJS.Timeout
  #sentAtMs = 0
  #idle: (() => void)[] = []

  /** `onChange` is called when the store goes down and when it is back. */
  constructor(engine: CounterEngine, onChange: (gone: boolean, cause: unknown) => void = () => {}) {
    this.#engine = engine
    this.#onChange = onChange
    this.#signs = setInterval(() => {
      if (this.#heldSlots > 0 && this.#sent === null && performance.now() - this.#sentAtMs > SIGN_OF_LIFE_MS / 2)
        this.#send()
    }, SIGN_OF_LIFE_MS)
    this.#signs.unref()
  }

  take(demands: readonly CounterDemand[]): Promise<Taken> {
    return this.#awaited(() => this.#waiting.take(demands))
  }

  giveBack(counter: string, amount: number): void {
    this.#waiting.giveBack(counter, amount)
    this.#sendLater()
  }

  used(counter: string): Promise<number> {
    return this.#awaited(() => this.#waiting.read(counter))
  }

  recordCall(call: FinishedCall): void {
    this.#waiting.recordCall(call)
    this.#sendLater()
  }

  async listUsage(account: string, periodId: string, keyPrefix?: string): Promise<UsageRow[]> {
    await this.flush()
    return this.#engine.listUsage(account, periodId, keyPrefix).catch((cause: unknown) => {
      throw countersGone(cause)
    })
  }

  takeSlot(account: string, slots: number): Promise<boolean> {
    return this.#awaited(() => this.#waiting.takeSlot(account, slots))
  }

  releaseSlot(account: string): void {
    this.#heldSlots--
    this.#waiting.releaseSlot(account)
    this.#sendLater()
  }

  async flush(): Promise<void> {
    while (this.#sent !== null || this.#waiting.hasWaiting || this.#waiting.hasUnawaited) {
      if (this.stats.gone) throw countersGone()
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve)
        if (this.#sent === null) this.#sendSoon()
      })
    }
  }

  /** Sends the remaining counts if the store is up, and stops. */
  async close(): Promise<void> {
    for (let again = 0; again < 2; again++) {
      await this.flush().catch(() => {})
      // callers may return credits once the last batch is answered
      await new Promise((resolve) => setImmediate(resolve))
    }
    clearInterval(this.#signs)
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#due !== null) clearImmediate(this.#due)
  }

  #awaited<T>(wait: () => Promise<T> | null): Promise<T> {
    const answer = this.stats.gone ? null : wait()
    if (answer === null) return Promise.reject(countersGone())
    this.#sendSoon()
    return answer
  }

  /**
   * Sends at the end of this turn of the event loop, so that all requests of the turn share a batch, or once the
   * engine's spacing allows it.
   */
  #sendSoon(): void {
    if (this.#sent !== null || this.#due !== null || this.#isSpaced) return
    const waitMs = this.#sentAtMs + (this.#engine.spacingMs ?? 0) - performance.now()
    if (waitMs <= 0) {
      this.#due = setImmediate(() => this.#send())
      return
    }
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#isSpaced = true
    this.#timer = setTimeout(() => this.#send(), waitMs)
  }

  #sendLater(): void {
    if (this.#sent !== null || this.#due !== null || this.#timer !== null) return
    this.#timer = setTimeout(() => this.#send(), TELL_WITHIN_MS)
    this.#timer.unref()
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#due !== null) clearImmediate(this.#due)
    this.#timer = this.#due = null
    this.#isSpaced = false
    if (this.#sent !== null) return
    this.#sent = { ...this.#waiting.draw(), number: ++this.#number, abandoned: false }
    this.#apply(this.#sent, true)
  }

  #apply(sent: Sent, mayRetryAtOnce: boolean): void {
    const startedMs = (this.#sentAtMs = performance.now())
    const fail = (cause: unknown) => {
      if (mayRetryAtOnce && performance.now() - startedMs < RETRY_AT_ONCE_WITHIN_MS) this.#apply(sent, false)
      else this.#abandon(sent, cause)
    }
    try {
      const outcome = this.#engine.apply(sent.number, sent.batch)
      if (outcome instanceof Promise) outcome.then((known) => this.#finish(sent, known), fail)
      else this.#finish(sent, outcome)
    } catch (cause) {
      fail(cause)
    }
  }

  #finish(sent: Sent, outcome: CounterOutcome): void {
    this.#sent = null
    this.stats.batches++
    for (const granted of outcome.slotTakes) if (granted) this.#heldSlots++
    if (sent.abandoned) this.#returnAll(sent, outcome)
    else {
      this.stats.takes += sent.takers.length
      sent.takers.forEach(({ resolve }, i) => resolve(outcome.takes[i]))
      sent.slotTakers.forEach(({ resolve }, i) => resolve(outcome.slotTakes[i]))
      sent.readers.forEach(({ resolve }, i) => resolve(outcome.reads[i]))
    }
    if (this.stats.gone) {
      this.stats.gone = false
      this.#onChange(false, null)
    }
    this.#tellIdle()
    if (this.#waiting.hasWaiting) this.#sendSoon()
    else if (this.#waiting.hasUnawaited) this.#sendLater()
  }

  /**
   * Refuses the callers of a batch, because the store is down. The batch itself is retried until it succeeds, and what
   * it then takes is returned.
   */
  #abandon(sent: Sent, cause: unknown): void {
    this.stats.faults++
    const error = countersGone(cause)
    if (!sent.abandoned) for (const { reject } of [...sent.takers, ...sent.slotTakers, ...sent.readers]) reject(error)
    sent.abandoned = true
    this.#waiting.refuseAll(error)
    if (!this.stats.gone) {
      this.stats.gone = true
      this.#onChange(true, cause)
    }
    this.#tellIdle()
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#apply(sent, false)
    }, RETRY_AFTER_MS)
    this.#timer.unref()
  }

  #returnAll(sent: Sent, outcome: CounterOutcome): void {
    outcome.takes.forEach(({ refused }, i) => {
      if (refused === null) for (const { counter, amount } of sent.batch.takes[i]) this.giveBack(counter, amount)
    })
    outcome.slotTakes.forEach((granted, i) => {
      if (granted) this.releaseSlot(sent.batch.slotTakes[i].account)
    })
  }

  #tellIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve()
  }
}

const MOST_TAKES = 500
const MOST_WAITING = 20_000

type Waiting<T> = { resolve(value: T): void; reject(error: Error): void }

/** A batch with those who wait for it. */
interface DrawnCounts {
  batch: CounterBatch
  takers: Waiting<Taken>[]
  slotTakers: Waiting<boolean>[]
  readers: Waiting<number>[]
}

/**
 * What waits for the next batch of counts: callers that wait for an answer, and counts that nobody waits for, summed
 * up.
 */
class WaitingCounts {
  #takes: ({ demands: readonly CounterDemand[] } & Waiting<Taken>)[] = []
  #slotTakes: ({ account: string; slots: number } & Waiting<boolean>)[] = []
  #reads: ({ counter: string } & Waiting<number>)[] = []
  #gives = new Map<string, number>()
  #calls = new Map<string, CallCount>()
  #slotReleases = new Map<string, number>()

  /** Null if too many wait already. */
  take(demands: readonly CounterDemand[]): Promise<Taken> | null {
    if (this.#takes.length >= MOST_WAITING) return null
    return new Promise((resolve, reject) => this.#takes.push({ demands, resolve, reject }))
  }

  /** Null if too many wait already. */
  takeSlot(account: string, slots: number): Promise<boolean> | null {
    if (this.#slotTakes.length >= MOST_WAITING) return null
    return new Promise((resolve, reject) => this.#slotTakes.push({ account, slots, resolve, reject }))
  }

  /** Null if too many wait already. */
  read(counter: string): Promise<number> | null {
    if (this.#reads.length >= MOST_WAITING) return null
    return new Promise((resolve, reject) => this.#reads.push({ counter, resolve, reject }))
  }

  giveBack(counter: string, amount: number): void {
    this.#gives.set(counter, (this.#gives.get(counter) ?? 0) + amount)
  }

  recordCall(call: FinishedCall): void {
    const id = `${call.account} ${call.keyPrefix} ${call.periodId} ${call.operation}`
    const row = this.#calls.get(id)
    if (row === undefined) this.#calls.set(id, { ...call, calls: 1 })
    else {
      row.calls++
      row.credits += call.credits
    }
  }

  releaseSlot(account: string): void {
    this.#slotReleases.set(account, (this.#slotReleases.get(account) ?? 0) + 1)
  }

  /** Somebody waits for an answer. */
  get hasWaiting(): boolean {
    return this.#takes.length > 0 || this.#slotTakes.length > 0 || this.#reads.length > 0
  }

  /** There are counts that nobody waits for. */
  get hasUnawaited(): boolean {
    return this.#gives.size > 0 || this.#calls.size > 0 || this.#slotReleases.size > 0
  }

  /** Takes out what goes into one batch. */
  draw(): DrawnCounts {
    const takers = this.#takes.splice(0, MOST_TAKES)
    const slotTakers = this.#slotTakes.splice(0, MOST_TAKES)
    const readers = this.#reads.splice(0, MOST_TAKES)
    const batch = {
      gives: [...this.#gives].map(([counter, amount]) => ({ counter, amount })),
      takes: takers.map(({ demands }) => demands),
      calls: [...this.#calls.values()],
      slotReleases: [...this.#slotReleases].map(([account, count]) => ({ account, count })),
      slotTakes: slotTakers.map(({ account, slots }) => ({ account, slots })),
      reads: readers.map(({ counter }) => counter),
    }
    if (this.#gives.size > 0) this.#gives = new Map()
    if (this.#calls.size > 0) this.#calls = new Map()
    if (this.#slotReleases.size > 0) this.#slotReleases = new Map()
    return { batch, takers, slotTakers, readers }
  }

  /** Refuses all who wait. */
  refuseAll(error: Error): void {
    for (const { reject } of [...this.#takes.splice(0), ...this.#slotTakes.splice(0), ...this.#reads.splice(0)])
      reject(error)
  }
}

/**
 * A batch of counts and its outcome: the interface of the engines in db/. An engine applies all of a batch or nothing.
 * Calls of one kind, and their credits together.
 */
interface CallCount extends FinishedCall {
  calls: number
}

/**
 * Applied in this order: give back, take, count calls, release slots, take slots, read. Each counter or account appears
 * once in a list, except in `takes`, `slotTakes` and `reads`.
 */
export interface CounterBatch {
  gives: { counter: string; amount: number }[]
  takes: (readonly CounterDemand[])[]
  calls: CallCount[]
  slotReleases: { account: string; count: number }[]
  slotTakes: { account: string; slots: number }[]
  reads: string[]
}

/** Each list has one entry for each entry of the batch. */
export interface CounterOutcome {
  takes: Taken[]
  slotTakes: boolean[]
  reads: number[]
}

/** Applies a whole batch or nothing. A batch number applied before gets the same answer as then. */
export interface CounterEngine {
  /** minimum time between the starts of two batches, so that more requests share one; default 0 */
  spacingMs?: number
  apply(batchNumber: number, batch: CounterBatch): CounterOutcome | Promise<CounterOutcome>
  listUsage(account: string, periodId: string, keyPrefix?: string): Promise<UsageRow[]>
}
