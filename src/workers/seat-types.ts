// What a pool of seats is made of: what its threads take and report, and what sets one pool apart from another.

import type { Failure } from './job-errors.ts'

/** What a seat's thread reports about its job. */
export type FromThread<Answer> = (
  | { answer: Answer }
  /** `stack` if it is an internal error */
  | { failure: Failure; stack?: string | undefined }
  /** the job was cancelled */
  | { stopped: true }
) & {
  /** processor time of the job; if absent, its elapsed time is used */
  cpuMs?: number
}

/** The part of a Worker that a seat needs. */
export interface ThreadHandle {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void
  // any: the argument's type depends on the event
  on(event: 'message' | 'error' | 'exit', listener: (heard: any) => void): unknown
  terminate(): Promise<unknown>
}

export interface ThreadPoolOptions<Task> {
  /** threads for jobs of any size */
  seats: number
  /** further threads reserved for small jobs */
  smallSeats: number
  isSmall(task: Task): boolean
  /** waiting jobs allowed for each size */
  maxQueued: number
  /** longest wait under overload, or twice the time a job takes if that is longer */
  targetWaitMs?: number | undefined
  /** estimated time for one job until real ones have been measured */
  firstGuessMs: number
  /** starts a thread, for small jobs only or for any */
  start(isSmallSeat: boolean): ThreadHandle
  /** sends a job to its thread; may transfer the task's memory */
  post(thread: ThreadHandle, task: Task): void
  /** asks the thread of a job to give it up; if absent, the thread is terminated at once */
  askToStop?: (task: Task) => void
  /** default 5 s */
  stopWithinMs?: number | undefined
  /** for the log: `a ${thread} thread ended` */
  thread: string
  /** error messages for callers */
  words: { crowded: string; late: string; broken: string }
  /** called on crashes and stray errors; never receives coordinates */
  onFault: (event: string, details: Record<string, unknown>) => void
}

export interface ThreadPoolState {
  queued: number
  running: number
  threads: number
  refused: number
}
