// HOT: npm run bench -- graphql
// Request and Response as far as Yoga looks at them: the fetch API's own cost more than a small document does.
//
// The gate (src/server/serve-graphql.ts) has read method, headers and body before, and sends what is answered.

import type { GraphqlAnswer, GraphqlRequest } from '../../src/server/serve-graphql.ts'

/** What Yoga takes for the request of node:http. */
export function asNodeRequest({ method, headers, body }: GraphqlRequest) {
  // the words of an address are read by our own parser
  return { url: '/graphql', method, headers, json: () => body?.value }
}

/** Yoga waits for no event of it. */
export const NO_RESPONSE = {}

interface RequestInit {
  method: string
  headers: Record<string, string>
  signal: AbortSignal
  /** the request of node:http where it has a body */
  body?: { json(): unknown }
}

export class LightRequest {
  readonly url: string
  readonly method: string
  readonly signal: AbortSignal
  readonly headers: { get(name: string): string | null }
  readonly json: () => unknown

  constructor(url: string, { method, headers, signal, body }: RequestInit) {
    this.url = url
    this.method = method
    this.signal = signal
    this.headers = { get: (name) => headers[name.toLowerCase()] ?? null }
    this.json = () => body?.json()
  }
}

export class LightResponse {
  readonly body: GraphqlAnswer['body'] | null
  readonly status: number
  readonly headers: Record<string, string> = {}

  constructor(
    body: GraphqlAnswer['body'] | null,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.body = body
    this.status = status
    for (const name in headers) this.headers[name.toLowerCase()] = headers[name]
  }
}
