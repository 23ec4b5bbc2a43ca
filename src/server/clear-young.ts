// Large bodies arrive in hundreds of pieces of 64 KB whose memory the collector sees only as small objects, so it lets
// them stand until there are many. This asks for a collection of young objects once a large body was read or a large
// answer is out: a few milliseconds, in a turn of its own, at most one at a time. Changes nothing but when memory is
// given back.

import { collectGarbage } from '../overload/collect-garbage.ts'

/** Bodies and answers from this size on. */
const CLEAR_FROM_BYTES = 524_288

let isWaiting = false

/** After this many bytes came or went on this thread. */
export function clearYoungAfter(bytes: number): void {
  if (bytes < CLEAR_FROM_BYTES || isWaiting) return
  isWaiting = true
  setImmediate(() => {
    isWaiting = false
    collectGarbage('minor')
  })
}
