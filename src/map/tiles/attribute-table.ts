// Attributes of features, each stored once: keys, values and whole sets are numbers. A set is a list of (key, value,
// zoom from which it is written). A value is stored as the bytes of its MVT message, so that writing a tile only copies
// bytes. Undefined and null values are left out.

import { ByteTable } from '../../storage/byte-table.ts'

/**
 * A growing byte buffer for protocol buffers: varints and runs of bytes. `view()` is the filled part, valid until the
 * next write or `clear`. Varints are exact up to 2^53.
 */
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

export type AttributeValue = string | number | boolean
/** Key, value and the zoom from which it is written (0: always). */
export type Attribute = readonly [key: string, value: AttributeValue | null | undefined, fromZoom?: number]

const utf8 = new TextEncoder()
/** Values that were requested last and need not be encoded again: kinds and levels come often, most names once. */
const KNOWN_VALUES = 1024

export class AttributeTable {
  /** UTF-8 of each key */
  readonly keys = new ByteTable()
  /** MVT Value message of each value */
  readonly values = new ByteTable()
  /** varints of each set: key, value, zoom, ... */
  readonly #sets = new ByteTable()
  readonly #keyNumbers = new Map<string, number>()
  readonly #valueNumbers = new Map<AttributeValue, number>()
  readonly #set = new ByteWriter(64)
  readonly #message = new ByteWriter(64)
  #pairs = new Uint32Array(3 * 16)

  /** Number of the set with these attributes. */
  add(attributes: readonly Attribute[]): number {
    this.#set.clear()
    return this.#addAll(attributes)
  }

  /** Number of the set with the attributes of another and these. */
  addTo(other: number, attributes: readonly Attribute[]): number {
    this.#set.clear()
    this.#set.bytes(this.#sets.get(other))
    return this.#addAll(attributes)
  }

  #addAll(attributes: readonly Attribute[]): number {
    const set = this.#set
    for (const [key, value, fromZoom = 0] of attributes) {
      if (value === undefined || value === null || value === '') continue
      set.varint(this.#key(key))
      set.varint(this.#value(value))
      set.varint(fromZoom)
    }
    return this.#sets.add(set.view())
  }

  /** Key, value and zoom of each attribute of a set, one after another; valid until the next call. */
  pairsOf(set: number): Uint32Array {
    const bytes = this.#sets.get(set)
    if (this.#pairs.length < bytes.length) this.#pairs = new Uint32Array(2 * bytes.length)
    const pairs = this.#pairs
    let count = 0
    for (let at = 0; at < bytes.length; ) {
      let value = bytes[at] & 127
      for (let shift = 7; bytes[at++] > 127; shift += 7) value += (bytes[at] & 127) * 2 ** shift
      pairs[count++] = value
    }
    return pairs.subarray(0, count)
  }

  #key(key: string): number {
    let number = this.#keyNumbers.get(key)
    if (number === undefined) {
      number = this.keys.add(utf8.encode(key))
      this.#keyNumbers.set(key, number)
    }
    return number
  }

  #value(value: AttributeValue): number {
    let number = this.#valueNumbers.get(value)
    if (number === undefined) {
      writeValueMessage(this.#message, value)
      number = this.values.add(this.#message.view())
      if (this.#valueNumbers.size === KNOWN_VALUES) this.#valueNumbers.clear()
      this.#valueNumbers.set(value, number)
    }
    return number
  }
}

/** Encodes the Value message of the vector tile specification 2.1, section 4.1. */
function writeValueMessage(out: ByteWriter, value: AttributeValue): void {
  out.clear()
  if (typeof value === 'string') {
    const text = utf8.encode(value)
    out.varint(10)
    out.varint(text.length)
    out.bytes(text)
  } else if (typeof value === 'boolean') {
    out.varint(56)
    out.varint(value ? 1 : 0)
  } else if (Number.isSafeInteger(value) && value >= 0) {
    out.varint(40)
    out.varint(value)
  } else if (Number.isInteger(value) && value < 0 && value > -0x40000000) {
    out.varint(48)
    out.varint(-2 * value - 1)
  } else {
    out.varint(25)
    out.bytes(new Uint8Array(new Float64Array([value]).buffer))
  }
}
