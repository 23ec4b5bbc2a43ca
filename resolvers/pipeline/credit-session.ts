// What one request has reserved, and what it is charged: an operation that fails costs nothing, and one whose field
// fails after all is taken back. Heavy fields of one document share one slot and wait for each other
// (heavy-permits.ts); the same field of the elements of a list shares what it asks of terrain and providers.

import { toServiceError, type ServiceError } from '../../src/errors.ts'
import type { Demand, Reservation } from '../../src/metering/allowance.ts'
import type { Services } from '../../src/services.ts'
import { EncodedAnswer } from '../../src/wire/encoded-answer.ts'
import type { Call, PipelineParts } from './call.ts'
import { CreditReservation } from './credit-reservation.ts'
import { type AnyOperation, type Operation, creditsOf } from './operation.ts'
import { type FieldPath, keysOf, namesOf, startsWith } from './field-path.ts'
import { BatchLoader } from './batch-loader.ts'
import { HeavyPermits } from './heavy-permits.ts'
import { nextTurn } from '../../src/overload/next-turn.ts'
import { batchedServices, threadsInTurn } from './batched-services.ts'

/** Length of an answer that takes milliseconds to parse. */
const LONG_ANSWER = 262_144

/** What runs operations for a request, or for one field of a document. */
export interface Runner {
  readonly services: Services
  /** Runs one operation; charged only when it answers. Throws ServiceError only. */
  run<Input, Output>(resolver: Readonly<Operation<Input, Output>>, input: Input): Promise<Output>
  /**
   * As `run`, with work that is batched with that of other fields in place of the operation's own: charged as the
   * operation, only when it answers. The caller has checked what it asks. `work` begins before this returns, so that
   * batches form.
   */
  runLinked<Linked>(
    resolver: Pick<AnyOperation, 'id' | 'areaLookup'>,
    credits: number,
    work: () => Promise<Linked> | Linked,
  ): Promise<Linked>
}

interface Charge {
  path: FieldPath | null
  resolver: Pick<AnyOperation, 'id' | 'areaLookup'>
  credits: number
}

/** What one request has reserved and used up so far. */
export class CreditSession implements Runner {
  #charges: Charge[] = []
  #isSettled = false
  #hasLong = false
  readonly #parts: PipelineParts
  readonly #call: Call
  readonly #cover: CreditReservation
  readonly #heavy: HeavyPermits
  readonly #gatherings = new Map<string, BatchLoader>()
  readonly #asked = { forecastPoints: 0 }

  constructor(parts: PipelineParts, call: Call, demand: Demand, reservation: Reservation) {
    this.#parts = parts
    this.#call = call
    const { allowance, clock } = parts.services
    this.#heavy = new HeavyPermits(parts.concurrency, call.caller)
    this.#cover = new CreditReservation(allowance, call.caller, () => clock.nowMs(), { demand, reservation })
  }

  /** Credits that were reserved: before it ran, and for lists that were longer than known. */
  get reserved(): number {
    return this.#cover.reserved
  }

