// A temporary file of an import: made when something is first written to it, gone when it is closed.

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

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
    for (let at = 0; at < bytes.length; ) {
      const got = readSync(this.#fd, bytes, at, bytes.length - at, position + at)
      if (got === 0) throw new RangeError('a temporary file of the import was cut')
      at += got
    }
  }

  /** Deletes the file. */
  close(): void {
    if (this.#fd < 0) return
    closeSync(this.#fd)
    this.#fd = -1
    rmSync(this.#path, { force: true })
  }
}
