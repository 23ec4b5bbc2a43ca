// Options for running a job in a thread: cancellation, deadline, caller.

export interface JobOptions {
  signal: AbortSignal
  deadlineMs: number
  /** tag of the language that sentences of the answer are written in; absent: English; null: as data */
  language?: string | null | undefined
  /** account for the fair queue; absent: a shared one */
  caller?: { account: string }
  /** called before a thread is given the job; throws ServiceError if it is not to begin any more */
  begin?: (() => void) | undefined
  /** called with the processor time that a thread used for the job, in milliseconds, however it ended */
  charge?: ((ms: number) => void) | undefined
}
