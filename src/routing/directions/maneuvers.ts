// Instructions along one leg: few and correct (docs/routing.md, "Instructions"). A junction gets none if the
// way simply continues (the same way, or the only one straight ahead, unless the way that was named last turns off
// there); a fork is a `keep`, anything else a turn by angle. Steps, ferries and roundabouts are named; crossings of a
// few metres become one turn.

import { type Heading, type Sentence, say, type WayValue } from '../../language/sentence.ts'
import { turnDeg } from '../../geo/lon-lat.ts'
import { FLAG_FERRY, FLAG_ROUNDABOUT, FLAG_STEPS } from '../../osm/edge-facts.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { type RouteLine, stepLengthMm } from '../details/route-line.ts'
import { isPushed } from '../costs/pushing.ts'
import type { BicycleType, Profile } from '../costs/request-types.ts'
import type { Travel } from '../costs/point-subject.ts'
import type { Turn, ManeuverType, TurnModifier } from '../costs/route-types.ts'
import { JunctionTurns, TURNS, turnOfAngle } from './junction-turns.ts'
import { describeWay, headingOf, isUnnamed, hasTrail, isNamedWay, type NamedWay, namedWay } from './way-text.ts'
import { exitNumber } from './roundabout-exit.ts'

export type LegManeuverType = Exclude<ManeuverType, 'via'>

export interface LegManeuver {
  type: LegManeuverType
  instruction: Sentence
  /** step of the line that begins here; for `arrive` the step after the last of the leg */
  step: number
  modifier: TurnModifier | null
  /** number of the exit of a roundabout that is entered here, from 1; null where none is taken or it is none */
  exitNumber: number | null
  /** the way that it leads onto; null at the end and on a straight leg */
  way: WayValue | null
  /** degrees clockwise from north over the last metres before it and the first after it; null where no way is */
  bearingBeforeDeg: number | null
  bearingAfterDeg: number | null
}

/** At a fork one bears to a side, and goes on along another way straight ahead. */
const MODIFIERS: Readonly<Record<Turn, TurnModifier>> = {
  continue: 'straight',
  slight_right: 'slight_right',
  turn_right: 'right',
  sharp_right: 'sharp_right',
  u_turn: 'u_turn',
  sharp_left: 'sharp_left',
  turn_left: 'left',
  slight_left: 'slight_left',
  keep_right: 'slight_right',
  keep_left: 'slight_left',
}

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
    return [{ ...NOTHING, type: 'straight_leg', instruction: say('maneuver.straight_leg'), step: first }, arrival(end)]
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

/** What an instruction tells beside its sentence. */
interface TurnFacts {
  turn?: Turn | null
  exit?: number | null
  /** index in `#steps` of the way that it names; absent: the one that begins here */
  named?: number
  firstIndex?: number
}

const NOTHING = {
  modifier: null,
  exitNumber: null,
  way: null,
  bearingBeforeDeg: null,
  bearingAfterDeg: null,
} as const

export const travelOf = (profile: Profile): Travel => (profile === 'bike' ? 'bicycle' : 'foot')

