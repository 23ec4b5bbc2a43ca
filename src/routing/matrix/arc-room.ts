// HOT: npm run bench -- planner
// Ten thousand paths lie in a few blocks: an array for each would take time to make and to collect.
//
// Memory for the arcs of many paths that are dropped together.

/** 64 KB */
const BLOCK_ARCS = 16_384

/** Gives arrays of zeros, side by side in blocks. */
export function arcRoom(): (count: number) => Uint32Array {
  let block = new Uint32Array(0)
  let taken = 0
  return (count) => {
    if (taken + count > block.length) {
      block = new Uint32Array(Math.max(count, BLOCK_ARCS))
      taken = 0
    }
    return block.subarray(taken, (taken += count))
  }
}
