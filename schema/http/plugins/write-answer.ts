// The one writer of answers: JSON, parts or events, those that never ran included.

import type { GraphqlAnswer } from '../../../src/server/serve-graphql.ts'
import { errorLanguages, writtenResult } from '../graphql-errors.ts'
import { type JsonType, jsonTypeOf, readsJson } from '../json-type.ts'
import { LightResponse } from '../light-fetch.ts'
import type { OpenedRequest } from '../opened-request.ts'
import type { RunResult } from '../run-types.ts'
import { encodeParts, EVENTS } from '../stream-form.ts'
import type { HandlerPlugin } from './handler-plugin.ts'

type Processor = Parameters<Parameters<NonNullable<HandlerPlugin['onResultProcess']>>[0]['setResultProcessor']>[0]

const UTF_8 = '; charset=utf-8'

export function writeAnswer(): HandlerPlugin {
  return {
    onResultProcess({ result: given, serverContext: { opened }, setResultProcessor }) {
      const comesInParts = opened.events !== null || opened.texts !== null
      // errors may come in any part
      opened.errorsIn = comesInParts ? [] : errorLanguages(given as RunResult, opened.context.renderer)
      const type = jsonTypeOf(opened.request.headers.accept)
      const write = (result: unknown) =>
        type === null ? new LightResponse(null, { status: 406 }) : answerOf(opened, result as RunResult, type)
      setResultProcessor(write as unknown as Processor, type ?? '')
    },
  }
}

function answerOf(opened: OpenedRequest, result: RunResult, type: JsonType): LightResponse {
  const { request, context, events, texts, kept } = opened
  const { streamForm, written, renderer } = context
  if (events !== null) return new LightResponse(asBytes(events), { headers: { 'content-type': EVENTS.contentType } })
  if (streamForm !== null && texts !== null)
    return new LightResponse(settledAfter(encodeParts(streamForm, texts), opened.settle), {
      headers: { 'content-type': streamForm.contentType },
    })
  if (kept?.isCurrent) return new LightResponse(null, { status: 304, headers: keptHeaders(opened, kept.tag) })
  if (kept !== null) {
    // what it cost this caller is for no other
    const { extensions: _, ...whole } = result
    const headers = { ...keptHeaders(opened, kept.tag), 'content-type': type + UTF_8 }
    return new LightResponse(written.splice(writtenResult(whole, renderer).json), { headers })
  }
  const { json, status, headers: own } = writtenResult(result, renderer)
  const headers = { ...own, 'content-type': type + UTF_8 }
  // by the protocol of events what is wrong with a document is an event, too: EventSource reads no other answer
  const isEvent = status === 200 || (status === 400 && streamForm === EVENTS)
  if (streamForm === null || !isEvent || readsJson(request.headers.accept))
    return new LightResponse(written.splice(json), { status, headers })
  return new LightResponse(encodeParts(streamForm, [written.inline(json)]), {
    headers: { ...headers, 'content-type': streamForm.contentType },
  })
}

/** A browser that comes to the same address gets GraphiQL, and the JSON has two types: both by `Accept`. */
function keptHeaders({ request }: OpenedRequest, etag: string): Record<string, string> {
  const reach = request.call.caller.key === null ? 'public' : 'private'
  return { etag, 'cache-control': `${reach}, max-age=60, stale-while-revalidate=600`, vary: 'Accept' }
}

async function* asBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* settledAfter(
  parts: AsyncIterable<Uint8Array>,
  settle: () => void,
): AsyncGenerator<Uint8Array> & GraphqlAnswer['body'] {
  try {
    yield* parts
  } finally {
    settle()
  }
}
