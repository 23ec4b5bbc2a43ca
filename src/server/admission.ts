// Admission: the first decision about a request, before its caller is known and its body is read, so that a refusal is
// cheap. Limits concurrent requests, requests on one connection, the wait for the main thread, and the bytes of bodies
// and of unread answers (connection-limits.ts). A refusal is 503 `busy` with Retry-After, in the shape of the
// transport. Only the caller's address is known here.

import { say } from '../language/sentence.ts'
import { callerLeft, ServiceError } from '../errors.ts'
import { type ByteBudget, SlowClients, type SlowClientsOptions, type ConnectionLimits } from './connection-limits.ts'
import { callerHash, type RequestsInFlight } from '../observe/requests-in-flight.ts'
import { LinkedList } from '../overload/fair-queue.ts'
import type { EventLoopScheduler } from '../overload/event-loop-scheduler.ts'
import type { RequestContext, OpenRequest } from './request-context.ts'
import type { MetricRegistry } from '../observe/metric-registry.ts'
import type { CpuBucket } from '../overload/cpu-bucket.ts'

export interface AdmissionOptions extends SlowClientsOptions {
  scheduler: EventLoopScheduler
  /** the caller that a request counts for while it waits; absent: all share one */
  callerOf?: (context: RequestContext) => string
  bodies: ByteBudget
  maxInFlight: number
  /** incomplete bodies of one address, and bytes held for all its bodies; absent: no limit */
  maxBodiesPerAddress?: number
  maxBodyBytesPerAddress?: number
  /** where requests in progress are recorded for the watchdog */
  requestsInFlight?: RequestsInFlight
}

export type RefusalReason = 'main_thread' | 'in_flight' | 'pipeline' | 'body_bytes' | 'address' | 'unread_bytes'

/** Unanswered requests of one connection. */
const MAX_PIPELINED = 32
const SWEEP_MS = 1000
/** Characters of a path recorded of a request in flight. */
const MOST_OF_PATH = 100

/** One shared error: under overload, a stack trace for each refusal would cost as much as an answer. */
const REFUSAL = new ServiceError(say('error.busy.crowded'), {
  retryAfterS: 1,
})

/**
 * Addresses that hold at most FEW_SHARE of the limit are admitted beyond it, up to BEYOND_SHARE more, so that no
 * address can fill it alone.
 */
const FEW_SHARE = 1 / 8
const BEYOND_SHARE = 1 / 4

export class Admission {
  readonly refused: Record<RefusalReason, number> = {
    main_thread: 0,
    in_flight: 0,
    pipeline: 0,
    body_bytes: 0,
    address: 0,
    unread_bytes: 0,
  }
  readonly #options: AdmissionOptions
  /**
   * In the order of arrival. A list, since a Map whose entries come and go leaves a chain of old tables that hold each
   * other's entries until the next full collection.
   */
  readonly #open = new LinkedList<OpenRequest>()
  readonly #perSocket = new WeakMap<object, number>()
  /** concurrent requests by address */
  readonly #perCaller = new Map<string, number>()
  readonly #bodies: BodyBudget
  readonly #slow: SlowClients
  #resting = 0
  #sweep: NodeJS.Timeout | null = null

