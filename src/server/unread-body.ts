// Handles the rest of a body when its request is refused: the answer is sent first, then a bounded part of the body is
// read and discarded. A connection closed with unread bytes is reset, and a client that is still writing would see a
// broken pipe instead of its answer.

import type { IncomingMessage } from 'node:http'

/** Bodies up to this length cost less to read than a new connection; Node discards them and keeps the connection. */
const SHORT_BYTES = 65_536
/** Limits on what is read of a longer one: bytes and time. */
const MOST_BYTES = 16 * 1_048_576
const MOST_MS = 5000

/** Whether a long body, or one of unknown length, is still arriving. */
export function hasLongBodyLeft({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > SHORT_BYTES
}

/** Resolves when the body has ended, the client disconnected, or a limit is reached. */
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
