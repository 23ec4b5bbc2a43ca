// Which part of a signed route is followed, and which way round: places on its line, its steps turned around, and for a
// trail that closes the steps once more behind its end, so that a part may run over the seam. Pure.

import type { NameValue } from '../../language/sentence.ts'
import { distanceM, nearestOnSegment } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { Position, TrailToFollow } from '../costs/request-types.ts'
import type { TrailGap } from '../costs/route-types.ts'
import type { RestrictionAutomaton } from '../search/restriction-automaton.ts'
import type { SearchControl } from '../search/search-types.ts'
import type { TrailOnNetwork, TrailStep } from './trail-steps.ts'
import type { LegAnswer, LegPath } from './leg-path.ts'
import type { SnapPoint } from './snap-waypoints.ts'

/** Ends closer than this make a loop, as in the catalogue. */
const LOOP_M = 50

export interface TrailPart {
  direction: 'forward' | 'backward'
  /** of the part, ascending in the direction of travel; the first and the last may reach beyond it */
  steps: TrailStep[]
  /** along the line in the direction of travel, metres */
  fromM: number
  toM: number
}

/** A part of a way that ends this near to the end of it is the whole: no route goes a few centimetres into a way. */
export const WHOLE_M = 0.5

/** The parts that a request allows: one for each direction in which it leads from `from` to `to`. */
export function trailParts(
  { parts, from, to, direction }: TrailToFollow,
  { steps, lengthM }: TrailOnNetwork,
  joinAt: Position | null,
): { parts: TrailPart[]; fromAwayM: number; toAwayM: number } {
  const closes = isClosed(parts, lengthM)
  // a loop is joined where the route comes from, or goes on to
  const start = from ?? (closes ? joinAt : null)
  const startAt = start == null ? null : placeOnLine(parts, start)
  const endAt = to == null ? null : placeOnLine(parts, to)
  const chosen = direction ?? (from != null && to != null ? 'shorter' : 'forward')
  const wanted = chosen === 'shorter' ? (['forward', 'backward'] as const) : ([chosen] as const)
  const found = wanted.flatMap((one): TrailPart[] => {
    const along = (place: { atM: number } | null, otherwise: number) =>
      place === null ? otherwise : one === 'forward' ? place.atM : lengthM - place.atM
    const fromM = along(startAt, 0)
    let toM = along(endAt, closes ? fromM : lengthM)
    if (closes && toM <= fromM) toM += lengthM
    if (toM <= fromM) return []
    const turned = one === 'forward' ? steps : turnedAround(steps, lengthM)
    const all = closes ? [...turned, ...shifted(turned, lengthM)] : turned
    return [{ direction: one, steps: stepsBetween(all, fromM, toM), fromM, toM }]
  })
  return { parts: found, fromAwayM: from == null ? 0 : startAt!.distanceM, toAwayM: endAt?.distanceM ?? 0 }
}

/** Without those that only begin or end there, unless there are no others. */
function stepsBetween(steps: readonly TrailStep[], fromM: number, toM: number): TrailStep[] {
  const touching = steps.filter((step) => step.toM > fromM && step.fromM < toM)
  const inside = touching.filter(
    (step) => (step.fromM >= fromM || step.toM - fromM > WHOLE_M) && (step.toM <= toM || toM - step.fromM > WHOLE_M),
  )
  return inside.length > 0 ? inside : touching
}

function isClosed(parts: readonly Int32Array[], lengthM: number): boolean {
  const first = parts[0]
  const last = parts[parts.length - 1]
  return (
    lengthM > 4 * LOOP_M &&
    distanceM(first[0] / 1e6, first[1] / 1e6, last[last.length - 2] / 1e6, last[last.length - 1] / 1e6) <= LOOP_M
  )
}

function turnedAround(steps: readonly TrailStep[], lengthM: number): TrailStep[] {
  return steps.toReversed().map(({ arc, fromM, toM }) => ({ arc: arc ^ 1, fromM: lengthM - toM, toM: lengthM - fromM }))
}

function shifted(steps: readonly TrailStep[], byM: number): TrailStep[] {
  return steps.map(({ arc, fromM, toM }) => ({ arc, fromM: fromM + byM, toM: toM + byM }))
}

