// The REST transport: takes an operation through the pipeline (resolvers/pipeline/pipeline.ts) and writes its answer.
// The dispatcher (src/server/handle-request.ts) finds the route and writes failures.

import { entityTag } from '../resolvers/pipeline/entity-tag.ts'
import type { Call, GivenInput, OperationPipeline } from '../resolvers/pipeline/pipeline.ts'
import type { Caller, TrustedProxies } from '../src/metering/caller.ts'
import { attributionsOf } from '../src/releases/attribution.ts'
import type { HttpRoute } from '../src/server/handle-request.ts'
import { DEFAULT_LANGUAGE, rendererFor } from '../src/language/catalogue-files.ts'
import { matchesEtag } from '../src/server/match-etag.ts'
import { checkJsonType, parseWithRaw, readBody, Query } from '../src/server/read-request.ts'
import { type RequestContext, credentialsOf } from '../src/server/request-context.ts'
import type { RequestLifecycle } from '../src/server/request-lifecycle.ts'
import { type HeaderList, sendBytes, sendChunks, sendText, allowanceHeaders } from '../src/server/send-answer.ts'
import { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import { withKnownNames, OPAQUE_KEYS } from '../src/wire/wire-json.ts'
import { type OperationRoute, languageWithin, readLanguage, OPERATIONS_WITH_SENTENCES } from './operation-route.ts'
import { OPERATION_ROWS, writeAnswer } from './routes.ts'
import { z } from 'zod'
import type { AnyOperation } from '../resolvers/pipeline/operation.ts'
import { OF_KNOWN_NAMES, type StructureLimits } from '../src/wire/json-structure.ts'
import { toSnake } from '../src/wire/key-case.ts'

export interface RestParts {
  pipeline: OperationPipeline
  lifecycle: RequestLifecycle
  proxies: TrustedProxies
}

/** Every operation, as routes for the dispatcher. */
export function operationRows(parts: RestParts): HttpRoute[] {
  return OPERATION_ROWS.map((row) => ({
    host: row.host,
    method: row.method,
    path: row.path,
    name: row.operation.id,
    errors: row.errors,
    transport: 'rest',
    ...(row.alwaysAdmitted === undefined ? {} : { alwaysAdmitted: row.alwaysAdmitted }),
    identify: (context) => identifyKey(parts, row, context),
    failureHeaders: async ({ caller }) => (caller === null ? [] : allowanceOf(parts.pipeline, row, caller)),
    handle: (context, parameters) => serveOperation(parts, row, context, parameters),
  }))
}

async function serveOperation(
  { pipeline, lifecycle, proxies }: RestParts,
  row: OperationRoute,
  context: RequestContext,
  parameters: Record<string, string>,
): Promise<void> {
  const { operation } = row
  const { caller, input } = await pipeline.accept(operation, context, credentialsOf(context, proxies), () =>
    row.read === undefined ? readJsonBody(lifecycle, row, context) : readQuery(row.read, context, parameters),
  )
  const renderer = rendererFor(context.language ?? DEFAULT_LANGUAGE)
  const { language } = renderer
  const hasSentences = OPERATIONS_WITH_SENTENCES.has(operation.id)
  // a picture names its sources
  const isSaid = hasSentences || row.picture !== undefined
  const cacheControl = cacheControlOf(row, parameters, caller)
  const tag = await tagOf(pipeline, row, input, hasSentences ? language : null)
  if (tag !== null && matchesEtag(context.request.headers['if-none-match'], tag)) {
    // nothing runs and nothing is charged
    const headers = await allowanceOf(pipeline, row, caller)
    headers.push('ETag', tag, 'Cache-Control', cacheControl ?? 'no-cache', 'Vary', 'Accept-Encoding')
    if (isSaid) headers.push('Content-Language', language)
    return sendBytes(context, 304, null, null, headers)
  }
  const { output, charged } = await pipeline.answer(operation, input, {
    ...callOf(lifecycle, context, caller),
    language,
  })
  context.cpu.resume()
  context.charged = charged
  if (output instanceof EncodedAnswer) holdUntilSent(context, output)
  const picture = row.picture?.(output)
  const headers = await allowanceOf(pipeline, row, caller)
  context.cpu.resume()
  if (cacheControl !== null) headers.push('Cache-Control', cacheControl)
  if (tag !== null) headers.push('ETag', tag)
  if (isSaid) headers.push('Content-Language', language)
  if (picture !== undefined) return sendBytes(context, 200, picture.type, picture.bytes, headers)
  const sources = attributionsOf(pipeline.services.releases.findLive(), operation.sources)
  const { type, text } = writeAnswer(row, output, input, sources, renderer)
  if (typeof text === 'string') sendText(context, 200, type, text, headers)
  else await sendChunks(context, 200, type, text, headers)
}

function callOf(lifecycle: RequestLifecycle, context: RequestContext, caller: Caller): Call {
  const { signal, requestId, cpu } = context
  const call = { caller, signal, requestId, cpu }
  if (context.span === null) return call
  return {
    ...call,
    onOperation: (operation, startedMs, error) => lifecycle.operationEnded(context, operation, startedMs, error),
  }
}

/** A key that is none stays unknown: the method is refused all the same. */
async function identifyKey({ pipeline, proxies }: RestParts, { operation }: OperationRoute, context: RequestContext) {
  if (!operation.takesKey) return
  try {
    const caller = await pipeline.identify(true, credentialsOf(context, proxies))
    if (caller.key !== null) context.caller = caller
  } catch {}
}

async function readJsonBody(
  { admission }: RequestLifecycle,
  { operation, rawMembers = [], languageIn }: OperationRoute,
  context: RequestContext,
): Promise<GivenInput> {
  checkJsonType(context.request)
  admission.holdBody(context, operation.limits.bodyBytes)
  const bytes = await readBody(context.request, operation.limits.bodyBytes)
  admission.shrinkBody(context, bytes.length)
  context.cpu.resume()
  const { camelOf, limits } = inputNames(operation)
  const { value, raw } = parseWithRaw(bytes, rawMembers, limits)
  context.language = readLanguage(value) ?? languageWithin(value, languageIn) ?? queryLanguage(new Query(context.query))
  return { value: withKnownNames(value, camelOf), raw }
}

function readQuery(
  read: NonNullable<OperationRoute['read']>,
  context: RequestContext,
  parameters: Record<string, string>,
): GivenInput {
  const query = new Query(context.query)
  context.language = queryLanguage(query)
  return { value: read(parameters, query), raw: null }
}

function queryLanguage(query: Query): string | null {
  const language = query.text('language')
  return language === undefined ? null : readLanguage({ language })
}

/** Returns null unless the answer depends only on the release and the request. */
async function tagOf(
  pipeline: OperationPipeline,
  { operation, etag }: OperationRoute,
  input: unknown,
  language: string | null,
): Promise<string | null> {
  if (etag === undefined) return null
  const revision = etag === 'catalogue' ? await pipeline.services.findCatalogueRevision?.() : null
  return entityTag(pipeline.services, operation.id, input, revision, language)
}

/** Headers with the allowance, for operations under the rate limit and for every call with a key. */
async function allowanceOf(
  pipeline: OperationPipeline,
  { operation }: OperationRoute,
  caller: Caller,
): Promise<HeaderList> {
  if (!operation.rateLimited && caller.key === null) return []
  return allowanceHeaders(await pipeline.receipt(caller), caller, pipeline.services.clock.nowMs())
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
  else context.answerMemory = answer
}

export interface InputNames {
  /** `distance_m` -> `distanceM`, of those that are written in two ways */
  camelOf: ReadonlyMap<string, string>
  /** of a body; undefined: some of its objects have data as names */
  limits: StructureLimits | undefined
}

const known = new WeakMap<AnyOperation, InputNames>()

/**
 * The names that the input of an operation has, in snake_case as a body writes them. A body's members are renamed by
 * these alone: what nobody knows stays as it was sent, however much of it there is. Made at the first use.
 */
export function inputNames(operation: AnyOperation): InputNames {
  let names = known.get(operation)
  if (names === undefined) known.set(operation, (names = makeNames(operation)))
  return names
}

function makeNames({ input }: AnyOperation): InputNames {
  const names = new Set<string>()
  for (const io of ['input', 'output'] as const) addNames(z.toJSONSchema(input, { io, unrepresentable: 'any' }), names)
  const camelOf = new Map<string, string>()
  for (const name of names) if (toSnake(name) !== name) camelOf.set(toSnake(name), name)
  const isFree = [...names].some((name) => OPAQUE_KEYS.has(name) || name === 'file')
  return { camelOf, limits: isFree ? undefined : OF_KNOWN_NAMES }
}

function addNames(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name)
    addNames(value, names)
  }
}
