// Positions of all nodes of some map files, in a temporary file in order of their ids, so that memory does not grow
// with the map: 12 bytes a node on disk, and a bounded cache of blocks. A node's number is its place in the file:
// numbers are in order of ids, with holes. Maps are sorted by id nearly always; nodes that are not are sorted in
// runs and merged. Of a node that comes twice the first one with a position counts.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { fillFrom, TEMPORARY_FILE_CUT } from '../../storage/temporary-file.ts'
import { NO_COORDINATE_E7, type NodeBatch } from '../../osm/read-pbf.ts'
import { float64List } from '../../storage/typed-list.ts'

const NODES_PER_BLOCK = 1024
/** first id, then differences to it, longitudes, latitudes; unused places have the difference NONE */
const BLOCK_BYTES = 8 + NODES_PER_BLOCK * 12
const NONE = 0xffffffff
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

function blockOver(bytes: ArrayBuffer): Block {
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

const NODES_PER_RUN = 1 << 20

/** Columns of nodes, ascending by id. */
interface NodeRun {
  count: number
  id: Float64Array
  lonE7: Int32Array
  latE7: Int32Array
}

/**
 * Writes the positions of all nodes of some map files into a node file. Maps are sorted by id nearly always; nodes that
 * are not are sorted in runs and merged. Of a node that comes twice the first one with a position counts. Takes nodes
 * in any order, and gives a NodeFile.
 */
export class NodeFileWriter {
  readonly #path: string
  readonly #runLength: number
  #run: NodeRun
  #isSorted = true
  /** the ascending runs so far: each is a file of its own, the first one is the file itself */
  readonly #parts: { path: string; writer: BlockWriter }[] = []

  constructor(path: string, runLength = NODES_PER_RUN) {
    this.#path = path
    this.#runLength = runLength
    this.#run = emptyRun(runLength)
  }

  take({ count, id, lonE7, latE7 }: Pick<NodeBatch, 'count' | 'id' | 'lonE7' | 'latE7'>): void {
    for (let n = 0; n < count; n++) {
      if (lonE7[n] === NO_COORDINATE_E7 || latE7[n] === NO_COORDINATE_E7) continue
      if (this.#run.count === this.#runLength) this.#writeRun()
      const run = this.#run
      if (run.count > 0 && id[n] <= run.id[run.count - 1]) this.#isSorted = false
      run.id[run.count] = id[n]
      run.lonE7[run.count] = lonE7[n]
      run.latE7[run.count++] = latE7[n]
    }
  }

  finish(): NodeFile {
    if (this.#run.count > 0) this.#writeRun()
    this.#run = emptyRun(0)
    const files = this.#parts.map(({ path, writer }) => writer.finish(path))
    if (files.length === 1) return files[0]
    const merged = new BlockWriter(this.#path)
    mergeFiles(files, (id, lonE7, latE7) => merged.add(id, lonE7, latE7))
    for (const file of files) file.close()
    return merged.finish(this.#path)
  }

  /** Deletes what was written. */
  abandon(): void {
    for (const { path, writer } of this.#parts) {
      writer.close()
      rmSync(path, { force: true })
    }
  }

  #writeRun(): void {
    const run = this.#isSorted ? this.#run : sorted(this.#run)
    const last = this.#parts.at(-1)
    if (last === undefined || run.id[0] <= last.writer.lastId) {
      const path = `${this.#path}.${this.#parts.length}`
      this.#parts.push({ path, writer: new BlockWriter(path) })
    }
    const { writer } = this.#parts.at(-1)!
    for (let n = 0; n < run.count; n++) writer.add(run.id[n], run.lonE7[n], run.latE7[n])
    this.#run.count = 0
    this.#isSorted = true
  }
}

/** Writes the nodes that `read` takes; leaves no file if it throws. */
export async function writeNodeFile(
  path: string,
  read: (take: (batch: NodeBatch) => void) => Promise<void>,
): Promise<NodeFile> {
  const writer = new NodeFileWriter(path)
  try {
    await read((batch) => writer.take(batch))
    return writer.finish()
  } catch (thrown) {
    writer.abandon()
    throw thrown
  }
}

/** Writes nodes in order of their ids. */
class BlockWriter {
  lastId = -Infinity
  readonly #fd: number
  readonly #firstIds = float64List()
  #block = blockOver(new ArrayBuffer(BLOCK_BYTES))
  #count = 0
  #isOpen = true

  constructor(path: string) {
    this.#fd = openSync(path, 'w')
  }

  add(id: number, lonE7: number, latE7: number): void {
    if (this.#count === NODES_PER_BLOCK || (this.#count > 0 && id - this.#block.firstId >= NONE)) this.#write()
    const block = this.#block
    if (this.#count === 0) {
      block.firstId = id
      new Float64Array(block.bytes, 0, 1)[0] = id
      this.#firstIds.push(id)
      block.deltas.fill(NONE)
    }
    block.deltas[this.#count] = id - block.firstId
    block.lonE7[this.#count] = lonE7
    block.latE7[this.#count++] = latE7
    this.lastId = id
  }

  finish(path: string): NodeFile {
    if (this.#count > 0) this.#write()
    this.close()
    return new NodeFile(path, this.#firstIds.view().slice())
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#fd)
    this.#isOpen = false
  }

  #write(): void {
    const bytes = new Uint8Array(this.#block.bytes)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at)
    this.#count = 0
  }
}

function emptyRun(length: number): NodeRun {
  return { count: 0, id: new Float64Array(length), lonE7: new Int32Array(length), latE7: new Int32Array(length) }
}

/** By id, of equal ones the first. */
function sorted({ count, id, lonE7, latE7 }: NodeRun): NodeRun {
  const order = Uint32Array.from({ length: count }, (_, n) => n)
    .sort((a, b) => id[a] - id[b] || a - b)
    .filter((n, at, all) => at === 0 || id[n] !== id[all[at - 1]])
  return {
    count: order.length,
    id: Float64Array.from(order, (n) => id[n]),
    lonE7: Int32Array.from(order, (n) => lonE7[n]),
    latE7: Int32Array.from(order, (n) => latE7[n]),
  }
}

/** All nodes of the files by id; where several have one, that of the first of them. */
function mergeFiles(files: readonly NodeFile[], add: (id: number, lonE7: number, latE7: number) => void): void {
  const cursors = files.map((file) => new Cursor(file))
  for (;;) {
    let least: Cursor | null = null
    for (const cursor of cursors) if (cursor.id < (least?.id ?? Infinity)) least = cursor
    if (least === null) return
    const { id } = least
    add(id, least.lonE7, least.latE7)
    for (const cursor of cursors) if (cursor.id === id) cursor.advance()
  }
}

/** Walks over the nodes of a file; its id is Infinity at the end. */
class Cursor {
  id = Infinity
  lonE7 = 0
  latE7 = 0
  readonly #file: NodeFile
  #number = 0
  #at = -1

  constructor(file: NodeFile) {
    this.#file = file
    this.advance()
  }

  advance(): void {
    this.id = Infinity
    for (this.#at++; this.#number < this.#file.blockCount; this.#number++, this.#at = 0) {
      const { firstId, deltas, lonE7, latE7 } = this.#file.block(this.#number)
      if (this.#at >= NODES_PER_BLOCK || deltas[this.#at] === NONE) continue
      this.id = firstId + deltas[this.#at]
      this.lonE7 = lonE7[this.#at]
      this.latE7 = latE7[this.#at]
      return
    }
  }
}
