// One REST request through the gate: match, identify, rate, body, parse, run, write. Also the pages and files that
// are no operations. Every failure of a known path leaves in that path's error shape, a 405 with Allow.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { entityTag } from '../resolvers/entity-tag.ts'
import { parseInput } from '../resolvers/parse-input.ts'
import type { Call, Gate } from '../resolvers/run-resolver.ts'
import { ServiceError, toServiceError } from '../src/errors.ts'
import type { TrustedProxies } from '../src/gateway/client-address.ts'
import type { Caller } from '../src/gateway/caller.ts'
import type { Logger } from '../src/log.ts'
import { allowanceHeaders } from '../src/server/allowance-headers.ts'
import { credentialsOf } from '../src/server/credentials.ts'
import { openExchange } from '../src/server/exchange.ts'
import type { Exchange, HostName } from '../src/server/exchange.ts'
import type { PageRow } from '../src/server/page-row.ts'
import type { RequestWatch } from '../src/server/request-watch.ts'
import { checkJsonType, parseHolding, readBody } from '../src/server/read-body.ts'
import { JSON_TYPE, sendBytes, sendChunks, sendOptions, sendText } from '../src/server/send-answer.ts'
import type { HeaderList } from '../src/server/send-answer.ts'
import type { HeldJson } from '../src/wire/held-json.ts'
import { PreparedAnswer } from '../src/wire/prepared-answer.ts'
import { fromWire } from '../src/wire/wire-json.ts'
import { namesTag } from './entity-tag.ts'
import { errorText } from './error-shapes.ts'
import type { ErrorShape } from './error-shapes.ts'
import { PathTable } from './match-path.ts'
import { Query } from './read-query.ts'
import { OPERATION_ROWS, writeAnswer } from './routes.ts'
import type { OperationRow } from './operation-row.ts'

export interface HandlerParts {
  gate: Gate
  log: Logger
  watch: RequestWatch
  proxies: TrustedProxies
  publicApiUrl: string
  publicSiteUrl: string
  pages: readonly PageRow[]
}

type Row = OperationRow | PageRow