function arrival(step: number, bearingBeforeDeg: number | null = null): LegManeuver {
  return { ...NOTHING, type: 'arrive', instruction: say('maneuver.arrive.leg'), step, bearingBeforeDeg }
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
      return [
        { ...NOTHING, type: 'start', instruction: say('maneuver.start.there'), step: this.#end },
        arrival(this.#end),
      ]
    const head = this.#head(steps[0])
    const start = this.#isPushed(steps[0])
      ? say('maneuver.start.pushing', head)
      : say('maneuver.start', { ...head, travel: travelOf(this.#profile) })
    this.#push('start', start, 0)
    for (let i = 1; i < steps.length; i++) this.#pass(i)
    return [...this.#found, arrival(this.#end, wholeDegrees(this.#turns.bearingIn(steps[steps.length - 1])))]
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

  #head(step: number): { heading: Heading; way: WayValue } {
    return { heading: this.#heading(step), way: describeWay(this.#graph, this.#edge(step), this.#profile) }
  }

  #heading(step: number): Heading {
    return headingOf(this.#turns.bearingOut(step))
  }

  #push(
    type: LegManeuverType,
    instruction: Sentence,
    i: number,
    { turn = null, exit = null, named = i, firstIndex = i }: TurnFacts = {},
  ): void {
    const step = this.#steps[i]
    const edge = named === this.#steps.length ? -1 : this.#edge(this.#steps[named])
    this.#found.push({
      type,
      instruction,
      step,
      modifier: turn === null ? null : MODIFIERS[turn],
      exitNumber: exit,
      way: edge < 0 ? null : describeWay(this.#graph, edge, this.#profile),
      bearingBeforeDeg: i === 0 ? null : wholeDegrees(this.#turns.bearingIn(this.#steps[firstIndex - 1])),
      bearingAfterDeg: wholeDegrees(this.#turns.bearingOut(step)),
      named: edge < 0 ? null : namedWay(this.#graph, edge, this.#profile),
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
      if ((flagsBefore & FLAG_FERRY) === 0) this.#push('ferry', this.#ferry(step), i)
      return
    }
    const isRing = (flags & FLAG_ROUNDABOUT) !== 0
    const wasRing = (flagsBefore & FLAG_ROUNDABOUT) !== 0
    if (isRing && !wasRing) this.#isExitGiven = false
    if ((flagsBefore & FLAG_FERRY) !== 0) {
      const code = this.#isPushed(step) ? 'maneuver.ferry_exit.pushing' : 'maneuver.ferry_exit'
      this.#push('ferry_exit', say(code, this.#head(step)), i)
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
      const { sentence, exit, out } = this.#roundabout(i)
      const first = say(isPushed ? 'maneuver.push' : 'maneuver.ride')
      return this.#push(type, then(first, sentence), i, { exit, named: out })
    }
    const code = !isPushed
      ? 'maneuver.ride.along'
      : (this.#flags(step) & FLAG_STEPS) !== 0
        ? 'maneuver.push.carry'
        : 'maneuver.push.along'
    const turn = isRing || wasRing ? null : this.#turns.turnAt(this.#steps[i - 1], step)
    const before = wasRing && !isRing && !this.#isExitGiven ? say('maneuver.roundabout_exit') : turnSentence(turn)
    this.#push(type, then(before, say(code, { way: this.#onto(step) })), i, { turn })
  }

  #enterRoundabout(i: number): void {
    const { sentence, exit, out } = this.#roundabout(i)
    this.#push('roundabout', sentence, i, { exit, named: out })
  }

  /** The sentence for the roundabout that begins with steps[i], its exit, and the index of the step after it. */
  #roundabout(i: number): { sentence: Sentence; exit: number | null; out: number } {
    let out = i
    while (out < this.#steps.length && (this.#flags(this.#steps[out]) & FLAG_ROUNDABOUT) !== 0) out++
    this.#isExitGiven = true
    if (out === this.#steps.length) return { sentence: say('maneuver.roundabout'), exit: null, out }
    const [arcIn, ...rest] = this.#steps.slice(i - 1, out + 1).map((step) => this.#line.stepArc[step])
    const path = { arcIn, ring: rest.slice(0, -1), arcOut: rest[rest.length - 1] }
    const exit = exitNumber(this.#graph, path, (arc) => this.#turns.isOpen(arc))
    const way = describeWay(this.#graph, this.#edge(this.#steps[out]), this.#profile)
    return { sentence: say('maneuver.roundabout.exit', { exit, way, travel: travelOf(this.#profile) }), exit, out }
  }

  #leaveRoundabout(i: number): void {
    const leave = this.#isExitGiven ? null : say('maneuver.roundabout_exit')
    if (this.#stepsBegin(i)) this.#push('steps', then(leave, say('maneuver.steps')), i)
    else if (leave !== null)
      this.#push('roundabout_exit', say('maneuver.roundabout_exit.onto', { way: this.#onto(this.#steps[i]) }), i)
  }

  #turn(i: number): void {
    const type = this.#turns.turnAt(this.#steps[i - 1], this.#steps[i]) ?? this.#turnOff(i)
    if (type === null) {
      if (this.#stepsBegin(i)) this.#push('steps', say('maneuver.steps'), i)
    } else if (!this.#fold(i, type)) this.#pushTurn(type, i)
  }

  /** A turn at steps[i], or the merged one from steps[firstIndex] to there. */
  #pushTurn(type: Turn, i: number, firstIndex = i): void {
    const sentence = this.#stepsBegin(i)
      ? type === 'continue'
        ? say('maneuver.steps.ahead')
        : say('maneuver.steps.turn', { turn: type })
      : this.#turnInstruction(type, this.#edge(this.#steps[firstIndex - 1]), this.#steps[i])
    this.#push(this.#stepsBegin(i) ? 'steps' : type, sentence, i, { turn: type, firstIndex })
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
  #turnInstruction(turn: Turn, edgeBefore: number, step: number): Sentence {
    const stays = this.#turns.continues(edgeBefore, this.#edge(step))
    const way = this.#onto(step)
    if (turn === 'continue') return say('maneuver.continue', { way })
    if (isKeep(turn)) return say(stays ? 'maneuver.keep.on' : 'maneuver.keep.onto', { turn, way })
    if (!stays) return say('maneuver.turn.onto', { turn, way })
    return turn === 'u_turn' || isUnnamed(this.#graph, this.#edge(step), this.#profile)
      ? say('maneuver.turn.on', { turn, way })
      : say('maneuver.turn.stay', { turn, way })
  }

  /** With the direction where it has no name. */
  #onto(step: number): WayValue {
    const edge = this.#edge(step)
    const way = describeWay(this.#graph, edge, this.#profile)
    return isUnnamed(this.#graph, edge, this.#profile) ? { ...way, heading: this.#heading(step) } : way
  }

  #ferry(step: number): Sentence {
    const name = this.#graph.nameOf(this.#edge(step))
    return name === null ? say('maneuver.ferry') : say('maneuver.ferry.named', { name })
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

const isKeep = (turn: Turn) => turn === 'keep_left' || turn === 'keep_right'

/** The turn that getting on or off comes with, as a sentence of its own; null where nothing is to be said. */
function turnSentence(turn: Turn | null): Sentence | null {
  return turn === null || turn === 'continue' ? null : say(isKeep(turn) ? 'maneuver.keep' : 'maneuver.turn', { turn })
}

const wholeDegrees = (bearing: number) => Math.round(bearing) % 360

/** Two sentences, or the second alone. */
export const then = (first: Sentence | null, next: Sentence): Sentence =>
  first === null ? next : say('maneuver.then', { first, next })

function isTurn(type: LegManeuverType): type is Turn {
  return (TURNS as readonly string[]).includes(type)
}
