// HOT: npm run bench -- routing
// The exact search over turns multiplies the states to settle, so they are numbers in typed arrays.
//
// Turn restrictions without a graph of turns: a cheapest path that breaks none is already the answer; only if it breaks
// one is the path searched again, exactly, over (last arc, state of the restriction automaton). A U-turn (an arc and at
// once the same edge back) must not circumvent a restriction: it is allowed only at dead ends (no other arc is open
// under the setting), and elsewhere only if there is no path otherwise. A cheapest path without restrictions never
// makes a U-turn, so both searches agree. Never gives a path that breaks a restriction.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, FORBIDDEN, type CostTable } from '../costs/arc-cost.ts'
import { MinHeap } from './min-heap.ts'
import { RestrictionAutomaton } from './restriction-automaton.ts'
import { POLL_INTERVAL, type SearchControl, type SearchOutcome, type Seeds, stopIfCancelled } from './search-types.ts'
import { straightBound } from './straight-bound.ts'

/** Weight of the bound once the budget is spent and nothing was found. */
const GREED = 4

/**
 * Whether a path breaks a turn restriction; the partial arcs at its ends count as travelled (-1: none). About a
 * nanosecond an arc.
 */
export function breaksRestriction(
  graph: RoutingGraph,
  arcs: ArrayLike<number>,
  firstPartialArc = -1,
  lastPartialArc = -1,
): boolean {
  if (graph.columns.restrictionStart.length < 2) return false
  const automaton = RestrictionAutomaton.of(graph)
  let state = firstPartialArc < 0 ? 0 : automaton.next(0, firstPartialArc)
  for (let i = 0; i < arcs.length; i++) {
    if (state === 0 && !automaton.begins(arcs[i])) continue
    state = automaton.next(state, arcs[i])
    if (automaton.isBroken(state)) return true
  }
  return lastPartialArc >= 0 && state !== 0 && automaton.isBroken(automaton.next(state, lastPartialArc))
}

const UNSEEN = 0
const SEEN = 1
const SETTLED = 2

/**
 * Labels by slot: last arc a in state 0 is slot a, state s > 0 is slot arcCount + s, a start at node n without an arc
 * is slot arcCount + stateCount + n. Only touched labels are reset.
 */
class Workspace {
  readonly automaton: RestrictionAutomaton
  readonly firstStatePlace: number
  readonly firstNodePlace: number
  readonly heap = new MinHeap()
  readonly dist: Float64Array
  /** slot it was reached from, or -1 - seed */
  readonly from: Int32Array
  /** zero until a search comes here, so that memory is taken only where searches have been */
  readonly state: Uint8Array
  readonly touched: number[] = []

  constructor(graph: RoutingGraph) {
    this.automaton = RestrictionAutomaton.of(graph)
    this.firstStatePlace = graph.edgeCount * 2
    this.firstNodePlace = this.firstStatePlace + this.automaton.stateCount
    const places = this.firstNodePlace + graph.nodeCount
    this.dist = new Float64Array(places)
    this.from = new Int32Array(places)
    this.state = new Uint8Array(places)
  }

  /** Last arc, -1 at a start without one. */
  arcOf(place: number): number {
    return place < this.firstStatePlace
      ? place
      : place < this.firstNodePlace
        ? this.automaton.lastArc[place - this.firstStatePlace]
        : -1
  }

  reset(): void {
    for (const place of this.touched) this.state[place] = UNSEEN
    this.touched.length = 0
    this.heap.clear()
  }
}

const workspaces = new WeakMap<RoutingGraph, Workspace>()

/**
 * The cheapest path that breaks no turn restriction and costs less than `upperBound`; seeds, control and outcome as in
 * BidirectionalSearch (partial arcs count as travelled). Forward A* with straight-line bounds, or those of `boundOf`
 * (consistent, never above the true cost); once the budget is spent with nothing found it continues for one more budget
 * with the bound weighted GREED-fold. Throws SearchStopped.
 */
