// Positions of all nodes of some map files, in a temporary file in order of their ids, so that memory does not grow
// with the map: 12 bytes a node on disk, and a bounded cache of blocks. A node's number is its place in the file:
// numbers are in order of ids, with holes. Maps are sorted by id nearly always; nodes that are not are sorted in
// runs and merged. Of a node that comes twice the first one with a position counts.

import { closeSync, openSync, rmSync } from 'node:fs'
import { fillFrom } from '../../storage/fill-from.ts'
import { TEMPORARY_FILE_CUT } from '../../storage/temporary-file.ts'

export const NODES_PER_BLOCK = 1024
/** first id, then differences to it, longitudes, latitudes; unused places have the difference NONE */
export const BLOCK_BYTES = 8 + NODES_PER_BLOCK * 12
export const NONE = 0xffffffff
const CACHED_BLOCKS = 4096
/** A number of no node. */
export const NO_NODE = 0xffffffff

/** Looks nodes up, in no order but best in that of their ids. */
export class NodeFile {
  readonly #path: string
  readonly #fd: number
  readonly #firstIds: Float64Array
  /** cached blocks by number, in the order in which they came or got a second chance */
  readonly #blocks = new Map<number, Block>()
  #last: { number: number; block: Block } | null = null
  readonly #cachedBlocks: number

  constructor(path: string, firstIds: Float64Array, cachedBlocks = CACHED_BLOCKS) {
    this.#path = path
    this.#fd = openSync(path, 'r')
    this.#firstIds = firstIds
    this.#cachedBlocks = cachedBlocks
  }

  get blockCount(): number {
    return this.#firstIds.length
  }

  /** Number of a node, NO_NODE if the files do not have it. */
  find(id: number): number {
    const number = this.#blockOf(id)
    if (number < 0) return NO_NODE
    const { firstId, deltas } = this.block(number)
    const delta = id - firstId
    let from = 0
    let to = NODES_PER_BLOCK - 1
    while (from < to) {
      const middle = (from + to) >>> 1
      if (deltas[middle] < delta) from = middle + 1
      else to = middle
    }
    return deltas[from] === delta && delta < NONE ? number * NODES_PER_BLOCK + from : NO_NODE
  }

  lonE7(node: number): number {
    return this.block(Math.floor(node / NODES_PER_BLOCK)).lonE7[node % NODES_PER_BLOCK]
  }

  latE7(node: number): number {
    return this.block(Math.floor(node / NODES_PER_BLOCK)).latE7[node % NODES_PER_BLOCK]
  }

  /** Also deletes the file. */
  close(): void {
    closeSync(this.#fd)
    rmSync(this.#path, { force: true })
  }

  block(number: number): Block {
    if (this.#last?.number === number) return this.#last.block
    let block = this.#blocks.get(number)
    if (block === undefined) {
      const reused = this.#blocks.size < this.#cachedBlocks ? null : this.#dropOldest()
      block = readBlock(this.#fd, number, reused?.bytes ?? new ArrayBuffer(BLOCK_BYTES))
      this.#blocks.set(number, block)
    } else block.usedAgain = true
    this.#last = { number, block }
    return block
  }

  /** The one that came first of those not used since, by a second chance for the others (Corbató 1968). */
  #dropOldest(): Block {
    for (;;) {
      const [number, block] = this.#blocks.entries().next().value!
      this.#blocks.delete(number)
      if (!block.usedAgain) return block
      block.usedAgain = false
      this.#blocks.set(number, block)
    }
  }

  /** The block that has an id if any has, -1 if none can. */
  #blockOf(id: number): number {
    const firstIds = this.#firstIds
    const last = this.#last?.number ?? 0
    if (firstIds[last] <= id && (last + 1 === firstIds.length || id < firstIds[last + 1])) return last
    let from = 0
    let to = firstIds.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if (firstIds[middle] <= id) from = middle + 1
      else to = middle
    }
    return from - 1
  }
}

interface Block {
  bytes: ArrayBuffer
  firstId: number
  deltas: Uint32Array
  lonE7: Int32Array
  latE7: Int32Array
  /** since it came, or since it got a second chance */
  usedAgain: boolean
}

export function blockOver(bytes: ArrayBuffer): Block {
  return {
    bytes,
    firstId: new Float64Array(bytes, 0, 1)[0],
    deltas: new Uint32Array(bytes, 8, NODES_PER_BLOCK),
    lonE7: new Int32Array(bytes, 8 + NODES_PER_BLOCK * 4, NODES_PER_BLOCK),
    latE7: new Int32Array(bytes, 8 + NODES_PER_BLOCK * 8, NODES_PER_BLOCK),
    usedAgain: false,
  }
}

function readBlock(fd: number, number: number, bytes: ArrayBuffer): Block {
  if (!fillFrom(fd, new Uint8Array(bytes), number * BLOCK_BYTES)) throw new RangeError(TEMPORARY_FILE_CUT)
  return blockOver(bytes)
}
