// A collection of garbage on this thread, where memory that threads share became free: it stays until each of them has
// collected, and an idle thread never does. It also forgets compiled code, so it is not for what each request does. The
// first call exposes it.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

const SOON_MS = 200

/**
 * Everything on this thread, a moment later: what waits comes first, since it takes up to a tenth of a second. For
 * memory that threads share, which stays until each of them has collected, one after another by their `turn`, from 0.
 * `onCollected` is called then.
 */
export function collectSoon(turn = 0, onCollected?: () => void): void {
  setTimeout(
    () => {
      collectGarbage()
      onCollected?.()
    },
    SOON_MS * (turn + 1),
  ).unref()
}

/** On this thread, at once. */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
