// The parameters of a request: a posted body was parsed by the gate, which Yoga's own parser takes as it is; those of a
// GET are in its address, with `documentId` among them.

import type { HandlerPlugin } from './handler-plugin.ts'

export function readParams(): HandlerPlugin {
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      if (request.method === 'GET') setRequestParser(() => wordsOf(serverContext.opened.request.url))
    },
  }
}

/** An empty word is none. The gate has looked at the JSON. */
function wordsOf(url: string): Record<string, unknown> {
  const words = new URL(url).searchParams
  const json = (name: string): unknown => {
    const text = words.get(name)
    return text ? JSON.parse(text) : undefined
  }
  return {
    query: words.get('query') || undefined,
    operationName: words.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
    documentId: words.get('documentId') ?? undefined,
  }
}
