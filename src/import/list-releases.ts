// What `npm run releases -- list` prints: the live release and the retired ones, with counts and sizes.

import { listReleaseFolders, readRelease } from '../releases/read-release.ts'
import type { LivePointer } from '../releases/release-manifest.ts'
import { toCount, toSize } from './progress-bar.ts'

export function listReleases(dataDir: string, pointer: LivePointer, asJson: boolean): string {
  const rows = [
    { id: pointer.release, state: 'live', promotedAt: pointer.promotedAt as string | null },
    ...pointer.retired.map(({ release, promotedAt }) => ({ id: release, state: 'retired', promotedAt })),
  ].map((row) => {
    try {
      const { counts, artifacts } = readRelease(dataDir, row.id, row.promotedAt, { mayBeStored: true })
      const bytes = artifacts.reduce((sum, artifact) => sum + (artifact.bytes ?? 0), 0)
      return { ...row, bytes: bytes as number | null, counts, problem: null as string | null }
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown
      return { ...row, bytes: null, counts: {}, problem: thrown.message }
    }
  })
  if (asJson) return JSON.stringify(rows, null, 2)
  const known = new Set(rows.map(({ id }) => id))
  const others = listReleaseFolders(dataDir).filter((id) => !known.has(id))
  const lines = rows.map(({ id, state, promotedAt, bytes, counts, problem }) => {
    const what =
      problem ?? `${toSize(bytes ?? 0)}, ${toCount(counts.edges ?? 0)} edges, ${toCount(counts.places ?? 0)} places`
    return `${state.padEnd(8)} ${id}  promoted ${promotedAt ?? 'at an unknown time'}  ${what}`
  })
  if (others.length > 0) lines.push(`never promoted, prune removes them: ${others.join(', ')}`)
  return lines.join('\n')
}
