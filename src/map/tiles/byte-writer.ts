// A growing byte buffer for protocol buffers: varints and runs of bytes. `view()` is the filled part, valid until the
// next write or `clear`. Varints are exact up to 2^53.

export class ByteWriter {
  #bytes: Uint8Array
  length = 0

  constructor(capacity = 1 << 16) {
    this.#bytes = new Uint8Array(capacity)
  }

  clear(): void {
    this.length = 0
  }

  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  varint(value: number): void {
    if (this.length + 8 > this.#bytes.length) this.#grow(8)
    const bytes = this.#bytes
    let left = value
    while (left >= 0x80000000) {
      bytes[this.length++] = (left % 128) | 128
      left = Math.floor(left / 128)
    }
    while (left >= 128) {
      bytes[this.length++] = (left & 127) | 128
      left >>>= 7
    }
    bytes[this.length++] = left
  }

  bytes(run: Uint8Array): void {
    if (this.length + run.length > this.#bytes.length) this.#grow(run.length)
    this.#bytes.set(run, this.length)
    this.length += run.length
  }

  #grow(least: number): void {
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + least))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }
}

/** A field of bytes in a message: its tag, its length, its bytes. */
export function writeBlock(out: ByteWriter, tag: number, bytes: Uint8Array): void {
  out.varint(tag)
  out.varint(bytes.length)
  out.bytes(bytes)
}
