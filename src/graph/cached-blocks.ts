// HOT: npm run bench -- routing
// Every shape, name and way is read through it, so views of a slot are kept for when its block is met again.
//
// The blocks of a network file, read through the cache of all threads as they are requested. One object per thread and
// network. A block that cannot be read, or that is not what was written, throws and says which one of which file.

import { crc32 } from 'node:zlib'
import type { BlockCache, BlockHome } from './block-cache.ts'
import { EdgeBlock, EdgeBlocks } from './edge-blocks.ts'
import { fillFrom } from '../storage/fill-from.ts'
import { blockColumns, type BlockDirectory, endOfBlocks } from './network-file.ts'

/** Where the blocks of a network lie; plain data, so that it can be sent to threads. */
export interface BlockFile {
  path: string
  /** open for reading, in all threads */
  descriptor: number
  /** where the first part of the file ends */
  firstByte: number
  /** key of the first block in the cache; the others follow */
  firstKey: number
  /** by block: slot + 1 where it may be */
  hints: Int32Array
}

/** Fills `bytes` from a place in a file on. Throws RangeError if it ends before. */
function readWhole(descriptor: number, bytes: Uint8Array, fromByte: number): void {
  if (!fillFrom(descriptor, bytes, fromByte)) throw new RangeError('the file ends before it')
}

export class CachedBlocks extends EdgeBlocks implements BlockHome {
  readonly #file: BlockFile
  readonly #cache: BlockCache
  /** blocks that this thread keeps */
  readonly #kept: (EdgeBlock | undefined)[]
  /** views of what was in a slot when this thread looked last, by slot */
  readonly #seen = new Map<number, EdgeBlock>()

  constructor(directory: BlockDirectory, file: BlockFile, cache: BlockCache) {
    super(directory)
    this.#file = file
    this.#cache = cache
    this.#kept = new Array<EdgeBlock | undefined>(directory.blockCrc32.length).fill(undefined)
  }

  /** Nothing is read from it any more. */
  close(): void {
    this.#cache.leave(this)
  }

  protected open(block: number): EdgeBlock {
    return (this.#kept[block] ??= this.#hold(block))
  }

  #hold(block: number): EdgeBlock {
    const { firstKey, hints } = this.#file
    const { blockFirstEdge, blockAt } = this.directory
    const { buffer, byteOffset, slot } = this.#cache.hold(
      this,
      block,
      firstKey + block,
      blockAt[block + 1] - blockAt[block],
      hints,
    )
    const first = blockFirstEdge[block]
    const seen = this.#seen.get(slot)
    if (slot >= 0 && seen?.firstEdge === first) return seen
    const views = new EdgeBlock(first, blockColumns(buffer, byteOffset, blockFirstEdge[block + 1] - first))
    if (slot >= 0) this.#seen.set(slot, views)
    return views
  }

  read(block: number, bytes: Uint8Array): void {
    const { path, descriptor, firstByte } = this.#file
    const { blockAt, blockCrc32 } = this.directory
    try {
      readWhole(descriptor, bytes, firstByte + blockAt[block])
    } catch (error) {
      throw new Error(`block ${block} of ${path} cannot be read: ${(error as Error).message}`, { cause: error })
    }
    if (crc32(bytes) !== blockCrc32[block])
      throw new Error(`block ${block} of ${path} is damaged: its checksum differs`)
  }

  /** Reads bytes after the last block. Throws file system errors, and RangeError past the end of the file. */
  readBehind(bytes: Uint8Array, atByte: number): void {
    const { descriptor, firstByte } = this.#file
    readWhole(descriptor, bytes, firstByte + endOfBlocks(this.directory) + atByte)
  }

  drop(block: number): void {
    this.#kept[block] = undefined
    this.forget()
  }
}
