// How many places have each word of the text index, without an object of V8's heap for each word: their UTF-16 as runs
// of bytes, high byte first, so that the order of the bytes is the one in which JavaScript sorts texts.

import { ByteTable } from '../src/storage/byte-table.ts'
import { indexesUpTo, sortIndexes } from '../src/storage/sort-indexes.ts'
import { uint32List } from '../src/storage/typed-list.ts'

export class TokenCounts {
  readonly #texts = new ByteTable()
  readonly #uses = uint32List()
  #run = Buffer.alloc(256)

  get count(): number {
    return this.#uses.length
  }

  /** Counts one more use of it. */
  add(token: string): void {
    const length = 2 * token.length
    if (this.#run.length < length) this.#run = Buffer.alloc(2 * length)
    for (let i = 0; i < token.length; i++) this.#run.writeUInt16BE(token.charCodeAt(i), 2 * i)
    const number = this.#texts.add(this.#run.subarray(0, length))
    if (number === this.count) this.#uses.push(0)
    this.#uses.array[number]++
  }

  /** Each token with its uses, in the order of a sorted array of texts. */
  *inOrder(): Generator<[token: string, uses: number]> {
    const order = sortIndexes(indexesUpTo(this.count), (a, b) => this.#texts.compare(a, b))
    for (const number of order) {
      const text = Buffer.from(this.#texts.get(number)).swap16().toString('utf16le')
      yield [text, this.#uses.array[number]]
    }
  }
}
