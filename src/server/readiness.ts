// Whether requests can be answered, as reported by /readyz on the public port and on the operator's own.

import type { ReleaseService } from '../releases/release-info.ts'

/**
 * `release`: the one that routes are found on; of several regions all of them, joined by `+`. `lost`: parts that are
 * down while the rest works, a sentence each.
 */
export type Readiness = { release: string; lost: readonly string[] } | { unready: string }

/**
 * `findUnready`: why requests cannot be answered now, null if they can. `findServed`: the releases that were taken up,
 * null while there is one that was not.
 */
export function readReadiness(
  releases: ReleaseService,
  findUnready: () => string | null,
  listLost: () => readonly string[] = () => [],
  findServed: () => string | null = () => null,
): Readiness {
  const live = releases.findLive()
  if (live === null) return { unready: 'No release is published yet.' }
  const unready = findUnready()
  return unready === null ? { release: findServed() ?? live.id, lost: listLost() } : { unready }
}

/** The body of a 200: if a part is down the rest still works, so the server stays in service. */
export function readinessText({ release, lost }: { release: string; lost: readonly string[] }): string {
  return JSON.stringify(lost.length === 0 ? { status: 'ready', release } : { status: 'degraded', lost, release })
}

/** The public version: which parts are down, but not why or where they are stored. */
export function publicReadinessText({ release, lost }: { release: string; lost: readonly string[] }): string {
  return readinessText({ release, lost: lost.map((sentence) => sentence.split(':', 1)[0]) })
}
