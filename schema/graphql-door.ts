// The GraphQL door: Yoga over the schema, with one reservation for a whole document. The document is measured before
// it runs, refused whole where the allowance does not suffice, and settled downwards; `extensions.cost` tells the sums.
// Knows no sockets: src/server/serve-graphql.ts hands it requests and sends what it answers.

import { GraphQLError, NoSchemaIntrospectionCustomRule, validate } from 'graphql'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { useDeferStream } from '@graphql-yoga/plugin-defer-stream'
import { createLoaders } from '../resolvers/loaders.ts'
import type { Call, Gate, Ledger } from '../resolvers/run-resolver.ts'
import { ServiceError, toServiceError } from '../src/errors.ts'
import type { DoorAnswer, DoorRequest, GraphqlDoor } from '../src/server/serve-graphql.ts'
import type { DocumentContext } from './builder.ts'
import { createMaskError, toGraphqlError, writeResult } from './graphql-errors.ts'
import type { FaultReporter } from './graphql-errors.ts'
import { WrittenTexts } from '../src/wire/written-text.ts'
import type { HeldTexts } from '../src/wire/held-texts.ts'
import { schema } from './index.ts'
import { readHeldArguments } from './read-held-arguments.ts'
import { findVariableFault, measureDocument, MAX_TOKENS, shortened } from './measure-document.ts'
import { TrustedDocuments } from './trusted-documents.ts'

/** Operation fields that cost nothing and are not bound by the rate. */
const UNRATED_FIELDS: ReadonlySet<string> = new Set(['manifest', 'artifactStatus', 'routeCapabilities', 'usage'])
const MAX_SOURCE_NESTING = 64

interface ServerContext {
  call: Call
  charge: (credits: number) => void
  /** told of the reservation, so that it is settled whatever becomes of the document */
  opened: (ledger: Ledger) => void
  /** the body as it was parsed once; undefined where Yoga is to say what is wrong with it */
  params?: object
  held: HeldTexts | null
  written: WrittenTexts
  /** the answer may be a stream, whose parts are written whole */
  mayStream: boolean
}

type Context = ServerContext & DocumentContext & { failure?: { status: number; headers: Record<string, string> } }

interface ExecutionLike {
  data?: unknown
  errors?: readonly GraphQLError[]
  extensions?: Record<string, unknown>
  stringify?: (result: never) => string
}

export interface DoorOptions {
  /** off: neither introspection nor names that were nearly right in errors. On where left out. */
  introspection?: boolean
  /** none where left out */
  trusted?: TrustedDocuments
}

