// Decision `avoid`: routes with an area to avoid, beside Valhalla with `exclude_polygons`: the same pairs and areas, in
// turn. Request string in, whole answer string out, in this process. The goal is a p95 of at most 0.5 of Valhalla's.

import { planRoute as operation } from '../../../resolvers/routing.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import type { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { fromWire } from '../../../src/wire/wire-json.ts'
import { routeText } from '../../support/route-text.ts'
import { starRing } from '../../support/touches-area.ts'
import { peerRoute } from '../peer/peer-query.ts'
import { makePairs, quantile, seeded, spread, type Pair } from '../routing/pairs.ts'
import type { PlannerFigure } from './figure.ts'
import { mainComponent } from '../../support/main-component.ts'

const ROUNDS = 3

export const measureAvoid: PlannerFigure = async ({ graph, planner, peer }) => {
  for (const profile of ['hike', 'bike'] as const) {
    const pairs = makePairs(graph, 200, 2, 15, profile === 'hike' ? 1 : 2, mainComponent(planner, profile))
    const random = seeded(16)
    const cases = pairs.map((pair) => ({ pair, ring: areaBeside(planner, pair, profile, random) }))
    const own: number[] = []
    const free: number[] = []
    const peers: number[] = []
    let ownAnswers = 0
    let peerAnswers = 0
    let around = 0
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { pair, ring } of cases) {
        const text = peerRoute(pair, profile, { exclude_polygons: [ring] })
        const started = performance.now()
        const answer = await peer.route(text).catch(() => null)
        if (round === 0) continue
        peers.push(performance.now() - started)
        if (answer !== null) peerAnswers++
      }
      for (const { pair, ring } of cases) {
        const withArea = time(() => ask(planner, ownText(pair, profile, ring)))
        const without = time(() => ask(planner, ownText(pair, profile, null)))
        if (round === 0) continue
        own.push(withArea.ms)
        free.push(without.ms)
        if (withArea.answer !== null) ownAnswers++
        if (withArea.answer !== null && withArea.answer !== without.answer) around++
      }
    }
    console.log(
      `${profile}: ${cases.length} areas on the way, ${ROUNDS} rounds; answered ${ownAnswers / ROUNDS} (Valhalla ${peerAnswers / ROUNDS}), gone around ${around / ROUNDS}`,
    )
    console.log(`  Valhalla, exclude_polygons  ms ${spread(peers)}`)
    console.log(`  Waypost, avoid              ms ${spread(own)}`)
    console.log(`  Waypost, the same without   ms ${spread(free)}`)
    const ratio = (share: number) => (quantile(own, share) / quantile(peers, share)).toFixed(3)
    console.log(`  ratio p50 ${ratio(0.5)}  p95 ${ratio(0.95)} (goal: p95 at most 0.5)`)
  }
}

/** Eight of ten lie on the way; 30 m to 1 km across. */
function areaBeside(planner: RoutePlanner, { from, to }: Pair, profile: 'hike' | 'bike', random: () => number) {
  const { lonE6, latE6 } = planner.planRoute({ waypoints: [from, to], profile }).line
  const at = Math.floor(lonE6.length * (0.2 + 0.6 * random()))
  const aside = random() < 0.8 ? 0 : 0.01
  const centre: [number, number] = [lonE6[at] / 1e6 + aside, latE6[at] / 1e6 + aside]
  return starRing(centre, 0.0003 * 15 ** random(), 4 + Math.floor(random() * 20), random)
}

function ownText({ from, to }: Pair, profile: 'hike' | 'bike', ring: [number, number][] | null): string {
  const avoid = ring === null ? {} : { avoid: { areas: { type: 'Polygon', coordinates: [ring] } } }
  return JSON.stringify({ waypoints: [from, to], profile, ...avoid })
}

function ask(planner: RoutePlanner, text: string): string | null {
  try {
    return routeText(planner.planRoute(operation.input.parse(fromWire(JSON.parse(text))) as PlanRouteInput))
  } catch {
    return null
  }
}

function time<T>(run: () => T): { answer: T; ms: number } {
  const started = performance.now()
  const answer = run()
  return { answer, ms: performance.now() - started }
}
