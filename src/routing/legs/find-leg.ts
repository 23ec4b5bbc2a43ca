// One leg: the proven cheapest path between two snapped points under a cost table (potential-search.ts); if a bicycle's
// optimum breaks a turn restriction, searched again with restrictions. On one shared edge the direct way competes with
// every way around. Never draws a line without a path.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { type CostTable, FORBIDDEN, arcCosts } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import type { Hierarchy } from '../cch/hierarchy.ts'
import type { MatrixQuery } from '../cch/cch-query.ts'
import type { MetricCache } from '../cch/metric-cache.ts'
import type { PathResult, SearchControl, SearchOutcome, Seeds } from '../search/search-types.ts'
import { PotentialSearch } from './potential-search.ts'
import {
  type LegAnswer,
  type LegEnd,
  type LegPath,
  type LegTables,
  joinPath,
  partCost,
  sourceSeeds,
  targetSeeds,
} from './leg-path.ts'
import type { SnapPoint } from './snap-waypoints.ts'
import { isFerrata, spreadOverFerrata } from './via-ferrata.ts'

interface KnownOfLeg {
  /** the cheapest way breaks a turn restriction */
  isBarred?: boolean
  /** only a cheaper way is searched for: without one the answer is `no_path`, or a direct way that costs more */
  belowCost?: number
}

export class LegFinder {
  readonly #graph: RoutingGraph
  readonly #metrics: MetricCache
  readonly #search: PotentialSearch

  constructor(graph: RoutingGraph, hierarchy: Hierarchy | null, metrics: MetricCache) {
    this.#graph = graph
    this.#metrics = metrics
    this.#search = new PotentialSearch(graph, hierarchy, metrics)
  }

  /** As PotentialSearch.useMetric. */
  useMetric(table: CostTable, metric: Metric): void {
    this.#search.useMetric(table, metric)
  }

