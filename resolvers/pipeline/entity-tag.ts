// ETags of answers that hang on the live release, the catalogue that answers (a database may context it by itself) and
// the request alone: known before anything runs, so that a client that still has the answer gets 304 at no cost. Weak,
// because the same answer leaves compressed or not. Null while nothing is live.

import { createHash } from 'node:crypto'
import type { Services } from '../../src/services.ts'

/**
 * Of an operation over a checked input; the same for every way of writing that input. `catalogueMark`: of answers from
 * the catalogue (Services.findCatalogueRevision). `language`: that its sentences are said in, null: it has none.
 */
export function entityTag(
  services: Pick<Services, 'releases' | 'version'>,
  operation: string,
  input: unknown,
  catalogueMark: string | null = null,
  language: string | null = null,
): string | null {
  const live = services.releases.findLive()
  if (live === null) return null
  const digest = createHash('sha256')
    .update(JSON.stringify([services.version, live.id, live.builtAt, operation, input, catalogueMark, language]))
    .digest('base64url')
  return `W/"${digest.slice(0, 22)}"`
}
