// A growing list of byte runs, numbered in order of arrival, like `ByteList`, but on disk, so that memory does not
// grow with the bytes: those that came last are in memory, and once they are too many, they are written to a temporary
// file, which is read by pages. Best read in order, or in a few places at a time.

import { TemporaryFile } from './temporary-file.ts'
import { float64List, lengthened } from './typed-list.ts'

const MEMORY_BYTES = 1 << 22
const PAGE_BYTES = 1 << 16
/** A page that is read stays until another one with the same number, modulo this, is read. */
const CACHED_PAGES = 16

export class ByteFile {
  readonly #file: TemporaryFile
  readonly #memoryBytes: number
  /** where each run ends */
  readonly #ends = float64List()
  /** how many bytes are in the file */
  #written = 0
  /** those after them, and room for more */
  #last: Uint8Array = new Uint8Array(1 << 12)
  readonly #pages: { number: number; bytes: Uint8Array }[] = []

  /** `path`: the temporary file, made once the runs are more than `memoryBytes`. */
  constructor(path: string, memoryBytes = MEMORY_BYTES) {
    this.#file = new TemporaryFile(path)
    this.#memoryBytes = memoryBytes
  }

  get count(): number {
    return this.#ends.length
  }

  push(run: Uint8Array): void {
    const start = this.#startOf(this.count)
    if (start - this.#written + run.length > this.#memoryBytes) this.#write(start - this.#written)
    const used = start - this.#written
    const needed = used + run.length
    if (needed > this.#last.length) this.#last = lengthened(this.#last, Math.max(needed, 2 * this.#last.length))
    this.#last.set(run, used)
    this.#ends.push(start + run.length)
  }

  /** The bytes of a run: read only, and valid until the next call. */
  get(number: number): Uint8Array {
    const start = this.#startOf(number)
    const end = this.#ends.array[number]
    // a run is either in memory or in the file
    if (start >= this.#written) return this.#last.subarray(start - this.#written, end - this.#written)
    const first = this.#fromFile(start, end)
    if (first.length === end - start) return first
    const run = new Uint8Array(end - start)
    run.set(first)
    for (let at = first.length; at < run.length; ) {
      const piece = this.#fromFile(start + at, end)
      run.set(piece, at)
      at += piece.length
    }
    return run
  }

  /** Deletes the file. */
  close(): void {
    this.#file.close()
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends.array[number - 1]
  }

  #write(count: number): void {
    this.#file.write(this.#last.subarray(0, count), this.#written)
    this.#written += count
    // the last page may have become longer
    this.#pages.length = 0
  }

  /** A view of the bytes from `start` on, up to `end` or the end of their page. */
  #fromFile(start: number, end: number): Uint8Array {
    const number = Math.floor(start / PAGE_BYTES)
    const pageStart = number * PAGE_BYTES
    let page = this.#pages[number % CACHED_PAGES]
    if (page?.number !== number) {
      page = { number, bytes: page?.bytes ?? new Uint8Array(PAGE_BYTES) }
      const length = Math.min(PAGE_BYTES, this.#written - pageStart)
      this.#file.read(page.bytes.subarray(0, length), pageStart)
      this.#pages[number % CACHED_PAGES] = page
    }
    return page.bytes.subarray(start - pageStart, Math.min(end - pageStart, PAGE_BYTES))
  }
}
