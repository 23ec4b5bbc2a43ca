// Signed routes that the map holds more than once: one reference, one length, other names. Pure.

/** Lengths that differ by less are one. */
const SAME_LENGTH = 0.02

interface Signed {
  ref: string | null
  distanceM: number
}

/** Groups in the order of their first; what has no reference, or is a stage of it, stands alone. */
export function groupSameTrails<Trail extends Signed>(trails: readonly Trail[]): Trail[][] {
  const groups: Trail[][] = []
  for (const trail of trails) {
    const same = groups.find(([first]) => isSame(first, trail))
    if (same === undefined) groups.push([trail])
    else same.push(trail)
  }
  return groups
}

function isSame(one: Signed, other: Signed): boolean {
  const sign = bare(one.ref)
  return (
    sign !== '' &&
    sign === bare(other.ref) &&
    Math.abs(one.distanceM - other.distanceM) <= SAME_LENGTH * Math.max(one.distanceM, other.distanceM)
  )
}

/** `GR 11` is `GR11`. */
function bare(ref: string | null): string {
  return (ref ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
