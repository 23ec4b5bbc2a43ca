// The keys and values that the features of one layer of a tile use, each written once in the layer; a feature names
// them by their places.

import type { AttributeTable } from './attribute-table.ts'
import { ByteWriter, writeBlock } from './byte-writer.ts'

export class LayerTags {
  readonly #attributes: AttributeTable
  readonly #tags = new ByteWriter(256)
  /** index of a key or value in the current layer, plus 1; cleared through the lists below */
  #keyIndex = new Uint32Array(256)
  #valueIndex = new Uint32Array(1024)
  readonly #keys: number[] = []
  readonly #values: number[] = []

  constructor(attributes: AttributeTable) {
    this.#attributes = attributes
  }

  /** Begins another layer. */
  clear(): void {
    for (const key of this.#keys) this.#keyIndex[key] = 0
    for (const value of this.#values) this.#valueIndex[value] = 0
    this.#keys.length = 0
    this.#values.length = 0
  }

  /** The tags of a feature with a set of attributes, as they are at a zoom; valid until the next call. */
  take(set: number, z: number): Uint8Array {
    const attributes = this.#attributes
    const tags = this.#tags
    tags.clear()
    if (this.#keyIndex.length < attributes.keys.count) this.#keyIndex = grow(this.#keyIndex, attributes.keys.count)
    if (this.#valueIndex.length < attributes.values.count)
      this.#valueIndex = grow(this.#valueIndex, attributes.values.count)
    const pairs = attributes.pairsOf(set)
    for (let at = 0; at < pairs.length; at += 3) {
      if (pairs[at + 2] > z) continue
      const key = pairs[at]
      const value = pairs[at + 1]
      if (this.#keyIndex[key] === 0) this.#keyIndex[key] = this.#keys.push(key)
      if (this.#valueIndex[value] === 0) this.#valueIndex[value] = this.#values.push(value)
      tags.varint(this.#keyIndex[key] - 1)
      tags.varint(this.#valueIndex[value] - 1)
    }
    return tags.view()
  }

  /** Writes the keys and values of the layer. */
  writeTo(out: ByteWriter): void {
    for (const key of this.#keys) writeBlock(out, 26, this.#attributes.keys.get(key))
    for (const value of this.#values) writeBlock(out, 34, this.#attributes.values.get(value))
  }
}

function grow(index: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(least, index.length * 2))
  grown.set(index)
  return grown
}
