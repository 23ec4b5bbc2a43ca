// Everything that is done for each request and is not its answer: let in and counted, traced, and told in one line of
// the access log with id, operation, door, status, milliseconds, bytes, cost and the prefix of the key. Never logs a
// path, a query, a body, an address or a key.

import type { ServiceError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { RequestMetrics } from '../observe/request-metrics.ts'
import type { Tracing } from '../observe/tracing.ts'
import type { CpuBudget } from '../overload/cpu-budget.ts'
import { CpuMeter } from '../overload/cpu-meter.ts'
import type { Admission } from './admission.ts'
import { addressAccount } from '../gateway/caller.ts'
import type { Exchange } from './exchange.ts'
import { tenths } from '../wire/round-to.ts'

export interface WatchParts {
  admission: Admission
  metrics: RequestMetrics
  /** null: processor time is not counted */
  cpu: CpuBudget | null
  /** whose budget it is where no caller was found */
  addressOf: (exchange: Exchange) => string
  /** null: nobody listens */
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

  begin(exchange: Exchange): void {
    if (this.#parts.cpu !== null) {
      exchange.cpu = new CpuMeter(this.#parts.cpu)
      exchange.cpu.resume()
    }
    this.admission.open(exchange)
    if (this.#parts.tracing !== null) exchange.span = this.#parts.tracing.begin(exchange.request.headers)
  }

  /** An operation that began at `startedMs` (performance clock) and has just ended, well (null) or not. */
  operationEnded(exchange: Exchange, operation: string, startedMs: number, error: ServiceError | null): void {
    const status = error === null ? 200 : error.status
    if (exchange.door === 'graphql') {
      this.#parts.metrics.ranInDocument(operation, status, performance.now() - startedMs)
      exchange.ran[operation] = (exchange.ran[operation] ?? 0) + 1
    }
    exchange.span?.operationEnded(operation, startedMs, status)
  }

  /** A request that never became one. */
  broken(code: string): void {
    this.#parts.metrics.broken(code)
  }

  /** `sent`: whether the whole answer went out. */
  end(exchange: Exchange, sent: boolean): void {
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
