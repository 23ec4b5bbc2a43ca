// The headers of a metered answer about its allowance: `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft
// (draft-ietf-httpapi-ratelimit-headers-10), and the remaining credits of a keyed caller. Empty while metering is off;
// unknown values are left out.

import type { Receipt } from '../metering/allowance.ts'
import type { Caller } from '../metering/caller.ts'
import type { HeaderList } from './send-answer.ts'

export function allowanceHeaders({ rate, credits }: Receipt, caller: Caller, nowMs: number): HeaderList {
  const left: string[] = []
  const policies: string[] = []
  if (rate !== null) {
    left.push(`"rate";r=${rate.remaining};t=${rate.resetS}`)
    policies.push(`"rate";q=${rate.limit};w=${rate.limit / caller.ratePerS}`)
  }
  if (credits !== null) {
    left.push(`"credits";r=${credits.remaining};t=${Math.max(0, Math.ceil((credits.resetMs - nowMs) / 1000))}`)
    policies.push(`"credits";q=${credits.limit};w=${(credits.resetMs - credits.fromMs) / 1000}`)
  }
  if (left.length === 0) return []
  const headers = ['RateLimit', left.join(', '), 'RateLimit-Policy', policies.join(', ')]
  if (caller.key !== null && credits !== null) headers.push('X-Service-Credits-Remaining', String(credits.remaining))
  return headers
}
