// Which leg of a route lies so far along it.

/** Counted from 0. Beyond the end it is the last. */
export function legAt(legs: readonly { distanceM: number }[], atM: number): number {
  let endM = 0
  for (const [leg, { distanceM }] of legs.entries()) {
    endM += distanceM
    if (atM <= endM) return leg
  }
  return Math.max(0, legs.length - 1)
}
