// An answer that was already written as wire JSON (snake_case) by a worker thread, as text or as chunks of UTF-8. REST
// sends it as it is; GraphQL asks for `value`, which parses and renames once. Chunks may lie in memory that the worker
// uses again: who has the answer calls `release` when it is done with it, once or more often, and reads no chunk
// afterwards.

import { fromWire } from './wire-json.ts'

export class PreparedAnswer<T> {
  #wire: string | readonly Uint8Array[]
  #free: ((underWay: boolean) => void) | null
  #value: T | undefined

  /** `free` gives the memory of `wire` back; told whether a write of it may still be under way. */
  constructor(wire: string | readonly Uint8Array[], free: ((underWay: boolean) => void) | null = null) {
    this.#wire = wire
    this.#free = free
  }

  /** Text, or chunks that end between characters and are valid until `release`. */
  get wire(): string | readonly Uint8Array[] {
    return this.#wire
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

  /** The answer in camelCase; parsed at the first call, then kept. */
  get value(): T {
    this.#value ??= fromWire(JSON.parse(this.wireText)) as T
    return this.#value
  }

  release(underWay = false): void {
    this.#free?.(underWay)
    this.#free = null
  }
}
