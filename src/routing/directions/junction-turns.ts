// What a junction between two steps of a line asks for: nothing where the way simply continues (the same way, or the
// only one straight ahead), `keep` at a fork, a turn by angle otherwise and at a corner onto another name.

import { turnDeg, distanceM, DEG_TO_RAD, type LonLat, wrapLon } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_DRIVE, ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import type { Profile } from '../costs/request-types.ts'
import type { Turn } from '../costs/route-types.ts'
import { type RouteLine, stepLengthMm } from '../details/route-line.ts'
import {
  changesName,
  hasTrail,
  isNamedWay,
  type NamedWay,
  sharesName,
  bestTrail,
  hasName,
  kindOf,
  couldBeOneStreet,
  keepByTravel,
} from './way-text.ts'

export interface JunctionArm {
  /** leads away from the junction */
  arc: number
  /** whether the arm, and each barrier before it, is open */
  isOpen: boolean
}

/** Nodes that are looked at in one junction. */
const MOST_NODES = 16
/** Lanes of one street are nearer to each other than this. */
const LANES_APART_M = 30
/** How far along two lanes their distance is measured, at most. */
const LANES_MM = 100_000
/** Lanes that begin at one place leave it within this angle. */
const LANES_DEG = 60

/**
 * The arms of a junction, open or not. A barrier at a junction cuts it into several nodes joined by edges of no
 * length; here they are one junction. Two one-way lanes of one street are distinguished from a fork. All arms of the
 * junction at a node, in the order of the network.
 */
export function armsAt(graph: RoutingGraph, node: number, isOpen: (arc: number) => boolean): JunctionArm[] {
  const { firstArc, arcId, edgeLengthMm } = graph.columns
  const arms: JunctionArm[] = []
  const nodes = [node]
  const areOpen = [true]
  for (let n = 0; n < nodes.length; n++) {
    for (let a = firstArc[nodes[n]]; a < firstArc[nodes[n] + 1]; a++) {
      const arc = arcId[a]
      if (edgeLengthMm[arc >>> 1] > 0) {
        arms.push({ arc, isOpen: areOpen[n] && isOpen(arc) })
        continue
      }
      // a bicycle is lifted past a barrier that walkers may pass
      const open = areOpen[n] && (isOpen(arc) || isOpenTo(graph, arc, 'hike'))
      const next = graph.arcTarget(arc)
      if (nodes.length >= MOST_NODES || nodes.includes(next)) continue
      nodes.push(next)
      areOpen.push(open)
    }
  }
  return arms
}

/** Which way vehicles go along an arc, by its access for bicycles: 1 only along it, -1 only against it, else 0. */
export function vehicleDirection(graph: RoutingGraph, arc: number): -1 | 0 | 1 {
  const along = isOpenTo(graph, arc, 'bike')
  return along === isOpenTo(graph, arc ^ 1, 'bike') ? 0 : along ? 1 : -1
}

export function isOpenTo(graph: RoutingGraph, arc: number, profile: Profile): boolean {
  const { edgeClass, classFootForward, classFootBackward, classBikeForward, classBikeBackward } = graph.columns
  const back = (arc & 1) === 1
  const access =
    profile === 'bike' ? (back ? classBikeBackward : classBikeForward) : back ? classFootBackward : classFootForward
  return access[edgeClass[arc >>> 1]] !== ACCESS_CLOSED
}

/** Whether two arms of a junction are the two lanes of one street: opposite one-ways that stay near each other. */
function areLanesOfOneStreet(graph: RoutingGraph, arcA: number, arcB: number): boolean {
  if (vehicleDirection(graph, arcA) * vehicleDirection(graph, arcB) !== -1) return false
  if (!couldBeOneStreet(graph, arcA >>> 1, arcB >>> 1)) return false
  if (Math.abs(turnDeg(bearingFromTail(graph, arcA), bearingFromTail(graph, arcB))) > LANES_DEG) return false
  const { edgeLengthMm } = graph.columns
  const alongMm = Math.min(edgeLengthMm[arcA >>> 1], edgeLengthMm[arcB >>> 1], LANES_MM)
  return distanceM(...placeAlong(graph, arcA, alongMm), ...placeAlong(graph, arcB, alongMm)) < LANES_APART_M
}

/** Distance over which a direction is measured. */
const SPAN_MM = 20_000

