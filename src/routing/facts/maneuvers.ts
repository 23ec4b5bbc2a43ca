// Instructions along one leg: few and correct. There is none at a junction where the way simply continues (the same
// way, or the only one straight ahead); a fork is a `keep`, anything else a turn by angle. Steps, ferries and
// roundabouts are named; crossings of a few metres become one turn. Bearings are taken over the first metres beyond the
// junction, not between two points.

import { turnDeg } from '../../geo/lon-lat.ts'
import { ACCESS_CLOSED, FLAG_FERRY, FLAG_ROUNDABOUT, FLAG_STEPS } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { bearingAlong, bearingFromTail } from './arc-bearing.ts'
import type { RouteLine } from './route-line.ts'
import { isPushed } from '../costs/pushing.ts'
import type { BicycleType, Profile } from '../costs/route-types.ts'
import { TurnMemory } from './turn-memory.ts'
import { bestTrail, describeWay, directionWord, isUnnamed, nounOf, ordinal } from './way-words.ts'

export type LegManeuverType =
  | 'start'
  | 'continue'
  | 'slight_right'
  | 'turn_right'
  | 'sharp_right'
  | 'u_turn'
  | 'sharp_left'
  | 'turn_left'
  | 'slight_left'
  | 'keep_right'
  | 'keep_left'
  | 'roundabout'
  | 'ferry'
  | 'ferry_exit'
  | 'steps'
  | 'push'
  | 'ride'
  | 'straight_leg'
  | 'arrive'

/** `via`: a waypoint on the way; of a leg alone it is `start` */
export type ManeuverType = LegManeuverType | 'via'

export interface LegManeuver {
  type: LegManeuverType
  instruction: string
  /** step of the line that begins here; for `arrive` the step after the last of the leg */
  step: number
}

/** Two turns closer than this become one. */
const FOLD_MM = 15_000
/** Flights of steps shorter than this are not mentioned. */
const MIN_STEPS_MM = 15_000

/** Maneuvers of leg `leg`, from `start` to `arrive`. A leg of no length has only these two. */
export function maneuversOfLeg(
  graph: RoutingGraph,
  line: RouteLine,
  leg: number,
  profile: Profile,
  bicycleType: BicycleType = 'hybrid',
): LegManeuver[] {
  const first = line.legFirstStep[leg]
  const end = line.legFirstStep[leg + 1]
  if (end > first && line.stepArc[first] < 0) {
    return [
      { type: 'straight_leg', instruction: 'Go straight to the next waypoint; no way is followed here.', step: first },
      arrival(end),
    ]
  }
  const walker = new LegWalker(graph, line, profile, bicycleType, first, end)
  return walker.walk()
}

function arrival(step: number): LegManeuver {
  return { type: 'arrive', instruction: 'Arrive at the waypoint.', step }
}

/** Name and ref of the way of a step; none on a straight leg. */
export function streetNamesOf(graph: RoutingGraph, line: RouteLine, step: number): string[] {
  const names: string[] = []
  if (line.stepArc[step] < 0) return names
  const { edgeName, edgeRef } = graph.columns
  const edge = line.stepArc[step] >>> 1
  for (const index of [edgeName[edge], edgeRef[edge]]) if (index !== 0) names.push(graph.string(index)!)
  return names
}

class LegWalker {
  readonly #graph: RoutingGraph
  readonly #line: RouteLine
  readonly #profile: Profile
  /** null on foot */
  readonly #bicycleType: BicycleType | null
  readonly #end: number
  readonly #turns: TurnMemory
  /** steps of some length, in order */
  readonly #steps: number[] = []
  readonly #found: LegManeuver[] = []

  constructor(
    graph: RoutingGraph,
    line: RouteLine,
    profile: Profile,
    bicycleType: BicycleType,
    first: number,
    end: number,
  ) {
    this.#graph = graph
    this.#line = line
    this.#profile = profile
    this.#bicycleType = profile === 'bike' ? bicycleType : null
    this.#end = end
    this.#turns = TurnMemory.of(graph, profile)
    for (let i = first; i < end; i++) if (line.stepAtMm[i + 1] > line.stepAtMm[i]) this.#steps.push(i)
  }

