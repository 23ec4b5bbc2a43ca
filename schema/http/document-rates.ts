// A document takes from the rate before it is parsed, for parsing and checking are what a bad one costs. One that was
// run before and that the rate does not bind (only what is free) takes nothing; a new one of that kind gets back what
// it took. Few and short texts are remembered.

import { say } from '../../src/language/sentence.ts'
import { LRUCache } from 'lru-cache'
import type { Call, OperationPipeline } from '../../resolvers/pipeline/pipeline.ts'
import { ServiceError } from '../../src/errors.ts'

/** Files go into variables: a longer text is nobody's document. */
export const MAX_DOCUMENT_CHARACTERS = 100_000
const KEPT_FREE = 500
const KEPT_CHARACTERS = 10_000

export class DocumentRates {
  readonly #pipeline: OperationPipeline
  readonly #free = new LRUCache<string, true>({ max: KEPT_FREE })
  readonly #taken = new WeakSet<Call>()

  constructor(pipeline: OperationPipeline) {
    this.#pipeline = pipeline
  }

  /** Throws ServiceError `rate_limited`, or `invalid_input` for a text that is too long. */
  take(call: Call, query: string | null): void {
    if (query !== null && this.#free.has(query)) return
    this.#pipeline.checkRate(call.caller)
    this.#taken.add(call)
    if (query !== null && query.length > MAX_DOCUMENT_CHARACTERS)
      throw new ServiceError(say('error.invalid_input.document_length', { max: MAX_DOCUMENT_CHARACTERS }), {
        inputPath: 'query',
      })
  }

  /** The document has passed all checks. */
  onSound(call: Call, query: string, isRated: boolean): void {
    if (isRated) {
      // what is free by one set of variables need not be by another
      if (!this.#taken.has(call)) this.#pipeline.checkRate(call.caller)
      this.#free.delete(query)
      return
    }
    if (this.#taken.delete(call)) this.#pipeline.giveBackRate(call.caller)
    if (query.length > KEPT_CHARACTERS) return
    this.#free.set(query, true)
  }
}
