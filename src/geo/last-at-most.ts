/** Index of the last value that is at most `value`, from `from` to `to`; `from` where all are above it. */
export function lastAtMost(
  ascending: ArrayLike<number>,
  value: number,
  from = 0,
  to: number = ascending.length - 1,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (ascending[middle] <= value) low = middle
    else high = middle - 1
  }
  return low
}
