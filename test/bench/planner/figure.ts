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
