// The sockets' side of /graphql: identify, size, content type, then the handler, then its answer, streamed where it is
// @defer or @stream. A browser's visit is GraphiQL, which reads a query in the address itself. Only application/json
// bodies are taken, so that a browser must ask before it may post from another site (no CSRF by "simple" requests);
// failures before the handler have GraphQL's shape.

import { once } from 'node:events'
import { ServiceError, inCapitals, toServiceError } from '../errors.ts'
import type { Receipt } from '../metering/allowance.ts'
import type { Caller, Credentials, TrustedProxies } from '../metering/caller.ts'
import type { CpuMeter } from '../overload/cpu-meter.ts'
import { type RequestContext, credentialsOf } from './request-context.ts'
import type { RequestLifecycle } from './request-lifecycle.ts'
import type { HttpRoute } from './handle-request.ts'
import { matchesEtag } from './match-etag.ts'
import { languageHeaders, refusalLanguages, refusalRenderer } from './refusal-language.ts'
import type { Renderer } from '../language/renderer.ts'
import { say } from '../language/sentence.ts'
import { checkStructure } from '../wire/json-structure.ts'
import { shortHeader } from '../wire/header-text.ts'
import type { RawTexts } from '../wire/raw-json.ts'
import { checkJsonType, parseWithRawTexts, readBody } from './read-request.ts'
import {
  commonHeaders,
  type HeaderList,
  JSON_TYPE,
  sendBytes,
  sendChunks,
  sendText,
  type Page,
  sendPage,
  allowanceHeaders,
} from './send-answer.ts'

/** Decision `errors`: 6 MB, so that a GPX file of 5 MB fits into a document. */
export const GRAPHQL_BODY_BYTES = 6 * 1_048_576

export interface GraphqlRequest {
  url: string
  method: string
  headers: Record<string, string>
  /** parsed JSON and its length, null for GET; `texts` are the texts behind placeholders in it */
  body: { value: unknown; texts: RawTexts | null; bytes: number } | null
  call: {
    caller: Caller
    signal: AbortSignal
    requestId: string
    cpu: CpuMeter
    onOperation: (operation: string, startedMs: number, error: ServiceError | null) => void
  }
  /** says its refusals */
  renderer: Renderer
  /** whether the client has the answer of that tag */
  holds: (entityTag: string) => boolean
  /** who calls by now. Throws ServiceError where the key is no longer one */
  identify: () => Promise<Caller> | Caller
}

export interface GraphqlAnswer {
  status: number
  headers: Record<string, string>
  /** chunks end between characters */
  body: string | readonly Uint8Array[] | AsyncIterable<Uint8Array>
  /** it stays open until the client leaves, and events come when there are any */
  isSubscription?: boolean
  /** gives the memory of the chunks back, once they are out */
  drop?: () => void
  /** credits charged; final once the body was read */
  charged: () => number
  /** languages of its errors; none: they may stand beside data, which has its own. Absent: it has no errors */
  errorsIn?: readonly string[] | undefined
}

export interface GraphqlHandler {
  handle(request: GraphqlRequest): Promise<GraphqlAnswer>
}

/** The steps of the operation pipeline that are about the caller (resolvers/pipeline/pipeline.ts). */
interface CallerSteps {
  services: { clock: { nowMs(): number } }
  identify(takesKey: boolean, credentials: Credentials): Promise<Caller> | Caller
  checkCpu(cpu: CpuMeter, caller: Caller): void
  receipt(caller: Caller): Promise<Receipt>
}

export interface GraphqlParts {
  graphql: GraphqlHandler
  lifecycle: RequestLifecycle
  proxies: TrustedProxies
  publicApiUrl: string
  pipeline: CallerSteps
  /** the GraphiQL page; null: absent */
  page: (() => Promise<Page>) | null
}

export function graphqlRows(parts: GraphqlParts): HttpRoute[] {
  const handle = (context: RequestContext) => serve(parts, context)
  return [
    { host: 'api', method: 'GET', path: '/graphql', name: 'graphql', transport: 'graphql', handle },
    { host: 'api', method: 'POST', path: '/graphql', name: 'graphql', transport: 'graphql', handle },
  ]
}

