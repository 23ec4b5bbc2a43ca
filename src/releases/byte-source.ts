// The bytes of one file, read by ranges: a file of the data folder, or one of a store, read through a function that is
// injected when the process starts.

import { open, type FileHandle } from 'node:fs/promises'
import type { FilePlace, ReadStored } from './release-info.ts'

export interface ByteSource {
  /** of the whole file */
  readonly bytes: number
  /** Fewer bytes than requested only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** Waits for reads in progress. */
  close(): Promise<void>
}

/** For processes without a store. */
export const readNothing: ReadStored = (place) => {
  throw new RangeError(`${place.path} is in a store, and no ARTIFACT_URL says where`)
}

export function openPlace(place: FilePlace, readStored: ReadStored): Promise<ByteSource> {
  if (typeof place === 'string') return openFileSource(place)
  return Promise.resolve({
    bytes: place.bytes,
    read: (offset, length) => readStored(place, offset, length),
    close: () => Promise.resolve(),
  })
}

/** Where the file is, or would be if it were kept: tells places apart. */
export function pathOfPlace(place: FilePlace): string {
  return typeof place === 'string' ? place : place.path
}

export async function openFileSource(path: string): Promise<ByteSource> {
  const handle = await open(path, 'r')
  try {
    return new FileSource(handle, (await handle.stat()).size)
  } catch (thrown) {
    await handle.close()
    throw thrown
  }
}

/** Reads in progress finish before it is closed. */
class FileSource implements ByteSource {
  readonly bytes: number
  readonly #handle: FileHandle
  readonly #reading = new Set<Promise<unknown>>()
  #isOpen = true

  constructor(handle: FileHandle, bytes: number) {
    this.#handle = handle
    this.bytes = bytes
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (!this.#isOpen) throw new RangeError('the file is closed')
    const bytes = new Uint8Array(length)
    const read = this.#handle.read(bytes, 0, length, offset)
    this.#reading.add(read)
    try {
      const { bytesRead } = await read
      return bytesRead === length ? bytes : bytes.subarray(0, bytesRead)
    } finally {
      this.#reading.delete(read)
    }
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await Promise.allSettled(this.#reading)
    await this.#handle.close()
  }
}
