import { english } from '../../src/language/catalogue-files.ts'
import { say } from '../../src/language/sentence.ts'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deadlinePassed, ServiceError } from '../../src/errors.ts'
import type { CallMessage, ThreadWorker } from '../../src/workers/thread-handle.ts'
import { ThreadPool, type ThreadPoolOptions } from '../../src/workers/thread-pool.ts'

const CROWDED = english.render(say('error.busy.crowded'))

interface Task {
  n: number
  isSmall: boolean
}

interface FakeJobs {
  task: { input: Task; answer: number }
}

/** A thread that says only what the test makes it say. */
class FakeThread implements ThreadWorker {
  readonly #listeners: Record<string, ((heard: unknown) => void)[]> = {}
  readonly cancelFlag: Int32Array
  held: Task | null = null
  isAlive = true
  #call = 0

  constructor(cancelFlag: Int32Array) {
    this.cancelFlag = cancelFlag
  }

  on(event: string, listener: (heard: never) => void): void {
    ;(this.#listeners[event] ??= []).push(listener as (heard: unknown) => void)
  }

  postMessage(message: unknown): void {
    expect(this.held, 'a thread has one job at a time').toBeNull()
    expect(this.isAlive).toBe(true)
    const { call, input } = message as CallMessage
    this.#call = call
    this.held = input as Task
  }

  say(reply: { answer: number } | { failure: { code: 'no_path'; message: string } }): void {
    this.held = null
    this.#emit('message', { call: this.#call, cpuMs: 1, ...reply })
  }

  /** Answers with the number of its job, unless it is to stop. */
  work(): void {
    this.say(this.cancelFlag[0] === 1 ? { failure: { code: 'no_path', message: 'stopped' } } : { answer: this.held!.n })
  }

  die(event: 'error' | 'exit'): void {
    this.isAlive = false
    this.#emit(event, new Error('died'))
    if (event === 'error') this.#emit('exit', 1)
  }

  async terminate(): Promise<number> {
    this.isAlive = false
    await null
    this.#emit('exit', 1)
    return 1
  }

  #emit(event: string, heard: unknown): void {
    for (const listener of this.#listeners[event] ?? []) listener(heard)
  }
}

interface Requested {
  task: Task
  caller: string
  aborter: AbortController
  /** whether it may not begin any more */
  isSpent: boolean
  settled: number
  outcome: number | string | null
}

/** A pool over fake threads, and all that was asked of it. */
function open({ startsAll = false, ...more }: Partial<ThreadPoolOptions<FakeJobs>> & { startsAll?: boolean } = {}) {
  const threads: FakeThread[] = []
  const faults: string[] = []
  const pool = new ThreadPool<FakeJobs>({
    threads: 2,
    priorityOf: (_kind, { isSmall }) => (isSmall ? 'short' : 'long'),
    maxQueued: 5,
    targetWaitMs: 60_000,
    start: (_index, cancelFlag) => {
      const thread = new FakeThread(cancelFlag)
      threads.push(thread)
      return thread
    },
    stopWithinMs: 30,
    name: 'fake',
    retryAfterS: 2,
    words: { crowded: say('error.busy.crowded'), broken: say('error.internal.file_thread') },
    onFault: (event) => faults.push(event),
    ...more,
  })
  if (startsAll) pool.startAll()
  const all: Requested[] = []
  const ask = (isSmall: boolean, caller = 'somebody', withinMs = Infinity): Requested => {
    const aborter = new AbortController()
    if (withinMs < Infinity) setTimeout(() => aborter.abort(deadlinePassed()), withinMs)
    const requested: Requested = {
      task: { n: all.length, isSmall },
      caller,
      aborter,
      isSpent: false,
      settled: 0,
      outcome: null,
    }
    all.push(requested)
    const settle = (outcome: number | string) => {
      requested.settled++
      requested.outcome = outcome
    }
    pool
      .run('task', requested.task, {
        signal: aborter.signal,
        caller: { account: caller },
        cpu: {
          checkDocument() {
            if (requested.isSpent) throw new ServiceError('rate_limited', 'spent')
          },
          spend: () => undefined,
        },
      })
      .then(settle, (error: Error) => settle(error.message))
    return requested
  }
  const alive = () => threads.filter(({ isAlive }) => isAlive)
  const busy = () => alive().filter(({ held }) => held !== null)
  return { pool, threads, faults, all, ask, alive, busy }
}
const settle = async () => {
  for (let i = 0; i < 5; i++) await null
}

afterEach(() => {
  vi.useRealTimers()
})

type Step =
  | { is: 'ask'; isSmall: boolean; caller: number; withinMs: number }
  | { is: 'answer' | 'fail' | 'error' | 'exit' | 'abort' | 'spend'; at: number }
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
    arbitrary: fc.record({ is: fc.constantFrom('fail', 'error', 'exit', 'abort', 'spend' as const), at: fc.nat() }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('tick' as const), ms: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('close' as const) }) },
) as fc.Arbitrary<Step>

