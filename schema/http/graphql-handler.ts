// The GraphQL handler: every request goes through Yoga, by the same plugins in the same order, with one reservation for
// a whole document. Knows no sockets: src/server/serve-graphql.ts hands it requests and sends what it answers.

import { createYoga } from 'graphql-yoga'
import type { OperationPipeline } from '../../resolvers/pipeline/pipeline.ts'
import type { GraphqlHandler } from '../../src/server/serve-graphql.ts'
import { schema } from '../index.ts'
import { DocumentRates } from './document-rates.ts'
import { type FaultReporter, createMaskError } from './graphql-errors.ts'
import { asNodeRequest, LightRequest, LightResponse, NO_RESPONSE } from './light-fetch.ts'
import { createOfRelease } from './of-release.ts'
import { OpenedRequest } from './opened-request.ts'
import type { HandlerContext, HandlerPlugin } from './plugins/handler-plugin.ts'
import { nameDocument } from './plugins/name-document.ts'
import { parseDocument } from './plugins/parse-document.ts'
import { readParams } from './plugins/read-params.ts'
import { runDocument } from './plugins/run-document.ts'
import { tagAnswer } from './plugins/tag-answer.ts'
import { takeRate } from './plugins/take-rate.ts'
import { writeAnswer } from './plugins/write-answer.ts'
import { DocumentReader } from './read-document.ts'
import { DocumentRunner } from './run-document.ts'
import { OpenSubscriptions, type SubscriptionLimits } from './subscriptions/open-subscriptions.ts'
import { TrustedDocuments } from './trusted-documents.ts'

export interface GraphqlHandlerOptions {
  /** off: neither introspection nor names that were nearly right in errors. On where left out. */
  introspection?: boolean
  /** none where left out */
  trusted?: TrustedDocuments
  subscriptions?: Partial<SubscriptionLimits>
  /** the plugins as they are used, for a test that counts what passes them; as they are where left out */
  watched?: (plugins: HandlerPlugins) => HandlerPlugins
}

/** By name, in the order in which a request passes them. */
export type HandlerPlugins = Readonly<Record<string, HandlerPlugin>>

export interface OpenGraphqlHandler extends GraphqlHandler {
  subscriptions: OpenSubscriptions
}

export function createGraphqlHandler(
  pipeline: OperationPipeline,
  report: FaultReporter,
  {
    introspection = true,
    trusted = new TrustedDocuments('off'),
    subscriptions: limits,
    watched = (plugins) => plugins,
  }: GraphqlHandlerOptions = {},
): OpenGraphqlHandler {
  const maskError = createMaskError(report, pipeline.services.releases)
  const rates = new DocumentRates(pipeline)
  const runner = new DocumentRunner(pipeline, { introspection, maskError, rates })
  const subscriptions = new OpenSubscriptions(pipeline.services, limits)
  const plugins: HandlerPlugins = {
    readParams: readParams(),
    nameDocument: nameDocument(trusted),
    takeRate: takeRate(rates),
    parseDocument: parseDocument(new DocumentReader(schema, { introspection })),
    tagAnswer: tagAnswer(pipeline.services, createOfRelease(schema)),
    runDocument: runDocument({ pipeline, runner, subscriptions }),
    writeAnswer: writeAnswer(),
  }
  const answer = openYoga(maskError, Object.values(watched(plugins)))
  return {
    subscriptions,
    async handle(request) {
      const opened = new OpenedRequest(request)
      const { written } = opened.context
      try {
        const { status, headers, body } = await answer(opened)
        return {
          status,
          headers,
          body: body ?? '',
          isSubscription: opened.events !== null,
          errorsIn: opened.errorsIn,
          drop: () => written.drop(),
          charged: opened.charged,
        }
      } finally {
        if (opened.texts === null) opened.settle()
      }
    },
  }
}

function openYoga(
  maskError: (error: unknown) => Error,
  plugins: HandlerPlugin[],
): (opened: OpenedRequest) => Promise<LightResponse> {
  const yoga = createYoga<HandlerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: false,
    maskedErrors: { maskError: (error) => maskError(error) },
    parserAndValidationCache: false,
    fetchAPI: { Request: LightRequest, Response: LightResponse } as never,
    plugins,
  })
  const { handleNodeRequestAndResponse } = yoga
  return async (opened) =>
    (await handleNodeRequestAndResponse(asNodeRequest(opened.request) as never, NO_RESPONSE as never, {
      opened,
    })) as unknown as LightResponse
}
