// Runs a document with graphql-js: whole, or in parts where it has @defer or @stream and the client reads parts.
// Deferred parts begin when the first answer has gone out. With @stream all begin at once, for graphql-js would
// otherwise run one element after the other: links over a list stay in one batch.

import {
  type ExecutionArgs,
  type ExecutionResult,
  type ExperimentalIncrementalExecutionResults,
  type GraphQLError,
  type ValidatedExecutionArgs,
  executeRootSelectionSet,
  experimentalExecuteRootSelectionSet,
  validateExecutionArgs,
} from 'graphql'
import { callerLeft } from '../../src/errors.ts'
import { checkStreams, partsOf } from './document-parts.ts'
import { toGraphqlError } from './graphql-errors.ts'

export interface ExecuteOptions {
  /** ends the execution */
  signal: AbortSignal
  /** whether the answer may come in parts; otherwise @defer and @stream do nothing */
  inParts: boolean
  hideSuggestions: boolean
}

/** The document as it will run, with its variables read; or what is wrong with these. Throws as `checkStreams`. */
export function prepareExecution(
  args: ExecutionArgs,
  { signal, inParts, hideSuggestions }: ExecuteOptions,
): ValidatedExecutionArgs | readonly GraphQLError[] {
  const { document } = args
  const { whole, hasStream } = partsOf(document)
  const prepared = validateExecutionArgs({
    ...args,
    document: inParts ? document : whole,
    abortSignal: signal,
    hideSuggestions,
    options: { maxCoercionErrors: 1 },
    enableEarlyExecution: hasStream,
  })
  if ('schema' in prepared) checkStreams(document, prepared.variableValues)
  return prepared
}

/** An execution that its signal ended is an error without data. */
export async function executeDocument(
  prepared: ValidatedExecutionArgs,
): Promise<ExecutionResult | ExperimentalIncrementalExecutionResults> {
  const isWhole = partsOf(prepared.document).whole === prepared.document
  try {
    return await (isWhole ? executeRootSelectionSet(prepared) : experimentalExecuteRootSelectionSet(prepared))
  } catch (thrown) {
    if (prepared.externalAbortSignal?.aborted !== true) throw thrown
    return { errors: [toGraphqlError(callerLeft())] }
  }
}
