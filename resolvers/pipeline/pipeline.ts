// The operation pipeline: the nine steps of every call, in the order of decision `keys-and-credits`.
//
//   1 identify   2 rate   3 body size   4 parse   5 reserve   6 permit   7 run   8 settle   9 receipt
//
// A call of REST takes `accept` (1 to 4), `answer` (5 to 8) and `receipt` (9), each once. A GraphQL document takes 1 to
// 5, 8 and 9 once for all its operations (credit-session.ts); each of these is then a `run` with the credits and the
// permit of its document. So both transports run an operation by the same function, `run`.

import { say } from '../../src/language/sentence.ts'
import { ServiceError, toServiceError } from '../../src/errors.ts'
import type { Demand, Receipt, Reservation } from '../../src/metering/allowance.ts'
import type { KeyStore } from '../../src/metering/api-key.ts'
import {
  type Caller,
  type Credentials,
  type Pool,
  identifyCaller,
  keylessCaller,
  visitorOf,
} from '../../src/metering/caller.ts'
import type { Concurrency } from '../../src/metering/concurrency.ts'
import { PLANS } from '../../src/metering/plans.ts'
import type { RateLimiter } from '../../src/metering/rate-limiter.ts'
import type { CpuMeter } from '../../src/overload/cpu-meter.ts'
import { Deadline } from '../../src/overload/deadline.ts'
import type { Services } from '../../src/services.ts'
import { type AnyOperation, type Operation, creditsOf } from './operation.ts'
import { parseInput } from './parse-input.ts'

export interface PipelineParts {
  services: Services
  keys: KeyStore
  rates: RateLimiter
  concurrency: Concurrency
  metering: boolean
  requestTimeoutMs: number
  /** visitors of the explorer, known by the origin of its page; null: they count like any other address */
  explorer: { origin: string; pool: Pool } | null
}

/** One request of an identified caller. */
export interface Call {
  caller: Caller
  signal: AbortSignal
  requestId: string
  /** as of JobOptions */
  language?: string | null
  /** of the files that are written, where that is another */
  fileLanguage?: string | null
  /** measures what runs for it; absent: nothing does */
  cpu?: CpuMeter
  /** called for each operation that has just ended; `startedMs` by the performance clock */
  onOperation?: (operation: string, startedMs: number, error: ServiceError | null) => void
}

type Work<Output> = (services: Services) => Promise<Output> | Output

/** What the pipeline needs of an operation to charge for it. */
export type Charged = Pick<AnyOperation, 'id' | 'areaLookup'>

/** What one operation runs with: a reservation and a permit of its own, or those of its document. */
export interface OperationContext {
  call: Call
  /** what the operations of this request have asked together */
  requested: { forecastPoints: number }
  deadline: Deadline
  /** Null: the credits are reserved already; else they are once it is fulfilled. Throws ServiceError, or rejects. */
  reserve(operation: Charged, credits: number): Promise<void> | null
  /** Runs the work when the operation may begin, with the services that it is to use. */
  permit<Output>(operation: AnyOperation, work: Work<Output>): Promise<Output> | Output
  /** Charges what was reserved, or less; null: it failed, and costs nothing. */
  settle(operation: Charged, reserved: number, charged: number | null): void
}

export class OperationPipeline {
  readonly parts: PipelineParts

  constructor(parts: PipelineParts) {
    this.parts = parts
  }

  get services(): Services {
    return this.parts.services
  }

  /** The same pipeline before other services. */
  over(services: Services): OperationPipeline {
    return new OperationPipeline({ ...this.parts, services })
  }

  /**
   * Steps 1 to 4 of a call of REST: notes its caller in `context`, and returns its checked input. `readInput` reads no
   * more than the operation takes; `raw` members that it left unparsed are not checked. Throws ServiceError.
   */
  async accept<Input>(
    operation: Readonly<Operation<Input, unknown>>,
    context: { caller: Caller | null; cpu: CpuMeter },
    credentials: Credentials,
    readInput: () => Promise<GivenInput> | GivenInput,
  ): Promise<{ caller: Caller; input: Input }> {
    const caller = await this.identify(operation.takesKey, credentials)
    context.caller = caller
    if (operation.rateLimited) {
      this.checkCpu(context.cpu, caller)
      this.checkRate(caller)
    }
    const { value, raw } = await readInput()
    const input = parseInput(operation, value)
    return { caller, input: raw === null ? input : Object.assign(input as object, raw as Input) }
  }

  /** Steps 5 to 8 of a call of REST: one operation with a reservation of its own. Throws ServiceError only. */
  async answer<Input, Output>(
    operation: Readonly<Operation<Input, Output>>,
    input: Input,
    call: Call,
  ): Promise<{ output: Output; charged: number }> {
    const { caller } = call
    const { allowance, clock } = this.services
    const areaCreditsOf = (credits: number) => (operation.areaLookup ? credits : 0)
    let reservation: Reservation | null = null
    let charged = 0
    const deadline = new Deadline(call.signal, this.parts.requestTimeoutMs)
    const output = await run(operation, input, {
      call,
      requested: { forecastPoints: 0 },
      deadline,
      reserve: async (_, credits) => {
        reservation = await this.reserve(caller, { credits, areaCredits: areaCreditsOf(credits) })
      },
      permit: (_, work) => (operation.heavy ? this.#withPermit(caller, work) : work(this.services)),
      settle: (_, _reserved, credits) => {
        if (credits !== null) allowance.recordCall(caller, operation.id, credits, clock.nowMs())
        charged = credits ?? 0
        reservation?.settle(charged, areaCreditsOf(charged))
      },
    }).finally(() => deadline.end())
    return { output, charged }
  }

  /** Step 6. Throws ServiceError `concurrency_limit`. */
  async #withPermit<Output>(caller: Caller, work: Work<Output>): Promise<Output> {
    const release = await this.parts.concurrency.take(caller)
    try {
      return await work(this.services)
    } finally {
      release()
    }
  }

