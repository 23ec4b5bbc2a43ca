// Request string in, full answer string out, in this process, Valhalla and Waypost in turn on the same pairs.
// `cached`: the setting's metric is there. `unseen`: every request brings sliders that were never used before.

import { fromWire } from '../../../src/wire/wire-json.ts'
import { routeText } from '../../support/route-text.ts'
import type { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { planRoute as planRouteOperation } from '../../../resolvers/routing.ts'
import { peerRoute } from '../peer/peer-query.ts'
import type { Peer } from '../peer/valhalla.ts'
import { quantile, seeded, spread, type Pair } from './pairs.ts'

export interface Outcome {
  profile: string
  peerMs: number[]
  cachedMs: number[]
  unseenMs: number[]
  /** metres by pair, null where no route */
  peerLengthM: (number | null)[]
  ownLengthM: (number | null)[]
  ownBytes: number[]
}

/** What a REST request takes before the router: text -> JSON -> camelCase -> validated input. */
function readInput(text: string): PlanRouteInput {
  return planRouteOperation.input.parse(fromWire(JSON.parse(text))) as PlanRouteInput
}

export async function measureInProcess(
  planner: RoutePlanner,
  peer: Peer,
  pairs: Pair[],
  profile: 'hike' | 'bike',
  rounds = 5,
): Promise<Outcome> {
  const peerTexts = pairs.map((pair) => peerRoute(pair, profile))
  const own = pairs.map(({ from, to }) => JSON.stringify({ waypoints: [from, to], profile }))
  const random = seeded(7)
  const outcome: Outcome = {
    profile,
    peerMs: [],
    cachedMs: [],
    unseenMs: [],
    peerLengthM: [],
    ownLengthM: [],
    ownBytes: [],
  }

  // in turn, all pairs by one engine, then all by the other: each runs as it would alone; the first round warms up
  for (let round = 0; round <= rounds; round++) {
    for (let i = 0; i < pairs.length; i++) {
      const started = performance.now()
      const text = await peer.route(peerTexts[i]).catch(() => null)
      if (round > 0) outcome.peerMs.push(performance.now() - started)
      if (round === 1)
        outcome.peerLengthM.push(
          text === null
            ? null
            : (JSON.parse(text) as { trip: { summary: { length: number } } }).trip.summary.length * 1000,
        )
    }
    for (let i = 0; i < pairs.length; i++) {
      const started = performance.now()
      const text = answer(planner, own[i])
      if (round > 0) outcome.cachedMs.push(performance.now() - started)
      if (round !== 1) continue
      outcome.ownLengthM.push(text === null ? null : (JSON.parse(text) as { distance_m: number }).distance_m)
      if (text !== null) outcome.ownBytes.push(text.length)
    }
  }
  for (let round = 0; round < 2; round++) {
    for (const { from, to } of pairs) {
      // 21 hills x avoid_paved x max_sac x marked_trails (hike): drawn afresh, and the cache is instructed to forget
      const text = JSON.stringify({
        waypoints: [from, to],
        profile,
        hills: Math.round((random() * 2 - 1) * 10) / 10,
        avoid_paved: random() < 0.5,
        ...(profile === 'hike'
          ? { max_sac: 1 + Math.floor(random() * 6), marked_trails: random() < 0.5 ? 'prefer' : 'off' }
          : { bicycle_type: ['road', 'hybrid', 'mountain'][Math.floor(random() * 3)] }),
      })
      planner.forgetMetrics()
      const started = performance.now()
      answer(planner, text)
      outcome.unseenMs.push(performance.now() - started)
    }
  }
  return outcome
}

function answer(planner: RoutePlanner, text: string): string | null {
  try {
    return routeText(planner.planRoute(readInput(text)))
  } catch {
    return null
  }
}

export function report(outcome: Outcome): void {
  const ratio = (own: number[], share: number) => (quantile(own, share) / quantile(outcome.peerMs, share)).toFixed(3)
  console.log(
    `${outcome.profile}: ${outcome.ownLengthM.filter((v) => v !== null).length} of ${outcome.ownLengthM.length} pairs answered (Valhalla ${outcome.peerLengthM.filter((v) => v !== null).length}), median answer ${Math.round(quantile(outcome.ownBytes, 0.5) / 1000)} KB`,
  )
  console.log(`  Valhalla         ms ${spread(outcome.peerMs)}`)
  console.log(
    `  Waypost, cached  ms ${spread(outcome.cachedMs)}   ratio p50 ${ratio(outcome.cachedMs, 0.5)} p95 ${ratio(outcome.cachedMs, 0.95)}`,
  )
  console.log(
    `  Waypost, unseen  ms ${spread(outcome.unseenMs)}   ratio p50 ${ratio(outcome.unseenMs, 0.5)} p95 ${ratio(outcome.unseenMs, 0.95)}`,
  )
}
