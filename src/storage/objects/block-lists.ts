// Lists of block hashes of stored files, kept on disk where the file itself would be and checked against the manifest
// when read.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { ServiceError } from '../../errors.ts'
import { blockListBytes, type StoredFile } from './stored-files.ts'

/** For the files of the live and retired releases: 5 MB for each 10 GB of a file. No list may be longer. */
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

export class BlockLists {
  readonly #lists = new LRUCache<string, Uint8Array>({
    maxSize: MAX_LIST_BYTES,
    sizeCalculation: (list) => list.length + 1,
  })
  readonly #loading = new Map<string, Promise<Uint8Array>>()

  /** Throws ServiceError `invalid_input` if it is missing or does not match the manifest. */
  get(file: BlockFile): Uint8Array | Promise<Uint8Array> {
    const key = file.blocksSha256
    const known = this.#lists.get(key) ?? this.#loading.get(key)
    if (known !== undefined) return known
    const loading = this.#load(file).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  async #load(file: BlockFile): Promise<Uint8Array> {
    const list = await readFile(file.listPath).catch(() => null)
    if (list === null || !isListOf(file, list))
      throw new ServiceError('invalid_input', `${file.listPath} is missing or damaged: pull the release again.`)
    this.#lists.set(file.blocksSha256, list)
    return list
  }
}

export function isListOf({ bytes, blocksSha256 }: Omit<BlockFile, 'path' | 'listPath'>, list: Uint8Array): boolean {
  return list.length === blockListBytes(bytes) && createHash('sha256').update(list).digest('hex') === blocksSha256
}
