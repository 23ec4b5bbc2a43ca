// Decision `time`: seconds of every arc, on foot, running and by bicycle, beside making the metric of their costs; and
// the moving times of 200 routes, a kilometre beside a kilometre of Valhalla's of the same pairs. Both models say what
// they know; which is right is measured by `npm run bench -- hike-time`.

import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import { ArcTimes } from '../../../src/routing/details/arc-times.ts'
import { customise } from '../../../src/routing/cch/customise.ts'
import { mainComponent } from '../../support/main-component.ts'
import { type PeerProfile, peerRoute } from '../peer/peer-query.ts'
import { makePairs, quantile, type Pair } from '../routing/pairs.ts'
import { processorMs, type PlannerFigure } from './figure.ts'

const ROUNDS = 7

export const measureTimes: PlannerFigure = async ({ graph, planner, peer }) => {
  const { ferryDurations, hierarchy, model } = planner.parts
  for (const profile of ['hike', 'run', 'bike'] as const) {
    const timesMs: number[] = []
    const metricMs: number[] = []
    let unknown = 0
    const [from, to] = [graph.meta.bbox.slice(0, 2), graph.meta.bbox.slice(2)] as [number, number][]
    const table = model.table(costSettings(applySettings({ waypoints: [from, to], profile }).settings))
    for (let round = 0; round < ROUNDS; round++) {
      const startedMs = processorMs()
      const times = new ArcTimes(graph, { profile }, ferryDurations)
      unknown = 0
      for (let arc = 0; arc < graph.edgeCount * 2; arc++) if (times.of(arc) === Infinity) unknown++
      timesMs.push(processorMs() - startedMs)
      const metricStartedMs = processorMs()
      customise(graph, hierarchy!, table)
      metricMs.push(processorMs() - metricStartedMs)
    }
    console.log(
      `${profile}: ${graph.edgeCount * 2} arcs, ${unknown} of unknown time (ferries); processor time of all their seconds ` +
        `${quantile(timesMs, 0.5).toFixed(2)} ms, a metric of their costs ${quantile(metricMs, 0.5).toFixed(2)} ms`,
    )
    if (profile === 'run') continue // Valhalla has no runners
    const ratios: number[] = []
    for (const pair of makePairs(graph, 200, 2, 15, profile === 'hike' ? 1 : 2, mainComponent(planner, profile))) {
      const theirs = await peerPace(pair, profile)
      const { distanceM, time } = planner.planRoute({ waypoints: [pair.from, pair.to], profile })
      if (theirs !== null && time !== null) ratios.push(time.movingS / (distanceM / 1000) / theirs)
    }
    const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(2))
    console.log(
      `  seconds a kilometre, Waypost / Valhalla, ${ratios.length} routes: p10 ${low}  p50 ${middle}  p90 ${high}`,
    )
  }

  /** Seconds a kilometre. */
  async function peerPace(pair: Pair, profile: PeerProfile): Promise<number | null> {
    const answer = await peer.route(peerRoute(pair, profile)).catch(() => null)
    if (answer === null) return null
    const { summary } = (JSON.parse(answer) as { trip: { summary: { time: number; length: number } } }).trip
    return summary.time / summary.length
  }
}
