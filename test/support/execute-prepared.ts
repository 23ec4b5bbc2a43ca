// A document of a test, run as the service runs it: prepared, then executed.

import type { ExecutionArgs, ValidatedExecutionArgs } from 'graphql'
import { type ExecuteOptions, executeDocument, prepareExecution } from '../../schema/http/execute-document.ts'

const WHOLE: ExecuteOptions = { signal: new AbortController().signal, inParts: false, hideSuggestions: false }

export const executePrepared = (args: ExecutionArgs, options = WHOLE) =>
  executeDocument(prepareExecution(args, options) as ValidatedExecutionArgs)
