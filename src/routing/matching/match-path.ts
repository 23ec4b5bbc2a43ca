// A chain of chosen places -> the way it followed, as steps and legs for a RouteLine, with the place of each
// observation along it. Places are joined by the shortest way; where none leads on, the line has a gap. A turn back
// that noise explains (jitter along the path, a step into a side path) is removed; a longer one stays: out and back on
// one path is walked twice. Never leaves the network.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { LegFinder } from '../legs/find-leg.ts'
import type { Candidate } from './match-candidates.ts'
import type { SearchControl } from '../search/search-types.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import type { MatchedSegment, MatchedTrace, TracePoints, UnmatchedReason, UnmatchedStretch } from './match-types.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import type { Observations } from './match-observations.ts'
import type { Chain } from './match-viterbi.ts'

/** A part of an arc, millimetres from its tail. */
export interface Step {
  arc: number
  fromMm: number
  toMm: number
}

export interface ChainPath {
  steps: Step[]
  lengthMm: number
  /** millimetres along the steps of each place of the chain, never falling */
  placeMm: Float64Array
}

/** The way over the places; null if it has no length. */
export function joinChain(
  graph: RoutingGraph,
  finder: LegFinder,
  table: CostTable,
  chosen: readonly Candidate[],
  turnBackMm: number,
  control: SearchControl,
  poll: () => void,
): ChainPath | null {
  const steps: Step[] = []
  const reachedMm = new Float64Array(chosen.length)
  let atMm = 0
  for (let k = 1; k < chosen.length; k++) {
    poll()
    for (const step of stepsBetween(graph, finder, table, chosen[k - 1], chosen[k], control)) {
      steps.push(step)
      atMm += step.toMm - step.fromMm
    }
    reachedMm[k] = atMm
  }
  const { kept, placeMm, lengthMm } = withoutTurns(graph, steps, reachedMm, turnBackMm)
  return lengthMm === 0 ? null : { steps: kept, lengthMm, placeMm }
}

function stepsBetween(
  graph: RoutingGraph,
  finder: LegFinder,
  table: CostTable,
  from: Candidate,
  to: Candidate,
  control: SearchControl,
): Step[] {
  const { edgeLengthMm, edgeClass } = graph.columns
  if (from.edge === to.edge) {
    if (from.atMm === to.atMm) return []
    const back = to.atMm < from.atMm ? 1 : 0
    if (table.factor[edgeClass[from.edge] * 2 + back] !== Infinity) {
      const lengthMm = edgeLengthMm[from.edge]
      return [
        back === 0
          ? { arc: from.edge * 2, fromMm: from.atMm, toMm: to.atMm }
          : { arc: from.edge * 2 + 1, fromMm: lengthMm - from.atMm, toMm: lengthMm - to.atMm },
      ]
    }
  }
  const path = finder.find({ table, ferrata: null, restricted: false }, bare(from), bare(to), control)
  if (typeof path === 'string') throw new RangeError('places joined by matching are not connected')
  const steps: Step[] = []
  const last = path.arcs.length - 1
  path.arcs.forEach((arc, i) => {
    const fromMm = i === 0 ? path.startMm : 0
    const toMm = i === last ? path.endMm : edgeLengthMm[arc >>> 1]
    if (toMm > fromMm) steps.push({ arc, fromMm, toMm })
  })
  return steps
}

const bare = ({ edge, atMm }: Candidate): SnapPoint => ({
  lon: 0,
  lat: 0,
  distanceM: 0,
  edge,
  atMm,
  heightM: Number.NaN,
})

