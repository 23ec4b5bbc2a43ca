// ETags of answers that hang on the live release, its catalogue (which a database may exchange by itself) and the request alone: known
// before anything runs, so that a client that still has the answer gets 304 at no cost. Weak, because the same answer leaves compressed or not. Null while nothing is live.

import { createHash } from 'node:crypto'
import type { Services } from '../src/services.ts'

/** Of an operation over a checked input; the same for every way of writing that input. */
export async function entityTag(services: Services, operation: string, input: unknown): Promise<string | null> {
  const live = services.releases.findLive()
  if (live === null) return null
  const digest = createHash('sha256').update(JSON.stringify([services.version, live.id, live.builtAt, (await services.findCatalogueMark?.()) ?? null, operation, input])).digest('base64url')
  return `W/"${digest.slice(0, 22)}"`
}

/** Whether an If-None-Match header names the tag (weak comparison, RFC 9110). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const opaque = tag.replace(/^W\//, '')
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque)
}
