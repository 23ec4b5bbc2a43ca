// HOT: npm run bench -- course-memory
// Without it the pieces of a large body stay until the collector wakes, and the next body is added on top.
//
// A collection of garbage asked for by name: of young objects after a large body or answer, of everything where memory
// that threads share became free. The latter also forgets compiled code, so it is not for what each request does. The
// first call exposes it.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: ((how: object) => void) | null = null

const SOON_MS = 200

/**
 * Everything on this thread, a moment later: what waits comes first, since it takes up to a tenth of a second. For
 * memory that threads share, which stays until each of them has collected, one after another by their `turn`, from 0.
 * `onCollected` is called then.
 */
export function collectSoon(turn = 0, onCollected?: () => void): void {
  setTimeout(
    () => {
      collectGarbage('major')
      onCollected?.()
    },
    SOON_MS * (turn + 1),
  ).unref()
}

/** On this thread, at once: young objects alone, or everything. */
export function collectGarbage(type: 'minor' | 'major'): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as (how: object) => void
  }
  collect(type === 'minor' ? { type } : { type, flavor: 'regular', execution: 'sync' })
}
