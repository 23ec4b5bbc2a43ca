// A pool of threads that run one job each; other jobs wait, and callers take turns. Some seats are reserved for small
// jobs, so that a large one never delays them, even if it takes long or kills its thread. A thread starts when a job
// finds no running thread free; one that ends during a job is replaced at once. A job that is cancelled or passes its
// deadline is answered at once, and its thread is asked to stop, or terminated. Every job settles exactly once. Queues
// are bounded: beyond the bound the caller with the most waiting jobs gets 503 `busy`.

import { ServiceError, toServiceError } from '../errors.ts'
import { CallerQueue, type Place } from '../overload/caller-queue.ts'
import { TARGET_WAIT_MS } from '../overload/queue-guard.ts'
import { SeatGuard } from '../overload/seat-guard.ts'
import type { JobOptions } from '../job-options.ts'
import { fromFailure, stopping } from './job-errors.ts'
import type { FromThread, ThreadPoolOptions, ThreadPoolState, ThreadHandle } from './seat-types.ts'

/** A thread that has not stopped this long after being asked is terminated. */
const STOP_WITHIN_MS = 5000

interface Job<Task, Answer> {
  /** null once sent, unless stopping needs it: its memory is not held twice */
  task: Task | null
  isSmall: boolean
  place: Place<Job<Task, Answer>> | null
  startedMs: number
  expect: JobOptions['expect']
  spend: JobOptions['spend']
  /** null once the caller has been answered */
  settle: ((answer: Answer | ServiceError) => void) | null
}

interface Seat<Task, Answer> {
  isForSmall: boolean
  thread: ThreadHandle | null
  /** stays here until the thread reports, even if its caller has been answered */
  job: Job<Task, Answer> | null
  ending: NodeJS.Timeout | undefined
}

export class ThreadPool<Task, Answer> {
  readonly #options: ThreadPoolOptions<Task>
  readonly #seats: Seat<Task, Answer>[]
  readonly #queues = { small: new CallerQueue<Job<Task, Answer>>(), large: new CallerQueue<Job<Task, Answer>>() }
  readonly #guards: Record<'small' | 'large', SeatGuard>
  #crowdedOut = 0
  #isClosed = false