/** The point of the line that is nearest, the first where several are. */
function placeOnLine(parts: readonly Int32Array[], [lon, lat]: Readonly<Position>): { atM: number; distanceM: number } {
  let best = { atM: 0, distanceM: Infinity }
  let atM = 0
  for (const part of parts) {
    for (let i = 2; i < part.length; i += 2) {
      const lonA = part[i - 2] / 1e6
      const latA = part[i - 1] / 1e6
      const lonB = part[i] / 1e6
      const latB = part[i + 1] / 1e6
      const segmentM = distanceM(lonA, latA, lonB, latB)
      const near = nearestOnSegment(lon, lat, lonA, latA, lonB, latB)
      if (near.distanceM < best.distanceM) best = { atM: atM + segmentM * near.share, distanceM: near.distanceM }
      atM += segmentM
    }
  }
  return best
}

interface GapTravel {
  graph: RoutingGraph
  /** Infinity: closed */
  costOf(arc: number): number
  isMember(edge: number): boolean
}

/** Shorter gaps are not reported. */
const REPORTED_M = 1
/** A detour along the trail itself, e.g. on the other carriageway, may differ by this share plus this many metres. */
const OTHER_LANE_SHARE = 0.5
const OTHER_LANE_M = 10

/**
 * Where a followed trail is left: how much of it is left out, why, and what is worth telling. Between metres `fromM`
 * and `toM` of the trail the `arcs` are travelled instead of its steps; null: nothing to tell.
 */
export function findGap(
  travel: GapTravel,
  steps: readonly TrailStep[],
  arcs: readonly number[],
  { fromM, toM, isTurn }: { fromM: number; toM: number; isTurn: boolean },
): Pick<TrailGap, 'leftOutM' | 'reason'> | null {
  if (toM <= fromM && arcs.length === 0) return null
  const between = steps.filter((step) => step.toM > fromM && step.fromM < toM)
  const metresOf = (step: TrailStep) => Math.min(step.toM, toM) - Math.max(step.fromM, fromM)
  const ridden = new Set(arcs)
  let leftOutM = Math.max(0, toM - fromM)
  for (const step of between) if (ridden.has(step.arc)) leftOutM -= metresOf(step)
  const { allMm, onTrailMm } = lengthsOf(travel, arcs)
  const isOtherLane = allMm === onTrailMm && leftOutM <= (allMm / 1000) * (1 + OTHER_LANE_SHARE) + OTHER_LANE_M
  const isReported = allMm - onTrailMm >= REPORTED_M * 1000 || (leftOutM >= REPORTED_M && !(allMm > 0 && isOtherLane))
  if (!isReported) return null
  if (isTurn) return { leftOutM, reason: 'turn' }
  // what most of the metres are that are left out
  let closedM = 0
  let unreachableM = 0
  for (const step of between) {
    if (travel.costOf(step.arc) === Infinity) closedM += metresOf(step)
    else unreachableM += metresOf(step)
  }
  const missingM = toM - fromM - closedM - unreachableM
  if (unreachableM > Math.max(closedM, missingM)) return { leftOutM, reason: 'unreachable' }
  return { leftOutM, reason: closedM > missingM ? 'closed' : 'missing' }
}

export function lengthsOf(
  { graph, isMember }: GapTravel,
  arcs: readonly number[],
): { allMm: number; onTrailMm: number } {
  let allMm = 0
  let onTrailMm = 0
  for (const arc of arcs) {
    const lengthMm = graph.columns.edgeLengthMm[arc >>> 1]
    allMm += lengthMm
    if (isMember(arc >>> 1)) onTrailMm += lengthMm
  }
  return { allMm, onTrailMm }
}

/** How a trail is followed under the settings of a request, and the resulting leg. */
export interface FollowedLeg {
  direction: 'forward' | 'backward'
  from: SnapPoint
  to: SnapPoint
  path: LegPath
  lengthMm: number
  onTrailMm: number
  leftOutM: number
  /** `[firstArc, endArc)` of the path stand in for what is left out */
  gaps: { firstArc: number; endArc: number; leftOutM: number; reason: TrailGap['reason'] }[]
}

/** What messages call the trail, and where it stands in the input. */
export interface TrailSubject {
  name: NameValue
  inputPath: string
}

/** How a trail is travelled under the settings of a request. */
export interface TrailTravel extends GapTravel {
  control: SearchControl
  /** the cheapest way from one point of the trail to another */
  findWay(from: SnapPoint, to: SnapPoint): LegAnswer
  /** null: no turn is forbidden */
  turns: RestrictionAutomaton | null
  /** the same from the end of an arc to the beginning of another, without a turn that is forbidden */
  findTurns(from: { arc: number; state: number }, to: number): LegAnswer
  /** makes: equal for two edges only if all of one reaches all of the other; -1: of none */
  parts(): (edge: number) => number
  maxGapKm: number
}
