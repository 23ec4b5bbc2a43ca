// Reads what a request carries: its query string (`Query`), and its body within its limit, counted while it arrives and
// again while it is decompressed, so that neither a long body nor a small bomb fills memory. The structure of JSON is
// counted before it is parsed. Never keeps a body that is too large.

import { say } from '../language/sentence.ts'
import type { IncomingMessage } from 'node:http'
import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { ServiceError } from '../errors.ts'
import { type RawJson, type RawTexts, findRawMembers, findRawTexts, notJson } from '../wire/raw-json.ts'
import { shortHeader } from '../wire/header-text.ts'
import { checkStructure, OF_A_DOCUMENT, type StructureLimits } from '../wire/json-structure.ts'
import { decimalOf } from '../wire/numbers.ts'

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

/** More members than any list of words needs. */
const MAX_LIST = 100
/** The character that decoding substitutes for bytes that are not text. */
const NO_UTF8 = '\ufffd'

/**
 * The grammar of query strings: names in snake_case, `lat,lon` pairs between vertical bars, numbers in plain decimal
 * notation. The only place where latitude comes first. A repeated name, or text in place of a number, is 400.
 */
export class Query {
  #parameters: URLSearchParams

  constructor(text: string) {
    this.#parameters = new URLSearchParams(text)
  }

  /**
   * Returns undefined if absent. Throws ServiceError `invalid_input` if given twice, or if its bytes are not UTF-8 (a
   * lone surrogate is not).
   */
  text(name: string): string | undefined {
    const values = this.#parameters.getAll(name)
    if (values.length > 1)
      throw new ServiceError(say('error.invalid_input.repeated_field', { field: name, times: values.length }), {
        inputPath: name,
      })
    if (values[0]?.includes(NO_UTF8))
      throw new ServiceError(say('error.invalid_input.utf8', { field: name }), { inputPath: name })
    return values[0]
  }

  /** A number; anything else stays text, so that the schema refuses it with its own message. */
  number(name: string): number | string | undefined {
    const text = this.text(name)
    return text === undefined ? undefined : toNumber(text)
  }

  /**
   * `lat,lon|lat,lon` as `[lon, lat]` pairs; undefined if absent. Throws ServiceError `invalid_input` at a malformed
   * pair.
   */
  latLonPairs(name: string, max: number): (number | string)[][] | undefined {
    const text = this.text(name)
    if (text === undefined || text.trim() === '') return undefined
    const parts = text.split('|', max + 2)
    // one too many is enough for the schema to refuse it
    return parts.map((part, index) => {
      const pair = part.split(',')
      if (pair.length !== 2)
        throw new ServiceError(
          say('error.invalid_input.lat_lon', { field: `${name}[${index}]`, given: JSON.stringify(part.slice(0, 40)) }),
          { inputPath: `${name}[${index}]` },
        )
      return [toNumber(pair[1]), toNumber(pair[0])]
    })
  }

  /** Words between commas, trimmed; undefined if absent. */
  list(name: string, max = MAX_LIST): string[] | undefined {
    return this.text(name)
      ?.split(',', max + 1)
      .map((word) => word.trim())
  }

  /** Numbers between commas; anything else stays text, for the schema to refuse. */
  numbers(name: string, max = MAX_LIST): (number | string)[] | undefined {
    return this.list(name, max)?.map(toNumber)
  }

  /** `1` is true; absent is undefined. Throws ServiceError `invalid_input` at anything else. */
  switch(name: string): true | undefined {
    const text = this.text(name)
    if (text !== undefined && text !== '1')
      throw new ServiceError(say('error.invalid_input.switch', { field: name }), { inputPath: name })
    return text === undefined ? undefined : true
  }

  all(name: string): string[] {
    return this.#parameters.getAll(name)
  }
}

function toNumber(text: string): number | string {
  const value = decimalOf(text)
  return Number.isNaN(value) ? text.trim() : value
}
