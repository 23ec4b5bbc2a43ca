// The cheapest path between seeds under a cost table: by the hierarchy if the setting is customised, else by the
// bidirectional search over the same costs, guided on long legs by customised settings that are nowhere more expensive.
// With turn restrictions the search is guided by remaining costs.

import { distanceM } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { Metric } from '../cch/customise.ts'
import type { Hierarchy } from '../cch/hierarchy.ts'
import { HierarchyPotential } from '../cch/cch-potential.ts'
import { HierarchyQuery } from '../cch/cch-query.ts'
import type { Guide } from '../cch/guide.ts'
import type { MetricCache } from '../cch/metric-cache.ts'
import { BackwardPotential } from '../search/backward-potential.ts'
import { BidirectionalSearch } from '../search/bidirectional-search.ts'
import { ForwardSearch } from '../search/forward-search.ts'
import { RemainingCosts } from '../search/remaining-costs.ts'
import { breaksRestriction, restrictedPathBack, restrictedShortestPath } from '../search/restricted-search.ts'
import { searchPlaces, type SearchControl, type SearchOutcome, type Seeds } from '../search/search-types.ts'

/** Straight length from which a search without a metric of its own is guided by that of another setting. */
export const POTENTIAL_FROM_M = 10_000

/** A search as it was requested. */
interface Wanted {
  source: Seeds
  target: Seeds
  upperBound: number
  control: SearchControl
  isRestricted: boolean
}

export class PotentialSearch {
  /** null: the network has no hierarchy */
  readonly query: HierarchyQuery | null
  readonly #graph: RoutingGraph
  readonly #metrics: MetricCache
  readonly #hierarchy: Hierarchy | null
  /** made when they are first needed */
  #towards: HierarchyPotential | null = null
  #from: HierarchyPotential | null = null
  #backward: BackwardPotential | null = null
  readonly #known = new RemainingCosts()
  readonly #search: BidirectionalSearch
  readonly #forward: ForwardSearch
  /** of tables that avoid edges; each goes with its table */
  readonly #closed = new WeakMap<CostTable, Metric>()

  constructor(graph: RoutingGraph, hierarchy: Hierarchy | null, metrics: MetricCache) {
    this.#graph = graph
    this.#metrics = metrics
    this.#hierarchy = hierarchy
    const places = searchPlaces(graph.nodeCount)
    this.query = hierarchy === null ? null : new HierarchyQuery(graph, hierarchy, places)
    this.#search = new BidirectionalSearch(graph, places)
    this.#forward = new ForwardSearch(graph, places)
  }

  /**
   * A metric of a table that avoids edges, for as long as the table is used: worth its making where a request searches
   * under it for many pairs. Of paths that cost the same another may be found than without it.
   */
  useMetric(table: CostTable, metric: Metric): void {
    this.#closed.set(table, metric)
  }

  /**
   * Where a request avoids edges, first the path without regard to them: if it uses none, it is the answer. Else a
   * search that goes around them, guided by the costs without regard to them. `isRestricted`: the path must break no
   * turn restriction; the cheapest one seldom does, so that it is sought first.
   */
  shortest(
    table: CostTable,
    source: Seeds,
    target: Seeds,
    upperBound: number,
    control: SearchControl,
    isRestricted = false,
  ): SearchOutcome {
    const { isClosed, base = table } = table
    const wanted: Wanted = { source, target, upperBound, control, isRestricted }
    const own = this.#closed.get(table)
    if (own !== undefined) return this.#openShortest(table, own, null, wanted)
    const metric = this.#metrics.find(table.key)
    const guide = metric ?? this.#guideFor(base, source, target)
    const outcome = this.#openShortest(base, metric, guide, wanted)
    if (isClosed === undefined || outcome.path === null || !outcome.path.arcs.some((arc) => isClosed(arc >>> 1)))
      return outcome
    return this.#searchFor(table, guide, wanted)
  }

