// Options for running a job in a thread: when to give it up, whose it is, and its processor time.

export interface JobOptions {
  /** aborts when the caller leaves or the time is up; the reason is what the job is refused with */
  signal: AbortSignal
  /** tag of the language that sentences of the answer are written in; absent: English; null: as data */
  language?: string | null | undefined
  /** account for the fair queue; absent: a shared one */
  caller?: { account: string }
  /** measures it; absent: nothing does */
  cpu?: JobMeter | undefined
}

export interface JobMeter {
  /** called before a thread is given the job; throws ServiceError if it is not to begin any more */
  checkDocument?(): void
  /** called with the milliseconds that a thread used for the job, however it ended */
  spend(ms: number): void
}
