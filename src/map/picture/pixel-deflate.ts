// HOT: npm run bench -- large-pictures
// Packing is a quarter of what a large picture costs; a deflate that knows pixels is quicker than zlib at any level.
//
// Packs pixels of three bytes, given as tokens, into deflate blocks (RFC 1951). As at zlib's third level, the only
// matches are runs of equal pixels, and each block has its own Huffman codes. Output is whole words, lowest bit first,
// so the machine must be little-endian, as all that this project supports are.

import { codeLengths, codesOf } from './huffman.ts'

/** Tokens: a pixel 0xbbggrr; `ROW | byte`, a row with the byte before it; `-n`, n pixels more like the last. */
export const ROW = 1 << 24
/** Pixels of the longest match: 255 bytes. */
export const LONGEST_RUN = 85
const END = 256
const SYMBOLS = 286
/** Of a match's distance, three bytes: the third code, without extra bits. */
const DISTANCES = 3
/** In larger blocks one token of some is counted, and every symbol gets a code. */
const COUNTED_WHOLE = 8192
const COUNTED_STEP = 4
/** Bits of a code in a word with its length above them. */
const CODE_BITS = 16
const CODE = (1 << CODE_BITS) - 1

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
  #out: Int32Array = new Int32Array(0)
  #at = 0
  /** bits that are not yet a word, and their number: 0 to 31 */
  #held = 0
  #heldBits = 0

  /** More words than a block of so many tokens takes. */
  static mostWords(count: number): number {
    return Math.ceil(count * 1.5) + 256
  }

  /** `count` tokens as one block with codes of its own, into `out` from `at` on; returns where it ends. */
  writeBlock(tokens: Int32Array, count: number, out: Int32Array, at: number): number {
    this.#out = out
    this.#at = at
    const lengths = codeLengths(weighSymbols(tokens, count))
    const sized = new Int32Array(SYMBOLS)
    const codes = codesOf(lengths)
    for (let symbol = 0; symbol < codes.length; symbol++) sized[symbol] = codes[symbol] | (lengths[symbol] << CODE_BITS)
    this.#writeHeader(lengths)
    // by pixels of a run: the code of its length, then its extra bits; the one bit of its distance is 0
    const runs = new Int32Array(LONGEST_RUN + 1)
    for (let pixels = 1; pixels <= LONGEST_RUN; pixels++) {
      const symbol = RUN_SYMBOL[pixels]
      runs[pixels] = (sized[symbol] & CODE) | (RUN_EXTRA[pixels] << lengths[symbol])
    }
    this.#writeTokens(tokens, count, sized, runs)
    this.#add(sized[END] & CODE, lengths[END])
    return this.#at
  }

  #writeTokens(tokens: Int32Array, count: number, sized: Int32Array, runs: Int32Array): void {
    const out = this.#out
    let at = this.#at
    let held = this.#held
    let bits = this.#heldBits
    for (let i = 0; i < count; i++) {
      const token = tokens[i]
      let code: number
      let size: number
      if (token < 0) {
        code = runs[-token]
        size = (sized[RUN_SYMBOL[-token]] >> CODE_BITS) + RUN_EXTRA_BITS[-token] + 1
      } else if (token < ROW) {
        const red = sized[token & 255]
        const green = sized[(token >> 8) & 255]
        const blue = sized[token >> 16]
        const redSize = red >> CODE_BITS
        code = (red & CODE) | ((green & CODE) << redSize)
        size = redSize + (green >> CODE_BITS)
        const blueSize = blue >> CODE_BITS
        if (size + blueSize <= 32) {
          code |= (blue & CODE) << size
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
          code = blue & CODE
          size = blueSize
        }
      } else {
        // the byte before a row
        code = sized[token & 255] & CODE
        size = sized[token & 255] >> CODE_BITS
      }
      // a word is written in any case, and counts if it is whole: cheaper than to ask, which goes either way
      const word = held | (code << bits)
      const rest = (code >>> 1) >>> (31 - bits)
      out[at] = word
      bits += size
      const isWhole = bits >> 5
      at += isWhole
      held = word ^ ((word ^ rest) & -isWhole)
      bits &= 31
    }
    this.#at = at
    this.#held = held
    this.#heldBits = bits
  }

  /** An empty last block of fixed codes: what is left, the rest of its last byte zeros. Returns the number of bytes. */
  end(out: Int32Array, at: number): number {
    this.#out = out
    this.#at = at
    this.#add(0b011, 3)
    this.#add(0, 7)
    out[this.#at] = this.#held
    return (this.#at - at) * 4 + Math.ceil(this.#heldBits / 8)
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
    this.#out[this.#at++] = this.#held
    this.#heldBits -= 32
    this.#held = this.#heldBits === 0 ? 0 : value >>> (bits - this.#heldBits)
  }
}

/** How often each symbol occurs; in a large block nearly, and never 0. */
function weighSymbols(tokens: Int32Array, count: number): Uint32Array {
  const weights = new Uint32Array(SYMBOLS)
  const step = count > COUNTED_WHOLE ? COUNTED_STEP : 1
  if (step > 1) weights.fill(1)
  weights[END] = 1
  for (let i = 0; i < count; i += step) {
    const token = tokens[i]
    if (token < 0) weights[RUN_SYMBOL[-token]] += step
    else if (token >= ROW) weights[token & 255] += step
    else {
      weights[token & 255] += step
      weights[(token >> 8) & 255] += step
      weights[token >> 16] += step
    }
  }
  return weights
}

const reversedNibble = (n: number): number => ((n & 1) << 3) | ((n & 2) << 1) | ((n & 4) >> 1) | ((n & 8) >> 3)
