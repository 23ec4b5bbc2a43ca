// GraphQL: a typed document and its variables in; one answer, or an answer that grows with each part of @defer and
// @stream.

import type { GraphqlAnswer } from './graphql-answer.ts'
import { type AnswerPart, MergedAnswer } from './merge-parts.ts'
import { readMultipart } from './read-multipart.ts'
import { type CallOptions, type ClientOptions, type Cost, creditsLeft, send } from './send.ts'
import { type GraphqlEvent, subscribe, type SubscribeOptions } from './subscribe.ts'
import { operationName, type TypedDocument } from './typed-document.ts'
import { type GraphqlFailure, graphqlError, WaypostError } from './waypost-error.ts'

export interface GraphqlPart<Data> extends GraphqlAnswer<Data> {
  /** Whether more follows. What is deferred and has not come is absent from `data`. */
  hasNext: boolean
}

export interface Graphql {
  /**
   * Throws WaypostError where nothing of the document was answered, and what the signal says. Errors of single fields
   * are in the answer.
   */
  query<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables?: Variables,
    options?: CallOptions,
  ): Promise<GraphqlAnswer<Data>>
  /** The answer so far, again after each part. Leaving the loop ends the request. Throws as `query` does. */
  stream<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables?: Variables,
    options?: CallOptions,
  ): AsyncGenerator<GraphqlPart<Data>>
  /**
   * Each event of a subscription. A connection that ends is taken up again after the last event, as long as the loop
   * runs. Throws what refuses or ends it, and what the signal says; leaving the loop ends it.
   */
  subscribe<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables?: Variables,
    options?: SubscribeOptions,
  ): AsyncGenerator<GraphqlEvent<Data>>
}

const PLAIN = 'application/json'
const IN_PARTS = 'multipart/mixed, application/json;q=0.9'

export function createGraphql(options: ClientOptions): Graphql {
  async function* stream<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables | undefined,
    { signal }: CallOptions = {},
    accept = IN_PARTS,
  ): AsyncGenerator<GraphqlPart<Data>> {
    const query = String(document)
    const operation = operationName(query)
    const response = await send(options, {
      url: `${options.apiUrl}/graphql`,
      body: { query, variables },
      accept,
      signal,
    })
    const answer = new MergedAnswer()
    let cost: Cost | null = null
    try {
      for await (const part of partsOf(response)) {
        answer.add(part)
        const told = part.extensions?.cost
        if (told !== undefined || (!answer.hasNext && creditsLeft(response) !== null)) {
          cost = {
            operation,
            reserved: told?.reserved ?? null,
            charged: told?.charged ?? null,
            left: told?.remaining ?? creditsLeft(response),
          }
          options.onCost?.(cost)
        }
        const errors = answer.errors.map((error) => graphqlError(error, response))
        if (isNothing(answer) && !isDryRun(part)) throw errors[0] ?? brokenOff(response)
        yield { data: answer.data as Data, errors, cost, hasNext: answer.hasNext }
      }
    } catch (error) {
      signal?.throwIfAborted()
      throw error instanceof WaypostError ? error : brokenOff(response, error)
    }
  }
  return {
    stream,
    subscribe: (document, variables, callOptions = {}) => subscribe(options, document, variables, callOptions),
    async query(document, variables, callOptions) {
      for await (const { data, errors, cost } of stream(document, variables, callOptions, PLAIN))
        return { data, errors, cost }
      throw new WaypostError('no_answer', 'The answer is empty.')
    },
  }
}

async function* partsOf(response: Response): AsyncGenerator<AnswerPart> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/')) yield* readMultipart(response) as AsyncGenerator<AnswerPart>
  else yield (await response.json()) as AnswerPart
}

/** Whether every field at the top is null beside an error. */
function isNothing({ data, errors }: { data: unknown; errors: readonly GraphqlFailure[] }): boolean {
  if (typeof data !== 'object' || data === null) return true
  return errors.length > 0 && Object.values(data).every((value) => value === null)
}

/** `@dryRun` is answered by its cost alone; `data` is null then. */
function isDryRun({ data, errors, extensions }: AnswerPart): boolean {
  return data === null && errors === undefined && extensions?.cost !== undefined
}

function brokenOff(response: Response, cause?: unknown): WaypostError {
  const { status } = response
  return new WaypostError('no_answer', `HTTP ${status}: the answer is none of this service, or broke off.`, {
    status,
    cause,
  })
}
