// Metrics of requests: HTTP requests by operation, transport and status with their time, bytes and credits, and the
// operations run by GraphQL documents. Labels come from closed lists; nothing of a request's content is recorded.

import type { Counter, Histogram, MetricRegistry } from './metric-registry.ts'

export type Transport = 'rest' | 'graphql' | 'page'

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
