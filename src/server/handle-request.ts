// The dispatcher: finds the row for every request of both listeners by host and path. A failure on a known path is sent
// in that path's error shape, a 405 with Allow.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError, toServiceError } from '../errors.ts'
import type { Renderer } from '../language/renderer.ts'
import { say } from '../language/sentence.ts'
import type { Logger } from '../log.ts'
import { type HostName, type RequestContext, openRequestContext, type Transport } from './request-context.ts'
import type { RequestLifecycle } from './request-lifecycle.ts'
import { languageHeaders, refusalLanguages, refusalRenderer } from './refusal-language.ts'
import { type HeaderList, JSON_TYPE, sendBytes, sendOptions } from './send-answer.ts'
import { toSnake } from '../wire/key-case.ts'

export interface HandlerParts {
  log: Logger
  lifecycle: RequestLifecycle
  publicApiUrl: string
  publicSiteUrl: string
  rows: readonly HttpRoute[]
}

type Tables = Readonly<Record<HostName, PathTable<HttpRoute>>>

/** Handles every request of both listeners; `listenerHost` is the one it arrived at. */
export function createRequestHandler(
  parts: HandlerParts,
): (request: IncomingMessage, response: ServerResponse, listenerHost: HostName) => void {
  const { log, lifecycle, rows } = parts
  const rowsOf = (host: HostName) => new PathTable(rows.filter((row) => row.host === host))
  const tables: Tables = { api: rowsOf('api'), site: rowsOf('site') }
  const hostOf = hostChooser(parts.publicApiUrl, parts.publicSiteUrl)
  const onEnd = (context: RequestContext, sent: boolean) => lifecycle.end(context, sent)

  return (request, response, listenerHost) => {
    const context = openRequestContext(request, response, hostOf(request.headers.host, listenerHost), onEnd)
    lifecycle.begin(context)
    if (context.span === null) void serve(context, tables, lifecycle, log)
    else void context.span.run(() => serve(context, tables, lifecycle, log))
  }
}

async function serve(context: RequestContext, tables: Tables, lifecycle: RequestLifecycle, log: Logger): Promise<void> {
  const match = tables[context.host].find(context.path)
  const method = context.request.method === 'HEAD' ? 'GET' : context.request.method!
  const row = match?.rows.get(method)
  try {
    if (match === null) throw new ServiceError(say('error.not_found.path', { host: context.host }))
    if (row === undefined) {
      const allow = allowedMethods(match.rows)
      if (method === 'OPTIONS') return sendOptions(context, allow)
      await identify(match.rows, context)
      throw new ServiceError(say('error.method_not_allowed', { methods: allow }), { allow })
    }
    context.operation = row.name
    context.transport = row.transport ?? 'page'
    // the GraphQL handler checks admission itself, so that its refusals have its shape
    if (row.alwaysAdmitted !== true && row.transport !== 'graphql') await lifecycle.admission.enter(context, row.isFile)
    context.cpu.resume()
    await row.handle(context, match.parameters)
  } catch (thrown) {
    const error = toServiceError(thrown)
    logFailure(log, context, error)
    const anyRow = row ?? match?.rows.values().next().value
    const headers = (await anyRow?.failureHeaders?.(context)) ?? []
    sendFailure(context, match === null ? 'error' : shapeOf(match.rows), error, headers)
  }
}

/** Whose call it is, where the path takes a key: the refusal of a method says what the key has left, too. */
async function identify(rows: ReadonlyMap<string, HttpRoute>, context: RequestContext): Promise<void> {
  for (const row of rows.values()) if (row.identify !== undefined) return row.identify(context)
}

function allowedMethods(rows: ReadonlyMap<string, HttpRoute>): string[] {
  return [...rows.keys()].flatMap((known) => (known === 'GET' ? ['GET', 'HEAD'] : [known])).concat('OPTIONS')
}

/** The error shape of a path, whatever the method. */
function shapeOf(rows: ReadonlyMap<string, HttpRoute>): ErrorShape {
  for (const { errors } of rows.values()) if (errors !== undefined) return errors
  return 'error'
}

/** Refusals under load are not logged here; the access log covers them. */
function logFailure(log: Logger, context: RequestContext, error: ServiceError): void {
  if (error.status < 500 || error.code === 'busy' || context.signal.aborted) return
  const isOurs = error.code === 'internal'
  log[isOurs ? 'error' : 'warn'](
    {
      requestId: context.requestId,
      operation: context.operation,
      code: error.code,
      ...(isOurs ? { stack: stackOf(error) } : {}),
    },
    'request failed',
  )
}

function stackOf(error: ServiceError): string | undefined {
  return error.cause instanceof Error ? error.cause.stack : String(error.cause)
}

/** Sends a failure in its shape, with Retry-After, Allow and WWW-Authenticate where needed. */
function sendFailure(context: RequestContext, shape: ErrorShape, error: ServiceError, headers: HeaderList): void {
  if (error.retryAfterS !== undefined) headers.push('Retry-After', String(error.retryAfterS))
  if (error.allow !== undefined) headers.push('Allow', error.allow.join(', '))
  if (error.status === 401) headers.push('WWW-Authenticate', 'Bearer')
  const renderer = refusalRenderer(context)
  headers.push('Cache-Control', 'no-store', ...languageHeaders(refusalLanguages(error, renderer)))
  sendBytes(context, error.status, JSON_TYPE, errorText(shape, error, context.requestId, renderer), headers)
}

