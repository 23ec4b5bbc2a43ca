// How old each published artifact is: the age of its SOURCE date against the configured maximum, in days.
// `fresh` and `stale` need both a source date and a maximum; anything else is `unknown`, with null for what is missing.
// A source date more than an hour in the future is not trusted: no age, `unknown`. (Up to an hour counts as a
// difference between two clocks: age 0.) The time of import or promotion is never used as the age of data.

import type { ArtifactInfo, ReleaseInfo } from './release-info.ts'
import { artifactKind, REQUIRED_ARTIFACTS, listMissingArtifacts } from './manifest.ts'
import { roundTo } from '../wire/numbers.ts'
import { DAY_MS, HOUR_MS } from '../durations.ts'

/** How far a source date may be ahead of this machine's clock and still count as "now". */
export const CLOCK_TOLERANCE_MS = HOUR_MS

export interface StatusEntry {
  version: string | null
  sourceTs: string | null
  promotedAt: string | null
  /** rounded to hundredths; null if the source date is unknown or not trusted */
  ageDays: number | null
  maxAgeDays: number | null
  state: 'fresh' | 'stale' | 'unknown'
}

/** An artifact published independently of the releases, e.g. `snow`. */
export interface PublishedArtifact {
  name: string
  version: string
  sourceTs: string | null
  promotedAt: string
}

export interface ArtifactStatus {
  schema: 'artifact-status/1'
  checkedAt: string
  /** whether the manifest is available; says nothing about freshness */
  available: boolean
  stale: string[]
  /** by artifact name; a required one that is not published is listed with nulls */
  artifacts: Map<string, StatusEntry>
}

/**
 * Interface 2.3 for the live release (null: nothing published). `maxAgeDays` holds the configured maximum by artifact
 * name; an artifact not listed has none and stays unknown. `others` are published beside the releases. Pure.
 */
export function artifactStatus(
  live: ReleaseInfo | null,
  maxAgeDays: ReadonlyMap<string, number>,
  nowMs: number,
  others: readonly PublishedArtifact[] = [],
): ArtifactStatus {
  const artifacts = new Map<string, StatusEntry>()
  for (const artifact of live?.artifacts ?? []) {
    artifacts.set(
      artifact.name,
      statusEntry(artifact, live!.promotedAt, maxAgeDays.get(artifactKind(artifact.name)) ?? null, nowMs),
    )
  }
  for (const other of others)
    artifacts.set(other.name, statusEntry(other, other.promotedAt, maxAgeDays.get(other.name) ?? null, nowMs))
  for (const name of REQUIRED_ARTIFACTS) {
    if (artifacts.has(name)) continue
    artifacts.set(name, {
      version: null,
      sourceTs: null,
      promotedAt: null,
      ageDays: null,
      maxAgeDays: maxAgeDays.get(name) ?? null,
      state: 'unknown',
    })
  }
  return {
    schema: 'artifact-status/1',
    checkedAt: new Date(nowMs).toISOString(),
    available: listMissingArtifacts(live).length === 0,
    stale: [...artifacts].filter(([, entry]) => entry.state === 'stale').map(([name]) => name),
    artifacts,
  }
}

function statusEntry(
  artifact: Pick<ArtifactInfo, 'version' | 'sourceTs'>,
  promotedAt: string | null,
  maxAgeDays: number | null,
  nowMs: number,
): StatusEntry {
  const ageMs = findAgeMs(artifact.sourceTs, nowMs)
  const state = ageMs === null || maxAgeDays === null ? 'unknown' : ageMs > maxAgeDays * DAY_MS ? 'stale' : 'fresh'
  const ageDays = ageMs === null ? null : roundTo(ageMs / DAY_MS, 100)
  return { version: artifact.version, sourceTs: artifact.sourceTs, promotedAt, ageDays, maxAgeDays, state }
}

/** Milliseconds since the source date; returns null if it is missing, invalid or in the future. */
function findAgeMs(sourceTs: string | null, nowMs: number): number | null {
  if (sourceTs === null) return null
  const ageMs = nowMs - Date.parse(sourceTs)
  if (Number.isNaN(ageMs) || ageMs < -CLOCK_TOLERANCE_MS) return null
  return Math.max(0, ageMs)
}
