// A store of objects under keys: a folder (a mounted share), a web server, or a server that speaks S3. Knows nothing of
// what is stored. An object is whole or absent. A failure that may pass by itself is ServiceError `busy`, any other
// `invalid_input`; no message contains a password or a key.

import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../../errors.ts'

export interface ObjectStore {
  /** for messages; holds no secret */
  readonly name: string
  /** Size of an object; null if absent. */
  findBytes(key: string): Promise<number | null>
  /** Content of an object; null if absent. Throws ServiceError as soon as it exceeds `maxBytes`. */
  read(key: string, maxBytes: number): Promise<AsyncIterable<Uint8Array> | null>
  /**
   * All of a range inside an object; null if there is no object. Throws ServiceError, `busy` also if it takes longer
   * than the store's time limit.
   */
  readRange(key: string, fromByte: number, bytes: number): Promise<Uint8Array | null>
  write(key: string, content: Content): Promise<void>
}

export interface Content {
  bytes: number
  /** called again for each try */
  open(): AsyncIterable<Uint8Array>
}

const TRIES = 3
const PAUSE_MS = 1000
/** For a manifest or a list of blocks, 16 MB for the most part. */
const SMALL_OBJECT_MS = 120_000

/** Retries failures that may pass by themselves. */
export async function withTries<T>(work: () => Promise<T>, pauseMs = PAUSE_MS): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || thrown.code !== 'busy' || attempt === TRIES) throw thrown
      await sleep(pauseMs * attempt)
    }
  }
}

/** A small object as text; null if absent. */
export async function readText(store: ObjectStore, key: string, maxBytes: number): Promise<string | null> {
  return (await readBytes(store, key, maxBytes))?.toString('utf8') ?? null
}

/** A small object; null: it is not there. Throws ServiceError `busy` if it is not here after `withinMs`. */
export async function readBytes(
  store: ObjectStore,
  key: string,
  maxBytes: number,
  withinMs = SMALL_OBJECT_MS,
): Promise<Buffer | null> {
  const stream = await store.read(key, maxBytes)
  const tooSlow = () => new ServiceError('busy', `The store ${store.name} sends ${key} too slowly: try again later.`)
  return stream === null ? null : collect(stream, withinMs, tooSlow)
}

/** Looks at the time when a part arrives. */
export async function collect(
  stream: AsyncIterable<Uint8Array>,
  withinMs = Infinity,
  tooSlow?: () => ServiceError,
): Promise<Buffer> {
  const endMs = performance.now() + withinMs
  const parts: Uint8Array[] = []
  for await (const part of stream) {
    if (performance.now() > endMs) throw tooSlow!()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export function writeText(store: ObjectStore, key: string, text: string): Promise<void> {
  return writeBytes(store, key, Buffer.from(text))
}

export async function writeBytes(store: ObjectStore, key: string, bytes: Uint8Array): Promise<void> {
  await store.write(key, {
    bytes: bytes.length,
    open: async function* () {
      yield bytes
    },
  })
}

/** Passes the parts on; throws ServiceError once they exceed `maxBytes`. */
export async function* upTo(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => ServiceError,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    if (bytes > maxBytes) throw tooLong()
    yield part
  }
}
