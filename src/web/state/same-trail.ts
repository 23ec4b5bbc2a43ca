// Signed routes that the map holds more than once: one reference, one length, other names; and the reference of one
// whose name does not say it. Pure.

/** Lengths that differ by less are one. */
const SAME_LENGTH = 0.02

interface Signed {
  ref: string | null
  lengthM: number
}

/** Groups in the order of their first; what has no reference, or is a stage of it, stands alone. */
export function groupSameTrails<Trail extends Signed>(trails: readonly Trail[]): Trail[][] {
  return grouped(trails, isSame)
}

/** The same by their references alone, as what a route follows is stages of one trail and the whole of it. */
export function groupByRef<Trail extends Pick<Signed, 'ref'>>(trails: readonly Trail[]): Trail[][] {
  return grouped(trails, (one, other) => bare(one.ref) !== '' && bare(one.ref) === bare(other.ref))
}

/** Null where the name has it: `GR 11 Senda` has `GR11`. */
export function refBeside({ name, ref }: { name: string | null; ref: string | null }): string | null {
  return name === null || bare(name).includes(bare(ref)) ? null : ref
}

function grouped<Trail>(trails: readonly Trail[], isOne: (one: Trail, other: Trail) => boolean): Trail[][] {
  const groups: Trail[][] = []
  for (const trail of trails) {
    const same = groups.find(([first]) => isOne(first, trail))
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
    Math.abs(one.lengthM - other.lengthM) <= SAME_LENGTH * Math.max(one.lengthM, other.lengthM)
  )
}

/** `GR 11` is `GR11`. */
function bare(text: string | null): string {
  return (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
