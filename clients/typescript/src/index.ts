// Everything of @waypost/client. Two halves that work alone: what is not used is left out by a bundler.

import { OPERATIONS, type RestFunctions } from './generated/rest.ts'
import { type CallOptions, type ClientOptions, baseOf, creditsLeft, send } from './send.ts'
import { WaypostError, restError } from './waypost-error.ts'
import { type Graphql, createGraphql as createGraphqlOfTexts } from './graphql.ts'
import { documentText } from './typed-document.ts'

export { WaypostError, type FailureCode } from './waypost-error.ts'
export type { Graphql, GraphqlPart } from './graphql.ts'
export type { GraphqlAnswer } from './merge-parts.ts'
export type { GraphqlEvent, SubscribeOptions } from './subscribe.ts'
export type { CallOptions, ClientOptions, Cost } from './send.ts'
export type { AfterDocument, TypedDocument } from './typed-document.ts'
export { type WeatherLanguage, weatherWords } from './weather-words.ts'
export * from './generated/documents.ts'
export type * as Wire from './generated/rest.ts'
export type { ErrorCode } from './generated/rest.ts'

/** Each function throws WaypostError where the service answers with an error, and what its signal says. */
type Rest = RestFunctions<CallOptions>

type Input = Readonly<Record<string, unknown>>

/** REST: one function for each operation of the OpenAPI document, by the table that codegen printed. */
function createRest(options: ClientOptions): Rest {
  const ask = async (name: string, row: Row, input: Input, { signal }: CallOptions = {}) => {
    const { method, path, forms } = row
    const isPosted = method === 'POST'
    const url = hostOf(options, row.host, name) + (isPosted ? path : addressOf(path, input))
    const response = await send(options, { url, body: isPosted ? input : undefined, signal })
    const left = creditsLeft(response)
    if (left !== null) options.onCost?.({ operation: name, reserved: null, charged: null, left })
    const answer = await read(response, signal)
    if (!response.ok) throw restError(response, answer)
    if (!forms.some((form) => isOfForm(form, response, answer))) throw foreign(response)
    return answer
  }
  const functions = Object.entries(OPERATIONS).map(([name, text]) => {
    const [method, host, path, takes, ...forms] = text.split(' ')
    const row = { method, host, path, forms }
    const call =
      takes === 'input'
        ? (input: Input = {}, callOptions?: CallOptions) => ask(name, row, input, callOptions)
        : (callOptions?: CallOptions) => ask(name, row, {}, callOptions)
    return [name, call]
  })
  return Object.fromEntries(functions) as Rest
}

interface Row {
  method: string
  host: string
  path: string
  forms: readonly string[]
}

/** Throws TypeError where the operation is the site's, whose address is not known. */
function hostOf({ apiUrl, siteUrl }: ClientOptions, host: string, name: string): string {
  if (host !== 'site') return baseOf(apiUrl)
  if (siteUrl === undefined)
    throw new TypeError(`\`${name}\` is answered by the site host: give createClient its address as \`siteUrl\`.`)
  return baseOf(siteUrl)
}

/** Path and query; what is null or undefined is left out. */
function addressOf(path: string, input: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null && !path.includes(`{${name}}`)) query.set(name, String(value))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  return query.size === 0 ? filled : `${filled}?${query}`
}

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? ''
const isJson = (response: Response): boolean => /\bjson\b/.test(typeOf(response))

async function read(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    if (isJson(response)) return await response.json()
    return typeOf(response).startsWith('image/') ? await response.blob() : await response.text()
  } catch (error) {
    signal?.throwIfAborted()
    throw new WaypostError('no_answer', `HTTP ${response.status}: the answer broke off.`, {
      status: response.status,
      cause: error,
    })
  }
}

/** `image/png`, `schema=route/1`, `query,features`: whether the answer is such a one. */
function isOfForm(form: string, response: Response, answer: unknown): boolean {
  if (/^(application|image|text)\//.test(form)) return typeOf(response).startsWith(form)
  if (!isJson(response) || typeof answer !== 'object' || answer === null) return false
  const [, schema] = /^schema=(.*)/.exec(form) ?? []
  return schema === undefined
    ? form.split(',').every((name) => name in answer)
    : (answer as { schema?: unknown }).schema === schema
}

/** Of a success that the service did not send, such as the page of a proxy. */
function foreign(response: Response): WaypostError {
  const { status } = response
  const text = `HTTP ${status} ${typeOf(response)}: this is no answer of the operation. Is there a proxy or another server?`
  return new WaypostError('no_answer', text, { status })
}

/** GraphQL alone. */
function createGraphql(options: ClientOptions): Graphql {
  return createGraphqlOfTexts(options, documentText)
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
