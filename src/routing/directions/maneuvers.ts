// Instructions along one leg: few and correct. There is none at a junction where the way simply continues (the same
// way, or the only one straight ahead); a fork is a `keep`, anything else a turn by angle. Steps, ferries and
// roundabouts are named; crossings of a few metres become one turn. Bearings are taken over the first metres beyond the
// junction, not between two points.

import { turnDeg } from '../../geo/lon-lat.ts'
import { FLAG_FERRY, FLAG_ROUNDABOUT, FLAG_STEPS } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { JunctionTurns, type Turn, turnOfAngle } from './junction-turns.ts'
import { type RouteLine, stepLengthMm } from '../details/route-line.ts'
import { isPushed } from '../costs/pushing.ts'
import type { BicycleType, Profile } from '../costs/request-types.ts'
import { describeWay, directionWord, isUnnamed, ordinal } from './way-text.ts'
import type { LegManeuverType, LegManeuver } from './maneuver-types.ts'

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

class LegWalker {
  readonly #graph: RoutingGraph
  readonly #line: RouteLine
  readonly #profile: Profile
  /** null on foot */
  readonly #bicycleType: BicycleType | null
  readonly #end: number
  readonly #turns: JunctionTurns
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
    this.#turns = new JunctionTurns(graph, line, profile)
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
    return `${directionWord(this.#turns.bearingOut(step))} on ${way}${this.#isPushed(step) ? ', pushing the bicycle' : ''}`
  }

  /** Where pushing begins or ends, with the turn there. */
  #mountOrDismount(before: number, step: number): void {
    const turn = this.#turns.turnAt(before, step)
    const first = turn === null || turn === 'continue' ? '' : `${TURN_WORDS[turn]}. `
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
    const type = this.#turns.turnAt(before, step)
    if (type === null) {
      if (stepsBegin) this.#push('steps', 'Take the steps.', step)
      return
    }
    if (this.#fold(i, type)) return
    if (stepsBegin)
      this.#push(
        'steps',
        type === 'continue' ? 'Take the steps straight ahead.' : `${TURN_WORDS[type]} and take the steps.`,
        step,
      )
    else this.#push(type, this.#turnInstruction(type, this.#edge(before), step), step)
  }

  /** `Turn left onto the track`, `Keep right on the path`, `Turn left to stay on CG-4`. */
  #turnInstruction(type: Turn, edgeBefore: number, step: number): string {
    const stays = this.#turns.continues(edgeBefore, this.#edge(step))
    if (type === 'continue') return `Go straight on along ${this.#onto(step)}.`
    if (!stays) return `${TURN_WORDS[type]} onto ${this.#onto(step)}.`
    if (type === 'keep_left' || type === 'keep_right' || isUnnamed(this.#graph, this.#edge(step), this.#profile))
      return `${TURN_WORDS[type]} on ${this.#onto(step)}.`
    return `${TURN_WORDS[type]} to stay on ${this.#onto(step)}.`
  }

  #onto(step: number): string {
    const edge = this.#edge(step)
    const words = describeWay(this.#graph, edge, this.#profile)
    return isUnnamed(this.#graph, edge, this.#profile)
      ? `${words}, heading ${directionWord(this.#turns.bearingOut(step))}`
      : words
  }

  #ferryName(step: number): string {
    const name = this.#graph.nameOf(this.#edge(step))
    return name === null ? 'the ferry' : `the ferry ${name}`
  }

  #stepsLengthMm(i: number): number {
    let lengthMm = 0
    for (let k = i; k < this.#steps.length && (this.#flags(this.#steps[k]) & FLAG_STEPS) !== 0; k++)
      lengthMm += stepLengthMm(this.#line, this.#steps[k])
    return lengthMm
  }

  #enterRoundabout(i: number): void {
    const { firstArc, arcId, edgeClass, classFlags } = this.#graph.columns
    let exits = 0
    let k = i
    for (; k < this.#steps.length && (this.#flags(this.#steps[k]) & FLAG_ROUNDABOUT) !== 0; k++) {
      const node = this.#graph.arcTarget(this.#line.stepArc[this.#steps[k]])
      for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
        if ((classFlags[edgeClass[arcId[a] >>> 1]] & FLAG_ROUNDABOUT) === 0 && this.#turns.isOpen(arcId[a])) {
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

  /** Merges a turn into a maneuver a few metres before it. Returns whether it did. */
  #fold(i: number, type: Turn): boolean {
    const last = this.#found[this.#found.length - 1]
    const step = this.#steps[i]
    if (last.type === 'start' || !isTurn(last.type) || !isTurn(type)) return false
    if (this.#line.stepAtMm[step] - this.#line.stepAtMm[last.step] >= FOLD_MM) return false
    const before = this.#steps[this.#steps.indexOf(last.step) - 1]
    const net = turnDeg(this.#turns.bearingIn(before), this.#turns.bearingOut(step))
    this.#found.pop()
    if (Math.abs(net) < 30 && this.#turns.continues(this.#edge(before), this.#edge(step))) return true
    const folded = Math.abs(net) < 20 ? 'continue' : turnOfAngle(net)
    this.#push(folded, this.#turnInstruction(folded, this.#edge(before), step), step)
    return true
  }
}

const TURN_WORDS: Record<Turn, string> = {
  continue: 'Go straight on',
  slight_right: 'Bear right',
  turn_right: 'Turn right',
  sharp_right: 'Turn sharp right',
  u_turn: 'Turn around',
  sharp_left: 'Turn sharp left',
  turn_left: 'Turn left',
  slight_left: 'Bear left',
  keep_right: 'Keep right',
  keep_left: 'Keep left',
}

function isTurn(type: LegManeuverType): type is Turn {
  return type in TURN_WORDS
}
