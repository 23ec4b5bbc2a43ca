// The fuzz of one operation over one transport: cases by seed and number, each sent to a real server and its answer
// judged. A case fails by a 5xx that is not documented or whose cause is not there, by no answer in time, by a body or
// code that is not published. `npm run fuzz` (fuzz-command.ts) and test/fuzz/operations.test.ts run it. The same seed
// makes the same cases for the same region.

import { Agent, request as httpRequest } from 'node:http'
import * as fc from 'fast-check'
import { type GraphQLNamedType, getNamedType, isAbstractType, isCompositeType } from 'graphql'
import { buildOpenApi } from '../../rest-compat/openapi.ts'
import { OPERATION_ROWS, OPERATIONS } from '../../rest-compat/routes.ts'
import type { OperationRoute } from '../../rest-compat/operation-route.ts'
import { schema } from '../../schema/index.ts'
import { factsOf } from '../../schema/plugin/field-facts.ts'
import { ERROR_STATUS, type ErrorCode } from '../../src/errors.ts'
import { LARGE_CPU_MS, SMALL_BYTES, SMALL_CPU_MS } from '../attack/bars.ts'
import { untilQuiet } from '../attack/run-attacks.ts'
import { sizeOf } from '../attack/send-request.ts'
import { cpuMs } from '../attack/watch-process.ts'
import { answerChecks } from '../support/wire-schema.ts'
import { graphqlCases, OPERATION_FIELDS, type OperationField } from './graphql-request.ts'
import { hostileJson, hostileOf } from './hostile.ts'
import type { Region } from './region.ts'
import { walkInputPath } from './input-path.ts'
import { withLongHead } from './long-runs.ts'
import { type RawRequest, brokenRequests, restRequestOf } from './rest-request.ts'
import { valuesOf } from './schema-arbitrary.ts'

export interface Target {
  /** e.g. `rest POST /v1/route` or `graphql route` */
  name: string
  operation: string
  row: OperationRoute | null
  field: OperationField | null
  /** at once; those that take a concurrency slot go one by one */
  atOnce: number
}

export interface FuzzServer {
  api: string
  site: string
  region: Region
  /** of the server, whose processor time is watched; left out where the system does not tell it */
  pid?: number | undefined
}

export interface Failure {
  case: number
  why: string
  request: RawRequest
  answer: string
}

export interface FuzzResult {
  cases: number
  statuses: Map<string, number>
  failures: Failure[]
  slowestMs: number
  /** answers that said the machine has too much to do */
  busy: number
  /** cases that were still answered so after `PATIENCE_MS`, and so say nothing */
  unjudged: number
}

export interface FuzzOptions {
  cases: number
  seed: number
  /** the first case, to run a single one again */
  from?: number
  onProgress?: (done: number) => void
  /** stops after so many failures */
  maxFailures?: number
}

const CASE_LIMIT_MS = 15_000
/** How long a case is sent again while the machine has too much else to do. */
const PATIENCE_MS = 20_000
/** Cases made at once: a case is made again from the seed of its batch. */
const BATCH = 50
const DOCUMENT = buildOpenApi({ publicApiUrl: 'http://api', publicSiteUrl: 'http://site', build: '0' }) as any
const checkFor = answerChecks(DOCUMENT, true)

export const TARGETS: readonly Target[] = [
  ...OPERATION_ROWS.map(
    (row): Target => ({
      name: `rest ${row.method} ${row.path}`,
      operation: row.operation.id,
      row,
      field: null,
      atOnce: row.operation.heavy || row.picture !== undefined ? 1 : 4,
    }),
  ),
  ...OPERATION_FIELDS.map(
    (field): Target => ({
      name: `graphql ${field.name}`,
      operation: field.operation,
      row: null,
      field,
      atOnce: OPERATIONS.find(({ id }) => id === field.operation)!.heavy || leadsToLinks(field) ? 1 : 4,
    }),
  ),
]

/** Whether a course or a spot is in its answer: both have links that run operations that take a slot. */
function leadsToLinks({ path }: OperationField): boolean {
  const seen = new Set<GraphQLNamedType>()
  const leads = (type: GraphQLNamedType): boolean => {
    if (seen.has(type) || !isCompositeType(type)) return false
    seen.add(type)
    if (type.name === 'Course' || type.name === 'Spot') return true
    if (isAbstractType(type)) return schema.getPossibleTypes(type).some(leads)
    return (
      type.getInterfaces().some(leads) || Object.values(type.getFields()).some((one) => leads(getNamedType(one.type)))
    )
  }
  return leads(getNamedType(path.at(-1)!.type))
}

