// One leg: the proven cheapest path between two snapped points under a cost table. Found by the hierarchy if the
// setting is customised, else by the bidirectional search over the same costs, guided on long legs by customised
// settings that are nowhere dearer; if a bicycle's optimum breaks a turn restriction, searched again with restrictions.
// On one shared edge the direct way competes with every way around. Never draws a line without a path.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { BackwardPotential } from '../search/backward-potential.ts'
import { BidirectionalSearch, type Bounds } from '../search/bidirectional-search.ts'
import type { Metric } from '../hierarchy/customise.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import { HierarchyPotential } from '../hierarchy/hierarchy-potential.ts'
import { HierarchyQuery } from '../hierarchy/hierarchy-query.ts'
import type { MatrixQuery } from '../hierarchy/matrix-query.ts'
import type { BelowMetric, MetricCache } from '../hierarchy/metric-cache.ts'
import { breaksRestriction, restrictedShortestPath } from '../search/restricted-search.ts'
import type { PathResult, SearchControl, SearchOutcome, Seeds } from '../search/search-types.ts'
import { partCost, sourceSeeds, targetSeeds, type SnapPoint } from './snap-waypoints.ts'
import { isFerrata, spreadOverFerrata } from './via-ferrata.ts'
import { type LegPath, joinPath, type LegEnd } from './leg-path.ts'

/** The result of a search for a leg: a path, the proof that there is none, or unknown because the budget ran out. */
export type LegAnswer = LegPath | 'no_path' | 'unknown'

/** A setting's tables: `ferrata` opens the via ferrata that a waypoint lies on; null if none does. */
export interface LegTables {
  table: CostTable
  ferrata: CostTable | null
  /** turn restrictions bind */
  restricted: boolean
}

/** Straight length from which a search without a metric of its own is guided by that of another setting. */
export const GUIDED_FROM_M = 30_000
const NO_GUIDE: readonly BelowMetric[] = []

export class LegFinder {
  readonly #graph: RoutingGraph
  readonly #metrics: MetricCache
  readonly #hierarchy: Hierarchy | null
  readonly #query: HierarchyQuery | null
  /** made when they are first needed: 17 bytes a node each */
  readonly #towards: HierarchyPotential[] = []
  readonly #from: HierarchyPotential[] = []
  #backward: BackwardPotential | null = null
  readonly #search: BidirectionalSearch
  /** of tables that avoid edges; each goes with its table */
  readonly #closed = new WeakMap<CostTable, Metric>()

  constructor(graph: RoutingGraph, hierarchy: Hierarchy | null, metrics: MetricCache) {
    this.#graph = graph
    this.#metrics = metrics
    this.#hierarchy = hierarchy
    this.#query = hierarchy === null ? null : new HierarchyQuery(graph, hierarchy)
    this.#search = new BidirectionalSearch(graph)
  }

  /**
   * A metric of a table that avoids edges, for as long as the table is used: worth its making where a request searches
   * under it for many pairs. Of paths that cost the same another may be found than without it.
   */
  useMetric(table: CostTable, metric: Metric): void {
    this.#closed.set(table, metric)
  }

