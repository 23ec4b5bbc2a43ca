// Reads a request body within its limit: counted while it arrives and again while it is decompressed, so that neither a
// long body nor a small bomb fills memory. The structure of JSON is counted before it is parsed. Never keeps a body
// that is too large.

import { say } from '../language/sentence.ts'
import type { IncomingMessage } from 'node:http'
import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { ServiceError } from '../errors.ts'
import { type RawJson, type RawTexts, findRawMembers, findRawTexts, notJson } from '../wire/raw-json.ts'
import { shortHeader } from '../wire/header-text.ts'
import { checkStructure, OF_A_DOCUMENT, type StructureLimits } from '../wire/json-structure.ts'

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}
/** Bodies from this length on are read into a buffer of their own. */
const WHOLE_FROM_BYTES = 16_384

/** Throws ServiceError `unsupported_media_type` unless the body is JSON in UTF-8 (or names no type). */
export function checkJsonType(request: IncomingMessage): void {
  const given = request.headers['content-type']
  if (given === undefined || given === 'application/json') return
  const type = shortHeader(given) ?? ''
  const [media, ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replace(/^"(.*)"$/, '$1')
  if (
    (media !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(media)) ||
    (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
  ) {
    throw new ServiceError(say('error.unsupported_media_type.json'))
  }
}

/**
 * The decoded bytes. Throws ServiceError: `too_large`, `unsupported_media_type` (encoding), `invalid_json` (invalid
 * compressed data).
 */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const given = request.headers['content-encoding']
  const encoding = given === undefined ? undefined : (shortHeader(given)?.trim().toLowerCase() ?? 'unknown')
  const decode =
    encoding === undefined || encoding === '' || encoding === 'identity'
      ? null
      : DECODERS[encoding as keyof typeof DECODERS]
  if (decode === undefined) throw new ServiceError(say('error.unsupported_media_type.encoding'))
  const bytes = await collect(request, limitBytes)
  if (decode === null) return bytes
  try {
    return await decode(bytes, { maxOutputLength: limitBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limitBytes)
    throw new ServiceError(say('error.invalid_json.encoding', { encoding: encoding! }))
  }
}

/**
 * Like parseJson, but leaves large members with these names unparsed if possible. Throws ServiceError `invalid_json`.
 */
export function parseWithRaw(
  bytes: Buffer,
  names: readonly string[],
  limits?: StructureLimits,
): { value: unknown; raw: Record<string, RawJson> | null } {
  const body = names.length > 0 && isUtf8(bytes) ? findRawMembers(bytes, names, limits) : null
  return body === null ? { value: parseJson(bytes, limits), raw: null } : { value: body.rest, raw: body.raw }
}

/** Like parseJson, but keeps large texts in `variables` as bytes if possible. Throws ServiceError `invalid_json`. */
export function parseWithRawTexts(bytes: Buffer): { value: unknown; texts: RawTexts | null } {
  return (isUtf8(bytes) ? findRawTexts(bytes) : null) ?? { value: parseJson(bytes, OF_A_DOCUMENT), texts: null }
}

/** Parsed JSON. Throws ServiceError `invalid_json`. */
function parseJson(bytes: Buffer, limits?: StructureLimits): unknown {
  if (!isUtf8(bytes)) throw new ServiceError(say('error.invalid_json.utf8'))
  let text = bytes.toString('utf8')
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
  if (text.trim() === '') throw new ServiceError(say('error.invalid_json.empty'))
  checkStructure(text, undefined, limits)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notJson(error)
  }
}

function collect(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const announced = Number(request.headers['content-length'] ?? 0)
    // the rest is discarded once the answer is sent (send-answer.ts)
    if (announced > limitBytes) return reject(tooLarge(limitBytes))
    // a single buffer if the length is known, allocated when the first bytes arrive
    let whole: Buffer | null = null
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer) => {
      const before = length
      length += chunk.length
      if (length <= limitBytes) {
        if (announced >= WHOLE_FROM_BYTES && length <= announced)
          chunk.copy((whole ??= Buffer.allocUnsafeSlow(announced)), before)
        else chunks.push(chunk)
        return
      }
      request.off('data', onData)
      request.pause()
      chunks.length = 0
      reject(tooLarge(limitBytes))
    }
    request.on('data', onData)
    request.once('end', () => {
      if (length <= limitBytes) resolve(whole ?? (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)))
    })
    // the answer to a client that disconnected goes nowhere; the error only ends the work
    const onEarlyEnd = () => {
      if (!request.complete) reject(new ServiceError(say('error.invalid_json.ended')))
    }
    request.once('close', onEarlyEnd)
    request.once('error', onEarlyEnd)
  })
}

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError(say('error.too_large.body', { maxBytes: limitBytes }))
}
