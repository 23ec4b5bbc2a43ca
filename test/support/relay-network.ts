// The network layer of a Relay app over a service with @defer and @stream: Relay wants each part with its whole data,
// by `label` and `path`, and each element of a streamed list alone.

import { type FetchFunction, type GraphQLResponse, Observable } from 'relay-runtime'

type Place = (string | number)[]

/** Speaks the form of 2022, whose parts say `label` and `path`. */
export function relayFetch(url: string): FetchFunction {
  return (request, variables) =>
    Observable.create<GraphQLResponse>((sink) => {
      const aborter = new AbortController()
      const send = async () => {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'multipart/mixed;deferSpec=20220824, application/json',
          },
          body: JSON.stringify({ query: request.text, variables }),
          signal: aborter.signal,
        })
        if (!response.headers.get('content-type')!.startsWith('multipart/mixed'))
          return sink.next((await response.json()) as GraphQLResponse)
        for await (const part of partsOf(response)) for (const one of toRelay(part)) sink.next(one)
      }
      send().then(
        () => sink.complete(),
        (thrown: Error) => sink.error(thrown),
      )
      return () => aborter.abort()
    })
}

async function* partsOf(response: Response): AsyncGenerator<any> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const pieces = (text + chunk).split('\r\n---')
    text = pieces.pop()!
    for (const piece of pieces) {
      const at = piece.indexOf('\r\n\r\n')
      if (at >= 0) yield JSON.parse(piece.slice(at + 4))
    }
  }
}

function toRelay({ incremental = [], data, errors }: any): GraphQLResponse[] {
  if (data !== undefined) return [{ data, errors, extensions: { is_final: false } } as GraphQLResponse]
  return incremental.flatMap(({ items, path, ...part }: { items?: unknown[]; path: Place }) =>
    items === undefined
      ? [{ ...part, path }]
      : items.map((item, index) => ({
          ...part,
          data: item,
          path: [...path.slice(0, -1), (path.at(-1) as number) + index],
        })),
  )
}
