// Fetches blocks of files from a store and checks each by its hash. Failures that may pass are retried, and the number
// of concurrent requests is limited. Errors for callers name neither the store nor its address.

import { createHash } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import { BlockLists, type BlockFile } from './block-lists.ts'
import { withTries, type ObjectStore } from './object-store.ts'
import { StoreHealth, type HealthOptions } from './store-health.ts'
import { BLOCK_BYTES, hashInList, PIECE_BYTES, pieceKey } from './stored-files.ts'

const MAX_REQUESTS = 16
const MAX_WAITING = 512
const PAUSE_MS = 100
const RETRY_AFTER_S = 2
const BLOCKS_IN_PIECE = PIECE_BYTES / BLOCK_BYTES

export interface FetcherOptions extends HealthOptions {
  pauseMs?: number
  maxRequests?: number
  maxWaiting?: number
}

export class BlockFetcher {
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
    if (this.health.isLost) throw this.#refuse('The store of heights and maps does not answer.')
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
      const said =
        thrown.code === 'busy' ? 'The store of heights and maps does not answer.' : 'A file of heights or maps is lost.'
      throw new ServiceError('busy', `${said} Try again later.`, { retryAfterS: RETRY_AFTER_S, cause: thrown })
    }
  }

  async #takeTurn(): Promise<void> {
    const { maxRequests = MAX_REQUESTS, maxWaiting = MAX_WAITING } = this.#options
    if (this.#running >= maxRequests) {
      if (this.#waiting.length >= maxWaiting) throw this.#refuse('Too much is being read from the store of maps.')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running++
  }

  /** A turn is handed directly to the longest waiter, so that a newcomer cannot take it as well. */
  #endTurn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running--
    else next()
  }

  #refuse(said: string): ServiceError {
    this.counts.refused++
    return new ServiceError('busy', `${said} Try again later.`, { retryAfterS: RETRY_AFTER_S })
  }
}

function isBlock(block: Uint8Array, hash: Uint8Array): boolean {
  return createHash('sha256').update(block).digest().equals(hash)
}
