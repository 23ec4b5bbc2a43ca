// HOT: npm run bench -- planner
// It judges tens of ways for one answer.
//
// Other good ways between two places (decision: alternatives; Abraham, Delling, Goldberg and Werneck, "Alternative
// Routes in Road Networks", 2013): at most 1.5 times as costly as the best, at most 70 % of their cost shared with it
// and with one another, and cheapest in every piece of a quarter of the best's cost. Candidates are the ways over
// plateaus, in the order of their merit; what is given has been checked, so fewer than asked is normal. Needs the
// metric of the setting.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable, ClosedEdges } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import type { Hierarchy } from '../cch/hierarchy.ts'
import type { LegFinder } from '../legs/find-leg.ts'
import { type LegPath, type LegTables, meetsClosed, sourceSeeds, targetSeeds } from '../legs/leg-path.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { breaksRestriction } from '../search/restricted-search.ts'
import { type SearchControl, type Seeds, stopIfCancelled } from '../search/search-types.ts'
import { PlateauFinder, type Plateau, costsAlong, sharedCost } from './plateaus.ts'

/** Times the best's cost. */
export const MAX_STRETCH = 1.5
export const MAX_SHARED = 0.7
/** Pieces of this share of the best's cost are cheapest. */
export const LOCAL_SHARE = 0.25
/** Plateaus of a smaller share of the best's cost are not looked at. */
const LEAST_PLATEAU = 0.02
/** The largest number of `#passedBy`. */
const LAST_LOOK = 2 ** 32 - 1
/** Ways that are judged for one answer. */
const MAX_JUDGED = 60

export interface AlternativesWanted {
  tables: LegTables
  from: SnapPoint
  to: SnapPoint
  best: LegPath
  count: number
  isAvoided: ClosedEdges | null
  control: SearchControl
}

/** A way with its costs along. */
interface Way {
  path: LegPath
  at: Float64Array
}

export class AlternativeFinder {
  readonly #graph: RoutingGraph
  readonly #finder: LegFinder
  readonly #plateaus: PlateauFinder
  /** by node: the number of the way that was last looked at and passes it */
  readonly #passedBy: Uint32Array
  #looks = 0
  /** by edge, a bit for each chosen way that uses it, the best is bit 0 */
  readonly #usedBy: Uint8Array

  constructor(graph: RoutingGraph, hierarchy: Hierarchy, finder: LegFinder) {
    this.#graph = graph
    this.#finder = finder
    this.#plateaus = new PlateauFinder(graph, hierarchy)
    this.#passedBy = new Uint32Array(graph.nodeCount)
    this.#usedBy = new Uint8Array(graph.edgeCount)
  }

