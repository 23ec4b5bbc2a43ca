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
import type { RemainingCosts } from './remaining-costs.ts'
import { RestrictionAutomaton } from './restriction-automaton.ts'
import {
  POLL_INTERVAL,
  type PathResult,
  type SearchControl,
  type SearchOutcome,
  type Seeds,
  stopIfCancelled,
} from './search-types.ts'
import { straightBound } from './straight-bound.ts'
import { labelsOf, SEEN, SETTLED, type TurnLabels } from './turn-labels.ts'

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
  return searchTwice(labelsOf(graph, 0), table, sources, targets, upperBound, control, boundOf, null)
}

/**
 * The same from the targets back, with bounds of the cost from the sources to a node: they, and what is `known` of
 * these sources, serve the ways to many targets. Sources without `states`.
 */
export function restrictedPathBack(
  graph: RoutingGraph,
  table: CostTable,
  sources: Seeds,
  targets: Seeds,
  upperBound: number,
  control: SearchControl,
  boundOf: (node: number) => number,
  known: RemainingCosts | null,
): SearchOutcome {
  const found = searchTwice(labelsOf(graph, 1), table, targets, sources, upperBound, control, boundOf, known)
  if (found.path === null) return found
  const { cost, sourceSeed, targetSeed, arcs } = found.path
  return { ...found, path: { cost, sourceSeed: targetSeed, targetSeed: sourceSeed, arcs: arcs.reverse() } }
}

/** Without turning round; with it only if there is no other path. */
function searchTwice(
  work: TurnLabels,
  table: CostTable,
  begins: Seeds,
  ends: Seeds,
  upperBound: number,
  control: SearchControl,
  boundOf: (node: number) => number,
  known: RemainingCosts | null,
): SearchOutcome {
  try {
    const found = search(work, table, begins, ends, upperBound, control, boundOf, known, false)
    if (found.path !== null || !found.complete || upperBound !== Infinity) return found
    work.reset()
    return search(work, table, begins, ends, upperBound, control, boundOf, null, true)
  } finally {
    work.reset()
  }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: HOT: one search over local arrays
function search(
  work: TurnLabels,
  table: CostTable,
  begins: Seeds,
  ends: Seeds,
  upperBound: number,
  control: SearchControl,
  boundOf: (node: number) => number,
  known: RemainingCosts | null,
  turnsRound: boolean,
): SearchOutcome {
  const { graph, back } = work
  const { firstArc, arcHead, arcId } = graph.columns
  const { automaton, heap, places, firstStateSlot, firstNodeSlot } = work
  const costOf = arcCosts(graph, table)
  const endNodes = new Set(Array.from(ends.nodes))
  let greed = 1
  let best = upperBound
  let bestSlot = -1
  /** -1: what is known of the best label leads there */
  let bestEnd = -1

  const label = (arc: number, state: number, node: number, cost: number, parent: number) => {
    const slot = state > 0 ? firstStateSlot + state : arc >= 0 ? arc : firstNodeSlot + node
    const before = places.at(slot)
    if (before !== 0 && (work.state[before] === SETTLED || cost >= work.dist[before])) return
    // a label in state 0 may take every turn that this one may
    if (state > 0 && places.at(arc) !== 0 && cost >= work.dist[places.at(arc)]) return
    const bound = cost + greed * boundOf(node)
    if (greed === 1 && bound >= best) return
    const place = work.label(slot)
    work.state[place] = SEEN
    work.dist[place] = cost
    work.from[place] = parent
    heap.push(bound, slot)
  }
  for (let s = 0; s < begins.nodes.length; s++) {
    label(
      begins.arcs[s],
      begins.states?.[s] ?? (begins.arcs[s] < 0 ? 0 : automaton.next(0, begins.arcs[s])),
      begins.nodes[s],
      begins.costs[s],
      -1 - s,
    )
  }
  /** At a dead end the only arc that leaves is the one that turns round. */
  const isDeadEnd = (node: number, turning: number) => {
    for (let a = firstArc[node], stop = firstArc[node + 1]; a < stop; a++)
      if (arcId[a] !== turning && costOf(arcId[a]) !== FORBIDDEN) return false
    return true
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
        for (const slot of waiting) heap.push(work.distOf(slot) + GREED * boundOf(work.nodeOf(slot)), slot)
      }
    }
    const slot = heap.pop()
    const place = places.at(slot)
    if (work.state[place] === SETTLED) continue
    work.state[place] = SETTLED
    settledCount++
    const cost = work.dist[place]
    const row = known === null ? -1 : known.rowOf(slot)
    if (row >= 0) {
      if (cost + known!.rest[row] >= best) continue
      best = cost + known!.rest[row]
      bestSlot = slot
      bestEnd = -1
      continue
    }
    const state = slot >= firstStateSlot && slot < firstNodeSlot ? slot - firstStateSlot : 0
    const node = work.nodeOf(slot)
    const cameBy = work.arcOf(slot)
    const round = cameBy < 0 ? -1 : cameBy ^ 1
    if (endNodes.has(node)) {
      for (let t = 0; t < ends.nodes.length; t++) {
        const arc = ends.arcs[t]
        if (ends.nodes[t] !== node || cost + ends.costs[t] >= best) continue
        if (arc >= 0 && automaton.isBroken(automaton.next(state, arc))) continue
        if (arc >= 0 && arc === round && !turnsRound && !isDeadEnd(node, round ^ back)) continue
        best = cost + ends.costs[t]
        bestSlot = slot
        bestEnd = t
      }
    }
    for (let a = firstArc[node], stop = firstArc[node + 1]; a < stop; a++) {
      // back, the arc that comes in
      const arc = arcId[a] ^ back
      if (arc === round && !turnsRound && !isDeadEnd(node, arcId[a])) continue
      const step = costOf(arc)
      if (step === FORBIDDEN) continue
      const after = state === 0 && !automaton.begins(arc) ? 0 : automaton.next(state, arc)
      if (after !== 0 && automaton.isBroken(after)) continue
      label(arc, after, arcHead[a], cost + step, slot)
    }
  }
  const complete = lowerBound < 0
  if (bestSlot < 0) return { path: null, complete, lowerBound: complete ? best : lowerBound, settledCount }
  const path = { cost: best, ...trace(work, bestSlot, bestEnd, known) }
  if (complete && known !== null) keepRests(work, bestSlot, bestEnd, best, known)
  return { path, complete, lowerBound: complete ? best : lowerBound, settledCount }
}

/** The path of a search, from where it began. */
function trace(work: TurnLabels, last: number, end: number, known: RemainingCosts | null): Omit<PathResult, 'cost'> {
  const arcs: number[] = []
  let slot = last
  for (; work.fromOf(slot) >= 0; slot = work.fromOf(slot)) arcs.push(work.arcOf(slot))
  arcs.reverse()
  let targetSeed = end
  if (known !== null && end < 0) {
    let next = known.next[known.rowOf(last)]
    for (; next >= 0; next = known.next[known.rowOf(next)]) arcs.push(work.arcOf(next))
    targetSeed = -1 - next
  }
  return { sourceSeed: -1 - work.fromOf(slot), targetSeed, arcs: Uint32Array.from(arcs) }
}

/** Keeps what a proven cheapest path says of the labels on it. */
function keepRests(work: TurnLabels, last: number, end: number, best: number, known: RemainingCosts): void {
  if (end >= 0) known.keep(last, best - work.distOf(last), -1 - end)
  for (let slot = last; work.fromOf(slot) >= 0; slot = work.fromOf(slot)) {
    const before = work.fromOf(slot)
    known.keep(before, best - work.distOf(before), slot)
  }
}