/** Bearings that are kept, a power of two: 0.8 MB for each network and thread, however large it is. */
const KEPT = 131_072

/** Bearings of whole arcs from their tails: the same junctions are needed again and again. The newer one is kept. */
class KnownBearings {
  /** by slot, -1 where none is kept */
  readonly #arc = new Int32Array(KEPT).fill(-1)
  readonly #tenths = new Int16Array(KEPT)

  /** In tenths of a degree. */
  of(graph: RoutingGraph, arc: number): number {
    const slot = arc & (KEPT - 1)
    if (this.#arc[slot] !== arc) {
      this.#tenths[slot] = Math.round(bearingAlong(graph, arc, 0) * 10) % 3600
      this.#arc[slot] = arc
    }
    return this.#tenths[slot]
  }
}

const fromTail = new WeakMap<RoutingGraph, KnownBearings>()

/**
 * The direction of an arc from a place on it, over the metres that a walker sees: the direction between two
 * neighbouring points is noise. Computed on the plane, since the distance is a few metres. Bearing in degrees from the
 * tail of an arc to the place SPAN_MM further on, or its end, to 0.1.
 */
export function bearingFromTail(graph: RoutingGraph, arc: number): number {
  let known = fromTail.get(graph)
  if (known === undefined) fromTail.set(graph, (known = new KnownBearings()))
  return known.of(graph, arc) / 10
}

/** Bearing in degrees from `alongMm` on an arc (counted from its tail) to the place SPAN_MM further on, or its end. */
export function bearingAlong(graph: RoutingGraph, arc: number, alongMm: number): number {
  const [lonA, latA] = placeAlong(graph, arc, alongMm)
  const [lonB, latB] = placeAlong(graph, arc, alongMm + SPAN_MM)
  const east = wrapLon(lonB - lonA) * Math.cos(latB * DEG_TO_RAD)
  return (Math.atan2(east, latB - latA) / DEG_TO_RAD + 360) % 360
}

/** The place `alongMm` from the tail of an arc, or its end. */
export function placeAlong(graph: RoutingGraph, arc: number, alongMm: number): LonLat {
  const edge = arc >>> 1
  const { firstEdge, shapeStart, shapeLonE7, shapeLatE7, shapeAtMm } = graph.blockOf(edge)
  const lengthMm = graph.columns.edgeLengthMm[edge]
  const back = (arc & 1) === 1
  const first = shapeStart[edge - firstEdge]
  const last = shapeStart[edge - firstEdge + 1] - 1
  const wantedMm = Math.min(lengthMm, alongMm)
  const atMm = back ? lengthMm - wantedMm : wantedMm
  let s = back ? last : first
  if (back) while (s > first && shapeAtMm[s - 1] >= atMm) s--
  else while (s < last && shapeAtMm[s + 1] <= atMm) s++
  const next = back ? Math.max(first, s - 1) : Math.min(last, s + 1)
  const spanMm = shapeAtMm[next] - shapeAtMm[s]
  const share = spanMm === 0 ? 0 : (atMm - shapeAtMm[s]) / spanMm
  const lon = shapeLonE7[s] / 1e7
  return [
    lon + wrapLon(shapeLonE7[next] / 1e7 - lon) * share,
    (shapeLatE7[s] + (shapeLatE7[next] - shapeLatE7[s]) * share) / 1e7,
  ]
}

/** Entries in the cache: 1 MB. */
const PLACES = 65_536
/** Numbers per entry: arc in, arc out, result. */
const STRIDE = 4
const NO_ARC = -1

/**
 * Cached results of junctions: a turn from one whole arc onto another is the same on every route of one kind of travel.
 * Bounded: on a collision the newer entry wins. One per network, thread and kind of travel; holds no data of requests.
 */
export class TurnMemory {
  readonly #places = new Int32Array(PLACES * STRIDE).fill(NO_ARC)

  static readonly of = keepByTravel(() => new TurnMemory())

  /** The result for a turn, -1 if it is not cached. */
  find(arcIn: number, arcOut: number): number {
    const places = this.#places
    const at = placeOf(arcIn, arcOut)
    return places[at] === arcIn && places[at + 1] === arcOut ? places[at + 2] : -1
  }

