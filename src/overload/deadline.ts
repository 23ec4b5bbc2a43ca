// The deadline of one request, which all that runs for it shares as one signal: it aborts when the time is up, with the
// error that says so, or when the caller leaves. What does not look at the signal is no longer waited for.

import { deadlinePassed, type ServiceError } from '../errors.ts'

export class Deadline {
  readonly #aborter = new AbortController()
  readonly #caller: AbortSignal
  readonly #timer: NodeJS.Timeout
  readonly #passed: Promise<never>

  constructor(caller: AbortSignal, ms: number) {
    this.#caller = caller
    let refuse: (error: ServiceError) => void
    this.#passed = new Promise((_, reject) => (refuse = reject))
    this.#passed.catch(() => undefined)
    this.#timer = setTimeout(() => {
      const error = deadlinePassed()
      this.#aborter.abort(error)
      refuse(error)
    }, ms)
    if (caller.aborted) this.#onLeave()
    else caller.addEventListener('abort', this.#onLeave)
  }

  get signal(): AbortSignal {
    return this.#aborter.signal
  }

  /** Waits for work until the time is up. Rejects with ServiceError `busy` then. */
  within<Output>(work: Promise<Output>): Promise<Output> {
    return Promise.race([work, this.#passed])
  }

  /** The request is answered. */
  end(): void {
    clearTimeout(this.#timer)
    this.#caller.removeEventListener('abort', this.#onLeave)
  }

  readonly #onLeave = (): void => this.#aborter.abort(this.#caller.reason)
}
