// Bytes of an HGT height file, made quickly: 13 million heights at 1 arc second.

import { endianness } from 'node:os'

/** Void in an HGT file. */
export const HGT_VOID = -32768

/** A square of `side` heights in whole metres; row 0 is the northernmost. */
export function hgtBytes(side: number, heightAt: (row: number, col: number) => number): Buffer {
  const heights = new Int16Array(side * side)
  for (let row = 0; row < side; row++) {
    for (let col = 0; col < side; col++) heights[row * side + col] = heightAt(row, col)
  }
  const bytes = Buffer.from(heights.buffer)
  // the file has the high byte first
  return endianness() === 'LE' ? bytes.swap16() : bytes
}