  walk(): LegManeuver[] {
    const steps = this.#steps
    if (steps.length === 0)
      return [{ type: 'start', instruction: 'You are there already.', step: this.#end }, arrival(this.#end)]
    this.#push('start', `Head ${this.#headWords(steps[0])}.`, steps[0])
    for (let i = 1; i < steps.length; i++) this.#pass(i)
    this.#found.push(arrival(this.#end))
    return this.#found
  }

  #edge(step: number): number {
    return this.#line.stepArc[step] >>> 1
  }

  #flags(step: number): number {
    return this.#graph.columns.classFlags[this.#graph.columns.edgeClass[this.#edge(step)]]
  }

  #isPushed(step: number): boolean {
    return this.#bicycleType !== null && isPushed(this.#graph, this.#line.stepArc[step], this.#bicycleType)
  }

  /** `north on the track`, `east on the footway, pushing the bicycle` */
  #headWords(step: number): string {
    const way = describeWay(this.#graph, this.#edge(step), this.#profile)
    return `${directionWord(this.#bearingOut(step))} on ${way}${this.#isPushed(step) ? ', pushing the bicycle' : ''}`
  }

  /** Where pushing begins or ends, with the turn there. */
  #mountOrDismount(before: number, step: number): void {
    const turn = this.#turnAt(before, step)
    const first = turn === null || turn === 'continue' ? '' : `${turnWords(turn)}. `
    if (!this.#isPushed(step)) this.#push('ride', `${first}Ride on along ${this.#onto(step)}.`, step)
    else if ((this.#flags(step) & FLAG_STEPS) !== 0)
      this.#push('push', `${first}Get off and carry the bicycle over ${this.#onto(step)}.`, step)
    else this.#push('push', `${first}Get off and push the bicycle along ${this.#onto(step)}.`, step)
  }

  #push(type: LegManeuverType, instruction: string, step: number): void {
    this.#found.push({ type, instruction, step })
  }

  /** Looks at the junction before steps[i]. */
  #pass(i: number): void {
    const step = this.#steps[i]
    const before = this.#steps[i - 1]
    const flags = this.#flags(step)
    const flagsBefore = this.#flags(before)
    if ((flags & FLAG_FERRY) !== 0) {
      if ((flagsBefore & FLAG_FERRY) === 0) this.#push('ferry', `Take ${this.#ferryName(step)}.`, step)
      return
    }
    if ((flagsBefore & FLAG_FERRY) !== 0) {
      this.#push('ferry_exit', `Leave the ferry and head ${this.#headWords(step)}.`, step)
      return
    }
    if (this.#isPushed(step) !== this.#isPushed(before)) return this.#mountOrDismount(before, step)
    if ((flags & FLAG_ROUNDABOUT) !== 0) {
      if ((flagsBefore & FLAG_ROUNDABOUT) === 0) this.#enterRoundabout(i)
      return
    }
    if ((flagsBefore & FLAG_ROUNDABOUT) !== 0) return // mentioned when it was entered
    const stepsBegin =
      (flags & FLAG_STEPS) !== 0 && (flagsBefore & FLAG_STEPS) === 0 && this.#stepsLengthMm(i) >= MIN_STEPS_MM
    const type = this.#turnAt(before, step)
    if (type === null) {
      if (stepsBegin) this.#push('steps', 'Take the steps.', step)
      return
    }
    if (this.#fold(i, type)) return
    if (stepsBegin)
      this.#push(
        'steps',
        type === 'continue' ? 'Take the steps straight ahead.' : `${turnWords(type)} and take the steps.`,
        step,
      )
    else this.#push(type, this.#turnInstruction(type, this.#edge(before), step), step)
  }

  /** `Turn left onto the track`, `Keep right on the path`, `Turn left to stay on CG-4`. */
  #turnInstruction(type: LegManeuverType, edgeBefore: number, step: number): string {
    const stays = this.#continues(edgeBefore, this.#edge(step))
    if (type === 'continue') return `Go straight on along ${this.#onto(step)}.`
    if (!stays) return `${turnWords(type)} onto ${this.#onto(step)}.`
    if (type === 'keep_left' || type === 'keep_right' || isUnnamed(this.#graph, this.#edge(step), this.#profile))
      return `${turnWords(type)} on ${this.#onto(step)}.`
    return `${turnWords(type)} to stay on ${this.#onto(step)}.`
  }

  #onto(step: number): string {
    const edge = this.#edge(step)
    const words = describeWay(this.#graph, edge, this.#profile)
    return isUnnamed(this.#graph, edge, this.#profile)
      ? `${words}, heading ${directionWord(this.#bearingOut(step))}`
      : words
  }

  #ferryName(step: number): string {
    const name = this.#graph.string(this.#graph.columns.edgeName[this.#edge(step)])
    return name === null ? 'the ferry' : `the ferry ${name}`
  }

  #stepsLengthMm(i: number): number {
    let lengthMm = 0
    for (let k = i; k < this.#steps.length && (this.#flags(this.#steps[k]) & FLAG_STEPS) !== 0; k++)
      lengthMm += this.#lengthMm(this.#steps[k])
    return lengthMm
  }

  #lengthMm(step: number): number {
    return this.#line.stepAtMm[step + 1] - this.#line.stepAtMm[step]
  }

  #enterRoundabout(i: number): void {
    const { firstArc, arcId, edgeClass, classFlags } = this.#graph.columns
    let exits = 0
    let k = i
    for (; k < this.#steps.length && (this.#flags(this.#steps[k]) & FLAG_ROUNDABOUT) !== 0; k++) {
      const node = this.#graph.arcTarget(this.#line.stepArc[this.#steps[k]])
      for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
        if ((classFlags[edgeClass[arcId[a] >>> 1]] & FLAG_ROUNDABOUT) === 0 && this.#isOpen(arcId[a])) {
          exits++
          break
        }
      }
    }
    const out = this.#steps[k]
    const exit =
      out === undefined
        ? ''
        : ` and take the ${ordinal(exits)} exit onto ${describeWay(this.#graph, this.#edge(out), this.#profile)}`
    this.#push('roundabout', `Enter the roundabout${exit}.`, this.#steps[i])
  }

  /** The maneuver at the junction between two steps; null if there is none. */
  #turnAt(before: number, step: number): LegManeuverType | null {
    const { stepArc, stepAlongMm } = this.#line
    const arcIn = stepArc[before]
    const arcOut = stepArc[step]
    // a step that ends or begins inside its edge has its own bearing there
    if (
      stepAlongMm[step] !== 0 ||
      stepAlongMm[before] + this.#lengthMm(before) !== this.#graph.columns.edgeLengthMm[arcIn >>> 1]
    )
      return this.#judgeTurn(before, step)
    const known = this.#turns.find(arcIn, arcOut)
    if (known >= 0) return VERDICTS[known]
    const found = this.#judgeTurn(before, step)
    this.#turns.keep(arcIn, arcOut, VERDICTS.indexOf(found))
    return found
  }

  #judgeTurn(before: number, step: number): LegManeuverType | null {
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
        if (edge === arcIn >>> 1 || edge === arcOut >>> 1 || edgeLengthMm[edge] === 0 || !this.#isOpen(arc)) continue
        others++
        if (others === 1) {
          bearingIn = this.#bearingIn(before)
          turn = turnDeg(bearingIn, this.#bearingOut(step))
        }
        const other = turnDeg(bearingIn, bearingFromTail(this.#graph, arc))
        straightest = Math.min(straightest, Math.abs(other))
        if (Math.abs(other) < 60 && this.#continues(arcIn >>> 1, edge)) sameWayAhead = true
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
    const goesOn = this.#continues(arcIn >>> 1, arcOut >>> 1)
    const named = this.#isNamed(arcOut >>> 1)
    if (goesOn && named && !sameWayAhead && bend < 50) return null
    if (goesOn && bend < 75 && straightest >= bend + 25) return null
    if (!goesOn && bend < 30 && straightest >= bend + 40 && !sameWayAhead) return null
    if (bend < 50 && (forksLeft || forksRight))
      return forksLeft && forksRight ? 'continue' : forksLeft ? 'keep_right' : 'keep_left'
    return turnType(turn)
  }

  /** Merges a turn into a maneuver a few metres before it. Returns whether it did. */
  #fold(i: number, type: LegManeuverType): boolean {
    const last = this.#found[this.#found.length - 1]
    const step = this.#steps[i]
    if (last.type === 'start' || !isTurn(last.type) || !isTurn(type)) return false
    if (this.#line.stepAtMm[step] - this.#line.stepAtMm[last.step] >= FOLD_MM) return false
    const before = this.#steps[this.#steps.indexOf(last.step) - 1]
    const net = turnDeg(this.#bearingIn(before), this.#bearingOut(step))
    this.#found.pop()
    if (Math.abs(net) < 30 && this.#continues(this.#edge(before), this.#edge(step))) return true
    const folded = Math.abs(net) < 20 ? 'continue' : turnType(net)
    this.#push(folded, this.#turnInstruction(folded, this.#edge(before), step), step)
    return true
  }

  #isOpen(arc: number): boolean {
    const { edgeClass, classFootForward, classFootBackward, classBikeForward, classBikeBackward } = this.#graph.columns
    const k = edgeClass[arc >>> 1]
    const back = (arc & 1) === 1
    const access =
      this.#profile === 'bike'
        ? (back ? classBikeBackward : classBikeForward)[k]
        : (back ? classFootBackward : classFootForward)[k]
    return access !== ACCESS_CLOSED
  }

  #isNamed(edge: number): boolean {
    return this.#graph.columns.edgeName[edge] !== 0 || this.#graph.columns.edgeRef[edge] !== 0
  }

  /** Whether a walker would call both the same way. */
  #continues(edgeA: number, edgeB: number): boolean {
    const { edgeName, edgeRef, edgeWayId } = this.#graph.columns
    if (edgeName[edgeA] !== 0 && edgeName[edgeA] === edgeName[edgeB]) return true
    if (edgeRef[edgeA] !== 0 && edgeRef[edgeA] === edgeRef[edgeB]) return true
    if (this.#isNamed(edgeA) || this.#isNamed(edgeB)) return false
    if (edgeWayId[edgeA] === edgeWayId[edgeB]) return true
    const trailA = bestTrail(this.#graph, edgeA, this.#profile)
    const trailB = bestTrail(this.#graph, edgeB, this.#profile)
    return trailA === trailB && nounOf(this.#graph, edgeA) === nounOf(this.#graph, edgeB)
  }

  /** Bearing of the first metres of a step. */
  #bearingOut(step: number): number {
    return this.#bearing(this.#line.stepArc[step], this.#line.stepAlongMm[step])
  }

  /** Bearing of the last metres before the end of a step. */
  #bearingIn(step: number): number {
    const arc = this.#line.stepArc[step]
    const toMm = this.#line.stepAlongMm[step] + this.#lengthMm(step)
    const lengthMm = this.#graph.columns.edgeLengthMm[arc >>> 1]
    return (this.#bearing(arc ^ 1, lengthMm - toMm) + 180) % 360
  }

  #bearing(arc: number, alongMm: number): number {
    return alongMm === 0 ? bearingFromTail(this.#graph, arc) : bearingAlong(this.#graph, arc, alongMm)
  }
}

function turnType(turn: number): LegManeuverType {
  const bend = Math.abs(turn)
  const right = turn > 0
  if (bend < 20) return 'continue'
  if (bend < 45) return right ? 'slight_right' : 'slight_left'
  if (bend < 120) return right ? 'turn_right' : 'turn_left'
  if (bend < 165) return right ? 'sharp_right' : 'sharp_left'
  return 'u_turn'
}

/** Everything that may be needed at a junction. */
const VERDICTS: readonly (LegManeuverType | null)[] = [
  null,
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
]

const TURN_WORDS: Partial<Record<LegManeuverType, string>> = {
  slight_right: 'Bear right',
  turn_right: 'Turn right',
  sharp_right: 'Turn sharp right',
  u_turn: 'Turn around',
  sharp_left: 'Turn sharp left',
  turn_left: 'Turn left',
  slight_left: 'Bear left',
  keep_right: 'Keep right',
  keep_left: 'Keep left',
  continue: 'Go straight on',
}

function turnWords(type: LegManeuverType): string {
  return TURN_WORDS[type]!
}

const TURNS = new Set<string>(Object.keys(TURN_WORDS))

function isTurn(type: LegManeuverType): boolean {
  return TURNS.has(type)
}
