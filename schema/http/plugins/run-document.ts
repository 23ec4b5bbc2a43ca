// A sound document is measured, reserved for, run and settled (run-document.ts); a subscription is opened.

import type { ExecutionArgs } from 'graphql'
import type { OperationPipeline } from '../../../resolvers/pipeline/pipeline.ts'
import { ServiceError, toServiceError } from '../../../src/errors.ts'
import { say } from '../../../src/language/sentence.ts'
import { isDryRun } from '../dry-run.ts'
import type { OpenedRequest } from '../opened-request.ts'
import { findOperation } from '../read-document.ts'
import type { DocumentRunner } from '../run-document.ts'
import type { RequestedDocument, FinishedRun, RunResult } from '../run-types.ts'
import { readsEvents } from '../stream-form.ts'
import { ConditionsStream } from '../subscriptions/conditions-stream.ts'
import type { OpenSubscriptions } from '../subscriptions/open-subscriptions.ts'
import type { HandlerContext, HandlerPlugin } from './handler-plugin.ts'

interface RunnerParts {
  pipeline: OperationPipeline
  runner: DocumentRunner
  subscriptions: OpenSubscriptions
}

export function runDocument(parts: RunnerParts): HandlerPlugin {
  return {
    onExecute({ args, setExecuteFn }) {
      setExecuteFn(async () => forYoga(await parts.runner.run(requestedBy(args as ExecutionArgs))))
    },
    onSubscribe({ args, setSubscribeFn }) {
      const { opened } = args.contextValue as HandlerContext
      setSubscribeFn(async () => forYoga(await subscribe(requestedBy(args as ExecutionArgs), opened, parts)))
    },
  }
}

function requestedBy({
  schema,
  document,
  operationName,
  variableValues,
  contextValue,
}: ExecutionArgs): RequestedDocument {
  const { opened, params } = contextValue as HandlerContext & { params: { query: string } }
  return {
    schema,
    query: params.query,
    document,
    operationName: operationName ?? null,
    variables: variableValues ?? {},
    context: opened.context,
  }
}

/** Null: the answer comes in parts or events. */
const forYoga = (finished: FinishedRun | null): RunResult => finished?.result ?? {}

/** Null: its events are the answer. */
async function subscribe(
  requested: RequestedDocument,
  opened: OpenedRequest,
  { pipeline, runner, subscriptions }: RunnerParts,
): Promise<FinishedRun | null> {
  const { headers, identify } = opened.request
  // one answer, in any form
  if (isDryRun(findOperation(requested.document, requested.operationName)!)) return runner.run(requested)
  if (!readsEvents(headers.accept)) return runner.refuse(new ServiceError(say('error.invalid_input.events')))
  try {
    const stream = new ConditionsStream(requested, {
      open: subscriptions,
      pipeline,
      runner,
      identify,
      lastEventId: headers['last-event-id'],
      charge: requested.context.charge,
    })
    const started = await stream.start()
    if ('result' in started) return started
    opened.events = started
    return null
  } catch (thrown) {
    return runner.refuse(toServiceError(thrown))
  }
}
