// Slots of heavy operations, per project or address (interface section 8). Over the plan's number a caller is
// refused at once with `concurrency_limit` and Retry-After 2; nobody waits in a line here.

import { ServiceError } from '../errors.ts'
import type { Caller } from './caller.ts'

export class Concurrency {
  #taken = new Map<string, number>()

  /** Takes a slot; the answer gives it back, once. Throws ServiceError `concurrency_limit`. */
  take(caller: Caller): () => void {
    const taken = this.#taken.get(caller.account) ?? 0
    if (taken >= caller.plan.slots) {
      throw new ServiceError('concurrency_limit', `Too many heavy requests at once: this plan runs ${caller.plan.slots} at a time.`, { retryAfterS: 2 })
    }
    this.#taken.set(caller.account, taken + 1)
    let released = false
    return () => {
      if (released) return
      released = true
      const left = (this.#taken.get(caller.account) ?? 1) - 1
      if (left === 0) this.#taken.delete(caller.account)
      else this.#taken.set(caller.account, left)
    }
  }

  get accounts(): number {
    return this.#taken.size
  }
}
