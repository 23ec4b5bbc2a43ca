// What is let in: the first look at a request, before its caller is known and its body is read, so that a refusal is
// cheap.
// Bounds the requests at once, on one connection, the wait on the main thread and before the threads, the bytes of
// bodies and of answers that nobody reads. A refusal is 503 `busy` with Retry-After, in the shape of the door. Bounds
// nothing by caller, but tells the queue of the main thread whom each request counts for.

import { callerLeft, ServiceError } from '../errors.ts'
import { SMALL_BODY_BYTES } from '../overload/byte-budget.ts'
import type { ByteBudget } from '../overload/byte-budget.ts'
import type { TurnQueue } from '../overload/turn-queue.ts'
import type { Exchange } from './exchange.ts'

export interface AdmissionOptions {
  turns: TurnQueue
  /** whom a request counts for while it waits; absent: all for one */
  callerOf?: (exchange: Exchange) => string
  bodies: ByteBudget
  maxInFlight: number
  /** bytes of answers that clients have not taken yet; above it the oldest are cut off */
  maxUnreadBytes: number
  /** whether the threads of a kind of job are overloaded; absent: never */
  threadsRefuse?: (job: string) => boolean
  /** slower than this, a large body is given up after SLOW_AFTER_MS; bytes a second */
  minBodyRate?: number
}

export type RefusalReason = 'main_thread' | 'threads' | 'in_flight' | 'pipeline' | 'body_bytes' | 'unread_bytes'

/** Unanswered requests of one connection. */
const MAX_PIPELINED = 32
const SLOW_AFTER_MS = 5000
const MIN_BODY_RATE = 32_768
const SWEEP_MS = 1000

/** Made once: under overload the trace of each would cost as much as its answer. */
const REFUSAL = new ServiceError('busy', 'The server has more to do than it can. Try again in a moment.', {
  retryAfterS: 1,
})

interface OpenRequest {
  exchange: Exchange
  heldBytes: number
  bytesReadBefore: number
  sinceMs: number
}

export class Admission {
  readonly refused: Record<RefusalReason, number> = {
    main_thread: 0,
    threads: 0,
    in_flight: 0,
    pipeline: 0,
    body_bytes: 0,
    unread_bytes: 0,
  }
  /** connections ended because a body came too slowly, or an answer was not read */
  readonly cutOff = { slow_body: 0, unread_answer: 0 }
  readonly #options: AdmissionOptions
  readonly #open = new Map<Exchange, OpenRequest>()
  readonly #perSocket = new WeakMap<object, number>()
  #unreadBytes = 0
  #sweep: NodeJS.Timeout | null = null

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  get state(): { inFlight: number; bodyBytes: number; unreadBytes: number; mainThreadStrict: boolean } {
    return {
      inFlight: this.#open.size,
      bodyBytes: this.#options.bodies.heldBytes,
      unreadBytes: this.#unreadBytes,
      mainThreadStrict: this.#options.turns.isOverloaded,
    }
  }

  /** Every request, first. */
  open(exchange: Exchange): void {
    const { socket } = exchange.request
    this.#perSocket.set(socket, (this.#perSocket.get(socket) ?? 0) + 1)
    this.#open.set(exchange, { exchange, heldBytes: 0, bytesReadBefore: 0, sinceMs: exchange.startedMs })
    this.#sweep ??= setInterval(() => this.#onSweep(), SWEEP_MS).unref()
  }

  /** Every request, last; once. */
  close(exchange: Exchange): void {
    const request = this.#open.get(exchange)
    if (request === undefined) return
    this.#open.delete(exchange)
    if (request.heldBytes > 0) this.#options.bodies.giveBack(request.heldBytes)
    const { socket } = exchange.request
    this.#perSocket.set(socket, (this.#perSocket.get(socket) ?? 1) - 1)
  }

