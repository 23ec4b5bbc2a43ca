// Decision `alternatives`: routes with alternatives. On 200 pairs, the number with at least one beside Valhalla's
// `alternates: 2` (goal: as many or more), and the time beside the same route alone (goal: p95 at most 6 times).
// Request string in, whole answer string out, in this process. On a busy machine the least processor time of the rounds
// of each pair tells more than the time of all rounds: other work interrupts long answers more often than short ones.

import { planRoute as operation } from '../../../resolvers/routing.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import type { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import { fromWire } from '../../../src/wire/wire-json.ts'
import { routeText } from '../../support/route-text.ts'
import { peerRoute } from '../peer/peer-query.ts'
import { makePairs, quantile, spread, type Pair } from '../routing/pairs.ts'
import { processorMs, type PlannerFigure } from './figure.ts'
import { mainComponent } from '../../support/main-component.ts'

const ROUNDS = 8

export const measureAlternatives: PlannerFigure = async ({ graph, planner, peer }) => {
  for (const profile of ['hike', 'bike'] as const) {
    const pairs = makePairs(graph, 200, 2, 15, profile === 'hike' ? 1 : 2, mainComponent(planner, profile))
    let own = 0
    let several = 0
    let peers = 0
    for (const pair of pairs) {
      const answer = await peer.route(peerRoute(pair, profile, { alternates: 2 })).catch(() => null)
      if (answer !== null && ((JSON.parse(answer) as { alternates?: unknown[] }).alternates?.length ?? 0) > 0) peers++
      const { alternatives } = JSON.parse(ask(planner, ownText(pair, profile, 2))) as { alternatives: unknown[] }
      if (alternatives.length > 0) own++
      if (alternatives.length > 1) several++
    }
    console.log(
      `${profile}: pairs of ${pairs.length} with an alternative: Waypost ${own} (with two: ${several}), Valhalla ${peers}`,
    )
    const measured = [0, 2, 3].map((count) => ({ count, ms: [] as number[], processor: pairs.map(() => Infinity) }))
    for (let round = 0; round <= ROUNDS; round++)
      pairs.forEach((pair, p) => {
        for (const { count, ms, processor } of measured) {
          const text = ownText(pair, profile, count)
          const before = processorMs()
          const started = performance.now()
          ask(planner, text)
          if (round > 0) ms.push(performance.now() - started)
          processor[p] = Math.min(processor[p], processorMs() - before)
        }
      })
    for (const kind of ['ms', 'processor'] as const)
      for (const one of measured) {
        const ratio = (share: number) => (quantile(one[kind], share) / quantile(measured[0][kind], share)).toFixed(2)
        const what = kind === 'ms' ? 'all rounds' : 'least processor time of each pair'
        console.log(
          `  alternatives ${one.count}, ${what}: ms ${spread(one[kind])}  ` +
            `ratio p50 ${ratio(0.5)} p95 ${ratio(0.95)} (goal: 6)`,
        )
      }
  }
}

function ownText({ from, to }: Pair, profile: string, alternatives: number): string {
  return JSON.stringify({ waypoints: [from, to], profile, ...(alternatives === 0 ? {} : { alternatives }) })
}

function ask(planner: RoutePlanner, text: string): string {
  return routeText(planner.planRoute(operation.input.parse(fromWire(JSON.parse(text))) as PlanRouteInput))
}
