// One open subscription: its first answer, then an event whenever a run of the same selection gives another answer.
// A run is made when a mark has changed, when the forecasts that were given are no longer fresh, and else once an hour;
// it is paid for where its event goes out. What fails for a moment is tried again before anything is sent; what
// continues failing is sent as it is, null beside its error.

import type { Call, OperationPipeline } from '../../../resolvers/pipeline/pipeline.ts'
import { toServiceError } from '../../../src/errors.ts'
import type { Caller } from '../../../src/metering/caller.ts'
import { toGraphqlError, writeResult } from '../graphql-errors.ts'
import type { DocumentRunner } from '../run-document.ts'
import type { RequestedDocument, FinishedRun } from '../run-types.ts'
import { type Outcome, PASSING, type Ran, runSelection, toText, withAbout } from './conditions-run.ts'
import { COMPLETE, eventText, PING, RETRY_LINE } from './event-text.ts'
import { readEventId, sameAnswer } from './event-id.ts'
import { type EndReason, LONGEST_WITHOUT_RUN_MS, type OpenSubscriptions, type Seat } from './open-subscriptions.ts'

/** How often what fails for a while is tried again in silence. */
const SILENT_RETRIES = 2
const LONGEST_RETRY_MS = 600_000
/** A provider that gives what is not fresh is asked no more often. */
const SHORTEST_FRESH_MS = 60_000

export interface StreamParts {
  open: OpenSubscriptions
  pipeline: OperationPipeline
  runner: DocumentRunner
  /** who calls by now. Throws ServiceError where the key is no longer one */
  identify: () => Promise<Caller> | Caller
  lastEventId: string | undefined
  /** receives the credits of each event */
  charge: (credits: number) => void
}

export class ConditionsStream {
  readonly #parts: StreamParts
  readonly #requested: RequestedDocument
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
  constructor(requested: RequestedDocument, parts: StreamParts) {
    this.#parts = parts
    this.#call = { ...requested.context.call }
    this.#lastId = readEventId(parts.lastEventId)
    const { rawTexts, bodyBytes } = requested.context
    // the bytes of a text could be taken by the first run
    rawTexts?.restore(requested.variables, null)
    this.#requested = requested
    this.#seat = parts.open.take(this.#call.caller, bodyBytes || (requested.query?.length ?? 0))
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
      return eventText(writeResult({ errors: [toGraphqlError(failure)] }, this.#requested.context.renderer), null)
    }
  }

  async #isDue(): Promise<boolean> {
    if (this.#parts.pipeline.services.clock.nowMs() >= this.#dueAtMs) return true
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

  #run(): Promise<Outcome> {
    const { open, pipeline, runner } = this.#parts
    return runSelection({
      requested: this.#requested,
      call: this.#call,
      open,
      pipeline,
      runner,
      signal: this.#aborter.signal,
      charge: (credits) => this.#onCharge(credits),
      isWanted: (ran) => this.#isWanted(ran),
      note: (ran, context) => this.#note(ran, context),
    })
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
  async #note(ran: Ran & Pick<Outcome, 'finished'>, context: RequestedDocument['context']): Promise<Outcome> {
    const { id, codes, marks, forecasts, finished } = ran
    const isPassing = codes.some((code) => PASSING.has(code))
    const outcome = { ...ran, isOver: !isPassing && (id === null || ran.isNothing), event: null }
    const isWanted = id === null ? !(isPassing && this.#isKnown) : this.#isWanted(outcome)
    this.#runWith = toText(marks)
    const nowMs = this.#parts.pipeline.services.clock.nowMs()
    this.#dueAtMs =
      isPassing || this.#aborter.signal.aborted
        ? 0
        : Math.min(nowMs + LONGEST_WITHOUT_RUN_MS, Math.max(nowMs + SHORTEST_FRESH_MS, forecasts.freshUntilMs))
    if (isPassing) this.#wait()
    else this.#failures = 0
    if (!isWanted || this.#aborter.signal.aborted) return outcome
    if (id === null) return { ...outcome, event: eventText(writeResult(finished.result, context.renderer), null) }
    const text = context.written.inline(
      writeResult(
        await withAbout(outcome, this.#requested, {
          contextValue: context,
          lastId: this.#lastId,
          signal: this.#aborter.signal,
        }),
        context.renderer,
      ),
    )
    this.#lastId = id
    this.#parts.open.events++
    return { ...outcome, event: eventText(text, id) }
  }

  #wait(): void {
    this.#failures++
    const { retryMs } = this.#parts.open.limits
    this.#notBeforeMs = performance.now() + Math.min(LONGEST_RETRY_MS, retryMs * 2 ** (this.#failures - 1))
  }

  #onCharge(credits: number): void {
    this.#charged += credits
    this.#parts.charge(this.#charged)
  }
}

function endOf({ id }: Outcome): EndReason {
  return id === null ? 'refused' : 'failed'
}
