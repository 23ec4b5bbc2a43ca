// The GraphQL shape of a failure: `extensions {code, sentence: {code, values}, http: {status}, inputPath}`, codes and
// statuses of the one error table. What is not a ServiceError and not GraphQL's own becomes `internal`, without a word
// of the inside. Messages are English until the answer is written, which says them in the language of the request;
// `sentence` is for clients that say them themselves, and graphql-js' own have none.

import { GraphQLError } from 'graphql'
import {
  ERROR_STATUS,
  type ErrorCode,
  type RefusalSentence,
  type ServiceError,
  toServiceError,
} from '../../src/errors.ts'
import { DEFAULT_LANGUAGE, english } from '../../src/language/catalogue-files.ts'
import type { Renderer } from '../../src/language/renderer.ts'
import { say } from '../../src/language/sentence.ts'
import { toCamel } from '../../src/wire/key-case.ts'

/** In the extensions of an error: the sentence that its message says. JSON has no symbols. */
const SENTENCE = Symbol('sentence')

/** Extensions of an error whose message is that sentence. */
export const saying = (sentence: RefusalSentence, extensions: object) => ({ ...extensions, [SENTENCE]: sentence })

/** What the message says; undefined: it is graphql-js' own. */
export const sentenceOf = (extensions: object | undefined) =>
  (extensions as { [SENTENCE]?: RefusalSentence } | undefined)?.[SENTENCE]

/** In the extensions of an error that a protocol has words for: no status is shown. */
const PROTOCOL = Symbol('protocol')

/** An error in the very words by which clients know what to do; `status`: of the answer. */
export function protocolError(message: string, code: string, status: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code, [PROTOCOL]: true, http: { status } } })
}

const isProtocolError = ({ extensions }: { extensions?: object }): boolean =>
  extensions !== undefined && PROTOCOL in extensions

/** Receives every internal failure, with what was thrown. */
export type FaultReporter = (thrown: unknown) => void

/** Yoga's `maskError`. */
export function createMaskError(report: FaultReporter): (error: unknown) => Error {
  return (error) => {
    const original = originalOf(error)
    const located = error instanceof GraphQLError ? error : undefined
    if (located !== undefined && original === undefined) {
      // GraphQL's own: syntax, validation, coercion
      const code = located.extensions.code
      if ((typeof code === 'string' && code in ERROR_STATUS) || isProtocolError(located)) return located
      return new GraphQLError(located.message, {
        nodes: located.nodes,
        source: located.source,
        positions: located.positions,
        path: located.path,
        extensions: { ...located.extensions, code: 'invalid_input' },
      })
    }
    if (isStackOverflow(original)) return refusedDocument(say('error.invalid_input.nesting'))
    const failure = toServiceError(original ?? error)
    if (failure.code === 'internal') report(failure.cause ?? failure)
    return toGraphqlError(failure, located)
  }
}

export function toGraphqlError(failure: ServiceError, located?: GraphQLError): GraphQLError {
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
    },
  })
}

/** A request that is refused before its document runs, as Yoga answers it. GraphQL's own errors stay as they are. */
export function refusedRequest(thrown: unknown): unknown {
  if (thrown instanceof GraphQLError) return thrown
  const failure = toServiceError(thrown)
  const error = toGraphqlError(failure)
  const { status, retryAfterS } = failure
  error.extensions.http = { status, headers: retryAfterS === undefined ? {} : { 'Retry-After': `${retryAfterS}` } }
  return error
}

/** Names of fields as GraphQL writes them. */
function inCamel(message: string): string {
  return message.replace(/`([A-Za-z][\w.[\]]*)`/g, (_, name: string) => `\`${toCamel(name)}\``)
}

/** A document that is refused before it is looked at. */
export function refusedDocument(sentence: RefusalSentence): GraphQLError {
  return new GraphQLError(english.render(sentence), {
    extensions: saying(sentence, { code: 'invalid_input', http: { status: 400 } }),
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

/** Result -> JSON text, with the HTTP status of each code shown in its error (Yoga keeps `http` to itself). */
export function writeResult(result: Result, renderer: Renderer): string {
  const { [DATA_JSON]: dataJson, ...rest } = result
  const json =
    rest.errors === undefined || rest.errors.length === 0
      ? JSON.stringify(rest)
      : JSON.stringify({ ...rest, errors: rest.errors.map((error) => withStatus(error, renderer)) })
  return dataJson === undefined ? json : `{"data":${dataJson}${json === '{}' ? '' : ','}${json.slice(1)}`
}

/** As it is written. */
export function withStatus(error: Error, renderer: Renderer): object {
  const json =
    error instanceof GraphQLError ? error.toJSON() : (error as unknown as { extensions?: Record<string, unknown> })
  if (isProtocolError(json)) return json
  const given = json.extensions?.code
  // Yoga and graphql-js have words of their own for what the document itself shows
  const code: ErrorCode = typeof given === 'string' && given in ERROR_STATUS ? (given as ErrorCode) : 'invalid_input'
  const sentence = sentenceOf(json.extensions)
  const said = sentence === undefined || renderer === english ? {} : { message: inCamel(renderer.render(sentence)) }
  const http = { status: ERROR_STATUS[code] }
  return { ...json, ...said, extensions: { ...json.extensions, code, ...(sentence && { sentence }), http } }
}
