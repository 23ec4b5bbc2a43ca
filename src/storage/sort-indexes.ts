// Sorts indexes by a comparison, however many there are: V8 copies a typed array that is sorted by a function into a
// list of its heap, 16 bytes an element, and such a list ends at 2^27 elements. So runs are sorted by themselves and
// merged.

const RUN_LENGTH = 2 ** 20

/** In place, and stable where `compare` gives 0. */
export function sortIndexes(
  indexes: Uint32Array,
  compare: (a: number, b: number) => number,
  runLength = RUN_LENGTH,
): Uint32Array {
  const { length } = indexes
  for (let at = 0; at < length; at += runLength) indexes.subarray(at, at + runLength).sort(compare)
  if (length <= runLength) return indexes
  let from = indexes
  let to: Uint32Array = new Uint32Array(length)
  for (let run = runLength; run < length; run *= 2) {
    for (let at = 0; at < length; at += 2 * run)
      merge(from, to, at, Math.min(length, at + run), Math.min(length, at + 2 * run), compare)
    const swap = from
    from = to
    to = swap
  }
  if (from !== indexes) indexes.set(from)
  return indexes
}

/** 0, 1, 2, ... */
export function indexesUpTo(count: number): Uint32Array {
  const indexes = new Uint32Array(count)
  for (let i = 0; i < count; i++) indexes[i] = i
  return indexes
}

/** Merges [first, middle) and [middle, end) of `from` into `to`. */
function merge(
  from: Uint32Array,
  to: Uint32Array,
  first: number,
  middle: number,
  end: number,
  compare: (a: number, b: number) => number,
): void {
  let left = first
  let right = middle
  for (let at = first; at < end; at++) {
    const takesLeft = right >= end || (left < middle && compare(from[left], from[right]) <= 0)
    to[at] = takesLeft ? from[left++] : from[right++]
  }
}
