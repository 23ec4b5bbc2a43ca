// The dispatcher: finds the row for every request of both listeners by host and path. A failure on a known path is sent
// in that path's error shape, a 405 with Allow.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError, toServiceError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { type ErrorShape, errorText } from './error-shapes.ts'
import { type HostName, type RequestContext, openRequestContext } from './request-context.ts'
import { PathTable } from './match-path.ts'
import type { RequestWatch } from './request-watch.ts'
import { type HeaderList, JSON_TYPE, sendBytes, sendOptions } from './send-answer.ts'
import type { HttpRoute } from './http-route.ts'

export interface HandlerParts {
  log: Logger
  watch: RequestWatch
  publicApiUrl: string
  publicSiteUrl: string
  rows: readonly HttpRoute[]
}

type Tables = Readonly<Record<HostName, PathTable<HttpRoute>>>

/** Handles every request of both listeners; `listenerHost` is the one it arrived at. */
export function createRequestHandler(
  parts: HandlerParts,
): (request: IncomingMessage, response: ServerResponse, listenerHost: HostName) => void {
  const { log, watch, rows } = parts
  const rowsOf = (host: HostName) => new PathTable(rows.filter((row) => row.host === host))
  const tables: Tables = { api: rowsOf('api'), site: rowsOf('site') }
  const hostOf = hostChooser(parts.publicApiUrl, parts.publicSiteUrl)
  const onEnd = (context: RequestContext, sent: boolean) => watch.end(context, sent)

  return (request, response, listenerHost) => {
    const context = openRequestContext(request, response, hostOf(request.headers.host, listenerHost), onEnd)
    watch.begin(context)
    if (context.span === null) void serve(context, tables, watch, log)
    else void context.span.run(() => serve(context, tables, watch, log))
  }
}

async function serve(context: RequestContext, tables: Tables, watch: RequestWatch, log: Logger): Promise<void> {
  const match = tables[context.host].find(context.path)
  const method = context.request.method === 'HEAD' ? 'GET' : context.request.method!
  const row = match?.rows.get(method)
  try {
    if (match === null)
      throw new ServiceError('not_found', `There is nothing at this path of the ${context.host} host.`)
    if (row === undefined) {
      const allow = allowedMethods(match.rows)
      if (method === 'OPTIONS') return sendOptions(context, allow)
      await identify(match.rows, context)
      throw new ServiceError('method_not_allowed', `This path takes ${allow.join(', ')}.`, { allow })
    }
    context.operation = row.name
    context.transport = row.transport ?? 'page'
    // the GraphQL handler checks admission itself, so that its refusals have its shape
    if (row.vital !== true && row.transport !== 'graphql') await watch.admission.enter(context, row.job, row.isFile)
    context.cpu.resume()
    await row.handle(context, match.parameters)
  } catch (thrown) {
    const error = toServiceError(thrown)
    logFailure(log, context, error)
    const told = row ?? match?.rows.values().next().value
    const headers = (await told?.failureHeaders?.(context)) ?? []
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
  headers.push('Cache-Control', 'no-store')
  sendBytes(context, error.status, JSON_TYPE, errorText(shape, error, context.requestId), headers)
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