/** The Host header decides if it names one of the two public hosts; else the listener does (decision: hosts). */
function hostChooser(
  publicApiUrl: string,
  publicSiteUrl: string,
): (hostHeader: string | undefined, listenerHost: HostName) => HostName {
  const api = new URL(publicApiUrl).host
  const site = new URL(publicSiteUrl).host
  return (hostHeader, listenerHost) => {
    if (api === site || hostHeader === undefined) return listenerHost
    const named = hostHeader.toLowerCase()
    return named === site ? 'site' : named === api ? 'api' : listenerHost
  }
}

export interface Match<T> {
  /** by method */
  rows: Map<string, T>
  parameters: Record<string, string>
}

const NO_PARAMETERS = Object.freeze({}) as Record<string, string>

/**
 * Path -> routes. Exact paths need one Map lookup; paths with `{name}` segments are compared segment by segment. A
 * segment never matches empty text, and is percent-decoded once; an invalid escape matches nothing.
 */
export class PathTable<T extends { method: string; path: string }> {
  #exact = new Map<string, Match<T>>()
  #patterns: { segments: string[]; rows: Map<string, T> }[] = []

  constructor(rows: Iterable<T>) {
    for (const row of rows) {
      if (!row.path.includes('{')) {
        const match = this.#exact.get(row.path) ?? { rows: new Map<string, T>(), parameters: NO_PARAMETERS }
        match.rows.set(row.method, row)
        this.#exact.set(row.path, match)
        continue
      }
      const segments = row.path.split('/')
      const same = this.#patterns.find((pattern) => pattern.segments.join('/') === row.path)
      if (same !== undefined) same.rows.set(row.method, row)
      else this.#patterns.push({ segments, rows: new Map([[row.method, row]]) })
    }
  }

  find(path: string): Match<T> | null {
    const exact = this.#exact.get(path)
    if (exact !== undefined) return exact
    const given = path.split('/')
    for (const { segments, rows } of this.#patterns) {
      if (segments.length !== given.length) continue
      const parameters = matchSegments(segments, given)
      if (parameters !== null) return { rows, parameters }
    }
    return null
  }
}

/** `{artifact}.pmtiles` may have text after the name. */
function matchSegments(segments: string[], given: string[]): Record<string, string> | null {
  const parameters: Record<string, string> = {}
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]
    if (!segment.startsWith('{')) {
      if (segment !== given[i]) return null
      continue
    }
    const close = segment.indexOf('}')
    const tail = segment.slice(close + 1)
    if (given[i].length <= tail.length || !given[i].endsWith(tail)) return null
    try {
      parameters[segment.slice(1, close)] = decodeURIComponent(given[i].slice(0, given[i].length - tail.length))
    } catch {
      return null
    }
  }
  return parameters
}

/** One method and path: an operation, a page, a file, GraphQL, metrics. */
export interface HttpRoute {
  host: HostName
  method: 'GET' | 'POST'
  /** `{name}` stands for one path segment */
  path: string
  /** for the log and the metrics: the operation's id, or the name of a page */
  name: string
  /** shape of failures; default `error` */
  errors?: ErrorShape
  /** always answered, overloaded or not */
  alwaysAdmitted?: true
  /**
   * a static file: not refused while the main thread is busy, since half a map helps nobody and it costs almost
   * nothing
   */
  isFile?: true
  /** for the metrics; default 'page'. GraphQL refuses in its own shape. */
  transport?: Transport
  /** headers for its failures */
  failureHeaders?(context: RequestContext): Promise<HeaderList>
  /** sets the caller if the request has a valid key, before its method is refused; fails never */
  identify?(context: RequestContext): Promise<void>
  handle(context: RequestContext, parameters: Record<string, string>): Promise<void> | void
}

export type ErrorShape = 'error' | 'product' | 'route'

/** Valhalla's own error numbers where it has one for the case; 199 is its "unknown". */
const VALHALLA_CODES: Partial<Record<ServiceError['code'], number>> = {
  invalid_json: 100,
  invalid_input: 130,
  not_found: 106,
  method_not_allowed: 101,
  too_large: 153,
  leg_too_long: 154,
  no_snap: 171,
  outside_region: 171,
  no_path: 442,
  setting_refused: 130,
  network_unavailable: 503,
  busy: 503,
}

/**
 * The JSON text of a failure in its operation's shape (decision: errors), with field names in REST form. A 500 reveals
 * no internals and carries the request id.
 */
export function errorText(shape: ErrorShape, error: ServiceError, requestId: string, renderer: Renderer): string {
  const message = errorMessage(error, requestId, renderer)
  if (shape === 'error') return JSON.stringify({ error: error.code, message })
  if (shape === 'product') return JSON.stringify({ error: { code: error.code, message } })
  return JSON.stringify({
    error: message,
    status_code: error.status,
    error_code: VALHALLA_CODES[error.code] ?? 199,
    service: { code: error.code, message },
  })
}

/** `maxSac` in backticks becomes `max_sac`; other text is unchanged. */
export function errorMessage(error: ServiceError, requestId: string, renderer: Renderer): string {
  if (error.code === 'internal') return renderer.render(say('error.internal.request', { requestId }))
  return renderer
    .render(error.sentence ?? error.message)
    .replace(/`([A-Za-z][\w.[\]]*)`/g, (_, name: string) => `\`${name.split('.').map(toSnake).join('.')}\``)
}
