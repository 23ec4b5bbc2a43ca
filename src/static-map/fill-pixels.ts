// HOT: npm run bench -- static-map
// Most of a picture is ground of one colour, so four pixels at a time are written as three words.
//
// Runs of one colour in RGB bytes.

import type { Rgb } from './rgb.ts'

/** Shorter runs are not worth the words. */
const LEAST = 12

/** RGB bytes, and the same memory by words. */
export interface Pixels {
  bytes: Uint8Array
  words: Int32Array
}

/** Black. */
export function makePixels(count: number): Pixels {
  const words = new Int32Array(Math.ceil((count * 3) / 4))
  return { bytes: new Uint8Array(words.buffer, 0, count * 3), words }
}

const fourBytes = new Uint8Array(12)
const fourWords = new Int32Array(fourBytes.buffer)

/** Colours `count` pixels from pixel `first` on. */
export function fillPixels({ bytes, words }: Pixels, first: number, count: number, [red, green, blue]: Rgb): void {
  const end = first + count
  let pixel = first
  if (count >= LEAST) {
    for (let at = 0; at < 12; at += 3) {
      fourBytes[at] = red
      fourBytes[at + 1] = green
      fourBytes[at + 2] = blue
    }
    const [one, two, three] = fourWords
    for (; pixel % 4 !== 0; pixel++) {
      bytes[pixel * 3] = red
      bytes[pixel * 3 + 1] = green
      bytes[pixel * 3 + 2] = blue
    }
    for (; pixel + 4 <= end; pixel += 4) {
      const word = (pixel >> 2) * 3
      words[word] = one
      words[word + 1] = two
      words[word + 2] = three
    }
  }
  for (; pixel < end; pixel++) {
    bytes[pixel * 3] = red
    bytes[pixel * 3 + 1] = green
    bytes[pixel * 3 + 2] = blue
  }
}
