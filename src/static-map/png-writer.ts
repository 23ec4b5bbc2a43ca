// HOT: npm run bench -- large-pictures
// It looks at every pixel of a picture, so pixels are compared as words, three bytes at a time.
//
// A PNG of 24-bit pixels, written band by band: each pixel as the difference from the one above it (PNG's filter "up"),
// packed by pixel-deflate.ts. Equal pixels give equal bytes. PNG (third edition), RFC 1950.

import { crc32 } from 'node:zlib'
import { LONGEST_RUN, PixelDeflate, ROW } from './pixel-deflate.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const FILTER_UP = 2
/** A block of codes is for about this many pixels. */
const BLOCK_PIXELS = 131_072
const ADLER = 65_521
/** Pixels whose sums stay below 2^31 between two remainders. */
const ADLER_PIXELS = 500

export class PngWriter {
  readonly #width: number
  readonly #chunks: Uint8Array[] = [SIGNATURE]
  readonly #deflate = new PixelDeflate()
  readonly #above: Int32Array
  readonly #blockRows: number
  readonly #tokens: Int32Array
  /** the two halves of the checksum */
  #sum1 = 1
  #sum2 = 0

  constructor(width: number, height: number) {
    this.#width = width
    this.#above = new Int32Array(width)
    this.#blockRows = Math.max(1, Math.floor(BLOCK_PIXELS / width))
    this.#tokens = new Int32Array(this.#blockRows * (width + 1))
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
    for (let row = 0; row < rows; row += this.#blockRows) {
      const count = this.#listTokens(pixels, row, Math.min(rows, row + this.#blockRows))
      this.#deflate.writeBlock(this.#tokens, count)
    }
    this.#addChunk('IDAT', this.#deflate.takeBytes())
  }

  finish(): Uint8Array<ArrayBuffer> {
    const end = this.#deflate.end()
    const sums = Buffer.alloc(4)
    sums.writeUInt16BE(this.#sum2, 0)
    sums.writeUInt16BE(this.#sum1, 2)
    this.#addChunk('IDAT', end)
    this.#addChunk('IDAT', sums)
    this.#addChunk('IEND', new Uint8Array(0))
    const png = new Uint8Array(this.#chunks.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const chunk of this.#chunks) {
      png.set(chunk, at)
      at += chunk.length
    }
    return png
  }

  #addChunk(type: string, data: Uint8Array): void {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length, 0)
    head.write(type, 4, 'latin1')
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0)
    this.#chunks.push(head, data, tail)
  }

  /** Differences of some rows from those above, as tokens; their number. */
  #listTokens(pixels: Int32Array, firstRow: number, endRow: number): number {
    const above = this.#above
    const width = this.#width
    const tokens = this.#tokens
    let count = 0
    let sum1 = this.#sum1
    let sum2 = this.#sum2
    for (let row = firstRow; row < endRow; row++) {
      const base = row * width
      tokens[count++] = ROW | FILTER_UP
      sum1 += FILTER_UP
      sum2 += sum1
      let last = -1
      let run = 0
      for (let from = 0; from < width; from += ADLER_PIXELS) {
        const to = from + ADLER_PIXELS < width ? from + ADLER_PIXELS : width
        for (let x = from; x < to; x++) {
          const here = pixels[base + x]
          const up = above[x]
          above[x] = here
          // byte by byte, none borrowing from the next
          const difference = ((here | 0x808080) - (up & 0x7f7f7f)) ^ (~(here ^ up) & 0x808080)
          if (difference !== 0) {
            const red = difference & 255
            const green = (difference >> 8) & 255
            const blue = difference >> 16
            sum2 += 3 * (sum1 + red) + 2 * green + blue
            sum1 += red + green + blue
          } else sum2 += 3 * sum1
          if (difference === last) {
            if (++run === LONGEST_RUN) {
              tokens[count++] = -run
              run = 0
            }
          } else {
            if (run > 0) tokens[count++] = -run
            run = 0
            tokens[count++] = last = difference
          }
        }
        sum1 %= ADLER
        sum2 %= ADLER
      }
      if (run > 0) tokens[count++] = -run
    }
    this.#sum1 = sum1
    this.#sum2 = sum2
    return count
  }
}
