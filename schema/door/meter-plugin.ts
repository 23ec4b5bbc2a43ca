// What a document costs, as a plugin of the server: it is measured before it runs, refused whole where the allowance
// does not suffice, and settled downwards; `extensions.cost` tells the sums. Every answer is written here, those that
// never ran included.

import { GraphQLError } from 'graphql'
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { createLoaders } from '../../resolvers/loaders.ts'
import type { Call, Gate, Ledger } from '../../resolvers/run-resolver.ts'
import { ServiceError, toServiceError } from '../../src/errors.ts'
import type { HeldTexts } from '../../src/wire/held-texts.ts'
import type { WrittenTexts } from '../../src/wire/written-text.ts'
import type { DocumentContext } from '../builder.ts'
import type { AnswerBudget } from './answer-budget.ts'
import { dropFailed } from './drop-failed.ts'
import type { Part } from './drop-failed.ts'
import type { DocumentRates } from './document-rates.ts'
import { DATA_JSON, toGraphqlError, withStatus, writeResult } from './graphql-errors.ts'
import { KEPT_FROM_VALUES, KeptIntrospection } from './kept-introspection.ts'
import { findVariableFault, MAX_TOKENS, measureDocument } from './measure-document.ts'
import { checkRepeats } from './repeated-fields.ts'
import { checkVariableSizes } from './variable-limits.ts'

const MAX_SOURCE_NESTING = 64

export interface ServerContext {
  call: Call
  charge: (credits: number) => void
  /** told of the reservation, so that it is settled whatever becomes of the document */
  opened: (ledger: Ledger) => void
  /** the body as it was parsed once; undefined where Yoga is to say what is wrong with it */
  params?: object
  held: HeldTexts | null
  /** of the request; 0 where it has no body */
  bodyBytes: number
  written: WrittenTexts
  answer: AnswerBudget
  /** the answer may be a stream, whose parts are written whole */
  mayStream: boolean
}

type Context = ServerContext & DocumentContext & { params?: { query?: string; operationName?: string } }

interface ExecutionLike extends Part {
  errors?: readonly GraphQLError[]
  extensions?: Record<string, unknown>
  stringify?: (result: never) => string
  [DATA_JSON]?: string
}

