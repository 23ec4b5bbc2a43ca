// Everything done for each request apart from its answer: admission, metrics, traces, and one line of the access log
// with id, operation, transport, status, milliseconds, bytes, cost and the prefix of the key. Never logs a path, a
// query, a body, an address or a key.

import type { ServiceError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { Tracing } from '../observe/tracing.ts'
import type { CpuBucket } from '../overload/cpu-bucket.ts'
import { CpuMeter } from '../overload/cpu-meter.ts'
import type { Admission } from './admission.ts'
import { addressAccount } from '../metering/caller.ts'
import type { RequestContext, Transport } from './request-context.ts'
import { tenths } from '../wire/numbers.ts'
import type { Counter, Histogram, MetricRegistry } from '../observe/metric-registry.ts'

export interface LifecycleParts {
  admission: Admission
  metrics: RequestMetrics
  /** null: processor time is not metered */
  cpu: CpuBucket | null
  /** the address whose bucket is used if no caller was found */
  addressOf: (context: RequestContext) => string
  /** null: tracing is off */
  tracing: Tracing | null
  log: Logger
}

const CLIENT_LEFT = 499

export class RequestLifecycle {
  readonly admission: Admission
  readonly #parts: LifecycleParts

  constructor(parts: LifecycleParts) {
    this.#parts = parts
    this.admission = parts.admission
  }

  begin(context: RequestContext): void {
    if (this.#parts.cpu !== null) {
      context.cpu = new CpuMeter(this.#parts.cpu)
      context.cpu.resume()
    }
    this.admission.open(context)
    if (this.#parts.tracing !== null) context.span = this.#parts.tracing.begin(context.request.headers)
  }

  /**
   * Records an operation that began at `startedMs` (performance clock) and has just ended; `error` null: it succeeded.
   */
  operationEnded(context: RequestContext, operation: string, startedMs: number, error: ServiceError | null): void {
    const status = error === null ? 200 : error.status
    if (context.transport === 'graphql') {
      this.#parts.metrics.ranInDocument(operation, status, performance.now() - startedMs)
      context.ran[operation] = (context.ran[operation] ?? 0) + 1
    }
    context.span?.operationEnded(operation, startedMs, status)
  }

  /** Records a request that could not be parsed. */
  broken(code: string): void {
    this.#parts.metrics.broken(code)
  }

  /** `sent`: whether the whole answer was sent. */
  end(context: RequestContext, sent: boolean): void {
    this.admission.close(context)
    context.cpu.close(() => addressAccount(this.#parts.addressOf(context)))
    const { request, requestId, operation, transport, charged, bytes, caller } = context
    const status = sent ? context.response.statusCode : CLIENT_LEFT
    const ms = performance.now() - context.startedMs
    this.#parts.metrics.ended({ operation, transport, status, ms, bytes, credits: charged })
    context.span?.end({ operation, transport, method: request.method!, status, credits: charged, requestId })
    const { log } = this.#parts
    if (!log.isLevelEnabled('info')) return
    log.info(
      {
        requestId,
        host: context.host,
        method: request.method,
        operation,
        transport,
        ...(transport === 'graphql' ? { ran: context.ran } : {}),
        status,
        ms: tenths(ms),
        bytes,
        credits: charged,
        key: caller?.key?.prefix,
      },
      'request',
    )
  }
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

export interface EndedRequest {
  /** null: not one of our paths */
  operation: string | null
  transport: Transport
  /** 499 if the client disconnected first */
  status: number
  ms: number
  bytes: number
  credits: number
}

/**
 * Metrics of requests: HTTP requests by operation, transport and status with their time, bytes and credits, and the
 * operations run by GraphQL documents. Labels come from closed lists; nothing of a request's content is recorded.
 */
export class RequestMetrics {
  readonly #requests: Counter
  readonly #seconds: Histogram
  readonly #bytes: Counter
  readonly #credits: Counter
  readonly #ran: Counter
  readonly #ranSeconds: Histogram
  readonly #broken: Counter

  constructor(registry: MetricRegistry) {
    this.#requests = registry.counter(
      'waypost_requests_total',
      'HTTP requests answered, by operation, transport and status; 499: the client disconnected first.',
      ['operation', 'transport', 'status'],
    )
    this.#seconds = registry.histogram(
      'waypost_request_seconds',
      'Time from the head of a request to the end of its answer.',
      ['operation', 'transport'],
      SECONDS,
    )
    this.#bytes = registry.counter('waypost_answer_bytes_total', 'Bytes of answers, without headers.', [
      'operation',
      'transport',
    ])
    this.#credits = registry.counter('waypost_credits_charged_total', 'Credits charged.', ['operation', 'transport'])
    this.#ran = registry.counter(
      'waypost_graphql_operations_total',
      'Operations run by GraphQL documents, by the status of each.',
      ['operation', 'status'],
    )
    this.#ranSeconds = registry.histogram(
      'waypost_graphql_operation_seconds',
      'Time of each operation run by a GraphQL document.',
      ['operation'],
      SECONDS,
    )
    this.#broken = registry.counter(
      'waypost_broken_requests_total',
      'Requests refused before they had a path: not HTTP, headers too large, too slow.',
      ['code'],
    )
  }

  ended({ operation, transport, status, ms, bytes, credits }: EndedRequest): void {
    const name = operation ?? 'none'
    this.#requests.add(1, name, transport, status)
    this.#seconds.observe(ms / 1000, name, transport)
    if (bytes > 0) this.#bytes.add(bytes, name, transport)
    if (credits > 0) this.#credits.add(credits, name, transport)
  }

  ranInDocument(operation: string, status: number, ms: number): void {
    this.#ran.add(1, operation, status)
    this.#ranSeconds.observe(ms / 1000, operation)
  }

  broken(code: string): void {
    this.#broken.add(1, code)
  }
}
