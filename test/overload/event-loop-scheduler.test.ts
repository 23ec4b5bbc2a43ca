import { describe, expect, test } from 'vitest'
import { INTERVAL_MS } from '../../src/overload/fair-queue.ts'
import { EventLoopScheduler } from '../../src/overload/event-loop-scheduler.ts'

const TARGET_MS = 4
const REFUSAL_MS = 0.05

interface Requested {
  atMs: number
  caller: string
  waitMs: number
  accepted: boolean
}

/** A main thread with a clock of its own: in each turn it reads what has come, then one request runs. */
class Thread {
  nowMs = 0
  readonly answers: Requested[] = []
  readonly queue: EventLoopScheduler
  readonly workMs: number
  #endTurn: (() => void) | null = null

  constructor(workMs: number, targetMs = TARGET_MS) {
    this.workMs = workMs
    this.queue = new EventLoopScheduler(
      targetMs,
      () => this.nowMs,
      (work) => (this.#endTurn = work),
    )
  }

  /** A request that came at `atMs` is read now; `onAnswer` once it was answered. Without a caller all are of one. */
  read(atMs: number, onAnswer?: () => void, caller = ''): void {
    const answer = (accepted: boolean) => {
      this.answers.push({ atMs, caller, waitMs: this.nowMs - atMs, accepted })
      this.nowMs += accepted ? this.workMs : REFUSAL_MS
      onAnswer?.()
    }
    const entered = this.queue.enter(caller)
    if (entered === true) answer(true)
    else void entered.then(answer)
  }

  /** Runs the next turn, or lets `idleMs` pass if none is queued. */
  async turn(idleMs = 0.1): Promise<void> {
    const endTurn = this.#endTurn
    this.#endTurn = null
    if (endTurn === null) this.nowMs += idleMs
    endTurn?.()
    await null
    await null
  }

  /** Arrivals at these times, whatever the answers do; `callers` different ones in turn. */
  async offer(timesMs: readonly number[], callers = 1): Promise<void> {
    for (let i = 0; i < timesMs.length || this.queue.waiting > 0; ) {
      for (; i < timesMs.length && timesMs[i] <= this.nowMs; i++)
        this.read(timesMs[i], undefined, `caller ${i % callers}`)
      await this.turn()
    }
  }

  /** Clients that ask again as soon as they are answered, and after `pauseMs` if they are refused. */
  async connect(clients: number, untilMs: number, pauseMs = 0): Promise<void> {
    let asking = Array.from({ length: clients }, () => this.nowMs)
    while (this.nowMs < untilMs) {
      const due = asking.filter((atMs) => atMs <= this.nowMs)
      asking = asking.filter((atMs) => atMs > this.nowMs)
      for (const atMs of due)
        this.read(atMs, () => asking.push(this.nowMs + (this.answers.at(-1)!.accepted ? 0 : pauseMs)))
      await this.turn()
    }
  }
}

const evenly = (fromMs: number, untilMs: number, perMs: number) =>
  Array.from({ length: (untilMs - fromMs) * perMs }, (_, i) => fromMs + i / perMs)
const refused = (answers: readonly Requested[]) => answers.filter(({ accepted }) => !accepted)
const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]

