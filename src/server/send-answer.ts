// Writes an answer: status, headers, CORS, length and body. The body is compressed with Brotli or gzip if the client
// accepts one and the body is large enough to gain. HEAD gets the headers only. The text given is never changed. Also
// the headers of a caller's allowance.

import { once } from 'node:events'
import type { ServerResponse, IncomingMessage } from 'node:http'
import type { Receipt } from '../metering/allowance.ts'
import type { Caller } from '../metering/caller.ts'
import type { RequestContext } from './request-context.ts'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, gunzip } from 'node:zlib'
import Negotiator from 'negotiator'
import { shortHeader } from '../wire/header-text.ts'
import { matchesEtag } from './match-etag.ts'

/** Name, value, name, value ... */
export type HeaderList = string[]

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Below this a packet or two is saved at most. */
const PACK_FROM_BYTES = 1400
/** Most that packing a byte counts as: Brotli takes about half of it. */
const MOST_PACKING_MS = 1e-4
/** Texts from this length on are not joined with their headers. */
const APART_FROM_CHARS = 8192
const EXPOSED_HEADERS =
  'X-Service-Credits-Remaining, RateLimit, RateLimit-Policy, Retry-After, ETag, Accept-Ranges, Content-Range, Content-Length, X-Request-Id'
const ALLOWED_HEADERS = [
  'Authorization',
  'X-Api-Key',
  'Content-Type',
  'Content-Encoding',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Range',
  'X-Request-Id',
]
/** Names that a preflight may ask for beyond those. */
const MAX_REQUESTED_HEADERS = 64
/** RFC 9110, 5.6.2 */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

/** Of every answer. */
export const commonHeaders = ({ requestId }: RequestContext): HeaderList => [
  'X-Request-Id',
  requestId,
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED_HEADERS,
]

/** Sends a text, or its UTF-8, with its own type. */
export function sendText(
  context: RequestContext,
  status: number,
  contentType: string,
  text: string | Uint8Array,
  headers: HeaderList = [],
): void {
  const packing = choosePacking(context.request.headers['accept-encoding'], text.length >= PACK_FROM_BYTES)
  if (packing !== null) {
    const startedMs = performance.now()
    pack(packing, text).then(
      (packed) => {
        countCompression(context, startedMs, text.length)
        sendBytes(context, status, contentType, packed, [...headers, 'Content-Encoding', packing])
      },
      () => sendBytes(context, status, contentType, text, headers),
    )
    return
  }
  sendBytes(context, status, contentType, text, headers)
}

/**
 * Counts compression as processor time of the request. Node compresses on its own threads and does not report their
 * time, so elapsed time counts, up to what the length may take: waiting for a free thread is not the request's doing.
 */
function countCompression({ cpu }: RequestContext, startedMs: number, length: number): void {
  cpu.spend(Math.min(performance.now() - startedMs, length * MOST_PACKING_MS))
  cpu.resume()
}

/** Sends bytes in chunks, no faster than the client reads. */
export async function sendChunks(
  context: RequestContext,
  status: number,
  contentType: string,
  chunks: readonly Uint8Array[],
  headers: HeaderList = [],
): Promise<void> {
  if (chunks.length === 1) return sendText(context, status, contentType, chunks[0], headers)
  let length = 0
  for (const chunk of chunks) length += chunk.byteLength
  const packing = choosePacking(context.request.headers['accept-encoding'], length >= PACK_FROM_BYTES)
  if (packing !== null) {
    const startedMs = performance.now()
    const packer = createPacker(packing, length)
    const packed: Buffer[] = []
    packer.on('data', (part: Buffer) => packed.push(part))
    for (const chunk of chunks) if (!packer.write(chunk)) await once(packer, 'drain')
    packer.end()
    await once(packer, 'end')
    countCompression(context, startedMs, length)
    return sendBytes(context, status, contentType, Buffer.concat(packed), [...headers, 'Content-Encoding', packing])
  }
  const { request, response } = context
  if (!openAnswer(context, status, contentType, length, headers)) return
  if (request.method !== 'HEAD') {
    for (const chunk of chunks) {
      if (response.destroyed) break
      await new Promise<unknown>((resolve) => {
        if (response.write(chunk, resolve)) resolve(null)
      })
    }
  }
  response.end()
}

/**
 * Headers and a long text in one write to the socket, but never joined to one string first: joining doubles what is to
 * be collected.
 */
