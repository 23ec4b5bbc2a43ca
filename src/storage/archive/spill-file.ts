// A temporary file that only grows: small pieces are written to it in batches, and parts of it are copied elsewhere.

import { type FileHandle, open, rm } from 'node:fs/promises'
import { fillFrom, TEMPORARY_FILE_CUT } from '../temporary-file.ts'

const WRITE_BYTES = 1 << 20
const COPY_BYTES = 1 << 22

/** A part of the file, in bytes. */
export interface SpilledPart {
  offset: number
  length: number
}

export class SpillFile {
  readonly #path: string
  readonly #file: FileHandle
  /** what is not written yet: the end of the file */
  #waiting = Buffer.allocUnsafe(WRITE_BYTES)
  #waitingBytes = 0
  /** in bytes; where the next piece will be */
  size = 0

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  static async create(path: string): Promise<SpillFile> {
    return new SpillFile(path, await open(path, 'w+'))
  }

  /** Its place is taken at once, so this is safe to call concurrently. Rejects if the file cannot be written. */
  async append(piece: Uint8Array): Promise<void> {
    const isFull = this.#waitingBytes + piece.length > WRITE_BYTES
    const written = isFull ? this.#flush(piece.length) : null
    this.#waiting.set(piece, this.#waitingBytes)
    this.#waitingBytes += piece.length
    this.size += piece.length
    await written
  }

  /** Writes the parts to `out`, where it stands, one after the other. All calls of `append` must have ended. */
  async copyTo(out: FileHandle, parts: Iterable<SpilledPart>): Promise<void> {
    await this.#flush(0)
    const buffer = Buffer.allocUnsafe(COPY_BYTES)
    let used = 0
    for (const { offset, length } of parts)
      for (let done = 0; done < length; ) {
        const piece = buffer.subarray(used, used + Math.min(length - done, COPY_BYTES - used))
        if (!fillFrom(this.#file.fd, piece, offset + done)) throw new RangeError(TEMPORARY_FILE_CUT)
        done += piece.length
        used += piece.length
        if (used < COPY_BYTES) continue
        await writeAll(out, buffer, null)
        used = 0
      }
    await writeAll(out, buffer.subarray(0, used), null)
  }

  /** Deletes the file. */
  async drop(): Promise<void> {
    await this.#file.close().catch(() => {})
    await rm(this.#path, { force: true })
  }

  /** Writes what waits, and has room for a piece of so many bytes before it does. */
  async #flush(nextBytes: number): Promise<void> {
    const waiting = this.#waiting.subarray(0, this.#waitingBytes)
    this.#waiting = Buffer.allocUnsafe(Math.max(WRITE_BYTES, nextBytes))
    this.#waitingBytes = 0
    await writeAll(this.#file, waiting, this.size - waiting.length)
  }
}

/**
 * Writes at `position`, in bytes; null: where the file stands. Repeats partial writes: a disk that is filling up
 * accepts part of the data before it fails.
 */
export async function writeAll(out: FileHandle, bytes: Uint8Array, position: number | null): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await out.write(bytes, at, bytes.length - at, position === null ? null : position + at)).bytesWritten
}
