// Server-sent events as the specification of EventSource reads them, over a request of one's own.

import { afterEach } from 'vitest'

export interface ReadEvent {
  event: string
  id: string | undefined
  data: any
}

export interface EventStream {
  status: number
  headers: Headers
  /** Every line of it so far. */
  text(): string
  /** The next event; null: the stream has ended. */
  next(): Promise<ReadEvent | null>
  /** The events that come within this time. */
  within(ms: number): Promise<ReadEvent[]>
  close(): void
}

const open: EventStream[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

/** POST of a document, or GET where it is null; closed with the test. */
export async function openEvents(
  api: string,
  query: string,
  {
    variables,
    headers = {},
    isGet = false,
  }: { variables?: object; headers?: Record<string, string>; isGet?: boolean } = {},
): Promise<EventStream> {
  const aborter = new AbortController()
  const words = new URLSearchParams({ query, ...(variables ? { variables: JSON.stringify(variables) } : {}) })
  const response = await fetch(isGet ? `${api}/graphql?${words}` : `${api}/graphql`, {
    method: isGet ? 'GET' : 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    ...(isGet ? {} : { body: JSON.stringify({ query, variables }) }),
    signal: aborter.signal,
  })
  const events: ReadEvent[] = []
  let text = ''
  let rest = ''
  let isOver = false
  let wake = Promise.withResolvers<void>()
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) {
      const more = decoder.decode(chunk, { stream: true })
      text += more
      rest += more
      for (let at = rest.indexOf('\n\n'); at >= 0; at = rest.indexOf('\n\n')) {
        const event = readEvent(rest.slice(0, at))
        rest = rest.slice(at + 2)
        if (event !== null) events.push(event)
      }
      wake.resolve()
      wake = Promise.withResolvers<void>()
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true
      wake.resolve()
    })
  const stream: EventStream = {
    status: response.status,
    headers: response.headers,
    text: () => text,
    async next() {
      while (events.length === 0 && !isOver) await wake.promise
      return events.shift() ?? null
    },
    async within(ms) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return events.splice(0)
    },
    close: () => aborter.abort(),
  }
  open.push(stream)
  return stream
}

/** Null: it has no data. */
function readEvent(block: string): ReadEvent | null {
  const read: ReadEvent = { event: 'message', id: undefined, data: undefined }
  for (const line of block.split('\n')) {
    const [, name, value] = /^([^:]*): ?(.*)$/.exec(line) ?? []
    if (name === 'event') read.event = value
    if (name === 'id') read.id = value
    if (name === 'data') read.data = value === '' ? null : JSON.parse(value)
  }
  return read.data === undefined ? null : read
}
