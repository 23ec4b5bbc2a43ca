// Everything done for each request apart from its answer: admission, metrics, traces, and one line of the access log
// with id, operation, transport, status, milliseconds, bytes, cost and the prefix of the key. Never logs a path, a
// query, a body, an address or a key.

import type { ServiceError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { RequestMetrics } from '../observe/request-metrics.ts'
import type { Tracing } from '../observe/tracing.ts'
import type { CpuBucket } from '../overload/cpu-bucket.ts'
import { CpuMeter } from '../overload/cpu-meter.ts'
import type { Admission } from './admission.ts'
import { addressAccount } from '../metering/caller.ts'
import type { RequestContext } from './request-context.ts'
import { tenths } from '../wire/numbers.ts'

export interface WatchParts {
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

export class RequestWatch {
  readonly admission: Admission
  readonly #parts: WatchParts

  constructor(parts: WatchParts) {
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
