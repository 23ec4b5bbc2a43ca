// The GraphQL shape of a failure: `extensions {code, status, sentence: {code, values}, inputPath}`, codes and statuses
// of the one error table, the codes in capitals. No error has `http`: gateways take it for the status of their own
// answer. What is not a ServiceError and not GraphQL's own becomes `internal`, without a word of the inside. Messages
// are English until the answer is written, which says them in the language of the request; `sentence` is for clients
// that say them themselves, and graphql-js' own have none. `hints` are of error-hints.ts.

import { GraphQLError } from 'graphql'
import {
  ERROR_STATUS,
  type ErrorCode,
  type RefusalSentence,
  type ServiceError,
  inCapitals,
  toServiceError,
} from '../../src/errors.ts'
import { DEFAULT_LANGUAGE, english } from '../../src/language/catalogue-files.ts'
import type { Renderer } from '../../src/language/renderer.ts'
import { say } from '../../src/language/sentence.ts'
import type { ReleaseService } from '../../src/releases/release-info.ts'
import { toCamel } from '../../src/wire/key-case.ts'
import { type Hint, hinting, hintsOf, writtenHints } from './error-hints.ts'

/** In the extensions of an error: the sentence that its message says. JSON has no symbols. */
const SENTENCE = Symbol('sentence')

/** Extensions of an error whose message is that sentence. */
export const saying = (sentence: RefusalSentence, extensions: object) => ({ ...extensions, [SENTENCE]: sentence })

/** What the message says; undefined: it is graphql-js' own. */
export const sentenceOf = (extensions: object | undefined) =>
  (extensions as { [SENTENCE]?: RefusalSentence } | undefined)?.[SENTENCE]

/** Codes that clients know from others, with the status of each; what asks for the text of a document is no failure. */
const PROTOCOL_STATUS = { PERSISTED_QUERY_NOT_SUPPORTED: 200, PERSISTED_QUERY_NOT_IN_LIST: 404 } as const
export type ProtocolCode = keyof typeof PROTOCOL_STATUS

/** An error in the very words by which clients know what to do. */
export function protocolError(message: string, code: ProtocolCode): GraphQLError {
  const extensions = { code }
  return new GraphQLError(message, { extensions })
}

const isProtocolCode = (code: unknown): code is ProtocolCode => typeof code === 'string' && code in PROTOCOL_STATUS
const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in ERROR_STATUS

/** Receives every internal failure, with what was thrown. */
export type FaultReporter = (thrown: unknown) => void

/** Yoga's `maskError`. `releases`: what its hints are made from. */
export function createMaskError(report: FaultReporter, releases: ReleaseService): (error: unknown) => Error {
  return (error) => {
    const original = originalOf(error)
    const located = error instanceof GraphQLError ? error : undefined
    if (located !== undefined && original === undefined) {
      // GraphQL's own: syntax, validation, coercion
      const code = located.extensions.code
      if (isErrorCode(code) || isProtocolCode(code)) return located
      return new GraphQLError(located.message, {
        nodes: located.nodes,
        source: located.source,
        positions: located.positions,
        path: located.path,
        extensions: {
          ...located.extensions,
          code: httpOf(located.extensions).status === 405 ? 'method_not_allowed' : 'invalid_input',
        },
      })
    }
    if (isStackOverflow(original)) return refusedDocument(say('error.invalid_input.nesting'))
    const failure = toServiceError(original ?? error)
    if (failure.code === 'internal') report(failure.cause ?? failure)
    return toGraphqlError(failure, located, hintsOf(failure, releases))
  }
}

export function toGraphqlError(
  failure: ServiceError,
  located?: GraphQLError,
  hints: readonly Hint[] = [],
): GraphQLError {
  const sentence = failure.code === 'internal' ? say('error.internal.graphql') : failure.sentence
  return new GraphQLError(inCamel(sentence === null ? failure.message : english.render(sentence)), {
    nodes: located?.nodes,
    source: located?.source,
    positions: located?.positions,
    path: located?.path,
    extensions: {
      code: failure.code,
      ...(failure.inputPath === undefined ? {} : { inputPath: failure.inputPath }),
      ...(failure.retryAfterS === undefined ? {} : { retryAfterS: failure.retryAfterS }),
      ...(sentence === null ? {} : { [SENTENCE]: sentence }),
      ...hinting(hints),
    },
  })
}

