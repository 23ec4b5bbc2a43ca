// HOT: npm run bench -- course-budget
// It is asked at every block that an arc passes, so points are bits and whole blocks are counted.
//
// Which points of a line a search may still reach, by blocks: a block without any is skipped as a whole.

import { BLOCK_SHIFTS, type HullLevel } from './range-hulls.ts'

const SHIFT = BLOCK_SHIFTS[0]
const SIZE = 1 << SHIFT
const LEVELS = BLOCK_SHIFTS.length

export class OpenPoints {
  /** points of each block of 32 that are allowed and not yet reached, one bit each */
  readonly bits: Int32Array
  /** number of blocks of 32 with open points inside each block, per level */
  readonly blocks: Int32Array[]
  readonly #allowed: Int32Array

  /** `allowed`: a bit for each point that may be a corner, 32 per number; section ends always may. */
  constructor(hulls: readonly HullLevel[], allowed: Int32Array) {
    this.#allowed = allowed
    this.bits = new Int32Array(allowed.length)
    this.blocks = hulls.map(({ start }) => new Int32Array(start.length))
  }

  openAll(from: number, to: number): void {
    const open = this.bits
    const openBlocks = this.blocks
    const allowed = this.#allowed
    const first = from >> SHIFT
    const last = to >> SHIFT
    for (let level = 0; level < LEVELS; level++)
      openBlocks[level].fill(0, first >> (BLOCK_SHIFTS[level] - SHIFT), (last >> (BLOCK_SHIFTS[level] - SHIFT)) + 1)
    for (let block = first; block <= last; block++) {
      let mask = allowed[block]
      if (block === first) mask &= -1 << (from & (SIZE - 1))
      if (block === last) {
        mask &= -1 >>> (SIZE - 1 - (to & (SIZE - 1)))
        mask |= 1 << (to & (SIZE - 1))
      }
      open[block] = mask
      if (mask !== 0)
        for (let level = 0; level < LEVELS; level++) openBlocks[level][block >> (BLOCK_SHIFTS[level] - SHIFT)]++
    }
  }

  close(point: number): void {
    const { bits, blocks } = this
    const block = point >> SHIFT
    bits[block] &= ~(1 << (point & (SIZE - 1)))
    if (bits[block] === 0)
      for (let level = 0; level < LEVELS; level++) blocks[level][block >> (BLOCK_SHIFTS[level] - SHIFT)]--
  }

  /** Closes all points p from `from` to `to` but those with `wanted[last - p]`. */
  keepOnly(from: number, to: number, wanted: Uint8Array, last: number): void {
    const open = this.bits
    const openBlocks = this.blocks
    for (let block = from >> SHIFT; block <= to >> SHIFT; block++) {
      let left = open[block]
      if (left === 0) continue
      for (let bits = left; bits !== 0; bits &= bits - 1)
        if (wanted[last - (block << SHIFT) - (31 - Math.clz32(bits & -bits))] === 0) left &= ~(bits & -bits)
      open[block] = left
      if (left === 0)
        for (let level = 0; level < LEVELS; level++) openBlocks[level][block >> (BLOCK_SHIFTS[level] - SHIFT)]--
    }
  }
}