/** Removes turns back of less than `turnBackMm`, and gives the new position of each reached length. */
function withoutTurns(
  graph: RoutingGraph,
  steps: readonly Step[],
  reachedMm: Float64Array,
  turnBackMm: number,
): { kept: Step[]; placeMm: Float64Array; lengthMm: number } {
  const { edgeLengthMm } = graph.columns
  const kept: Step[] = []
  const placeMm = new Float64Array(reachedMm.length)
  let lengthMm = 0
  let gone = 0 // millimetres of `steps` processed
  let placed = 0
  const place = () => {
    while (placed < reachedMm.length && reachedMm[placed] <= gone)
      placeMm[placed] = lengthMm - Math.min(lengthMm, gone - reachedMm[placed++])
  }
  for (let i = 0, skipMm = 0; i < steps.length; ) {
    const step = { arc: steps[i].arc, fromMm: steps[i].fromMm + skipMm, toMm: steps[i].toMm }
    const top = kept[kept.length - 1]
    const turns =
      top !== undefined && top.arc === (step.arc ^ 1) && edgeLengthMm[step.arc >>> 1] - top.toMm === step.fromMm
    let sharedMm = turns ? retraced(graph, kept, steps, i, skipMm) : 0
    if (sharedMm === 0 || sharedMm >= turnBackMm) {
      if (top !== undefined && top.arc === step.arc && top.toMm === step.fromMm) top.toMm = step.toMm
      else kept.push(step)
      lengthMm += step.toMm - step.fromMm
      gone += step.toMm - step.fromMm
      place()
      i++
      skipMm = 0
      continue
    }
    lengthMm -= sharedMm
    gone += sharedMm
    for (let p = placed - 1; p >= 0 && placeMm[p] > lengthMm; p--) placeMm[p] = lengthMm
    while (placed < reachedMm.length && reachedMm[placed] <= gone) placeMm[placed++] = lengthMm
    for (let left = sharedMm; left > 0; ) {
      const end = kept[kept.length - 1]
      const cut = Math.min(left, end.toMm - end.fromMm)
      end.toMm -= cut
      left -= cut
      if (end.toMm === end.fromMm) kept.pop()
    }
    for (; sharedMm > 0; ) {
      const cut = Math.min(sharedMm, steps[i].toMm - steps[i].fromMm - skipMm)
      skipMm += cut
      sharedMm -= cut
      if (steps[i].fromMm + skipMm === steps[i].toMm) {
        i++
        skipMm = 0
      }
    }
  }
  place()
  return { kept, placeMm, lengthMm }
}

/** Length over which the following steps (from `skipMm` into step i) go back along the kept ones. */
function retraced(
  graph: RoutingGraph,
  kept: readonly Step[],
  steps: readonly Step[],
  i: number,
  skipMm: number,
): number {
  const { edgeLengthMm } = graph.columns
  let sharedMm = 0
  let k = kept.length - 1
  let keptToMm = kept[k].toMm
  let fromMm = steps[i].fromMm + skipMm
  for (;;) {
    if (kept[k].arc !== (steps[i].arc ^ 1) || edgeLengthMm[kept[k].arc >>> 1] - keptToMm !== fromMm) return sharedMm
    const overlap = Math.min(keptToMm - kept[k].fromMm, steps[i].toMm - fromMm)
    sharedMm += overlap
    keptToMm -= overlap
    fromMm += overlap
    if (keptToMm === kept[k].fromMm) {
      // the next step below must end at the node where this one began
      if (keptToMm > 0 || k === 0) return sharedMm
      k--
      keptToMm = kept[k].toMm
      if (keptToMm !== edgeLengthMm[kept[k].arc >>> 1]) return sharedMm
    }
    if (fromMm === steps[i].toMm) {
      i++
      if (i === steps.length) return sharedMm
      fromMm = steps[i].fromMm
    }
  }
}

/**
 * The stretches of a line between its segments, each with its reason. Together with the segments they cover every part
 * of the line once, in millimetres; parts are separate. Reasons of unmatched points, and of steps off the network
 * between matched points.
 */
export interface Reasons {
  ofPoint: Map<number, UnmatchedReason>
  /** steps (by their first point) between the segments into which one chain was split */
  tooFar: Set<number>
}

