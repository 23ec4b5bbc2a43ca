// A subscription over server-sent events: events as they come, taken up again by the id of the last where the
// connection ends.

import type { GraphqlAnswer, AnswerPart } from './merge-parts.ts'
import { type CallOptions, type ClientOptions, type Cost, baseOf, send, waitFor } from './send.ts'
import { operationName } from './typed-document.ts'
import { WaypostError, graphqlError, retryAfterOf } from './waypost-error.ts'

export interface GraphqlEvent<Data> extends GraphqlAnswer<Data> {
  /** by which it can be taken up again, also by another page; null where it has none */
  id: string | null
}

export interface SubscribeOptions extends CallOptions {
  /** of the last event that was seen: nothing comes until there is something new */
  lastEventId?: string | undefined
}

const LONGEST_WAIT_MS = 60_000
const DEFAULT_WAIT_MS = 3000

export async function* subscribe<Data>(
  options: ClientOptions,
  query: string,
  variables: unknown,
  { signal, lastEventId }: SubscribeOptions,
): AsyncGenerator<GraphqlEvent<Data>> {
  const operation = operationName(query)
  let waitMs = DEFAULT_WAIT_MS
  let failures = 0
  let isOpened = false
  let hasData = false
  for (;;) {
    let retryAfterS: number | null = null
    try {
      const response = await send(options, {
        url: `${baseOf(options.apiUrl)}/graphql`,
        body: { query, variables },
        accept: 'text/event-stream',
        headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
        signal,
      })
      retryAfterS = retryAfterOf(response)
      await checkEvents(response)
      isOpened = true
      let lost: WaypostError | null = null
      for await (const { event, data: json, id, retryMs } of readEvents(response)) {
        failures = 0
        waitMs = retryMs ?? waitMs
        if (event === 'complete') {
          if (lost !== null) throw lost
          return
        }
        if (event !== 'next') continue
        const { data, errors: given = [], extensions } = JSON.parse(json) as AnswerPart
        const errors = given.map((error) => graphqlError(error, response))
        const cost = costOf(operation, extensions?.cost)
        if (cost !== null) options.onCost?.(cost)
        if (errors.length > 0 && (typeof data !== 'object' || data === null)) throw errors[0]
        lost = errors[0] !== undefined && Object.values(data!).every((value) => value === null) ? errors[0] : null
        if (lost !== null && !hasData) throw lost
        hasData = true
        lastEventId = id ?? lastEventId
        yield { data: data as Data, errors, cost, id }
      }
    } catch (error) {
      signal?.throwIfAborted()
      // what was open once is taken up again, unless the service says that it is over
      if (!isOpened || (error instanceof WaypostError && !isPassing(error))) throw error
      failures++
    }
    const backoffMs = Math.min(LONGEST_WAIT_MS, waitMs * 2 ** Math.max(0, failures - 1))
    // clients of a server that restarts do not all come back at once
    const wait = Math.max((retryAfterS ?? 0) * 1000, backoffMs * (0.5 + Math.random() / 2))
    await (options.wait ?? waitFor)(wait, signal)
  }
}

/** Throws WaypostError for an answer that is no stream of events. */
async function checkEvents(response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && type.startsWith('text/event-stream')) return
  const body = (await response.json().catch(() => null)) as AnswerPart | null
  const failure = body?.errors?.[0]
  if (failure !== undefined) throw graphqlError(failure, response)
  const { status } = response
  const retryAfterS = retryAfterOf(response)
  throw new WaypostError('no_answer', `HTTP ${status}: the answer is none of this service.`, { status, retryAfterS })
}

function isPassing({ code, status }: WaypostError): boolean {
  return (
    code === 'no_connection' ||
    code === 'no_answer' ||
    code === 'rate_limited' ||
    code === 'concurrency_limit' ||
    status === 503
  )
}

function costOf(
  operation: string,
  cost: NonNullable<NonNullable<AnswerPart['extensions']>['cost']> | undefined,
): Cost | null {
  if (cost === undefined) return null
  return { operation, reserved: cost.reserved ?? null, charged: cost.charged ?? null, left: cost.remaining ?? null }
}

interface ServerEvent {
  /** `next`, `complete`; empty for what is no event and says only `retry` */
  event: string
  data: string
  id: string | null
  /** milliseconds after which a client is to come back; null where it does not say */
  retryMs: number | null
}

/** A line feed may still follow a last carriage return. */
const LINE_END = /\r\n|\r(?!$)|\n/

/**
 * Server-sent events of a response, as they arrive. Throws what the connection throws. Ends the response when left
 * early; an event that broke off is none.
 */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let event = blank()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (text + decoder.decode(value, { stream: true })).split(LINE_END)
      text = lines.pop()!
      for (const line of lines) {
        if (line !== '') addLine(event, line)
        else {
          if (event.event !== '' || event.data !== '' || event.retryMs !== null) yield event
          event = blank()
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function blank(): ServerEvent {
  return { event: '', data: '', id: null, retryMs: null }
}

function addLine(event: ServerEvent, line: string): void {
  const colon = line.indexOf(':')
  const name = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (name === 'event') event.event = value
  else if (name === 'id') event.id = value
  else if (name === 'data') event.data += event.data === '' ? value : `\n${value}`
  else if (name === 'retry' && /^\d+$/.test(value)) event.retryMs = Number(value)
}