describe('a thread pool', () => {
  test('settles every job once, whatever is answered, dies, is given up or closes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 80 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 30),
        fc.boolean(),
        async (steps, size, stopWithinMs, startsAll) => {
          vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
          const { pool, all, ask, alive, busy } = open({ threads: size, stopWithinMs, startsAll })
          for (const one of steps) {
            const at = 'at' in one ? one.at : 0
            const thread = busy().length > 0 ? busy()[at % busy().length] : undefined
            if (one.is === 'ask') ask(one.isSmall, `caller ${one.caller}`, one.withinMs)
            else if (one.is === 'tick') vi.advanceTimersByTime(one.ms)
            else if (one.is === 'abort') all[at % Math.max(1, all.length)]?.aborter.abort()
            else if (one.is === 'spend' && all.length > 0) all[at % all.length].isSpent = true
            else if (one.is === 'spend') continue
            else if (one.is === 'close') await pool.close()
            else if (one.is === 'answer') thread?.work()
            else if (one.is === 'fail') thread?.say({ failure: { code: 'no_path', message: 'failed' } })
            else thread?.die(one.is)
            await settle()
            const { queued, running, threads } = pool.state
            expect(running).toBe(busy().length)
            expect(threads).toBe(alive().length)
            expect(threads).toBeLessThanOrEqual(size)
            if (size > 1) expect(busy().filter(({ held }) => !held!.isSmall).length).toBeLessThan(size)
            expect(queued).toBeLessThanOrEqual(10)
            // threads that died while they started are replaced later
            if (queued > 0 && alive().length === size)
              expect(busy().length).toBeGreaterThanOrEqual(Math.max(1, size - 1))
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
        const { pool, ask, busy, all } = open({ maxQueued: 5, threads: 1 })
        for (let i = 0; i <= crowd; i++) ask(isSmall, 'crowd')
        const single = ask(isSmall, 'single')
        await settle()
        // where the queue is full, the crowd loses one of its own
        expect(all.filter(({ outcome }) => outcome === CROWDED).length).toBe(crowd === 5 ? 1 : 0)
        for (let turn = 0; turn < 3; turn++) {
          busy()[0]?.work()
          await settle()
        }
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
      busy()
        .find(({ held }) => held === small.task)!
        .work()
      await settle()
      expect(small.outcome).toBe(small.task.n)
    }
    expect(threads.length).toBe(2)
    await pool.close()
  })

  test('a job goes to a thread that runs, and starts another only where all are busy', async () => {
    const { pool, ask, threads } = open()
    ask(false)
    threads[0].work()
    await settle()
    ask(true)
    expect(threads).toHaveLength(1)
    ask(true)
    expect(threads).toHaveLength(2)
    await pool.close()
  })

  test('the reserved thread takes long jobs once no short one has come for a while', async () => {
    vi.useFakeTimers()
    const { pool, ask, busy } = open({ reservedForMs: 1000 })
    ask(true)
    busy()[0].work()
    await settle()
    ask(false)
    ask(false)
    expect(busy()).toHaveLength(1)
    vi.advanceTimersByTime(1001)
    expect(busy()).toHaveLength(2)
    await pool.close()
  })

  test('a thread that is called beside its jobs gets none before it has replied', async () => {
    const { pool, ask, threads } = open({ threads: 1, startsAll: true })
    const called = pool.callEach('visit', null)
    const job = ask(true)
    expect(threads[0].held).toBeNull()
    threads[0].say({ answer: 0 })
    await called
    expect(threads[0].held).toBe(job.task)
    await pool.close()
  })

  test('threads are called in turn, and one that dies is passed over', async () => {
    const { pool, threads } = open({ threads: 3, startsAll: true })
    const answers = pool.callInTurn('visit', (turn) => turn)
    const held = () => threads.slice(0, 3).map((one) => one.held)
    expect(held()).toEqual([0, null, null])
    threads[0].say({ answer: 7 })
    await settle()
    expect(held()).toEqual([null, 1, null])
    threads[1].die('exit')
    await settle()
    threads[2].say({ answer: 9 })
    expect(await answers).toEqual([7, null, 9])
    await pool.close()
  })

  test('a thread without work ends after a while, and the next job starts another', async () => {
    vi.useFakeTimers()
    const { pool, ask, busy, threads, faults } = open({ threads: 1, idleMs: 100 })
    ask(true)
    busy()[0].work()
    await settle()
    vi.advanceTimersByTime(101)
    expect([pool.state.threads, threads[0].isAlive]).toEqual([0, false])
    ask(true)
    expect([threads.length, faults]).toEqual([2, []])
    await pool.close()
  })

  test('threads that die before they are ready are replaced later each time', async () => {
    vi.useFakeTimers()
    const { pool, threads, alive } = open({ threads: 1, startsAll: true })
    threads[0].die('exit')
    expect(threads).toHaveLength(2)
    threads[1].die('exit')
    expect(alive()).toHaveLength(0)
    vi.advanceTimersByTime(100)
    expect(threads).toHaveLength(3)
    threads[2].die('exit')
    vi.advanceTimersByTime(999)
    expect(alive()).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(alive()).toHaveLength(1)
    await pool.close()
  })

  test('a thread that ended during a job is replaced before the next job comes, one that never began a job is not', async () => {
    const { pool, ask, busy, threads, faults } = open({ threads: 1 })
    const lost = ask(false)
    busy()[0].die('error')
    await settle()
    expect([lost.outcome, threads.length, faults]).toEqual([
      'The thread that read the file ended.',
      2,
      ['a fake thread failed'],
    ])
    threads[1].die('exit')
    expect([threads.length, pool.state.threads]).toEqual([2, 0])
    const next = ask(false)
    busy()[0].work()
    await settle()
    expect(next.outcome).toBe(next.task.n)
    await pool.close()
  })

  test('a job that may not begin any more is refused in its turn, what runs goes on, and the next one has its thread', async () => {
    const { pool, all, ask, busy } = open({ threads: 1 })
    const [running, waiting] = [ask(false), ask(false)]
    const other = ask(false, 'another')
    running.isSpent = waiting.isSpent = true
    await settle()
    expect(all.map(({ settled }) => settled)).toEqual([0, 0, 0])
    busy()[0].work()
    await settle()
    expect(busy()[0].held).toBe(other.task)
    busy()[0].work()
    await settle()
    expect(all.map(({ outcome }) => outcome)).toEqual([running.task.n, 'spent', other.task.n])
    await pool.close()
  })

  test('an overloaded queue refuses the late, and answers the newest first', async () => {
    vi.useFakeTimers()
    const { pool, all, ask, busy } = open({ threads: 1, maxQueued: 100, targetWaitMs: 5 })
    for (let i = 0; i < 50; i++) ask(true)
    vi.advanceTimersByTime(10)
    ask(true)
    vi.advanceTimersByTime(100)
    const newest = ask(true)
    await settle()
    // one runs, 8 of those that wait stay
    expect(all.filter(({ outcome }) => outcome === CROWDED)).toHaveLength(32)
    expect(pool.state).toMatchObject({ refused: 32, overloaded: { short: true, long: false } })
    busy()[0].work()
    await settle()
    expect(busy()[0].held).toBe(newest.task)
    await pool.close()
  })

  test('a thread that cannot be started fails its job alone', async () => {
    let fails = true
    const { pool, ask, busy } = open({
      threads: 1,
      start: () => {
        if (fails) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
        return new FakeThread(new Int32Array(2))
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
