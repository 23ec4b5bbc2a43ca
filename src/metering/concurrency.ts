// Slots for heavy operations, per project or address across all replicas (decision: keys-and-credits). Beyond the
// plan's number a caller is refused at once with `concurrency_limit` and Retry-After 2; nothing queues here. While the
// store is down, each replica counts on its own.

import { say } from '../language/sentence.ts'
import { ServiceError } from '../errors.ts'
import type { Caller } from './caller.ts'
import type { CounterStore } from './counter-store.ts'

export class Concurrency {
  #store: CounterStore
  #taken = new Map<string, number>()

  constructor(store: CounterStore) {
    this.#store = store
  }

  /** Takes a slot and returns the function that releases it, once. Throws ServiceError `concurrency_limit`. */
  async take({ account, plan: { slots } }: Caller): Promise<() => void> {
    const taken = this.#taken.get(account) ?? 0
    if (taken >= slots) throw refusal(slots)
    this.#taken.set(account, taken + 1)
    let isStored = true
    try {
      if (!(await this.#store.takeSlot(account, slots))) throw refusal(slots)
    } catch (thrown) {
      if (!(thrown instanceof ServiceError && thrown.code === 'busy')) {
        this.#forget(account)
        throw thrown
      }
      isStored = false
    }
    let released = false
    return () => {
      if (released) return
      released = true
      this.#forget(account)
      if (isStored) this.#store.releaseSlot(account)
    }
  }

  /** Number of accounts that hold slots in this process. */
  get accounts(): number {
    return this.#taken.size
  }

  #forget(account: string): void {
    const left = (this.#taken.get(account) ?? 1) - 1
    if (left === 0) this.#taken.delete(account)
    else this.#taken.set(account, left)
  }
}

function refusal(slots: number): ServiceError {
  return new ServiceError(say('error.concurrency_limit.heavy', { slots }), {
    retryAfterS: 2,
  })
}
