// The search for one leg under the tables of a request, helped by connected parts: where two points lie in different
// ones, it is known without a search that no path joins them. A bicycle is pushed only on a leg that cannot be ridden
// (with dismounting where a tag requires it): there the cheapest way is searched again over everything that may be
// walked.

import type { CostTable } from '../costs/arc-cost.ts'
import type { StrongComponents } from '../search/strong-components.ts'
import { outsideSubnetworks } from './subnetworks.ts'
import type { LegAnswer, LegTables } from './leg-path.ts'
import { widestTable, type Choice } from './leg-tables.ts'
import type { FindLegsInput } from './legs-input.ts'
import { sourceSeeds, targetSeeds } from './point-seeds.ts'
import type { SnapPoint } from './snap-waypoints.ts'

/** The cheapest way, ridden if it can be; `isBarred` as of KnownOfLeg, under the first tables. */
export function searchLeg(
  input: FindLegsInput,
  choice: Choice,
  from: SnapPoint,
  to: SnapPoint,
  isBarred = false,
): { answer: LegAnswer; tables: LegTables } {
  const { finder, control, parts, onPushing } = input
  const { tables, pushing } = choice
  const widest = widestTable(choice)
  const isApart = (table: CostTable) => areApart(input, table, parts.get(table, control.cancelled), from, to)
  // known parts prove in no time what a search would have to flood the network for
  if (areApart(input, widest, parts.find(widest), from, to)) return { answer: 'no_path', tables }
  const isPushed = pushing !== null && areApart(input, tables.table, parts.find(tables.table), from, to)
  let used = tables
  let answer: LegAnswer = isPushed ? 'no_path' : finder.find(tables, from, to, control, { isBarred })
  // whether it is pushed must not depend on which parts an earlier request has made known
  if (answer === 'unknown' && pushing !== null && isApart(tables.table)) answer = 'no_path'
  if (answer === 'no_path' && pushing !== null) {
    onPushing?.(pushing.table.base ?? pushing.table)
    used = pushing
    answer = finder.find(pushing, from, to, control)
  }
  if (answer === 'unknown' && isApart(widest)) answer = 'no_path'
  return { answer, tables: used }
}

/** Whether it is known that no path leads from one point to another under the table of the parts. */
function areApart(
  { graph }: FindLegsInput,
  table: CostTable,
  parts: StrongComponents | null,
  from: SnapPoint,
  to: SnapPoint,
): boolean {
  if (parts === null || from.edge === to.edge) return false
  const ends = Array.from(targetSeeds(graph, table, to).nodes)
  return Array.from(sourceSeeds(graph, table, from).nodes).every((node) =>
    ends.every((end) => !parts.mayLead(node, end)),
  )
}

/**
 * Connected part of an edge under a table: points on it can reach, and be reached from, all of that part; -1 if they
 * cannot.
 */
export function partsOfEdges({ graph, parts, control }: FindLegsInput, table: CostTable): (edge: number) => number {
  const known = parts.get(table, control.cancelled)
  const { edgeFrom, edgeTo } = graph.columns
  return (edge) => {
    const part = known.partOf(edgeFrom[edge])
    return part === known.partOf(edgeTo[edge]) ? part : -1
  }
}

/** As `partsOfEdges`, of all that the tables open. */
export function partsOfChoice(input: FindLegsInput, choice: Choice): (edge: number) => number {
  const widest = widestTable(choice)
  return outsideSubnetworks(input.graph, widest, partsOfEdges(input, widest))
}
