// One file by byte ranges, as RFC 9110 has them: a suffix range and the first of several ranges get 206, a range past
// the end gets 416; ETag, If-Match (412), If-None-Match and If-Range. Read from one handle, so that a file replaced
// meanwhile is sent to its end as it was.

import { type MessageCode, type Sentence, say } from '../language/sentence.ts'
import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'range-parser'
import { type RefusalSentence, ServiceError } from '../errors.ts'
import { languageHeaders, refusalRenderer } from '../server/refusal-language.ts'
import { stampOf } from '../map/packs/pack-store.ts'
import type { ReadStored, StoredPlace, ReleaseService } from '../releases/release-info.ts'
import type { RequestContext } from '../server/request-context.ts'
import { allowsEtag, matchesEtag } from '../server/match-etag.ts'
import { commonHeaders, type HeaderList, JSON_TYPE, sendBytes } from '../server/send-answer.ts'
import { MAX_HEADER_CHARACTERS } from '../wire/header-text.ts'
import type { HttpRoute } from '../server/handle-request.ts'
import { pathOfPlace } from '../releases/byte-source.ts'

/** Ranges up to this size are read in one piece; longer ones are streamed. */
const ONE_PIECE_BYTES = 1_048_576

export interface SentFile {
  path: string
  /** of the file that the tag is of (stampOf); absent: whatever is there */
  stamp?: string
  type: string
  /** names the content: the ETag, the same on every server */
  tag: string
  cacheControl: string
  headers?: HeaderList
  /** what to say where the file is not there */
  missing: Sentence<Extract<MessageCode, `error.not_found.${string}`>>
}

/**
 * Returns false, with nothing sent, where the file is not that of the stamp. Throws ServiceError `not_found` where
 * there is no such file, `invalid_input` for a hostile header.
 */
export async function sendFile(context: RequestContext, sent: SentFile): Promise<boolean> {
  const file = await open(sent.path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ServiceError(sent.missing) : error
  })
  try {
    const stat = await file.stat()
    if (sent.stamp !== undefined && sent.stamp !== stampOf(stat)) return false
    await sendOpen(context, file, stat, sent)
    return true
  } finally {
    await file.close()
  }
}

async function sendOpen(context: RequestContext, file: FileHandle, stat: Stats, sent: SentFile): Promise<void> {
  await sendRanges(context, sent, {
    sizeBytes: stat.size,
    etag: `"${sent.tag}"`,
    async read(start, lengthBytes) {
      const bytes = Buffer.allocUnsafe(lengthBytes)
      const { bytesRead } = await file.read(bytes, 0, lengthBytes, start)
      if (bytesRead !== lengthBytes) throw new Error(`file is shorter than its size: ${sent.path}`)
      return bytes
    },
    stream: async (start, end) => file.createReadStream({ start, end, autoClose: false }),
  })
}

/** A file that a store holds, read piece by piece as the client takes it. Its tag names its content. */
async function sendStored(
  context: RequestContext,
  sent: Pick<SentFile, 'type' | 'tag' | 'cacheControl'>,
  place: StoredPlace,
  readStored: ReadStored,
): Promise<void> {
  const read = async (start: number, lengthBytes: number): Promise<Uint8Array> => readStored(place, start, lengthBytes)
  await sendRanges(context, sent, {
    sizeBytes: place.bytes,
    etag: `"${sent.tag}"`,
    read,
    async stream(start, end) {
      const sizeOf = (from: number) => Math.min(ONE_PIECE_BYTES, end - from + 1)
      // before anything is sent: a store that is lost is an error of its own
      const first = await read(start, sizeOf(start))
      return Readable.from(
        (async function* () {
          yield first
          for (let from = start + ONE_PIECE_BYTES; from <= end; from += ONE_PIECE_BYTES)
            yield await read(from, sizeOf(from))
        })(),
        { objectMode: false },
      )
    },
  })
}

interface Content {
  sizeBytes: number
  etag: string
  read(start: number, lengthBytes: number): Promise<Uint8Array>
  /** from `start` to `end`, both included */
  stream(start: number, end: number): Promise<Readable>
}

