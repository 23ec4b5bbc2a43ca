// The GraphQL handler. A plain request is read and run right here; GET, answers in parts, and whatever is wrong with a
// request go through Yoga (answer-by-yoga.ts). Both ways read and run a document by the same functions
// (read-document.ts, run-document.ts), with one reservation for a whole document. Knows no sockets:
// src/server/serve-graphql.ts hands it requests and sends what it answers.

import type { OperationPipeline } from '../../resolvers/pipeline/pipeline.ts'
import { ServiceError, toServiceError } from '../../src/errors.ts'
import { DEFAULT_LANGUAGE } from '../../src/language/catalogue-files.ts'
import type { Renderer } from '../../src/language/renderer.ts'
import { say } from '../../src/language/sentence.ts'
import type { GraphqlAnswer, GraphqlRequest, GraphqlHandler } from '../../src/server/serve-graphql.ts'
import { type FaultReporter, createMaskError, errorLanguages, toGraphqlError, writeResult } from './graphql-errors.ts'
import { schema } from '../index.ts'
import { DocumentRates } from './document-rates.ts'
import { type PlainRequest, readPlain } from './direct-request.ts'
import { DocumentReader, type ReadDocument, findOperation } from './read-document.ts'
import { isDryRun } from './dry-run.ts'
import { DocumentRunner } from './run-document.ts'
import type { AskedDocument, FinishedRun } from './run-types.ts'
import { checkHash, PersistedQueryRefusal } from './persisted-queries.ts'
import { withText } from './stored-text.ts'
import { readsEvents } from './stream-form.ts'
import { ConditionsStream } from './subscriptions/conditions-stream.ts'
import { OpenSubscriptions, type SubscriptionLimits } from './subscriptions/open-subscriptions.ts'
import { TrustedDocuments } from './trusted-documents.ts'
import { OpenedRequest } from './opened-request.ts'
import { openYoga, answerByYoga } from './answer-by-yoga.ts'

export interface GraphqlHandlerOptions {
  /** off: neither introspection nor names that were nearly right in errors. On where left out. */
  introspection?: boolean
  /** none where left out */
  trusted?: TrustedDocuments
  subscriptions?: Partial<SubscriptionLimits>
  /** off: every request goes through Yoga, for tests that compare the two. On where left out. */
  plain?: boolean
}

export interface OpenGraphqlHandler extends GraphqlHandler {
  subscriptions: OpenSubscriptions
}

export function createGraphqlHandler(
  pipeline: OperationPipeline,
  report: FaultReporter,
  {
    introspection = true,
    trusted = new TrustedDocuments('off'),
    plain: takesPlain = true,
    subscriptions: limits,
  }: GraphqlHandlerOptions = {},
): OpenGraphqlHandler {
  const maskError = createMaskError(report)
  const rates = new DocumentRates(pipeline)
  const reader = new DocumentReader(schema, { introspection })
  const runner = new DocumentRunner(pipeline, { introspection, maskError, rates })
  const subscriptions = new OpenSubscriptions(pipeline.services, limits)
  const yoga = openYoga(runner, maskError)
  return {
    subscriptions,
    async handle(request) {
      let given: GraphqlRequest
      try {
        const named = withText(request, trusted)
        given = named.given
        const { hash } = named
        const query = queryOf(given)
        rates.take(request.call, query)
        if (hash !== null && query !== null) checkHash(hash, query)
      } catch (thrown) {
        if (thrown instanceof PersistedQueryRefusal) return persistedRefusal(thrown)
        return refusal(toServiceError(thrown), request.renderer)
      }
      const opened = new OpenedRequest(given)
      const read = readOnce(reader)
      const plain = takesPlain ? readPlain(given, () => read(queryOf(given)!)) : null
      if (plain !== null) return answerPlain(runner, opened, plain)
      return answerByYoga(yoga, opened, read, (asked) => subscribe(asked, opened, { pipeline, runner, subscriptions }))
    },
  }
}

/** Null: its events are the answer. */
async function subscribe(
  asked: AskedDocument,
  opened: OpenedRequest,
  {
    pipeline,
    runner,
    subscriptions,
  }: { pipeline: OperationPipeline; runner: DocumentRunner; subscriptions: OpenSubscriptions },
): Promise<FinishedRun | null> {
  const { headers, identify } = opened.request
  // one answer, in any form
  if (isDryRun(findOperation(asked.document, asked.operationName)!)) return runner.run(asked)
  if (!readsEvents(headers.accept)) return runner.refuse(new ServiceError(say('error.invalid_input.events')))
  try {
    const stream = new ConditionsStream(asked, {
      open: subscriptions,
      pipeline,
      runner,
      identify,
      lastEventId: headers['last-event-id'],
      charge: asked.context.charge,
    })
    const started = await stream.start()
    if ('result' in started) return started
    opened.events = started
    return null
  } catch (thrown) {
    return runner.refuse(toServiceError(thrown))
  }
}

/** Reads the document of one request once, however often it is requested; throws again what was thrown. */
function readOnce(reader: DocumentReader): (text: string) => ReadDocument {
  let known: { read: ReadDocument } | { thrown: unknown } | null = null
  return (text) => {
    if (known === null)
      try {
        known = { read: reader.read(text) }
      } catch (thrown) {
        known = { thrown }
      }
    if ('thrown' in known) throw known.thrown
    return known.read
  }
}

function refusal(failure: ServiceError, renderer: Renderer): GraphqlAnswer {
  const result = { errors: [toGraphqlError(failure)] }
  return {
    status: failure.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(failure.retryAfterS === undefined ? {} : { 'retry-after': String(failure.retryAfterS) }),
    },
    body: writeResult(result, renderer),
    errorsIn: errorLanguages(result, renderer),
    charged: () => 0,
  }
}

/** In Apollo's shape, which has no status: clients read the code or the message. */
function persistedRefusal({ message, code, status }: PersistedQueryRefusal): GraphqlAnswer {
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] })
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers, body, errorsIn: [DEFAULT_LANGUAGE], charged: () => 0 }
}

async function answerPlain(runner: DocumentRunner, opened: OpenedRequest, plain: PlainRequest): Promise<GraphqlAnswer> {
  const { context, charged } = opened
  const { contentType, ...asked } = plain
  try {
    // it asks for no parts, so there is an answer
    const { result, status, retryAfterS } = (await runner.run({ schema, ...asked, context }))!
    return {
      status,
      headers: { 'content-type': contentType, ...(retryAfterS === null ? {} : { 'retry-after': `${retryAfterS}` }) },
      body: context.written.splice(writeResult(result, context.renderer)),
      errorsIn: errorLanguages(result, context.renderer),
      drop: () => context.written.drop(),
      charged,
    }
  } finally {
    opened.settle()
  }
}

/** The text of the document; null if absent, which Yoga says. */
function queryOf({ body, url }: GraphqlRequest): string | null {
  const query =
    body === null ? new URL(url).searchParams.get('query') : (body.value as { query?: unknown } | null)?.query
  return typeof query === 'string' ? query : null
}