async function serve(parts: GraphqlParts, context: RequestContext): Promise<void> {
  const { pipeline, lifecycle, proxies } = parts
  const { request } = context
  const isGet = request.method !== 'POST'
  if (isGet && parts.page !== null && isVisit(shortHeader(request.headers.accept) ?? ''))
    return sendPage(context, await parts.page())
  try {
    await lifecycle.admission.enter(context)
    if (asksForWebSocket(request)) throw new ServiceError(say('error.upgrade_required', { url: addressOf(parts) }))
    const caller = (context.caller = await pipeline.identify(true, credentialsOf(context, proxies)))
    context.cpu.resume()
    pipeline.checkCpu(context.cpu, caller)
    const body = isGet ? checkAddress(context.query) : await readPosted(parts, context)
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    for (const name of ['accept', 'last-event-id']) {
      const text = shortHeader(request.headers[name])
      if (text !== null) headers[name] = text
    }
    const call: GraphqlRequest['call'] = {
      caller,
      signal: context.signal,
      requestId: context.requestId,
      cpu: context.cpu,
      onOperation: (operation, startedMs, error) => lifecycle.operationEnded(context, operation, startedMs, error),
    }
    const answer = await parts.graphql.handle({
      url: `${addressOf(parts)}${context.query === '' ? '' : `?${context.query}`}`,
      method: isGet ? 'GET' : 'POST',
      headers,
      body,
      call,
      renderer: refusalRenderer(context),
      holds: (entityTag) => matchesEtag(context.request.headers['if-none-match'], entityTag),
      identify: () => pipeline.identify(true, credentialsOf(context, proxies)),
    })
    context.cpu.resume()
    context.charged = answer.charged()
    // what others may get says nothing of this caller
    const isShared = answer.headers['cache-control']?.startsWith('public') === true
    const allowance = isShared
      ? []
      : allowanceHeaders(await pipeline.receipt(caller), caller, pipeline.services.clock.nowMs())
    context.cpu.resume()
    const type = answer.headers['content-type'] ?? JSON_TYPE
    allowance.push(...headersOf(answer))
    if (answer.status === 304) return sendBytes(context, 304, null, null, [...allowance, 'Vary', 'Accept-Encoding'])
    if (typeof answer.body === 'string') return sendText(context, answer.status, type, answer.body, allowance)
    context.answerMemory = {
      release: (underWay) => {
        if (!underWay) answer.drop?.()
      },
    }
    if (!(Symbol.asyncIterator in answer.body))
      return await sendChunks(context, answer.status, type, answer.body, allowance)
    if (answer.isSubscription === true) {
      // it would count as a request that takes an hour
      context.operation = 'subscription'
      lifecycle.admission.rest(context)
      // nginx would hold events back
      allowance.push('X-Accel-Buffering', 'no')
    }
    await stream(context, answer.status, type, answer.body, allowance)
    context.charged = answer.charged()
  } catch (thrown) {
    const error = toServiceError(thrown)
    if (error.code === 'internal') throw error // logged and answered by the request handler
    sendGraphqlError(context, error, addressOf(parts))
  }
}

const addressOf = ({ publicApiUrl }: GraphqlParts): string => `${publicApiUrl}/graphql`

/** As clients of graphql-ws do. Other upgrades (`h2c`) are offers, which a server may leave (RFC 9110, 7.8). */
function asksForWebSocket({ headers }: RequestContext['request']): boolean {
  const offers = shortHeader(headers.upgrade)?.toLowerCase().split(',') ?? []
  return offers.some((offer) => offer.trim() === 'websocket')
}

function headersOf({ headers, errorsIn }: GraphqlAnswer): HeaderList {
  const list: HeaderList = errorsIn === undefined ? [] : languageHeaders(errorsIn)
  if (headers['retry-after'] !== undefined) list.push('Retry-After', headers['retry-after'])
  if (headers.allow !== undefined) list.push('Allow', headers.allow)
  list.push('Cache-Control', headers['cache-control'] ?? 'no-store')
  if (headers.etag !== undefined) list.push('ETag', headers.etag)
  if (headers.vary !== undefined) list.push('Vary', headers.vary)
  return list
}

async function readPosted({ lifecycle }: GraphqlParts, context: RequestContext): Promise<GraphqlRequest['body']> {
  const { request } = context
  // a page of another site may send a body without a type and without asking first
  if (request.headers['content-type'] === undefined) throw new ServiceError(say('error.unsupported_media_type.missing'))
  checkJsonType(request)
  lifecycle.admission.holdBody(context, GRAPHQL_BODY_BYTES)
  const bytes = await readBody(request, GRAPHQL_BODY_BYTES)
  lifecycle.admission.shrinkBody(context, bytes.length)
  context.cpu.resume()
  return { ...parseWithRawTexts(bytes), bytes: bytes.length }
}

/** It has no body. Throws ServiceError for a member of the address that is no JSON, or too much of it. */
function checkAddress(query: string): null {
  const words = new URLSearchParams(query)
  for (const name of ['variables', 'extensions']) {
    const text = words.get(name)
    // Yoga reads an empty one as absent
    if (text === null || text === '') continue
    checkStructure(text, say('part.subject.field', { field: name }))
    try {
      JSON.parse(text)
    } catch {
      throw new ServiceError(say('error.invalid_json.member', { field: name }), { inputPath: name })
    }
  }
  return null
}

/**
 * A browser that goes to the address, with or without a query in it; a client that reads JSON says so or takes
 * anything.
 */
function isVisit(accept: string): boolean {
  return accept.includes('text/html') && !accept.includes('json')
}

function sendGraphqlError(context: RequestContext, error: ServiceError, address: string): void {
  const renderer = refusalRenderer(context)
  const headers: HeaderList = ['Cache-Control', 'no-store', ...languageHeaders(refusalLanguages(error, renderer))]
  if (error.retryAfterS !== undefined) headers.push('Retry-After', String(error.retryAfterS))
  if (error.status === 401) headers.push('WWW-Authenticate', 'Bearer')
  if (error.code === 'upgrade_required')
    headers.push(
      'Upgrade',
      'HTTP/1.1',
      'Connection',
      'Upgrade',
      'Link',
      `<${address}>; rel="alternate"; type="text/event-stream"`,
    )
  const { code, sentence, status, inputPath, retryAfterS } = error
  // JSON leaves out what is undefined
  const extensions = { code: inCapitals(code), status, inputPath, retryAfterS, ...(sentence && { sentence }) }
  const body = JSON.stringify({ errors: [{ message: renderer.render(sentence ?? error.message), extensions }] })
  sendText(context, error.status, JSON_TYPE, body, headers)
}

/** Part after part as it comes, no faster than the client reads. */
async function stream(
  context: RequestContext,
  status: number,
  contentType: string,
  body: AsyncIterable<Uint8Array>,
  headers: HeaderList,
): Promise<void> {
  const { response } = context
  response.writeHead(status, [...headers, 'Content-Type', contentType, ...commonHeaders(context)])
  for await (const chunk of body) {
    if (response.destroyed || context.request.method === 'HEAD') break
    context.bytes += chunk.length
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end()
}
