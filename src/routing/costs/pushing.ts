// How a bicycle gets along a way: ridden, pushed, or not at all (docs/decisions.md, D12). The only place that decides
// this; costs, snapping, figures, maneuvers and times all use it. Where access forbids riding, or the ground does not
// suit the kind of bicycle, and walking is not forbidden, the bicycle may be pushed, up to T3: from T4 on both hands
// are needed. A ferry that does not take bicycles is closed.

import {
  ACCESS,
  ACCESS_CLOSED,
  FLAG_FERRY,
  FLAG_HORRIBLE,
  FLAG_STEPS,
  FLAG_VERY_HORRIBLE,
} from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { csPerMm, MAX_SAC, PUSHING_KMH } from './bike-penalties.ts'
import type { BicycleType } from './request-types.ts'

export const CLOSED = 0
export const RIDDEN = 1
export const PUSHED = 2
export type Riding = typeof CLOSED | typeof RIDDEN | typeof PUSHED

const DISMOUNT = ACCESS.indexOf('dismount')
/** Hardest grade that leaves the hands free. */
const MAX_SAC_PUSHED = 3
/** A rider accepts twice the time to avoid pushing, and twice that to avoid steps. */
const PUSHED_PENALTY = 2
const CARRIED_UP_PENALTY = 4
/** Getting the bicycle past a stile or closed gate counts as pushing it this far. */
const LIFT_MM = 20_000

/** Riding by class * 2 + direction; computed once per network and kind of bicycle. */
export function ridingByClass(graph: RoutingGraph, type: BicycleType): Uint8Array {
  let byType = known.get(graph)
  if (byType === undefined) known.set(graph, (byType = new Map()))
  let riding = byType.get(type)
  if (riding === undefined) {
    riding = Uint8Array.from({ length: graph.classCount * 2 }, (_, i) => ridingOf(graph, i >> 1, i & 1, type))
    byType.set(type, riding)
  }
  return riding
}
const known = new WeakMap<RoutingGraph, Map<BicycleType, Uint8Array>>()

/** Whether a bicycle is pushed along an arc. */
export function isPushed(graph: RoutingGraph, arc: number, type: BicycleType): boolean {
  return ridingByClass(graph, type)[graph.columns.edgeClass[arc >>> 1] * 2 + (arc & 1)] === PUSHED
}

function ridingOf(graph: RoutingGraph, k: number, back: number, type: BicycleType): Riding {
  const { classFootForward, classFootBackward, classBikeForward, classBikeBackward, classSac, classFlags } =
    graph.columns
  const bike = (back === 0 ? classBikeForward : classBikeBackward)[k]
  if ((classFlags[k] & FLAG_FERRY) !== 0) return bike === ACCESS_CLOSED ? CLOSED : RIDDEN
  const isHorrible = (classFlags[k] & (FLAG_HORRIBLE | FLAG_VERY_HORRIBLE)) !== 0
  const suits = classSac[k] <= MAX_SAC[type] && (!isHorrible || type === 'mountain')
  if (suits && bike !== ACCESS_CLOSED && bike !== DISMOUNT) return RIDDEN
  const foot = (back === 0 ? classFootForward : classFootBackward)[k]
  const mayWalk = foot !== ACCESS_CLOSED || bike === DISMOUNT
  return mayWalk && classSac[k] <= MAX_SAC_PUSHED ? PUSHED : CLOSED
}

/** Cost units a millimetre of pushing, `down`: where the way is known to go down. */
export function pushingCost(flags: number, down: boolean): number {
  const isCarried = (flags & FLAG_STEPS) !== 0 && !down
  return csPerMm(PUSHING_KMH) * (isCarried ? CARRIED_UP_PENALTY : PUSHED_PENALTY)
}

/** Cost units of getting the bicycle past a barrier that is closed to it. */
export function liftingCost(perMm: number): number {
  return LIFT_MM * perMm
}