interface StreamPart extends ExecutionLike {
  hasNext?: boolean
  incremental?: readonly Part[]
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

export interface MeterOptions {
  introspection: boolean
  maskError: (error: unknown) => Error
  rates: DocumentRates
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: hooks over the state of one execution, not yet cut
export function meterPlugin(gate: Gate, { introspection, maskError, rates }: MeterOptions) {
  const keptIntrospection = new KeptIntrospection()
  return {
    onRequestParse({
      serverContext,
      setRequestParser,
    }: {
      serverContext: ServerContext
      setRequestParser: (parser: () => never) => void
    }) {
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
      if (nesting(source) > MAX_SOURCE_NESTING)
        throw new GraphQLError(`The document nests deeper than ${MAX_SOURCE_NESTING} levels.`, {
          extensions: { code: 'invalid_input', http: { status: 400 } },
        })
      setParseFn((given, options) => checkRepeats(parseFn(given, { ...options, maxTokens: MAX_TOKENS })))
    },
    // biome-ignore lint/complexity/noExcessiveLinesPerFunction: hooks over the state of one execution, not yet cut
    async onExecute({
      args,
      setResultAndStopExecution,
    }: {
      args: ExecuteArgs
      setResultAndStopExecution: (result: ExecutionLike) => void
    }) {
      const context = args.contextValue
      const { call, answer } = context
      const known = knownAs(context, args.document)
      let ledger: Ledger
      let introspectionValues = 0
      try {
        const operation = findOperation(args.document, args.operationName ?? null)
        if (operation === null) return undefined // execution says so itself
        const dataJson = known === null ? undefined : keptIntrospection.find(known)
        if (dataJson !== undefined) {
          rates.onSound(call, known!, false)
          const cost = { reserved: 0, charged: 0, remaining: await remainingOf(gate, call) }
          setResultAndStopExecution({ [DATA_JSON]: dataJson, extensions: { cost, http: { status: 200 } } })
          return undefined
        }
        checkVariableSizes(args.schema, args.document, args.variableValues ?? {}, context.held, context.bodyBytes)
        const measure = measureDocument(args.schema, args.document, operation, args.variableValues ?? {}, context.held)
        if (measure === null) {
          // what is said of them names their true texts
          context.held?.restore(args.variableValues, null)
          const fault = findVariableFault(args.schema, operation, args.variableValues ?? {}, !introspection)
          if (fault !== null) setResultAndStopExecution(finished({ errors: [fault] }, 400))
          return undefined
        }
        const { credits, areaCredits, rootFields } = measure
        if (rootFields.length === 0) ({ introspectionValues } = measure)
        if (context.params?.query !== undefined)
          rates.onSound(
            call,
            context.params.query,
            introspectionValues > KEPT_FROM_VALUES || rootFields.some((field) => isRated(args.schema, field)),
          )
        ledger = await gate.openLedger(
          { ...call, signal: AbortSignal.any([call.signal, answer.signal]) },
          { credits, areaCredits },
        )
      } catch (thrown) {
        const failure = toServiceError(thrown)
        setResultAndStopExecution(finished({ errors: [toGraphqlError(failure)] }, failure.status))
        return undefined
      }
      context.ledger = ledger
      context.opened(ledger)
      context.requestId = call.requestId
      context.loaders = createLoaders(gate.services, {
        signal: AbortSignal.any([call.signal, answer.signal]),
        deadlineMs: Date.now() + gate.parts.requestTimeoutMs,
        spend: (ms) => call.cpu?.spend(ms),
        resume: () => call.cpu?.resume(),
        caller: call.caller,
      })
      const settle = async () => {
        ledger.settle()
        context.charge(ledger.charged)
        return { reserved: ledger.reserved, charged: ledger.charged, remaining: await remainingOf(gate, call) }
      }
      return {
        onExecuteDone: async ({
          result,
          setResult,
        }: {
          result: ExecutionLike | AsyncIterable<ExecutionLike>
          setResult: (result: ExecutionLike) => void
        }) => {
          if (Symbol.asyncIterator in (result as object))
            return followStream({ ledger, settle, maskError, written: context.written })
          const single = result as ExecutionLike
          if (answer.cut !== null) {
            ledger.dropAt([])
            const cost = await settle()
            setResult(finished({ errors: [toGraphqlError(answer.cut)], extensions: { cost } }, answer.cut.status))
            return undefined
          }
          dropFailed(ledger, single)
          single.extensions = { ...single.extensions, cost: await settle() }
          if (known !== null && introspectionValues > 0 && single.errors === undefined)
            keptIntrospection.keep(known, introspectionValues, single.data)
          setResult(finished(single, null))
          return undefined
        },
      }
    },
  }
}

async function remainingOf(gate: Gate, { caller }: Call): Promise<number | null> {
  return (await gate.receipt(caller)).credits?.remaining ?? null
}

/** The text by which an answer about the schema is kept; null where values from elsewhere may change it. */
function knownAs({ params }: Context, { definitions }: DocumentNode): string | null {
  const isAlone =
    definitions.filter(({ kind }) => kind === 'OperationDefinition').length === 1 &&
    definitions.every((one) => one.kind !== 'OperationDefinition' || (one.variableDefinitions ?? []).length === 0)
  return isAlone && typeof params?.query === 'string' && params.query !== '' ? params.query : null
}

interface StreamParts {
  ledger: Ledger
  settle: () => Promise<object>
  maskError: (error: unknown) => Error
  written: WrittenTexts
}

/** With @defer and @stream the sums are known with the last part; errors of every part are as those of an answer. */
function followStream({ ledger, settle, maskError, written }: StreamParts) {
  let settled = false
  return {
    onNext: async ({ result, setResult }: { result: StreamPart; setResult: (result: StreamPart) => void }) => {
      dropFailed(ledger, result)
      for (const part of result.incremental ?? []) dropFailed(ledger, part)
      const last = result.hasNext === false
      if (last) settled = true
      setResult({
        ...result,
        ...(result.incremental === undefined
          ? {}
          : {
              incremental: result.incremental.map((part) =>
                part.errors === undefined
                  ? part
                  : { ...part, errors: part.errors.map((error) => withStatus(maskError(error))) },
              ),
            }),
        ...(last ? { extensions: { ...result.extensions, cost: await settle() } } : {}),
        stringify: (part: never) => written.inline(writeResult(part)),
      })
    },
    onEnd: () => {
      if (!settled) void settle()
    },
  }
}

/**
 * HTTP status and Retry-After for Yoga, and our own way of writing errors. A result with data is 200 (GraphQL over
 * HTTP).
 */
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
  return (
    error.extensions.retryAfterS ??
    (error.originalError instanceof ServiceError ? error.originalError.retryAfterS : undefined)
  )
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

/** A root field whose operation the rate binds; what is no operation (introspection, a wrong name) is bound. */
function isRated(schema: GraphQLSchema, field: string): boolean {
  return schema.getQueryType()?.getFields()[field]?.extensions.rated !== false
}
