// Traces as an operator gets them: an SDK is registered before the app starts, spans are read from memory.

import { context, propagation, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { afterEach, describe, expect, test } from 'vitest'
import { openTracing } from '../../src/observe/tracing.ts'
import { postJson, startFakeApp, type FakeApp } from '../support/fake-services.ts'

let app: FakeApp | undefined
const exporter = new InMemorySpanExporter()
afterEach(async () => {
  await app?.close()
  app = undefined
  exporter.reset()
  trace.disable()
  propagation.disable()
  context.disable()
})

function register(): void {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
}
const ROUTE = {
  waypoints: [
    [1.5071234, 42.5071234],
    [1.55, 42.52],
  ],
}
const spans = (count: number) =>
  expect
    .poll(() => exporter.getFinishedSpans().length)
    .toBe(count)
    .then(() => exporter.getFinishedSpans())

describe('traces', () => {
  test('are off without an SDK', async () => {
    expect(await openTracing('1')).toBeNull()
  })

  test('tell a request and its operation, below the trace of the caller, and neither coordinate nor key', async () => {
    register()
    app = await startFakeApp({ metering: false, parts: { tracing: await openTracing('1') } })
    const answer = await postJson(`${app.api}/v1/route`, ROUTE, {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'x-request-id': 'abc',
    })
    expect(answer.status).toBe(200)
    const [child, request] = await spans(2)
    expect(child.name).toBe('waypoint-route')
    expect(request.name).toBe('POST waypoint-route')
    expect(request.spanContext().traceId).toBe('0af7651916cd43dd8448eb211c80319c')
    expect(request.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
    expect(child.parentSpanContext?.spanId).toBe(request.spanContext().spanId)
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'waypost.operation': 'waypoint-route',
      'waypost.transport': 'rest',
      'waypost.credits': 1,
      'waypost.request_id': 'abc',
    })
    expect(JSON.stringify([child.attributes, request.attributes])).not.toContain('42.507')
    expect(child.startTime[0] * 1e3 + child.startTime[1] / 1e6).toBeGreaterThan(Date.now() - 600_000)
  })

  test('tell each operation of a document', async () => {
    register()
    app = await startFakeApp({ metering: false, parts: { tracing: await openTracing('1') } })
    await postJson(`${app.api}/graphql`, {
      query:
        '{ a: service { artifacts { name } } route(input: { waypoints: [{at: [1.5,42.5]},{at: [1.55,42.52]}] }) { lengthM } }',
    })
    const found = await spans(3)
    expect(found.map(({ name }) => name).sort()).toEqual(['POST graphql', 'status', 'waypoint-route'])
  })

  test('mark what failed inside', async () => {
    register()
    app = await startFakeApp({
      metering: false,
      routeFailure: new Error('inside'),
      parts: { tracing: await openTracing('1') },
    })
    await postJson(`${app.api}/v1/route`, ROUTE)
    for (const { status } of await spans(2)) expect(status.code).toBe(2)
  })
})
