// A thread of a pool that keeps what it is told, for tests of what the main thread tells its threads.

import type { ToWorker } from '../../src/workers/messages.ts'

export interface FakeThread {
  alive: boolean
  /** messages that it has not looked at */
  inbox: ToWorker[]
  post(message: ToWorker): void
}

export function fakeThread(): FakeThread {
  const inbox: ToWorker[] = []
  return { alive: true, inbox, post: (message) => void inbox.push(message) }
}
