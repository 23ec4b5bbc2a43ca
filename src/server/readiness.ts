// Whether requests can be answered, as /readyz says it on the public port and on the operator's own.

import type { ReleaseService } from '../services.ts'

export type Readiness = { release: string } | { unready: string }

/** `findUnready`: why requests cannot be answered now, null where they can. */
export function readReadiness(releases: ReleaseService, findUnready: () => string | null): Readiness {
  const live = releases.findLive()
  if (live === null) return { unready: 'No release is published yet.' }
  const unready = findUnready()
  return unready === null ? { release: live.id } : { unready }
}

/** The body of a 200. */
export function readinessText({ release }: { release: string }): string {
  return JSON.stringify({ status: 'ready', release })
}
