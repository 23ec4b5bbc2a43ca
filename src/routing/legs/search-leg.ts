// The search for one leg under the tables of a request, helped by strong components: where two points lie in different
// ones, it is known without a search that no path joins them. A bicycle is pushed only on a leg that cannot be ridden
// (with dismounting where a tag requires it): there the cheapest way is searched again over everything that may be
// walked.

import { type CostTable, closing } from '../costs/arc-cost.ts'
import type { StrongComponents } from '../search/strong-components.ts'
import { type LegAnswer, type LegTables, sourceSeeds, targetSeeds } from './leg-path.ts'
import type { FindLegsInput } from './legs-input.ts'
import { type SnapPoint, edgesToStandOn, type EdgesToStandOn, usableEdges } from './snap-waypoints.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'

/** The cheapest way, ridden if it can be; `isBarred` as of KnownOfLeg, under the first tables. */
export function searchLeg(
  input: FindLegsInput,
  choice: Choice,
  from: SnapPoint,
  to: SnapPoint,
  isBarred = false,
): { answer: LegAnswer; tables: LegTables } {
  const { finder, control, components, onPushing } = input
  const { tables, pushing } = choice
  const widest = widestTable(choice)
  const isApart = (table: CostTable) => areApart(input, table, components.get(table, control.cancelled), from, to)
  // known components prove in no time what a search would have to flood the network for
  if (areApart(input, widest, components.find(widest), from, to)) return { answer: 'no_path', tables }
  const isPushed = pushing !== null && areApart(input, tables.table, components.find(tables.table), from, to)
  let used = tables
  let answer: LegAnswer = isPushed ? 'no_path' : finder.find(tables, from, to, control, { isBarred })
  // whether it is pushed must not depend on which components an earlier request has made known
  if (answer === 'unknown' && pushing !== null && isApart(tables.table)) answer = 'no_path'
  if (answer === 'no_path' && pushing !== null) {
    onPushing?.(pushing.table.base ?? pushing.table)
    used = pushing
    answer = finder.find(pushing, from, to, control)
  }
  if (answer === 'unknown' && isApart(widest)) answer = 'no_path'
  return { answer, tables: used }
}

/** Whether it is known that no path leads from one point to another under the table of the components. */
function areApart(
  { graph }: FindLegsInput,
  table: CostTable,
  components: StrongComponents | null,
  from: SnapPoint,
  to: SnapPoint,
): boolean {
  if (components === null || from.edge === to.edge) return false
  const ends = Array.from(targetSeeds(graph, table, to).nodes)
  return Array.from(sourceSeeds(graph, table, from).nodes).every((node) =>
    ends.every((end) => !components.mayLead(node, end)),
  )
}

/**
 * The component of an edge under a table: points on it can reach, and be reached from, all of that; -1 if they
 * cannot.
 */
export function componentsOfEdges(
  { graph, components, control }: FindLegsInput,
  table: CostTable,
): (edge: number) => number {
  const known = components.get(table, control.cancelled)
  const { edgeFrom, edgeTo } = graph.columns
  return (edge) => {
    const part = known.partOf(edgeFrom[edge])
    return part === known.partOf(edgeTo[edge]) ? part : -1
  }
}

/** As `componentsOfEdges`, of all that the tables open. */
export function componentsOfChoice(input: FindLegsInput, choice: Choice): (edge: number) => number {
  const widest = widestTable(choice)
  return outsideSubnetworks(input.graph, widest, componentsOfEdges(input, widest))
}

/** Tables to search with first, and those to use if they find no path: a bicycle is pushed. */
export interface Choice {
  tables: LegTables
  pushing: LegTables | null
  isUsable: (edge: number) => boolean
  /** where a point may lie */
  mayStandOn: EdgesToStandOn
  /** the first for each leg, replaced where the bicycle is pushed */
  ofLeg: LegTables[]
}

/**
 * The cost tables that a leg is searched under: those of the setting, and those for a bicycle that has to be pushed.
 * The tables of a request.
 */
export function chooseTables(input: FindLegsInput): Choice {
  const { graph, model, costs, waypoints, isAvoided = null } = input
  const table = closing(input.table, isAvoided)
  const opensFerrata = costs.profile !== 'bike' && costs.maxSac === 6
  const ferrata = opensFerrata ? closing(model.table({ ...costs, ferrata: true }), isAvoided) : null
  const uncapped = input.uncapped === undefined ? undefined : closing(input.uncapped, isAvoided)
  const tables: LegTables = { table, uncapped, ferrata, restricted: costs.profile === 'bike' }
  const pushing =
    costs.profile === 'bike' && costs.push === 'open'
      ? { ...tables, uncapped: undefined, table: closing(model.table({ ...costs, push: 'anywhere' }), isAvoided) }
      : null
  const widest = pushing?.table ?? ferrata ?? table
  const [isUsable, mayStandOn] = [usableEdges(graph, widest), edgesToStandOn(graph, widest)]
  return { tables, pushing, isUsable, mayStandOn, ofLeg: new Array<LegTables>(waypoints.length - 1).fill(tables) }
}

/** The table that opens all that the others open. */
function widestTable({ tables, pushing }: Choice): CostTable {
  return pushing?.table ?? tables.ferrata ?? tables.table
}

/** Nodes of a piece that is not small. */
const MANY = 500
/** Above the numbers of components. */
const FIRST_SUBNETWORK = 2 ** 40

/** Whether a component is a small subnetwork, cut off by areas. */
export const isSubnetwork = (part: number): boolean => part >= FIRST_SUBNETWORK

/**
 * Avoided edges cut the network into pieces that no table of components knows. Small ones, such as the stubs around an
 * area, are found here by looking around each edge, so that a waypoint beside an area is not moved onto a stub.
 * `partOf` gives the part of an edge without regard to what is avoided. The result distinguishes small islands from it,
 * and is `partOf` itself where nothing is avoided.
 */
export function outsideSubnetworks(
  graph: RoutingGraph,
  table: CostTable,
  partOf: (edge: number) => number,
): (edge: number) => number {
  if (table.isClosed === undefined) return partOf
  const { firstArc, arcHead, arcId, edgeFrom } = graph.columns
  const isUsable = usableEdges(graph, table)
  /** nodes looked at: their island, or -1 on a large piece */
  const islandOf = new Map<number, number>()
  let islandCount = 0
  const explore = (start: number): number => {
    const seen = new Set([start])
    let found = -2
    for (const node of seen) {
      for (let a = firstArc[node]; a < firstArc[node + 1] && found === -2; a++) {
        if (!isUsable(arcId[a] >>> 1)) continue
        seen.add(arcHead[a])
        if (seen.size >= MANY || islandOf.get(arcHead[a]) === -1) found = -1
      }
      if (found === -1) break
    }
    const island = found === -1 ? -1 : FIRST_SUBNETWORK + islandCount++
    for (const node of seen) islandOf.set(node, island)
    return island
  }
  return (edge) => {
    const node = edgeFrom[edge]
    const island = islandOf.get(node) ?? explore(node)
    return island === -1 ? partOf(edge) : island
  }
}
