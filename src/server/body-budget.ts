// The bytes of request bodies that are held at once: over all requests within one budget, and for each address within
// limits of its own.

import type { ByteBudget } from '../overload/byte-budget.ts'
import type { OpenRequest } from './request-context.ts'

export interface BodyBudgetOptions {
  budget: ByteBudget
  /** incomplete bodies of one address, and bytes held for all its bodies; absent: no limit */
  maxPerAddress?: number | undefined
  maxBytesPerAddress?: number | undefined
}

interface Bodies {
  unfinished: number
  bytes: number
}

export class BodyBudget {
  readonly #options: BodyBudgetOptions
  readonly #ofCaller = new Map<string, Bodies>()

  constructor(options: BodyBudgetOptions) {
    this.#options = options
  }

  get bytes(): number {
    return this.#options.budget.heldBytes
  }

  /** Reserves the size that a body can grow to; says what it would exceed, null if nothing. */
  take(request: OpenRequest, bytes: number): 'address' | 'body_bytes' | null {
    const { budget, maxPerAddress = Infinity, maxBytesPerAddress = Infinity } = this.#options
    const ofCaller = this.#ofCaller.get(request.caller) ?? { unfinished: 0, bytes: 0 }
    if (ofCaller.unfinished >= maxPerAddress || (ofCaller.bytes > 0 && ofCaller.bytes + bytes > maxBytesPerAddress))
      return 'address'
    if (!budget.take(bytes)) return 'body_bytes'
    ofCaller.unfinished++
    ofCaller.bytes += bytes
    this.#ofCaller.set(request.caller, ofCaller)
    request.isBodyUnfinished = true
    request.heldBytes = bytes
    request.bytesReadBefore = request.context.request.socket.bytesRead
    return null
  }

  /** The body is complete, or its request is finished: releases this many of its bytes. */
  giveBack(request: OpenRequest, bytes: number): void {
    const ofCaller = this.#ofCaller.get(request.caller)
    if (ofCaller === undefined) return
    if (request.isBodyUnfinished) ofCaller.unfinished--
    request.isBodyUnfinished = false
    request.heldBytes -= bytes
    ofCaller.bytes -= bytes
    this.#options.budget.giveBack(bytes)
  }

  /** Callers without a body are kept until here: most of them send again within a second. */
  forgetIdle(): void {
    for (const [caller, { unfinished, bytes }] of this.#ofCaller)
      if (unfinished === 0 && bytes === 0) this.#ofCaller.delete(caller)
  }
}
