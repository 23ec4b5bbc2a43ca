// Lists of block hashes of stored files, kept on disk where the file itself would be and checked against the manifest
// when read.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ServiceError } from '../../errors.ts'
import { ReadCache } from '../read-cache.ts'
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