  #openShortest(table: CostTable, metric: Metric | null, guide: Guide | null, wanted: Wanted): SearchOutcome {
    if (metric === null || this.query === null) return this.#searchFor(table, guide, wanted)
    const { source, target, upperBound } = wanted
    const path = this.query.shortestPath(metric, table, source, target, upperBound)
    const outcome = { path, complete: true, lowerBound: path?.cost ?? upperBound, settledCount: 0 }
    return this.#isAllowed(outcome, wanted) ? outcome : this.#searchRestricted(table, wanted)
  }

  /**
   * Metrics of other settings that bound this one from below; none on shorter legs, where working out remaining costs
   * takes longer than it saves.
   */
  #guideFor(table: CostTable, source: Seeds, target: Seeds): Guide | null {
    if (source.nodes.length === 0 || target.nodes.length === 0) return null
    const [from, to] = [source.nodes[0], target.nodes[0]]
    const { nodeLonE7: lonE7, nodeLatE7: latE7 } = this.#graph.columns
    const apartM = distanceM(lonE7[from] / 1e7, latE7[from] / 1e7, lonE7[to] / 1e7, latE7[to] / 1e7)
    return apartM < POTENTIAL_FROM_M ? null : this.#metrics.findBelow(table)
  }

  /** Guided, from the source alone; else from both ends, with straight lines as bounds. */
  #searchFor(table: CostTable, guide: Guide | null, wanted: Wanted): SearchOutcome {
    const { source, target, upperBound, control } = wanted
    if (guide !== null && this.#hierarchy !== null) return this.#searchForward(table, this.#hierarchy, guide, wanted)
    const outcome = this.#search.shortestPath(table, source, target, upperBound, control)
    return this.#isAllowed(outcome, wanted) ? outcome : this.#searchRestricted(table, wanted)
  }

  /** First ignores turn restrictions. If that path breaks one, what was found guides a search that obeys them. */
  #searchForward(table: CostTable, hierarchy: Hierarchy, guide: Guide, wanted: Wanted): SearchOutcome {
    const { source, target, upperBound, control } = wanted
    const toTarget = this.#toTarget(hierarchy, guide, target)
    return this.#forward.shortestPath(table, source, target, upperBound, control, toTarget, (outcome, costBelow) => {
      if (this.#isAllowed(outcome, wanted)) return outcome
      const fromSource = this.#fromSource(hierarchy, guide, source)
      const boundOf = (node: number) => Math.max(costBelow(node), fromSource(node))
      return this.#restrictedBack(table, wanted, boundOf)
    })
  }

  #isAllowed({ path }: SearchOutcome, { source, target, isRestricted }: Wanted): boolean {
    if (!isRestricted || path === null) return true
    return !breaksRestriction(this.#graph, path.arcs, source.arcs[path.sourceSeed], target.arcs[path.targetSeed])
  }

  #toTarget(hierarchy: Hierarchy, guide: Guide, target: Seeds): (node: number) => number {
    return (this.#towards ??= new HierarchyPotential(hierarchy)).towards(guide, target)
  }

  #fromSource(hierarchy: Hierarchy, guide: Guide, source: Seeds): (node: number) => number {
    return (this.#from ??= new HierarchyPotential(hierarchy)).from(guide, source)
  }

  /** As `shortest`, of paths that break no turn restriction, where the cheapest is known to break one. */
  restricted(
    table: CostTable,
    source: Seeds,
    target: Seeds,
    upperBound: number,
    control: SearchControl,
  ): SearchOutcome {
    return this.#searchRestricted(table, { source, target, upperBound, control, isRestricted: true })
  }

  /**
   * Guided by the costs of the hierarchy if the setting is customised, from the targets back, so that those from one
   * source, and what is found of it, serve many searches. Otherwise guided by a search that ignores restrictions, or
   * without bounds by the remaining costs of a backward search.
   */
  #searchRestricted(table: CostTable, wanted: Wanted): SearchOutcome {
    const { source, target, upperBound, control } = wanted
    const metric = this.#closed.get(table) ?? this.#metrics.find(table.key)
    const guide = metric ?? this.#metrics.findBelow(table.base ?? table)
    if (guide === null || this.#hierarchy === null) {
      this.#backward ??= new BackwardPotential(this.#graph)
      const toTarget = this.#backward.towards(table, source, target, control)
      return restrictedShortestPath(this.#graph, table, source, target, upperBound, control, toTarget)
    }
    if (source.states !== undefined) {
      const toTarget = this.#toTarget(this.#hierarchy, guide, target)
      return restrictedShortestPath(this.#graph, table, source, target, upperBound, control, toTarget)
    }
    if (guide !== metric) return this.#searchForward(table, this.#hierarchy, guide, wanted)
    return this.#restrictedBack(table, wanted, this.#fromSource(this.#hierarchy, guide, source))
  }

  #restrictedBack(
    table: CostTable,
    { source, target, upperBound, control }: Wanted,
    fromSource: (node: number) => number,
  ): SearchOutcome {
    const known = this.#known.begin(table, source)
    return restrictedPathBack(this.#graph, table, source, target, upperBound, control, fromSource, known)
  }
}
