// Subscriptions for GraphiQL, which takes a client of WebSockets: the same over server-sent events.

import { readEvents } from '../../../clients/typescript/src/subscribe.ts'

export const eventClient = {
  subscribe(params, sink) {
    const aborter = new AbortController()
    read(params, sink, aborter.signal).then(
      () => sink.complete(),
      (error) => aborter.signal.aborted || sink.error(error),
    )
    return () => aborter.abort()
  },
}

async function read(params, sink, signal) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(params),
    signal,
  })
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return sink.next(await response.json())
  for await (const { event, data } of readEvents(response)) if (event === 'next') sink.next(JSON.parse(data))
}
