// Why a signed route of at most 1.3 times the length is left for another: under the costs of `prefer` each of climb,
// cars and difficulty is taken out in turn, and the two are compared again. What turns the choice by itself is the
// reason.

import type { RoutingGraph } from '../../../src/graph/routing-graph.ts'
import { arcCost, type CostTable } from '../../../src/routing/costs/arc-cost.ts'
import { CostModel } from '../../../src/routing/costs/cost-model.ts'
import { costSettings, applySettings } from '../../../src/routing/costs/route-settings.ts'
import { SAC, TRAFFIC, VISIBILITY } from '../../../src/routing/costs/foot-penalties.ts'
import type { RouteLine } from '../../../src/routing/details/route-line.ts'

export const REASONS = ['climb', 'cars', 'difficulty', 'two of these', 'neither'] as const
export type Reason = (typeof REASONS)[number]

type Whyer = (signed: RouteLine, taken: RouteLine) => Reason

/** Compares two routes of one pair; `signed` was left for `taken`. */
export function whyLeft(graph: RoutingGraph): Whyer {
  const { settings } = applySettings({ waypoints: [], profile: 'hike', markedTrails: 'prefer' })
  const table = (): CostTable => new CostModel(graph).table(costSettings(settings))
  const level = (whole: CostTable): CostTable => ({ ...whole, perAscentDm: 0, perDescentDm: 0 })
  const calm = () => withOnes([TRAFFIC as Record<string, number>], table)
  const easy = () => withOnes([SAC, VISIBILITY] as unknown as Record<string, number>[], table)
  const both = () => withOnes([TRAFFIC, SAC, VISIBILITY] as unknown as Record<string, number>[], table)
  const alone: [Reason, CostTable][] = [
    ['climb', level(table())],
    ['cars', calm()],
    ['difficulty', easy()],
  ]
  const pairs = [level(calm()), level(easy()), both()]
  return (signed, taken) => {
    const turns = (costs: CostTable) => costOf(graph, costs, signed) <= costOf(graph, costs, taken)
    const found = alone.find(([, costs]) => turns(costs))
    if (found !== undefined) return found[0]
    return pairs.some(turns) ? 'two of these' : 'neither'
  }
}

function costOf(graph: RoutingGraph, table: CostTable, { stepArc, stepAtMm, stepCount }: RouteLine): number {
  let sum = 0
  for (let i = 0; i < stepCount; i++) {
    const wholeMm = graph.columns.edgeLengthMm[stepArc[i] >>> 1]
    if (wholeMm > 0) sum += (arcCost(graph, table, stepArc[i]) * (stepAtMm[i + 1] - stepAtMm[i])) / wholeMm
  }
  return sum
}

/** Makes something while these penalties are 1. */
function withOnes<T>(penalties: Record<string, number>[], make: () => T): T {
  const before = penalties.map((penalty) => ({ ...penalty }))
  for (const penalty of penalties) for (const key of Object.keys(penalty)) penalty[key] = 1
  try {
    return make()
  } finally {
    penalties.forEach((penalty, i) => Object.assign(penalty, before[i]))
  }
}
