// Attributes of features, each stored once: keys, values and whole sets are numbers. A set is a list of (key, value,
// zoom from which it is written). A value is stored as the bytes of its MVT message, so that writing a tile only copies
// bytes. Undefined and null values are left out.

import { ByteWriter } from './byte-writer.ts'
import { LargeMap } from '../graph/large-map.ts'
import { uint32List, uint8List } from '../graph/typed-list.ts'

export type AttributeValue = string | number | boolean
/** Key, value and the zoom from which it is written (0: always). */
export type Attribute = readonly [key: string, value: AttributeValue | null | undefined, fromZoom?: number]

const utf8 = new TextEncoder()

export class AttributeTable {
  /** UTF-8 of each key, and MVT Value message of each value */
  readonly keyBytes: Uint8Array[] = []
  readonly valueBytes: Uint8Array[] = []
  /** pairs of set s: [setStart[s], setStart[s + 1]) */
  readonly setStart = uint32List()
  readonly pairKey = uint32List()
  readonly pairValue = uint32List()
  readonly pairZoom = uint8List()
  readonly #keys = new Map<string, number>()
  readonly #values = new LargeMap<string | number | boolean, number>()
  readonly #sets = new LargeMap<string, number>()

  constructor() {
    this.setStart.push(0)
  }

  /** Number of the set with these attributes. */
  add(attributes: readonly Attribute[]): number {
    const numbers: number[] = []
    for (const [key, value, fromZoom = 0] of attributes) {
      if (value === undefined || value === null || value === '') continue
      numbers.push(this.#key(key), this.#value(value), fromZoom)
    }
    const text = numbers.join()
    let set = this.#sets.get(text)
    if (set === undefined) {
      for (let i = 0; i < numbers.length; i += 3) {
        this.pairKey.push(numbers[i])
        this.pairValue.push(numbers[i + 1])
        this.pairZoom.push(numbers[i + 2])
      }
      this.setStart.push(this.pairKey.length)
      set = this.setStart.length - 2
      this.#sets.set(text, set)
    }
    return set
  }

  #key(key: string): number {
    let index = this.#keys.get(key)
    if (index === undefined) {
      index = this.keyBytes.push(utf8.encode(key)) - 1
      this.#keys.set(key, index)
    }
    return index
  }

  #value(value: AttributeValue): number {
    let index = this.#values.get(value)
    if (index === undefined) {
      index = this.valueBytes.push(toValueMessage(value)) - 1
      this.#values.set(value, index)
    }
    return index
  }
}

/** Encodes the Value message of the vector tile specification 2.1, section 4.1. */
function toValueMessage(value: AttributeValue): Uint8Array {
  const out = new ByteWriter(16)
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
  return out.view().slice()
}