function endApart(response: ServerResponse, text: string | Uint8Array): void {
  const { socket } = response
  socket?.cork()
  response.flushHeaders()
  response.end(text)
  socket?.uncork()
}

/** Sends bytes as they are; a body of null has no type and no length. */
export function sendBytes(
  context: RequestContext,
  status: number,
  contentType: string | null,
  body: string | Uint8Array | null,
  headers: HeaderList = [],
): void {
  const { request, response } = context
  const length = body === null ? null : typeof body === 'string' ? Buffer.byteLength(body) : body.length
  if (!openAnswer(context, status, contentType, length, headers)) return
  const sent = request.method === 'HEAD' ? null : body
  if (hasLongBodyLeft(request)) void endAfterRest(context, sent)
  else if (sent === null) response.end()
  else if (sent.length >= APART_FROM_CHARS) endApart(response, sent)
  else response.end(sent)
}

/** The whole answer now, its end when the rest of the request was thrown away. */
async function endAfterRest(context: RequestContext, body: string | Uint8Array | null): Promise<void> {
  const { request, response } = context
  if (body === null) response.flushHeaders()
  else response.write(body)
  context.markAnswered()
  await throwAwayRest(request)
  response.end()
}

/** Status and headers; false where nothing can be sent any more. */
function openAnswer(
  context: RequestContext,
  status: number,
  contentType: string | null,
  length: number | null,
  headers: HeaderList,
): boolean {
  const { request, response } = context
  if (response.destroyed || response.headersSent) return false
  const list: HeaderList = headers
  list.push(...commonHeaders(context))
  if (contentType !== null)
    list.push('Content-Type', contentType, 'Vary', 'Accept-Encoding', 'X-Content-Type-Options', 'nosniff')
  if (length !== null) list.push('Content-Length', String(length))
  if (length !== null && request.method !== 'HEAD') context.bytes = length
  if (hasLongBodyLeft(request)) list.push('Connection', 'close')
  response.writeHead(status, list)
  return true
}

/**
 * The answer to a preflight, and to OPTIONS in general. No cookies are in play, so a page may send any header: clients
 * of GraphQL have several of their own.
 */
export function sendOptions(context: RequestContext, methods: readonly string[]): void {
  const allow = methods.join(', ')
  sendBytes(context, 204, null, null, [
    'Allow',
    allow,
    'Access-Control-Allow-Methods',
    allow,
    'Access-Control-Allow-Headers',
    [...ALLOWED_HEADERS, ...requestedHeaders(context)].join(', '),
    'Access-Control-Max-Age',
    '86400',
    'Vary',
    'Access-Control-Request-Headers',
  ])
}

/** What a preflight asks for that is not allowed anyway. */
function requestedHeaders({ request }: RequestContext): string[] {
  const known = ALLOWED_HEADERS.map((name) => name.toLowerCase())
  const requested = (shortHeader(request.headers['access-control-request-headers']) ?? '').toLowerCase().split(',')
  return requested
    .slice(0, MAX_REQUESTED_HEADERS)
    .map((name) => name.trim())
    .filter((name) => TOKEN.test(name) && !known.includes(name))
}

export type Packing = 'br' | 'gzip'

/** Measured on answers of search, places in a box and routes: 5 takes twice as long for 4 % less. */
const BROTLI_QUALITY = 4
/** Window of 256 KB: larger ones gain nothing in answers and take memory for each. */
const BROTLI_WINDOW = 18
const GZIP_OPTIONS = { level: constants.Z_BEST_SPEED }
/** What @types/negotiator does not know. */
interface Encodings {
  encodings(available: string[], options: { preferred: string[] }): string[]
}

const packGzip = promisify(gzip)
const packBrotli = promisify(brotliCompress)

/**
 * The encoding of an answer by Accept-Encoding (RFC 9110, 12.5.3): Brotli if it is at least as welcome as gzip; null:
 * none. `isWorthIt` false: compress only for a client that refuses anything else.
 */
export function choosePacking(header: string | string[] | undefined, isWorthIt: boolean): Packing | null {
  const accepted = acceptedEncodings(header)
  if (!isWorthIt && accepted.includes('identity')) return null
  const [best] = accepted
  return best === undefined || best === 'identity' ? null : best
}

/** Whether an encoding is named (or all are) and not refused with q=0. */
export function acceptsEncoding(encoding: Packing, header: string | string[] | undefined): boolean {
  return acceptedEncodings(header).includes(encoding)
}

