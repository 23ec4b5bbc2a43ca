// One open subscription: its first answer, then an event whenever a run of the same selection gives another answer.
// A run is made when a mark has changed, when the forecasts that were given are no longer fresh, and else once an hour;
// it is paid for where its event goes out. What fails for a moment is tried again before anything is sent; what goes on
// failing is sent as it is, null beside its error.

import type { GraphQLError } from 'graphql'
import type { ConditionsEvent } from '../../conditions.ts'
import type { Call } from '../../../resolvers/call.ts'
import type { Gate } from '../../../resolvers/run-resolver.ts'
import { toServiceError } from '../../../src/errors.ts'
import type { ErrorCode } from '../../../src/errors.ts'
import type { Caller } from '../../../src/gateway/caller.ts'
import { WrittenTexts } from '../../../src/wire/written-text.ts'
import { AnswerBudget } from '../answer-budget.ts'
import { executeDocument } from '../execute-document.ts'
import { toGraphqlError, writeResult } from '../graphql-errors.ts'
import type { AskedDocument, DocumentRunner, FinishedRun } from '../run-document.ts'
import { causesBetween, eventId, readEventId, sameAnswer } from './event-id.ts'
import { LONGEST_WITHOUT_RUN_MS } from './open-subscriptions.ts'
import type { EndReason, OpenSubscriptions, Seat, WatchedMarks } from './open-subscriptions.ts'
import { splitDocument } from './split-document.ts'
import { forecastMark, issuedAtOf, watchForecasts } from './watch-forecasts.ts'
import type { ForecastsGiven } from './watch-forecasts.ts'

/** What may be otherwise in a moment. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
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
/** How often what fails for a while is tried again in silence. */
const SILENT_RETRIES = 2
const LONGEST_RETRY_MS = 600_000
/** A provider that gives what is not fresh is asked no more often. */
const SHORTEST_FRESH_MS = 60_000
/** For a browser's EventSource, which waits so long before it comes back. */
const RETRY_LINE = 'retry: 3000\n\n'
/** A comment; without an empty line, which some readers take for the end of an event. */
const PING = ':\n'
const COMPLETE = 'event: complete\ndata:\n\n'

export interface StreamParts {
  open: OpenSubscriptions
  gate: Gate
  runner: DocumentRunner
  /** who calls by now. Throws ServiceError where the key is no longer one */
  identify: () => Promise<Caller> | Caller
  lastEventId: string | undefined
  /** told of the credits of each event */
  charge: (credits: number) => void
}

/** What one run gave. */
interface Outcome {
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

type Ran = Omit<Outcome, 'finished' | 'event' | 'isOver'>

export class ConditionsStream {
  readonly #parts: StreamParts
  readonly #asked: AskedDocument
  readonly #call: Call
  readonly #seat: Seat
  /** aborted when the client left or the server stops */
  readonly #aborter = new AbortController()
  readonly #openedMs = performance.now()
  #lastId: string | null
  #runWith = ''
  #dueAtMs = 0
  #notBeforeMs = 0
  #failures = 0
  #charged = 0