  /** At most `count`, the best first, with the share of its cost that each has in common with the best way. */
  find(metric: Metric, wanted: AlternativesWanted): { path: LegPath; sharedShare: number }[] {
    const { tables, from, to, best, control } = wanted
    const { base: table = tables.table } = tables.table
    const source = sourceSeeds(this.#graph, table, from)
    const nodes = Array.from(best.arcs, (arc) => this.#graph.arcTarget(arc))
    nodes.push(...Array.from(source.nodes))
    return this.#plateaus.find(
      metric,
      table,
      {
        source,
        target: targetSeeds(this.#graph, table, to),
        nodes,
        best: best.cost,
        limit: MAX_STRETCH * best.cost,
        leastLength: LEAST_PLATEAU * best.cost,
      },
      control,
      (plateaus) => this.#choose(metric, table, wanted, plateaus),
    )
  }

  #choose(metric: Metric, table: CostTable, wanted: AlternativesWanted, plateaus: Plateau[]) {
    const chosen: Way[] = []
    const choose = (way: Way) => {
      const bit = 1 << chosen.length
      for (const arc of way.path.arcs) this.#usedBy[arc >>> 1] |= bit
      chosen.push(way)
    }
    choose(this.#wayOf(table, wanted.best))
    try {
      this.#chooseOthers(metric, table, wanted, plateaus, chosen, choose)
      return chosen.slice(1).map((way) => ({
        path: way.path,
        sharedShare: this.#sharedCost(way, chosen[0], 0) / way.path.cost,
      }))
    } finally {
      for (const { path } of chosen) for (const arc of path.arcs) this.#usedBy[arc >>> 1] = 0
    }
  }

  #chooseOthers(
    metric: Metric,
    table: CostTable,
    wanted: AlternativesWanted,
    plateaus: Plateau[],
    chosen: readonly Way[],
    choose: (way: Way) => void,
  ): void {
    const { tables, best, count, control } = wanted
    for (let judged = 0; judged < MAX_JUDGED && chosen.length <= count; ) {
      stopIfCancelled(control.cancelled)
      const plateau = takeBest(plateaus)
      if (plateau === null) break
      const shared = plateau.sharedCost()
      if (shared === null || shared > MAX_SHARED * plateau.cost) continue
      judged++
      const path = this.#finder.findVia(tables, metric, wanted.from, wanted.to, plateau.node)
      if (path === null || !this.#isAllowed(path, wanted)) continue
      const way = this.#wayOf(table, path)
      if (!chosen.every((other, number) => this.#differs(way, other, number))) continue
      if (
        plateau.lengthCost < LOCAL_SHARE * best.cost &&
        !this.#isLocallyBest(metric, table, wanted, way, plateau.node)
      )
        continue
      choose(way)
    }
  }

  #sharedCost(way: Way, other: Way, number: number): number {
    return sharedCost(way.path, way.at, other.path, this.#usedBy, 1 << number)
  }

  /** Whether two ways share little enough: of the cost of the new one, and unless the other is the best, of either. */
  #differs(way: Way, other: Way, number: number): boolean {
    const most = number === 0 ? way.path.cost : Math.min(way.path.cost, other.path.cost)
    return this.#sharedCost(way, other, number) <= MAX_SHARED * most
  }

  #wayOf(table: CostTable, path: LegPath): Way {
    return { path, at: costsAlong(this.#graph, table, path) }
  }

  /** Uses nothing that is avoided, passes no place twice, and turns where it may. */
  #isAllowed(path: LegPath, { tables, isAvoided }: AlternativesWanted): boolean {
    if (isAvoided !== null && meetsClosed(this.#graph, path, isAvoided)) return false
    const { arcs, startMm } = path
    const passedBy = this.#passedBy
    if (this.#looks === LAST_LOOK) passedBy.fill((this.#looks = 0))
    const look = ++this.#looks
    if (startMm === 0) passedBy[this.#graph.arcTail(arcs[0])] = look
    for (let i = 0; i < arcs.length; i++) {
      const node = this.#graph.arcTarget(arcs[i])
      if (passedBy[node] === look) return false
      passedBy[node] = look
    }
    return !(tables.restricted && breaksRestriction(this.#graph, arcs))
  }

  /**
   * Whether every piece is cheapest that costs a quarter of the best way, or just more. Only pieces across the node
   * need a look: the way to it and the way from it are cheapest.
   */
  #isLocallyBest(
    metric: Metric,
    table: CostTable,
    { from, to, best }: AlternativesWanted,
    { path, at }: Way,
    node: number,
  ): boolean {
    const { arcs } = path
    const least = LOCAL_SHARE * best.cost
    const end = arcs.length
    const via = this.#placeOf(path, node)
    const seedsAt = (place: number): Seeds =>
      place === 0
        ? sourceSeeds(this.#graph, table, from)
        : place === end
          ? targetSeeds(this.#graph, table, to)
          : { nodes: [this.#graph.arcTarget(arcs[place - 1])], costs: [0], arcs: [-1] }
    const isDetour = (i: number, j: number) => this.#finder.findSeedCost(metric, seedsAt(i), seedsAt(j)) < at[j] - at[i]
    const endOf = (i: number, from: number) => {
      let j = from
      while (j < end && at[j] - at[i] < least) j++
      return j
    }
    // a detour shows most in the piece whose middle is the node
    let middle = via
    while (middle > 0 && at[via] - at[middle] < least / 2) middle--
    if (isDetour(middle, endOf(middle, via))) return false
    for (let i = 0, j = 0, checked = -1; i < via; i++) {
      j = endOf(i, j)
      // a piece that ends where the one before it ended is a part of that
      if (j <= via || j === checked) continue
      checked = j
      if (isDetour(i, j)) return false
    }
    return true
  }

  /** Number of arcs before the node. */
  #placeOf({ arcs }: LegPath, node: number): number {
    return arcs.findIndex((arc) => this.#graph.arcTarget(arc) === node) + 1
  }
}

/** Takes the plateau whose way is the least detour for its length. */
function takeBest(plateaus: Plateau[]): Plateau | null {
  let best = -1
  let least = Infinity
  for (let i = 0; i < plateaus.length; i++) {
    const merit = 2 * plateaus[i].cost - plateaus[i].lengthCost
    if (merit >= least) continue
    least = merit
    best = i
  }
  if (best < 0) return null
  const taken = plateaus[best]
  plateaus[best] = plateaus[plateaus.length - 1]
  plateaus.pop()
  return taken
}
