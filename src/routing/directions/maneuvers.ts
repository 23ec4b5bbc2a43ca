// Instructions along one leg: few and correct (docs/routing.md, "Instructions"). A junction gets none if the
// way simply continues (the same way, or the only one straight ahead, unless the way that was named last turns off
// there); a fork is a `keep`, anything else a turn by angle. Steps, ferries and roundabouts are named; crossings of a
// few metres become one turn.

import { turnDeg } from '../../geo/lon-lat.ts'
import { FLAG_FERRY, FLAG_ROUNDABOUT, FLAG_STEPS } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { type RouteLine, stepLengthMm } from '../details/route-line.ts'
import { isPushed } from '../costs/pushing.ts'
import type { BicycleType, Profile } from '../costs/request-types.ts'
import { WAYPOINT_WORDS } from '../costs/point-subject.ts'
import type { Maneuver } from '../costs/route-types.ts'
import { JunctionTurns, type Turn, turnOfAngle } from './junction-turns.ts'
import { describeWay, directionWord, isUnnamed, ordinal } from './way-text.ts'
import type { LegManeuverType, LegManeuver, ManeuverType } from './maneuver-types.ts'
import { exitNumber } from './roundabout-exit.ts'
import { hasTrail, isNamedWay, type NamedWay, namedWay } from './way-identity.ts'

/** Two turns closer than this become one. */
const FOLD_MM = 15_000
/** A way that is left and is back within this distance was not left. */
const BACK_MM = 50_000
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