export function restrictedShortestPath(
  graph: RoutingGraph,
  table: CostTable,
  sources: Seeds,
  targets: Seeds,
  upperBound: number,
  control: SearchControl,
  boundOf: (node: number) => number = straightBound(graph, table, targets),
): SearchOutcome {
  let work = workspaces.get(graph)
  if (work === undefined) workspaces.set(graph, (work = new Workspace(graph)))
  try {
    const found = search(graph, work, table, sources, targets, upperBound, control, boundOf, false)
    if (found.path !== null || !found.complete || upperBound !== Infinity) return found
    work.reset()
    return search(graph, work, table, sources, targets, upperBound, control, boundOf, true)
  } finally {
    work.reset()
  }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: HOT: one search over local arrays
function search(
  graph: RoutingGraph,
  work: Workspace,
  table: CostTable,
  sources: Seeds,
  targets: Seeds,
  upperBound: number,
  control: SearchControl,
  boundOf: (node: number) => number,
  turnsRound: boolean,
): SearchOutcome {
  const { firstArc, arcHead, arcId } = graph.columns
  const { automaton, heap, dist, from, state: seen, touched, firstStatePlace, firstNodePlace } = work
  const costOf = arcCosts(graph, table)
  const targetNodes = new Set(Array.from(targets.nodes))
  let greed = 1
  let best = upperBound
  let bestPlace = -1
  let bestTarget = -1

  const label = (arc: number, state: number, node: number, cost: number, parent: number) => {
    const place = state > 0 ? firstStatePlace + state : arc >= 0 ? arc : firstNodePlace + node
    if (seen[place] === SETTLED || (seen[place] === SEEN && cost >= dist[place])) return
    // a label in state 0 may take every turn that this one may
    if (state > 0 && seen[arc] !== UNSEEN && cost >= dist[arc]) return
    const bound = cost + greed * boundOf(node)
    if (greed === 1 && bound >= best) return
    if (seen[place] === UNSEEN) touched.push(place)
    seen[place] = SEEN
    dist[place] = cost
    from[place] = parent
    heap.push(bound, place)
  }
  for (let s = 0; s < sources.nodes.length; s++) {
    label(
      sources.arcs[s],
      sources.states?.[s] ?? (sources.arcs[s] < 0 ? 0 : automaton.next(0, sources.arcs[s])),
      sources.nodes[s],
      sources.costs[s],
      -1 - s,
    )
  }

  let settledCount = 0
  let lowerBound = -1
  while (heap.topKey() < best) {
    if ((settledCount & (POLL_INTERVAL - 1)) === 0) stopIfCancelled(control.cancelled)
    if (settledCount >= control.maxSettled) {
      if (lowerBound < 0) lowerBound = Math.min(best, heap.topKey())
      if (best !== Infinity || settledCount >= 2 * control.maxSettled) break
      if (greed === 1) {
        greed = GREED
        const waiting: number[] = []
        for (let i = 0; i < heap.size; i++) waiting.push(heap.itemAt(i))
        heap.clear()
        for (const place of waiting) heap.push(dist[place] + GREED * boundOf(nodeOf(graph, work, place)), place)
      }
    }
    const place = heap.pop()
    if (seen[place] === SETTLED) continue
    seen[place] = SETTLED
    settledCount++
    const cost = dist[place]
    const state = place >= firstStatePlace && place < firstNodePlace ? place - firstStatePlace : 0
    const node = nodeOf(graph, work, place)
    if (targetNodes.has(node)) {
      for (let t = 0; t < targets.nodes.length; t++) {
        if (targets.nodes[t] !== node || cost + targets.costs[t] >= best) continue
        if (targets.arcs[t] >= 0 && automaton.isBroken(automaton.next(state, targets.arcs[t]))) continue
        best = cost + targets.costs[t]
        bestPlace = place
        bestTarget = t
      }
    }
    const cameBy = work.arcOf(place)
    const back = cameBy < 0 ? -1 : cameBy ^ 1
    let leadsOn = turnsRound
    for (let a = firstArc[node], stop = firstArc[node + 1]; a < stop; a++) {
      const arc = arcId[a]
      if (arc === back && !turnsRound) continue
      const step = costOf(arc)
      if (step === FORBIDDEN) continue
      leadsOn = true
      const after = state === 0 && !automaton.begins(arc) ? 0 : automaton.next(state, arc)
      if (after !== 0 && automaton.isBroken(after)) continue
      label(arc, after, arcHead[a], cost + step, place)
    }
    if (!leadsOn && back >= 0) {
      const step = costOf(back)
      const after = automaton.next(state, back)
      if (step !== FORBIDDEN && !automaton.isBroken(after))
        label(back, after, graph.arcTarget(back), cost + step, place)
    }
  }
  const complete = lowerBound < 0
  if (bestPlace < 0) return { path: null, complete, lowerBound: complete ? best : lowerBound, settledCount }
  const arcs: number[] = []
  let place = bestPlace
  for (; from[place] >= 0; place = from[place]) arcs.push(work.arcOf(place))
  const path = {
    cost: best,
    sourceSeed: -1 - from[place],
    targetSeed: bestTarget,
    arcs: Uint32Array.from(arcs.reverse()),
  }
  return { path, complete, lowerBound: complete ? best : lowerBound, settledCount }
}

function nodeOf(graph: RoutingGraph, work: Workspace, place: number): number {
  const arc = work.arcOf(place)
  return arc < 0 ? place - work.firstNodePlace : graph.arcTarget(arc)
}
