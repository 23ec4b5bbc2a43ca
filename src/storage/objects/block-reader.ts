// Reads ranges of files in a store through a cache of blocks, limited in bytes (the least recently used are dropped
// first). A block wanted by several readers is fetched once; missing neighbours are fetched in one request. Long reads,
// by clients that download whole files, do not change the cache.

import { ReadCache } from '../read-cache.ts'
import { BlockFetcher, type FetcherOptions } from './block-fetcher.ts'
import type { BlockFile } from './block-lists.ts'
import type { ObjectStore } from './object-store.ts'
import { BLOCK_BYTES, PIECE_BYTES } from './stored-files.ts'

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
  asked: Record<'hit' | 'fetched' | 'shared', number>
  requests: Record<'fetched' | 'failed' | 'refused', number>
  fetchedBytes: number
}

export class BlockReader {
  readonly #fetcher: BlockFetcher
  readonly #kept: ReadCache<string, Uint8Array>
  readonly #budgetBytes: number
  readonly #asked = { hit: 0, fetched: 0, shared: 0 }

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
    return { ...kept, asked: { ...this.#asked }, requests, fetchedBytes: bytes }
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
    if (kept !== undefined) this.#asked.hit++
    else if (found !== undefined) this.#asked.shared++
    return found
  }

  #fetchRun(file: BlockFile, from: number, count: number, isKept: boolean): Promise<Uint8Array>[] {
    this.#asked.fetched += count
    const run = this.#fetcher.load(file, from, count)
    return Array.from({ length: count }, (_, i) =>
      this.#kept.get(`${file.sha256}/${from + i}`, () => run.then((blocks) => blocks[i]), isKept),
    )
  }
}
