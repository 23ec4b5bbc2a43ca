// One run of the selection of a subscription: what it answers, and from which marks.

import type { GraphQLError } from 'graphql'
import type { ConditionsEvent } from '../../conditions.ts'
import type { Call, OperationPipeline } from '../../../resolvers/pipeline/pipeline.ts'
import type { ErrorCode } from '../../../src/errors.ts'
import { WrittenTexts } from '../../../src/wire/encoded-answer.ts'
import { AnswerBudget } from '../answer-budget.ts'
import { executeDocument, prepareExecution } from '../execute-document.ts'
import type { DocumentRunner } from '../run-document.ts'
import type { RequestedDocument, FinishedRun } from '../run-types.ts'
import { causesBetween, eventId } from './event-id.ts'
import type { OpenSubscriptions, WatchedMarks } from './open-subscriptions.ts'
import { splitDocument } from './split-document.ts'
import { type ForecastsGiven, forecastMark, issuedAtOf, watchForecasts } from './watch-forecasts.ts'

/** What may be otherwise in a moment. */
export const PASSING: ReadonlySet<ErrorCode> = new Set([
  'busy',
  'internal',
  'concurrency_limit',
  'forecast_failed',
  'forecast_unavailable',
  'network_unavailable',
  'terrain_unavailable',
  'snow_unavailable',
  'artifacts_missing',
])
/** What one run gave. */
export interface Outcome {
  finished: FinishedRun
  /** null: refused before it ran */
  id: string | null
  codes: readonly ErrorCode[]
  isNothing: boolean
  /** none will follow */
  isOver: boolean
  marks: WatchedMarks
  forecasts: ForecastsGiven
  /** as its event; null: it is none */
  event: string | null
}

export type Ran = Omit<Outcome, 'finished' | 'event' | 'isOver'>

export interface SelectionRun {
  requested: RequestedDocument
  call: Call
  open: OpenSubscriptions
  pipeline: OperationPipeline
  runner: DocumentRunner
  /** aborted when nobody waits for it any more */
  signal: AbortSignal
  charge: (credits: number) => void
  /** whether what it gave is to be sent, and so paid for */
  isWanted: (ran: Ran) => boolean
  /** what follows from it, while its texts are still held */
  note: (ran: Ran & Pick<Outcome, 'finished'>, context: RequestedDocument['context']) => Promise<Outcome>
}

/** Runs the selection. The rate has counted the request. Throws where the marks cannot be read. */
export async function runSelection(parts: SelectionRun): Promise<Outcome> {
  const { requested, open, pipeline, runner, signal } = parts
  const marks = await open.marks()
  const { services, given: forecasts } = watchForecasts(pipeline.services)
  const { course } = splitDocument(requested.schema, requested.document)
  const aborter = new AbortController()
  const abort = () => aborter.abort()
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  const call: Call = { ...parts.call, signal: aborter.signal }
  const answer = new AnswerBudget(call.signal)
  let session: { settle(): void } | null = null
  const context: RequestedDocument['context'] = {
    call,
    charge: parts.charge,
    opened: (opened) => (session = opened),
    rawTexts: null,
    bodyBytes: requested.context.bodyBytes,
    written: new WrittenTexts((bytes) => answer.add(0, bytes)),
    answer,
    streamForm: null,
    onParts: () => undefined,
    renderer: requested.context.renderer,
  }
  let outcome: Ran = { id: null, codes: [], isNothing: true, marks, forecasts }
  try {
    const finished = await runner.run({
      ...requested,
      document: course,
      query: null,
      context,
      pipeline: pipeline.over(services),
      isWanted: (run) => {
        const codes = codesOf(run)
        const facts = context.written.inline(JSON.stringify([run.result.data, run.result.errors]))
        outcome = {
          ...outcome,
          codes,
          isNothing: isNothing(run),
          id: eventId({
            answer: facts,
            release: marks.releaseMark,
            snow: JSON.stringify(marks.snow),
            forecast: forecastMark(forecasts),
          }),
        }
        return parts.isWanted(outcome)
      },
    })
    if (outcome.id === null) outcome = { ...outcome, codes: codesOf(finished!) }
    return await parts.note({ ...outcome, finished: finished! }, context)
  } finally {
    signal.removeEventListener('abort', abort)
    ;(session as { settle(): void } | null)?.settle()
    context.written.drop()
  }
}

/** The answer with what its event says of itself. */
export async function withAbout(
  { id, marks, forecasts, finished: { result } }: Outcome,
  requested: RequestedDocument,
  {
    contextValue,
    lastId,
    signal,
  }: { contextValue: RequestedDocument['context']; lastId: string | null; signal: AbortSignal },
): Promise<FinishedRun['result']> {
  if (typeof result.data !== 'object' || result.data === null) return result
  const { schema, document, operationName, variables } = requested
  const { fetchedAtMs } = forecasts
  const issuedAtMs = issuedAtOf(forecasts)
  const rootValue: ConditionsEvent = {
    causes: lastId === null ? ['first'] : causesBetween(lastId, id!),
    marks: {
      release: marks.release,
      snowRaster: marks.snow?.id ?? null,
      snowPublishedAt: marks.snow?.publishedAt ?? null,
      forecastFetchedAt: fetchedAtMs === Infinity ? null : new Date(fetchedAtMs).toISOString(),
      forecastIssuedAt: issuedAtMs === null ? null : new Date(issuedAtMs).toISOString(),
    },
  }
  const { about } = splitDocument(schema, document)
  const prepared = prepareExecution(
    { schema, document: about, operationName, variableValues: variables, contextValue, rootValue },
    { signal, inParts: false, hideSuggestions: true },
  )
  const described = 'schema' in prepared ? await executeDocument(prepared) : {}
  const aboutOf = ('data' in described ? described.data : null) as Record<string, object | null> | null | undefined
  const data = Object.fromEntries(
    Object.entries(result.data as Record<string, object | null>).map(([name, value]) => [
      name,
      value === null ? null : { ...aboutOf?.[name], ...value },
    ]),
  )
  return { ...result, data }
}

export function toText({ releaseMark, snow }: WatchedMarks): string {
  return JSON.stringify([releaseMark, snow])
}

function codesOf({ result: { errors = [] } }: FinishedRun): ErrorCode[] {
  return errors.map(({ extensions }: GraphQLError) => extensions.code as ErrorCode)
}

function isNothing({ result: { data } }: FinishedRun): boolean {
  return typeof data !== 'object' || data === null || Object.values(data).every((value) => value === null)
}
