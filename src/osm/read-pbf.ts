// Reads an OSM PBF file block by block, any number of times and only the types requested, with one block in memory at a
// time. Order and types inside the file may be anything; a file that claims to be sorted is read faster. The contents
// of a block are described in entity-batches.ts. Callers read several files one after another.

import { ServiceError } from '../errors.ts'
import { decodeBlock, HOLDS_NODES, HOLDS_RELATIONS, HOLDS_WAYS } from './decode-block.ts'
import type { PbfHandlers } from './entity-batches.ts'
import {
  checkPacking,
  inflateBlob,
  readBlob,
  scanBlobs,
  type BlobPlace,
  type PbfHeader,
  pbfFault,
  type PbfSource,
} from './pbf-blocks.ts'
import { BlockFault } from './pbf-message.ts'

export {
  NO_COORDINATE_E7,
  type NodeBatch,
  type PbfHandlers,
  type RelationBatch,
  type TaggedBatch,
  type WayBatch,
} from './entity-batches.ts'

/** An opened file that remembers the contents of its blobs, so that a later pass skips blobs it does not need. */
export class PbfFile {
  readonly source: PbfSource
  readonly header: PbfHeader
  readonly #blobs: BlobPlace[]
  /** HOLDS_* bits once a blob has been read, 0 before */
  readonly #holds: Uint8Array
  /** totals of the blobs read so far */
  #packedBytes = 0
  #unpackedBytes = 0

  private constructor(source: PbfSource, header: PbfHeader, blobs: BlobPlace[]) {
    this.source = source
    this.header = header
    this.#blobs = blobs
    this.#holds = new Uint8Array(blobs.length)
  }

  /** Reads the header and locates the blobs. Throws ServiceError `invalid_input`. */
  static async open(source: PbfSource): Promise<PbfFile> {
    const { header, blobs } = await scanBlobs(source)
    return new PbfFile(source, header, blobs)
  }

  /**
   * Passes every block of the wanted types to its callback, in file order. `onBytes` receives the offset reached.
   */
  async read(handlers: PbfHandlers, onBytes?: (offset: number) => void): Promise<void> {
    const wanted =
      (handlers.nodes ? HOLDS_NODES : 0) | (handlers.ways ? HOLDS_WAYS : 0) | (handlers.relations ? HOLDS_RELATIONS : 0)
    if ((wanted & HOLDS_NODES) === 0 && this.header.sorted) await this.#findFirstWayBlob()
    for (let i = 0; i < this.#blobs.length; i++) {
      const place = this.#blobs[i]
      if (this.#holds[i] === 0 || (this.#holds[i] & wanted) !== 0) {
        this.#holds[i] |= this.#decode(i, await readBlob(this.source, place), handlers)
      }
      onBytes?.(place.dataOffset + place.dataLength)
    }
  }

  /**
   * In a file that claims to be sorted by type, finds by bisection where the ways begin and assumes that earlier blobs
   * hold only nodes. A later pass over the nodes sees each of these blobs and rejects the file if the claim was false.
   */
  async #findFirstWayBlob(): Promise<void> {
    let low = 0
    let high = this.#blobs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const place = this.#blobs[middle]
      this.#holds[middle] ||= this.#decode(middle, await readBlob(this.source, place), {})
      if (this.#holds[middle] === HOLDS_NODES) low = middle + 1
      else high = middle
    }
    this.#holds.fill(HOLDS_NODES, 0, low)
  }

  /** Catches a file of many blobs that each unpack to little. */
  #countPacking(index: number, unpackedBytes: number): void {
    if (this.#holds[index] !== 0) return
    this.#packedBytes += this.#blobs[index].dataLength
    this.#unpackedBytes += unpackedBytes
    checkPacking(this.source, this.#blobs[index], this.#packedBytes, this.#unpackedBytes)
  }

  #decode(index: number, blob: Uint8Array, handlers: PbfHandlers): number {
    const place = this.#blobs[index]
    const bytes = inflateBlob(this.source, place, blob)
    this.#countPacking(index, bytes.length)
    try {
      const holds = decodeBlock(bytes, handlers)
      if (
        this.header.sorted &&
        handlers.nodes !== undefined &&
        holds > HOLDS_NODES &&
        this.#holds[index] === HOLDS_NODES
      ) {
        throw pbfFault(
          this.source,
          place.offset,
          'the header says that the file is sorted by type, and it is not; sort it (osmium sort) and import it again.',
        )
      }
      return holds
    } catch (thrown) {
      if (thrown instanceof BlockFault)
        throw pbfFault(this.source, place.offset, `the file is damaged here (${thrown.message}).`, thrown)
      throw thrown
    }
  }
}

/** Opens several files: all of them or none. */
export async function openPbfFiles(sources: readonly PbfSource[]): Promise<PbfFile[]> {
  if (sources.length === 0) throw new ServiceError('invalid_input', 'No OSM file was given.')
  const files: PbfFile[] = []
  for (const source of sources) files.push(await PbfFile.open(source))
  return files
}