  /** `found` is not negative. */
  keep(arcIn: number, arcOut: number, found: number): void {
    const places = this.#places
    const at = placeOf(arcIn, arcOut)
    places[at] = arcIn
    places[at + 1] = arcOut
    places[at + 2] = found
  }
}

function placeOf(arcIn: number, arcOut: number): number {
  return ((Math.imul(arcIn, 0x9e3779b1) + Math.imul(arcOut, 0x85ebca6b)) >>> 16) * STRIDE
}

/** Every turn there is. */
export const TURNS = [
  'continue',
  'slight_right',
  'turn_right',
  'sharp_right',
  'u_turn',
  'sharp_left',
  'turn_left',
  'slight_left',
  'keep_right',
  'keep_left',
] as const satisfies readonly Turn[]

/** What is remembered of a junction: 0 for no turn, or the place in TURNS and one. */
const codeOf = (turn: Turn | null): number => (turn === null ? 0 : TURNS.indexOf(turn) + 1)
const turnOf = (code: number): Turn | null => (code === 0 ? null : TURNS[code - 1])

export class JunctionTurns {
  readonly #graph: RoutingGraph
  readonly #line: RouteLine
  readonly #profile: Profile
  readonly #memory: TurnMemory

  constructor(graph: RoutingGraph, line: RouteLine, profile: Profile) {
    this.#graph = graph
    this.#line = line
    this.#profile = profile
    this.#memory = TurnMemory.of(graph, profile)
  }

