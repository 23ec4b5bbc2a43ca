// Something that is requested: nothing yet, on its way, there, or failed. While it is on its way the last answer stays,
// so that the page does not jump. Only the latest question counts; earlier ones are taken back.

import { type Signal, signal } from '@preact/signals'
import { type Failure, toFailure } from './query.ts'

export type Resource<Value> =
  | { state: 'idle' }
  | { state: 'busy'; last: Value | null }
  | { state: 'ok'; value: Value }
  | { state: 'failed'; failure: Failure }

export interface Query<Value> {
  answer: Signal<Resource<Value>>
  ask(run: (stop: AbortSignal) => Promise<Value>): Promise<void>
  /** back to nothing; what is on its way is taken back */
  clear(): void
}

export function createQuery<Value>(): Query<Value> {
  const answer = signal<Resource<Value>>({ state: 'idle' })
  let current: AbortController | null = null
  return {
    answer,
    async ask(run) {
      current?.abort()
      const own = (current = new AbortController())
      const old = answer.peek()
      answer.value = { state: 'busy', last: old.state === 'ok' ? old.value : old.state === 'busy' ? old.last : null }
      try {
        const value = await run(own.signal)
        if (current === own) answer.value = { state: 'ok', value }
      } catch (thrown) {
        const failure = toFailure(thrown)
        if (current === own && failure !== null) answer.value = { state: 'failed', failure }
      }
    },
    clear() {
      current?.abort()
      current = null
      answer.value = { state: 'idle' }
    },
  }
}

/** What is there, also while something newer is on its way; null where nothing is. */
export function valueOf<Value>(loaded: Resource<Value>): Value | null {
  return loaded.state === 'ok' ? loaded.value : loaded.state === 'busy' ? loaded.last : null
}
