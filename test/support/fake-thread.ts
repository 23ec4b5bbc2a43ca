// Stands in for a thread of a pool and keeps its messages, to test what the main thread sends.

import type { ToWorker } from '../../src/workers/messages.ts'

export interface FakeThread {
  alive: boolean
  /** messages not handled yet */
  inbox: ToWorker[]
  post(message: ToWorker): void
}

export function fakeThread(): FakeThread {
  const inbox: ToWorker[] = []
  return { alive: true, inbox, post: (message) => void inbox.push(message) }
}