  constructor(options: ThreadPoolOptions<Task>) {
    this.#options = options
    const seat = (isForSmall: boolean): Seat<Task, Answer> => ({
      isForSmall,
      thread: null,
      job: null,
      ending: undefined,
    })
    this.#seats = [
      ...Array.from({ length: options.smallSeats }, () => seat(true)),
      ...Array.from({ length: Math.max(1, options.seats) }, () => seat(false)),
    ]
    const guard = () => new SeatGuard(options.targetWaitMs ?? TARGET_WAIT_MS, options.firstGuessMs)
    this.#guards = { small: guard(), large: guard() }
  }

  get state(): ThreadPoolState {
    return {
      queued: this.#queues.small.size + this.#queues.large.size,
      running: this.#seats.filter(({ job }) => job !== null).length,
      threads: this.#seats.filter(({ thread }) => thread !== null).length,
      refused: this.#guards.small.refused + this.#guards.large.refused + this.#crowdedOut,
    }
  }

  /** Runs one job. Rejects with ServiceError: `busy`, `internal` if its thread ended, or what the job threw. */
  run(task: Task, { signal, withdraw, deadlineMs, caller, expect, spend }: JobOptions): Promise<Answer> {
    if (signal.aborted || withdraw?.aborted === true)
      return Promise.reject(busy('The request was cancelled before it began.'))
    const account = caller?.account ?? ''
    const isSmall = this.#options.isSmall(task)
    const seat = this.#freeSeat(isSmall)
    if (this.#isClosed) return Promise.reject(stopping())
    if (seat === undefined && !this.#makesRoom(isSmall, account))
      return Promise.reject(busy(this.#options.words.crowded))
    return new Promise((resolve, reject) => {
      const job: Job<Task, Answer> = { task, isSmall, place: null, startedMs: 0, expect, spend, settle: null }
      const onAbort = () => this.#giveUp(job, 'The request was cancelled.')
      const onWithdraw = () => job.place !== null && onAbort()
      const timer = setTimeout(() => this.#giveUp(job, this.#options.words.late), Math.max(0, deadlineMs - Date.now()))
      signal.addEventListener('abort', onAbort, { once: true })
      withdraw?.addEventListener('abort', onWithdraw, { once: true })
      job.settle = (answer) => {
        job.settle = null
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        withdraw?.removeEventListener('abort', onWithdraw)
        if (answer instanceof ServiceError) reject(answer)
        else resolve(answer)
      }
      job.place = this.#queueOf(isSmall).push(account, job)
      if (seat !== undefined) this.#next(seat)
    })
  }

  /** Terminates the threads; running and waiting jobs are refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    const ending: Promise<unknown>[] = []
    for (const seat of this.#seats) {
      seat.job?.settle?.(stopping())
      seat.job = null
      ending.push(this.#endThread(seat))
    }
    for (const queue of Object.values(this.#queues))
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) job.settle?.(stopping())
    await Promise.all(ending)
  }

  #queueOf(isSmall: boolean): CallerQueue<Job<Task, Answer>> {
    return isSmall ? this.#queues.small : this.#queues.large
  }

  /** One whose thread runs already, if there is one: a thread takes time to start, and memory. */
  #freeSeat(isSmall: boolean): Seat<Task, Answer> | undefined {
    const free = this.#seats.filter(({ job, isForSmall }) => job === null && (isSmall || !isForSmall))
    return free.find(({ thread }) => thread !== null) ?? free[0]
  }

  /** Whether one more job may wait; it may take the place of a job of the caller with the most. */
  #makesRoom(isSmall: boolean, account: string): boolean {
    const queue = this.#queueOf(isSmall)
    const seats = this.#seats.filter(({ job, isForSmall }) => (isSmall ? job?.isSmall !== false : !isForSmall)).length
    const guard = isSmall ? this.#guards.small : this.#guards.large
    if (!guard.admits(queue.size, Math.max(1, seats), performance.now(), queue.ahead(account))) return false
    if (queue.size < this.#options.maxQueued) return true
    const crowding = queue.crowdOut(account)
    this.#crowdedOut++
    crowding?.settle?.(busy(this.#options.words.crowded))
    return crowding !== undefined
  }

  /** Gives the free seat its next job: large ones first, since small ones have their own seats. */
  #next(seat: Seat<Task, Answer>): void {
    clearTimeout(seat.ending)
    seat.job = null
    while (!this.#isClosed) {
      const queue = this.#queues[seat.isForSmall || this.#queues.large.size === 0 ? 'small' : 'large']
      const job = queue.peek()
      if (job === undefined) return
      job.expect?.()
      // it was withdrawn
      if (job.settle === null) continue
      queue.shift()
      seat.job = job
      job.place = null
      job.startedMs = performance.now()
      try {
        seat.thread ??= this.#start(seat)
        this.#options.post(seat.thread, job.task!)
        if (this.#options.askToStop === undefined) job.task = null
        return
      } catch (thrown) {
        seat.job = null
        job.settle?.(toServiceError(thrown))
      }
    }
  }

  #start(seat: Seat<Task, Answer>): ThreadHandle {
    const { thread: name, words, onFault } = this.#options
    const thread = this.#options.start(seat.isForSmall)
    const fail = (event: string, stack: string | undefined, error: unknown = null): void => {
      if (seat.thread !== thread) return
      seat.thread = null
      onFault(event, { stack })
      const { job } = seat
      job?.spend?.(performance.now() - job.startedMs)
      const reason = toServiceError(error)
      job?.settle?.(reason.code === 'busy' ? reason : new ServiceError('internal', words.broken))
      if (job !== null) this.#replace(seat)
      this.#next(seat)
    }
    thread.on('message', (message: FromThread<Answer>) => {
      const { job } = seat
      if (seat.thread !== thread || job === null) return
      job.spend?.(message.cpuMs ?? performance.now() - job.startedMs)
      if (!('stopped' in message))
        (job.isSmall ? this.#guards.small : this.#guards.large).worked(performance.now() - job.startedMs)
      if ('failure' in message && message.stack !== undefined) onFault(`a ${name} job failed`, { stack: message.stack })
      job.settle?.(toOutcome(message))
      this.#next(seat)
    })
    thread.on('error', (error) =>
      fail(`a ${name} thread failed`, error instanceof Error ? error.stack : String(error), error),
    )
    thread.on('exit', () => fail(`a ${name} thread ended`, undefined))
    return thread
  }

  /** Starts a thread ahead of the next job. If that fails, the next job tries again. */
  #replace(seat: Seat<Task, Answer>): void {
    if (this.#isClosed) return
    try {
      seat.thread = this.#start(seat)
    } catch (thrown) {
      this.#options.onFault(`a ${this.#options.thread} thread could not be started`, {
        stack: thrown instanceof Error ? thrown.stack : String(thrown),
      })
    }
  }

  /** The caller disconnected or the deadline passed. */
  #giveUp(job: Job<Task, Answer>, sentence: string): void {
    job.settle?.(busy(sentence))
    if (job.place !== null) {
      this.#queueOf(job.isSmall).remove(job.place)
      return
    }
    const seat = this.#seats.find((one) => one.job === job)
    if (seat === undefined) return
    const { askToStop, thread, stopWithinMs = STOP_WITHIN_MS, onFault } = this.#options
    const end = () => {
      job.spend?.(performance.now() - job.startedMs)
      void this.#endThread(seat)
      this.#replace(seat)
      this.#next(seat)
    }
    if (askToStop === undefined) return end()
    askToStop(job.task!)
    seat.ending = setTimeout(() => {
      onFault(`a ${thread} thread did not stop and was ended`, {})
      end()
    }, stopWithinMs)
    seat.ending.unref?.()
  }

  #endThread(seat: Seat<Task, Answer>): Promise<unknown> {
    clearTimeout(seat.ending)
    const { thread } = seat
    seat.thread = null
    return thread?.terminate() ?? Promise.resolve()
  }
}

function toOutcome<Answer>(message: FromThread<Answer>): Answer | ServiceError {
  if ('answer' in message) return message.answer
  if ('stopped' in message) return busy('The request was cancelled.')
  return fromFailure(message.failure)
}

function busy(sentence: string): ServiceError {
  return new ServiceError('busy', sentence, { retryAfterS: 2 })
}
