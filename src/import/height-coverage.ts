// What an import says if its height files do not cover the region.

import { toPercent } from './to-percent.ts'

const COVERED = 0.9

/** `knownShare`: of the points of the network, 0..1. Null if the files cover the region. Pure. */
export function toCoverageWarning(knownShare: number): string | null {
  if (knownShare >= COVERED) return null
  return `WARNING: the height files cover ${toPercent(knownShare)} of the region (of the points of its network). Heights, climb and grades are unknown elsewhere, not 0: give the files that are missing with --dem.`
}
