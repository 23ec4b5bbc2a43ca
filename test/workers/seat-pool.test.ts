import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ThreadPool } from '../../src/workers/seat-pool.ts'
import type { FromThread, ThreadPoolOptions, ThreadHandle } from '../../src/workers/seat-types.ts'

interface Task {
  n: number
  isSmall: boolean
}

/** A thread that says only what the test makes it say. */
class FakeThread implements ThreadHandle {
  readonly isSmallSeat: boolean
  readonly #listeners: Record<string, ((heard: unknown) => void)[]> = {}
  held: Task | null = null
  isAlive = true

  constructor(isSmallSeat: boolean) {
    this.isSmallSeat = isSmallSeat
  }

  on(event: string, listener: (heard: never) => void): void {
    ;(this.#listeners[event] ??= []).push(listener as (heard: unknown) => void)
  }

  postMessage(task: unknown): void {
    expect(this.held, 'a thread has one job at a time').toBeNull()
    expect(this.isAlive).toBe(true)
    this.held = task as Task
    if (this.isSmallSeat) expect(this.held.isSmall, 'seats for small jobs take no large one').toBe(true)
  }

  say(message: FromThread<number>): void {
    this.held = null
    this.#emit('message', message)
  }

  die(event: 'error' | 'exit'): void {
    this.isAlive = false
    this.#emit(event, new Error('died'))
    if (event === 'error') this.#emit('exit', 1)
  }

  async terminate(): Promise<void> {
    this.isAlive = false
    await null
    this.#emit('exit', 1)
  }

  #emit(event: string, heard: unknown): void {
    for (const listener of this.#listeners[event] ?? []) listener(heard)
  }
}

interface Asked {
  task: Task
  caller: string
  aborter: AbortController
  withdrawer: AbortController
  expect?: () => void
  settled: number
  outcome: number | string | null
}

/** A pool over fake threads, and all that was asked of it. */
function open(more: Partial<ThreadPoolOptions<Task>> = {}) {
  const threads: FakeThread[] = []
  const faults: string[] = []
  const toStop = new Set<Task>()
  const pool = new ThreadPool<Task, number>({
    seats: 1,
    smallSeats: 1,
    isSmall: ({ isSmall }) => isSmall,
    maxQueued: 5,
    targetWaitMs: 60_000,
    firstGuessMs: 1,
    start: (isSmallSeat) => {
      const thread = new FakeThread(isSmallSeat)
      threads.push(thread)
      return thread
    },
    post: (thread, task) => thread.postMessage(task),
    stopWithinMs: 30,
    thread: 'fake',
    words: { crowded: 'crowded', late: 'late', broken: 'broken' },
    onFault: (event) => faults.push(event),
    ...more,
  })
  const all: Asked[] = []
  const ask = (isSmall: boolean, caller = 'somebody', withinMs = 60_000): Asked => {
    const aborter = new AbortController()
    const withdrawer = new AbortController()
    const asked: Asked = { task: { n: all.length, isSmall }, caller, aborter, withdrawer, settled: 0, outcome: null }
    all.push(asked)
    const settle = (outcome: number | string) => {
      asked.settled++
      asked.outcome = outcome
    }
    pool
      .run(asked.task, {
        signal: aborter.signal,
        withdraw: withdrawer.signal,
        deadlineMs: Date.now() + withinMs,
        caller: { account: caller },
        expect: () => {
          asked.expect?.()
          return Infinity
        },
      })
      .then(settle, (error: Error) => settle(error.message))
    return asked
  }
  const alive = () => threads.filter(({ isAlive }) => isAlive)
  const busy = () => alive().filter(({ held }) => held !== null)
  return { pool, threads, faults, toStop, all, ask, alive, busy }
}
const settle = async () => {
  for (let i = 0; i < 5; i++) await null
}
const asksToStop = (toStop: Set<Task>) => ({ askToStop: (task: Task) => void toStop.add(task) })

afterEach(() => {
  vi.useRealTimers()
})

type Step =
  | { is: 'ask'; isSmall: boolean; caller: number; withinMs: number }
  | { is: 'answer' | 'fail' | 'error' | 'exit' | 'abort' | 'withdraw'; at: number }
  | { is: 'tick'; ms: number }
  | { is: 'close' }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      is: fc.constant('ask' as const),
      isSmall: fc.boolean(),
      caller: fc.nat(3),
      withinMs: fc.constantFrom(5, 50, 60_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('answer' as const), at: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constantFrom('fail', 'error', 'exit', 'abort', 'withdraw' as const), at: fc.nat() }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('tick' as const), ms: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('close' as const) }) },
) as fc.Arbitrary<Step>

