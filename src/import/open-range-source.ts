// An archive from which to extract a basemap: a file on disk, or an address read by HTTP range. Each request may take
// REQUEST_MS, and a server that is down or busy is retried; one that does not support ranges, or whose file changes
// meanwhile, is refused with one sentence, and so is a redirect to another host. Reads no more than requested.

import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Source } from 'pmtiles'
import { ServiceError } from '../errors.ts'

const REQUEST_MS = 30_000
const TRIES = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_HOPS = 5
const REMEMBERED_READS = 64
const REMEMBERED_BYTES = 1 << 20

export interface RangeSource {
  source: Source
  /** for messages and attributions: file name, or host and path without anything secret */
  name: string
  fault(sentence: string, cause?: unknown): ServiceError
  close(): Promise<void>
}

export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
}

/**
 * Throws ServiceError `invalid_input` for an invalid address; a file is opened at once, an address at the first read.
 */
export async function openRangeSource(fileOrAddress: string, options: { retryMs?: number } = {}): Promise<RangeSource> {
  if (!isAddress(fileOrAddress)) return openFile(fileOrAddress)
  let url: URL
  try {
    url = new URL(fileOrAddress)
  } catch (cause) {
    throw new ServiceError(
      'invalid_input',
      '--basemap is not an address: write https://host/path.pmtiles, or the name of a file.',
      { cause },
    )
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ServiceError(
      'invalid_input',
      `--basemap begins with ${url.protocol}//: use http:// or https://, or the name of a file.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new ServiceError(
      'invalid_input',
      '--basemap has a user name or password in its address: use an address without.',
    )
  const name = `${url.host}${url.pathname}`
  const fault = faultOf(`${url.protocol}//${name}`)
  return { source: remembering(addressSource(url, fault, options.retryMs ?? 1000)), name, fault, close: async () => {} }
}

function faultOf(where: string) {
  return (sentence: string, cause?: unknown) =>
    new ServiceError('invalid_input', `The basemap ${where} ${sentence}`, { cause })
}

async function openFile(path: string): Promise<RangeSource> {
  const fault = faultOf(path)
  const handle = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw fault(
      cause.code === 'ENOENT' || cause.code === 'ENOTDIR'
        ? 'does not exist: check its name and folder.'
        : `cannot be opened (${cause.code}).`,
      cause,
    )
  })
  const source: Source = {
    getKey: () => path,
    async getBytes(offset, length) {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await handle.read(bytes, 0, length, offset).catch((cause: NodeJS.ErrnoException) => {
        throw fault(
          cause.code === 'EISDIR' ? 'is a folder: name the file in it.' : `cannot be read (${cause.code}).`,
          cause,
        )
      })
      return { data: bytes.buffer.slice(0, bytesRead) }
    },
  }
  return { source: remembering(source), name: basename(path), fault, close: () => handle.close() }
}

function addressSource(url: URL, fault: RangeSource['fault'], retryMs: number): Source {
  let tag: string | null = null
  return {
    getKey: () => url.href,
    async getBytes(offset, length) {
      for (let attempt = 1; ; attempt++) {
        let response: Response
        try {
          response = await ask(url, { range: `bytes=${offset}-${offset + length - 1}`, 'accept-encoding': 'identity' })
          if (response.status >= 500 || response.status === 429)
            throw fault(`answers ${response.status}: try again later.`)
          if (response.status === 206) {
            const seen = response.headers.get('etag')
            if (tag !== null && seen !== tag) throw new Changed()
            tag = seen
            return { data: await readAtMost(response, length) }
          }
        } catch (thrown) {
          if (thrown instanceof Changed) throw fault('changed while it was read: import again.')
          if (thrown instanceof Redirected)
            throw fault(`redirects to ${thrown.host}, which is not followed: give the address there if you trust it.`)
          if (attempt < TRIES) {
            await new Promise((resolve) => setTimeout(resolve, retryMs * attempt))
            continue
          }
          if (thrown instanceof ServiceError) throw thrown
          throw fault(`cannot be reached (${reasonOf(thrown)}): check the address and the network.`, thrown)
        }
        await response.body?.cancel().catch(() => {})
        if (response.status === 404 || response.status === 410) throw fault('does not exist: there is no such address.')
        if (response.status === 401 || response.status === 403)
          throw fault(`may not be read (${response.status}): check the address.`)
        if (response.status === 416) return { data: new ArrayBuffer(0) }
        if (response.ok)
          throw fault('cannot be read in parts: its server does not answer HTTP ranges. Download it and name the file.')
        throw fault(`answers ${response.status}: check the address.`)
      }
    },
  }
}

class Changed extends Error {}

class Redirected extends Error {
  readonly host: string
  constructor(host: string) {
    super()
    this.host = host
  }
}

/** Follows redirects on the same host alone. Throws Redirected for another one. */
async function ask(url: URL, headers: Record<string, string>): Promise<Response> {
  const signal = AbortSignal.timeout(REQUEST_MS)
  for (let address = url, hop = 0; ; hop++) {
    const response = await fetch(address, { headers, signal, redirect: 'manual' })
    const target = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || target === null || hop === MAX_HOPS) return response
    await response.body?.cancel()
    const next = new URL(target, address)
    // nor from https to http
    if (next.host !== url.host || (next.protocol !== url.protocol && next.protocol !== 'https:'))
      throw new Redirected(`${next.protocol}//${next.host}`)
    address = next
  }
}

async function readAtMost(response: Response, length: number): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let total = 0
  for await (const part of response.body ?? []) {
    total += part.length
    if (total > length) throw new Error('more bytes than requested')
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
}

function reasonOf(thrown: unknown): string {
  const { cause, message, name } = thrown as Error & { cause?: { code?: string } }
  return name === 'TimeoutError' ? `no answer within ${REQUEST_MS / 1000} s` : (cause?.code ?? message)
}

/** Directories are requested more than once, so the last small reads are cached. */
function remembering(source: Source): Source {
  const reads = new LRUCache<string, Promise<{ data: ArrayBuffer }>>({ max: REMEMBERED_READS })
  return {
    getKey: () => source.getKey(),
    getBytes(offset, length) {
      if (length > REMEMBERED_BYTES) return source.getBytes(offset, length)
      const key = `${offset}:${length}`
      const known = reads.get(key)
      if (known !== undefined) return known
      const read = source.getBytes(offset, length)
      reads.set(key, read)
      read.catch(() => reads.delete(key))
      return read
    },
  }
}
