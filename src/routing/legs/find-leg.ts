// One leg: the proven cheapest path between two snapped points under a cost table. Found by the hierarchy if the
// setting is customised, else by the bidirectional search over the same costs, guided on long legs by a customised
// setting that is nowhere dearer; if a bicycle's optimum breaks a turn
// restriction, searched again with restrictions. On one shared edge the direct way competes with every way around.
// Never draws a line without a path.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { BackwardPotential } from '../search/backward-potential.ts'
import { BidirectionalSearch, type Bounds } from '../search/bidirectional-search.ts'
import type { Metric } from '../hierarchy/customise.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import { HierarchyPotential } from '../hierarchy/hierarchy-potential.ts'
import { HierarchyQuery } from '../hierarchy/hierarchy-query.ts'
import type { MetricCache } from '../hierarchy/metric-cache.ts'
import { breaksRestriction, restrictedShortestPath } from '../search/restricted-search.ts'
import type { PathResult, SearchControl, SearchOutcome, Seeds } from '../search/search-types.ts'
import { partCost, sourceSeeds, targetSeeds, type SnapPoint } from './snap-waypoints.ts'
import { isFerrata, spreadOverFerrata, type FerrataSeeds } from './via-ferrata.ts'

export interface LegPath {
  /** arcs in order of travel; the first and the last may be partial */
  arcs: Uint32Array
  /** where the leg begins and ends: millimetres from the tail of the first and of the last arc */
  startMm: number
  endMm: number
  cost: number
  /** proven cheapest; else `lowerBound` says how cheap a better one might be */
  complete: boolean
  lowerBound: number
}

/** A leg as found; `path` null: drawn straight. */
export interface FoundLeg {
  from: SnapPoint
  to: SnapPoint
  path: LegPath | null
  /** the leg follows a signed route; absent: it does not */
  isFollowed?: true
}

/** The result of a search for a leg: a path, the proof that there is none, or unknown because the budget ran out. */
export type LegAnswer = LegPath | 'no_path' | 'unknown'

/** A setting's tables: `ferrata` opens the via ferrata that a waypoint lies on; null if none does. */
export interface LegTables {
  table: CostTable
  ferrata: CostTable | null
  /** turn restrictions bind */
  restricted: boolean
}

const NO_ARCS: readonly number[] = []
/** Straight length from which a search without a metric of its own is guided by that of another setting. */
const GUIDED_FROM_M = 30_000

interface End {
  seeds: Seeds
  /** seeds spread over a via ferrata, null on an ordinary edge */
  ferrata: FerrataSeeds | null
}

export class LegFinder {
  readonly #graph: RoutingGraph
  readonly #metrics: MetricCache
  readonly #hierarchy: Hierarchy | null
  readonly #query: HierarchyQuery | null
  #potential: HierarchyPotential | null = null
  #fromSource: HierarchyPotential | null = null
  #backward: BackwardPotential | null = null
  readonly #search: BidirectionalSearch

