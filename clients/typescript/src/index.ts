// Everything of @waypost/client. Two halves that work alone: what is not used is left out by a bundler.

import { OPERATIONS, type RestFunctions } from './generated/rest.ts'
import { type CallOptions, type ClientOptions, creditsLeft, send } from './send.ts'
import { WaypostError, restError } from './waypost-error.ts'
import { type Graphql, createGraphql } from './graphql.ts'

export { WaypostError, type FailureCode } from './waypost-error.ts'
export type { Graphql, GraphqlPart } from './graphql.ts'
export type { GraphqlAnswer } from './merge-parts.ts'
export type { GraphqlEvent, SubscribeOptions } from './subscribe.ts'
export type { CallOptions, ClientOptions, Cost } from './send.ts'
export type { TypedDocument } from './typed-document.ts'
export * from './generated/documents.ts'
export type * as Wire from './generated/rest.ts'
export type { ErrorCode } from './generated/rest.ts'

/** Each function throws WaypostError where the service answers with an error, and what its signal says. */
type Rest = RestFunctions<CallOptions>

type Input = Readonly<Record<string, unknown>>

/** REST: one function for each operation of the OpenAPI document, by the table that codegen printed. */
function createRest(options: ClientOptions): Rest {
  const ask = async (operation: string, url: string, body: object | undefined, signal: AbortSignal | undefined) => {
    const response = await send(options, { url, body, signal })
    const left = creditsLeft(response)
    if (left !== null) options.onCost?.({ operation, reserved: null, charged: null, left })
    const answer = await read(response, signal)
    if (!response.ok) throw restError(response, answer)
    return answer
  }
  const functions = Object.entries(OPERATIONS).map(([name, row]) => {
    const [method, host, path, takes] = row.split(' ')
    const base = host === 'site' ? (options.siteUrl ?? options.apiUrl) : options.apiUrl
    const call = (input: Input, { signal }: CallOptions = {}) =>
      method === 'POST'
        ? ask(name, base + path, input, signal)
        : ask(name, base + addressOf(path, input), undefined, signal)
    return [name, takes === undefined ? (callOptions?: CallOptions) => call({}, callOptions) : call]
  })
  return Object.fromEntries(functions) as Rest
}

/** Path and query; what is null or undefined is left out. */
function addressOf(path: string, input: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null && !path.includes(`{${name}}`)) query.set(name, String(value))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  return query.size === 0 ? filled : `${filled}?${query}`
}

async function read(response: Response, signal?: AbortSignal): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  try {
    if (/\bjson\b/.test(type)) return await response.json()
    return type.startsWith('image/') ? await response.blob() : await response.text()
  } catch (error) {
    signal?.throwIfAborted()
    throw new WaypostError('no_answer', `HTTP ${response.status}: the answer broke off.`, {
      status: response.status,
      cause: error,
    })
  }
}

export { createGraphql, createRest }
export type { Rest }

export interface WaypostClient extends Graphql {
  rest: Rest
}

/** REST and GraphQL of one service. */
export function createClient(options: ClientOptions): WaypostClient {
  return { ...createGraphql(options), rest: createRest(options) }
}
