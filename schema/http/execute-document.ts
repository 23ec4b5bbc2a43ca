// Runs a measured document with graphql-js: whole, or in parts where it has @defer or @stream and the client reads
// parts. Deferred parts begin when the first answer has gone out. With @stream all begin at once, for graphql-js would
// otherwise run one element after the other: links over a list stay in one batch.

import {
  type ExecutionArgs,
  type ExecutionResult,
  type ExperimentalIncrementalExecutionResults,
  executeRootSelectionSet,
  experimentalExecuteRootSelectionSet,
  validateExecutionArgs,
} from 'graphql'
import { callerLeft } from '../../src/errors.ts'
import { partsOf } from './document-parts.ts'
import { toGraphqlError } from './graphql-errors.ts'

export interface ExecuteOptions {
  /** ends the execution */
  signal: AbortSignal
  /** whether the answer may come in parts; otherwise @defer and @stream do nothing */
  inParts: boolean
  hideSuggestions: boolean
}

/** An execution that `signal` ended is an error without data. */
export async function executeDocument(
  args: ExecutionArgs,
  { signal, inParts, hideSuggestions }: ExecuteOptions,
): Promise<ExecutionResult | ExperimentalIncrementalExecutionResults> {
  const { whole, hasStream } = partsOf(args.document)
  const checked = validateExecutionArgs({
    ...args,
    document: inParts ? args.document : whole,
    abortSignal: signal,
    hideSuggestions,
    enableEarlyExecution: hasStream,
  })
  if (!('schema' in checked)) return { errors: checked }
  try {
    return await (inParts ? experimentalExecuteRootSelectionSet(checked) : executeRootSelectionSet(checked))
  } catch (thrown) {
    if (!signal.aborted) throw thrown
    return { errors: [toGraphqlError(callerLeft())] }
  }
}