export async function fuzz(
  target: Target,
  server: FuzzServer,
  { cases, seed, from = 0, onProgress, maxFailures = 20 }: FuzzOptions,
): Promise<FuzzResult> {
  const result: FuzzResult = { cases: 0, statuses: new Map(), failures: [], slowestMs: 0, busy: 0, unjudged: 0 }
  const agent = new Agent({ keepAlive: true, maxSockets: target.atOnce })
  const requests = requestsOf(target, server.region)
  const base = target.row?.host === 'site' ? server.site : server.api
  const { pid } = server
  // others run beside it: what is over the bar is sent again alone
  const suspects: { request: RawRequest; number: number; charged: number }[] = []
  const run = async (request: RawRequest, number: number): Promise<void> => {
    const startedMs = performance.now()
    const cpuBefore = pid === undefined ? 0 : cpuMs(pid)
    let status = 0
    let answer = ''
    let why: string | null
    try {
      let got = await send(base, request, agent)
      // a busy machine is not what is looked for: asked again until it answers, with all links of a document
      while (isBusy(got) && performance.now() - startedMs < PATIENCE_MS) {
        result.busy++
        await new Promise((resolve) => setTimeout(resolve, 200))
        got = await send(base, request, agent)
      }
      status = got.status
      answer = got.text
      if (isBusy(got)) result.unjudged++
      const judge = (): string | null =>
        target.row === null
          ? judgeGraphql(target, request, got, server.region)
          : judgeRest(target.row, request, got, server.region)
      why = isBusy(got) ? null : judge()
    } catch (error) {
      why = `no answer: ${(error as Error).message}`
    }
    if (
      pid !== undefined &&
      isBoundInTime(target, request) &&
      cpuMs(pid) - cpuBefore > cpuBarOf(request, chargedBy(answer))
    )
      suspects.push({ request, number, charged: chargedBy(answer) })
    result.slowestMs = Math.max(result.slowestMs, performance.now() - startedMs)
    result.cases++
    const outcome = target.row === null ? `${status} ${outcomeOf(answer)}` : String(status)
    result.statuses.set(outcome, (result.statuses.get(outcome) ?? 0) + 1)
    if (why !== null) result.failures.push({ case: number, why, request, answer: answer.slice(0, 600) })
    onProgress?.(result.cases)
  }
  try {
    for (let number = from; number < from + cases && result.failures.length < maxFailures; ) {
      const batch = Math.floor(number / BATCH)
      const made = fc
        .sample(requests, {
          seed: hash(`${seed} ${target.name} ${batch}`),
          numRuns: Math.min(BATCH, from + cases - batch * BATCH),
        })
        .slice(number - batch * BATCH)
      let next = 0
      await Promise.all(
        Array.from({ length: target.atOnce }, async () => {
          while (next < made.length) {
            const mine = next++
            await run(made[mine], number + mine)
          }
        }),
      )
      for (const { request, number: suspect, charged } of suspects.splice(0)) {
        const spentMs = await costAlone(pid!, () => send(base, request, agent))
        if (spentMs > cpuBarOf(request, charged))
          result.failures.push({ case: suspect, why: `${spentMs} ms of processor time`, request, answer: '' })
      }
      number += made.length
    }
  } finally {
    agent.destroy()
  }
  return result
}

const isBusy = ({ status, text }: { status: number; text: string }): boolean =>
  [200, 503].includes(status) && text.includes('"busy"')

const segmentsOf = (path: string): number => path.split('?', 1)[0].split('/').length

/** A document that runs many operations pays for each of them, and may cost so much more. */
const CPU_MS_PER_CREDIT = 4

function cpuBarOf({ method, path, headers, body }: RawRequest, charged: number): number {
  return CPU_MS_PER_CREDIT * charged + barOfSize({ method, path, headers, body })
}