describe('a pool of seats', () => {
  test('settles every job once, whatever is answered, dies, is given up or closes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 80 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(2),
        fc.boolean(),
        async (steps, seats, smallSeats, asks) => {
          vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
          const toStop = new Set<Task>()
          const { pool, all, ask, alive, busy } = open({ seats, smallSeats, ...(asks ? asksToStop(toStop) : {}) })
          for (const one of steps) {
            const at = 'at' in one ? one.at : 0
            const thread = busy().length > 0 ? busy()[at % busy().length] : undefined
            if (one.is === 'ask') ask(one.isSmall, `caller ${one.caller}`, one.withinMs)
            else if (one.is === 'tick') vi.advanceTimersByTime(one.ms)
            else if (one.is === 'abort') all[at % Math.max(1, all.length)]?.aborter.abort()
            else if (one.is === 'withdraw') all[at % Math.max(1, all.length)]?.withdrawer.abort()
            else if (one.is === 'close') await pool.close()
            else if (one.is === 'answer')
              thread?.say(toStop.has(thread.held!) ? { stopped: true } : { answer: thread.held!.n })
            else if (one.is === 'fail') thread?.say({ failure: { code: 'no_path', message: 'failed' } })
            else thread?.die(one.is)
            await settle()
            const { queued, running, threads } = pool.state
            expect(running).toBe(busy().length)
            expect(threads).toBe(alive().length)
            expect(threads).toBeLessThanOrEqual(seats + smallSeats)
            expect(queued).toBeLessThanOrEqual(10)
            if (queued > 0) expect(busy().length).toBeGreaterThanOrEqual(seats)
            // no job is forgotten: each that is not answered waits or runs
            expect(all.filter(({ settled }) => settled === 0).length).toBeLessThanOrEqual(queued + running)
            for (const { settled, outcome, task } of all) {
              expect(settled).toBeLessThanOrEqual(1)
              if (typeof outcome === 'number') expect(outcome).toBe(task.n)
            }
          }
          await pool.close()
          await settle()
          expect(all.map(({ settled }) => settled)).toEqual(all.map(() => 1))
          expect(pool.state).toMatchObject({ queued: 0, running: 0, threads: 0 })
          expect(alive()).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('delays a caller with one job by one turn of a crowd', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.boolean(), async (crowd, isSmall) => {
        const { pool, ask, busy, all } = open({ maxQueued: 5, smallSeats: 0 })
        for (let i = 0; i <= crowd; i++) ask(isSmall, 'crowd')
        const single = ask(isSmall, 'single')
        await settle()
        // where the queue is full, the crowd loses one of its own
        expect(all.filter(({ outcome }) => outcome === 'crowded').length).toBe(crowd === 5 ? 1 : 0)
        for (let turn = 0; turn < 3; turn++) busy()[0]?.say({ answer: busy()[0].held!.n })
        await settle()
        expect(single.outcome).toBe(single.task.n)
        await pool.close()
      }),
    )
  })

  test('a large job that takes long, or ends its thread, makes no small one wait', async () => {
    const { pool, ask, busy, threads } = open()
    ask(false)
    ask(false)
    for (let i = 0; i < 3; i++) {
      const small = ask(true)
      const seat = busy().find(({ isSmallSeat }) => isSmallSeat)!
      seat.say({ answer: seat.held!.n })
      await settle()
      expect(small.outcome).toBe(small.task.n)
    }
    expect(threads.length).toBe(2)
    await pool.close()
  })

  test('a small job goes to a thread that runs, and starts the one for small jobs only where that is busy', async () => {
    const { ask, threads } = open()
    ask(false)
    threads[0].say({ answer: 1 })
    ask(true)
    expect(threads).toHaveLength(1)
    ask(true)
    expect(threads.map(({ isSmallSeat }) => isSmallSeat)).toEqual([false, true])
    for (const thread of threads) thread.say({ answer: 2 })
    const last = ask(true)
    expect(threads[1].held).toBe(last.task)
  })

  test('a thread that ended during a job is replaced before the next job comes, one that never began a job is not', async () => {
    const { pool, ask, busy, threads, faults } = open({ smallSeats: 0 })
    const lost = ask(false)
    busy()[0].die('error')
    await settle()
    expect([lost.outcome, threads.length, faults]).toEqual(['broken', 2, ['a fake thread failed']])
    threads[1].die('exit')
    expect([threads.length, pool.state.threads]).toEqual([2, 0])
    const next = ask(false)
    busy()[0].say({ answer: next.task.n })
    await settle()
    expect(next.outcome).toBe(next.task.n)
    await pool.close()
  })

  test('what is withdrawn is refused while it waits, and goes on once it runs', async () => {
    const { pool, all, ask, busy } = open({ smallSeats: 0 })
    const [running, waiting] = [ask(false), ask(false)]
    const other = ask(false, 'another')
    running.withdrawer.abort()
    waiting.withdrawer.abort()
    await settle()
    expect(all.map(({ settled }) => settled)).toEqual([0, 1, 0])
    expect(waiting.outcome).toContain('cancelled')
    busy()[0].say({ answer: running.task.n })
    await settle()
    busy()[0].say({ answer: other.task.n })
    await settle()
    expect(all.map(({ settled }) => settled)).toEqual([1, 1, 1])
    expect([running.outcome, other.outcome]).toEqual([running.task.n, other.task.n])
    await pool.close()
  })

  test('what is withdrawn as it is about to begin is refused, and the next one has its seat', async () => {
    const { pool, all, ask, busy } = open({ smallSeats: 0 })
    const [running, waiting] = [ask(false), ask(false)]
    const other = ask(false, 'another')
    waiting.expect = () => waiting.withdrawer.abort()
    busy()[0].say({ answer: running.task.n })
    await settle()
    expect(all.map(({ settled }) => settled)).toEqual([1, 1, 0])
    expect(waiting.outcome).toContain('cancelled')
    busy()[0].say({ answer: other.task.n })
    await settle()
    expect(other.outcome).toBe(other.task.n)
    await pool.close()
  })

  test('a thread that cannot be started fails its job alone', async () => {
    let fails = true
    const { pool, ask, busy } = open({
      smallSeats: 0,
      start: () => {
        if (fails) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
        return new FakeThread(false)
      },
    })
    const first = ask(false)
    await settle()
    expect(first.settled).toBe(1)
    fails = false
    const second = ask(false)
    expect([pool.state.running, busy().length]).toEqual([1, 0])
    await pool.close()
    expect(second.task.n).toBe(1)
  })
})
