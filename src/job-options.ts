// Options for running a job in a thread: cancellation, deadline, caller.

export interface JobOptions {
  signal: AbortSignal
  /** aborted when the job is no longer to begin; one that runs may go on */
  withdraw?: AbortSignal | undefined
  deadlineMs: number
  /** account for the fair queue; absent: a shared one */
  caller?: { account: string }
  /**
   * called before a thread is given the job; may abort `withdraw`. Returns the processor time in milliseconds after
   * which the job is to end with `too_large`, Infinity for none
   */
  expect?: (() => number) | undefined
  /** called with the processor time that a thread used for the job, in milliseconds, however it ended */
  charge?: ((ms: number) => void) | undefined
}
