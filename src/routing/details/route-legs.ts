// The climb of a route and its `legs` and `snaps`. Climb is counted once, by the turning points of src/geo/climb.ts
// over the joined line, and each leg gets its share, so that the legs add up to the route; distances are differences
// along one line. Straight legs and void heights split the line: climb is never counted across them; unknown climb is
// null.

import { type NameValue, Sentence } from '../../language/sentence.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { RouteLine } from './route-line.ts'
import type { FollowedTrail, Leg, Snap } from '../costs/route-types.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { roundTo, tenths } from '../../wire/numbers.ts'
import { turningPoints } from '../../geo/climb.ts'

export interface RouteClimb {
  /** decimetres; null where no height of a travelled part is known */
  ascentDm: number | null
  descentDm: number | null
  legs: { ascentDm: number | null; descentDm: number | null }[]
  /** travelled distance without heights, in decimetres (straight legs excluded) */
  unknownDm: number
}

// climb from the start to a point; filled in only where legs begin and end
let upM = new Float64Array(1024)
let downM = new Float64Array(1024)

/** Climb up to a point, metres. */
interface Climbed {
  up: number
  down: number
  unknownMm: number
  /** the first leg that begins after it */
  nextLeg: number
}

export function climbOfRoute(line: RouteLine): RouteClimb {
  const { heightM, legFirstPoint } = line
  if (upM.length < heightM.length) {
    upM = new Float64Array(heightM.length * 2)
    downM = new Float64Array(heightM.length * 2)
  }
  const legCount = legFirstPoint.length - 1
  const climbed: Climbed = { up: 0, down: 0, unknownMm: 0, nextLeg: 0 }
  for (let l = 0; l < legCount; ) {
    if (isStraight(line, l)) {
      mark(legFirstPoint[++l], climbed)
      continue
    }
    let next = l + 1
    while (next < legCount && !isStraight(line, next)) next++
    climbStretch(line, legFirstPoint[l], legFirstPoint[next], climbed)
    l = next
  }
  const legs: RouteClimb['legs'] = []
  let knownSomewhere = false
  for (let l = 0; l < legCount; l++) {
    const from = legFirstPoint[l]
    const to = legFirstPoint[l + 1]
    const known = isKnown(line, l)
    knownSomewhere ||= known
    legs.push(
      known
        ? { ascentDm: dm(upM[to]) - dm(upM[from]), descentDm: dm(downM[to]) - dm(downM[from]) }
        : { ascentDm: null, descentDm: null },
    )
  }
  return {
    ascentDm: knownSomewhere ? dm(climbed.up) : null,
    descentDm: knownSomewhere ? dm(climbed.down) : null,
    legs,
    unknownDm: Math.round(climbed.unknownMm / 100),
  }
}

const dm = (m: number) => Math.round(m * 10)

function isStraight({ legFirstStep, stepArc }: RouteLine, leg: number): boolean {
  return legFirstStep[leg + 1] > legFirstStep[leg] && stepArc[legFirstStep[leg]] === -1
}

function mark(point: number, { up, down }: Climbed): void {
  upM[point] = up
  downM[point] = down
}

/** Runs of known heights between voids, over points of routed legs. */
function climbStretch(line: RouteLine, first: number, last: number, climbed: Climbed): void {
  const { heightM, atMm } = line
  for (let p = first; p <= last; ) {
    // up to a void, or from one to the first known height
    if (p > first) climbed.unknownMm += atMm[p] - atMm[p - 1]
    mark(p, climbed)
    if (Number.isNaN(heightM[p])) {
      p++
      continue
    }
    let end = p + 1
    while (end <= last && !Number.isNaN(heightM[end])) end++
    climbRun(line, p, end, climbed)
    p = end
  }
}

/** Points `first` to `end - 1`, all of known height. */
function climbRun({ heightM, legFirstPoint }: RouteLine, first: number, end: number, climbed: Climbed): void {
  const pivots = turningPoints(heightM, first, end)
  for (let k = 1; k < pivots.length; k++) {
    const from = pivots[k - 1]
    const to = pivots[k]
    const change = heightM[to] - heightM[from]
    const { up, down } = climbed
    let reached = 0
    while (legFirstPoint[climbed.nextLeg] <= from) climbed.nextLeg++
    const nextStart = legFirstPoint[climbed.nextLeg]
    for (let q = from + 1; q < to && nextStart < to; q++) {
      // share of this climb reached so far, from the extreme height up to here, so that it never falls
      const gone = change > 0 ? heightM[q] - heightM[from] : heightM[from] - heightM[q]
      if (gone > reached) reached = Math.min(gone, Math.abs(change))
      upM[q] = change > 0 ? up + reached : up
      downM[q] = change > 0 ? down : down + reached
    }
    if (change > 0) climbed.up += change
    else climbed.down -= change
    mark(to, climbed)
  }
}

/** Whether any of a routed leg's climb is known; for a leg of no length, whether its height is. */
function isKnown(line: RouteLine, leg: number): boolean {
  const { heightM, legFirstPoint } = line
  if (isStraight(line, leg)) return false
  const from = legFirstPoint[leg]
  const to = legFirstPoint[leg + 1]
  if (from === to) return !Number.isNaN(heightM[from])
  for (let p = from; p < to; p++) if (!Number.isNaN(heightM[p]) && !Number.isNaN(heightM[p + 1])) return true
  return false
}

export function legsOf(
  line: RouteLine,
  climb: RouteClimb,
  points: readonly SnapPoint[],
  trails: readonly (FollowedTrail | null)[] = [],
): Leg[] {
  return climb.legs.map(({ ascentDm, descentDm }, leg) => ({
    leg,
    distanceM: (line.stepAtDm[line.legFirstStep[leg + 1]] - line.stepAtDm[line.legFirstStep[leg]]) / 10,
    ascentM: ascentDm === null ? null : ascentDm / 10,
    descentM: descentDm === null ? null : descentDm / 10,
    fromSnapM: tenths(points[leg].distanceM),
    toSnapM: tenths(points[leg + 1].distanceM),
    ...(trails[leg] == null ? {} : { trail: trails[leg] }),
  }))
}

/** `waypointOf`: the waypoint of a point; absent: each is its own. */
export function snapsOf(
  graph: RoutingGraph,
  points: readonly SnapPoint[],
  waypointOf: (point: number) => number = (point) => point,
  names: readonly (NameValue | null)[] | null = null,
): Snap[] {
  return points.map(({ lon, lat, distanceM, edge }, point) => ({
    waypoint: waypointOf(point),
    distanceM: tenths(distanceM),
    location: [roundTo(lon, 1e6), roundTo(lat, 1e6)],
    wayId: edge < 0 ? null : graph.wayIdOf(edge),
    ...(names?.[waypointOf(point)] == null ? {} : { name: nameOf(names[waypointOf(point)]!) }),
  }))
}

/** What came from another thread is a sentence no more. */
function nameOf(name: NameValue): string | Sentence {
  return typeof name === 'string' ? name : new Sentence(name.code, name.values as never)
}
