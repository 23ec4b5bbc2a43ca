// Reads ranges of files in a store through a cache of blocks, limited in bytes (the least recently used are dropped
// first). A block wanted by several readers is fetched once; missing neighbours are fetched in one request. Long reads,
// by clients that download whole files, do not change the cache.

import { createHash } from 'node:crypto'
import { type RefusalSentence, ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import { ReadCache } from '../read-cache.ts'
import { type ObjectStore, withTries } from './object-store.ts'
import { BLOCK_BYTES, PIECE_BYTES, hashInList, pieceKey, blockListBytes, type StoredFile } from './stored-files.ts'
import { readFile } from 'node:fs/promises'

const CALM_MS = 5000
const LOST_MS = 500

interface HealthOptions {
  calmMs?: number
  lostMs?: number
}

export interface WrongBlock {
  file: BlockFile
  n: number
}

/**
 * Whether a store that is read by ranges can be used, and which of its files cannot. While it does not answer, reads
 * fail at once instead of each waiting for a timeout; only a probe keeps asking until the store answers again.
 */
class StoreHealth {
  readonly #name: string
  readonly #options: HealthOptions
  #lost: { why: string; since: string } | null = null
  /** files with a damaged block, by the file's hash */
  readonly #wrong = new Map<string, WrongBlock & { why: string }>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #turn = 0
  #look: (() => Promise<void>) | null = null
  #isLooking = false
  /** whether the timer is set for the short interval after a loss */
  #isSoon = false

  constructor(name: string, options: HealthOptions) {
    this.#name = name
    this.#options = options
  }

  get isLost(): boolean {
    return this.#lost !== null
  }

  /** For operators: one sentence for each loss. */
  listLost(): string[] {
    const sentences = [...this.#wrong.values()].map(
      ({ file, why }) => `Heights and maps: ${file.path} cannot be read from the store ${this.#name} (${why})`,
    )
    if (this.#lost === null) return sentences
    const { why, since } = this.#lost
    return [`Heights and maps: the store ${this.#name} cannot be used (${why}) since ${since}`]
  }

  /** A read failed; the code `busy` means the whole store. */
  failed({ file, n }: WrongBlock, thrown: ServiceError): void {
    const why = thrown.message.replace(/\.$/, '')
    if (thrown.code === 'busy') this.#lost ??= { why, since: new Date().toISOString() }
    else this.#wrong.set(file.sha256, { file, n, why })
    this.#waitForNext()
  }

  /** A block was read and is correct. */
  answered({ file, n }: WrongBlock): void {
    this.#lost = null
    if (this.#wrong.get(file.sha256)?.n === n) this.#wrong.delete(file.sha256)
  }

  /**
   * Probes one block at intervals, file by file; in a damaged file, always the damaged block. Settles after the first
   * probe.
   */
  watch(listFiles: () => readonly BlockFile[], probe: (block: WrongBlock) => Promise<void>): Promise<void> {
    const look = async (): Promise<void> => {
      const files = listFiles()
      for (const sha256 of this.#wrong.keys())
        if (!files.some((file) => file.sha256 === sha256)) this.#wrong.delete(sha256)
      if (files.length === 0) this.#lost = null
      else {
        const file = files[this.#turn++ % files.length]
        await probe({ file, n: this.#wrong.get(file.sha256)?.n ?? 0 }).catch(() => {})
      }
    }
    this.#look = async () => {
      this.#isLooking = true
      await look()
      this.#isLooking = false
      this.#waitForNext()
    }
    return this.#look()
  }

  #waitForNext(): void {
    const look = this.#look
    if (look === null || this.#isLooking || this.#isClosed) return
    const { calmMs = CALM_MS, lostMs = LOST_MS } = this.#options
    const isSoon = this.#lost !== null || this.#wrong.size > 0
    if (this.#isSoon && isSoon) return
    this.#isSoon = isSoon
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#isSoon = false
        void look()
      },
      isSoon ? lostMs : calmMs,
    ).unref()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}

const MAX_REQUESTS = 16
const MAX_WAITING = 512
const PAUSE_MS = 100
const RETRY_AFTER_S = 2

interface FetcherOptions extends HealthOptions {
  pauseMs?: number
  maxRequests?: number
  maxWaiting?: number
}

/**
 * Fetches blocks of files from a store and checks each by its hash. Failures that may pass are retried, and the number
 * of concurrent requests is limited. Errors for callers name neither the store nor its address.
 */
class BlockFetcher {
  readonly health: StoreHealth
  readonly counts = { fetched: 0, failed: 0, refused: 0, bytes: 0 }
  readonly #store: ObjectStore
  readonly #options: FetcherOptions
  readonly #lists = new BlockLists()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(store: ObjectStore, options: FetcherOptions) {
    this.#store = store
    this.#options = options
    this.health = new StoreHealth(store.name, options)
  }

  /** `count` blocks starting at block `from`, all in one piece. Throws ServiceError `busy`. */
  async load(file: BlockFile, from: number, count: number): Promise<Uint8Array[]> {
    if (this.health.isLost) throw this.#refuse(say('error.busy.store'))
    await this.#takeTurn()
    try {
      return await this.#fetchNow(file, from, count)
    } finally {
      this.#endTurn()
    }
  }

  /** Like `load` for one block, even while the store is lost. */
  async probe({ file, n }: { file: BlockFile; n: number }): Promise<void> {
    await this.#fetchNow(file, n, 1)
  }

  async #fetchNow(file: BlockFile, from: number, count: number): Promise<Uint8Array[]> {
    const start = (from % BLOCKS_IN_PIECE) * BLOCK_BYTES
    const length = Math.min(count * BLOCK_BYTES, file.bytes - from * BLOCK_BYTES)
    const key = pieceKey(file.sha256, Math.floor(from / BLOCKS_IN_PIECE))
    let n = from
    try {
      const list = await this.#lists.get(file)
      const range = await withTries(() => this.#store.readRange(key, start, length), this.#options.pauseMs ?? PAUSE_MS)
      if (range === null) throw new ServiceError('invalid_input', 'it is not there: push it again.')
      const blocks: Uint8Array[] = []
      for (; n < from + count; n++) {
        const at = (n - from) * BLOCK_BYTES
        // each block is copied, so that caching one does not keep the whole run in memory
        const block = count === 1 ? range : new Uint8Array(range.subarray(at, at + BLOCK_BYTES))
        if (!isBlock(block, hashInList(list, n)))
          throw new ServiceError('invalid_input', 'it is not what was pushed: it was changed or is damaged.')
        blocks.push(block)
      }
      for (n = from; n < from + count; n++) this.health.answered({ file, n })
      this.counts.fetched++
      this.counts.bytes += length
      return blocks
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown
      this.counts.failed++
      this.health.failed({ file, n }, thrown)
      throw new ServiceError(say(thrown.code === 'busy' ? 'error.busy.store' : 'error.busy.store_file'), {
        retryAfterS: RETRY_AFTER_S,
        cause: thrown,
      })
    }
  }

  async #takeTurn(): Promise<void> {
    const { maxRequests = MAX_REQUESTS, maxWaiting = MAX_WAITING } = this.#options
    if (this.#running >= maxRequests) {
      if (this.#waiting.length >= maxWaiting) throw this.#refuse(say('error.busy.store_waiting'))
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running++
  }

  /** A turn is handed directly to the longest waiter, so that a newcomer cannot take it as well. */
  #endTurn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running--
    else next()
  }

  #refuse(sentence: RefusalSentence): ServiceError {
    this.counts.refused++
    return new ServiceError(sentence, { retryAfterS: RETRY_AFTER_S })
  }
}

function isBlock(block: Uint8Array, hash: Uint8Array): boolean {
  return createHash('sha256').update(block).digest().equals(hash)
}

const MAX_RUN = 64
/** Tiles are shorter than this; parts of a download are as long. */
const LONG_READ_BLOCKS = 16
const BLOCKS_IN_PIECE = PIECE_BYTES / BLOCK_BYTES

export interface BlockReaderOptions extends FetcherOptions {
  cacheBytes: number
}

export interface BlockFigures {
  bytes: number
  budgetBytes: number
  /** blocks by source: the cache, a fetch, or a fetch already running for another reader */
  requested: Record<'hit' | 'fetched' | 'shared', number>
  requests: Record<'fetched' | 'failed' | 'refused', number>
  fetchedBytes: number
}

export class BlockReader {
  readonly #fetcher: BlockFetcher
  readonly #kept: ReadCache<string, Uint8Array>
  readonly #budgetBytes: number
  readonly #requested = { hit: 0, fetched: 0, shared: 0 }

  constructor(store: ObjectStore, { cacheBytes, ...options }: BlockReaderOptions) {
    this.#fetcher = new BlockFetcher(store, options)
    this.#budgetBytes = cacheBytes
    this.#kept = new ReadCache(cacheBytes, ({ length }) => length)
  }

  /** Fewer bytes only at the end of the file. Callers must not change them. Throws ServiceError `busy`. */
  async read(file: BlockFile, offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, file.bytes)
    if (offset >= end) return new Uint8Array(0)
    const first = Math.floor(offset / BLOCK_BYTES)
    const last = Math.floor((end - 1) / BLOCK_BYTES)
    if (first === last) {
      const block = this.#find(file, first) ?? this.#fetchRun(file, first, 1, true)[0]
      const at = offset - first * BLOCK_BYTES
      return (await block).subarray(at, at + end - offset)
    }
    const blocks = await Promise.all(this.#collect(file, first, last))
    const out = new Uint8Array(end - offset)
    blocks.forEach((block, i) => {
      const at = (first + i) * BLOCK_BYTES - offset
      out.set(block.subarray(Math.max(0, -at), Math.min(block.length, out.length - at)), Math.max(0, at))
    })
    return out
  }

  /** Notices that the store is lost, or is back, while nobody reads. Settles after the first probe. */
  watch(listFiles: () => readonly BlockFile[]): Promise<void> {
    return this.#fetcher.health.watch(listFiles, (block) => this.#fetcher.probe(block))
  }

  /** One sentence for each thing that cannot be read. */
  listLost(): string[] {
    return this.#fetcher.health.listLost()
  }

  figures(): BlockFigures {
    const { bytes, ...requests } = this.#fetcher.counts
    const kept = { bytes: this.#kept.bytes, budgetBytes: this.#budgetBytes }
    return { ...kept, requested: { ...this.#requested }, requests, fetchedBytes: bytes }
  }

  close(): void {
    this.#fetcher.health.close()
    this.#kept.clear()
  }

  #collect(file: BlockFile, first: number, last: number): (Uint8Array | Promise<Uint8Array>)[] {
    const blocks: (Uint8Array | Promise<Uint8Array>)[] = []
    const isKept = last - first + 1 < LONG_READ_BLOCKS
    let run = 0
    const endRun = (n: number): void => {
      if (run > 0) blocks.push(...this.#fetchRun(file, n - run, run, isKept))
      run = 0
    }
    for (let n = first; n <= last; n++) {
      const found = this.#find(file, n)
      if (found !== undefined || run === MAX_RUN || n % BLOCKS_IN_PIECE === 0) endRun(n)
      if (found === undefined) run++
      else blocks.push(found)
    }
    endRun(last + 1)
    return blocks
  }

  /** The block from the cache or from a fetch that another reader began. */
  #find({ sha256 }: BlockFile, n: number): Uint8Array | Promise<Uint8Array> | undefined {
    const key = `${sha256}/${n}`
    const kept = this.#kept.find(key)
    const found = kept ?? this.#kept.reading(key)
    if (kept !== undefined) this.#requested.hit++
    else if (found !== undefined) this.#requested.shared++
    return found
  }

  #fetchRun(file: BlockFile, from: number, count: number, isKept: boolean): Promise<Uint8Array>[] {
    this.#requested.fetched += count
    const run = this.#fetcher.load(file, from, count)
    return Array.from({ length: count }, (_, i) =>
      this.#kept.get(`${file.sha256}/${from + i}`, () => run.then((blocks) => blocks[i]), isKept),
    )
  }
}

/**
 * Lists of block hashes of stored files, kept on disk where the file itself would be and checked against the manifest
 * when read. For the files of the live and retired releases: 5 MB for each 10 GB of a file. No list may be longer.
 */
export const MAX_LIST_BYTES = 128_000_000

/** A file that is read block by block. */
export interface BlockFile extends StoredFile {
  /** for messages: where the file would be if it were on disk */
  path: string
  /** path of its list of blocks */
  listPath: string
  /** of the list */
  blocksSha256: string
}

class BlockLists {
  readonly #lists = new ReadCache<string, Uint8Array>(MAX_LIST_BYTES, ({ length }) => length)

  /** Throws ServiceError `invalid_input` if it is missing or does not match the manifest. */
  get(file: BlockFile): Promise<Uint8Array> {
    return this.#lists.get(file.blocksSha256, () => readList(file))
  }
}

async function readList(file: BlockFile): Promise<Uint8Array> {
  const list = await readFile(file.listPath).catch(() => null)
  if (list === null || !isListOf(file, list))
    throw new ServiceError('invalid_input', `${file.listPath} is missing or damaged: pull the release again.`)
  return list
}

export function isListOf({ bytes, blocksSha256 }: Omit<BlockFile, 'path' | 'listPath'>, list: Uint8Array): boolean {
  return list.length === blockListBytes(bytes) && createHash('sha256').update(list).digest('hex') === blocksSha256
}
