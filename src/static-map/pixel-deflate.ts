// HOT: npm run bench -- large-pictures
// Packing is a third of what a large picture costs, and a deflate that knows pixels is quicker than zlib at any level.
//
// It packs like zlib's third level: the only matches are runs of equal pixels, and each block has Huffman codes of its
// own.
// Pixels of three bytes, given as tokens, to deflate blocks (RFC 1951).

import { codeLengths, codesOf } from './huffman.ts'

/** Tokens: a pixel 0xbbggrr; `ROW | byte`, a row with the byte before it; `-n`, n pixels more like the last. */
export const ROW = 1 << 24
/** Pixels of the longest match: 255 bytes. */
export const LONGEST_RUN = 85
const END = 256
const SYMBOLS = 286
/** Of a match's distance, three bytes: the third code, without extra bits. */
const DISTANCES = 3

/** By pixels of a run: its symbol, extra bits, and their number. */
const RUN_SYMBOL = new Uint16Array(LONGEST_RUN + 1)
const RUN_EXTRA = new Uint8Array(LONGEST_RUN + 1)
const RUN_EXTRA_BITS = new Uint8Array(LONGEST_RUN + 1)
for (let pixels = 1; pixels <= LONGEST_RUN; pixels++) {
  const over = pixels * 3 - 3
  const bits = over < 8 ? 0 : Math.floor(Math.log2(over)) - 2
  RUN_SYMBOL[pixels] = 257 + bits * 4 + (over >> bits)
  RUN_EXTRA[pixels] = over & ((1 << bits) - 1)
  RUN_EXTRA_BITS[pixels] = bits
}

export class PixelDeflate {
  /** whole words, lowest bit first (of a little-endian machine, as every one is that Node runs on here) */
  #out = new Int32Array(16_384)
  #length = 0
  /** bits that are not yet a word, and their number: 0 to 31 */
  #held = 0
  #heldBits = 0

  /** `count` tokens as one block with codes of its own. */
  writeBlock(tokens: Int32Array, count: number): void {
    this.#reserve(Math.ceil(count * 1.5) + 256)
    const lengths = codeLengths(countSymbols(tokens, count))
    const codes = new Int32Array(SYMBOLS)
    codes.set(codesOf(lengths))
    this.#writeHeader(lengths)
    const out = this.#out
    let at = this.#length
    let held = this.#held
    let bits = this.#heldBits
    for (let i = 0; i < count; i++) {
      const token = tokens[i]
      let code: number
      let size: number
      if (token < 0) {
        // the extra bits come after the code, and a bit 0 for the distance
        const symbol = RUN_SYMBOL[-token]
        size = lengths[symbol]
        code = codes[symbol] | (RUN_EXTRA[-token] << size)
        size += RUN_EXTRA_BITS[-token] + 1
      } else if (token < ROW) {
        const red = token & 255
        const green = (token >> 8) & 255
        const blue = token >> 16
        size = lengths[red]
        code = codes[red] | (codes[green] << size)
        size += lengths[green]
        const blueSize = lengths[blue]
        if (size + blueSize <= 32) {
          code |= codes[blue] << size
          size += blueSize
        } else {
          // too long for a word: red and green first
          held |= code << bits
          bits += size
          if (bits >= 32) {
            out[at++] = held
            bits -= 32
            held = bits === 0 ? 0 : code >>> (size - bits)
          }
          code = codes[blue]
          size = blueSize
        }
      } else {
        // the byte before a row
        size = lengths[token & 255]
        code = codes[token & 255]
      }
      held |= code << bits
      bits += size
      if (bits >= 32) {
        out[at++] = held
        bits -= 32
        held = bits === 0 ? 0 : code >>> (size - bits)
      }
    }
    this.#length = at
    this.#held = held
    this.#heldBits = bits
    this.#add(codes[END], lengths[END])
  }

  /** What is complete, once. */
  takeBytes(): Uint8Array {
    const words = this.#out.slice(0, this.#length)
    this.#length = 0
    return new Uint8Array(words.buffer)
  }

  /** An empty last block of fixed codes: what is left, the rest of its last byte zeros. */
  end(): Uint8Array {
    this.#reserve(2)
    this.#add(0b011, 3)
    this.#add(0, 7)
    const bytes = this.#length * 4 + Math.ceil(this.#heldBits / 8)
    this.#out[this.#length] = this.#held
    return new Uint8Array(this.#out.slice(0, this.#length + 1).buffer, 0, bytes)
  }

  /** Code lengths as numbers of four bits, which is a code, too: a block is large, and this is 150 bytes. */
  #writeHeader(lengths: Uint8Array): void {
    this.#add(0b100, 3)
    this.#add(SYMBOLS - 257, 5)
    this.#add(DISTANCES - 1, 5)
    this.#add(19 - 4, 4)
    // lengths 0 to 15 have four bits; the three kinds of repetition, which come first, none
    for (let i = 0; i < 19; i++) this.#add(i < 3 ? 0 : 4, 3)
    for (const length of [...lengths, 0, 0, 1]) this.#add(reversedNibble(length), 4)
  }

  /** Up to 31 bits. */
  #add(value: number, bits: number): void {
    this.#held |= value << this.#heldBits
    this.#heldBits += bits
    if (this.#heldBits < 32) return
    this.#out[this.#length++] = this.#held
    this.#heldBits -= 32
    this.#held = this.#heldBits === 0 ? 0 : value >>> (bits - this.#heldBits)
  }

  #reserve(words: number): void {
    if (this.#length + words <= this.#out.length) return
    const wider = new Int32Array(this.#length + words)
    wider.set(this.#out.subarray(0, this.#length))
    this.#out = wider
  }
}

function countSymbols(tokens: Int32Array, count: number): Uint32Array {
  const counts = new Uint32Array(SYMBOLS)
  counts[END] = 1
  for (let i = 0; i < count; i++) {
    const token = tokens[i]
    if (token < 0) counts[RUN_SYMBOL[-token]]++
    else if (token >= ROW) counts[token & 255]++
    else {
      counts[token & 255]++
      counts[(token >> 8) & 255]++
      counts[token >> 16]++
    }
  }
  return counts
}

const reversedNibble = (n: number): number => ((n & 1) << 3) | ((n & 2) << 1) | ((n & 4) >> 1) | ((n & 8) >> 3)
