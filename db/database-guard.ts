// Stands before a database that may go: what fails because of it is 503 `busy`; once it is known to be gone nobody
// waits for it any more, and it is looked for every half second until it is back. A single broken connection is no
// loss: the question is asked again.

import { databaseGone, isDatabaseGone, toDatabaseReason } from './database-fault.ts'

const LOOK_AGAIN_MS = 500

export class DatabaseGuard {
  readonly #probe: () => Promise<unknown>
  #lost: { cause: unknown; sinceMs: number } | null = null
  #probing: Promise<boolean> | null = null
  #timer: NodeJS.Timeout | null = null

  /** `probe` settles when the database answers and rejects as it fails. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  /** Why it cannot be reached and since when; null while it answers. */
  get lost(): { reason: string; sinceMs: number } | null {
    return this.#lost === null ? null : { reason: toDatabaseReason(this.#lost.cause), sinceMs: this.#lost.sinceMs }
  }

  /** Asks; reading only, since it may be asked twice. Throws ServiceError `busy` where the database is gone. */
  async run<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#lost !== null) throw databaseGone(this.#lost.cause)
    try {
      return await ask()
    } catch (thrown) {
      if (!isDatabaseGone(thrown)) throw thrown
      if (!(await this.#isThere())) throw databaseGone(thrown)
    }
    return ask().catch((thrown: unknown) => {
      throw isDatabaseGone(thrown) ? databaseGone(thrown) : thrown
    })
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** One look for all who ask at the same time. */
  #isThere(): Promise<boolean> {
    return (this.#probing ??= this.#probe()
      .then(
        () => {
          this.#lost = null
          return true
        },
        (cause: unknown) => {
          this.#lost = { cause, sinceMs: this.#lost?.sinceMs ?? Date.now() }
          this.#timer ??= setTimeout(() => {
            this.#timer = null
            void this.#isThere()
          }, LOOK_AGAIN_MS)
          this.#timer.unref()
          return false
        },
      )
      .finally(() => (this.#probing = null)))
  }
}
