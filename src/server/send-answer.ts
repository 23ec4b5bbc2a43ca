// Writing an answer: status, headers, CORS, length, and Brotli or gzip where the client asks for it and it is worth it
// (content-encoding.ts). HEAD gets the headers only. Never touches the text it is given.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { acceptsEncoding, choosePacking, createPacker, pack } from './content-encoding.ts'
import type { RequestContext } from './request-context.ts'
import { hasLongBodyLeft, throwAwayRest } from './unread-body.ts'

/** Name, value, name, value ... */
export type HeaderList = string[]

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Below this a packet or two is saved at most. */
const PACK_FROM_BYTES = 1400
/** Most that packing a byte counts as: Brotli takes about half of it. */
const MOST_PACKING_MS = 1e-4
/** Texts from this length on are not joined with their headers. */
const APART_FROM_CHARS = 8192
export const EXPOSED_HEADERS =
  'X-Service-Credits-Remaining, RateLimit, RateLimit-Policy, Retry-After, ETag, Accept-Ranges, Content-Range, Content-Length, X-Request-Id'
const ALLOWED_HEADERS =
  'Authorization, X-Api-Key, Content-Type, Content-Encoding, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, X-Request-Id'

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
        spendPacking(context, startedMs, text.length)
        sendBytes(context, status, contentType, packed, [...headers, 'Content-Encoding', packing])
      },
      () => sendBytes(context, status, contentType, text, headers),
    )
    return
  }
  sendBytes(context, status, contentType, text, headers)
}

/**
 * Counts what packing took. Node's own threads do it without reporting processor time, so elapsed time counts, without
 * a long wait for one of them.
 */
function spendPacking({ cpu }: RequestContext, startedMs: number, length: number): void {
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
    spendPacking(context, startedMs, length)
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
  list.push(
    'X-Request-Id',
    context.requestId,
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Expose-Headers',
    EXPOSED_HEADERS,
  )
  if (contentType !== null)
    list.push('Content-Type', contentType, 'Vary', 'Accept-Encoding', 'X-Content-Type-Options', 'nosniff')
  if (length !== null) list.push('Content-Length', String(length))
  if (length !== null && request.method !== 'HEAD') context.bytes = length
  if (hasLongBodyLeft(request)) list.push('Connection', 'close')
  response.writeHead(status, list)
  return true
}

/** The answer to a preflight, and to OPTIONS in general. */
export function sendOptions(context: RequestContext, methods: readonly string[]): void {
  const allow = methods.join(', ')
  sendBytes(context, 204, null, null, [
    'Allow',
    allow,
    'Access-Control-Allow-Methods',
    allow,
    'Access-Control-Allow-Headers',
    ALLOWED_HEADERS,
    'Access-Control-Max-Age',
    '86400',
  ])
}

/** Whether gzip is named and not refused with q=0. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return acceptsEncoding('gzip', header)
}

export { acceptsEncoding }
