// How long the machine takes to read memory that no cache holds, in nanoseconds. Searches of large networks spend their
// time waiting for such reads, and on a shared machine these get slower and faster within minutes.

const CELLS = 16 * 1024 ** 2
const STEPS = 3_000_000

let next: Uint32Array | null = null
/** where the last walk ended: kept, so that the compiler cannot leave the walk out */
let at = 0

export function memoryLatencyNs(): number {
  next ??= oneCycle(CELLS)
  const startedMs = performance.now()
  for (let step = 0; step < STEPS; step++) at = next[at]
  return ((performance.now() - startedMs) * 1e6) / STEPS
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
