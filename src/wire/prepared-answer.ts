// An answer that was already written as wire JSON (snake_case) by a worker thread. REST sends the text as it is;
// GraphQL asks for `value`, which parses and renames once. So a 30 KB route crosses threads as one string.

import { fromWire } from './wire-json.ts'

export class PreparedAnswer<T> {
  readonly wireText: string
  #value: T | undefined

  constructor(wireText: string) {
    this.wireText = wireText
  }

  /** The answer in camelCase; parsed at the first call, then kept. */
  get value(): T {
    this.#value ??= fromWire(JSON.parse(this.wireText)) as T
    return this.#value
  }
}
