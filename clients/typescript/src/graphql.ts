// GraphQL: a typed document and its variables in; one answer, or an answer that grows with each part of @defer and
// @stream.

import { type GraphqlAnswer, type AnswerPart, MergedAnswer } from './merge-parts.ts'
import { type CallOptions, type ClientOptions, type Cost, baseOf, creditsLeft, send } from './send.ts'
import { type GraphqlEvent, type SubscribeOptions, subscribe } from './subscribe.ts'
import { type AfterDocument, type TypedDocument, operationName } from './typed-document.ts'
import { type GraphqlFailure, WaypostError, graphqlError, retryAfterOf } from './waypost-error.ts'

export interface GraphqlPart<Data> extends GraphqlAnswer<Data> {
  /** Whether more follows. What is deferred and has not come is absent from `data`. */
  hasNext: boolean
}

export interface Graphql {
  /**
   * Throws WaypostError where nothing of the document was answered, and what the signal says. Errors of single fields
   * are in the answer.
   */
  query<Data, Variables = Record<string, unknown>>(
    document: TypedDocument<Data, Variables>,
    ...given: AfterDocument<Variables, CallOptions>
  ): Promise<GraphqlAnswer<Data>>
  /** The answer so far, again after each part. Leaving the loop ends the request. Throws as `query` does. */
  stream<Data, Variables = Record<string, unknown>>(
    document: TypedDocument<Data, Variables>,
    ...given: AfterDocument<Variables, CallOptions>
  ): AsyncGenerator<GraphqlPart<Data>>
  /**
   * Each event of a subscription. A connection that ends is taken up again after the last event, as long as the loop
   * runs. Throws what refuses or ends it, and what the signal says; leaving the loop ends it.
   */
  subscribe<Data, Variables = Record<string, unknown>>(
    document: TypedDocument<Data, Variables>,
    ...given: AfterDocument<Variables, SubscribeOptions>
  ): AsyncGenerator<GraphqlEvent<Data>>
}

const PLAIN = 'application/json'
const IN_PARTS = 'multipart/mixed, application/json;q=0.9'

/** `textOf`: left out, documents are texts alone, which leaves out the code for syntax trees. */
export function createGraphql(options: ClientOptions, textOf: (document: unknown) => string = String): Graphql {
  async function* stream<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables | undefined,
    { signal }: CallOptions = {},
    accept = IN_PARTS,
  ): AsyncGenerator<GraphqlPart<Data>> {
    const query = textOf(document)
    const operation = operationName(query)
    const response = await send(options, {
      url: `${baseOf(options.apiUrl)}/graphql`,
      body: { query, variables },
      accept,
      signal,
    })
    const answer = new MergedAnswer()
    let cost: Cost | null = null
    try {
      for await (const part of partsOf(response)) {
        answer.add(part)
        const reported = part.extensions?.cost
        if (reported !== undefined || (!answer.hasNext && creditsLeft(response) !== null)) {
          cost = {
            operation,
            reserved: reported?.reserved ?? null,
            charged: reported?.charged ?? null,
            left: reported?.remaining ?? creditsLeft(response),
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
  async function query<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables | undefined,
    callOptions?: CallOptions,
  ): Promise<GraphqlAnswer<Data>> {
    for await (const { data, errors, cost } of stream(document, variables, callOptions, PLAIN))
      return { data, errors, cost }
    throw new WaypostError('no_answer', 'The answer is empty.')
  }
  return {
    query: (document, ...[variables, callOptions]) => query(document, variables, callOptions),
    stream: (document, ...[variables, callOptions]) => stream(document, variables, callOptions),
    async *subscribe(document, ...[variables, callOptions = {}]) {
      yield* subscribe(options, textOf(document), variables, callOptions)
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
    retryAfterS: retryAfterOf(response),
    cause,
  })
}

const PART = /boundary="?([^";]+)"?/

/**
 * The parts of a multipart/mixed response, each a JSON value, as they arrive. Throws SyntaxError for a part that is no
 * JSON, and what the connection throws. Ends the response when left early.
 */
export async function* readMultipart(response: Response): AsyncGenerator<unknown> {
  const boundary = `\r\n--${PART.exec(response.headers.get('content-type') ?? '')?.[1] ?? '-'}`
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  // what stands before the first boundary is no part
  let isPart = false
  let text = '\r\n'
  try {
    for (;;) {
      const { done, value } = await reader.read()
      text += decoder.decode(value, { stream: !done })
      for (let at = text.indexOf(boundary); at >= 0; at = text.indexOf(boundary)) {
        if (isPart) yield jsonOf(text.slice(0, at))
        isPart = true
        text = text.slice(at + boundary.length)
      }
      if (isPart && text.startsWith('--')) return
      if (done) throw new SyntaxError('the last boundary is missing')
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function jsonOf(part: string): unknown {
  return JSON.parse(part.slice(part.indexOf('\r\n\r\n') + 4))
}