  /** Throws ServiceError where the caller may open no more. */
  constructor(asked: AskedDocument, parts: StreamParts) {
    this.#parts = parts
    this.#call = { ...asked.context.call }
    this.#lastId = readEventId(parts.lastEventId)
    const { held, bodyBytes } = asked.context
    // the bytes of a text could be taken by the first run
    held?.restore(asked.variables, null)
    this.#asked = asked
    this.#seat = parts.open.take(this.#call.caller, bodyBytes || (asked.query?.length ?? 0))
    const leave = () => {
      this.#aborter.abort()
      this.#seat.close('client_left')
    }
    if (this.#call.signal.aborted) leave()
    this.#call.signal.addEventListener('abort', leave, { once: true })
    parts.open.stopping.addEventListener('abort', this.#onStop, { once: true })
  }

  readonly #onStop = (): void => this.#aborter.abort()

  /**
   * Runs it for the first time. An answer: it is refused or gives nothing, and the subscription is over. Otherwise its
   * events as text.
   */
  async start(): Promise<FinishedRun | AsyncGenerator<string>> {
    let first: Outcome
    try {
      first = await this.#run()
    } catch (thrown) {
      this.#end('failed')
      throw thrown
    }
    if (first.id !== null && !first.isNothing) return this.#events(first)
    this.#end(endOf(first))
    return first.finished
  }

  /** Gives back what it holds. */
  #end(reason: EndReason): void {
    this.#seat.close(reason)
    this.#parts.open.stopping.removeEventListener('abort', this.#onStop)
  }

  async *#events(first: Outcome): AsyncGenerator<string> {
    const { open, identify } = this.#parts
    const { lifetimeMs, pingMs, keyMs } = open.limits
    let reason: EndReason = 'client_left'
    try {
      yield RETRY_LINE + (first.event ?? '')
      let sentMs = performance.now()
      let keySeenMs = sentMs
      for (;;) {
        await open.nextLook()
        if (this.#call.signal.aborted) return
        if (open.stopping.aborted) return void (reason = 'stopping')
        const nowMs = performance.now()
        if (nowMs - this.#openedMs >= lifetimeMs) return void (reason = 'lifetime')
        if (nowMs - keySeenMs >= keyMs) {
          keySeenMs = nowMs
          const failure = await this.#lostKey(identify)
          if (failure !== null) {
            reason = 'refused'
            yield failure + COMPLETE
            return
          }
        }
        if (nowMs >= this.#notBeforeMs && (await this.#isDue())) {
          const outcome = await open.turns.run(this.#call.caller.rateAccount, () => this.#runAgain())
          if (this.#call.signal.aborted) return
          if (outcome !== null && outcome.event !== null) {
            if (outcome.isOver) reason = endOf(outcome)
            yield outcome.event + (outcome.isOver ? COMPLETE : '')
            if (outcome.isOver) return
            sentMs = performance.now()
          }
        }
        if (performance.now() - sentMs < pingMs) continue
        sentMs = performance.now()
        yield PING
      }
    } finally {
      this.#end(reason)
    }
  }

  /** The error that ends it, as an event; null: the key is as good as before. */
  async #lostKey(identify: StreamParts['identify']): Promise<string | null> {
    try {
      this.#call.caller = await identify()
      return null
    } catch (thrown) {
      const failure = toServiceError(thrown)
      // keys that cannot be read now are those that were
      if (failure.status !== 401 && failure.status !== 403) return null
      return eventText(writeResult({ errors: [toGraphqlError(failure)] }), null)
    }
  }

  async #isDue(): Promise<boolean> {
    if (this.#parts.gate.services.clock.nowMs() >= this.#dueAtMs) return true
    try {
      return toText(await this.#parts.open.marks()) !== this.#runWith
    } catch {
      return false
    }
  }

  /** Null: there is nothing to send. */
  async #runAgain(): Promise<Outcome | null> {
    if (this.#aborter.signal.aborted) return null
    const { cpu } = this.#call
    const waitS = cpu?.again() ?? 0
    if (waitS > 0) {
      this.#notBeforeMs = performance.now() + waitS * 1000
      return null
    }
    try {
      return await this.#run()
    } catch (thrown) {
      // the marks cannot be read
      if (toServiceError(thrown).code === 'internal') throw thrown
      this.#wait()
      return null
    }
  }

  /** Runs the selection. The rate has counted the request. */
  async #run(): Promise<Outcome> {
    const { open, gate, runner } = this.#parts
    const marks = await open.marks()
    const { services, given: forecasts } = watchForecasts(gate.services)
    const { course } = splitDocument(this.#asked.schema, this.#asked.document)
    const aborter = new AbortController()
    const abort = () => aborter.abort()
    this.#aborter.signal.addEventListener('abort', abort)
    if (this.#aborter.signal.aborted) abort()
    const call: Call = { ...this.#call, signal: aborter.signal }
    const answer = new AnswerBudget(call.signal)
    let ledger: { settle(): void } | null = null
    const context: AskedDocument['context'] = {
      call,
      charge: (credits) => this.#onCharge(credits),
      opened: (opened) => (ledger = opened),
      held: null,
      bodyBytes: this.#asked.context.bodyBytes,
      written: new WrittenTexts((bytes) => answer.add(0, bytes)),
      answer,
      streamForm: null,
      onParts: () => undefined,
    }
    let outcome: Ran = { id: null, codes: [], isNothing: true, marks, forecasts }
    try {
      const finished = await runner.run({
        ...this.#asked,
        document: course,
        query: null,
        context,
        gate: gate.over(services),
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
          return this.#isWanted(outcome)
        },
      })
      if (outcome.id === null) outcome = { ...outcome, codes: codesOf(finished!) }
      return await this.#note({ ...outcome, finished: finished! }, context)
    } finally {
      this.#aborter.signal.removeEventListener('abort', abort)
      ;(ledger as { settle(): void } | null)?.settle()
      context.written.drop()
    }
  }

  #isWanted({ id, codes }: Pick<Outcome, 'id' | 'codes'>): boolean {
    if (this.#lastId !== null && id !== null && sameAnswer(this.#lastId, id)) return false
    return !(this.#isKnown && this.#failures < SILENT_RETRIES && codes.some((code) => PASSING.has(code)))
  }

  /** Whether the client has a state that may stand for a while. */
  get #isKnown(): boolean {
    return this.#lastId !== null
  }

  /** What follows from a run: when the next is due, and its event. */
  async #note(ran: Ran & Pick<Outcome, 'finished'>, context: AskedDocument['context']): Promise<Outcome> {
    const { id, codes, marks, forecasts, finished } = ran
    const isPassing = codes.some((code) => PASSING.has(code))
    const outcome = { ...ran, isOver: !isPassing && (id === null || ran.isNothing), event: null }
    const isWanted = id === null ? !(isPassing && this.#isKnown) : this.#isWanted(outcome)
    this.#runWith = toText(marks)
    const nowMs = this.#parts.gate.services.clock.nowMs()
    this.#dueAtMs =
      isPassing || this.#aborter.signal.aborted
        ? 0
        : Math.min(nowMs + LONGEST_WITHOUT_RUN_MS, Math.max(nowMs + SHORTEST_FRESH_MS, forecasts.freshUntilMs))
    if (isPassing) this.#wait()
    else this.#failures = 0
    if (!isWanted || this.#aborter.signal.aborted) return outcome
    if (id === null) return { ...outcome, event: eventText(writeResult(finished.result), null) }
    const text = context.written.inline(writeResult(await this.#withAbout(outcome, context)))
    this.#lastId = id
    this.#parts.open.events++
    return { ...outcome, event: eventText(text, id) }
  }

  #wait(): void {
    this.#failures++
    const { retryMs } = this.#parts.open.limits
    this.#notBeforeMs = performance.now() + Math.min(LONGEST_RETRY_MS, retryMs * 2 ** (this.#failures - 1))
  }

  /** The answer with what its event says of itself. */
  async #withAbout(
    { id, marks, forecasts, finished: { result } }: Outcome,
    contextValue: AskedDocument['context'],
  ): Promise<FinishedRun['result']> {
    if (typeof result.data !== 'object' || result.data === null) return result
    const { schema, document, operationName, variables } = this.#asked
    const { fetchedAtMs } = forecasts
    const issuedAtMs = issuedAtOf(forecasts)
    const rootValue: ConditionsEvent = {
      because: this.#lastId === null ? ['first'] : causesBetween(this.#lastId, id!),
      marks: {
        release: marks.release,
        snowRaster: marks.snow?.id ?? null,
        snowPublishedAt: marks.snow?.publishedAt ?? null,
        forecastFetchedAt: fetchedAtMs === Infinity ? null : new Date(fetchedAtMs).toISOString(),
        forecastIssuedAt: issuedAtMs === null ? null : new Date(issuedAtMs).toISOString(),
      },
    }
    const { about } = splitDocument(schema, document)
    const told = await executeDocument(
      { schema, document: about, operationName, variableValues: variables, contextValue, rootValue },
      { signal: this.#aborter.signal, inParts: false, hideSuggestions: true },
    )
    const aboutOf = ('data' in told ? told.data : null) as Record<string, object | null> | null | undefined
    const data = Object.fromEntries(
      Object.entries(result.data as Record<string, object | null>).map(([name, value]) => [
        name,
        value === null ? null : { ...aboutOf?.[name], ...value },
      ]),
    )
    return { ...result, data }
  }

  #onCharge(credits: number): void {
    this.#charged += credits
    this.#parts.charge(this.#charged)
  }
}

function endOf({ id }: Outcome): EndReason {
  return id === null ? 'refused' : 'failed'
}

function toText({ releaseMark, snow }: WatchedMarks): string {
  return JSON.stringify([releaseMark, snow])
}

function codesOf({ result: { errors = [] } }: FinishedRun): ErrorCode[] {
  return errors.map(({ extensions }: GraphQLError) => extensions.code as ErrorCode)
}

function isNothing({ result: { data } }: FinishedRun): boolean {
  return typeof data !== 'object' || data === null || Object.values(data).every((value) => value === null)
}

function eventText(json: string, id: string | null): string {
  return `${id === null ? '' : `id: ${id}\n`}event: next\ndata: ${json}\n\n`
}