  constructor(graph: RoutingGraph, hierarchy: Hierarchy | null, metrics: MetricCache) {
    this.#graph = graph
    this.#metrics = metrics
    this.#hierarchy = hierarchy
    this.#query = hierarchy === null ? null : new HierarchyQuery(graph, hierarchy)
    this.#search = new BidirectionalSearch(graph)
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
    let found = outcome.path === null ? known : this.#join(outcome.path, source, target, from, to, outcome)
    if (tables.restricted && found !== null && breaksRestriction(this.#graph, found.arcs)) {
      // the direct way on one edge passes no junction, so it breaks no restriction and remains the bound
      outcome = this.#restrictedPath(tables.table, sourceOf, targetOf, upperBound, control)
      found = outcome.path === null ? known : this.#join(outcome.path, source, target, from, to, outcome)
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
    const source: End = { seeds: sourceSeeds(this.#graph, table, from), ferrata: null }
    const target: End = { seeds: targetSeeds(this.#graph, table, to), ferrata: null }
    const out = this.#query?.shortestPath(metric, base, source.seeds, via) ?? null
    const onwards = this.#query?.shortestPath(metric, base, via, target.seeds) ?? null
    if (out === null || onwards === null) return null
    const arcs = new Uint32Array(out.arcs.length + onwards.arcs.length)
    arcs.set(out.arcs)
    arcs.set(onwards.arcs, out.arcs.length)
    const path = { arcs, cost: out.cost + onwards.cost, sourceSeed: out.sourceSeed, targetSeed: onwards.targetSeed }
    return this.#join(path, source, target, from, to, {
      path,
      complete: true,
      lowerBound: path.cost,
      settledCount: 0,
    })
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
    const metric = this.#metrics.find(table.key)
    const guide = metric ?? this.#guideFor(base, source, target)
    const outcome = this.#openShortest(base, metric, guide, source, target, upperBound, control)
    if (isClosed === undefined || outcome.path === null || !outcome.path.arcs.some((arc) => isClosed(arc >>> 1)))
      return outcome
    return this.#search.shortestPath(table, source, target, upperBound, control, this.#bounds(guide, source, target))
  }

  #openShortest(
    table: CostTable,
    metric: Metric | null,
    guide: Metric | null,
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
   * A metric of another setting that bounds this one from below; null without one, and on shorter legs, where working
   * out remaining costs takes longer than it saves.
   */
  #guideFor(table: CostTable, source: Seeds, target: Seeds): Metric | null {
    if (source.nodes.length === 0 || target.nodes.length === 0) return null
    const xyz = this.#graph.nodePositions
    const [a, b] = [3 * source.nodes[0], 3 * target.nodes[0]]
    const apartM = Math.hypot(xyz[a] - xyz[b], xyz[a + 1] - xyz[b + 1], xyz[a + 2] - xyz[b + 2])
    return apartM < GUIDED_FROM_M ? null : this.#metrics.findBelow(table)
  }

  /** Undefined without a metric: straight lines. */
  #bounds(metric: Metric | null, source: Seeds, target: Seeds): Bounds | undefined {
    if (metric === null || this.#hierarchy === null) return undefined
    this.#potential ??= new HierarchyPotential(this.#hierarchy)
    this.#fromSource ??= new HierarchyPotential(this.#hierarchy)
    return { toTarget: this.#potential.towards(metric, target), toSource: this.#fromSource.from(metric, source) }
  }

  /** Guided by remaining costs: those of the hierarchy if the setting is customised, else of a backward search. */
  #restrictedPath(
    table: CostTable,
    source: Seeds,
    target: Seeds,
    upperBound: number,
    control: SearchControl,
  ): SearchOutcome {
    const metric = this.#metrics.find(table.key) ?? this.#guideFor(table, source, target)
    if (metric === null || this.#hierarchy === null) {
      this.#backward ??= new BackwardPotential(this.#graph)
      return restrictedShortestPath(
        this.#graph,
        table,
        source,
        target,
        upperBound,
        control,
        this.#backward.towards(table, source, target, control),
      )
    }
    this.#potential ??= new HierarchyPotential(this.#hierarchy)
    return restrictedShortestPath(
      this.#graph,
      table,
      source,
      target,
      upperBound,
      control,
      this.#potential.towards(metric, target),
    )
  }

  #end({ table, ferrata }: LegTables, point: SnapPoint, leaving: boolean): End {
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
  #directOverFerrata({ ferrata }: LegTables, source: End, target: End, from: SnapPoint, to: SnapPoint): LegPath | null {
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
    return this.#join(path, source, { seeds: target.seeds, ferrata: null }, from, to, {
      path,
      complete: true,
      lowerBound: best,
      settledCount: 0,
    })
  }

  /** Adds the partial arcs of the ends, and the via ferratas in between, around the whole arcs of the path. */
  #join(
    path: PathResult,
    source: End,
    target: End,
    from: SnapPoint,
    to: SnapPoint,
    { complete, lowerBound }: SearchOutcome,
  ): LegPath {
    const { edgeLengthMm } = this.#graph.columns
    const first = source.seeds.arcs[source.ferrata === null ? path.sourceSeed : source.ferrata.origin[path.sourceSeed]]
    const last = target.seeds.arcs[target.ferrata === null ? path.targetSeed : target.ferrata.origin[path.targetSeed]]
    const leadOut = source.ferrata?.leads[path.sourceSeed] ?? NO_ARCS
    const leadIn = target.ferrata?.leads[path.targetSeed] ?? NO_ARCS
    const pathFrom = (first >= 0 ? 1 : 0) + leadOut.length
    const pathTo = pathFrom + path.arcs.length
    const arcs = new Uint32Array(pathTo + leadIn.length + (last >= 0 ? 1 : 0))
    if (first >= 0) arcs[0] = first
    if (leadOut.length > 0) arcs.set(leadOut, pathFrom - leadOut.length)
    arcs.set(path.arcs, pathFrom)
    if (leadIn.length > 0) arcs.set(leadIn, pathTo)
    if (last >= 0) arcs[arcs.length - 1] = last
    const alongMm = (arc: number, atMm: number) => ((arc & 1) === 1 ? edgeLengthMm[arc >>> 1] - atMm : atMm)
    return {
      arcs,
      startMm: first >= 0 ? alongMm(first, from.atMm) : 0,
      endMm: last >= 0 ? alongMm(last, to.atMm) : arcs.length === 0 ? 0 : edgeLengthMm[arcs[arcs.length - 1] >>> 1],
      cost: path.cost,
      complete,
      lowerBound,
    }
  }
}
