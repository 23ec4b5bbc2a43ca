// How long the machine takes to read memory that no cache holds, in nanoseconds: searches of large networks wait for
// that, and where other guests share the machine, it changes by half within minutes.

const CELLS = 16 * 1024 ** 2
const STEPS = 3_000_000

let next: Uint32Array | null = null

export function memoryLatencyNs(): number {
  next ??= oneCycle(CELLS)
  let at = 0
  const startedMs = performance.now()
  for (let step = 0; step < STEPS; step++) at = next[at]
  const ms = performance.now() - startedMs
  if (at < 0) throw new RangeError('the cycle left its cells')
  return (ms * 1e6) / STEPS
}

/** A cycle through all cells in random order (Sattolo 1986). */
function oneCycle(cells: number): Uint32Array {
  const cycle = Uint32Array.from({ length: cells }, (_, cell) => cell)
  for (let last = cells - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * last)
    const moved = cycle[last]
    cycle[last] = cycle[other]
    cycle[other] = moved
  }
  return cycle
}
