// The heavy operations of one request wait for each other and take one of the caller's slots: one each, or one
// together. Without this two heavy fields of one document would trip a plan of one slot.

import type { Caller } from '../../src/metering/caller.ts'
import type { Concurrency } from '../../src/metering/concurrency.ts'

export class HeavyPermits {
  readonly #concurrency: Concurrency
  readonly #caller: Caller
  #lastTurn: Promise<unknown> = Promise.resolve()
  /** of the fields that heavy operations run for */
  #slot: { users: number; taken: Promise<() => void> } | null = null

  constructor(concurrency: Concurrency, caller: Caller) {
    this.#concurrency = concurrency
    this.#caller = caller
  }

  /** Heavy fields of a document hold one slot together, from the first that begins to the last that ends. */
  async together<T>(work: () => Promise<T> | T): Promise<T> {
    const slot = (this.#slot ??= { users: 0, taken: this.#concurrency.take(this.#caller) })
    slot.users++
    try {
      await slot.taken
      return await work()
    } finally {
      if (--slot.users === 0) {
        if (this.#slot === slot) this.#slot = null
        slot.taken.then(
          (release) => release(),
          () => undefined,
        )
      }
    }
  }

  /** After the work that was given before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work)
    this.#lastTurn = turn.catch(() => undefined)
    return turn
  }

  /** In its turn, in a slot of its own. */
  alone<T>(work: () => Promise<T> | T): Promise<T> {
    return this.inTurn(async () => {
      const release = await this.#concurrency.take(this.#caller)
      try {
        return await work()
      } finally {
        release()
      }
    })
  }
}