  constructor(options: AdmissionOptions) {
    this.#options = options
    const { bodies, maxBodiesPerAddress, maxBodyBytesPerAddress } = options
    this.#bodies = new BodyBudget({
      budget: bodies,
      maxPerAddress: maxBodiesPerAddress,
      maxBytesPerAddress: maxBodyBytesPerAddress,
    })
    this.#slow = new SlowClients(options)
  }

  /** connections ended because a body came too slowly or an answer was not read */
  get cutOff(): SlowClients['cutOff'] {
    return this.#slow.cutOff
  }

  get state(): { inFlight: number; bodyBytes: number; unreadBytes: number; mainThreadStrict: boolean } {
    return {
      inFlight: this.#open.size - this.#resting,
      bodyBytes: this.#bodies.bytes,
      unreadBytes: this.#slow.unreadBytes,
      mainThreadStrict: this.#options.scheduler.isOverloaded,
    }
  }

  /** Call first, for every request. */
  open(context: RequestContext): void {
    const { socket } = context.request
    this.#perSocket.set(socket, (this.#perSocket.get(socket) ?? 0) + 1)
    const caller = this.#options.callerOf?.(context) ?? ''
    this.#perCaller.set(caller, (this.#perCaller.get(caller) ?? 0) + 1)
    const request: OpenRequest = {
      context,
      caller,
      written: 0,
      isResting: false,
      isBodyUnfinished: false,
      heldBytes: 0,
      bytesReadBefore: 0,
      sinceMs: context.startedMs,
    }
    context.admitted = this.#open.append(request)
    this.#touch(request)
    this.#sweep ??= setInterval(() => this.#onSweep(), SWEEP_MS).unref()
  }

  /** Call last, once for every request. */
  close(context: RequestContext): void {
    const { admitted } = context
    if (admitted === null) return
    const request = admitted.item
    this.#open.remove(admitted)
    context.admitted = null
    if (request.isResting) this.#resting--
    else this.#giveBack(request)
    const { socket } = context.request
    this.#perSocket.set(socket, (this.#perSocket.get(socket) ?? 1) - 1)
  }

  /**
   * The request stays open without work, as a subscription does: it no longer counts as in flight, and what is kept of
   * its body is counted elsewhere. What its client does not read still counts.
   */
  rest(context: RequestContext): void {
    const request = context.admitted?.item
    if (request === undefined || request.isResting) return
    request.isResting = true
    this.#resting++
    this.#giveBack(request)
  }

  #giveBack(request: OpenRequest): void {
    this.#options.requestsInFlight?.clear(request.written)
    this.#perCaller.set(request.caller, this.#perCaller.get(request.caller)! - 1)
    this.#bodies.giveBack(request, request.heldBytes)
  }

  /**
   * Resolves when the request may run. `isFile`: costs the main thread almost nothing and waits for nothing. Rejects
   * with ServiceError `busy`.
   */
  async enter(context: RequestContext, isFile = false): Promise<void> {
    const { scheduler, maxUnreadBytes } = this.#options
    const request = context.admitted?.item
    const caller = request?.caller ?? ''
    if (this.#isFullFor(caller)) this.#refuse('in_flight')
    if (this.#perSocket.get(context.request.socket)! > MAX_PIPELINED) this.#refuse('pipeline')
    if (this.#slow.unreadBytes > maxUnreadBytes) this.#refuse('unread_bytes')
    if (isFile) return
    const turn = scheduler.enter(caller)
    if (turn === true) return
    if (!(await turn)) this.#refuse('main_thread')
    if (request !== undefined) this.#touch(request)
    if (context.signal.aborted) throw callerLeft()
  }

  /**
   * Call before a body is read: reserves the size it can grow to. Throws ServiceError `busy`. Bodies announced as too
   * large are left to the reader.
   */
  holdBody(context: RequestContext, limitBytes: number): void {
    const { headers } = context.request
    const announced = headers['content-length'] === undefined ? limitBytes : Number(headers['content-length'])
    if (announced > limitBytes) return
    const bytes = headers['content-encoding'] === undefined ? announced : limitBytes // the unpacked size is unknown
    const request = context.admitted?.item
    if (request === undefined) return // the client disconnected
    const exceeded = this.#bodies.take(request, bytes)
    if (exceeded !== null) this.#refuse(exceeded)
  }

  /** Call when the body has been read: reserves only its actual size. */
  shrinkBody(context: RequestContext, bytes: number): void {
    const request = context.admitted?.item
    if (request === undefined) return
    this.#bodies.giveBack(request, Math.max(0, request.heldBytes - bytes))
    this.#touch(request)
  }

  /** Records among the requests in flight that the main thread is working on the request. */
  #touch(request: OpenRequest): void {
    const { requestsInFlight } = this.#options
    if (requestsInFlight === undefined) return
    const {
      path,
      request: { method },
    } = request.context
    requestsInFlight.clear(request.written)
    request.written = requestsInFlight.write(
      `${method} ${path.slice(0, MOST_OF_PATH)} caller=${callerHash(request.caller)}`,
    )
  }

  /** When many addresses fill the limit, others with few requests are still admitted. */
  #isFullFor(caller: string): boolean {
    const { maxInFlight } = this.#options
    const inFlight = this.#open.size - this.#resting
    if (inFlight <= maxInFlight) return false
    const isOneOfFew = (this.#perCaller.get(caller) ?? 0) <= FEW_SHARE * maxInFlight
    return !isOneOfFew || inFlight > (1 + BEYOND_SHARE) * maxInFlight
  }

  #refuse(reason: RefusalReason): never {
    this.refused[reason]++
    throw REFUSAL
  }

  /** Callers without a request are kept until here: most of them ask again within a second. */
  #forgetIdle(): void {
    for (const [caller, count] of this.#perCaller) if (count === 0) this.#perCaller.delete(caller)
    this.#bodies.forgetIdle()
  }

  #onSweep(): void {
    this.#slow.cutOffSlow(this.#open)
    this.#forgetIdle()
    if (this.#open.size === 0 && this.#sweep !== null) {
      clearInterval(this.#sweep)
      this.#sweep = null
    }
  }
}

interface BodyBudgetOptions {
  budget: ByteBudget
  /** incomplete bodies of one address, and bytes held for all its bodies; absent: no limit */
  maxPerAddress?: number | undefined
  maxBytesPerAddress?: number | undefined
}

interface Bodies {
  unfinished: number
  bytes: number
}

/** The bytes of request bodies in memory: of all requests within one budget, of each address within its own limits. */
class BodyBudget {
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

/**
 * Counts requests before they run: refused, cut off, in flight, and what they hold. `connections`: those of the
 * listeners. `cpu` null: processor time is not limited.
 */
export function addAdmissionMetrics(
  registry: MetricRegistry,
  admission: Admission,
  connections: ConnectionLimits | undefined,
  cpu: CpuBucket | null,
): void {
  registry.readByReason(
    'waypost_refused_total',
    'Requests refused with 503 busy before they ran, by the limit reached.',
    admission.refused,
  )
  if (connections !== undefined)
    registry.readByReason(
      'waypost_connections_refused_total',
      'Connections closed before one of their requests was complete, by the limit reached.',
      connections.refused,
    )
  registry.readByReason(
    'waypost_cut_off_total',
    'Connections ended because a body came too slowly or an answer was not read.',
    admission.cutOff,
  )
  registry.read('waypost_requests_in_flight', 'Requests not answered yet.', () => admission.state.inFlight)
  registry.read('waypost_body_bytes_held', 'Bytes of request bodies in memory.', () => admission.state.bodyBytes)
  registry.read(
    'waypost_unread_answer_bytes',
    'Bytes of answers that clients have not read, at the last check.',
    () => admission.state.unreadBytes,
  )
  registry.read('waypost_overloaded', '1 while work is refused because it would have to wait too long.', () => [
    { labels: { at: 'main_thread' }, value: Number(admission.state.mainThreadStrict) },
  ])
  registry.read(
    'waypost_cpu_refused_total',
    'Requests refused with 429 rate_limited because their caller had used up its processor time.',
    () => cpu?.refused ?? 0,
    'counter',
  )
}
