// An answer that was already written as wire JSON (snake_case) by a worker thread, as text or as chunks of UTF-8. REST sends
// it as it is; GraphQL asks for `value`, which parses and renames once. So a 30 KB route crosses threads as one string.

import { fromWire } from './wire-json.ts'

export class PreparedAnswer<T> {
  /** chunks end between characters */
  readonly wire: string | readonly Uint8Array[]
  #value: T | undefined

  constructor(wire: string | readonly Uint8Array[]) {
    this.wire = wire
  }

  get wireText(): string {
    if (typeof this.wire === 'string') return this.wire
    return this.wire.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8')).join('')
  }

  /** The answer in camelCase; parsed at the first call, then kept. */
  get value(): T {
    this.#value ??= fromWire(JSON.parse(this.wireText)) as T
    return this.#value
  }
}
