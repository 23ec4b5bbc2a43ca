// A request on its way through the handler: what Yoga's plugins find out about it, the bounds of its answer, and its
// reservation.

import type { CreditSession } from '../../resolvers/pipeline/credit-session.ts'
import type { GraphqlRequest } from '../../src/server/serve-graphql.ts'
import { WrittenTexts } from '../../src/wire/encoded-answer.ts'
import { AnswerBudget } from './answer-budget.ts'
import type { ReadDocument } from './read-document.ts'
import type { ServerContext } from './run-types.ts'
import { streamFormOf } from './stream-form.ts'

export class OpenedRequest {
  readonly request: GraphqlRequest
  readonly context: ServerContext
  /** Apollo's, that its text came with; null: none */
  hash: string | null = null
  /** its document; null where it was not reached */
  read: ReadDocument | null = null
  /** texts of an answer in parts */
  texts: AsyncIterable<string> | null = null
  /** of a subscription */
  events: AsyncIterable<string> | null = null
  /** languages of its errors; none: they may stand beside data. Undefined: it has no errors */
  errorsIn: readonly string[] | undefined
  /** the tag of an answer that may be kept, and whether the client has that answer; null: it may not */
  kept: { tag: string; isCurrent: boolean } | null = null
  #charged = 0
  #session: CreditSession | null = null

  constructor(request: GraphqlRequest) {
    this.request = request
    const { call, renderer, body, headers } = request
    const answer = new AnswerBudget(call.signal)
    this.context = {
      call,
      charge: (credits) => (this.#charged = credits),
      opened: (session) => (this.#session = session),
      rawTexts: body?.texts ?? null,
      bodyBytes: body?.bytes ?? 0,
      written: new WrittenTexts((bytes) => answer.add(0, bytes)),
      answer,
      streamForm: streamFormOf(headers.accept),
      onParts: (texts) => (this.texts = texts),
      renderer,
    }
  }

  readonly charged = (): number => this.#charged

  /** A client that left ends its document before it is done: what ran is charged, the rest given back. */
  readonly settle = (): void => {
    this.#session?.settle()
    this.#charged = this.#session?.charged ?? this.#charged
  }
}