/** Handles every request of both listeners; `listenerHost` says which one it came by. */
export function createRequestHandler(
  parts: HandlerParts,
): (request: IncomingMessage, response: ServerResponse, listenerHost: HostName) => void {
  const { gate, log, watch } = parts
  const rowsOf = (host: HostName) =>
    new PathTable<Row>([...OPERATION_ROWS, ...parts.pages].filter((row) => row.host === host))
  const tables = { api: rowsOf('api'), site: rowsOf('site') }
  const hostOf = hostChooser(parts.publicApiUrl, parts.publicSiteUrl)
  const onEnd = (exchange: Exchange, sent: boolean) => watch.end(exchange, sent)

  return (request, response, listenerHost) => {
    const exchange = openExchange(request, response, hostOf(request.headers.host, listenerHost), onEnd)
    watch.begin(exchange)
    if (exchange.span === null) void serve(exchange)
    else void exchange.span.run(() => serve(exchange))
  }

  async function serve(exchange: Exchange): Promise<void> {
    const match = tables[exchange.host].find(exchange.path)
    const method = exchange.request.method === 'HEAD' ? 'GET' : exchange.request.method!
    const row = match?.rows.get(method)
    const shape: ErrorShape = match === null || match === undefined ? 'error' : shapeOf(match.rows)
    try {
      if (match === null)
        throw new ServiceError('not_found', `There is nothing at this path of the ${exchange.host} host.`)
      if (row === undefined) {
        const allow = [...match.rows.keys()]
          .flatMap((known) => (known === 'GET' ? ['GET', 'HEAD'] : [known]))
          .concat('OPTIONS')
        if (method === 'OPTIONS') return sendOptions(exchange, allow)
        throw new ServiceError('method_not_allowed', `This path takes ${allow.join(', ')}.`, { allow })
      }
      if ('resolver' in row) await serveOperation(exchange, row, match.parameters)
      else {
        exchange.operation = row.name
        exchange.door = row.door ?? 'page'
        // the GraphQL door checks for itself, so that its refusals have its shape
        if (row.vital !== true && row.door !== 'graphql') await watch.admission.enter(exchange, undefined, row.isFile)
        await row.handle(exchange, match.parameters)
      }
    } catch (thrown) {
      await sendError(exchange, shape, toServiceError(thrown), row)
    }
  }

  async function serveOperation(
    exchange: Exchange,
    row: OperationRow,
    parameters: Record<string, string>,
  ): Promise<void> {
    const { resolver } = row
    exchange.operation = resolver.id
    exchange.door = 'rest'
    if (row.vital !== true) await watch.admission.enter(exchange, row.job)
    const caller = (exchange.caller = await gate.identify(resolver.keyed, credentialsOf(exchange, parts.proxies)))
    if (resolver.rated) gate.checkRate(caller)
    let raw: unknown
    let held: Record<string, HeldJson> | null = null
    if (row.read !== undefined) raw = row.read(parameters, new Query(exchange.query))
    else {
      checkJsonType(exchange.request)
      watch.admission.holdBody(exchange, resolver.limits.bodyBytes)
      const bytes = await readBody(exchange.request, resolver.limits.bodyBytes)
      watch.admission.shrinkBody(exchange, bytes.length)
      const body = parseHolding(bytes, row.holds ?? [])
      raw = fromWire(body.value)
      held = body.held
    }
    const call: Call = { caller, signal: exchange.signal, requestId: exchange.requestId }
    if (exchange.span !== null)
      call.onOperation = (operation, startedMs, error) => watch.operationEnded(exchange, operation, startedMs, error)
    const parsed = parseInput(resolver, raw)
    const input = held === null ? parsed : Object.assign(parsed as object, held)
    const tag =
      row.revalidates === undefined
        ? null
        : entityTag(
            gate.services,
            resolver.id,
            input,
            row.revalidates === 'catalogue' ? await gate.services.findCatalogueMark?.() : null,
          )
    if (tag !== null && namesTag(exchange.request.headers['if-none-match'], tag)) {
      // nothing runs and nothing is charged
      const headers = isMetered(row, caller) ? await headersFor(caller) : []
      return sendBytes(exchange, 304, null, null, [
        ...headers,
        'ETag',
        tag,
        'Cache-Control',
        row.cacheControl?.(parameters) ?? 'no-cache',
        'Vary',
        'Accept-Encoding',
      ])
    }
    const { output, charged } = await gate.run(resolver, input, call)
    exchange.charged = charged
    if (output instanceof PreparedAnswer) holdUntilSent(exchange, output)
    const headers = isMetered(row, caller) ? await headersFor(caller) : []
    if (row.cacheControl !== undefined) headers.push('Cache-Control', row.cacheControl(parameters))
    if (tag !== null) headers.push('ETag', tag)
    const picture = row.picture?.(output)
    if (picture !== undefined) return sendBytes(exchange, 200, picture.type, picture.bytes, headers)
    const { type, text } = writeAnswer(row, output, input)
    if (typeof text === 'string') sendText(exchange, 200, type, text, headers)
    else await sendChunks(exchange, 200, type, text, headers)
  }

  async function headersFor(caller: Caller): Promise<HeaderList> {
    return allowanceHeaders(await gate.receipt(caller), caller, gate.services.clock.nowMs())
  }

  async function sendError(
    exchange: Exchange,
    shape: ErrorShape,
    error: ServiceError,
    row: Row | undefined,
  ): Promise<void> {
    // of what is refused under load the access log tells enough
    if (error.status >= 500 && error.code !== 'busy' && exchange.signal.aborted === false) {
      log[error.code === 'internal' ? 'error' : 'warn'](
        {
          requestId: exchange.requestId,
          operation: exchange.operation,
          code: error.code,
          ...(error.code === 'internal' ? { stack: stackOf(error) } : {}),
        },
        'request failed',
      )
    }
    const metered =
      row !== undefined && 'resolver' in row && exchange.caller !== null && isMetered(row, exchange.caller)
    const headers = metered ? await headersFor(exchange.caller!) : []
    sendFailure(exchange, shape, error, headers)
  }
}

/** A prepared answer may lie in memory that is wanted back. */
function holdUntilSent(exchange: Exchange, answer: PreparedAnswer<unknown>): void {
  if (exchange.signal.aborted) answer.release()
  // where a client left, a write may still be under way
  else exchange.release = () => answer.release(!exchange.response.writableFinished)
}

/** A failure in its shape, with Retry-After, Allow and WWW-Authenticate where they belong. */
export function sendFailure(
  exchange: Exchange,
  shape: ErrorShape,
  error: ServiceError,
  headers: HeaderList = [],
): void {
  if (error.retryAfterS !== undefined) headers.push('Retry-After', String(error.retryAfterS))
  if (error.allow !== undefined) headers.push('Allow', error.allow.join(', '))
  if (error.status === 401) headers.push('WWW-Authenticate', 'Bearer')
  headers.push('Cache-Control', 'no-store')
  sendBytes(exchange, error.status, JSON_TYPE, errorText(shape, error, exchange.requestId), headers)
}

/** The Host header decides where it names one of the two public hosts; else the listener does (decision D1). */
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

/** Operations that cost something, and whatever carries a key. */
function isMetered(row: OperationRow, caller: Caller): boolean {
  return row.resolver.rated || caller.key !== null
}

function shapeOf(rows: Map<string, Row>): ErrorShape {
  for (const row of rows.values()) if ('resolver' in row) return row.errors
  return 'error'
}

function stackOf(error: ServiceError): string | undefined {
  return error.cause instanceof Error ? error.cause.stack : String(error.cause)
}
