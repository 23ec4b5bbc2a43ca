// What another language costs (docs/languages.md; goal: at most a tenth more of a route's answer): the same 100 routes
// on foot and by bicycle, request string in, bytes of the whole answer out, said in every language by turns. Of each
// route the least time of the rounds counts.

import { planRoute as operation } from '../../../resolvers/routing.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, rendererFor } from '../../../src/language/catalogue-files.ts'
import type { PlanRouteInput } from '../../../src/routing/costs/request-types.ts'
import { writeRoute } from '../../../src/routing/route/write-route.ts'
import { WireBytes } from '../../../src/wire/wire-bytes.ts'
import { fromWire } from '../../../src/wire/wire-json.ts'
import { mainComponent } from '../../support/main-component.ts'
import { makePairs, quantile } from '../routing/pairs.ts'
import type { PlannerFigure } from './figure.ts'

const ROUNDS = 12
const ROUTES = 100

export const measureLanguages: PlannerFigure = async ({ graph, planner }) => {
  const others = LANGUAGES.filter((tag) => tag !== DEFAULT_LANGUAGE)
  const out = new WireBytes(131_072)
  for (const profile of ['hike', 'bike'] as const) {
    const pairs = makePairs(graph, ROUTES, 2, 15, profile === 'hike' ? 3 : 4, mainComponent(planner, profile))
    const texts = pairs.map(({ from, to }) => JSON.stringify({ waypoints: [from, to], profile }))
    const leastMs = new Map([DEFAULT_LANGUAGE, ...others].map((tag) => [tag, texts.map(() => Infinity)]))
    for (let round = 0; round <= ROUNDS; round++)
      texts.forEach((text, t) => {
        // the first of them reads the ways into the processor's caches
        for (let turn = 0; turn < leastMs.size; turn++) {
          const [tag, least] = [...leastMs][(turn + round) % leastMs.size]
          const started = performance.now()
          const input = operation.input.parse(fromWire(JSON.parse(text))) as PlanRouteInput
          out.at = 0
          out.renderer = rendererFor(tag)
          writeRoute(planner.planRoute(input), out)
          if (round > 0) least[t] = Math.min(least[t], performance.now() - started)
        }
      })
    const sum = (values: number[]) => values.reduce((a, b) => a + b)
    const english = leastMs.get(DEFAULT_LANGUAGE)!
    for (const [tag, least] of leastMs)
      console.log(
        `${profile} ${tag}: p50 ${quantile(least, 0.5).toFixed(3)} ms, of English ${(sum(least) / sum(english)).toFixed(3)} (goal: 1.1)`,
      )
  }
}
