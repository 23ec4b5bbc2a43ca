// A pool of threads: each runs one job at a time, the rest waits in a fair queue by caller (job-queue.ts). A job whose
// signal aborts is answered at once; its thread is asked to stop through a flag in shared memory, and terminated if it
// does not. A thread that dies fails only its own job (500) and is replaced. Every job settles
// exactly once. Beyond its bound the queue answers 503 `busy`.
//
// Why not piscina: it terminates a thread to abort a job, and ours carry hundreds of megabytes of caches; and it has no
// messages to every thread beside jobs, no reserved thread, no processor time of a job.

import { say } from '../language/sentence.ts'
import type { Worker } from 'node:worker_threads'
import { abortReason, type RefusalSentence, ServiceError, toServiceError } from '../errors.ts'
import type { JobOptions } from '../job-options.ts'
import type { JobTable } from '../jobs.ts'
import { TARGET_WAIT_MS } from '../overload/fair-queue.ts'
import { JobQueue, type Priority } from './job-queue.ts'
import { createCancelFlag, type Reply, ThreadHandle, type ThreadWorker } from './thread-handle.ts'

export interface ThreadPoolOptions<Jobs extends JobTable<Jobs>> {
  /** for the log: `a ${name} thread ended` */
  name: string
  /** one of two or more is reserved for short jobs */
  threads: number
  /** how long after a short job a thread stays reserved for the next; by default always */
  reservedForMs?: number
  /** jobs of each priority that may wait */
  maxQueued: number
  /** longest wait under overload */
  targetWaitMs?: number | undefined
  priorityOf: (kind: keyof Jobs, input: Jobs[keyof Jobs]['input']) => Priority
  /** starts the `index`-th thread, which calls `serveCalls` with the flag */
  start: (index: number, cancelFlag: Int32Array) => Worker | ThreadWorker
  /** a thread has started, at first or in place of a dead one: its first calls */
  onStart?: (thread: ThreadHandle, index: number) => void
  /** a thread has died */
  onDeath?: (index: number) => void
  /** a message from a thread; `cpu` is that of the job that it runs */
  onMessage?: (message: never, thread: ThreadHandle, cpu: JobOptions['cpu']) => void
  /** a thread without work for this long ends; by default none does */
  idleMs?: number | undefined
  /** a thread that has not stopped this long after it was asked is terminated; 0: at once */
  stopWithinMs?: number | undefined
  /** the input as it is sent, and the memory that goes with it */
  send?: (input: Jobs[keyof Jobs]['input']) => { input: unknown; transfer: readonly ArrayBuffer[] }
  /** the answer as the caller gets it */
  receive?: (answer: never, kind: keyof Jobs) => Jobs[keyof Jobs]['answer']
  /** error messages for callers */
  words: { crowded: RefusalSentence; broken?: RefusalSentence }
  /** of `busy` */
  retryAfterS: number
  /** called on crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
}

export interface ThreadPoolState {
  queued: number
  running: number
  /** threads that it may have */
  size: number
  /** those that run */
  threads: number
  /** threads that have replied to a call since they started */
  ready: number
  /** since the start */
  crashes: number
  accepted: number
  refused: number
  overloaded: Record<Priority, boolean>
}

interface Job<Jobs extends JobTable<Jobs>> {
  kind: keyof Jobs & string
  priority: Priority
  caller: string
  /** null once sent: its memory is not held twice */
  input: Jobs[keyof Jobs]['input'] | null
  options: JobOptions
  /** null once the caller has been answered */
  settle: ((answer: unknown) => void) | null
}

/** Where a thread runs. */
interface Place<Jobs extends JobTable<Jobs>> {
  index: number
  thread: ThreadHandle | null
  /** stays here until the thread replies, even if its caller has been answered */
  job: Job<Jobs> | null
  /** threads that ended here, one after another, before they replied to anything */
  failedStarts: number
  /** until a dead thread is replaced, a job must stop, or an idle thread ends */
  timer: NodeJS.Timeout | undefined
  isRestarting: boolean
}

const STOP_WITHIN_MS = 5000
/** A thread that ends before it was ready is replaced later each time. */
const RESTART_AFTER_MS = [0, 100, 1000, 5000]

export class ThreadPool<Jobs extends JobTable<Jobs>> {
  readonly #options: ThreadPoolOptions<Jobs>
  readonly #places: Place<Jobs>[]
  readonly #queue: JobQueue<Job<Jobs>>
  #crashes = 0
  #accepted = 0
  #refused = 0
  #isClosed = false
  /** threads that end without work are replaced too */
  #keepsAll = false
  /** looks again when the reserved thread may take long jobs */
  #lapse: NodeJS.Timeout | undefined

