// A REST path of an operation: host, method, path, operation, error shape, and how its input is read and its answer
// written if that differs from "JSON body in, JSON out". Also the descriptions of its query parameters.

import type { JsonSchema } from '../resolvers/input/json-schema.ts'
import type { AnyOperation, Operation } from '../resolvers/pipeline/operation.ts'
import type { NamedAttribution } from '../src/releases/attribution.ts'
import type { HostName } from '../src/server/request-context.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import type { ErrorShape } from '../src/server/handle-request.ts'
import { type DeclaredParameters, type QueryParameter, queryOf } from './query-parameters.ts'
import { LANGUAGE_PARAMETER } from './request-language.ts'
import type { Query } from '../src/server/read-request.ts'

export interface OperationRoute {
  host: HostName
  method: 'GET' | 'POST'
  /** `{name}` stands for one path segment */
  path: string
  errors: ErrorShape
  operation: AnyOperation
  /** GET rows: raw input in camelCase from path and query. POST rows read their body as JSON. Left out: by `query` */
  read?: (parameters: Record<string, string>, query: Query) => unknown
  /**
   * members of a POST body that are passed on unparsed if they are large (src/wire/raw-json.ts); the operation accepts
   * them in that form
   */
  rawMembers?: readonly string[]
  /** the object of its body that says the language where nothing at the top does */
  languageIn?: string
  /** always answered, overloaded or not */
  alwaysAdmitted?: true
  /** text/plain instead of JSON */
  plain?: true
  cacheControl?: (parameters: Record<string, string>) => string
  /** the answer in REST form, before keys are renamed; if left out, the output itself */
  encode?: (output: any) => unknown
  /** a form other than JSON if the input requests one, with the sources that it names; null: JSON */
  otherForm?: (output: any, input: any, sources: readonly NamedAttribution[]) => { type: string; text: string } | null
  /** for an answer that is not text */
  picture?: (output: any) => SentPicture
  /** for the OpenAPI document, if an operation has several paths; default: the operation's id */
  operationId?: string
  /** the answer depends only on the live release and the request: it has an ETag and may be 304 */
  etag?: true | 'catalogue'
  /**
   * statuses that the interface documents and nothing returns today; listed so that clients keep expecting them
   */
  reservedStatuses?: readonly number[]
  /** its query parameters as the OpenAPI document describes them, by name */
  queryParameters?: Record<string, QueryParameter>
  /** the same for parameters of the path; of those left out any text is described */
  pathParameters?: Record<string, Pick<QueryParameter, 'schema'>>
  /** which query parameters go together, as JSON Schema of an object of them: `x-together` of the document */
  together?: JsonSchema
}

interface SentPicture {
  type: string
  bytes: Buffer
}

/** A row whose answer type is known to the compiler; codegen derives the schema of the answer from it. */
export interface AnsweringRoute<Answer> extends OperationRoute {
  answer?: Answer
}

/** Ties an operation's input and output types to the row that reads and writes them. */
export function row<Input, Output, Encoded = Output>(
  declaration: Omit<OperationRoute, 'operation' | 'encode' | 'otherForm' | 'picture' | 'queryParameters'> & {
    operation: Readonly<Operation<Input, Output>>
    /** its query parameters, in the order of the document */
    query?: DeclaredParameters
    /** the part of the raw input that is in the path */
    readPath?: (parameters: Record<string, string>) => object
    encode?: (output: Output) => Encoded
    otherForm?: (
      output: Output,
      input: Input,
      sources: readonly NamedAttribution[],
    ) => { type: string; text: string } | null
    picture?: (output: Output) => SentPicture
  },
): AnsweringRoute<Encoded extends EncodedAnswer<infer Value> ? Value : Encoded> {
  const { query = {}, readPath, ...route } = declaration
  if (route.method === 'POST') return route as unknown as OperationRoute
  const { parameters, read } = queryOf(route.operation.input, query)
  return {
    read: (path: Record<string, string>, text: Query) => ({ ...readPath?.(path), ...read(text) }),
    // a picture has words of its own for it
    queryParameters: { ...parameters, language: parameters.language ?? LANGUAGE_PARAMETER },
    ...route,
  } as unknown as OperationRoute
}

export const NO_CACHE = () => 'no-cache'