export function findGaps(
  { partStart }: TracePoints,
  { atMm, segmentOf, segments }: MatchedTrace,
  { ofPoint, tooFar }: Reasons,
): UnmatchedStretch[] {
  const gaps: UnmatchedStretch[] = []
  const add = (step: number, fromMm: number, toMm: number, reason: UnmatchedReason, joins: boolean) => {
    const open = gaps[gaps.length - 1]
    if (joins && open !== undefined && open.reason === reason && open.toMm === fromMm) {
      open.toIndex = step + 1
      open.toMm = toMm
    } else gaps.push({ fromIndex: step, toIndex: step + 1, fromMm, toMm, reason })
  }
  const reasonOf = (i: number): UnmatchedReason => {
    if (tooFar.has(i)) return 'too_far'
    if (segmentOf[i] >= 0 && segmentOf[i + 1] >= 0) return 'no_connection'
    return (
      (segmentOf[i] < 0 ? ofPoint.get(i) : undefined) ??
      (segmentOf[i + 1] < 0 ? ofPoint.get(i + 1) : undefined) ??
      'no_connection'
    )
  }
  let next = 0
  for (let p = 0; p + 1 < partStart.length; p++) {
    const last = partStart[p + 1] - 1
    for (let i = partStart[p]; i < last; i++) {
      if (segmentOf[i] >= 0 && segmentOf[i] === segmentOf[i + 1]) continue
      const before: MatchedSegment | undefined = segments[segmentOf[i]]
      let fromMm = before === undefined ? atMm[i] : before.toMm
      const joins = i > partStart[p] && segmentOf[i] < 0
      let isFirst = true
      while (next < segments.length && segments[next].toMm <= fromMm) next++
      for (; next < segments.length && segments[next].isBetween && segments[next].fromIndex === i; next++) {
        if (segments[next].fromMm > fromMm) add(i, fromMm, segments[next].fromMm, reasonOf(i), joins && isFirst)
        fromMm = segments[next].toMm
        isFirst = false
      }
      const toMm = segmentOf[i + 1] < 0 ? atMm[i + 1] : segments[segmentOf[i + 1]].fromMm
      if (toMm > fromMm || isFirst) add(i, fromMm, Math.max(fromMm, toMm), reasonOf(i), joins && isFirst)
    }
    if (last === partStart[p])
      gaps.push({
        fromIndex: last,
        toIndex: last,
        fromMm: atMm[last],
        toMm: atMm[last],
        reason: ofPoint.get(last) ?? 'no_path_nearby',
      })
  }
  return gaps
}

/** A stretch that advances on the network by less than this share of its own length only crosses it. */
const LEAST_ADVANCE = 0.4

/**
 * The part of a chain that really follows its ways: ends where the line runs away from them are cut off, a chain that
 * only crosses a way does not count, and a lone observation shows whether the line ran against a closed direction.
 * Chains are never changed, only copied. * Whether a lone observation lies on the same edge as its neighbour: the line
 * then runs along it in the closed direction.
 */
export function isAgainst(chains: readonly Chain[], c: number): boolean {
  const { from, to, chosen } = chains[c]
  const before = chains[c - 1]
  const after = chains[c + 1]
  return (
    (before !== undefined &&
      before.to === from - 1 &&
      before.chosen[before.chosen.length - 1].edge === chosen[0].edge) ||
    (after !== undefined && after.from === to + 1 && after.chosen[0].edge === chosen[chosen.length - 1].edge)
  )
}

/** Without the ends where the line runs away from its matched way; at least one observation remains. */
export function trimEnds({ lon, lat }: Observations, chain: Chain, sigmaM: number): Chain {
  let { from, to } = chain
  const place = (o: number) => chain.chosen[o - chain.from]
  const leaves = (end: number, inner: number) => {
    const a = place(end)
    const b = place(inner)
    return (
      a.awayM > 2 * sigmaM &&
      a.awayM > b.awayM &&
      a.edge === b.edge &&
      Math.abs(a.atMm - b.atMm) / 1000 < LEAST_ADVANCE * distanceM(lon[end], lat[end], lon[inner], lat[inner])
    )
  }
  while (to > from && leaves(to, to - 1)) to--
  while (from < to && leaves(from, from + 1)) from++
  return { from, to, chosen: chain.chosen.slice(from - chain.from, to - chain.from + 1) }
}

/** Whether the line goes on while its places on the network stand still: it crosses a way rather than follows it. */
export function onlyCrosses({ lon, lat }: Observations, chain: Chain, lengthMm: number, sigmaM: number): boolean {
  let lineM = 0
  let away = 0
  for (let o = chain.from; o <= chain.to; o++) {
    if (o > chain.from) lineM += distanceM(lon[o - 1], lat[o - 1], lon[o], lat[o])
    away += chain.chosen[o - chain.from].awayM
  }
  return lengthMm / 1000 < LEAST_ADVANCE * lineM && away / chain.chosen.length > sigmaM
}
