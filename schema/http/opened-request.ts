// A request on its way through the GraphQL handler.

import type { CreditSession } from '../../resolvers/pipeline/credit-session.ts'
import type { GraphqlRequest } from '../../src/server/serve-graphql.ts'
import { WrittenTexts } from '../../src/wire/encoded-answer.ts'
import { AnswerBudget } from './answer-budget.ts'
import type { ServerContext } from './run-types.ts'
import { streamFormOf } from './stream-form.ts'

/** A request on its way through the handler: bounds of its answer, and its reservation. */
export class OpenedRequest {
  readonly request: GraphqlRequest
  readonly context: ServerContext
  /** texts of an answer in parts */
  texts: AsyncIterable<string> | null = null
  /** of a subscription */
  events: AsyncIterable<string> | null = null
  errorsIn: readonly string[] | undefined
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
      onErrors: (languages) => (this.errorsIn = languages),
    }
  }

  readonly charged = (): number => this.#charged

  /** A client that left ends its document before it is done: what ran is charged, the rest given back. */
  settle(): void {
    this.#session?.settle()
    this.#charged = this.#session?.charged ?? this.#charged
  }
}

/** What Yoga answers in; parts are written by stream-form.ts. */
const JSON_FORMS = /\bjson\b|\*\/\*|\bapplication\/\*/i
export function readsJson({ accept }: GraphqlRequest['headers']): boolean {
  return accept === undefined || JSON_FORMS.test(accept)
}

/** A client that accepts none of the forms gets one plain JSON answer. */
export function withAnswerable(headers: GraphqlRequest['headers']): GraphqlRequest['headers'] {
  return readsJson(headers) ? headers : { ...headers, accept: 'application/json' }
}
