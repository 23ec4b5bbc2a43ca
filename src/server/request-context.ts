// One request and its answer: request id, host, path and query, credentials, caller, cost, and a signal that aborts
// when the client disconnects. Created once per request and kept small: this is the main thread's hot path.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomFillSync } from 'node:crypto'
import { type Caller, clientAddress, type Credentials, type TrustedProxies } from '../metering/caller.ts'
import type { RequestSpan } from '../observe/tracing.ts'
import { type CpuMeter, NO_METER } from '../overload/cpu-meter.ts'
import type { Link } from '../overload/fair-queue.ts'

export type Transport = 'rest' | 'graphql' | 'page'

export type HostName = 'api' | 'site'

/** Memory of an answer; `underWay`: a write of it may still be in progress. */
export interface AnswerMemory {
  release(underWay: boolean): void
}

export interface RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly host: HostName
  readonly path: string
  /** without the question mark, undecoded */
  readonly query: string
  readonly requestId: string
  readonly startedMs: number
  /** aborts if the client disconnects before the answer was sent */
  readonly signal: AbortSignal
  /** operation id for the log, null until the path is known */
  operation: string | null
  transport: Transport
  /** tag of the language that it asks for; null: none, or it was not read so far */
  language: string | null
  caller: Caller | null
  /** meters the processor time used for it */
  cpu: CpuMeter
  charged: number
  /** bytes of the answer's body, as sent */
  bytes: number
  /** operations that a document ran: id -> times */
  ran: Record<string, number>
  /** null if tracing is off */
  span: RequestSpan | null
  /** its place among the open requests, while it is one of them */
  admitted: Link<OpenRequest> | null
  /** call when the whole answer is written: it counts as sent, even if the body of the request has not ended */
  readonly markAnswered: () => void
  /** what the answer lies in: released once it is sent or the client disconnected */
  answerMemory: AnswerMemory | null
}

/** What admission keeps of a request until it is closed. */
export interface OpenRequest {
  context: RequestContext
  /** its number among the requests in flight */
  written: number
  caller: string
  /** it stays open, and works only now and then */
  isResting: boolean
  isBodyUnfinished: boolean
  heldBytes: number
  bytesReadBefore: number
  sinceMs: number
}

/** Neither a key nor a coordinate is accepted as an id: both would reach the log. */
const REQUEST_ID = /^(?!svc_)[A-Za-z0-9_-]{1,64}$/

/** `onEnd` is called once, after the answer was sent or the client disconnected. */
export function openRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  host: HostName,
  onEnd: (context: RequestContext, sent: boolean) => void,
): RequestContext {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  const given = request.headers['x-request-id']
  const aborter = new AbortController()
  const context: RequestContext = {
    request,
    response,
    host,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    requestId: typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId(),
    startedMs: performance.now(),
    signal: aborter.signal,
    operation: null,
    transport: 'page',
    language: null,
    caller: null,
    cpu: NO_METER,
    charged: 0,
    bytes: 0,
    ran: {},
    span: null,
    admitted: null,
    markAnswered: () => end(true),
    answerMemory: null,
  }
  let hasEnded = false
  const end = (sent: boolean): void => {
    if (hasEnded) return
    hasEnded = true
    onEnd(context, sent)
  }
  response.once('close', () => {
    if (!response.writableFinished) aborter.abort()
    context.answerMemory?.release(!response.writableFinished)
    end(response.writableFinished)
  })
  return context
}

const RANDOM_BYTES = 8
const pool = Buffer.allocUnsafe(RANDOM_BYTES * 512)
let poolAt = pool.length

/** 16 random hex digits. */
function newRequestId(): string {
  if (poolAt === pool.length) {
    randomFillSync(pool)
    poolAt = 0
  }
  poolAt += RANDOM_BYTES
  return pool.toString('hex', poolAt - RANDOM_BYTES, poolAt)
}

const NO_KEYS: readonly string[] = []

/** Keys by header and query, origin, and the address that a request counts for. */
export function credentialsOf(context: RequestContext, proxies: TrustedProxies): Credentials {
  const { headers } = context.request
  const apiKey = headers['x-api-key']
  return {
    authorization: headers.authorization,
    apiKeyHeader: Array.isArray(apiKey) ? apiKey.join(',') : apiKey,
    queryKeys: context.query.includes('key=') ? new URLSearchParams(context.query).getAll('key') : NO_KEYS,
    origin: headers.origin,
    address: addressOf(context, proxies),
  }
}

/** The address that a request counts for. */
export function addressOf({ request: { headers, socket } }: RequestContext, proxies: TrustedProxies): string {
  const forwarded = headers['x-forwarded-for']
  return clientAddress(socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(',') : forwarded, proxies)
}
