// Which leg of a route lies so far along it, and where a waypoint put into it belongs.

/** Counted from 0. Beyond the end it is the last. */
export function legAt(legs: readonly { distanceM: number }[], atM: number): number {
  let endM = 0
  for (const [leg, { distanceM }] of legs.entries()) {
    endM += distanceM
    if (atM <= endM) return leg
  }
  return Math.max(0, legs.length - 1)
}

/**
 * Where a waypoint belongs that is put into the line so far along it; null on a trail that is followed, which is a leg
 * of its own at one waypoint.
 */
export function waypointAt(legs: readonly { distanceM: number; trail: object | null }[], atM: number): number | null {
  const leg = legAt(legs, atM)
  if (legs[leg]?.trail != null) return null
  return legs.slice(0, leg).filter(({ trail }) => trail === null).length + 1
}
