// HOT: npm run bench -- course
// It is written at every tag, so it is columns by depth and never an object per element.
//
// The elements that are open at a place of a GPX text, from the root inwards. Offsets are bytes of the text.

import { say } from '../../language/sentence.ts'
import type { Utf8Text } from '../../wire/utf8-text.ts'
import { GpxFault } from './gpx-fault.ts'
import { closeTagEnd } from './xml-markup.ts'

export const MAX_DEPTH = 100

export class OpenElements {
  depth = 0
  readonly code = new Uint8Array(MAX_DEPTH)
  readonly tagFrom = new Int32Array(MAX_DEPTH)
  readonly contentFrom = new Int32Array(MAX_DEPTH)
  readonly #nameFrom = new Int32Array(MAX_DEPTH)
  readonly #nameTo = new Int32Array(MAX_DEPTH)
  readonly #text: Utf8Text

  constructor(text: Utf8Text) {
    this.#text = text
  }

  /** There must be room: `depth` below MAX_DEPTH. */
  push(code: number, tagFrom: number, nameFrom: number, nameTo: number, contentFrom: number): void {
    const { depth } = this
    this.code[depth] = code
    this.tagFrom[depth] = tagFrom
    this.#nameFrom[depth] = nameFrom
    this.#nameTo[depth] = nameTo
    this.contentFrom[depth] = contentFrom
    this.depth = depth + 1
  }

  /** Where the closing tag at `from` ends; throws GpxFault if it does not close the innermost element. */
  closingTagEnd(from: number): number {
    const { bytes } = this.#text
    const depth = this.depth - 1
    if (depth < 0) throw new GpxFault(say('file.closing_tag'), from)
    const nameFrom = this.#nameFrom[depth]
    const length = this.#nameTo[depth] - nameFrom
    for (let i = 0; i < length; i++) {
      if (bytes[from + 2 + i] !== bytes[nameFrom + i]) throw this.#mismatch(from, depth)
    }
    const end = closeTagEnd(bytes, from + 2 + length)
    if (end < 0) throw this.#mismatch(from, depth)
    return end
  }

  /** The file ends although elements are open. */
  unclosed(): GpxFault {
    const depth = this.depth - 1
    const name = this.#text.slice(this.#nameFrom[depth], this.#nameTo[depth])
    return new GpxFault(say('file.ends_inside.opened', { name: name.slice(0, 40) }), this.tagFrom[depth])
  }

  #mismatch(from: number, depth: number): GpxFault {
    const name = this.#text.slice(this.#nameFrom[depth], Math.min(this.#nameTo[depth], this.#nameFrom[depth] + 40))
    return new GpxFault(say('file.closing_tag.expected', { name }), from)
  }
}
