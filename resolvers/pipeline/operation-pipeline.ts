// The gate, in the order of decision `keys-and-credits`: identify, rate (429), body size (413, by the door), parse
// (400), credits (429), slot (429), run, settle. REST runs one operation with its own reservation; a GraphQL document
// reserves once for all of its operations and settles downwards (credit-session.ts).

import { ServiceError } from '../../src/errors.ts'
import type { Demand, Receipt } from '../../src/metering/allowance.ts'
import { type Caller, type Credentials, identifyCaller, keylessCaller, visitorOf } from '../../src/metering/caller.ts'
import { PLANS } from '../../src/metering/plans.ts'
import type { CpuMeter } from '../../src/overload/cpu-meter.ts'
import type { Services } from '../../src/services.ts'
import type { Call, PipelineParts } from './call.ts'
import { type Operation, creditsOf } from './operation.ts'
import { CreditSession } from './credit-session.ts'

export class OperationPipeline {
  readonly parts: PipelineParts

  constructor(parts: PipelineParts) {
    this.parts = parts
  }

  get services(): Services {
    return this.parts.services
  }

  /** The same gate before other services. */
  over(services: Services): OperationPipeline {
    return new OperationPipeline({ ...this.parts, services })
  }

  /** Operations that take no key ignore one. Throws ServiceError: two keys, unknown key, foreign origin. */
  identify(keyed: boolean, credentials: Credentials): Promise<Caller> | Caller {
    return keyed ? this.#identifyKeyed(credentials) : keylessCaller(credentials.address)
  }

  async #identifyKeyed(credentials: Credentials): Promise<Caller> {
    const { keys, services, explorer } = this.parts
    const caller = await identifyCaller(credentials, keys, services.clock.nowMs())
    return caller.key === null && explorer !== null && credentials.origin === explorer.origin
      ? visitorOf(explorer.pool, caller.address)
      : caller
  }

  /**
   * Whether any of the caller's processor time is left; a plan with a higher rate has as much more of it. Throws
   * ServiceError `rate_limited`.
   */
  checkCpu(cpu: CpuMeter, { rateAccount, ratePerS }: Caller): void {
    const waitS = ratePerS === Infinity ? 0 : cpu.begin(rateAccount, Math.max(1, ratePerS / PLANS.none.ratePerS))
    if (waitS > 0)
      throw new ServiceError(
        'rate_limited',
        `Your recent requests took more processor time than this service gives a caller. Wait ${waitS} s.`,
        { retryAfterS: waitS },
      )
  }

  /** Takes one request from the caller's rate. Throws ServiceError `rate_limited`. */
  checkRate(caller: Caller): void {
    if (!this.parts.metering || caller.ratePerS === Infinity) return
    const waitS = this.parts.rates.take(caller.rateAccount, caller.ratePerS, this.parts.services.clock.nowMs())
    if (waitS > 0)
      throw new ServiceError('rate_limited', `More than ${caller.ratePerS} requests a second. Wait ${waitS} s.`, {
        retryAfterS: waitS,
      })
  }

  /** Gives back what `checkRate` took, of a request that the rate does not bind after all. */
  giveBackRate(caller: Caller): void {
    if (!this.parts.metering || caller.ratePerS === Infinity) return
    this.parts.rates.giveBack(caller.rateAccount, caller.ratePerS, this.parts.services.clock.nowMs())
  }

  /** Reserves, runs and settles one operation over a checked input. */
  async run<Input, Output>(
    resolver: Readonly<Operation<Input, Output>>,
    input: Input,
    call: Call,
  ): Promise<{ output: Output; charged: number }> {
    const session = await this.openSession(call, {
      credits: creditsOf(resolver, input),
      areaCredits: resolver.areaLookup ? creditsOf(resolver, input) : 0,
    })
    try {
      return { output: await session.run(resolver, input), charged: session.charged }
    } finally {
      session.settle()
    }
  }

  /**
   * One reservation for everything that a request will run. Throws ServiceError `credits_exhausted`,
   * `bbox_daily_ceiling`.
   */
  async openSession(call: Call, demand: Demand): Promise<CreditSession> {
    const reservation = await this.parts.services.allowance.reserve(
      call.caller,
      demand,
      this.parts.services.clock.nowMs(),
    )
    return new CreditSession(this.parts, call, demand, reservation)
  }

  async receipt(caller: Caller): Promise<Receipt> {
    if (!this.parts.metering) return { rate: null, credits: null }
    const nowMs = this.parts.services.clock.nowMs()
    const rate =
      caller.ratePerS === Infinity ? null : this.parts.rates.state(caller.rateAccount, caller.ratePerS, nowMs)
    return { rate, credits: await this.parts.services.allowance.state(caller, nowMs) }
  }
}
