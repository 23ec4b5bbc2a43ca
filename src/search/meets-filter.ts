// Whether a trail is within bounds; unknown facts never satisfy a bound. Pure.

import type { TrailFilter, TrailRow } from '../places/catalogue-rows.ts'

export function meetsFilter(
  trail: TrailRow,
  { type, levels, minLengthM, maxLengthM, roundtrip, maxSac, maxPavedShare }: TrailFilter,
): boolean {
  if (type != null && trail.type !== type) return false
  if (levels != null && (trail.level === null || !levels.includes(trail.level))) return false
  if (minLengthM != null && trail.lengthM < minLengthM) return false
  if (maxLengthM != null && trail.lengthM > maxLengthM) return false
  if (roundtrip != null && trail.roundtrip !== roundtrip) return false
  if (maxSac != null && (trail.sacMax === null || trail.sacMax > maxSac)) return false
  if (maxPavedShare != null) {
    const { pavedM, gravelM, trailM, unknownM } = trail.surfaces
    const totalM = pavedM + gravelM + trailM + unknownM
    // stretches of unknown surface may be paved
    if (totalM <= 0 || (pavedM + unknownM) / totalM > maxPavedShare) return false
  }
  return true
}
