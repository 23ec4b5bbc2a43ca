// What the writer of an archive knows of its tiles, sorted on disk three times: by hash, which brings equal bytes
// together; by the first tile that has the bytes, which is the order of bytes in the archive; and by id, the order of
// its directory. So memory does not grow with the number of tiles.

import { SortedRuns } from '../sorted-runs.ts'
import type { DirectoryEntry } from './archive-directory.ts'
import type { SpilledPart } from './spill-file.ts'

const NO_BYTES = new Uint8Array(0)

export interface AddedTile extends SpilledPart {
  id: number
  /** number of consecutive ids with these bytes */
  runLength: number
  /** SHA-256 of the bytes */
  hash: Buffer
}

export class TileRecords {
  /** keys: three of the hash, length, id, offset, run length */
  readonly #byHash: SortedRuns
  /** keys: id and offset of the first tile with these bytes, id, offset, run length, length */
  readonly #byFirst: SortedRuns
  /** keys: id, offset, run length, length, offset in the archive's tile data */
  readonly #byId: SortedRuns
  /** ids, with those of runs */
  tileCount = 0
  /** tiles whose bytes differ, and the sum of their lengths in bytes: known once they are placed */
  contentCount = 0
  contentBytes = 0

  /** Temporary files have names that begin with `path`. */
  constructor(path: string, runBytes?: number) {
    this.#byHash = new SortedRuns(`${path}.by-hash`, 7, runBytes)
    this.#byFirst = new SortedRuns(`${path}.by-first`, 6, runBytes)
    this.#byId = new SortedRuns(`${path}.by-id`, 5, runBytes)
  }

  /** Later tiles must have greater offsets: tiles of the same id stay in this order. */
  add({ id, runLength, offset, length, hash }: AddedTile): void {
    // 144 bits: among 10^10 tiles, two that differ agree in them and in length with a chance of less than 10^-23
    const parts = [hash.readUIntBE(0, 6), hash.readUIntBE(6, 6), hash.readUIntBE(12, 6)]
    this.#byHash.add([...parts, length, id, offset, runLength], NO_BYTES)
    this.tileCount += runLength
  }

  /** Gives all tiles their places in the archive. Adding a tile after this throws. */
  place(): void {
    const first = { parts: [NaN, NaN, NaN, NaN], id: 0, offset: 0 }
    for (const { keys } of this.#byHash.read()) {
      const [length, id, offset, runLength] = keys.subarray(3)
      if (first.parts.some((part, k) => part !== keys[k])) {
        first.parts = [keys[0], keys[1], keys[2], length]
        first.id = id
        first.offset = offset
      }
      this.#byFirst.add([first.id, first.offset, id, offset, runLength, length], NO_BYTES)
    }
    this.#byHash.close()
    let place = 0
    for (const { keys } of this.#byFirst.read()) {
      const [, , id, offset, runLength, length] = keys
      if (isFirst(keys)) {
        place = this.contentBytes
        this.contentBytes += length
        this.contentCount++
      }
      this.#byId.add([id, offset, runLength, length, place], NO_BYTES)
    }
  }

  /** By id; consecutive tiles with the same bytes share one. */
  *entries(): Generator<DirectoryEntry> {
    let last: DirectoryEntry | null = null
    for (const { keys } of this.#byId.read()) {
      const [id, , runLength, length, offset] = keys
      if (last !== null && last.offset === offset && last.id + last.runLength === id) {
        last.runLength += runLength
        continue
      }
      if (last !== null) yield last
      last = { id, runLength, offset, length }
    }
    if (last !== null) yield last
  }

  /** Where the bytes of each content were written, in the order of their places. */
  *contents(): Generator<SpilledPart> {
    for (const { keys } of this.#byFirst.read()) if (isFirst(keys)) yield { offset: keys[3], length: keys[5] }
  }

  /** Deletes the temporary files. */
  close(): void {
    for (const runs of [this.#byHash, this.#byFirst, this.#byId]) runs.close()
  }
}

/** Whether a record by first tile is that of the first tile. */
const isFirst = (keys: Float64Array): boolean => keys[0] === keys[2] && keys[1] === keys[3]
