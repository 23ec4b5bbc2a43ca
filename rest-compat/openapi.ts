// The OpenAPI 3.1 document, generated from the zod declarations that validate requests, the rows that route them and
// the types that answers are compiled against (answer-schemas.json, by codegen). `info.version` is the version of the
// documented interface, which no release changes; `x-build` is the package's.

import { z } from 'zod'
import { geoJsonSchemas, type JsonSchema } from '../resolvers/input/json-schema.ts'
import { ERROR_STATUS, type ErrorCode } from '../src/errors.ts'
import { OPAQUE_KEYS } from '../src/wire/wire-json.ts'
import { toSnake } from '../src/wire/key-case.ts'
import answerSchemas from './answer-schemas.json' with { type: 'json' }
import { exampleOf, examplesOf, EXAMPLE_REQUESTS, PLAIN, type Example, type ExampleRequests } from './examples.ts'
import { OPERATION_ROWS, ROW_GROUPS } from './routes.ts'
import { type OperationRoute, withLanguage } from './operation-route.ts'

/**
 * What the OpenAPI document is made of, as far as it is used.
 */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; 'x-build': string; description: string; license: object }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  components: { securitySchemes: Record<string, object>; schemas: Record<string, JsonSchema> }
}

export interface PathItem {
  servers?: { url: string }[]
  get?: OperationObject
  post?: OperationObject
}

export interface OperationObject {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: ParameterObject[]
  'x-together'?: JsonSchema
  requestBody?: { required: true; content: Record<string, MediaType> }
  responses: Record<string, { description: string; content?: Record<string, MediaType> }>
}

export interface ParameterObject {
  name: string
  in: 'path' | 'query'
  description?: string
  required: boolean
  schema: JsonSchema
  example?: unknown
}

interface MediaType {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

/**
 * Price and limits of an operation in words, for the OpenAPI document and docs/contract.md. `2`, `1 for each 256
 * points or part of them`.
 */
export function creditWords({ operation: { credits, creditsRule } }: OperationRoute): string {
  return creditsRule ?? String(credits)
}

/** `1 MB`, `5,000 points`, `300 km`, `one part`, `a slot`; empty where nothing is limited. */
export function limitWords({ method, operation: { limits, heavy } }: OperationRoute): string[] {
  return [
    method === 'POST' ? `${limits.bodyBytes / 1_048_576} MB` : '',
    limits.points === undefined ? '' : `${limits.points.toLocaleString('en')} points`,
    limits.lengthKm === undefined ? '' : `${limits.lengthKm} km`,
    limits.parts === undefined ? '' : limits.parts === 1 ? 'one part' : `${limits.parts} parts`,
    heavy ? SLOT : '',
  ].filter((limit) => limit !== '')
}

const SLOT = 'a slot'

/** Sentences on price, limits and keys. */
function termsOf(row: OperationRoute): string {
  const price = creditWords(row).replace(/^\d+/, (count) => `${count} ${count === '1' ? 'credit' : 'credits'}`)
  const most = limitWords(row).filter((limit) => limit !== SLOT)
  return [
    creditWords(row) === '0' ? 'Free.' : `Costs ${price}.`,
    most.length === 0 ? '' : `At most ${most.join(', ')}.`,
    row.operation.heavy ? 'Takes a slot: the plan limits how many heavy requests a caller may run at once.' : '',
    row.operation.takesKey ? '' : 'Takes no key.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

type Json = Record<string, unknown>

export const INTERFACE_VERSION = '1.7.0'
/** Codes that any operation may return (decision: errors). */
const COMMON_CODES: readonly ErrorCode[] = ['invalid_input', 'not_found', 'method_not_allowed', 'internal']
const KEY_CODES: readonly ErrorCode[] = ['invalid_key', 'origin_not_allowed']
const RATE_CODES: readonly ErrorCode[] = ['rate_limited', 'credits_exhausted']
const SLOT_CODES: readonly ErrorCode[] = ['concurrency_limit']
const AREA_CODES: readonly ErrorCode[] = ['bbox_daily_ceiling']
const LOAD_CODES: readonly ErrorCode[] = ['busy']
const BODY_CODES: readonly ErrorCode[] = ['invalid_json', 'too_large', 'unsupported_media_type']

export interface OpenApiOptions {
  publicApiUrl: string
  publicSiteUrl: string
  build: string
  /** left out: those of the demo region */
  requests?: ExampleRequests
  /** left out: as answer-schemas.json has them */
  answers?: { answers: Record<string, JsonSchema>; schemas: Record<string, JsonSchema> } | undefined
}

export function buildOpenApi(options: OpenApiOptions): OpenApiDocument {
  const { answers, schemas } = options.answers ?? (answerSchemas as NonNullable<OpenApiOptions['answers']>)
  const paths: OpenApiDocument['paths'] = {}
  for (const row of OPERATION_ROWS) {
    const item = (paths[row.path] ??= row.host === 'site' ? { servers: [{ url: options.publicSiteUrl }] } : {})
    item[row.method === 'GET' ? 'get' : 'post'] = operation(
      row,
      answers[row.operation.id],
      options.requests ?? EXAMPLE_REQUESTS,
    )
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waypost',
      version: INTERFACE_VERSION,
      'x-build': options.build,
      description:
        'Outdoor maps, routing and terrain. Coordinates are [lon, lat] in bodies and lat,lon in query strings. A missing value is null, never 0.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.publicApiUrl }],
    tags: ROW_GROUPS.map(({ name, says }) => ({ name, description: says })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        query: { type: 'apiKey', in: 'query', name: 'key' },
      },
      schemas: {
        ...schemas,
        ...geoJsonSchemas(),
        Error: objectOf({ error: { type: 'string' }, message: { type: 'string' } }, ['error']),
        ProductError: objectOf(
          { error: objectOf({ code: { type: 'string' }, message: { type: 'string' } }, ['code', 'message']) },
          ['error'],
        ),
        RouteError: objectOf(
          {
            error: { type: 'string' },
            status_code: { type: 'integer' },
            error_code: { type: 'integer' },
            service: objectOf({ code: { type: 'string' }, message: { type: 'string' } }, ['code', 'message']),
          },
          ['error'],
        ),
      },
    },
  }
}

const ERROR_SCHEMAS = { error: 'Error', product: 'ProductError', route: 'RouteError' } as const

function operation(row: OperationRoute, schema: JsonSchema | undefined, requests: ExampleRequests): OperationObject {
  const { operation } = row
  const examples = examplesOf(row, requests)
  const example = exampleOf(row, requests)
  const pathParameters: ParameterObject[] = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: row.pathParameters?.[name]?.schema ?? { type: 'string' },
    example: String(example.parameters?.[name]),
  }))
  const queryParameters: ParameterObject[] = Object.entries(row.queryParameters ?? {}).map(
    ([name, { description, required, schema }]) => ({
      name,
      in: 'query' as const,
      description,
      required: required ?? false,
      schema,
      ...(example.parameters?.[name] === undefined ? {} : { example: example.parameters[name] }),
    }),
  )
  return {
    operationId: row.operationId ?? operation.id,
    summary: operation.summary,
    description: termsOf(row),
    tags: [ROW_GROUPS.find(({ rows }) => rows.includes(row))!.name],
    security: securityOf(row),
    ...(pathParameters.length + queryParameters.length > 0
      ? { parameters: [...pathParameters, ...queryParameters] }
      : {}),
    ...(row.together === undefined ? {} : { 'x-together': row.together }),
    ...(row.method === 'POST'
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: withLanguage(wireSchema(operation.input)), ...shown(examples, 'body') },
            },
          },
        }
      : {}),
    responses: {
      200: { description: 'The answer.', content: answerContent(row, shown(examples, 'answer'), schema) },
      ...(row.etag === undefined ? {} : { 304: { description: 'The answer named in If-None-Match is current.' } }),
      ...errorResponses(row),
    },
  }
}