  /** The turn at the junction between two steps; null if absent. */
  turnAt(before: number, step: number): Turn | null {
    const { stepArc, stepAlongMm } = this.#line
    const arcIn = stepArc[before]
    const arcOut = stepArc[step]
    // a step that ends or begins inside its edge has its own bearing there
    if (
      stepAlongMm[step] !== 0 ||
      stepAlongMm[before] + stepLengthMm(this.#line, before) !== this.#graph.columns.edgeLengthMm[arcIn >>> 1]
    )
      return this.#judgeTurn(before, step)
    const known = this.#memory.find(arcIn, arcOut)
    if (known >= 0) return turnOf(known)
    const found = this.#judgeTurn(before, step)
    this.#memory.keep(arcIn, arcOut, codeOf(found))
    return found
  }

  #judgeTurn(before: number, step: number): Turn | null {
    const graph = this.#graph
    const arcIn = this.#line.stepArc[before]
    const arcOut = this.#line.stepArc[step]
    if (arcOut === (arcIn ^ 1)) return 'u_turn'
    const open = this.#otherArms(arcIn, arcOut).filter((arm) => arm.isOpen)
    if (open.length === 0 && !changesName(graph, arcIn >>> 1, arcOut >>> 1, this.#profile)) return null
    const bearingIn = this.bearingIn(before)
    const turn = turnDeg(bearingIn, this.bearingOut(step))
    const bend = Math.abs(turn)
    // a corner onto another way that has a name, whatever else is there
    if (open.length === 0) return bend < 45 ? null : turnOfAngle(turn)
    let straightest = 180
    let forksLeft = false
    let forksRight = false
    let sameWayAhead = false
    for (const { arc } of open) {
      const other = turnDeg(bearingIn, bearingFromTail(graph, arc))
      straightest = Math.min(straightest, Math.abs(other))
      if (Math.abs(other) >= 60) continue
      if (this.continues(arcIn >>> 1, arc >>> 1)) sameWayAhead = true
      if (Math.abs(other - turn) >= 100) continue
      if (other < turn) forksLeft = true
      else forksRight = true
    }
    const goesOn = this.continues(arcIn >>> 1, arcOut >>> 1)
    const named = hasName(graph, arcOut >>> 1)
    if (goesOn && named && !sameWayAhead && bend < 50) return null
    if (goesOn && bend < 75 && straightest >= bend + 25) return null
    if (!goesOn && bend < 30 && straightest >= bend + 40 && !sameWayAhead) return null
    if (bend < 50 && (forksLeft || forksRight))
      return forksLeft && forksRight ? 'continue' : forksLeft ? 'keep_right' : 'keep_left'
    return turnOfAngle(turn)
  }

  /**
   * The turn where the way that was named last goes on along another arm, open or not, while the route leaves it and
   * `turnAt` finds nothing to say; null if it does not.
   */
  turnOff(named: NamedWay, before: number, step: number): Turn | null {
    const { stepArc } = this.#line
    const goesOn = (isPart: (edge: number) => boolean) =>
      !isPart(stepArc[step] >>> 1) &&
      isPart(stepArc[before] >>> 1) &&
      this.#otherArms(stepArc[before], stepArc[step]).some(({ arc }) => isPart(arc >>> 1))
    const leaves =
      goesOn((edge) => isNamedWay(this.#graph, named, edge)) ||
      (named.trail >= 0 && goesOn((edge) => hasTrail(this.#graph, edge, named.trail)))
    if (!leaves) return null
    const turn = turnDeg(this.bearingIn(before), this.bearingOut(step))
    return Math.abs(turn) < 30 ? 'continue' : turnOfAngle(turn)
  }

  /**
   * Arms of a junction beside those of the route, without the other lane of a street that splits or ends here, and
   * without the drives beside a street.
   */
  #otherArms(arcIn: number, arcOut: number): JunctionArm[] {
    const graph = this.#graph
    const isOpen = (arc: number) => this.isOpen(arc) || (this.#isWalked(arcOut) && this.#isWalked(arc))
    const hasDrives = this.#isDrive(arcIn) || this.#isDrive(arcOut)
    return armsAt(graph, graph.arcTarget(arcIn), isOpen).filter(
      ({ arc }) =>
        (hasDrives || !this.#isDrive(arc)) &&
        arc >>> 1 !== arcIn >>> 1 &&
        arc >>> 1 !== arcOut >>> 1 &&
        !areLanesOfOneStreet(graph, arc, arcOut) &&
        !areLanesOfOneStreet(graph, arc, arcIn ^ 1),
    )
  }

  /** Whether an arc is a drive without a name. */
  #isDrive(arc: number): boolean {
    const { edgeClass, classFlags } = this.#graph.columns
    return (classFlags[edgeClass[arc >>> 1]] & FLAG_DRIVE) !== 0 && !hasName(this.#graph, arc >>> 1)
  }

  /** Whether a bicycle has to be pushed along an arc because only walkers may use it. */
  #isWalked(arc: number): boolean {
    return this.#profile === 'bike' && !this.isOpen(arc) && isOpenTo(this.#graph, arc, 'hike')
  }

  /** Whether an arc may be taken by what is travelled with. */
  isOpen(arc: number): boolean {
    return isOpenTo(this.#graph, arc, this.#profile)
  }

  /** Whether a walker would call both the same way. */
  continues(edgeA: number, edgeB: number): boolean {
    const graph = this.#graph
    if (sharesName(graph, edgeA, edgeB)) return true
    if (hasName(graph, edgeA) || hasName(graph, edgeB)) return false
    if (graph.wayIdOf(edgeA) === graph.wayIdOf(edgeB)) return true
    const trailA = bestTrail(graph, edgeA, this.#profile)
    const trailB = bestTrail(graph, edgeB, this.#profile)
    return trailA === trailB && kindOf(graph, edgeA) === kindOf(graph, edgeB)
  }

  /** Bearing of the first metres of a step. */
  bearingOut(step: number): number {
    return this.#bearing(this.#line.stepArc[step], this.#line.stepAlongMm[step])
  }

  /** Bearing of the last metres before the end of a step. */
  bearingIn(step: number): number {
    const arc = this.#line.stepArc[step]
    const toMm = this.#line.stepAlongMm[step] + stepLengthMm(this.#line, step)
    const lengthMm = this.#graph.columns.edgeLengthMm[arc >>> 1]
    return (this.#bearing(arc ^ 1, lengthMm - toMm) + 180) % 360
  }

  #bearing(arc: number, alongMm: number): number {
    return alongMm === 0 ? bearingFromTail(this.#graph, arc) : bearingAlong(this.#graph, arc, alongMm)
  }
}

/**
 * By the angle from the way before to the way after: -180 to 180, right positive. Turning around is for going back
 * along the edge one came on, whatever the angle.
 */
export function turnOfAngle(angleDeg: number): Turn {
  const bend = Math.abs(angleDeg)
  const right = angleDeg > 0
  if (bend < 20) return 'continue'
  if (bend < 45) return right ? 'slight_right' : 'slight_left'
  if (bend < 120) return right ? 'turn_right' : 'turn_left'
  return right ? 'sharp_right' : 'sharp_left'
}
