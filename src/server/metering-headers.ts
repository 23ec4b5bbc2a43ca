// The headers of metering: of a request its credentials, of an answer its allowance.

import type { Receipt } from '../metering/allowance.ts'
import { type Caller, type Credentials, type TrustedProxies, clientAddress } from '../metering/caller.ts'
import type { HeaderList } from './send-answer.ts'
import type { RequestContext } from './request-context.ts'

/**
 * `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft (draft-ietf-httpapi-ratelimit-headers-10), and the
 * remaining credits of a caller with a key. Empty while metering is off; unknown values are left out.
 */
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

const NO_KEYS: readonly string[] = []

/** Keys by header and query, origin, and the address that a request counts for. */
export function credentialsOf(context: RequestContext, proxies: TrustedProxies): Credentials {
  const { headers } = context.request
  const apiKey = headers['x-api-key']
  return {
    authorization: headers.authorization,
    apiKeyHeader: Array.isArray(apiKey) ? apiKey.join(',') : apiKey,
    queryKeys: context.query.includes('key=') ? new URLSearchParams(context.query).getAll('key') : NO_KEYS,
    origin: headers.origin,
    address: addressOf(context, proxies),
  }
}

/** The address that a request counts for. */
export function addressOf({ request: { headers, socket } }: RequestContext, proxies: TrustedProxies): string {
  const forwarded = headers['x-forwarded-for']
  return clientAddress(socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(',') : forwarded, proxies)
}
