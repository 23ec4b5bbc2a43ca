// Account operation: usage of the calling key in the current period. Without a key it is 401.
// Reads what the gate has counted and never counts itself.

import { say } from '../src/language/sentence.ts'
import { ServiceError } from '../src/errors.ts'
import type { UsageRow } from '../src/metering/counter-store.ts'
import type { Caller } from '../src/metering/caller.ts'
import type { PlanName } from '../src/metering/plans.ts'
import { defineOperation } from './pipeline/operation.ts'
import { type NoInput, noInput } from './input/input-fields.ts'

export interface Usage {
  period: { from: string; to: string }
  plan: PlanName
  credits: { limit: number; used: number; remaining: number; resetsAt: string }
  operations: UsageRow[]
}

export const usage = defineOperation<NoInput, Usage>({
  id: 'usage',
  summary: 'Calls and credits of the current period per operation. Needs a key.',
  input: noInput,
  limits: { bodyBytes: 0 },
  credits: 0,
  rateLimited: false,
  sources: [],
  raises: ['invalid_key'],
  run: async (_input, services, context) => {
    const caller = requireKey(context.caller)
    const nowMs = services.clock.nowMs()
    const credits = await services.allowance.usageState(caller, nowMs)
    return {
      period: { from: new Date(credits.fromMs).toISOString(), to: new Date(credits.resetMs).toISOString() },
      plan: caller.plan.name,
      credits: {
        limit: credits.limit,
        used: credits.used,
        remaining: credits.remaining,
        resetsAt: new Date(credits.resetMs).toISOString(),
      },
      operations: await services.allowance.listUsage(caller, nowMs),
    }
  },
})

function requireKey(caller: Caller): Caller {
  if (caller.key === null) throw new ServiceError(say('error.invalid_key.usage'))
  return caller
}