/** Credits that the answer of a document says; 0 where it says none. */
function chargedBy(answer: string): number {
  return Number(/"cost":\{"reserved":\d+,"charged":(\d+)/.exec(answer)?.[1] ?? 0)
}

function barOfSize({ method, path, headers, body }: Pick<RawRequest, 'method' | 'path' | 'headers' | 'body'>): number {
  return sizeOf({ method, path, headers, ...(body === null ? {} : { body }) }) <= SMALL_BYTES
    ? SMALL_CPU_MS
    : LARGE_CPU_MS
}

/** A picture costs what its size does, and is charged by it; the bars are for all else. */
function isBoundInTime({ operation }: Target, { body }: RawRequest): boolean {
  return operation !== 'static-map' && body?.includes('png') !== true
}

/** Processor time of a request that nothing runs beside; the least of three, as a collection of garbage is nobody's. */
async function costAlone(pid: number, ask: () => Promise<unknown>): Promise<number> {
  let leastMs = Infinity
  for (let again = 0; again < 3; again++) {
    await untilQuiet(pid)
    const before = cpuMs(pid)
    await ask().catch(() => undefined)
    await untilQuiet(pid)
    leastMs = Math.min(leastMs, cpuMs(pid) - before)
  }
  return leastMs
}

/** Half sound, half hostile, a few that are no request of the operation at all. */
function requestsOf(target: Target, region: Region): fc.Arbitrary<RawRequest> {
  if (target.row === null) {
    const write = ({ query, variables }: { query: string; variables: unknown }): RawRequest => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: hostileJson({ query, variables }),
    })
    const cases = (hostile: boolean, links: number) =>
      graphqlCases(target.field!, region, { hostile, links }).map(write)
    return fc.oneof(
      { weight: 5, arbitrary: cases(false, 0) },
      { weight: 4, arbitrary: cases(false, 3) },
      { weight: 9, arbitrary: cases(true, 0) },
      { weight: 1, arbitrary: withLongHead(cases(false, 0)) },
    )
  }
  const { row } = target
  const sound = valuesOf(row.operation.input, region)
  return fc.oneof(
    { weight: 10, arbitrary: sound.map((value) => restRequestOf(row, value)) },
    { weight: 9, arbitrary: hostileOf(sound).map((value) => restRequestOf(row, value)) },
    { weight: 1, arbitrary: brokenRequests(row) },
    { weight: 1, arbitrary: withLongHead(sound.map((value) => restRequestOf(row, value))) },
  )
}

interface Got {
  status: number
  type: string
  text: string
}

function send(base: string, { method, path, headers, body }: RawRequest, agent: Agent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const bytes = body === null ? null : Buffer.from(body)
    const url = new URL(base)
    const sent = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        method,
        path,
        agent,
        headers: { ...headers, ...(bytes === null ? {} : { 'content-length': bytes.length }) },
        signal: AbortSignal.timeout(CASE_LIMIT_MS),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        )
        response.on('error', reject)
      },
    )
    sent.on('error', (error) =>
      reject(
        new Error(
          error.name === 'TimeoutError' || error.name === 'AbortError'
            ? `none within ${CASE_LIMIT_MS / 1000} s`
            : error.message,
        ),
      ),
    )
    sent.end(bytes ?? undefined)
  })
}

function judgeRest(
  row: OperationRoute,
  request: RawRequest,
  { status, type, text }: Got,
  region: Region,
): string | null {
  if (request.method === 'HEAD')
    return status < 500 && text === '' ? null : `HEAD gave ${status} with ${text.length} characters`
  if (status === 200) {
    if (type.startsWith('image/png')) return row.picture === undefined ? 'a picture' : null
    if (row.plain === true) return text === 'ok' ? null : `plain text ${text}`
    if (row.otherForm !== undefined && type.startsWith('application/gpx+xml'))
      return text.startsWith('<?xml') ? null : 'GPX that is none'
  }
  let answer: any
  try {
    answer = JSON.parse(text)
  } catch {
    return `status ${status} with a body that is no JSON`
  }
  if (status === 404 && segmentsOf(request.path) !== segmentsOf(row.path)) return null
  // a path that the row does not match any more, such as one with an empty segment
  const responses = DOCUMENT.paths[row.path][row.method.toLowerCase()].responses
  if (responses[status] === undefined) return `status ${status} is not documented`
  const fault = checkFor(row.path, row.method, status)?.(answer)
  if (fault !== null && fault !== undefined) return `does not fit the published schema of ${status}: ${fault}`
  if (status === 200) return null
  const code: string = typeof answer.error === 'string' ? (answer.service?.code ?? answer.error) : answer.error.code
  if (!(responses[status].description as string).split(', ').includes(code))
    return `code ${code} is not documented for ${status}`
  return causeIsThere(code, request, region)
}

