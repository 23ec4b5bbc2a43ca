// Long pieces of work on the main thread, one in each turn of the event loop, so that what came meanwhile is served
// between them. What is then done is for the same request: `cpu` measures it.

import type { CpuMeter } from './cpu-meter.ts'

let last: Promise<void> = Promise.resolve()

/** Settles in a turn of the event loop in which none other does. */
export async function nextTurn(cpu?: CpuMeter): Promise<void> {
  // those that are set together would run in one turn
  await (last = last.then(() => new Promise((resolve) => setImmediate(resolve))))
  cpu?.resume()
}