  /** Throws SearchStopped when the control's flag is raised. */
  find(tables: LegTables, from: SnapPoint, to: SnapPoint, control: SearchControl): LegAnswer {
    const direct = this.#direct(tables, from, to)
    const source = this.#end(tables, from, true)
    const target = this.#end(tables, to, false)
    const overFerrata = this.#directOverFerrata(tables, source, target, from, to)
    const known = overFerrata !== null && overFerrata.cost < (direct?.cost ?? Infinity) ? overFerrata : direct
    if (known !== null && known.cost === 0) return known
    const upperBound = known?.cost ?? Infinity
    const sourceOf = source.ferrata ?? source.seeds
    const targetOf = target.ferrata ?? target.seeds
    let outcome = this.#shortest(tables.table, sourceOf, targetOf, upperBound, control)
    let found = outcome.path === null ? known : joinPath(this.#graph, outcome.path, source, target, from, to, outcome)
    if (tables.restricted && found !== null && breaksRestriction(this.#graph, found.arcs)) {
      // the direct way on one edge passes no junction, so it breaks no restriction and remains the bound
      outcome = this.#restrictedPath(tables.table, sourceOf, targetOf, upperBound, control)
      found = outcome.path === null ? known : joinPath(this.#graph, outcome.path, source, target, from, to, outcome)
    }
    if (found === null) return outcome.complete ? 'no_path' : 'unknown'
    if (found === known && !outcome.complete)
      return { ...known, complete: false, lowerBound: Math.min(known.cost, outcome.lowerBound) }
    return found
  }

  /**
   * The cheapest way over a node, under a setting that is customised; null if there is none. By via ferrata no way is
   * found.
   */
  findVia({ table }: LegTables, metric: Metric, from: SnapPoint, to: SnapPoint, node: number): LegPath | null {
    const { base = table } = table
    const via: Seeds = { nodes: [node], costs: [0], arcs: [-1] }
    const source: LegEnd = { seeds: sourceSeeds(this.#graph, table, from), ferrata: null }
    const target: LegEnd = { seeds: targetSeeds(this.#graph, table, to), ferrata: null }
    const out = this.#query?.shortestPath(metric, base, source.seeds, via) ?? null
    const onwards = this.#query?.shortestPath(metric, base, via, target.seeds) ?? null
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
    return this.#query?.toMatrix() ?? null
  }

  /** Costs between seeds under a setting that is customised; Infinity where there is no path, or no hierarchy. */
  findSeedCost(metric: Metric, sources: Seeds, targets: Seeds): number {
    return this.#query?.distances(metric, sources, [targets])[0] ?? Infinity
  }

  /** The cost only, Infinity if no path is cheaper than the bound; null without a customised metric. */
  findCost(table: CostTable, from: SnapPoint, to: SnapPoint): number | null {
    const metric = this.#metrics.find(table.key)
    if (metric === null || this.#query === null) return null
    const direct = this.#direct({ table, ferrata: null, restricted: false }, from, to)
    const [cost] = this.#query.distances(
      metric,
      sourceSeeds(this.#graph, table, from),
      [targetSeeds(this.#graph, table, to)],
      direct?.cost ?? Infinity,
    )
    return Math.min(cost, direct?.cost ?? Infinity)
  }

  /**
   * Where a request avoids edges, first the path without regard to them: if it uses none, it is the answer. Else a
   * search that goes around them, guided by the costs without regard to them.
   */
  #shortest(table: CostTable, source: Seeds, target: Seeds, upperBound: number, control: SearchControl): SearchOutcome {
    const { isClosed, base = table } = table
    const own = this.#closed.get(table)
    if (own !== undefined) return this.#openShortest(table, own, NO_GUIDE, source, target, upperBound, control)
    const metric = this.#metrics.find(table.key)
    const guide = metric === null ? this.#guideFor(base, source, target) : [{ metric, share: 1 }]
    const outcome = this.#openShortest(base, metric, guide, source, target, upperBound, control)
    if (isClosed === undefined || outcome.path === null || !outcome.path.arcs.some((arc) => isClosed(arc >>> 1)))
      return outcome
    return this.#search.shortestPath(table, source, target, upperBound, control, this.#bounds(guide, source, target))
  }

  #openShortest(
    table: CostTable,
    metric: Metric | null,
    guide: readonly BelowMetric[],
    source: Seeds,
    target: Seeds,
    upperBound: number,
    control: SearchControl,
  ): SearchOutcome {
    if (metric === null || this.#query === null) {
      const bounds = this.#bounds(guide, source, target)
      return this.#search.shortestPath(table, source, target, upperBound, control, bounds)
    }
    const path = this.#query.shortestPath(metric, table, source, target, upperBound)
    return { path, complete: true, lowerBound: path?.cost ?? upperBound, settledCount: 0 }
  }

  /**
   * Metrics of other settings that bound this one from below; none on shorter legs, where working out remaining costs
   * takes longer than it saves.
   */
  #guideFor(table: CostTable, source: Seeds, target: Seeds): readonly BelowMetric[] {
    if (source.nodes.length === 0 || target.nodes.length === 0) return NO_GUIDE
    const [from, to] = [source.nodes[0], target.nodes[0]]
    this.#graph.positionsAt(from)
    const xyz = this.#graph.positionsAt(to)
    const apartM = Math.hypot(...[0, 1, 2].map((axis) => xyz[3 * from + axis] - xyz[3 * to + axis]))
    return apartM < GUIDED_FROM_M ? NO_GUIDE : this.#metrics.findBelow(table)
  }

  /** Undefined without a guide: straight lines. */
  #bounds(guide: readonly BelowMetric[], source: Seeds, target: Seeds): Bounds | undefined {
    const toTarget = this.#toTarget(guide, target)
    if (toTarget === undefined) return undefined
    const sources = guide.map(({ metric }, i) => this.#potentialOf(this.#from, i).from(metric, source))
    return { toTarget, toSource: weighted(guide, sources) }
  }

  #toTarget(guide: readonly BelowMetric[], target: Seeds): Bounds['toTarget'] | undefined {
    if (guide.length === 0 || this.#hierarchy === null) return undefined
    return weighted(
      guide,
      guide.map(({ metric }, i) => this.#potentialOf(this.#towards, i).towards(metric, target)),
    )
  }

  #potentialOf(list: HierarchyPotential[], i: number): HierarchyPotential {
    list[i] ??= new HierarchyPotential(this.#hierarchy!)
    return list[i]
  }

  /** Guided by remaining costs: those of the hierarchy if the setting is customised, else of a backward search. */
  #restrictedPath(
    table: CostTable,
    source: Seeds,
    target: Seeds,
    upperBound: number,
    control: SearchControl,
  ): SearchOutcome {
    const metric = this.#closed.get(table) ?? this.#metrics.find(table.key)
    const guide = metric === null ? this.#guideFor(table, source, target) : [{ metric, share: 1 }]
    let toTarget = this.#toTarget(guide, target)
    if (toTarget === undefined) {
      this.#backward ??= new BackwardPotential(this.#graph)
      toTarget = this.#backward.towards(table, source, target, control)
    }
    return restrictedShortestPath(this.#graph, table, source, target, upperBound, control, toTarget)
  }

  #end({ table, ferrata }: LegTables, point: SnapPoint, leaving: boolean): LegEnd {
    const onFerrata = ferrata !== null && isFerrata(this.#graph, point.edge)
    const own = onFerrata ? ferrata : table
    const seeds = leaving ? sourceSeeds(this.#graph, own, point) : targetSeeds(this.#graph, own, point)
    return { seeds, ferrata: onFerrata ? spreadOverFerrata(this.#graph, ferrata, seeds, leaving) : null }
  }

  /** The way along one shared edge, null if the points lie on different edges or it is closed in that direction. */
  #direct({ table, ferrata }: LegTables, from: SnapPoint, to: SnapPoint): LegPath | null {
    if (from.edge !== to.edge) return null
    if (from.atMm === to.atMm)
      return { arcs: new Uint32Array(0), startMm: 0, endMm: 0, cost: 0, complete: true, lowerBound: 0 }
    const own = ferrata !== null && isFerrata(this.#graph, from.edge) ? ferrata : table
    const back = from.atMm > to.atMm ? 1 : 0
    const arc = from.edge * 2 + back
    const cost = partCost(this.#graph, own, arc, Math.abs(to.atMm - from.atMm))
    if (cost >= FORBIDDEN) return null
    const lengthMm = this.#graph.columns.edgeLengthMm[from.edge]
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
  #directOverFerrata(
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
    return joinPath(this.#graph, path, source, { seeds: target.seeds, ferrata: null }, from, to, {
      path,
      complete: true,
      lowerBound: best,
      settledCount: 0,
    })
  }
}

/** The sum of costs by their shares. */
function weighted(guide: readonly BelowMetric[], costs: readonly Bounds['toTarget'][]): Bounds['toTarget'] {
  const [first, second] = costs
  if (costs.length === 1) return first
  const [{ share: ofFirst }, { share: ofSecond }] = guide
  return (node) => ofFirst * first(node) + ofSecond * second(node)
}
