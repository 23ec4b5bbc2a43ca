// Long pieces of work on the main thread, one in each turn of the event loop, so that what came meanwhile is served
// between them.

let last: Promise<void> = Promise.resolve()

/** Settles in a turn of the event loop in which none other does. */
export function nextTurn(): Promise<void> {
  // those that are set together would run in one turn
  return (last = last.then(() => new Promise((resolve) => setImmediate(resolve))))
}
