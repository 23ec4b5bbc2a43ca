// How a job in a thread is stopped: by its caller, and when its time is up.

export interface JobOptions {
  signal: AbortSignal
  deadlineMs: number
  /** whose turn the job takes where jobs wait; absent: nobody's in particular */
  caller?: { account: string }
  /** told what a thread has used for the job, milliseconds of processor time, however it ended */
  spend?: ((ms: number) => void) | undefined
}
