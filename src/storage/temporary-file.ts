// A temporary file of an import: made when something is first written to it, gone when it is closed.

import { closeSync, openSync, rmSync, writeSync, readSync } from 'node:fs'

export const TEMPORARY_FILE_CUT = 'a temporary file of the import was cut'

export class TemporaryFile {
  readonly #path: string
  #fd = -1

  constructor(path: string) {
    this.#path = path
  }

  /** Writes all bytes at a position of the file. */
  write(bytes: Uint8Array, position: number): void {
    if (this.#fd < 0) this.#fd = openSync(this.#path, 'w+')
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at, bytes.length - at, position + at)
  }

  /** Fills `bytes` from a position of the file. Throws RangeError where the file ends before. */
  read(bytes: Uint8Array, position: number): void {
    if (!fillFrom(this.#fd, bytes, position)) throw new RangeError(TEMPORARY_FILE_CUT)
  }

  /** Deletes the file. */
  close(): void {
    if (this.#fd < 0) return
    closeSync(this.#fd)
    this.#fd = -1
    rmSync(this.#path, { force: true })
  }
}

/** Fills `bytes` from a position of an open file. Returns false where the file ends before. */
export function fillFrom(descriptor: number, bytes: Uint8Array, position: number): boolean {
  for (let at = 0; at < bytes.length; ) {
    const got = readSync(descriptor, bytes, at, bytes.length - at, position + at)
    if (got === 0) return false
    at += got
  }
  return true
}