async function sendRanges(
  context: RequestContext,
  sent: Pick<SentFile, 'type' | 'cacheControl' | 'headers'>,
  content: Content,
): Promise<void> {
  const { headers } = context.request
  const { sizeBytes, etag } = content
  const common: HeaderList = [
    'ETag',
    etag,
    'Accept-Ranges',
    'bytes',
    'Cache-Control',
    sent.cacheControl,
    ...(sent.headers ?? []),
  ]
  if (!allowsEtag(headers['if-match'], etag))
    return refuse(context, 412, say('error.invalid_input.if_match'), ['ETag', etag, 'Cache-Control', 'no-store'])
  if (headers['if-none-match'] === '*' || matchesEtag(headers['if-none-match'], etag))
    return sendBytes(context, 304, null, null, common)
  const ifRange = headers['if-range']
  // a range is of what GET sends: HEAD tells of the whole file
  const isRequested = context.request.method === 'GET' && (ifRange === undefined || ifRange === etag)
  const rangeHeader = isRequested ? headers.range : undefined
  const range = rangeHeader === undefined ? null : readRange(rangeHeader, sizeBytes)
  if (range === 'unsatisfiable') {
    const outside = say('error.invalid_input.range_outside', { bytes: sizeBytes })
    return refuse(context, 416, outside, ['Content-Range', `bytes */${sizeBytes}`, 'Accept-Ranges', 'bytes'])
  }
  const start = range === null ? 0 : range.start
  const end = range === null ? sizeBytes - 1 : range.end
  if (range !== null) common.push('Content-Range', `bytes ${start}-${end}/${sizeBytes}`)
  const lengthBytes = end - start + 1
  const status = range === null ? 200 : 206
  const isHead = context.request.method === 'HEAD'
  if (!isHead && lengthBytes <= ONE_PIECE_BYTES)
    return sendBytes(context, status, sent.type, await content.read(start, lengthBytes), common)
  const body = isHead ? null : await content.stream(start, end)
  const { response } = context
  response.writeHead(status, [
    ...common,
    'Content-Type',
    sent.type,
    'Content-Length',
    String(lengthBytes),
    ...commonHeaders(context),
  ])
  if (body === null) return void response.end()
  context.bytes = lengthBytes
  // the client disconnected: there is nobody to answer
  await pipeline(body, response).catch(() => response.destroy())
}

/** With a status that no failure has. */
function refuse(context: RequestContext, status: number, sentence: RefusalSentence, headers: HeaderList): void {
  const renderer = refusalRenderer(context)
  const body = JSON.stringify({ error: 'invalid_input', message: renderer.render(sentence) })
  sendBytes(context, status, JSON_TYPE, body, [...headers, ...languageHeaders([renderer.language])])
}

/**
 * The first range requested. Returns null if the header is not a byte range (RFC 9110: then it is ignored). Throws
 * ServiceError `invalid_input` if it is longer than any plausible list of ranges.
 */
export function readRange(header: string, sizeBytes: number): { start: number; end: number } | 'unsatisfiable' | null {
  if (header.length > MAX_HEADER_CHARACTERS)
    throw new ServiceError(say('error.invalid_input.range', { max: MAX_HEADER_CHARACTERS }), {
      inputPath: 'Range',
    })
  const { code, type, ranges } = parse(sizeBytes, header)
  if (type !== 'bytes' || (code & MALFORMED) !== 0) return null
  return ranges[0] ?? 'unsatisfiable'
}
/** Of the bits in range-parser's `code`. */
const MALFORMED = 1

/**
 * Published archives by version: one immutable file with byte ranges. Serves only files named by the release store: no
 * path of a request ever reaches the file system.
 */
export function artifactFileRow(releases: ReleaseService, readStored: ReadStored): HttpRoute {
  return {
    host: 'api',
    method: 'GET',
    path: '/pmtiles/{version}/{artifact}.pmtiles',
    name: 'artifact-file',
    isFile: true,
    handle: async (context, { version, artifact }) => {
      const place = releases.findArtifactPlace(artifact, version)
      if (place === null || !pathOfPlace(place).endsWith('.pmtiles'))
        throw new ServiceError(say('error.not_found.archive'))
      const sent = {
        type: 'application/vnd.pmtiles',
        // a version is a hash of the content
        tag: `${artifact}-${version}`,
        cacheControl: 'public, max-age=31536000, immutable',
      }
      if (typeof place !== 'string') return sendStored(context, sent, place, readStored)
      await sendFile(context, {
        ...sent,
        path: place,
        missing: say('error.not_found.retired'),
      })
    },
  }
}