function judgeGraphql(target: Target, request: RawRequest, { status, text }: Got, region: Region): string | null {
  const answer = JSON.parse(text) as {
    data?: unknown
    errors?: {
      message: string
      path?: unknown[]
      extensions?: { code?: string; status?: number; inputPath?: string }
    }[]
  }
  if (status === 404 && request.path !== '/graphql') return null
  if (status >= 500 && status !== 503) return `status ${status}`
  if (answer.data === undefined && answer.errors === undefined) return 'neither data nor errors'
  const { path: fields } = target.field!
  const allowed = new Set<string>([
    ...ANY_CODES,
    ...OPERATIONS.find(({ id }) => id === target.operation)!.raises,
    ...fields.flatMap((field) => factsOf(field).raises ?? []),
  ])
  for (const { message, path, extensions } of answer.errors ?? []) {
    const code = extensions?.code?.toLowerCase()
    if (code === undefined || !(code in ERROR_STATUS)) return `an error without a code of the table: ${message}`
    if (extensions?.status !== ERROR_STATUS[code as ErrorCode]) return `the status of ${code} is not shown`
    // links below the root are operations of their own
    if (!allowed.has(code) && (path?.length ?? 0) <= fields.length)
      return `code ${code} is not documented for ${target.operation}`
    if (code === 'internal') return `internal: ${message}`
    if (/cannot represent|cannot return null/i.test(message) && path !== undefined)
      return `the answer does not fit the schema: ${message}`
    const fault = causeIsThere(code, request, region)
    if (fault !== null) return fault
    const { inputPath } = extensions!
    const lost = inputPath === undefined ? null : walkInputPath(schema, JSON.parse(request.body!), { path, inputPath })
    if (lost !== null) return `${lost}: ${message}`
  }
  return null
}

const ANY_CODES: readonly ErrorCode[] = [
  'invalid_input',
  'invalid_json',
  'not_found',
  'too_large',
  'rate_limited',
  'invalid_key',
  'concurrency_limit',
  'unsupported_media_type',
]

/** 5xx is allowed for what is not there, and only then. */
function causeIsThere(code: string, request: RawRequest, { artifacts, box }: Region): string | null {
  const needs: Record<string, string> = {
    snow_unavailable: 'snow',
    terrain_unavailable: 'terrain',
    network_unavailable: 'network',
  }
  if (code in needs) return artifacts.has(needs[code]) ? `${code}, though ${needs[code]} is published` : null
  // the demo's weather ends with its region
  if (code === 'forecast_unavailable')
    return asksOnlyInside(request, box) ? 'forecast_unavailable inside the region' : null
  if (ERROR_STATUS[code as ErrorCode] >= 500) return `${code} for ${request.path.slice(0, 80)}`
  return null
}

/** Of forecasts alone: whether all points lie well inside. Lines are not looked at. */
function asksOnlyInside({ path, body }: RawRequest, [minLon, minLat, maxLon, maxLat]: Region['box']): boolean {
  const points: [number, number][] = path.startsWith('/api/weather/')
    ? (new URLSearchParams(path.split('?')[1]).get('p') ?? '')
        .split(';')
        .map((part) => part.split(',').map(Number))
        .map(([lat, lon]) => [lon, lat])
    : body?.includes('forecast(') === true
      ? [...body.matchAll(/"at":\[(-?[\d.]+),(-?[\d.]+)\]/g)].map(([, lon, lat]) => [Number(lon), Number(lat)])
      : []
  return (
    points.length > 0 &&
    (body === null || points.length === (body.match(/forecast\(/g) ?? []).length) &&
    points.every(
      ([lon, lat]) => lon > minLon + 0.01 && lon < maxLon - 0.01 && lat > minLat + 0.01 && lat < maxLat - 0.01,
    )
  )
}

function outcomeOf(text: string): string {
  const errors =
    text.startsWith('{"errors":') || text.includes('"errors":[')
      ? ((JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] }).errors ?? [])
      : []
  const codes = errors.map(({ extensions }) => extensions?.code ?? 'none')
  return codes.length === 0 ? 'ok' : [...new Set(codes)].sort().join('+')
}

/** FNV-1a, as fast-check takes seeds. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h | 0
}
