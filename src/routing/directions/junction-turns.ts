// What a junction between two steps of a line asks for: nothing where the way simply continues (the same way, or the
// only one straight ahead), `keep` at a fork, a turn by angle otherwise.

import { turnDeg } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import type { Profile } from '../costs/request-types.ts'
import { bearingAlong, bearingFromTail } from './arc-bearing.ts'
import { type RouteLine, stepLengthMm } from '../details/route-line.ts'
import { TurnMemory } from './turn-memory.ts'
import { bestTrail, hasName, nounOf } from './way-text.ts'

/** Every turn there is. */
const TURNS = [
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
] as const

export type Turn = (typeof TURNS)[number]

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

  /** The turn at the junction between two steps; null if there is none. */
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
    const { firstArc, arcId, edgeLengthMm } = this.#graph.columns
    const arcIn = this.#line.stepArc[before]
    const arcOut = this.#line.stepArc[step]
    const nodes = [this.#graph.arcTarget(arcIn), this.#graph.arcTail(arcOut)]
    let bearingIn = 0
    let turn = Number.NaN
    let straightest = 180
    let forksLeft = false
    let forksRight = false
    let others = 0
    let sameWayAhead = false
    for (let n = 0; n < (nodes[0] === nodes[1] ? 1 : 2); n++) {
      for (let a = firstArc[nodes[n]]; a < firstArc[nodes[n] + 1]; a++) {
        const arc = arcId[a]
        const edge = arc >>> 1
        if (edge === arcIn >>> 1 || edge === arcOut >>> 1 || edgeLengthMm[edge] === 0 || !this.isOpen(arc)) continue
        others++
        if (others === 1) {
          bearingIn = this.bearingIn(before)
          turn = turnDeg(bearingIn, this.bearingOut(step))
        }
        const other = turnDeg(bearingIn, bearingFromTail(this.#graph, arc))
        straightest = Math.min(straightest, Math.abs(other))
        if (Math.abs(other) < 60 && this.continues(arcIn >>> 1, edge)) sameWayAhead = true
        if (Math.abs(other) < 60 && Math.abs(other - turn) < 100) {
          if (other < turn) forksLeft = true
          else forksRight = true
        }
      }
    }
    if (others === 0) {
      if (arcOut !== (arcIn ^ 1)) return null
      return 'u_turn'
    }
    const bend = Math.abs(turn)
    const goesOn = this.continues(arcIn >>> 1, arcOut >>> 1)
    const named = hasName(this.#graph, arcOut >>> 1)
    if (goesOn && named && !sameWayAhead && bend < 50) return null
    if (goesOn && bend < 75 && straightest >= bend + 25) return null
    if (!goesOn && bend < 30 && straightest >= bend + 40 && !sameWayAhead) return null
    if (bend < 50 && (forksLeft || forksRight))
      return forksLeft && forksRight ? 'continue' : forksLeft ? 'keep_right' : 'keep_left'
    return turnOfAngle(turn)
  }

  /** Whether an arc may be taken by what is travelled with. */
  isOpen(arc: number): boolean {
    const { edgeClass, classFootForward, classFootBackward, classBikeForward, classBikeBackward } = this.#graph.columns
    const k = edgeClass[arc >>> 1]
    const back = (arc & 1) === 1
    const access =
      this.#profile === 'bike'
        ? (back ? classBikeBackward : classBikeForward)[k]
        : (back ? classFootBackward : classFootForward)[k]
    return access !== ACCESS_CLOSED
  }

  /** Whether a walker would call both the same way. */
  continues(edgeA: number, edgeB: number): boolean {
    const graph = this.#graph
    const a = graph.blockOf(edgeA)
    const nameA = a.name[edgeA - a.firstEdge]
    const refA = a.ref[edgeA - a.firstEdge]
    const wayA = a.wayId[edgeA - a.firstEdge]
    const b = graph.blockOf(edgeB)
    const nameB = b.name[edgeB - b.firstEdge]
    const refB = b.ref[edgeB - b.firstEdge]
    const wayB = b.wayId[edgeB - b.firstEdge]
    if ((nameA !== 0 && nameA === nameB) || (refA !== 0 && refA === refB)) return true
    if (nameA !== 0 || refA !== 0 || nameB !== 0 || refB !== 0) return false
    if (wayA === wayB) return true
    const trailA = bestTrail(this.#graph, edgeA, this.#profile)
    const trailB = bestTrail(this.#graph, edgeB, this.#profile)
    return trailA === trailB && nounOf(this.#graph, edgeA) === nounOf(this.#graph, edgeB)
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

/** By the angle from the way before to the way after: -180 to 180, right positive. */
export function turnOfAngle(angleDeg: number): Turn {
  const bend = Math.abs(angleDeg)
  const right = angleDeg > 0
  if (bend < 20) return 'continue'
  if (bend < 45) return right ? 'slight_right' : 'slight_left'
  if (bend < 120) return right ? 'turn_right' : 'turn_left'
  if (bend < 165) return right ? 'sharp_right' : 'sharp_left'
  return 'u_turn'
}