  /** Throws SearchStopped when the control's flag is raised. */
  find(
    tables: LegTables,
    from: SnapPoint,
    to: SnapPoint,
    control: SearchControl,
    { isBarred = false, belowCost = Infinity }: KnownOfLeg = {},
  ): LegAnswer {
    const direct = directWay(this.#graph, tables, from, to)
    const source = this.#end(tables, from, true)
    const target = this.#end(tables, to, false)
    const overFerrata = directOverFerrata(this.#graph, tables, source, target, from, to)
    const known = overFerrata !== null && overFerrata.cost < (direct?.cost ?? Infinity) ? overFerrata : direct
    if (known !== null && known.cost === 0) return known
    const upperBound = Math.min(known?.cost ?? Infinity, belowCost)
    const sourceOf = source.ferrata ?? source.seeds
    const targetOf = target.ferrata ?? target.seeds
    const joined = (outcome: SearchOutcome) =>
      outcome.path === null ? known : joinPath(this.#graph, outcome.path, source, target, from, to, outcome)
    const find = (table: CostTable) =>
      this.#search.shortest(table, sourceOf, targetOf, upperBound, control, tables.restricted)
    const wide = this.#findUncapped(tables, find)
    const isOwn = wide !== null && this.#isOpen(tables.table, wide.path?.arcs ?? [])
    // the direct way on one edge passes no junction, so it breaks no restriction: its cost bounds every search
    const outcome = isBarred
      ? this.#search.restricted(tables.table, sourceOf, targetOf, upperBound, control)
      : isOwn
        ? wide
        : find(tables.table)
    const found = joined(outcome)
    if (found === null) return outcome.complete ? 'no_path' : 'unknown'
    if (found === known && !outcome.complete)
      return { ...known, complete: false, lowerBound: Math.min(known.cost, outcome.lowerBound) }
    return wide === null ? found : { ...found, uncapped: (isOwn ? null : joined(wide)) ?? found }
  }

  /**
   * The cheapest path without the cap, if it is wanted and the setting has no metric. The cheapest path rarely uses
   * what the cap closes, so this one search usually finds both. Null if it was not searched for, or is not proven.
   */
  #findUncapped({ table, uncapped }: LegTables, find: (table: CostTable) => SearchOutcome): SearchOutcome | null {
    if (uncapped === undefined || this.#metrics.find(table.key) !== null) return null
    const outcome = find(uncapped)
    return outcome.complete ? outcome : null
  }

  #isOpen(table: CostTable, arcs: Iterable<number>): boolean {
    const costOf = arcCosts(this.#graph, table)
    for (const arc of arcs) if (costOf(arc) === FORBIDDEN) return false
    return true
  }

  /**
   * The whole arcs from the end of one arc to the beginning of another, such that no turn restriction is broken, those
   * into and out of them included. `state`: of the restriction automaton after the first arc. Throws SearchStopped.
   */
  findTurns({ table }: LegTables, from: { arc: number; state: number }, to: number, control: SearchControl): LegAnswer {
    const source: Seeds = {
      nodes: [this.#graph.arcTarget(from.arc)],
      costs: [0],
      arcs: [from.arc],
      states: [from.state],
    }
    const target: Seeds = { nodes: [this.#graph.arcTail(to)], costs: [0], arcs: [to] }
    const { path, complete, lowerBound } = this.#search.restricted(table, source, target, Infinity, control)
    if (path === null) return complete ? 'no_path' : 'unknown'
    return { arcs: path.arcs, startMm: 0, endMm: 0, cost: path.cost, complete, lowerBound }
  }

  /**
   * The cheapest way over a node, under a setting that is customised; null if absent. By via ferrata no way is
   * found.
   */
  findVia({ table }: LegTables, metric: Metric, from: SnapPoint, to: SnapPoint, node: number): LegPath | null {
    const { base = table } = table
    const via: Seeds = { nodes: [node], costs: [0], arcs: [-1] }
    const source: LegEnd = { seeds: sourceSeeds(this.#graph, table, from), ferrata: null }
    const target: LegEnd = { seeds: targetSeeds(this.#graph, table, to), ferrata: null }
    const out = this.#search.query?.shortestPath(metric, base, source.seeds, via) ?? null
    const onwards = this.#search.query?.shortestPath(metric, base, via, target.seeds) ?? null
    if (out === null || onwards === null) return null
    const arcs = new Uint32Array(out.arcs.length + onwards.arcs.length)
    arcs.set(out.arcs)
    arcs.set(onwards.arcs, out.arcs.length)
    const path = { arcs, cost: out.cost + onwards.cost, sourceSeed: out.sourceSeed, targetSeed: onwards.targetSeed }
    return joinPath(this.#graph, path, source, target, from, to, {
      path,
      complete: true,
      lowerBound: path.cost,
      settledCount: 0,
    })
  }

  /** Paths between many points under settings that are customised; null if the network has no hierarchy. */
  toMatrix(): MatrixQuery | null {
    return this.#search.query?.toMatrix() ?? null
  }

  /** Costs between seeds under a setting that is customised; Infinity where there is no path, or no hierarchy. */
  findSeedCost(metric: Metric, sources: Seeds, targets: Seeds): number {
    return this.#search.query?.distances(metric, sources, [targets])[0] ?? Infinity
  }

  #end({ table, ferrata }: LegTables, point: SnapPoint, leaving: boolean): LegEnd {
    const onFerrata = ferrata !== null && isFerrata(this.#graph, point.edge)
    const own = onFerrata ? ferrata : table
    const seeds = leaving ? sourceSeeds(this.#graph, own, point) : targetSeeds(this.#graph, own, point)
    return { seeds, ferrata: onFerrata ? spreadOverFerrata(this.#graph, ferrata, seeds, leaving) : null }
  }
}

/**
 * The way between two points that needs no search: along the edge that they share, or along one via ferrata. The way
 * along one shared edge, null if the points lie on different edges or it is closed in that direction.
 */
function directWay(graph: RoutingGraph, { table, ferrata }: LegTables, from: SnapPoint, to: SnapPoint): LegPath | null {
  if (from.edge !== to.edge) return null
  if (from.atMm === to.atMm)
    return { arcs: new Uint32Array(0), startMm: 0, endMm: 0, cost: 0, complete: true, lowerBound: 0 }
  const own = ferrata !== null && isFerrata(graph, from.edge) ? ferrata : table
  const back = from.atMm > to.atMm ? 1 : 0
  const arc = from.edge * 2 + back
  const cost = partCost(graph, own, arc, from.atMm, to.atMm)
  if (cost >= FORBIDDEN) return null
  const lengthMm = graph.columns.edgeLengthMm[from.edge]
  const along = (atMm: number) => (back === 1 ? lengthMm - atMm : atMm)
  return {
    arcs: Uint32Array.of(arc),
    startMm: along(from.atMm),
    endMm: along(to.atMm),
    cost,
    complete: true,
    lowerBound: cost,
  }
}

/** Both points on one via ferrata: the cheapest way along it. */
function directOverFerrata(
  graph: RoutingGraph,
  { ferrata }: LegTables,
  source: LegEnd,
  target: LegEnd,
  from: SnapPoint,
  to: SnapPoint,
): LegPath | null {
  if (ferrata === null || source.ferrata === null || target.ferrata === null) return null
  let best = Infinity
  let s = -1
  let t = -1
  for (let i = 0; i < source.ferrata.nodes.length; i++) {
    for (let j = 0; j < target.seeds.nodes.length; j++) {
      const cost = source.ferrata.costs[i] + target.seeds.costs[j]
      if (source.ferrata.nodes[i] !== target.seeds.nodes[j] || cost >= best) continue
      best = cost
      s = i
      t = j
    }
  }
  if (s < 0) return null
  const path: PathResult = { cost: best, sourceSeed: s, targetSeed: t, arcs: new Uint32Array(0) }
  return joinPath(graph, path, source, { seeds: target.seeds, ferrata: null }, from, to, {
    path,
    complete: true,
    lowerBound: best,
    settledCount: 0,
  })
}
