// The credits and the permit of a GraphQL document, which all its operations share. One reservation before anything
// runs covers all whose number was known; the elements of a list whose length nobody requested (points of a profile,
// stretches, instructions) are covered by further ones, just before they run, up to a bound. So nothing runs that is
// not paid for, no sum exceeds its limit, and a short document starts no thousands of operations.
// An operation that fails costs nothing, and one whose field fails after all is taken back.

import { say } from '../../src/language/sentence.ts'
import { NotBegun } from '../../src/errors.ts'
import type { Demand, Reservation } from '../../src/metering/allowance.ts'
import type { Services } from '../../src/services.ts'
import { EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import { BatchLoader, batchedServices, jobsInTurn } from './batch-loader.ts'
import { Deadline } from '../../src/overload/deadline.ts'
import { nextTurn } from '../../src/overload/next-turn.ts'
import type { AnyOperation, Operation } from './operation.ts'
import {
  type Call,
  type Charged,
  type OperationContext,
  type OperationPipeline,
  type PipelineParts,
  run,
  runCharged,
} from './pipeline.ts'

/** Runs of one request beyond what was reserved before: two links each of a list of a hundred. */
export const MAX_FURTHER_RUNS = 200
/** Length of an answer that takes milliseconds to parse. */
const LONG_ANSWER = 262_144

/** What runs operations for a document, or for one field of it. */
export interface Runner {
  readonly services: Services
  /** Runs one operation; charged only if it answers. `fileLanguage`: of a file that it writes. Throws ServiceError. */
  run<Input, Output>(
    operation: Readonly<Operation<Input, Output>>,
    input: Input,
    fileLanguage?: string | null,
  ): Promise<Output>
  /**
   * As `run`, with work that is batched with that of other fields in place of the operation's own: charged as the
   * operation, only when it answers. The caller has checked what it asks. `work` begins before this returns, so that
   * batches form.
   */
  runLinked<Linked>(operation: Charged, credits: number, work: () => Promise<Linked> | Linked): Promise<Linked>
}

/** Where a field is in its document, as graphql-js links it. */
export interface FieldPath {
  readonly prev: FieldPath | undefined
  readonly key: string | number
}

/** Step 5 for a document. Throws ServiceError `credits_exhausted`, `bbox_daily_ceiling`. */
export async function openSession({ parts }: OperationPipeline, call: Call, demand: Demand): Promise<CreditSession> {
  const { allowance, clock } = parts.services
  const reservation = await allowance.reserve(call.caller, demand, clock.nowMs())
  return new CreditSession(parts, call, { demand, reservation })
}

interface Charge {
  path: FieldPath | null
  operation: Charged
  credits: number
}

/** What one document has reserved and used up so far. */
export class CreditSession implements Runner {
  #charges: Charge[] = []
  #isSettled = false
  #hasLong = false
  readonly #parts: PipelineParts
  readonly #call: Call
  readonly #reserved: ReservedCredits
  readonly #permit: SharedPermit
  readonly #deadline: Deadline
  readonly #batches = new Map<string, BatchLoader>()
  readonly #requested = { forecastPoints: 0 }

  constructor(parts: PipelineParts, call: Call, first: Reserved) {
    this.#parts = parts
    this.#call = call
    const { allowance, clock } = parts.services
    this.#deadline = new Deadline(call.signal, parts.requestTimeoutMs)
    this.#permit = new SharedPermit(() => parts.concurrency.take(call.caller))
    this.#reserved = new ReservedCredits((demand) => allowance.reserve(call.caller, demand, clock.nowMs()), first)
  }

  /** Credits that were reserved: before it ran, and for lists that were longer than known. */
  get reserved(): number {
    return this.#reserved.credits
  }

  get services(): Services {
    return this.#parts.services
  }

  /** Aborts when the caller leaves or the time of the document is up. */
  get signal(): AbortSignal {
    return this.#deadline.signal
  }

  /** Credits of what has answered so far; of what is kept once it is settled. */
  get charged(): number {
    return sumOf(this.#charges)
  }

  /** Credits of what has answered so far, by the place of its field without positions in lists; only what costs. */
  get chargedByField(): Map<string, number> {
    const fields = new Map<string, number>()
    for (const { path, credits } of this.#charges) {
      if (path === null || credits === 0) continue
      const place = namesOf(path)
      fields.set(place, (fields.get(place) ?? 0) + credits)
    }
    return fields
  }

  run<Input, Output>(
    operation: Readonly<Operation<Input, Output>>,
    input: Input,
    fileLanguage?: string | null,
  ): Promise<Output> {
    return run(operation, input, writtenIn(this.#contextOf(null), fileLanguage))
  }

  runLinked<Linked>(operation: Charged, credits: number, work: () => Promise<Linked> | Linked): Promise<Linked> {
    return runCharged(operation, credits, work, this.#contextOf(null))
  }

  /**
   * The same session for one field: what it is charged is taken back where the field fails after all (`dropAt`).
   * `onOutput` is given what its operations answer, and may throw.
   */
  forField(path: FieldPath, onOutput: (output: unknown) => void = () => undefined): Runner {
    const context = this.#contextOf(path)
    return {
      services: this.services,
      run: async (operation, input, fileLanguage) => {
        const output = await run(operation, input, writtenIn(context, fileLanguage))
        onOutput(output)
        if (output instanceof EncodedAnswer && output.length > LONG_ANSWER) await this.#takeLong(output)
        return output
      },
      runLinked: (operation, credits, work) => runCharged(operation, credits, work, context),
    }
  }

  /** Takes back what the field at this place of the answer, and all below it, were charged. */
  dropAt(place: readonly (string | number)[]): void {
    this.#keep((keys) => !place.every((key, index) => keys[index] === key))
  }

  /** Takes back what fields were charged that the answer does not have. */
  dropUnless(isThere: (place: readonly (string | number)[]) => boolean): void {
    this.#keep(isThere)
  }

  #keep(isKept: (place: readonly (string | number)[]) => boolean): void {
    if (this.#isSettled) return
    this.#charges = this.#charges.filter(({ path }) => path === null || isKept(keysOf(path)))
  }

  /** Step 8: counts what was charged and gives the rest back; once. What answers later is not charged. */
  settle(): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#deadline.end()
    const { allowance, clock } = this.services
    const nowMs = clock.nowMs()
    for (const { operation, credits } of this.#charges)
      allowance.recordCall(this.#call.caller, operation.id, credits, nowMs)
    this.#reserved.settle(sumOf(this.#charges), sumOf(this.#charges.filter(({ operation }) => operation.areaLookup)))
  }

  /** What the operations of a field run with; null: of none. */
  #contextOf(path: FieldPath | null): OperationContext {
    return {
      call: this.#call,
      requested: this.#requested,
      deadline: this.#deadline,
      reserve: ({ areaLookup }, credits) => this.#reserved.claim(credits, areaLookup ? credits : 0),
      permit: (operation, work) => this.#permitIn(path, operation, work),
      settle: (operation, reserved, charged) => {
        if (charged === null) this.#reserved.giveUp(reserved, operation.areaLookup ? reserved : 0)
        else if (!this.#isSettled) this.#charges.push({ path, operation, credits: charged })
      },
    }
  }

  /** As one of the runs of this field, over all elements of the lists that contain it. */
  async #permitIn<Output>(
    path: FieldPath | null,
    { id, heavy }: AnyOperation,
    work: (services: Services) => Promise<Output> | Output,
  ): Promise<Output> {
    const field = path === null ? id : `${id} ${namesOf(path)}`
    let batch = this.#batches.get(field)
    if (batch === undefined) this.#batches.set(field, (batch = new BatchLoader()))
    const member = batch.join()
    try {
      const shared = batchedServices(this.services, member, () => this.#call.cpu?.resume())
      if (!heavy) return await work(shared)
      const services = jobsInTurn(shared, (job) => this.#permit.inTurn(job))
      return await this.#permit.together(() => work(services))
    } finally {
      member.leave()
    }
  }

  /**
   * A long answer is parsed next, and those of many fields may have come together: they take turns. The first is always
   * taken, the others only while the document may begin more.
   */
  async #takeLong(output: EncodedAnswer<unknown>): Promise<void> {
    const isFirst = !this.#hasLong
    this.#hasLong = true
    await nextTurn(this.#call.cpu)
    if (isFirst) return
    try {
      this.#call.cpu?.checkDocument()
    } catch (thrown) {
      output.release()
      throw thrown
    }
  }
}

interface Reserved {
  demand: Demand
  reservation: Reservation
}

/** The first reservation of a document and its further ones, and what was claimed of them. */
export class ReservedCredits {
  readonly #reserved: Reserved[] = []
  readonly #first: Demand
  readonly #reserve: (demand: Demand) => Promise<Reservation>
  #covered: Demand
  #claimed: Demand = { credits: 0, areaCredits: 0 }
  /** under way: what was claimed in the same turn is reserved together */
  #further: Promise<void> | null = null
  #furtherRuns = 0
  #tooMany: NotBegun | null = null
  #isSettled = false

  constructor(reserve: (demand: Demand) => Promise<Reservation>, first: Reserved) {
    this.#reserve = reserve
    this.#first = first.demand
    this.#reserved.push(first)
    this.#covered = { ...first.demand }
  }

  get credits(): number {
    return this.#reserved.reduce((sum, { demand }) => sum + demand.credits, 0)
  }

  /**
   * To be called before something runs, and `giveUp` after it where it does not answer. Null: it is covered; else it
   * may run once the promise is fulfilled. The promise rejects with ServiceError `credits_exhausted`,
   * `bbox_daily_ceiling`, `busy`. Throws NotBegun `invalid_input` beyond MAX_FURTHER_RUNS, having claimed nothing.
   */
  claim(credits: number, areaCredits: number): Promise<void> | null {
    if (this.#claimed.credits + credits > this.#first.credits && ++this.#furtherRuns > MAX_FURTHER_RUNS)
      throw (this.#tooMany ??= tooMany())
    this.#claimed.credits += credits
    this.#claimed.areaCredits += areaCredits
    if (this.#missing() === null) return null
    return (this.#further ??= Promise.resolve().then(() => this.#reserveFurther()))
  }

  /** What was claimed and did not answer. */
  giveUp(credits: number, areaCredits: number): void {
    this.#claimed.credits -= credits
    this.#claimed.areaCredits -= areaCredits
  }

  /** Keeps what was charged and gives the rest back; once. */
  settle(charged: number, areaCharged: number): void {
    this.#isSettled = true
    for (const { demand, reservation } of this.#reserved) {
      const credits = Math.min(charged, demand.credits)
      const area = Math.min(areaCharged, demand.areaCredits)
      reservation.settle(credits, area)
      charged -= credits
      areaCharged -= area
    }
  }

  #missing(): Demand | null {
    const areaCredits = Math.max(0, this.#claimed.areaCredits - this.#covered.areaCredits)
    const credits = Math.max(areaCredits, this.#claimed.credits - this.#covered.credits)
    return credits <= 0 ? null : { credits, areaCredits }
  }

  async #reserveFurther(): Promise<void> {
    this.#further = null
    const demand = this.#missing()
    if (demand === null) return
    this.#add(demand, 1)
    try {
      const reservation = await this.#reserve(demand)
      if (this.#isSettled) reservation.settle(0, 0)
      else this.#reserved.push({ demand, reservation })
    } catch (thrown) {
      this.#add(demand, -1)
      throw thrown
    }
  }

  #add({ credits, areaCredits }: Demand, sign: 1 | -1): void {
    this.#covered.credits += sign * credits
    this.#covered.areaCredits += sign * areaCredits
  }
}

/** Heavy fields of a document share one permit, or two of them would exceed a concurrency limit of one. */
class SharedPermit {
  readonly #take: () => Promise<() => void>
  #lastTurn: Promise<unknown> = Promise.resolve()
  #permit: { users: number; taken: Promise<() => void> } | null = null

  constructor(take: () => Promise<() => void>) {
    this.#take = take
  }

  /** From the first that begins to the last that ends. */
  async together<T>(work: () => Promise<T> | T): Promise<T> {
    const permit = (this.#permit ??= { users: 0, taken: this.#take() })
    permit.users++
    try {
      await permit.taken
      return await work()
    } finally {
      if (--permit.users === 0) {
        if (this.#permit === permit) this.#permit = null
        permit.taken.then(
          (release) => release(),
          () => undefined,
        )
      }
    }
  }

  /** After the jobs that were given before. */
  inTurn<T>(job: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(job)
    this.#lastTurn = turn.catch(() => undefined)
    return turn
  }
}

function keysOf(path: FieldPath): (string | number)[] {
  const keys: (string | number)[] = []
  for (let at: FieldPath | undefined = path; at !== undefined; at = at.prev) keys.push(at.key)
  return keys.reverse()
}

/** Without positions in lists: `trails.nodes.profile`. */
function namesOf(path: FieldPath): string {
  return keysOf(path)
    .filter((key) => typeof key === 'string')
    .join('.')
}

function sumOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { credits }) => sum + credits, 0)
}

function tooMany(): NotBegun {
  return new NotBegun(say('error.invalid_input.further_runs', { max: MAX_FURTHER_RUNS }))
}

function writtenIn(context: OperationContext, fileLanguage: string | null | undefined): OperationContext {
  return fileLanguage == null ? context : { ...context, call: { ...context.call, fileLanguage } }
}
