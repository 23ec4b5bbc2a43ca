// HOT: npm run bench -- large-pictures
// It looks at every pixel of a picture, so pixels are compared as words, three bytes at a time, and packed into the
// memory that leaves the thread: fresh memory costs as much as packing.
//
// A PNG of 24-bit pixels, written band by band: each pixel as the difference from the one above it (PNG's filter "up"),
// packed by pixel-deflate.ts. Equal pixels give equal bytes. PNG (third edition), RFC 1950.

import { crc32 } from 'node:zlib'
import { LONGEST_RUN, PixelDeflate, ROW } from './pixel-deflate.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const FILTER_UP = 2
/** A block of codes is for about this many pixels. */
const BLOCK_PIXELS = 262_144
/** Room for a picture; few take more, and get it. Memory that is never written to costs nothing. */
const BYTES_PER_PIXEL = 1.5
const LEAST_BYTES = 65_536
/** Where the file begins in its memory, so that packed pixels begin and end at whole words. */
const START = 1
const ADLER = 65_521
/** Pixels whose sums stay below 2^31 between two remainders. */
const ADLER_PIXELS = 1024

export class PngWriter {
  readonly #width: number
  #bytes: Uint8Array
  #words: Int32Array
  #length = START
  readonly #deflate = new PixelDeflate()
  /** the last row so far */
  readonly #above: Int32Array
  readonly #blockRows: number
  readonly #tokens: Int32Array
  /** the two halves of the checksum */
  #sum1 = 1
  #sum2 = 0

  /** `room`: memory to write to, from a whole word on; more is taken where it is too short. */
  constructor(width: number, height: number, room: Uint8Array | null = null) {
    this.#width = width
    this.#above = new Int32Array(width)
    this.#blockRows = Math.max(1, Math.floor(BLOCK_PIXELS / width))
    this.#tokens = new Int32Array(this.#blockRows * (width + 1))
    this.#bytes = room ?? new Uint8Array(Math.ceil((width * height * BYTES_PER_PIXEL + LEAST_BYTES) / 4) * 4)
    this.#words = wordsOf(this.#bytes)
    this.#bytes.set(SIGNATURE, START)
    this.#length += SIGNATURE.length
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    // 8 bits each of red, green and blue
    header.set([8, 2, 0, 0, 0], 8)
    this.#addChunk('IHDR', header)
    // deflate with a window of 32 KB
    this.#addChunk('IDAT', Uint8Array.of(0x78, 0x01))
  }

  /** The next rows from the top: a word 0xbbggrr per pixel. */
  addRows(pixels: Int32Array, rows: number): void {
    const width = this.#width
    const chunk = this.#length
    let at = (chunk + 8) / 4
    for (let row = 0; row < rows; row += this.#blockRows) {
      const count = this.#listTokens(pixels, row, Math.min(rows, row + this.#blockRows))
      this.#reserve((at + PixelDeflate.mostWords(count)) * 4)
      at = this.#deflate.writeBlock(this.#tokens, count, this.#words, at)
    }
    this.#above.set(pixels.subarray((rows - 1) * width, rows * width))
    this.#endChunk('IDAT', at * 4)
  }

  /** A view of memory that may be longer. */
  finish(): Uint8Array {
    this.#reserve(this.#length)
    const at = (this.#length + 8) / 4
    this.#endChunk('IDAT', at * 4 + this.#deflate.end(this.#words, at))
    const sums = Buffer.alloc(4)
    sums.writeUInt16BE(this.#sum2, 0)
    sums.writeUInt16BE(this.#sum1, 2)
    this.#addChunk('IDAT', sums)
    this.#addChunk('IEND', new Uint8Array(0))
    return this.#bytes.subarray(START, this.#length)
  }

  #addChunk(type: string, data: Uint8Array): void {
    this.#bytes.set(data, this.#length + 8)
    this.#endChunk(type, this.#length + 8 + data.length)
  }

  /** Around what lies from eight bytes after the last chunk up to `end`: its length, type and checksum. */
  #endChunk(type: string, end: number): void {
    const start = this.#length
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset)
    view.setUint32(start, end - start - 8)
    for (let i = 0; i < 4; i++) view.setUint8(start + 4 + i, type.charCodeAt(i))
    view.setUint32(end, crc32(this.#bytes.subarray(start + 4, end)))
    this.#length = end + 4
  }

  /** Room up to `end`, and for what ends a file. */
  #reserve(end: number): void {
    const { length } = this.#bytes
    if (end + LEAST_BYTES / 2 <= length) return
    const wider = new Uint8Array(Math.ceil((Math.max(end, length) * 1.5) / 4) * 4 + LEAST_BYTES)
    wider.set(this.#bytes)
    this.#bytes = wider
    this.#words = wordsOf(wider)
  }

  /** Differences of some rows from those above, as tokens; their number. */
  #listTokens(pixels: Int32Array, firstRow: number, endRow: number): number {
    const width = this.#width
    const tokens = this.#tokens
    let count = 0
    for (let row = firstRow; row < endRow; row++) {
      tokens[count++] = ROW | FILTER_UP
      this.#sum1 += FILTER_UP
      this.#sum2 += this.#sum1
      const base = row * width
      count =
        row === 0
          ? this.#listRow(pixels, base, this.#above, 0, count)
          : this.#listRow(pixels, base, pixels, base - width, count)
    }
    return count
  }

  /** The tokens of a row, from `count` on. In the second sum each byte counts as often as bytes follow. */
  #listRow(pixels: Int32Array, base: number, above: Int32Array, aboveBase: number, count: number): number {
    const width = this.#width
    const tokens = this.#tokens
    let last = -1
    let run = 0
    for (let from = 0; from < width; from += ADLER_PIXELS) {
      const to = from + ADLER_PIXELS < width ? from + ADLER_PIXELS : width
      let plain = 0
      let weighted = 0
      for (let x = from; x < to; x++) {
        const here = pixels[base + x]
        const up = above[aboveBase + x]
        let difference = 0
        if (here !== up) {
          // byte by byte, none borrowing from the next
          difference = ((here | 0x808080) - (up & 0x7f7f7f)) ^ (~(here ^ up) & 0x808080)
          const red = difference & 255
          const green = (difference >> 8) & 255
          const blue = difference >> 16
          plain += red + green + blue
          weighted += (red + green + blue) * 3 * (to - x) - green - 2 * blue
        }
        if (difference !== last) {
          if (run > 0) tokens[count++] = -run
          run = 0
          tokens[count++] = last = difference
        } else if (++run === LONGEST_RUN) {
          tokens[count++] = -run
          run = 0
        }
      }
      this.#sum2 = (this.#sum2 + (to - from) * 3 * this.#sum1 + weighted) % ADLER
      this.#sum1 = (this.#sum1 + plain) % ADLER
    }
    if (run > 0) tokens[count++] = -run
    return count
  }
}

const wordsOf = ({ buffer, byteOffset, length }: Uint8Array): Int32Array =>
  new Int32Array(buffer, byteOffset, length >> 2)
