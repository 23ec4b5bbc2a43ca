// OpenTelemetry traces, if the operator loaded an SDK before the server (`node --import`): one span per request, one
// child span per operation that ran, and the caller's `traceparent` continued. Without an SDK this is null and the API
// package is not even loaded. Spans hold operation, transport, status, credits and request id; never a path, a query, a
// coordinate or a key.

import type { Context, Span, TextMapGetter, Tracer } from '@opentelemetry/api'
import type { IncomingHttpHeaders } from 'node:http'

type Api = typeof import('@opentelemetry/api')

export interface RequestSpan {
  /** runs with this span as the active one */
  run<T>(work: () => T): T
  /**
   * records an operation that began at `startedMs` (performance clock) and has just ended; `status` is the HTTP status
   */
  operationEnded(operation: string, startedMs: number, status: number): void
  end(ended: {
    operation: string | null
    transport: string
    method: string
    status: number
    credits: number
    requestId: string
  }): void
}

export interface Tracing {
  begin(headers: IncomingHttpHeaders): RequestSpan
}

/** Where the API stores what an SDK registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** Returns null if no SDK is loaded. `version` is this build's. */
export async function openTracing(version: string): Promise<Tracing | null> {
  if ((globalThis as { [REGISTERED]?: { trace?: unknown } })[REGISTERED]?.trace === undefined) return null
  const api = await import('@opentelemetry/api')
  const tracer = api.trace.getTracer('waypost', version)
  return { begin: (headers) => beginRequest(api, tracer, headers) }
}

const GETTER: TextMapGetter<IncomingHttpHeaders> = {
  get: (carrier, key) => carrier[key.toLowerCase()],
  keys: (carrier) => Object.keys(carrier),
}

function beginRequest(api: Api, tracer: Tracer, headers: IncomingHttpHeaders): RequestSpan {
  const parent: Context = api.propagation.extract(api.ROOT_CONTEXT, headers, GETTER)
  const span: Span = tracer.startSpan('request', { kind: api.SpanKind.SERVER }, parent)
  const context = api.trace.setSpan(parent, span)
  return {
    run: (work) => api.context.with(context, work),
    operationEnded(operation, startedMs, status) {
      const child = tracer.startSpan(
        operation,
        { startTime: performance.timeOrigin + startedMs, attributes: { 'waypost.status': status } },
        context,
      )
      if (status >= 500) child.setStatus({ code: api.SpanStatusCode.ERROR })
      child.end(performance.timeOrigin + performance.now())
    },
    end({ operation, transport, method, status, credits, requestId }) {
      span.updateName(`${method} ${operation ?? 'none'}`)
      span.setAttributes({
        'http.request.method': method,
        'http.response.status_code': status,
        'waypost.operation': operation ?? 'none',
        'waypost.transport': transport,
        'waypost.credits': credits,
        'waypost.request_id': requestId,
      })
      if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    },
  }
}
