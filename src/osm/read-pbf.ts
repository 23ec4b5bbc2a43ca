// An OSM PBF file, handed out block by block: as often as asked, only the types asked for, one block in memory at a
// time.
// Order and types inside the file may be anything; a file that says it is sorted is read faster. What a block holds is
// described in entity-batches.ts. Several files are read one after another by their callers. Never a whole file in
// memory.

import { ServiceError } from '../errors.ts'
import { decodeBlock, HOLDS_NODES, HOLDS_RELATIONS, HOLDS_WAYS } from './decode-block.ts'
import type { PbfHandlers } from './entity-batches.ts'
import {
  checkPacking,
  inflateBlob,
  pbfFault,
  readBlob,
  scanBlobs,
  type BlobPlace,
  type PbfHeader,
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

/** An opened file that remembers what its blobs hold, so that a later pass skips what it does not ask for. */
export class PbfFile {
  readonly source: PbfSource
  readonly header: PbfHeader
  readonly #blobs: BlobPlace[]
  /** HOLDS_* bits once a blob was read, 0 before */
  readonly #holds: Uint8Array
  /** of the blobs read so far */
  #packedBytes = 0
  #unpackedBytes = 0

  private constructor(source: PbfSource, header: PbfHeader, blobs: BlobPlace[]) {
    this.source = source
    this.header = header
    this.#blobs = blobs
    this.#holds = new Uint8Array(blobs.length)
  }

  /** Reads the header and finds the blobs. Throws ServiceError `invalid_input`. */
  static async open(source: PbfSource): Promise<PbfFile> {
    const { header, blobs } = await scanBlobs(source)
    return new PbfFile(source, header, blobs)
  }

  /**
   * Hands every block of the wanted types to its callback, in file order. `onBytes` is told how far in the file it is.
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
   * In a file that says it is sorted by type, finds by bisection where ways begin and takes the blobs before for nodes
   * only. A later pass over the nodes sees each of these blobs and refuses the file where the claim was false.
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

  /** Many blobs that unpack to little each. */
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

/** Opens several files, all or none. */
export async function openPbfFiles(sources: readonly PbfSource[]): Promise<PbfFile[]> {
  if (sources.length === 0) throw new ServiceError('invalid_input', 'No OSM file was given.')
  const files: PbfFile[] = []
  for (const source of sources) files.push(await PbfFile.open(source))
  return files
}
