// The GraphQL door: Yoga over the schema, with one reservation for a whole document (meter-plugin.ts).
// Knows no sockets: src/server/serve-graphql.ts hands it requests and sends what it answers.

import { NoSchemaIntrospectionCustomRule, validate } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { useDeferStream } from '@graphql-yoga/plugin-defer-stream'
import type { Gate, Ledger } from '../../resolvers/run-resolver.ts'
import { toServiceError } from '../../src/errors.ts'
import type { DoorAnswer, DoorRequest, GraphqlDoor } from '../../src/server/serve-graphql.ts'
import { WrittenTexts } from '../../src/wire/written-text.ts'
import { createMaskError, toGraphqlError, writeResult } from './graphql-errors.ts'
import type { FaultReporter } from './graphql-errors.ts'
import { schema } from '../index.ts'
import { AnswerBudget } from './answer-budget.ts'
import { NOTHING_KEPT, ShortDocuments } from './kept-documents.ts'
import { shortened } from './measure-document.ts'
import { DocumentRates } from './document-rates.ts'
import { meterPlugin } from './meter-plugin.ts'
import type { ServerContext } from './meter-plugin.ts'
import { TrustedDocuments } from './trusted-documents.ts'
import { watchFields } from './watch-fields.ts'

const MAX_VALIDATION_ERRORS = 5

export interface DoorOptions {
  /** off: neither introspection nor names that were nearly right in errors. On where left out. */
  introspection?: boolean
  /** none where left out */
  trusted?: TrustedDocuments
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one door over one engine, not yet cut
export function createGraphqlDoor(
  gate: Gate,
  report: FaultReporter,
  { introspection = true, trusted = new TrustedDocuments('off') }: DoorOptions = {},
): GraphqlDoor {
  const maskError = createMaskError(report)
  const rates = new DocumentRates(gate)
  watchFields(schema)
  const yoga = createYoga<ServerContext, object>({
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
    parserAndValidationCache: { documentCache: new ShortDocuments(), errorCache: NOTHING_KEPT },
    plugins: [
      useDeferStream(),
      meterPlugin(gate, { introspection, maskError, rates }),
      validationPlugin(introspection),
    ],
  })
  return {
    async handle(request: DoorRequest): Promise<DoorAnswer> {
      let charged = 0
      let ledger: Ledger | null = null
      const settle = () => {
        ledger?.settle()
        charged = ledger?.charged ?? charged
      }
      let given: DoorRequest
      try {
        given = withTrusted(request, trusted)
        rates.take(request.call, queryOf(given))
      } catch (thrown) {
        const failure = toServiceError(thrown)
        return {
          status: failure.status,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            ...(failure.retryAfterS === undefined ? {} : { 'retry-after': String(failure.retryAfterS) }),
          },
          body: writeResult({ errors: [toGraphqlError(failure)] }),
          charged: () => 0,
        }
      }
      const params = given.body?.value
      const isParams = typeof params === 'object' && params !== null
      const fetchRequest = new yoga.fetchAPI.Request(given.url, {
        method: request.method,
        headers: withAnswerable(request.headers),
        signal: request.call.signal,
        ...(request.body === null ? {} : { body: isParams ? '{}' : JSON.stringify(request.body.value) }),
      })
      let streams = false
      try {
        const answer = new AnswerBudget()
        const written = new WrittenTexts((bytes) => answer.add(0, bytes))
        const response = await yoga.fetch(fetchRequest, {
          call: request.call,
          charge: (credits) => (charged = credits),
          opened: (opened) => (ledger = opened),
          ...(isParams ? { params } : {}),
          held: request.body?.texts ?? null,
          bodyBytes: request.body?.bytes ?? 0,
          written,
          answer,
          mayStream: /multipart|event-stream/i.test(request.headers.accept ?? ''),
        })
        const headers: Record<string, string> = {}
        response.headers.forEach((value, name) => (headers[name.toLowerCase()] = value))
        const contentType = headers['content-type'] ?? ''
        streams =
          response.body !== null &&
          (contentType.startsWith('multipart/') || contentType.startsWith('text/event-stream'))
        const body =
          response.body === null
            ? ''
            : streams
              ? settledAfter(response.body as unknown as AsyncIterable<Uint8Array>, settle)
              : written.splice(await response.text())
        return { status: response.status, headers, body, drop: () => written.drop(), charged: () => charged }
      } finally {
        // a client that left ends its document before it is done: what ran is charged, the rest given back
        if (!streams) settle()
      }
    },
  }
}

async function* settledAfter(parts: AsyncIterable<Uint8Array>, settle: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* parts
  } finally {
    settle()
  }
}

/** What Yoga can answer in. */
const ANSWERABLE = /\bjson\b|\*\/\*|\bapplication\/\*|\bmultipart\/mixed\b|\btext\/event-stream\b/i

/** A client that accepts none of the forms gets one plain JSON answer. */
function withAnswerable(headers: DoorRequest['headers']): DoorRequest['headers'] {
  const { accept } = headers
  return accept === undefined || ANSWERABLE.test(accept) ? headers : { ...headers, accept: 'application/json' }
}

/** The text of the document; null where there is none, which Yoga says. */
function queryOf({ body, url }: DoorRequest): string | null {
  const query =
    body === null ? new URL(url).searchParams.get('query') : (body.value as { query?: unknown } | null)?.query
  return typeof query === 'string' ? query : null
}

/** The request with the text of its trusted document, in its body or its address. Throws ServiceError. */
function withTrusted(request: DoorRequest, trusted: TrustedDocuments): DoorRequest {
  const { body, url } = request
  if (body !== null) {
    const { value } = body
    // Yoga says what is wrong with it
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return request
    const resolved = trusted.resolve(value as Record<string, unknown>)
    return resolved === value ? request : { ...request, body: { ...body, value: resolved } }
  }
  const address = new URL(url)
  const words = Object.fromEntries(address.searchParams)
  const resolved = trusted.resolve(words)
  if (resolved === words) return request
  address.searchParams.delete('documentId')
  address.searchParams.set('query', String(resolved.query))
  return { ...request, url: address.href }
}

/**
 * Few errors for many mistakes. Without introspection neither the schema is told, nor names near to one that is not
 * there.
 */
function validationPlugin(introspection: boolean) {
  const options = { maxErrors: MAX_VALIDATION_ERRORS, hideSuggestions: !introspection }
  return {
    onValidate({
      addValidationRule,
      setValidationFn,
    }: {
      addValidationRule: (rule: typeof NoSchemaIntrospectionCustomRule) => void
      setValidationFn: (fn: typeof validate) => void
    }) {
      if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule)
      setValidationFn((given, document, rules) => validate(given, document, rules, options).map(shortened))
    },
    onExecute({ args }: { args: { hideSuggestions?: boolean } }) {
      args.hideSuggestions = !introspection
    },
  }
}
