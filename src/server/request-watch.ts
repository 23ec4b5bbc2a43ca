// Everything done for each request apart from its answer: admission, metrics, traces, and one line of the access log
// with id, operation, door, status, milliseconds, bytes, cost and the prefix of the key. Never logs a path, a query, a
// body, an address or a key.

import type { ServiceError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { RequestMetrics } from '../observe/request-metrics.ts'
import type { Tracing } from '../observe/tracing.ts'
import type { CpuBudget } from '../overload/cpu-budget.ts'
import { CpuMeter } from '../overload/cpu-meter.ts'
import type { Admission } from './admission.ts'
import { addressAccount } from '../metering/caller.ts'
import type { RequestContext } from './request-context.ts'
import { tenths } from '../wire/round-to.ts'

export interface WatchParts {
  admission: Admission
  metrics: RequestMetrics
  /** null: processor time is not metered */
  cpu: CpuBudget | null
  /** the address whose budget is used if no caller was found */
  addressOf: (exchange: RequestContext) => string
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

  begin(exchange: RequestContext): void {
    if (this.#parts.cpu !== null) {
      exchange.cpu = new CpuMeter(this.#parts.cpu)
      exchange.cpu.resume()
    }
    this.admission.open(exchange)
    if (this.#parts.tracing !== null) exchange.span = this.#parts.tracing.begin(exchange.request.headers)
  }

  /**
   * Records an operation that began at `startedMs` (performance clock) and has just ended; `error` null: it succeeded.
   */
  operationEnded(exchange: RequestContext, operation: string, startedMs: number, error: ServiceError | null): void {
    const status = error === null ? 200 : error.status
    if (exchange.door === 'graphql') {
      this.#parts.metrics.ranInDocument(operation, status, performance.now() - startedMs)
      exchange.ran[operation] = (exchange.ran[operation] ?? 0) + 1
    }
    exchange.span?.operationEnded(operation, startedMs, status)
  }

  /** Records a request that could not be parsed. */
  broken(code: string): void {
    this.#parts.metrics.broken(code)
  }

  /** `sent`: whether the whole answer was sent. */
  end(exchange: RequestContext, sent: boolean): void {
    this.admission.close(exchange)
    exchange.cpu.close(() => addressAccount(this.#parts.addressOf(exchange)))
    const { request, requestId, operation, door, charged, bytes, caller } = exchange
    const status = sent ? exchange.response.statusCode : CLIENT_LEFT
    const ms = performance.now() - exchange.startedMs
    this.#parts.metrics.ended({ operation, door, status, ms, bytes, credits: charged })
    exchange.span?.end({ operation, door, method: request.method!, status, credits: charged, requestId })
    const { log } = this.#parts
    if (!log.isLevelEnabled('info')) return
    log.info(
      {
        requestId,
        host: exchange.host,
        method: request.method,
        operation,
        door,
        ...(door === 'graphql' ? { ran: exchange.ran } : {}),
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
