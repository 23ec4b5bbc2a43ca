// What is left of a body when its request is refused: the answer goes out first, then a bounded rest of the body is
// read and thrown away. A connection that is closed with bytes unread is reset, and a client that is still writing sees
// a broken pipe in place of its answer.

import type { IncomingMessage } from 'node:http'

/** Bodies up to this length cost less to read than a new connection; Node throws them away and keeps it. */
const SHORT_BYTES = 65_536
/** Most that is read of one that is longer, and for how long. */
const MOST_BYTES = 16 * 1_048_576
const MOST_MS = 5000

/** Whether a body is still coming that is long, or whose length is not known. */
export function hasLongBodyLeft({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > SHORT_BYTES
}

/** Settles when the body has ended, the client left, or the bounds are met. */
export function throwAwayRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let leftBytes = MOST_BYTES
    const timer = setTimeout(finish, MOST_MS)
    function finish(): void {
      clearTimeout(timer)
      request.off('data', onData)
      request.pause()
      resolve()
    }
    function onData(chunk: Buffer): void {
      leftBytes -= chunk.length
      if (leftBytes <= 0) finish()
    }
    request.on('data', onData)
    request.once('end', finish)
    request.once('close', finish)
    request.resume()
  })
}
