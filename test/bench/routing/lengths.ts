// Pairs whose length differs from Valhalla's by more than 15 %, each with its reason: found by asking Waypost again
// with one thing changed at a time (cap, preference, access, snapping) and seeing which change brings the lengths
// together.

import type { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import type { Outcome } from './in-process.ts'
import type { Pair } from './pairs.ts'

const LIMIT = 0.15

export function explainLengths(planner: RoutePlanner, pairs: Pair[], outcome: Outcome): void {
  const rows: string[] = []
  const reasons = new Map<string, number>()
  pairs.forEach((pair, i) => {
    const peer = outcome.peerLengthM[i]
    const own = outcome.ownLengthM[i]
    if (peer !== null && own !== null && Math.abs(own / peer - 1) <= LIMIT) return
    if (peer === null && own === null) return
    const reason =
      peer === null ? 'Valhalla finds no route' : explain(planner, pair, outcome.profile as 'hike' | 'bike', peer, own)
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    rows.push(`  ${pair.from} -> ${pair.to}: Valhalla ${km(peer)}, Waypost ${km(own)} (${reason})`)
  })
  console.log(`${outcome.profile}: ${rows.length} of ${pairs.length} pairs differ by more than 15 %`)
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`  ${count} x ${reason}`)
  for (const row of rows) console.log(row)
}

const km = (m: number | null) => (m === null ? 'none' : `${(m / 1000).toFixed(1)} km`)

function explain(
  planner: RoutePlanner,
  pair: Pair,
  profile: 'hike' | 'bike',
  peer: number,
  own: number | null,
): string {
  const base: PlanRouteInput = { waypoints: [pair.from, pair.to], profile }
  const close = (input: PlanRouteInput) => {
    try {
      return Math.abs(planner.planRoute(input).distanceM / peer - 1) <= LIMIT
    } catch {
      return false
    }
  }
  if (own === null && !close({ ...base, snapRadiusM: 5000 }) && profile === 'bike')
    return 'no bicycle route under decision `ways-and-access`'
  const foot: [string, Partial<PlanRouteInput>][] = [
    ['preference for signed trails', { markedTrails: 'off' }],
    ['preference: climbs', { hills: 1 }],
    ['preference: climbs avoided', { markedTrails: 'off', hills: -1 }],
    ['preference: Valhalla takes the shorter way', { shortest: true }],
    ['grade cap: harder paths', { maxSac: 6 }],
    ['grade cap and preference', { maxSac: 6, markedTrails: 'off' }],
    ['grade cap: Valhalla uses fewer graded paths', { maxSac: 1 }],
    ['snapping', { snapRadiusM: 2000 }],
  ]
  const bike: [string, Partial<PlanRouteInput>][] = [
    ['preference: bicycle type', { bicycleType: 'mountain' }],
    ['preference: bicycle type', { bicycleType: 'road' }],
    ['preference: climbs', { hills: 1 }],
    ['preference: climbs avoided', { hills: -1 }],
    ['preference: Valhalla takes the shorter way', { shortest: true }],
    ['preference: paved ways', { avoidPaved: true }],
    ['snapping', { snapRadiusM: 2000 }],
  ]
  for (const [reason, change] of profile === 'hike' ? foot : bike) if (close({ ...base, ...change })) return reason
  let shortest: number | null = null
  try {
    shortest = planner.planRoute({
      ...base,
      shortest: true,
      ...(profile === 'hike' ? { maxSac: 6, markedTrails: 'off' as const } : {}),
    }).distanceM
  } catch {
    /* none */
  }
  if (shortest !== null && shortest > peer * (1 + LIMIT)) return 'access: Valhalla uses ways that we close'
  if (own !== null && own > peer) return 'preference: several together'
  return 'preference: Valhalla goes around'
}
