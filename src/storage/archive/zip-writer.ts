// Writes a zip file (APPNOTE 6.3, classic: below 4 GiB and 65,535 files) front to back. Texts are deflated; archives
// and pictures are stored as they are, so that a reader finds their bytes in one piece at a known offset and can read
// them by range without unpacking. All files carry one date: equal content gives equal bytes.
// Ours: yazl writes times of the local clock, so that bytes depend on the time zone of the server, and the checksum of
// a stored file behind it, where readers that stream refuse it; fflate holds what it writes in memory.

import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL_SIGNATURE = 0x04034b50
const CENTRAL_SIGNATURE = 0x02014b50
const END_SIGNATURE = 0x06054b50
const VERSION_NEEDED = 20
/** names are UTF-8 */
const FLAGS = 0x0800
const STORED = 0
const DEFLATED = 8
const MAX_ZIP_BYTES = 2 ** 32 - 1
const MAX_FILES = 2 ** 16 - 1

export interface ZippedFile {
  name: string
  crc: number
  sizeBytes: number
}

interface Entry extends ZippedFile {
  method: number
  packedBytes: number
  offset: number
}

export class ZipWriter {
  readonly #out: FileHandle
  readonly #dosTime: number
  readonly #entries: Entry[] = []
  #at = 0

  private constructor(out: FileHandle, date: Date) {
    this.#out = out
    this.#dosTime = toDosTime(date)
  }

  /** `path` must not exist. `date`: of every file, to two seconds, from 1980 on. */
  static async create(path: string, date: Date): Promise<ZipWriter> {
    return new ZipWriter(await open(path, 'wx'), date)
  }

  /** Adds bytes; deflated unless `isStored` or that makes them no smaller. Throws RangeError beyond what zip holds. */
  async addBytes(name: string, bytes: Uint8Array, isStored = false): Promise<ZippedFile> {
    const deflated = isStored ? null : deflateRawSync(bytes, { level: 9 })
    const packed = deflated !== null && deflated.length < bytes.length ? deflated : bytes
    const file = { name, crc: crc32(bytes), sizeBytes: bytes.length }
    await this.#begin({ ...file, method: packed === bytes ? STORED : DEFLATED, packedBytes: packed.length })
    await this.#write(packed)
    return file
  }

  /** Adds a file as it is, read twice and never whole in memory. */
  async addFile(name: string, path: string, onBytes: (bytes: number) => void = () => {}): Promise<ZippedFile> {
    let crc = 0
    let sizeBytes = 0
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc)
      sizeBytes += chunk.length
    }
    const file = { name, crc, sizeBytes }
    await this.#begin({ ...file, method: STORED, packedBytes: sizeBytes })
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      await this.#write(chunk)
      onBytes(chunk.length)
    }
    return file
  }

  /** Writes the directory, flushes and closes; returns the size of the whole. */
  async finish(): Promise<number> {
    const directoryAt = this.#at
    for (const entry of this.#entries) await this.#write(centralHeader(entry, this.#dosTime))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(END_SIGNATURE, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#at - directoryAt, 12)
    end.writeUInt32LE(directoryAt, 16)
    await this.#write(end)
    await this.#out.sync()
    await this.#out.close()
    return this.#at
  }

  /** Closes a file that is not to be finished. */
  async abandon(): Promise<void> {
    await this.#out.close().catch(() => {})
  }

  async #begin(entry: Omit<Entry, 'offset'>): Promise<void> {
    if (this.#entries.length >= MAX_FILES) throw new RangeError(`A zip file has at most ${MAX_FILES} files.`)
    if (this.#at + entry.packedBytes > MAX_ZIP_BYTES) throw new RangeError('A zip file has at most 4 GB.')
    const name = Buffer.from(entry.name)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(LOCAL_SIGNATURE, 0)
    writeCommon(header, 4, entry, this.#dosTime, name.length)
    this.#entries.push({ ...entry, offset: this.#at })
    await this.#write(Buffer.concat([header, name]))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#at + bytes.length > MAX_ZIP_BYTES) throw new RangeError('A zip file has at most 4 GB.')
    this.#at += bytes.length
    for (let at = 0; at < bytes.length; ) at += (await this.#out.write(bytes, at, bytes.length - at)).bytesWritten
  }
}

/** What local and central headers share, from the version needed to the length of the name and of nothing extra. */
function writeCommon(
  header: Buffer,
  at: number,
  { method, crc, packedBytes, sizeBytes }: Omit<Entry, 'offset'>,
  dosTime: number,
  nameBytes: number,
): void {
  header.writeUInt16LE(VERSION_NEEDED, at)
  header.writeUInt16LE(FLAGS, at + 2)
  header.writeUInt16LE(method, at + 4)
  header.writeUInt32LE(dosTime, at + 6)
  header.writeUInt32LE(crc, at + 10)
  header.writeUInt32LE(packedBytes, at + 14)
  header.writeUInt32LE(sizeBytes, at + 18)
  header.writeUInt16LE(nameBytes, at + 22)
}

function centralHeader(entry: Entry, dosTime: number): Buffer {
  const name = Buffer.from(entry.name)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL_SIGNATURE, 0)
  header.writeUInt16LE(VERSION_NEEDED, 4)
  writeCommon(header, 6, entry, dosTime, name.length)
  header.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([header, name])
}

/** Time in the lower 16 bits, date in the upper, in UTC. */
function toDosTime(date: Date): number {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  const year = Math.min(127, Math.max(0, date.getUTCFullYear() - 1980))
  return (((year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()) * 65_536 + time) >>> 0
}
