// HOT: npm run bench -- planner
// An array of its own for each of ten thousand paths takes longer to make and to collect than the path itself.
//
// Memory for the arcs of many paths that are left together: blocks, each for as many as fit.

/** 64 KB */
const BLOCK_ARCS = 16_384

export class ArcRoom {
  #block = new Uint32Array(0)
  #taken = 0

  /** Zeros: nothing is taken twice. */
  take(count: number): Uint32Array {
    if (this.#taken + count > this.#block.length) {
      this.#block = new Uint32Array(Math.max(count, BLOCK_ARCS))
      this.#taken = 0
    }
    return this.#block.subarray(this.#taken, (this.#taken += count))
  }
}