export function createGraphqlDoor(gate: Gate, report: FaultReporter, { introspection = true, trusted = new TrustedDocuments('off') }: DoorOptions = {}): GraphqlDoor {
  const maskError = createMaskError(report)
  readHeldArguments(schema)
  const yoga = createYoga<ServerContext, object>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false, landingPage: false, logging: false, cors: false, multipart: false, batching: false, maxRequestBodySize: false,
    maskedErrors: { maskError: (error) => maskError(error) },
    // documents are kept by their text: few and short ones, so that clients cannot fill the memory with them
    parserAndValidationCache: { documentCache: new ShortDocuments(), errorCache: NOTHING_KEPT },
    plugins: [useDeferStream(), meterPlugin(gate, introspection), validationPlugin(introspection)],
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
      } catch (thrown) {
        const failure = toServiceError(thrown)
        return { status: failure.status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: writeResult({ errors: [toGraphqlError(failure)] }), charged: () => 0 }
      }
      const params = given.body?.value
      const isParams = typeof params === 'object' && params !== null
      const fetchRequest = new yoga.fetchAPI.Request(given.url, {
        method: request.method, headers: request.headers, signal: request.call.signal,
        ...(request.body === null ? {} : { body: isParams ? '{}' : JSON.stringify(request.body.value) }),
      })
      let streams = false
      try {
        const written = new WrittenTexts()
        const response = await yoga.fetch(fetchRequest, {
          call: request.call, charge: (credits) => (charged = credits), opened: (opened) => (ledger = opened), ...(isParams ? { params } : {}),
          held: request.body?.texts ?? null, written, mayStream: /multipart|event-stream/i.test(request.headers.accept ?? ''),
        })
        const headers: Record<string, string> = {}
        response.headers.forEach((value, name) => (headers[name.toLowerCase()] = value))
        const contentType = headers['content-type'] ?? ''
        streams = response.body !== null && (contentType.startsWith('multipart/') || contentType.startsWith('text/event-stream'))
        const body = response.body === null ? '' : streams ? settledAfter(response.body as unknown as AsyncIterable<Uint8Array>, settle) : written.splice(await response.text())
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

/** The request with the text of its trusted document, in its body or its address. Throws ServiceError. */
function withTrusted(request: DoorRequest, trusted: TrustedDocuments): DoorRequest {
  const { body, url } = request
  if (body !== null) {
    const { value } = body
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return request // Yoga says what is wrong with it
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

/** Few errors for many mistakes. Without introspection neither the schema is told, nor names near to one that is not there. */
function validationPlugin(introspection: boolean) {
  const options = { maxErrors: MAX_VALIDATION_ERRORS, hideSuggestions: !introspection }
  return {
    onValidate({ addValidationRule, setValidationFn }: { addValidationRule: (rule: typeof NoSchemaIntrospectionCustomRule) => void; setValidationFn: (fn: typeof validate) => void }) {
      if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule)
      setValidationFn((given, document, rules) => validate(given, document, rules, options).map(shortened))
    },
    onExecute({ args }: { args: { hideSuggestions?: boolean } }) {
      args.hideSuggestions = !introspection
    },
  }
}

const MAX_VALIDATION_ERRORS = 5
const KEPT_DOCUMENTS = 200
const KEPT_CHARACTERS = 10_000

/** Parsed documents by their text, least lately used out first. */
class ShortDocuments {
  readonly #kept = new Map<string, DocumentNode>()

  get(text: string): DocumentNode | undefined {
    const document = this.#kept.get(text)
    if (document === undefined) return undefined
    this.#kept.delete(text)
    this.#kept.set(text, document)
    return document
  }

  set(text: string, document: DocumentNode): void {
    if (text.length > KEPT_CHARACTERS) return
    this.#kept.set(text, document)
    if (this.#kept.size > KEPT_DOCUMENTS) this.#kept.delete(this.#kept.keys().next().value!)
  }
}

const NOTHING_KEPT = { get: () => undefined, set: () => undefined }

function meterPlugin(gate: Gate, introspection: boolean) {
  return {
    onRequestParse({ serverContext, setRequestParser }: { serverContext: ServerContext; setRequestParser: (parser: () => never) => void }) {
      const { params } = serverContext
      if (params !== undefined) setRequestParser(() => params as never)
    },
    /** Every answer is written by us, those that never ran included. */
    onResultProcess({ result, serverContext }: { result: unknown; serverContext: ServerContext }) {
      if (typeof result !== 'object' || result === null || Symbol.asyncIterator in result) return
      const { mayStream, written } = serverContext
      ;(result as ExecutionLike).stringify = mayStream ? (whole) => written.inline(writeResult(whole)) : writeResult
    },
    onParse({ params, parseFn, setParseFn }: ParseHook) {
      const source = typeof params.source === 'string' ? params.source : (params.source as { body: string }).body
      if (nesting(source) > MAX_SOURCE_NESTING) throw new GraphQLError(`The document nests deeper than ${MAX_SOURCE_NESTING} levels.`, { extensions: { code: 'invalid_input', http: { status: 400 } } })
      setParseFn((given, options) => parseFn(given, { ...options, maxTokens: MAX_TOKENS }))
    },
    async onExecute({ args, setResultAndStopExecution }: { args: ExecuteArgs; setResultAndStopExecution: (result: ExecutionLike) => void }) {
      const context = args.contextValue
      const { call } = context
      let ledger: Ledger
      try {
        const operation = findOperation(args.document, args.operationName ?? null)
        if (operation === null) return undefined // execution says so itself
        const measure = measureDocument(args.schema, args.document, operation, args.variableValues ?? {}, context.held)
        if (measure === null) {
          // what is said of them names their true texts
          context.held?.restore(args.variableValues, null)
          const fault = findVariableFault(args.schema, operation, args.variableValues ?? {}, !introspection)
          if (fault !== null) setResultAndStopExecution(finished({ errors: [fault] }, 400))
          return undefined
        }
        const { credits, areaCredits, rootFields } = measure
        if (rootFields.some((field) => !UNRATED_FIELDS.has(field))) gate.checkRate(call.caller)
        ledger = await gate.openLedger(call, { credits, areaCredits })
      } catch (thrown) {
        const failure = toServiceError(thrown)
        setResultAndStopExecution(finished({ errors: [toGraphqlError(failure)] }, failure.status))
        return undefined
      }
      context.ledger = ledger
      context.opened(ledger)
      context.requestId = call.requestId
      context.loaders = createLoaders(gate.services, { signal: call.signal, deadlineMs: Date.now() + gate.parts.requestTimeoutMs })
      const settle = async () => {
        ledger.settle()
        context.charge(ledger.charged)
        return { reserved: ledger.reserved, charged: ledger.charged, remaining: (await gate.receipt(call.caller)).credits?.remaining ?? null }
      }
      return {
        onExecuteDone: async ({ result, setResult }: { result: ExecutionLike | AsyncIterable<ExecutionLike>; setResult: (result: ExecutionLike) => void }) => {
          if (Symbol.asyncIterator in (result as object)) return settleStream(settle, context.written)
          const single = result as ExecutionLike
          single.extensions = { ...single.extensions, cost: await settle() }
          setResult(finished(single, null))
          return undefined
        },
      }
    },
  }
}

type ParseFn = (source: never, options?: object) => unknown

interface ParseHook {
  params: { source: unknown }
  parseFn: ParseFn
  setParseFn: (parseFn: ParseFn) => void
}

interface ExecuteArgs {
  schema: GraphQLSchema
  document: DocumentNode
  operationName?: string | null
  variableValues?: Record<string, unknown>
  contextValue: Context
}

/** With @defer and @stream the sums are known with the last part. */
function settleStream(settle: () => Promise<object>, written: WrittenTexts) {
  let settled = false
  return {
    onNext: async ({ result, setResult }: { result: ExecutionLike & { hasNext?: boolean }; setResult: (result: ExecutionLike) => void }) => {
      const last = result.hasNext === false
      if (last) settled = true
      setResult({ ...result, ...(last ? { extensions: { ...result.extensions, cost: await settle() } } : {}), stringify: (part: never) => written.inline(writeResult(part)) })
    },
    onEnd: () => {
      if (!settled) void settle()
    },
  }
}

/** HTTP status and Retry-After for Yoga, and our own way of writing errors. A result with data is 200 (GraphQL over HTTP). */
function finished(result: ExecutionLike, status: number | null): ExecutionLike {
  const waits = (result.errors ?? []).map(retryAfterS).filter((seconds) => typeof seconds === 'number')
  const http = {
    ...(status !== null ? { status } : result.data !== undefined && result.data !== null ? { status: 200 } : {}),
    ...(waits.length > 0 ? { headers: { 'Retry-After': String(Math.max(...waits)) } } : {}),
  }
  return { ...result, extensions: { ...result.extensions, http }, stringify: writeResult }
}

/** Masked or not yet: the figure is in the extensions, or in the error inside. */
function retryAfterS(error: GraphQLError): unknown {
  return error.extensions.retryAfterS ?? (error.originalError instanceof ServiceError ? error.originalError.retryAfterS : undefined)
}

function findOperation(document: DocumentNode, name: string | null): OperationDefinitionNode | null {
  const operations = document.definitions.filter((definition) => definition.kind === 'OperationDefinition')
  if (name === null || name === '') return operations.length === 1 ? operations[0] : null
  return operations.find((operation) => operation.name?.value === name) ?? null
}

/** Deepest nesting of brackets, those in strings counted too: over-careful, and never deeper than the parser's own. */
function nesting(source: string): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i)
    if (c === 123 || c === 91 || c === 40) deepest = Math.max(deepest, ++depth)
    else if (c === 125 || c === 93 || c === 41) depth = Math.max(0, depth - 1)
  }
  return deepest
}