  constructor(options: ThreadPoolOptions<Jobs>) {
    this.#options = options
    const { threads, maxQueued, targetWaitMs = TARGET_WAIT_MS, reservedForMs = Infinity } = options
    this.#queue = new JobQueue({ threads, maxQueued, targetWaitMs, reservedForMs })
    this.#places = Array.from({ length: threads }, (_, index) => ({
      ...{ index, thread: null, job: null, failedStarts: 0, timer: undefined, isRestarting: false },
    }))
  }

  get state(): ThreadPoolState {
    const threads = this.#threads
    return {
      queued: this.#queue.size,
      running: this.#places.filter(({ job }) => job !== null).length,
      size: this.#places.length,
      threads: threads.length,
      ready: threads.filter(({ hasReplied }) => hasReplied).length,
      crashes: this.#crashes,
      accepted: this.#accepted,
      refused: this.#refused,
      overloaded: { short: this.#queue.isOverloaded('short'), long: this.#queue.isOverloaded('long') },
    }
  }

  /** Starts all threads, which otherwise start with their first jobs; one that ends is replaced even without work. */
  startAll(): void {
    this.#keepsAll = true
    for (const place of this.#places) this.#start(place)
  }

  /** Runs one job. Throws ServiceError: `busy`, `internal` if its thread ended, or what the job threw. */
  run<Kind extends keyof Jobs & string>(
    kind: Kind,
    input: Jobs[Kind]['input'],
    options: JobOptions,
  ): Promise<Jobs[Kind]['answer']> {
    const { signal, caller } = options
    if (signal.aborted) return Promise.reject(abortReason(signal))
    if (this.#isClosed) return Promise.reject(stopping())
    const account = caller?.account ?? ''
    const priority = this.#options.priorityOf(kind, input)
    if (!this.#makesRoom(priority, account)) return Promise.reject(this.#reject())
    this.#accepted++
    return new Promise((resolve, reject) => {
      const job: Job<Jobs> = { kind, priority, caller: account, input, options, settle: null }
      const giveUp = () => this.#giveUp(job)
      signal.addEventListener('abort', giveUp, { once: true })
      job.settle = (answer) => {
        job.settle = null
        signal.removeEventListener('abort', giveUp)
        if (answer instanceof ServiceError) reject(answer)
        else resolve(answer as Jobs[Kind]['answer'])
      }
      this.#queue.push(job, performance.now())
      this.#dispatch()
    })
  }

  /** Sends a message to every thread. */
  broadcast(message: unknown, except?: ThreadHandle): void {
    for (const thread of this.#threads) if (thread !== except) thread.post(message)
  }

  /** Calls every thread at once; settles when each has replied or ended. A thread gets no job before it has replied. */
  async callEach(kind: string, input: unknown): Promise<void> {
    await Promise.all(this.#threads.map((thread) => this.call(thread, kind, input)))
  }

  /** Calls one thread after another, so that the others answer meanwhile. Returns the answers; null: none. */
  async callInTurn(kind: string, inputOf: (turn: number) => unknown): Promise<unknown[]> {
    const answers: unknown[] = []
    for (const place of this.#places)
      if (place.thread !== null) answers.push(await this.call(place.thread, kind, inputOf(answers.length)))
    return answers
  }

  /** Calls one thread. Returns its answer; null if it ended or failed. */
  async call(thread: ThreadHandle, kind: string, input: unknown): Promise<unknown> {
    const { answer, stack, hasEnded } = await thread.call(kind, input)
    if (stack !== undefined && !hasEnded)
      this.#options.onFault(`a call of a ${this.#options.name} thread failed`, { kind, stack })
    this.#dispatch()
    return answer instanceof ServiceError ? null : answer
  }

  /** Terminates the threads; running and waiting jobs are refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#lapse)
    for (const job of this.#queue.clear()) job.settle?.(stopping())
    const ending: Promise<void>[] = []
    for (const place of this.#places) {
      place.job?.settle?.(stopping())
      clearTimeout(place.timer)
      if (place.thread !== null) ending.push(place.thread.end())
      place.thread = null
    }
    await Promise.all(ending)
  }

  get #threads(): ThreadHandle[] {
    return this.#places.flatMap(({ thread }) => thread ?? [])
  }

  get #longRunning(): number {
    return this.#places.filter(({ job }) => job?.priority === 'long').length
  }

  /** Whether one more job may wait; it may take the place of a job of the caller with the most. */
  #makesRoom(priority: Priority, caller: string): boolean {
    const evicted = this.#queue.makeRoom(priority, caller)
    evicted?.settle?.(this.#reject())
    return evicted !== undefined
  }

  /** Gives free threads their next jobs, and rejects those that are late. */
  #dispatch(): void {
    if (this.#isClosed) return
    for (let place = this.#freePlace(); place !== undefined; place = this.#freePlace()) {
      const job = this.#queue.shift(this.#longRunning, performance.now())
      if (job === undefined) {
        this.#lookAgain()
        break
      }
      this.#begin(job, place)
    }
    for (const job of this.#queue.takeLate(performance.now())) job.settle?.(this.#reject())
  }

  /** One whose thread runs already, if there is one: a thread takes time to start, and memory. */
  #freePlace(): Place<Jobs> | undefined {
    const free = this.#places.filter(
      ({ job, thread, isRestarting }) => job === null && !isRestarting && thread?.isFree !== false,
    )
    return free.find(({ thread }) => thread !== null) ?? free[0]
  }

  /** Long jobs may wait for a thread that is reserved for a while only. */
  #lookAgain(): void {
    const { reservedForMs = Infinity } = this.#options
    if (this.#queue.size === 0 || reservedForMs === Infinity || this.#lapse !== undefined) return
    this.#lapse = setTimeout(() => {
      this.#lapse = undefined
      this.#dispatch()
    }, reservedForMs).unref()
  }

  #begin(job: Job<Jobs>, place: Place<Jobs>): void {
    const { send, receive } = this.#options
    try {
      job.options.cpu?.checkDocument?.()
      clearTimeout(place.timer)
      place.job = job
      place.thread ??= this.#start(place)
      const { input, transfer } = send?.(job.input as Jobs[keyof Jobs]['input']) ?? { input: job.input, transfer: [] }
      job.input = null
      void place.thread.call(job.kind, input, transfer, job.options.language).then((reply) => {
        const answer =
          reply.answer instanceof ServiceError
            ? reply.answer
            : (receive?.(reply.answer as never, job.kind) ?? reply.answer)
        this.#onReply(job, place, { ...reply, answer })
      })
    } catch (thrown) {
      place.job = null
      job.settle?.(toServiceError(thrown))
    }
  }

  #onReply(job: Job<Jobs>, place: Place<Jobs>, { answer, stack, hasEnded, cpuMs }: Reply): void {
    const { name, words, idleMs } = this.#options
    job.options.cpu?.spend(cpuMs)
    if (stack !== undefined) this.#options.onFault(`a ${name} job failed`, { kind: job.kind, stack })
    const isBroken = hasEnded && (answer as ServiceError).code !== 'busy' && words.broken !== undefined
    place.job = null
    job.settle?.(isBroken ? new ServiceError(words.broken!) : answer)
    if (!hasEnded) clearTimeout(place.timer)
    this.#dispatch()
    if (idleMs !== undefined && place.job === null && place.thread !== null)
      place.timer = setTimeout(() => this.#end(place), idleMs).unref()
  }

  /** The caller disconnected, or its time is up. */
  #giveUp(job: Job<Jobs>): void {
    job.settle?.(abortReason(job.options.signal))
    if (this.#queue.remove(job)) return
    const place = this.#places.find((one) => one.job === job)
    if (place === undefined || place.thread === null) return
    const { stopWithinMs = STOP_WITHIN_MS, name } = this.#options
    if (stopWithinMs === 0) return this.#restart(place)
    place.thread.cancel()
    place.timer = setTimeout(() => {
      this.#options.onFault(`a ${name} thread did not stop and was ended`, {})
      this.#restart(place)
    }, stopWithinMs).unref()
  }

  #start(place: Place<Jobs>): ThreadHandle {
    const { start, onStart, onMessage } = this.#options
    const cancelFlag = createCancelFlag()
    const thread = new ThreadHandle(
      start(place.index, cancelFlag),
      cancelFlag,
      (message, from) => onMessage?.(message as never, from, place.job?.options.cpu),
      (error, ended) => this.#onEnd(place, ended, error),
    )
    place.isRestarting = false
    place.thread = thread
    onStart?.(thread, place.index)
    return thread
  }

  /** A thread ended unasked. It is replaced if it had work; otherwise the next job starts another. */
  #onEnd(place: Place<Jobs>, thread: ThreadHandle, error: unknown): void {
    if (this.#isClosed || place.thread !== thread) return
    const { name, onDeath } = this.#options
    this.#crashes++
    const stack = error instanceof Error ? error.stack : error === undefined ? undefined : String(error)
    this.#options.onFault(`a ${name} thread ${error === undefined ? 'ended' : 'failed'}`, { stack })
    place.thread = null
    onDeath?.(place.index)
    place.failedStarts = thread.hasReplied ? 0 : place.failedStarts + 1
    if (!this.#keepsAll && place.job === null) return
    const delayMs = RESTART_AFTER_MS[Math.min(Math.max(0, place.failedStarts - 1), RESTART_AFTER_MS.length - 1)]
    if (delayMs === 0) return this.#restart(place)
    place.isRestarting = true
    clearTimeout(place.timer)
    place.timer = setTimeout(() => this.#restart(place), delayMs).unref()
  }

  /** Ends the thread, if there is one, and starts another. If that fails, the next job tries again. */
  #restart(place: Place<Jobs>): void {
    this.#end(place)
    if (this.#isClosed) return
    try {
      this.#start(place)
    } catch (thrown) {
      place.isRestarting = false
      const stack = thrown instanceof Error ? thrown.stack : String(thrown)
      this.#options.onFault(`a ${this.#options.name} thread could not be started`, { stack })
    }
    this.#dispatch()
  }

  #end(place: Place<Jobs>): void {
    clearTimeout(place.timer)
    const { thread } = place
    place.thread = null
    void thread?.end()
  }

  /** One more job is refused. */
  #reject(): ServiceError {
    this.#refused++
    const { words, retryAfterS } = this.#options
    return new ServiceError(words.crowded, { retryAfterS })
  }
}

function stopping(): ServiceError {
  return new ServiceError(say('error.busy.stopping'), { retryAfterS: 5 })
}
