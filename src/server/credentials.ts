// The credentials of a request: keys by header and query, origin, and the address it counts for.

import { type TrustedProxies, clientAddress } from '../metering/client-address.ts'
import type { Credentials } from '../metering/caller.ts'
import type { RequestContext } from './request-context.ts'

const NO_KEYS: readonly string[] = []

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
