// How a bicycle gets along a way: ridden, pushed, or not at all (decision: ways-and-access). The only place that
// decides this; costs, snapping, figures, maneuvers and times all use it. Where access forbids riding, or the ground
// does not suit the kind of bicycle, and walking is not forbidden, the bicycle may be pushed, up to T3: from T4 on both
// hands are needed. A ferry that does not take bicycles is closed.

import {
  ACCESS,
  ACCESS_CLOSED,
  FLAG_BARRIER,
  FLAG_FERRY,
  FLAG_STEPS,
  SMOOTHNESS_UNTAGGED,
  SMOOTHNESSES,
  type Smoothness,
} from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { csPerMm, PUSHING_KMH } from './bike-penalties.ts'
import type { BicycleType } from './request-types.ts'
import { SURFACE_KINDS, type SurfaceKind } from '../../travel/surfaces.ts'

export const CLOSED = 0
export const RIDDEN = 1
export const PUSHED = 2
export type Riding = typeof CLOSED | typeof RIDDEN | typeof PUSHED

/**
 * The hardest ground on which a kind of bicycle is ridden; decision `ways-and-access` has the same table, with its
 * sources.
 */
interface Ridable {
  /** 1 = T1 */
  sac: number
  /** as `classMtb`: 1 = S0 */
  mtb: number
  smoothness: Smoothness
  /** the smoothness that a `highway=path` needs or, without the tag, a surface of RIDDEN_PATHS; null: neither */
  path: Smoothness | null
}
const RIDABLE: Record<BicycleType, Ridable> = {
  road: { sac: 1, mtb: 2, smoothness: 'very_bad', path: 'intermediate' },
  hybrid: { sac: 1, mtb: 2, smoothness: 'very_bad', path: 'bad' },
  mountain: { sac: 2, mtb: 4, smoothness: 'very_horrible', path: null },
}
/** The kinds of bicycle that are ridden on a path of the surface, of those that need one. */
const RIDDEN_PATHS: Record<SurfaceKind, readonly BicycleType[]> = {
  unknown: [],
  paved: ['road', 'hybrid'],
  gravel: ['hybrid'],
  trail: [],
}

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
    const bears = Array.from({ length: graph.classCount }, (_, k) => bearsBicycle(graph, k, type))
    riding = Uint8Array.from({ length: graph.classCount * 2 }, (_, i) => ridingOf(graph, i >> 1, i & 1, bears[i >> 1]))
    byType.set(type, riding)
  }
  return riding
}
const known = new WeakMap<RoutingGraph, Map<BicycleType, Uint8Array>>()

/** Whether a bicycle is pushed along an arc. */
export function isPushed(graph: RoutingGraph, arc: number, type: BicycleType): boolean {
  return ridingByClass(graph, type)[graph.columns.edgeClass[arc >>> 1] * 2 + (arc & 1)] === PUSHED
}

/** Whether the ground of a class suits a kind of bicycle, whatever its access. */
function bearsBicycle(graph: RoutingGraph, k: number, type: BicycleType): boolean {
  const { sac, mtb, smoothness, path } = RIDABLE[type]
  const { classFlags, classHighway, classMtb, classSac, classSmoothness, classSurface } = graph.columns
  if ((classFlags[k] & FLAG_BARRIER) !== 0) return true
  const isWithin = (hardest: Smoothness) => classSmoothness[k] <= SMOOTHNESSES.indexOf(hardest)
  if (classSac[k] > sac || classMtb[k] > mtb || !isWithin(smoothness)) return false
  if (path === null || graph.string(classHighway[k]) !== 'path') return true
  if (classSmoothness[k] !== SMOOTHNESS_UNTAGGED) return isWithin(path)
  return RIDDEN_PATHS[SURFACE_KINDS[classSurface[k]]].includes(type)
}

function ridingOf(graph: RoutingGraph, k: number, back: number, bears: boolean): Riding {
  const { classFootForward, classFootBackward, classBikeForward, classBikeBackward, classSac, classFlags } =
    graph.columns
  const bike = (back === 0 ? classBikeForward : classBikeBackward)[k]
  if ((classFlags[k] & FLAG_FERRY) !== 0) return bike === ACCESS_CLOSED ? CLOSED : RIDDEN
  if (bears && bike !== ACCESS_CLOSED && bike !== DISMOUNT) return RIDDEN
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
