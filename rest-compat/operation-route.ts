// A REST path of an operation: host, method, path, operation, error shape, and how its input is read and its answer
// written if that differs from "JSON body in, JSON out". Also the descriptions of its query parameters,
// and `language`, which every operation takes.

import type { JsonSchema } from '../resolvers/input/json-schema.ts'
import type { AnyOperation, Operation } from '../resolvers/pipeline/operation.ts'
import type { NamedAttribution } from '../src/releases/attribution.ts'
import type { HostName } from '../src/server/request-context.ts'
import type { EncodedAnswer } from '../src/wire/encoded-answer.ts'
import type { ErrorShape } from '../src/server/handle-request.ts'
import { type DeclaredParameters, type QueryParameter, queryOf } from './query-parameters.ts'
import type { Query } from '../src/server/read-request.ts'
import { z } from 'zod'
import { fields, languageTag } from '../resolvers/input/input-fields.ts'
import { LANGUAGE_TAG } from '../src/language/choose-language.ts'
import { parseInput } from '../resolvers/pipeline/parse-input.ts'
import answerSchemas from './answer-schemas.json' with { type: 'json' }

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

const SHARED = '#/components/schemas/'
/** Of a text that is said in the language of the request. */
export const SENTENCE_MARK = 'x-sentence'

const input = fields({
  language: languageTag()
    .optional()
    .describe(
      'Language of the sentences in the answer or refusal, as a BCP 47 tag such as de. English by default, and for languages without a catalogue.',
    ),
})

/**
 * `language` of every operation: a member of its body or of its query, beside what the operation itself takes. The
 * answer is said in it, and so is a refusal; `Accept-Language` decides for refusals alone
 * (src/server/refusal-language.ts). A body with the member, unless it has one of its own.
 */
export function withLanguage(body: JsonSchema): JsonSchema {
  return { ...body, properties: { ...body.properties, language: body.properties?.language ?? SCHEMA } }
}

const SCHEMA = z.toJSONSchema(input).properties!.language as JsonSchema
const { description, ...schema } = SCHEMA
const LANGUAGE_PARAMETER: QueryParameter = { description: description!, required: false, schema }

/** The tag in a body or in what was read of a query, null if absent. Throws ServiceError `invalid_input`. */
export function readLanguage(given: unknown): string | null {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'language')) return null
  return parseInput({ input }, { language: (given as { language: unknown }).language }).language ?? null
}

/** The tag in an object of the body, null if absent. What is no tag is refused with the rest of the body. */
export function languageWithin(body: unknown, member: string | undefined): string | null {
  if (member === undefined || typeof body !== 'object' || body === null) return null
  const { language } = ((body as Record<string, unknown>)[member] ?? {}) as { language?: unknown }
  return typeof language === 'string' && LANGUAGE_TAG.test(language) ? language : null
}

/** Ids of the operations whose answers hold sentences. */
export const OPERATIONS_WITH_SENTENCES: ReadonlySet<string> = new Set(
  Object.entries(answerSchemas.answers).flatMap(([id, schema]) => (holdsSentence(schema, new Set()) ? [id] : [])),
)

/** `seen`: names of shared schemas. */
function holdsSentence(schema: unknown, seen: Set<string>): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { $ref, [SENTENCE_MARK]: mark } = schema as { $ref?: unknown; [SENTENCE_MARK]?: unknown }
  if (mark === true) return true
  if (typeof $ref !== 'string') return Object.values(schema).some((member) => holdsSentence(member, seen))
  const name = $ref.slice(SHARED.length)
  if (seen.has(name)) return false
  seen.add(name)
  return holdsSentence((answerSchemas.schemas as Record<string, unknown>)[name], seen)
}
