// The directories of a PMTiles archive: columns of varints, gzipped. One root if it fits, else leaves and a root over
// them. Entries are encoded as they arrive, so memory holds one leaf, not the whole directory.

import { gzipSync } from 'node:zlib'
import { uint8List } from '../typed-list.ts'
import type { SpilledPart, SpillFile } from './spill-file.ts'

export const HEADER_BYTES = 127
/** The header and the root directory must fit in the first 16 KiB. */
const MAX_ROOT_BYTES = 16_384 - HEADER_BYTES
/** Deflate's shortest codes are 2 bits for 258 bytes: no directory longer than this shrinks to a root. */
const MAX_ROOT_UNPACKED_BYTES = MAX_ROOT_BYTES * 1032
const FIRST_LEAF_ENTRIES = 4096

/** Valid until the next entry is read. */
export interface DirectoryEntry {
  id: number
  /** number of consecutive ids with these bytes; 0: a leaf */
  runLength: number
  /** in the archive's tile data, or of a leaf in its leaves */
  offset: number
  length: number
}

export interface Directories {
  root: Buffer
  /** where the leaves are in the temporary file */
  leaves: SpilledPart
  entryCount: number
}

/**
 * `entries` reads them by id, from the first, each time it is called; leaves go to the end of `spill`. Leaves have
 * `leafEntries`, or twice as many until the root fits.
 */
export async function toDirectories(
  entries: () => Iterable<DirectoryEntry>,
  spill: SpillFile,
  leafEntries = FIRST_LEAF_ENTRIES,
): Promise<Directories> {
  const whole = new Directory()
  for (const entry of entries()) {
    whole.add(entry)
    if (whole.unpackedBytes > MAX_ROOT_UNPACKED_BYTES) break
  }
  const entryCount = whole.count
  const root = whole.pack()
  if (root.length <= MAX_ROOT_BYTES) return { root, leaves: { offset: spill.size, length: 0 }, entryCount }
  for (let size = leafEntries; ; size *= 2) {
    const directories = await toLeaves(entries(), size, spill)
    if (directories.root.length <= MAX_ROOT_BYTES) return directories
  }
}

async function toLeaves(
  entries: Iterable<DirectoryEntry>,
  leafEntries: number,
  spill: SpillFile,
): Promise<Directories> {
  const start = spill.size
  const root = new Directory()
  const leaf = new Directory()
  let entryCount = 0
  const endLeaf = async (): Promise<void> => {
    const id = leaf.firstId
    const bytes = leaf.pack()
    root.add({ id, runLength: 0, offset: spill.size - start, length: bytes.length })
    await spill.append(bytes)
  }
  for (const entry of entries) {
    if (leaf.count === leafEntries) await endLeaf()
    leaf.add(entry)
    entryCount++
  }
  await endLeaf()
  return { root: root.pack(), leaves: { offset: start, length: spill.size - start }, entryCount }
}

class Directory {
  count = 0
  firstId = 0
  readonly #ids = uint8List()
  readonly #runLengths = uint8List()
  readonly #lengths = uint8List()
  readonly #offsets = uint8List()
  #lastId = 0
  /** of the bytes of the last entry */
  #end = 0

  get unpackedBytes(): number {
    return this.#ids.length + this.#runLengths.length + this.#lengths.length + this.#offsets.length
  }

  add({ id, runLength, offset, length }: DirectoryEntry): void {
    if (this.count === 0) this.firstId = id
    pushVarint(this.#ids, this.count === 0 ? id : id - this.#lastId)
    pushVarint(this.#runLengths, runLength)
    pushVarint(this.#lengths, length)
    pushVarint(this.#offsets, this.count > 0 && offset === this.#end ? 0 : offset + 1)
    this.#lastId = id
    this.#end = offset + length
    this.count++
  }

  /** Returns its bytes, and is empty. */
  pack(): Buffer {
    const count = uint8List(8)
    pushVarint(count, this.count)
    const columns = [this.#ids, this.#runLengths, this.#lengths, this.#offsets]
    const bytes = gzipSync(Buffer.concat([count, ...columns].map((column) => column.view())))
    for (const column of columns) column.length = 0
    this.count = 0
    return bytes
  }
}

function pushVarint(bytes: ReturnType<typeof uint8List>, value: number): void {
  let left = value
  while (left >= 128) {
    bytes.push((left % 128) + 128)
    left = Math.floor(left / 128)
  }
  bytes.push(left)
}
