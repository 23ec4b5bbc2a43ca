// Supplied lines in one thread: matching and analysis with the planner's network, searches and metrics. The matcher is
// created by the first job that needs it, the length metric of a mode by the first line of that mode; `onMetricMade`
// lets other threads share it.

import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import { analyseRoute } from './analyse-route.ts'
import type { AnalyseJob, RouteAnalysis } from './analyse-types.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import { metricNow } from '../cch/metric-cache.ts'
import { TraceMatcher } from './match-trace.ts'
import type { MatchedTrace, MatchSettings, TracePoints } from './match-types.ts'
import type { PlannerParts } from '../route/planner-parts.ts'
import { searchControl, type PlanControl } from '../search/search-types.ts'
import { traceAnswer } from './trace-answer.ts'
import type { MatchJob, TraceAnswer } from './trace-types.ts'

/** Settled nodes of one search between two matched places without a metric. */
const MAX_SETTLED = 1_000_000

/**
 * Each throws SearchStopped when the control's flag is raised, and `network_unavailable` if the network was imported
 * without a hierarchy.
 */
export interface LineReader {
  match(trace: TracePoints, settings: MatchSettings, control?: PlanControl): MatchedTrace
  matchTrace(job: MatchJob, control?: PlanControl): Partial<TraceAnswer>
  analyseRoute(job: AnalyseJob, control?: PlanControl): RouteAnalysis
}

export function createLineReader(
  parts: PlannerParts,
  onMetricMade: (metric: Metric) => void = () => undefined,
): LineReader {
  const { graph, hierarchy, finder, metrics } = parts
  let made: TraceMatcher | null = null

  function matcher(): TraceMatcher {
    if (hierarchy === null) throw new ServiceError(say('error.network_unavailable.hierarchy'))
    const metricOf = (table: CostTable) => metricNow({ graph, hierarchy, metrics, onMetricMade }, table)
    return (made ??= new TraceMatcher({ graph, hierarchy, finder, metricOf }))
  }

  return {
    match: (trace, settings, control) => matcher().match(trace, settings, searchControl(MAX_SETTLED, control)),
    matchTrace(job, control) {
      const matched = matcher().match(
        { ...job, partStart: Int32Array.of(0, job.lon.length) },
        job,
        searchControl(MAX_SETTLED, control),
      )
      return traceAnswer(graph, job, matched, parts.engine.networkRelease)
    },
    analyseRoute: (job, control) => analyseRoute(parts, matcher(), job, searchControl(MAX_SETTLED, control)),
  }
}
