// Ranges of files in a store for a thread: it asks the main thread, which has the connections, the cache and the keys.

import type { MessagePort } from 'node:worker_threads'
import { ServiceError, toServiceError, type ErrorCode } from '../errors.ts'
import type { ReadStored, StoredPlace } from '../releases/release-info.ts'

interface Asked {
  id: number
  place: StoredPlace
  offset: number
  length: number
}
type Answered = { id: number } & ({ bytes: Uint8Array } | { code: ErrorCode; message: string; retryAfterS?: number })

/** On the main thread, until the other end is closed. */
export function serveRanges(port: MessagePort, readStored: ReadStored): void {
  const answer = async ({ id, place, offset, length }: Asked): Promise<void> => {
    try {
      // what is read may be part of a block that is kept: the thread gets a copy
      const bytes = new Uint8Array(await readStored(place, offset, length))
      port.postMessage({ id, bytes } satisfies Answered, [bytes.buffer])
    } catch (thrown) {
      const { code, message, retryAfterS } = toServiceError(thrown)
      port.postMessage({ id, code, message, ...(retryAfterS === undefined ? {} : { retryAfterS }) } satisfies Answered)
    }
  }
  port.on('message', (asked: Asked) => void answer(asked))
  port.unref()
}

/** In the thread. */
export function askForRanges(port: MessagePort): ReadStored {
  const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (reason: Error) => void }>()
  let lastId = 0
  port.on('message', (answered: Answered) => {
    const asked = waiting.get(answered.id)
    waiting.delete(answered.id)
    if ('bytes' in answered) return asked?.resolve(answered.bytes)
    const { code, message, retryAfterS } = answered
    asked?.reject(new ServiceError(code, message, retryAfterS === undefined ? {} : { retryAfterS }))
  })
  return (place, offset, length) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      port.postMessage({ id, place, offset, length } satisfies Asked)
    })
}
