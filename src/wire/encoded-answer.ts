// An answer already written as wire JSON (snake_case) by a worker thread, as text or as chunks of UTF-8. REST sends it
// unchanged; GraphQL reads `value`, which parses and renames it once. Chunks may be in memory that the worker reuses:
// the owner of the answer calls `release` when done with it, once or more often, and reads no chunk afterwards.

import { fromWire } from './wire-json.ts'

export class EncodedAnswer<T> {
  #wire: string | readonly Uint8Array[]
  #free: ((underWay: boolean) => void) | null
  #value: T | undefined
  /** what it has beyond what was certain, e.g. alternatives of a route; their price depends on it */
  readonly extra: number

  /** `free` releases the memory of `wire`; its argument says whether a write of it may still be in progress. */
  constructor(wire: string | readonly Uint8Array[], free: ((underWay: boolean) => void) | null = null, extra = 0) {
    this.#wire = wire
    this.#free = free
    this.extra = extra
  }

  /** Text, or chunks that end between characters and are valid until `release`. */
  get wire(): string | readonly Uint8Array[] {
    return this.#wire
  }

  /** Bytes, or characters of a text, most of which are one byte. */
  get length(): number {
    const wire = this.#wire
    return typeof wire === 'string' ? wire.length : wire.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  get wireText(): string {
    if (typeof this.#wire !== 'string') {
      this.#wire = this.#wire
        .map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8'))
        .join('')
      this.release()
    }
    return this.#wire
  }

  /** The answer in camelCase; parsed at the first call, then cached. */
  get value(): T {
    this.#value ??= fromWire(JSON.parse(this.wireText)) as T
    return this.#value
  }

  release(underWay = false): void {
    this.#free?.(underWay)
    this.#free = null
  }
}