  get services(): Services {
    return this.#parts.services
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
      const place = namesOf(path).join('.')
      fields.set(place, (fields.get(place) ?? 0) + credits)
    }
    return fields
  }

  run<Input, Output>(resolver: Readonly<Operation<Input, Output>>, input: Input): Promise<Output> {
    return this.#run(null, resolver, input)
  }

  runLinked<Linked>(
    resolver: Pick<AnyOperation, 'id' | 'areaLookup'>,
    credits: number,
    work: () => Promise<Linked> | Linked,
  ): Promise<Linked> {
    return this.#runLinked(null, resolver, credits, work)
  }

  /**
   * The same session for one field: what it is charged is taken back where the field fails after all (`dropAt`).
   * `onOutput` is given what its operations answer, and may throw.
   */
  forField(path: FieldPath, onOutput: (output: unknown) => void = () => undefined): Runner {
    return {
      services: this.services,
      run: async (resolver, input) => {
        const output = await this.#run(path, resolver, input)
        onOutput(output)
        if (output instanceof EncodedAnswer && output.length > LONG_ANSWER) await this.#takeLong(output)
        return output
      },
      runLinked: (resolver, credits, work) => this.#runLinked(path, resolver, credits, work),
    }
  }

  /** Takes back what the field at this place of the answer, and all below it, were charged. */
  dropAt(place: readonly (string | number)[]): void {
    if (this.#isSettled) return
    this.#charges = this.#charges.filter(({ path }) => path === null || !startsWith(keysOf(path), place))
  }

  /** Takes back what fields were charged that the answer does not have. */
  dropUnless(isThere: (place: readonly (string | number)[]) => boolean): void {
    if (this.#isSettled) return
    this.#charges = this.#charges.filter(({ path }) => path === null || isThere(keysOf(path)))
  }

  /** Counts what was charged and gives the rest back; once. What answers later is not charged. */
  settle(): void {
    if (this.#isSettled) return
    this.#isSettled = true
    const { allowance, clock } = this.services
    const nowMs = clock.nowMs()
    for (const { resolver, credits } of this.#charges)
      allowance.recordCall(this.#call.caller, resolver.id, credits, nowMs)
    this.#cover.settle(sumOf(this.#charges), sumOf(this.#charges.filter(({ resolver }) => resolver.areaLookup)))
  }

  /**
   * A long answer is parsed next, and those of many fields may have come together: they take turns. The first is always
   * taken, the others only until no more is to be done.
   */
  async #takeLong(output: EncodedAnswer<unknown>): Promise<void> {
    const isFirst = !this.#hasLong
    this.#hasLong = true
    await nextTurn(this.#call.cpu)
    const { withdraw } = this.#call
    if (isFirst || withdraw?.aborted !== true) return
    output.release()
    throw withdraw.reason
  }

  #run<Input, Output>(
    path: FieldPath | null,
    resolver: Readonly<Operation<Input, Output>>,
    input: Input,
  ): Promise<Output> {
    const work = () => {
      if (path !== null) return this.#runGathered(path, resolver, input)
      return resolver.heavy ? this.#heavy.alone(() => this.#runNow(resolver, input)) : this.#runNow(resolver, input)
    }
    return this.#runLinked(path, resolver, creditsOf(resolver, input), work, (output) =>
      resolver.chargedFor?.(input, output),
    )
  }

  /** As one of the runs of this field, over all elements of the lists that contain it. */
  async #runGathered<Input, Output>(
    path: FieldPath,
    resolver: Readonly<Operation<Input, Output>>,
    input: Input,
  ): Promise<Output> {
    const field = `${resolver.id} ${namesOf(path).join('.')}`
    let gathering = this.#gatherings.get(field)
    if (gathering === undefined) this.#gatherings.set(field, (gathering = new BatchLoader()))
    const member = gathering.join()
    try {
      const shared = batchedServices(this.services, member, () => this.#call.cpu?.resume())
      if (!resolver.heavy) return await this.#runNow(resolver, input, shared)
      const inTurn = <T>(work: () => Promise<T>) => this.#heavy.inTurn(work)
      return await this.#heavy.together(() =>
        this.#runNow(resolver, input, threadsInTurn(shared, inTurn, this.#parts.requestTimeoutMs)),
      )
    } finally {
      member.leave()
    }
  }

  async #runLinked<Linked>(
    path: FieldPath | null,
    resolver: Pick<AnyOperation, 'id' | 'areaLookup'>,
    credits: number,
    work: () => Promise<Linked> | Linked,
    chargedFor: (output: Linked) => number | undefined = () => undefined,
  ): Promise<Linked> {
    const startedMs = performance.now()
    const areaCredits = resolver.areaLookup ? credits : 0
    const { withdraw } = this.#call
    let isClaimed = false
    try {
      withdraw?.throwIfAborted()
      const covered = this.#cover.claim(credits, areaCredits)
      isClaimed = true
      if (covered !== null) await covered
      const output = await work()
      this.#call.cpu?.resume()
      const charged = Math.min(credits, chargedFor(output) ?? credits)
      if (!this.#isSettled) this.#charges.push({ path, resolver, credits: charged })
      this.#call.onOperation?.(resolver.id, startedMs, null)
      return output
    } catch (thrown) {
      if (isClaimed) this.#cover.giveUp(credits, areaCredits)
      this.#call.cpu?.resume()
      // what has not begun is refused as busy by the threads that it waited for
      const own = toServiceError(thrown)
      const error = own.code === 'busy' && withdraw?.aborted === true ? (withdraw.reason as ServiceError) : own
      this.#call.onOperation?.(resolver.id, startedMs, error)
      throw error
    }
  }

  #runNow<Input, Output>(
    resolver: Readonly<Operation<Input, Output>>,
    input: Input,
    services: Services = this.services,
  ): Promise<Output> | Output {
    const { requestTimeoutMs } = this.#parts
    const { cpu, withdraw } = this.#call
    withdraw?.throwIfAborted()
    return resolver.run(input, services, {
      signal: this.#call.signal,
      withdraw,
      deadlineMs: Date.now() + requestTimeoutMs,
      requestId: this.#call.requestId,
      caller: this.#call.caller,
      asked: this.#asked,
      ...(cpu === undefined
        ? {}
        : { cpu, expect: () => cpu.expect(resolver.id), charge: (ms: number) => cpu.spend(ms, resolver.id) }),
    })
  }
}

function sumOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { credits }) => sum + credits, 0)
}