describe('the main thread as a queue', () => {
  for (const clients of [8, 16, 32]) {
    test(`never refuses any of ${clients} connections that ask without a pause, cheap or expensive`, async () => {
      for (const workMs of [0.5, 5, 50]) {
        const thread = new Thread(workMs)
        await thread.connect(clients, 2000)
        expect(refused(thread.answers)).toEqual([])
        expect(thread.answers.length).toBeGreaterThan(0.9 * (2000 / workMs))
      }
    })
  }

  test('begins in the order of arrival and works a burst off', async () => {
    const thread = new Thread(0.5)
    const burst = Array.from({ length: 200 }, (_, i) => i * 1e-6)
    await thread.offer(burst)
    expect(thread.answers.map(({ atMs }) => atMs)).toEqual(burst)
    expect(refused(thread.answers)).toEqual([])
  })

  test('refuses nothing below what it can do', async () => {
    const thread = new Thread(0.5)
    await thread.offer(evenly(0, 5000, 1.8))
    expect(refused(thread.answers)).toEqual([])
  })

  test('at twice what it can do keeps the wait of the accepted to the target, and itself busy', async () => {
    const thread = new Thread(0.5)
    await thread.offer(evenly(0, 20_000, 4))
    const settled = thread.answers.filter(({ atMs }) => atMs > 500)
    const waits = settled.filter(({ accepted }) => accepted).map(({ waitMs }) => waitMs)
    expect(quantile(waits, 0.5)).toBeLessThan(1)
    expect(quantile(waits, 0.99)).toBeLessThanOrEqual(TARGET_MS + 1)
    expect(waits.length * thread.workMs).toBeGreaterThan(0.85 * 19_500)
  })

  test('refuses within 50 ms, but for the first tenth of a second', async () => {
    const thread = new Thread(0.5)
    await thread.offer(evenly(0, 20_000, 4))
    const waits = refused(thread.answers).map(({ waitMs }) => waitMs)
    expect(waits.length).toBeGreaterThan(30_000)
    expect(quantile(waits, 0.98)).toBeLessThan(50)
    expect(
      Math.max(
        ...refused(thread.answers)
          .filter(({ atMs }) => atMs > 500)
          .map(({ waitMs }) => waitMs),
      ),
    ).toBeLessThan(50)
  })

  test('after a stall of 60 ms is as quick as before within a second', async () => {
    const thread = new Thread(0.5)
    await thread.offer(evenly(0, 1000, 1.5), 1000)
    thread.nowMs += 60
    const fromMs = thread.nowMs
    await thread.offer(evenly(fromMs - 60, fromMs + 1000, 1.5), 1000)
    const later = thread.answers.filter(({ atMs, accepted }) => atMs > fromMs + 2 * INTERVAL_MS && accepted)
    expect(later.length).toBeGreaterThan(1100)
    expect(
      quantile(
        later.map(({ waitMs }) => waitMs),
        0.99,
      ),
    ).toBeLessThan(8)
    expect(refused(thread.answers).length).toBeLessThan(120)
  })

  test('takes all again once the load is over', async () => {
    const thread = new Thread(0.5)
    await thread.offer(evenly(0, 5000, 4))
    expect(thread.queue.isOverloaded).toBe(true)
    await thread.offer(evenly(thread.nowMs, thread.nowMs + 3000, 1))
    const after = thread.answers.filter(({ atMs }) => atMs > 5100)
    expect(refused(after)).toEqual([])
    expect(thread.queue.isOverloaded).toBe(false)
  })

  test('takes 32 connections again after an overload, if they wait a second when they are refused', async () => {
    const thread = new Thread(0.5)
    await thread.offer(evenly(0, 10_000, 4))
    const fromMs = thread.nowMs
    await thread.connect(32, fromMs + 10_000, 1000)
    expect(refused(thread.answers.filter(({ atMs }) => atMs > fromMs)).length).toBeGreaterThan(0)
    expect(refused(thread.answers.filter(({ atMs }) => atMs > fromMs + 5000))).toEqual([])
  })

  test('does not refuse eight of the more expensive ones for more than a second after an overload', async () => {
    const thread = new Thread(4)
    await thread.offer(evenly(0, 3000, 0.5))
    expect(thread.queue.isOverloaded).toBe(true)
    const fromMs = thread.nowMs
    await thread.connect(8, fromMs + 3000)
    expect(refused(thread.answers.filter(({ atMs }) => atMs > fromMs + 1200))).toEqual([])
    expect(thread.queue.isOverloaded).toBe(false)
  })

  test('under overload begins with the newest', async () => {
    const thread = new Thread(1, 20)
    await thread.offer(evenly(0, 400, 2))
    expect(thread.queue.isOverloaded).toBe(true)
    const [fromMs, before] = [thread.nowMs, thread.answers.length]
    for (const atMs of [1, 2, 3, 4]) thread.read(fromMs + atMs * 1e-6)
    while (thread.queue.waiting > 0) await thread.turn()
    expect(thread.answers.slice(before).map(({ atMs }) => Math.round((atMs - fromMs) * 1e6))).toEqual([4, 3, 2, 1])
  })

  test('lets one with a single request begin after one turn of a crowd, under overload too', async () => {
    for (const workMs of [0.05, 1, 20]) {
      const thread = new Thread(workMs)
      await thread.offer(evenly(0, 400, 3 / workMs))
      for (let i = 0; i < 1000; i++) thread.read(thread.nowMs, undefined, 'crowd')
      await thread.turn()
      const [atMs, before] = [thread.nowMs, thread.answers.length]
      thread.read(atMs, undefined, 'single')
      while (thread.queue.waiting > 0) await thread.turn()
      const after = thread.answers.slice(before)
      const place = after.filter(({ accepted }) => accepted).findIndex(({ caller }) => caller === 'single')
      expect(place, `requests of ${workMs} ms`).toBeGreaterThanOrEqual(0)
      expect(place, `requests of ${workMs} ms`).toBeLessThanOrEqual(1)
    }
  })

  test('refuses less than a hundredth of a caller with one request at a time beside a crowd, whatever stalls', async () => {
    const thread = new Thread(0.5)
    let singles = 0
    const ask = () => {
      singles++
      thread.read(thread.nowMs, ask, 'single')
    }
    for (let i = 0, untilMs = 5000, nextMs = 0; thread.nowMs < untilMs; i++) {
      for (; nextMs <= thread.nowMs; nextMs += 0.25) thread.read(nextMs, undefined, `crowd ${i % 5}`)
      if (i === 400) ask()
      if (i % 1000 === 999) thread.nowMs += 60
      await thread.turn()
    }
    expect(singles).toBeGreaterThan(1000)
    expect(refused(thread.answers).length).toBeGreaterThan(5000)
    expect(refused(thread.answers).filter(({ caller }) => caller === 'single').length).toBeLessThan(singles / 100)
  })

  test('knows no overload where no wait is too long', async () => {
    const thread = new Thread(0.5, Infinity)
    await thread.offer(evenly(0, 1000, 4))
    expect(refused(thread.answers)).toEqual([])
  })
})