/** Every code that a path may return, each once: those of any operation, of the gate, and its own. */
export function codesOf({ operation, method, alwaysAdmitted }: OperationRoute): ErrorCode[] {
  const codes = [
    ...COMMON_CODES,
    ...(operation.takesKey ? KEY_CODES : []),
    ...(operation.rateLimited ? RATE_CODES : []),
    ...(operation.heavy ? SLOT_CODES : []),
    ...(operation.areaLookup ? AREA_CODES : []),
    ...(alwaysAdmitted === true ? [] : LOAD_CODES),
    ...(method === 'POST' ? BODY_CODES : []),
    ...operation.raises,
  ]
  return [...new Set(codes)]
}

/** Empty for operations that ignore keys; otherwise a key is required or optional. */
function securityOf({ operation }: OperationRoute): Record<string, string[]>[] {
  if (!operation.takesKey) return []
  const keys: Record<string, string[]>[] = [{ bearer: [] }, { header: [] }, { query: [] }]
  return operation.raises.includes('invalid_key') ? keys : [{}, ...keys]
}

/** One is an `example`, several are `examples` by name. */
function shown(examples: ReadonlyMap<string, Example>, part: 'body' | 'answer'): Omit<MediaType, 'schema'> {
  if (examples.size === 1) return { example: examples.get(PLAIN)![part] }
  const named = [...examples].map(([name, one]) => [name, { value: one[part] }])
  return { examples: Object.fromEntries(named) }
}

function answerContent(
  row: OperationRoute,
  examples: Omit<MediaType, 'schema'>,
  schema: JsonSchema = {},
): Record<string, MediaType> {
  if (row.plain === true) return { 'text/plain': { schema: { type: 'string' }, example: 'ok' } }
  if (row.picture !== undefined) return { 'image/png': { schema: { type: 'string', contentMediaType: 'image/png' } } }
  return {
    'application/json': { schema, ...examples },
    ...(row.otherForm === undefined ? {} : { 'application/gpx+xml': { schema: { type: 'string' } } }),
  }
}

function errorResponses(row: OperationRoute): OperationObject['responses'] {
  const byStatus = new Map<number, string>(row.reservedStatuses?.map((status) => [status, 'Reserved.']))
  for (const code of codesOf(row)) {
    const status = ERROR_STATUS[code]
    const others = byStatus.get(status)
    byStatus.set(status, others === undefined ? code : `${others}, ${code}`)
  }
  const schema = { $ref: `#/components/schemas/${ERROR_SCHEMAS[row.errors]}` }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, description]) => [status, { description, content: { 'application/json': { schema } } }]),
  )
}

/** A zod schema as JSON Schema with snake_case property names. Only strict objects forbid further members. */
function wireSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      if (_zod.def.type === 'object' && _zod.def.catchall?._zod.def.type !== 'never')
        delete jsonSchema.additionalProperties
    },
  }) as Json
  return renamed(json) as JsonSchema
}

function renamed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(renamed)
  if (json === null || typeof json !== 'object') return json
  const out: Json = {}
  for (const [key, value] of Object.entries(json)) {
    if (key === 'properties') {
      out.properties = Object.fromEntries(
        Object.entries(value as Json).map(([name, inner]) => [
          toSnake(name),
          OPAQUE_KEYS.has(name) ? inner : renamed(inner),
        ]),
      )
    } else if (key === 'required') out.required = (value as string[]).map(toSnake)
    else out[key] = renamed(value)
  }
  return out
}

function objectOf(properties: Record<string, JsonSchema>, required: string[]): JsonSchema {
  return { type: 'object', properties, required }
}
