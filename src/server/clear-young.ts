// Large bodies arrive in hundreds of 64 KB pieces that the collector sees only as small objects, so it leaves them
// until there are many. This requests a collection of young objects after a large body was read or a large answer was
// sent: a few milliseconds, in a turn of its own, at most one at a time. Only affects when memory is released.

import { collectGarbage } from '../overload/collect-garbage.ts'

/** For bodies and answers from this size on. */
const CLEAR_FROM_BYTES = 524_288

let isWaiting = false

/** Call after this many bytes were received or sent on this thread. */
export function clearYoungAfter(bytes: number): void {
  if (bytes < CLEAR_FROM_BYTES || isWaiting) return
  isWaiting = true
  setImmediate(() => {
    isWaiting = false
    collectGarbage('minor')
  })
}
