// The cost tables that a leg is searched under: those of the setting, and those for a bicycle that has to be pushed.

import { closing, type CostTable } from '../costs/arc-cost.ts'
import type { LegTables } from './leg-path.ts'
import type { FindLegsInput } from './legs-input.ts'
import { edgesToStandOn, type EdgesToStandOn, usableEdges } from './snap-waypoints.ts'

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

/** The tables of a request. */
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
export function widestTable({ tables, pushing }: Choice): CostTable {
  return pushing?.table ?? tables.ferrata ?? tables.table
}
