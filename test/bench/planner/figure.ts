// One figure of `npm run bench -- planner`: measures and prints.

import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import type { RoutePlanner } from '../../../src/routing/route/plan-route.ts'
import type { Peer } from '../peer/valhalla.ts'

export type PlannerFigure = (parts: { graph: RoutingGraph; planner: RoutePlanner; peer: Peer }) => Promise<void>

/** Processor time of this process: what other work on the machine takes is not in it. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What a call takes by the clock and of processor time, all threads of this process together. */
export async function timed<T>(run: () => Promise<T> | T): Promise<{ answer: T; ms: number; processorMs: number }> {
  const before = processorMs()
  const started = performance.now()
  const answer = await run()
  return { answer, ms: performance.now() - started, processorMs: processorMs() - before }
}
