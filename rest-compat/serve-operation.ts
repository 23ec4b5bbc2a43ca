// The REST transport of operations: identify, rate, body, parse, run, write. The dispatcher
// (src/server/handle-request.ts) finds the row and writes failures.

import { entityTag } from '../resolvers/pipeline/entity-tag.ts'
import { parseInput } from '../resolvers/pipeline/parse-input.ts'
import type { Call } from '../resolvers/pipeline/call.ts'
import type { OperationPipeline } from '../resolvers/pipeline/operation-pipeline.ts'
import type { TrustedProxies } from '../src/metering/client-address.ts'
import type { Caller } from '../src/metering/caller.ts'
import { allowanceHeaders } from '../src/server/allowance-headers.ts'
import { credentialsOf } from '../src/server/credentials.ts'
import type { RequestContext } from '../src/server/request-context.ts'
import type { RequestWatch } from '../src/server/request-watch.ts'
import { checkJsonType, parseHolding, readBody } from '../src/server/read-body.ts'
import { type HeaderList, sendBytes, sendChunks, sendText } from '../src/server/send-answer.ts'
import type { HttpRoute } from '../src/server/http-route.ts'
import type { RawJson } from '../src/wire/raw-json.ts'
import { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { withKnownNames } from '../src/wire/wire-json.ts'
import { matchesEtag } from '../src/server/match-etag.ts'
import { inputNames } from './input-names.ts'
import type { OperationRoute } from './operation-route.ts'
import { Query } from '../src/server/read-query.ts'
import { OPERATION_ROWS, writeAnswer } from './routes.ts'

export interface DoorParts {
  gate: OperationPipeline
  watch: RequestWatch
  proxies: TrustedProxies
}

/** Every operation, as rows for the dispatcher. */
export function operationRows(parts: DoorParts): HttpRoute[] {
  return OPERATION_ROWS.map((row) => ({
    host: row.host,
    method: row.method,
    path: row.path,
    name: row.resolver.id,
    errors: row.errors,
    transport: 'rest',
    ...(row.vital === undefined ? {} : { vital: row.vital }),
    ...(row.job === undefined ? {} : { job: row.job }),
    identify: (context) => identifyKey(parts, row, context),
    failureHeaders: async ({ caller }) => (caller === null ? [] : allowanceOf(parts.gate, row, caller)),
    handle: (context, parameters) => serveOperation(parts, row, context, parameters),
  }))
}

async function serveOperation(
  { gate, watch, proxies }: DoorParts,
  row: OperationRoute,
  context: RequestContext,
  parameters: Record<string, string>,
): Promise<void> {
  const { resolver } = row
  const caller = (context.caller = await gate.identify(resolver.keyed, credentialsOf(context, proxies)))
  if (resolver.rated) {
    gate.checkCpu(context.cpu, caller)
    gate.checkRate(caller)
  }
  const { raw, held } =
    row.read === undefined
      ? await readJsonBody(watch, row, context)
      : { raw: row.read(parameters, new Query(context.query)), held: null }
  const call: Call = { caller, signal: context.signal, requestId: context.requestId, cpu: context.cpu }
  if (context.span !== null)
    call.onOperation = (operation, startedMs, error) => watch.operationEnded(context, operation, startedMs, error)
  const parsed = parseInput(resolver, raw)
  const input = held === null ? parsed : Object.assign(parsed as object, held)
  const tag = await tagOf(gate, row, input)
  if (tag !== null && matchesEtag(context.request.headers['if-none-match'], tag)) {
    // nothing runs and nothing is charged
    return sendBytes(context, 304, null, null, [
      ...(await allowanceOf(gate, row, caller)),
      'ETag',
      tag,
      'Cache-Control',
      cacheControlOf(row, parameters, caller) ?? 'no-cache',
      'Vary',
      'Accept-Encoding',
    ])
  }
  const { output, charged } = await gate.run(resolver, input, call)
  context.cpu.resume()
  context.charged = charged
  if (output instanceof EncodedAnswer) holdUntilSent(context, output)
  const picture = row.picture?.(output)
  const headers = await allowanceOf(gate, row, caller)
  context.cpu.resume()
  const cacheControl = cacheControlOf(row, parameters, caller)
  if (cacheControl !== null) headers.push('Cache-Control', cacheControl)
  if (tag !== null) headers.push('ETag', tag)
  if (picture !== undefined) return sendBytes(context, 200, picture.type, picture.bytes, headers)
  const { type, text } = writeAnswer(row, output, input)
  if (typeof text === 'string') sendText(context, 200, type, text, headers)
  else await sendChunks(context, 200, type, text, headers)
}

/** A key that is none stays unknown: the method is refused all the same. */
async function identifyKey({ gate, proxies }: DoorParts, { resolver }: OperationRoute, context: RequestContext) {
  if (!resolver.keyed) return
  try {
    const caller = await gate.identify(true, credentialsOf(context, proxies))
    if (caller.key !== null) context.caller = caller
  } catch {}
}

async function readJsonBody(
  { admission }: RequestWatch,
  { resolver, holds = [] }: OperationRoute,
  context: RequestContext,
): Promise<{ raw: unknown; held: Record<string, RawJson> | null }> {
  checkJsonType(context.request)
  admission.holdBody(context, resolver.limits.bodyBytes)
  const bytes = await readBody(context.request, resolver.limits.bodyBytes)
  admission.shrinkBody(context, bytes.length)
  context.cpu.resume()
  const { camelOf, limits } = inputNames(resolver)
  const { value, held } = parseHolding(bytes, holds, limits)
  return { raw: withKnownNames(value, camelOf), held }
}

/** Returns null unless the answer depends only on the release and the request. */
async function tagOf(
  gate: OperationPipeline,
  { resolver, revalidates }: OperationRoute,
  input: unknown,
): Promise<string | null> {
  if (revalidates === undefined) return null
  const mark = revalidates === 'catalogue' ? await gate.services.findCatalogueMark?.() : null
  return entityTag(gate.services, resolver.id, input, mark)
}

/** Headers with the allowance, for operations that are rated and for every keyed call. */
async function allowanceOf(gate: OperationPipeline, { resolver }: OperationRoute, caller: Caller): Promise<HeaderList> {
  if (!resolver.rated && caller.key === null) return []
  return allowanceHeaders(await gate.receipt(caller), caller, gate.services.clock.nowMs())
}

/** An answer that shows a key's remaining credits is private to its caller: no shared cache may store it. */
function cacheControlOf(row: OperationRoute, parameters: Record<string, string>, { key }: Caller): string | null {
  const control = row.cacheControl?.(parameters) ?? null
  if (control === null || key === null || control === 'no-store') return control
  return `private, ${control.replace('public, ', '')}`
}

/** Keeps the memory of a prepared answer until it has been sent. */
function holdUntilSent(context: RequestContext, answer: { release(underWay?: boolean): void }): void {
  if (context.signal.aborted) answer.release()
  else context.held = answer
}