  /** Step 1. Operations that take no key ignore one. Throws ServiceError: two keys, unknown key, foreign origin. */
  identify(takesKey: boolean, credentials: Credentials): Promise<Caller> | Caller {
    return takesKey ? this.#identifyByKey(credentials) : keylessCaller(credentials.address)
  }

  async #identifyByKey(credentials: Credentials): Promise<Caller> {
    const { keys, services, explorer } = this.parts
    const caller = await identifyCaller(credentials, keys, services.clock.nowMs())
    return caller.key === null && explorer !== null && credentials.origin === explorer.origin
      ? visitorOf(explorer.pool, caller.address)
      : caller
  }

  /**
   * Step 2: whether any of the caller's processor time is left; a plan with a higher rate has as much more of it.
   * Throws ServiceError `rate_limited`.
   */
  checkCpu(cpu: CpuMeter, { rateAccount, ratePerS }: Caller): void {
    const waitS = ratePerS === Infinity ? 0 : cpu.begin(rateAccount, Math.max(1, ratePerS / PLANS.none.ratePerS))
    if (waitS > 0) throw new ServiceError(say('error.rate_limited.processor', { waitS }), { retryAfterS: waitS })
  }

  /** Step 2: takes one request from the caller's rate. Throws ServiceError `rate_limited`. */
  checkRate(caller: Caller): void {
    if (!this.parts.metering || caller.ratePerS === Infinity) return
    const waitS = this.parts.rates.take(caller.rateAccount, caller.ratePerS, this.parts.services.clock.nowMs())
    if (waitS > 0)
      throw new ServiceError(say('error.rate_limited.requests', { ratePerS: caller.ratePerS, waitS }), {
        retryAfterS: waitS,
      })
  }

  /** Gives back what `checkRate` took, of a request that the rate does not bind after all. */
  giveBackRate(caller: Caller): void {
    if (!this.parts.metering || caller.ratePerS === Infinity) return
    this.parts.rates.giveBack(caller.rateAccount, caller.ratePerS, this.parts.services.clock.nowMs())
  }

  /** Step 5. Throws ServiceError `credits_exhausted`, `bbox_daily_ceiling`. */
  reserve(caller: Caller, demand: Demand): Promise<Reservation> {
    const { allowance, clock } = this.parts.services
    return allowance.reserve(caller, demand, clock.nowMs())
  }

  /** Step 9. What the caller has left. */
  async receipt(caller: Caller): Promise<Receipt> {
    if (!this.parts.metering) return { rate: null, credits: null }
    const nowMs = this.parts.services.clock.nowMs()
    const rate =
      caller.ratePerS === Infinity ? null : this.parts.rates.state(caller.rateAccount, caller.ratePerS, nowMs)
    return { rate, credits: await this.parts.services.allowance.state(caller, nowMs) }
  }
}

/** An input before it is checked, and its large members that are passed on as bytes (src/wire/raw-json.ts). */
export interface GivenInput {
  value: unknown
  raw: object | null
}

/** Steps 5 to 8 of one operation, of either transport. Charged only when it answers. Throws ServiceError only. */
export function run<Input, Output>(
  operation: Readonly<Operation<Input, Output>>,
  input: Input,
  context: OperationContext,
): Promise<Output> {
  return runCharged(
    operation,
    creditsOf(operation, input),
    () => context.permit(operation, (services) => runNow(operation, input, services, context)),
    context,
    (output) => operation.chargedFor?.(input, output),
  )
}

/**
 * As `run`, with other work in place of the operation's own. It begins before this returns if its credits are reserved
 * already, so that batches form.
 */
export async function runCharged<Output>(
  operation: Charged,
  credits: number,
  work: () => Promise<Output> | Output,
  context: OperationContext,
  chargedFor: (output: Output) => number | undefined = () => undefined,
): Promise<Output> {
  const startedMs = performance.now()
  const { cpu, onOperation } = context.call
  let isReserved = false
  try {
    cpu?.checkDocument()
    const reserving = context.reserve(operation, credits)
    isReserved = true
    if (reserving !== null) await reserving
    const working = work()
    const output = working instanceof Promise ? await context.deadline.within(working) : working
    cpu?.resume()
    context.settle(operation, credits, Math.min(credits, chargedFor(output) ?? credits))
    onOperation?.(operation.id, startedMs, null)
    return output
  } catch (thrown) {
    if (isReserved) context.settle(operation, credits, null)
    cpu?.resume()
    const error = toServiceError(thrown)
    onOperation?.(operation.id, startedMs, error)
    throw error
  }
}

/** Step 7. */
function runNow<Input, Output>(
  operation: Readonly<Operation<Input, Output>>,
  input: Input,
  services: Services,
  { call: { requestId, language, fileLanguage, caller, cpu }, requested, deadline: { signal } }: OperationContext,
): Promise<Output> | Output {
  return operation.run(input, services, {
    signal,
    requestId,
    language,
    fileLanguage,
    caller,
    requested,
    cpu,
  })
}
