// Documents that come through Yoga, read and run by the functions that the plain way uses as well (direct-request.ts):
// Yoga's own parsing, validation and execution are replaced, and every answer is written here, those that never ran
// included.

import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql'
import { errorLanguages, writeResult } from './graphql-errors.ts'
import { type ReadDocument, checkNesting } from './read-document.ts'
import type { DocumentRunner } from './run-document.ts'
import type { AskedDocument, FinishedRun, RunResult, ServerContext } from './run-types.ts'

/** What Yoga is given of a request. */
export interface YogaContext extends ServerContext {
  /** the body as it was parsed once; undefined where Yoga is to say what is wrong with it */
  params?: { query?: string; operationName?: string }
  /** its document, read once; throws what is wrong with its text */
  read: (text: string) => ReadDocument
  /** opens a subscription: null, or the answer where it is refused */
  subscribe: (asked: AskedDocument) => Promise<FinishedRun | null>
}

interface ParseHook {
  context: YogaContext
  params: { source: string | { body: string } }
  setParseFn: (parse: () => DocumentNode) => void
}

interface ValidateHook {
  context: YogaContext
  params: { documentAST: DocumentNode }
  setResult: (errors: readonly GraphQLError[]) => void
}

interface RunArgs {
  schema: GraphQLSchema
  document: DocumentNode
  operationName?: string | null
  variableValues?: Record<string, unknown>
  contextValue: YogaContext
}

interface ExecuteHook {
  args: RunArgs
  setExecuteFn: (execute: () => Promise<RunResult>) => void
}

interface SubscribeHook {
  args: RunArgs
  setSubscribeFn: (subscribe: () => Promise<RunResult>) => void
}

interface RequestParseHook {
  serverContext: YogaContext
  setRequestParser: (parser: () => never) => void
}

export function meterPlugin(runner: DocumentRunner) {
  const errorsOf = new WeakMap<DocumentNode, readonly GraphQLError[]>()
  return {
    onRequestParse({ serverContext: { params }, setRequestParser }: RequestParseHook) {
      if (params !== undefined) setRequestParser(() => params as never)
    },
    /** Every answer is written by us, those that never ran included. */
    onResultProcess({ result, serverContext }: { result: unknown; serverContext: YogaContext }) {
      if (typeof result !== 'object' || result === null) return
      serverContext.onErrors(errorLanguages(result, serverContext.renderer))
      const stringify = (own: RunResult) => writeResult(own, serverContext.renderer)
      Object.assign(result, { stringify })
    },
    onParse({ context, params: { source }, setParseFn }: ParseHook) {
      const text = typeof source === 'string' ? source : source.body
      checkNesting(text)
      setParseFn(() => {
        const { document, errors } = context.read(text)
        errorsOf.set(document, errors)
        return document
      })
    },
    onValidate({ params: { documentAST }, setResult }: ValidateHook) {
      setResult(errorsOf.get(documentAST)!)
    },
    onExecute({ args, setExecuteFn }: ExecuteHook) {
      setExecuteFn(async () => forYoga(await runner.run(askedBy(args))))
    },
    onSubscribe({ args, setSubscribeFn }: SubscribeHook) {
      setSubscribeFn(async () => forYoga(await args.contextValue.subscribe(askedBy(args))))
    },
  }
}

function askedBy({ schema, document, operationName, variableValues, contextValue: context }: RunArgs): AskedDocument {
  return {
    schema,
    query: context.params?.query ?? null,
    document,
    operationName: operationName ?? null,
    variables: variableValues ?? {},
    context,
  }
}

/** Yoga keeps `http` to itself. Null: the answer comes in parts or events. */
function forYoga(finished: FinishedRun | null): RunResult {
  if (finished === null) return {}
  const { result, status, retryAfterS } = finished
  const headers = retryAfterS === null ? {} : { headers: { 'Retry-After': String(retryAfterS) } }
  return { ...result, extensions: { ...result.extensions, http: { status, ...headers } } }
}
