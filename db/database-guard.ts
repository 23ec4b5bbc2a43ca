// Guards a database that may become unavailable: failures caused by it are 503 `busy`; once it is known to be down
// requests no longer wait for it, and it is probed every half second until it is back. After a single broken connection
// the query is repeated.

import { databaseGone, isDatabaseGone, toDatabaseReason } from './database-fault.ts'

const LOOK_AGAIN_MS = 500

export class DatabaseGuard {
  readonly #probe: () => Promise<unknown>
  #lost: { cause: unknown; sinceMs: number } | null = null
  #probing: Promise<boolean> | null = null
  #timer: NodeJS.Timeout | null = null

  /** `probe` resolves when the database answers, and rejects with its failure. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  /** Why it is unreachable and since when; null while it answers. */
  get lost(): { reason: string; sinceMs: number } | null {
    return this.#lost === null ? null : { reason: toDatabaseReason(this.#lost.cause), sinceMs: this.#lost.sinceMs }
  }

  /** Runs a query; read-only, since it may run twice. Throws ServiceError `busy` if the database is down. */
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

  /** One probe for all concurrent callers. */
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
