// One loop found -> its facts: the same as a route's, computed by the same modules. The line is closed: it ends at
// exactly the point where it starts. The status follows from the reported figures.

import { lineTimes } from '../../course/moving-time.ts'
import { type Sentence, say } from '../../language/sentence.ts'
import { START_WORDS } from '../costs/point-subject.ts'
import { bearingDeg, distanceM as groundDistanceM } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { encodePolyline6 } from '../../geo/polyline.ts'
import { ASCENT_METHOD } from '../../geo/climb.ts'
import type { FoundLoop } from './loop-pool.ts'
import type { ThroughPlaces } from './loop-through.ts'
import { toNetworkArcs, type LoopNetwork } from './loop-network.ts'
import { COMPLETE_ERROR, COMPLETE_REPEATED, isTowards, type LoopStatus } from './loop-score.ts'
import type { Loop, LoopElevation, RoundTripsRequest } from './loop-types.ts'
import { type NetworkIndexes, readLineFacts } from '../details/path-details.ts'
import type { RouteClimb } from '../details/route-legs.ts'
import { lengthDm, type RouteLine, type RouteLineBuilder } from '../details/route-line.ts'
import { waysOf } from '../details/route-ways.ts'
import type { LegPath } from '../legs/leg-path.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'
import { timeOfRoute } from '../details/travel-time.ts'
import { roundTo, tenths } from '../../wire/numbers.ts'

export interface LoopFactsInput extends NetworkIndexes {
  net: LoopNetwork
  lines: RouteLineBuilder
  start: SnapPoint
  request: RoundTripsRequest
  /** null: nothing was to be passed */
  through: ThroughPlaces | null
  /** unlit ways were to be avoided */
  asksLighting: boolean
}

export function factsOfLoop(input: LoopFactsInput, found: FoundLoop, rank: number): Loop {
  const { graph, start, request, asksLighting, through } = input
  const { profile, bicycleType, distanceM: targetM } = request
  const line = lineOfLoop(input, found)
  const distanceM = lengthDm(line) / 10
  const repeatedM = Math.round(found.repeatedMm / 100) / 10
  const time = timeOfRoute(graph, line, { profile, bicycleType, walker: request.walker })
  const search = { bestEffort: [], snapsM: [start.distanceM], words: START_WORDS, asksLighting }
  const { climb, surfaces, difficulty, hazards, notes } = readLineFacts(input, request, search, line, time)
  const elevation = elevationOf(line, climb)
  const towardsDeg = bearingOfFarthest(line)
  const missed = through === null ? 0 : through.missedBy(found.arcs)
  const status: LoopStatus =
    missed === 0 &&
    Math.abs(distanceM - targetM) <= COMPLETE_ERROR * targetM &&
    repeatedM <= COMPLETE_REPEATED * distanceM
      ? 'complete'
      : 'rough'
  return {
    rank,
    status,
    reason: reasonOf(distanceM, repeatedM, status, towardsDeg, request, missed, through?.wanted ?? 0),
    distanceM,
    targetM,
    targetErrorPct: Math.round((Math.abs(distanceM - targetM) / targetM) * 1e4) / 100,
    repeatedM,
    repeatedShare: roundTo(repeatedM / distanceM, 1e4),
    bearingDeg: towardsDeg,
    ascentM: elevation?.ascentM ?? null,
    descentM: elevation?.descentM ?? null,
    elevation,
    ...lineTimes(profile, time),
    surfaces,
    ways: waysOf(graph, line, profile, bicycleType),
    difficulty,
    hazards,
    ...notes,
    ...(through === null ? {} : { through: through.passedBy(found.arcs) }),
    shape: encodePolyline6(line.lonE6, line.latE6),
  }
}

/** The loop as one leg from the snapped start to itself. */
export function pathOfLoop(graph: RoutingGraph, net: LoopNetwork, start: SnapPoint, found: FoundLoop): LegPath {
  const arcs = toNetworkArcs(net, found.arcs)
  const { edgeLengthMm } = graph.columns
  const wholeMm = edgeLengthMm[start.edge]
  const inside = start.atMm > 0 && start.atMm < wholeMm
  const alongMm = (arc: number) => ((arc & 1) === 0 ? start.atMm : wholeMm - start.atMm)
  const last = arcs[arcs.length - 1]
  return {
    arcs,
    startMm: inside ? alongMm(arcs[0]) : 0,
    endMm: inside ? alongMm(last) : edgeLengthMm[last >>> 1],
    cost: found.cost,
    complete: true,
    lowerBound: found.cost,
  }
}

function lineOfLoop({ graph, net, lines, start }: LoopFactsInput, found: FoundLoop): RouteLine {
  const line = lines.build([{ from: start, to: start, path: pathOfLoop(graph, net, start, found) }])
  const end = line.lonE6.length - 1
  line.lonE6[end] = line.lonE6[0] // the same point, which two roundings may have made different
  line.latE6[end] = line.latE6[0]
  return line
}

function elevationOf({ heightM }: RouteLine, { ascentDm, descentDm, unknownDm }: RouteClimb): LoopElevation | null {
  if (ascentDm === null || descentDm === null) return null
  let minM = Infinity
  let maxM = -Infinity
  for (const height of heightM) {
    if (height < minM) minM = height
    if (height > maxM) maxM = height
  }
  return {
    source: 'terrain',
    method: ASCENT_METHOD,
    ascentM: ascentDm / 10,
    descentM: descentDm / 10,
    minM,
    maxM,
    unknownM: unknownDm / 10,
  }
}

/** Bearing from the start to the point of the line that is farthest from it, tenths of degrees. */
function bearingOfFarthest({ lonE6, latE6 }: RouteLine): number {
  const lon = lonE6[0] / 1e6
  const lat = latE6[0] / 1e6
  let farthest = 0
  let farthestM = 0
  for (let i = 1; i < lonE6.length; i++) {
    const awayM = groundDistanceM(lon, lat, lonE6[i] / 1e6, latE6[i] / 1e6)
    if (awayM > farthestM) {
      farthestM = awayM
      farthest = i
    }
  }
  return tenths(bearingDeg(lon, lat, lonE6[farthest] / 1e6, latE6[farthest] / 1e6)) % 360
}

function reasonOf(
  distanceM: number,
  repeatedM: number,
  status: LoopStatus,
  towardsDeg: number,
  { distanceM: targetM, direction }: RoundTripsRequest,
  missed: number,
  wanted: number,
): Sentence | null {
  const reasons: Sentence[] = []
  if (status === 'rough') {
    const offShare = Math.abs((distanceM - targetM) / targetM)
    const repeatedShare = repeatedM / distanceM
    if (offShare > COMPLETE_ERROR)
      reasons.push(say(distanceM < targetM ? 'part.loop.shorter' : 'part.loop.longer', { distanceM, offShare }))
    if (repeatedShare > COMPLETE_REPEATED) reasons.push(say('part.loop.repeated', { repeatedM, repeatedShare }))
  }
  if (missed > 0)
    reasons.push(wanted === 1 ? say('part.loop.misses_place') : say('part.loop.misses', { missed, wanted }))
  if (direction !== null && !isTowards({ bearingDeg: towardsDeg }, direction))
    reasons.push(say('part.loop.direction', { direction, towards: Math.round(towardsDeg) % 360 }))
  if (reasons.length === 0) return null
  return say('reason.loop', {
    reason: reasons.reduce((reason, further) => say('part.loop.and', { reason, further })),
  })
}
