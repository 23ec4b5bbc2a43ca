// HOT: npm run bench -- routing
// An import asks for the names and tags of every way here, so a text is encoded into memory that is there already.
//
// The strings of a network, each stored once, as UTF-8; index 0 is the empty string and means "none".

import { ByteTable } from './byte-table.ts'

const encoder = new TextEncoder()
/** Of UTF-8 for each UTF-16 unit, at most. */
const BYTES_PER_UNIT = 3

export class StringTable {
  readonly #texts = new ByteTable()
  #run = new Uint8Array(1024)

  constructor() {
    this.add('')
  }

  /** Index of a text, 0 for null. */
  add(text: string | null): number {
    if (text === null) return 0
    const most = text.length * BYTES_PER_UNIT
    if (this.#run.length < most) this.#run = new Uint8Array(2 * most)
    const { written } = encoder.encodeInto(text, this.#run)
    return this.#texts.add(this.#run.subarray(0, written))
  }

  /** UTF-8 of all strings one after another, and the start of each. */
  toColumns(): { stringStart: Uint32Array; stringBytes: Uint8Array } {
    const texts = this.#texts
    const stringStart = new Uint32Array(texts.count + 1)
    for (let i = 0; i < texts.count; i++) stringStart[i] = texts.startOf(i)
    stringStart[texts.count] = texts.byteLength
    return { stringStart, stringBytes: texts.view().slice() }
  }
}