  /**
   * Settles when the request may run. `job`: the kind of job that the operation hands to threads, if any. `isFile`:
   * costs the main thread next to nothing and waits for nothing. Rejects with ServiceError `busy`.
   */
  async enter(exchange: Exchange, job: string | undefined, isFile = false): Promise<void> {
    const { turns, callerOf = () => '', maxInFlight, maxUnreadBytes, threadsRefuse } = this.#options
    if (this.#open.size > maxInFlight) this.#refuse('in_flight')
    if (this.#perSocket.get(exchange.request.socket)! > MAX_PIPELINED) this.#refuse('pipeline')
    if (this.#unreadBytes > maxUnreadBytes) this.#refuse('unread_bytes')
    if (isFile) return
    if (job !== undefined && threadsRefuse?.(job) === true) this.#refuse('threads')
    const turn = turns.enter(() => callerOf(exchange))
    if (turn === true) return
    if (!(await turn)) this.#refuse('main_thread')
    if (exchange.signal.aborted) throw callerLeft()
  }

  /**
   * Before a body is read: counts what it can grow to. Throws ServiceError `busy`. Bodies announced too large are left
   * to the reader.
   */
  holdBody(exchange: Exchange, limitBytes: number): void {
    const { headers } = exchange.request
    const announced = headers['content-length'] === undefined ? limitBytes : Number(headers['content-length'])
    if (announced > limitBytes) return
    const bytes = headers['content-encoding'] === undefined ? announced : limitBytes // what it unpacks to is not known
    if (!this.#options.bodies.take(bytes)) this.#refuse('body_bytes')
    const request = this.#open.get(exchange)
    if (request === undefined) return this.#options.bodies.giveBack(bytes) // the client is gone
    request.heldBytes = bytes
    request.bytesReadBefore = exchange.request.socket.bytesRead
  }

  /** Once the body is there: keeps counting only what it holds. */
  shrinkBody(exchange: Exchange, bytes: number): void {
    const request = this.#open.get(exchange)
    if (request === undefined || bytes >= request.heldBytes) return
    this.#options.bodies.giveBack(request.heldBytes - bytes)
    request.heldBytes = bytes
  }

  #refuse(reason: RefusalReason): never {
    this.refused[reason]++
    throw REFUSAL
  }

  #onSweep(): void {
    const nowMs = performance.now()
    const rate = this.#options.minBodyRate ?? MIN_BODY_RATE
    let unreadBytes = 0
    const unread: { exchange: Exchange; bytes: number }[] = []
    for (const request of this.#open.values()) {
      const { exchange, heldBytes, bytesReadBefore, sinceMs } = request
      if (exchange.response.headersSent) {
        const bytes = exchange.response.writableLength
        if (bytes > 0) unread.push({ exchange, bytes })
        unreadBytes += bytes
      } else if (
        heldBytes > SMALL_BODY_BYTES &&
        !exchange.request.complete &&
        nowMs - sinceMs > SLOW_AFTER_MS &&
        exchange.request.socket.bytesRead - bytesReadBefore < ((nowMs - sinceMs) / 1000) * rate
      ) {
        this.cutOff.slow_body++
        endSlowBody(exchange)
      }
    }
    // oldest first: a Map keeps the order of arrival
    for (const { exchange, bytes } of unread) {
      if (unreadBytes <= this.#options.maxUnreadBytes) break
      this.cutOff.unread_answer++
      unreadBytes -= bytes
      exchange.request.socket.destroy()
    }
    this.#unreadBytes = unreadBytes
    if (this.#open.size === 0 && this.#sweep !== null) {
      clearInterval(this.#sweep)
      this.#sweep = null
    }
  }
}

function endSlowBody({ request, response }: Exchange): void {
  const body = JSON.stringify({ error: 'timeout', message: 'The body comes too slowly.' })
  response.once('finish', () => request.socket.destroySoon())
  response.writeHead(408, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Connection',
    'close',
    'Access-Control-Allow-Origin',
    '*',
  ])
  response.end(body)
}
