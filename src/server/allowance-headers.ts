// What a metered answer says about the allowance: `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft
// (draft-ietf-httpapi-ratelimit-headers-10), and the credits left of a keyed caller. Empty while metering is off.

import type { Receipt } from '../gateway/allowance.ts'
import type { Caller } from '../gateway/caller.ts'
import type { HeaderList } from './send-answer.ts'

export function allowanceHeaders({ rate, credits }: Receipt, caller: Caller, nowMs: number): HeaderList {
  if (rate === null || credits === null) return []
  const creditsResetS = Math.max(0, Math.ceil((credits.resetMs - nowMs) / 1000))
  const periodS = (credits.resetMs - credits.fromMs) / 1000
  const headers = [
    'RateLimit', `"rate";r=${rate.remaining};t=${rate.resetS}, "credits";r=${credits.remaining};t=${creditsResetS}`,
    'RateLimit-Policy', `"rate";q=${rate.limit};w=${rate.limit / caller.ratePerS}, "credits";q=${credits.limit};w=${periodS}`,
  ]
  if (caller.key !== null) headers.push('X-Service-Credits-Remaining', String(credits.remaining))
  return headers
}
