// HOT: npm run bench -- routing
// Every shape, name and way is read through it, so the block of the last edge is tried before it is looked up.
//
// Which block of a network file an edge lies in; where its bytes come from is for subclasses to say:
// the whole file in memory, or its blocks through the cache of all threads.

import { blockColumns, type BlockDirectory, RUN_SHIFT, endOfBlocks } from './network-file.ts'
import type { BlockColumns } from './network-columns.ts'
import { crc32 } from 'node:zlib'
import type { BlockCache, BlockHome } from './block-cache.ts'
import { fillFrom } from '../storage/temporary-file.ts'

/**
 * What is kept about edges beside what searches touch: shape points, ways, names and signed routes, in blocks of
 * consecutive edges. Edges lie along a curve, so that a block is about one place. A run of edges, from `firstEdge` on.
 * Columns by edge are indexed by `edge - firstEdge`.
 */
export class EdgeBlock {
  readonly firstEdge: number
  /** after the last one */
  readonly endEdge: number
  readonly wayId: Float64Array
  /** index into the strings, 0 = none */
  readonly name: Uint32Array
  readonly ref: Uint32Array
  /** index into trailSetStart, 0 = none */
  readonly trailSet: Uint32Array
  /** points of edge e, both ends included, are at [shapeStart[e - firstEdge], shapeStart[e - firstEdge + 1]) */
  readonly shapeStart: Uint32Array
  readonly shapeLonE7: Int32Array
  readonly shapeLatE7: Int32Array
  /** metres above sea in decimetres, NO_HEIGHT_DM: void */
  readonly shapeHeightDm: Int32Array
  /** distance from the start of the edge */
  readonly shapeAtMm: Uint32Array

  constructor(firstEdge: number, columns: BlockColumns) {
    this.firstEdge = firstEdge
    this.endEdge = firstEdge + columns.shapeStart.length - 1
    this.wayId = columns.edgeWayId
    this.name = columns.edgeName
    this.ref = columns.edgeRef
    this.trailSet = columns.edgeTrailSet
    this.shapeStart = columns.shapeStart
    this.shapeLonE7 = columns.shapeLonE7
    this.shapeLatE7 = columns.shapeLatE7
    this.shapeHeightDm = columns.shapeHeightDm
    this.shapeAtMm = columns.shapeAtMm
  }
}

/** Finds the block of an edge. */
export interface BlockSource {
  blockOf(edge: number): EdgeBlock
}

abstract class EdgeBlocks implements BlockSource {
  protected readonly directory: BlockDirectory
  /** the block requested last: mostly the one requested next */
  #last: EdgeBlock

  constructor(directory: BlockDirectory) {
    this.directory = directory
    this.#last = NO_BLOCK
  }

  blockOf(edge: number): EdgeBlock {
    const last = this.#last
    if (edge >= last.firstEdge && edge < last.endEdge) return last
    const { blockFirstEdge, blockOfRun } = this.directory
    let block = blockOfRun[edge >>> RUN_SHIFT]
    while (blockFirstEdge[block + 1] <= edge) block++
    return (this.#last = this.open(block))
  }

  /** Forgets which block was requested last. */
  protected forget(): void {
    this.#last = NO_BLOCK
  }

  /** Its arrays can be read until LEAST_KEPT others have been opened. */
  protected abstract open(block: number): EdgeBlock
}

const NO_BLOCK = new EdgeBlock(0, blockColumns(new ArrayBuffer(8), 0, 0, 0))

/** Blocks of a file that is in memory as a whole. */
export class WholeBlocks extends EdgeBlocks {
  readonly #file: ArrayBufferLike
  readonly #firstByte: number
  readonly #opened: EdgeBlock[] = []

  /** `firstByte`: where the first part of the file ends. */
  constructor(directory: BlockDirectory, file: ArrayBufferLike, firstByte: number) {
    super(directory)
    this.#file = file
    this.#firstByte = firstByte
  }

  protected open(block: number): EdgeBlock {
    const { blockFirstEdge, blockAt } = this.directory
    const first = blockFirstEdge[block]
    return (this.#opened[block] ??= new EdgeBlock(
      first,
      blockColumns(this.#file, this.#firstByte + blockAt[block], blockFirstEdge[block + 1] - first),
    ))
  }
}

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

/**
 * The blocks of a network file, read through the cache of all threads as they are requested. One object per thread and
 * network. A block that cannot be read, or that is not what was written, throws and says which one of which file.
 */
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
