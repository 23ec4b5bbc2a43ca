// Yoga for what is not a plain request: GET, answers in parts, the events of a subscription, and whatever is wrong with
// a request. It reads and runs documents with the handler's own functions (meter-plugin.ts).

import { createYoga } from 'graphql-yoga'
import type { GraphqlAnswer } from '../../src/server/serve-graphql.ts'
import { schema } from '../index.ts'
import { type YogaContext, meterPlugin } from './meter-plugin.ts'
import type { ReadDocument } from './read-document.ts'
import type { DocumentRunner } from './run-document.ts'
import { encodeParts, EVENTS } from './stream-form.ts'
import { type OpenedRequest, readsJson, withAnswerable } from './opened-request.ts'

export function openYoga(runner: DocumentRunner, maskError: (error: unknown) => Error) {
  return createYoga<YogaContext, object>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: false,
    maskedErrors: { maskError: (error) => maskError(error) },
    parserAndValidationCache: false,
    plugins: [meterPlugin(runner)],
  })
}

export async function answerByYoga(
  yoga: ReturnType<typeof openYoga>,
  opened: OpenedRequest,
  read: (text: string) => ReadDocument,
  subscribe: YogaContext['subscribe'],
): Promise<GraphqlAnswer> {
  const { request, context, charged } = opened
  const { streamForm, written } = context
  const params = request.body?.value
  const isParams = typeof params === 'object' && params !== null
  const fetchRequest = new yoga.fetchAPI.Request(request.url, {
    method: request.method,
    headers: withAnswerable(request.headers),
    signal: request.call.signal,
    ...(request.body === null ? {} : { body: isParams ? '{}' : JSON.stringify(request.body.value) }),
  })
  try {
    const response = await yoga.fetch(fetchRequest, { ...context, read, subscribe, ...(isParams ? { params } : {}) })
    if (opened.events !== null) {
      const headers = { 'content-type': EVENTS.contentType }
      return { status: 200, headers, body: asBytes(opened.events), isSubscription: true, errorsIn: [], charged }
    }
    if (streamForm !== null && opened.texts !== null) {
      const body = settledAfter(encodeParts(streamForm, opened.texts), () => opened.settle())
      // errors may come in any part
      return { status: 200, headers: { 'content-type': streamForm.contentType }, body, errorsIn: [], charged }
    }
    const headers: Record<string, string> = {}
    response.headers.forEach((value, name) => (headers[name.toLowerCase()] = value))
    const text = response.body === null ? '' : await response.text()
    // by the protocol of events what is wrong with a document is an event, too: EventSource reads no other answer
    const isEvent = response.status === 200 || (response.status === 400 && streamForm === EVENTS)
    const onlyInParts = streamForm !== null && isEvent && !readsJson(request.headers)
    if (onlyInParts) headers['content-type'] = streamForm.contentType
    const body = onlyInParts ? encodeParts(streamForm, [written.inline(text)]) : written.splice(text)
    const status = onlyInParts ? 200 : response.status
    return { status, headers, body, drop: () => written.drop(), charged, errorsIn: opened.errorsIn }
  } finally {
    if (opened.texts === null) opened.settle()
  }
}

async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* settledAfter(parts: AsyncIterable<Uint8Array>, settle: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* parts
  } finally {
    settle()
  }
}