/** An instruction, with what the next ones need. */
interface Found extends LegManeuver {
  /** the way that it names; null if it names none */
  named: NamedWay | null
  /** of a turn: index in `#steps` of the first step after it, or after the first of those that were merged into it */
  firstIndex: number
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
  readonly #found: Found[] = []
  /** whether the exit of the roundabout that is being passed was given where it was entered */
  #isExitGiven = false

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
    this.#push('start', `Head ${this.#headWords(steps[0])}.`, 0)
    for (let i = 1; i < steps.length; i++) this.#pass(i)
    return [...this.#found, arrival(this.#end)]
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

  #push(type: LegManeuverType, instruction: string, i: number, named = i, firstIndex = i): void {
    const step = this.#steps[named]
    this.#found.push({
      type,
      instruction,
      step: this.#steps[i],
      named: step === undefined ? null : namedWay(this.#graph, this.#edge(step), this.#profile),
      firstIndex,
    })
  }

  /** Looks at the junction before steps[i]. */
  #pass(i: number): void {
    const step = this.#steps[i]
    const before = this.#steps[i - 1]
    const flags = this.#flags(step)
    const flagsBefore = this.#flags(before)
    if ((flags & FLAG_FERRY) !== 0) {
      if ((flagsBefore & FLAG_FERRY) === 0) this.#push('ferry', `Take ${this.#ferryName(step)}.`, i)
      return
    }
    const isRing = (flags & FLAG_ROUNDABOUT) !== 0
    const wasRing = (flagsBefore & FLAG_ROUNDABOUT) !== 0
    if (isRing && !wasRing) this.#isExitGiven = false
    if ((flagsBefore & FLAG_FERRY) !== 0) {
      this.#push('ferry_exit', `Leave the ferry and head ${this.#headWords(step)}.`, i)
      return
    }
    if (this.#isPushed(step) !== this.#isPushed(before)) return this.#mountOrDismount(i, isRing, wasRing)
    if (isRing) {
      if (!wasRing) this.#enterRoundabout(i)
      return
    }
    if (wasRing) return this.#leaveRoundabout(i)
    this.#turn(i)
  }

  /** Where pushing begins or ends, with the turn there. */
  #mountOrDismount(i: number, isRing: boolean, wasRing: boolean): void {
    const step = this.#steps[i]
    const isPushed = this.#isPushed(step)
    const type = isPushed ? 'push' : 'ride'
    if (isRing && !wasRing) {
      const { words, out } = this.#roundaboutWords(i)
      return this.#push(type, `${isPushed ? 'Get off and push the bicycle' : 'Ride on'}. ${words}`, i, out)
    }
    const how = !isPushed
      ? 'Ride on along'
      : (this.#flags(step) & FLAG_STEPS) !== 0
        ? 'Get off and carry the bicycle over'
        : 'Get off and push the bicycle along'
    this.#push(type, `${this.#turnBefore(i, isRing, wasRing)}${how} ${this.#onto(step)}.`, i)
  }

  /** The turn that getting on or off comes with, as a sentence of its own; empty if absent. */
  #turnBefore(i: number, isRing: boolean, wasRing: boolean): string {
    if (isRing) return ''
    if (wasRing) return this.#isExitGiven ? '' : 'Leave the roundabout. '
    const turn = this.#turns.turnAt(this.#steps[i - 1], this.#steps[i])
    return turn === null || turn === 'continue' ? '' : `${TURN_WORDS[turn]}. `
  }

  #enterRoundabout(i: number): void {
    const { words, out } = this.#roundaboutWords(i)
    this.#push('roundabout', words, i, out)
  }

  /** The sentence for the roundabout that begins with steps[i], and the index of the step after it. */
  #roundaboutWords(i: number): { words: string; out: number } {
    let out = i
    while (out < this.#steps.length && (this.#flags(this.#steps[out]) & FLAG_ROUNDABOUT) !== 0) out++
    this.#isExitGiven = true
    if (out === this.#steps.length) return { words: 'Enter the roundabout.', out }
    const [arcIn, ...rest] = this.#steps.slice(i - 1, out + 1).map((step) => this.#line.stepArc[step])
    const path = { arcIn, ring: rest.slice(0, -1), arcOut: rest[rest.length - 1] }
    const exit = ordinal(exitNumber(this.#graph, path, (arc) => this.#turns.isOpen(arc)))
    const onto = describeWay(this.#graph, this.#edge(this.#steps[out]), this.#profile)
    return { words: `Enter the roundabout and take the ${exit} exit onto ${onto}.`, out }
  }

  #leaveRoundabout(i: number): void {
    const first = this.#isExitGiven ? '' : 'Leave the roundabout. '
    if (this.#stepsBegin(i)) this.#push('steps', `${first}Take the steps.`, i)
    else if (!this.#isExitGiven)
      this.#push('roundabout_exit', `Leave the roundabout onto ${this.#onto(this.#steps[i])}.`, i)
  }

  #turn(i: number): void {
    const type = this.#turns.turnAt(this.#steps[i - 1], this.#steps[i]) ?? this.#turnOff(i)
    if (type === null) {
      if (this.#stepsBegin(i)) this.#push('steps', 'Take the steps.', i)
    } else if (!this.#fold(i, type)) this.#pushTurn(type, i)
  }

  /** A turn at steps[i], or the merged one from steps[firstIndex] to there. */
  #pushTurn(type: Turn, i: number, firstIndex = i): void {
    const words = this.#stepsBegin(i)
      ? type === 'continue'
        ? 'Take the steps straight ahead.'
        : `${TURN_WORDS[type]} and take the steps.`
      : this.#turnInstruction(type, this.#edge(this.#steps[firstIndex - 1]), this.#steps[i])
    this.#push(this.#stepsBegin(i) ? 'steps' : type, words, i, i, firstIndex)
  }

  /** The turn where the way that was named last goes elsewhere, unless the route is back on it soon. */
  #turnOff(i: number): Turn | null {
    const { named } = this.#found[this.#found.length - 1]
    if (named === null) return null
    const turn = this.#turns.turnOff(named, this.#steps[i - 1], this.#steps[i])
    if (turn === null) return null
    const fromMm = this.#line.stepAtMm[this.#steps[i]]
    for (let k = i + 1; k < this.#steps.length && this.#line.stepAtMm[this.#steps[k]] - fromMm < BACK_MM; k++) {
      const edge = this.#edge(this.#steps[k])
      if (isNamedWay(this.#graph, named, edge) && (named.trail < 0 || hasTrail(this.#graph, edge, named.trail)))
        return null
    }
    return turn
  }

  /** `Turn left onto the track`, `Keep right on the path`, `Turn left to stay on CG-4`. */
  #turnInstruction(type: Turn, edgeBefore: number, step: number): string {
    const stays = this.#turns.continues(edgeBefore, this.#edge(step))
    if (type === 'continue') return `Go straight on along ${this.#onto(step)}.`
    if (!stays) return `${TURN_WORDS[type]} onto ${this.#onto(step)}.`
    if (!CAN_STAY.has(type) || isUnnamed(this.#graph, this.#edge(step), this.#profile))
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

  /** Whether a flight of steps worth a word begins with steps[i]. */
  #stepsBegin(i: number): boolean {
    if ((this.#flags(this.#steps[i - 1]) & FLAG_STEPS) !== 0) return false
    let lengthMm = 0
    for (let k = i; k < this.#steps.length && (this.#flags(this.#steps[k]) & FLAG_STEPS) !== 0; k++)
      lengthMm += stepLengthMm(this.#line, this.#steps[k])
    return lengthMm >= MIN_STEPS_MM
  }

  /** Merges a turn into one a few metres before it, by their net bend. Returns whether it did. */
  #fold(i: number, type: Turn): boolean {
    const last = this.#found[this.#found.length - 1]
    if (!isTurn(last.type) || last.type === 'u_turn' || type === 'u_turn') return false
    const { firstIndex } = last
    const step = this.#steps[i]
    if (this.#line.stepAtMm[step] - this.#line.stepAtMm[this.#steps[firstIndex]] >= FOLD_MM) return false
    const before = this.#steps[firstIndex - 1]
    const net = this.#netBend(firstIndex, i)
    this.#found.pop()
    const isSilent = Math.abs(net) < 30 && this.#turns.continues(this.#edge(before), this.#edge(step))
    if (!isSilent || this.#stepsBegin(i)) this.#pushTurn(turnOfAngle(net), i, firstIndex)
    return true
  }

  /** From before steps[first] to after the turn at steps[last]; two turns to one side never bend to the other. */
  #netBend(first: number, last: number): number {
    const into = (i: number) => this.#turns.bearingIn(this.#steps[i - 1])
    const out = (i: number) => this.#turns.bearingOut(this.#steps[i])
    const net = turnDeg(into(first), out(last))
    const sum = turnDeg(into(first), out(first)) + turnDeg(into(last), out(last))
    return Math.abs(sum) > 120 && Math.abs(net) > 120 ? Math.sign(sum) * Math.abs(net) : net
  }
}

/** Turns that a way itself takes. */
const CAN_STAY: ReadonlySet<Turn> = new Set([
  'slight_right',
  'turn_right',
  'sharp_right',
  'sharp_left',
  'turn_left',
  'slight_left',
])

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

/**
 * `maneuvers` of `/v1/route`: those of all legs in one list, with the arrival at a via waypoint and the next start
 * combined.
 */
export function maneuversOfRoute(
  graph: RoutingGraph,
  line: RouteLine,
  profile: Profile,
  bicycleType?: BicycleType,
  words = WAYPOINT_WORDS,
): Maneuver[] {
  const maneuvers: Maneuver[] = []
  const steps: number[] = []
  const legCount = line.legFirstStep.length - 1
  for (let leg = 0; leg < legCount; leg++) {
    const ofLeg = maneuversOfLeg(graph, line, leg, profile, bicycleType)
    ofLeg.forEach((maneuver, i) => {
      let { type, instruction }: { type: ManeuverType; instruction: string } = maneuver
      if (i === ofLeg.length - 1) {
        if (leg < legCount - 1) return // combined with the start of the next leg
        instruction = words.arrival(legCount + 1)
      } else if (i === 0 && leg > 0) {
        instruction = `${words.reached(leg, legCount + 1)} ${instruction}`
        if (type === 'start') type = 'via'
      }
      const point = line.stepFirstPoint[maneuver.step]
      maneuvers.push({ type, instruction, location: [line.lonE6[point] / 1e6, line.latE6[point] / 1e6], distanceM: 0 })
      steps.push(maneuver.step)
    })
  }
  for (let i = 0; i + 1 < maneuvers.length; i++)
    maneuvers[i].distanceM = (line.stepAtDm[steps[i + 1]] - line.stepAtDm[steps[i]]) / 10
  return maneuvers
}