/** The most welcome first, Brotli before gzip where they are equal. */
function acceptedEncodings(header: string | string[] | undefined): (Packing | 'identity')[] {
  // names and parameters are the same in upper case, and `x-gzip` is another name of gzip (RFC 9110)
  const accepted = shortHeader(header)?.toLowerCase().replaceAll('x-gzip', 'gzip') ?? ''
  const negotiator: Encodings = new Negotiator({ headers: { 'accept-encoding': accepted } })
  return negotiator.encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] }) as (Packing | 'identity')[]
}

/** Compresses the bytes. */
export function pack(packing: Packing, text: string | Uint8Array): Promise<Buffer> {
  return packing === 'gzip' ? packGzip(text, GZIP_OPTIONS) : packBrotli(text, brotliOptions(text.length))
}

/** A compressing stream; `length`: approximate length of what will be written. */
export function createPacker(packing: Packing, length: number) {
  return packing === 'gzip' ? createGzip(GZIP_OPTIONS) : createBrotliCompress(brotliOptions(length))
}

function brotliOptions(length: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  }
}

/** Bodies up to this length cost less to read than a new connection; Node discards them and keeps the connection. */
const SHORT_BYTES = 65_536
/** Limits on what is read of a longer one: bytes and time. */
const MOST_BYTES = 16 * 1_048_576
const MOST_MS = 5000

/** Whether a long body, or one of unknown length, is still arriving. */
function hasLongBodyLeft({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > SHORT_BYTES
}

/**
 * The rest of a body when its request is refused: the answer is sent first, then a bounded part of the body is read and
 * discarded. A connection closed with unread bytes is reset, and a client that is still writing would see a broken pipe
 * instead of its answer. Resolves when the body has ended, the client disconnected, or a limit is reached.
 */
function throwAwayRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let leftBytes = MOST_BYTES
    const timer = setTimeout(finish, MOST_MS)
    function finish(): void {
      clearTimeout(timer)
      request.off('data', onData)
      request.pause()
      resolve()
    }
    function onData(chunk: Buffer): void {
      leftBytes -= chunk.length
      if (leftBytes <= 0) finish()
    }
    request.on('data', onData)
    request.once('end', finish)
    request.once('close', finish)
    request.resume()
  })
}

const HTML = 'text/html; charset=utf-8'
const unpack = promisify(gunzip)

export interface Page {
  /** text, or gzipped text */
  html: string | Buffer
  /** of the content */
  etag: string
  /** Content-Security-Policy, which says who may frame the page */
  policy: string
}

/** The one way to send HTML: every page has a content policy and a tag, however it is requested. */
export async function sendPage(context: RequestContext, page: Page, more: HeaderList = []): Promise<void> {
  const { html, etag, policy } = page
  const { headers: requested } = context.request
  const headers = [...more, 'Cache-Control', 'no-cache', 'ETag', etag, 'Content-Security-Policy', policy]
  if (matchesEtag(requested['if-none-match'], etag))
    return sendBytes(context, 304, null, null, [...headers, 'Vary', 'Accept-Encoding'])
  if (typeof html === 'string') return sendText(context, 200, HTML, html, headers)
  if (acceptsEncoding('gzip', requested['accept-encoding']))
    return sendBytes(context, 200, HTML, html, [...headers, 'Content-Encoding', 'gzip'])
  sendBytes(context, 200, HTML, await unpack(html), headers)
}

/**
 * `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft (draft-ietf-httpapi-ratelimit-headers-10), and the
 * remaining credits of a caller with a key. Empty while metering is off; unknown values are left out.
 */
export function allowanceHeaders({ rate, credits }: Receipt, caller: Caller, nowMs: number): HeaderList {
  const left: string[] = []
  const policies: string[] = []
  if (rate !== null) {
    left.push(`"rate";r=${rate.remaining};t=${rate.resetS}`)
    policies.push(`"rate";q=${rate.limit};w=${rate.limit / caller.ratePerS}`)
  }
  if (credits !== null) {
    left.push(`"credits";r=${credits.remaining};t=${Math.max(0, Math.ceil((credits.resetMs - nowMs) / 1000))}`)
    policies.push(`"credits";q=${credits.limit};w=${(credits.resetMs - credits.fromMs) / 1000}`)
  }
  if (left.length === 0) return []
  const headers = ['RateLimit', left.join(', '), 'RateLimit-Policy', policies.join(', ')]
  if (caller.key !== null && credits !== null) headers.push('X-Service-Credits-Remaining', String(credits.remaining))
  return headers
}