/** A request that is refused before its document runs. GraphQL's own errors stay as they are. */
export function refusedRequest(thrown: unknown): unknown {
  return thrown instanceof GraphQLError ? thrown : toGraphqlError(toServiceError(thrown))
}

/** Names of fields as GraphQL writes them. */
function inCamel(message: string): string {
  return message.replace(/`([A-Za-z][\w.[\]]*)`/g, (_, name: string) => `\`${toCamel(name)}\``)
}

/** A document that is refused before it is looked at. */
export function refusedDocument(sentence: RefusalSentence): GraphQLError {
  return new GraphQLError(english.render(sentence), {
    extensions: saying(sentence, { code: 'invalid_input' }),
  })
}

/** The throw inside, however often graphql-js wrapped it; undefined if absent. */
function originalOf(error: unknown): unknown {
  let inner = error
  while (inner instanceof GraphQLError) {
    if (inner.originalError === undefined || inner.originalError === inner) return undefined
    inner = inner.originalError
  }
  return inner
}

function isStackOverflow(thrown: unknown): boolean {
  return thrown instanceof RangeError && /call stack/i.test(thrown.message)
}

/** In place of `data`: its JSON, written before. */
export const DATA_JSON = Symbol('data as JSON')

interface Result {
  data?: unknown
  errors?: readonly GraphQLError[]
  [DATA_JSON]?: string
}

/**
 * In which languages its errors are said: graphql-js' and Yoga's own are English. None where there is data beside them,
 * whose sentences are in the languages that their fields ask for. Undefined: it has no errors.
 */
export function errorLanguages({ errors, data }: Result, { language }: Renderer): string[] | undefined {
  if (errors === undefined) return undefined
  if (typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null)) return []
  return [
    ...new Set(errors.map(({ extensions }) => (sentenceOf(extensions) === undefined ? DEFAULT_LANGUAGE : language))),
  ]
}

/** Result -> JSON text. */
export function writeResult(result: Result, renderer: Renderer): string {
  return writtenResult(result, renderer).json
}

/** And what HTTP says: 200 where `data` is an object, or nothing failed; else the highest status of its errors. */
export function writtenResult(
  { [DATA_JSON]: dataJson, ...result }: Result,
  renderer: Renderer,
): { json: string; status: number; headers: Record<string, string> } {
  const errors = result.errors?.map((error) => withStatus(error, renderer)) ?? []
  const own = JSON.stringify(errors.length === 0 ? result : { ...result, errors })
  const waits = errors.flatMap(({ extensions: { retryAfterS = [] } }) => retryAfterS)
  const hasData = typeof result.data === 'object' && result.data !== null
  return {
    json: dataJson === undefined ? own : `{"data":${dataJson}${own === '{}' ? '' : ','}${own.slice(1)}`,
    status: hasData || errors.length === 0 ? 200 : Math.max(...errors.map(statusOf)),
    headers: {
      ...Object.assign({}, ...(result.errors ?? []).map((error) => httpOf(error.extensions).headers)),
      ...(waits.length === 0 ? {} : { 'Retry-After': String(Math.max(...waits)) }),
    },
  }
}

/** What Yoga says of the answer in an error of its own: which methods are allowed. */
const httpOf = (extensions: object | undefined): { status?: number; headers?: Record<string, string> } =>
  (extensions as { http?: object } | undefined)?.http ?? {}

interface WrittenError {
  extensions: { code: string; status: number; retryAfterS?: number }
}

const statusOf = ({ extensions }: WrittenError): number => extensions.status

/** As it is written. */
export function withStatus(error: Error, renderer: Renderer): WrittenError {
  const json =
    error instanceof GraphQLError ? error.toJSON() : (error as unknown as { extensions?: Record<string, unknown> })
  const { code: given, http: _, ...extensions } = json.extensions ?? {}
  if (isProtocolCode(given)) return { ...json, extensions: { code: given, status: PROTOCOL_STATUS[given] } }
  // Yoga and graphql-js have words of their own for what the document itself shows
  const code = isErrorCode(given) ? given : 'invalid_input'
  const sentence = sentenceOf(json.extensions)
  const said = sentence === undefined || renderer === english ? {} : { message: inCamel(renderer.render(sentence)) }
  return {
    ...json,
    ...said,
    extensions: {
      code: inCapitals(code),
      status: ERROR_STATUS[code],
      ...extensions,
      ...(sentence && { sentence }),
      ...writtenHints(json.extensions, renderer),
    },
  }
}
