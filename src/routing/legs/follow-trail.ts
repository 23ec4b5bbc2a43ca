// A leg that follows a part of a signed route: its open ways in walking order, and across gaps the cheapest path of the
// network to the next of them. What is left out is reported with its reason, never drawn. If pieces of the trail are
// not connected by open ways, the connected pieces with the greatest total length are followed. A turn of the trail
// that breaks a turn restriction is bypassed, and reported like any other gap.

import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import { stopIfCancelled } from '../search/search-types.ts'
import type { LegAnswer, LegPath } from './leg-path.ts'
import { pointOnEdge, type SnapPoint } from './snap-waypoints.ts'
import {
  findGap,
  lengthsOf,
  WHOLE_M,
  type TrailPart,
  type FollowedLeg,
  type TrailSubject,
  type TrailTravel,
} from './trail-part.ts'
import type { TrailStep } from './trail-steps.ts'

type Proof = Pick<LegPath, 'lowerBound' | 'complete'>

/** A trail that is interrupted more often is none for this request. */
const MAX_GAPS = 300
/** From one step of a trail to the next where nothing lies between them. */
const AT_ONCE: LegPath = { arcs: new Uint32Array(0), startMm: 0, endMm: 0, cost: 0, complete: true, lowerBound: 0 }

/** Null if none of it is open. Throws ServiceError `no_path`, `leg_too_long`, `too_long`, `busy`. */
export function followTrail(part: TrailPart, subject: TrailSubject, travel: TrailTravel): FollowedLeg | null {
  const open = part.steps.filter(({ arc }) => travel.costOf(arc) !== Infinity)
  if (open.length === 0) return null
  const leg =
    new TrailLeg(part, open, subject, travel).join() ??
    new TrailLeg(part, stepsOfOnePart(open, travel), subject, travel).join()
  if (leg !== null) return leg
  const { name, inputPath } = subject
  throw new ServiceError(say('error.no_path.trail_pieces', { name }), { inputPath })
}

/** The steps in the part of the network that has most metres of them. */
function stepsOfOnePart(steps: readonly TrailStep[], { parts }: TrailTravel): TrailStep[] {
  const partOf = parts()
  const partOfStep = ({ arc }: TrailStep) => partOf(arc >>> 1)
  const metres = new Map<number, number>()
  for (const step of steps) metres.set(partOfStep(step), (metres.get(partOfStep(step)) ?? 0) + step.toM - step.fromM)
  metres.delete(-1)
  const [most] = [...metres].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  return most === undefined ? [] : steps.filter((step) => partOfStep(step) === most[0])
}

class TrailLeg {
  readonly #part: TrailPart
  readonly #steps: readonly TrailStep[]
  readonly #subject: TrailSubject
  readonly #travel: TrailTravel
  readonly #arcs: number[] = []
  readonly #gaps: FollowedLeg['gaps'] = []
  #cost = 0
  #complete = true
  #lowerBound = 0
  #waysTaken = 0
  /** of the restriction automaton, after the last arc */
  #state = 0
  /** the last step that is followed */
  #last: TrailStep

  constructor(part: TrailPart, steps: readonly TrailStep[], subject: TrailSubject, travel: TrailTravel) {
    this.#part = part
    this.#steps = steps
    this.#subject = subject
    this.#travel = travel
    this.#last = steps[0]
  }

  /** Null if no way leads from one step to the next. */
  join(): FollowedLeg | null {
    const { graph, costOf } = this.#travel
    if (this.#steps.length === 0) return null
    let atM = this.#part.fromM
    let node = -1
    let isTurn = false
    for (const step of this.#steps) {
      const { arc, fromM, toM } = step
      const firstArc = this.#arcs.length
      const direct = node < 0 || node === graph.arcTail(arc) ? AT_ONCE : this.#findWay(arc)
      if (direct === null) return null
      const isForbidden = this.#isForbidden(direct, arc)
      isTurn ||= isForbidden
      // the step right behind the turn is left out: the way to the next one may still lead over it
      const way = !isForbidden ? direct : direct === AT_ONCE ? null : this.#findTurns(arc)
      if (way === null) continue
      this.#take(way.arcs, way.cost, way)
      this.#noteGap(firstArc, atM, fromM, isTurn)
      this.#take([arc], costOf(arc))
      node = graph.arcTarget(arc)
      atM = toM
      isTurn = false
      this.#last = step
    }
    this.#noteGap(this.#arcs.length, atM, this.#part.toM, isTurn)
    return this.#finish()
  }

  /** The cheapest way from the last arc to the beginning of another; null if absent. */
  #findWay(arc: number): LegPath | null {
    const { findWay, maxGapKm } = this.#travel
    const { name, inputPath } = this.#subject
    this.#countWay()
    const from = this.#endOf(this.#arcs[this.#arcs.length - 1])
    const to = this.#endOf(arc ^ 1)
    const awayM = distanceM(from.lon, from.lat, to.lon, to.lat)
    if (awayM > maxGapKm * 1000)
      throw new ServiceError(say('error.leg_too_long.gap', { name, distanceM: awayM, maxKm: maxGapKm }), { inputPath })
    return this.#foundWay(findWay(from, to))
  }

  /** The same without a turn that is forbidden. */
  #findTurns(arc: number): LegPath | null {
    this.#countWay()
    const from = { arc: this.#arcs[this.#arcs.length - 1], state: this.#state }
    return this.#foundWay(this.#travel.findTurns(from, arc))
  }

  #countWay(): void {
    const { name, inputPath } = this.#subject
    stopIfCancelled(this.#travel.control.cancelled)
    if (++this.#waysTaken <= MAX_GAPS) return
    throw new ServiceError(say('error.too_long.trail_gaps', { name, most: MAX_GAPS }), { inputPath })
  }

  #foundWay(way: LegAnswer): LegPath | null {
    const { name, inputPath } = this.#subject
    if (way === 'unknown') throw new ServiceError(say('error.busy.gap', { name }), { inputPath, retryAfterS: 2 })
    return way === 'no_path' ? null : way
  }

  #isForbidden({ arcs }: Pick<LegPath, 'arcs'>, arc: number): boolean {
    const { turns } = this.#travel
    if (turns === null || this.#arcs.length === 0) return false
    let state = this.#state
    for (const one of [...arcs, arc]) {
      state = turns.next(state, one)
      if (turns.isBroken(state)) return true
    }
    return false
  }

  #endOf(arc: number): SnapPoint {
    const { graph } = this.#travel
    const edge = arc >>> 1
    return pointOnEdge(graph, edge, (arc & 1) === 1 ? 0 : graph.columns.edgeLengthMm[edge])
  }

  #take(
    arcs: Iterable<number>,
    cost: number,
    { lowerBound, complete }: Proof = { lowerBound: cost, complete: true },
  ): void {
    const { turns } = this.#travel
    for (const arc of arcs) {
      this.#arcs.push(arc)
      if (turns !== null) this.#state = turns.next(this.#state, arc)
    }
    this.#cost += cost
    this.#lowerBound += lowerBound
    this.#complete &&= complete
  }

  #noteGap(firstArc: number, fromM: number, toM: number, isTurn: boolean): void {
    const gap = findGap(this.#travel, this.#part.steps, this.#arcs.slice(firstArc), { fromM, toM, isTurn })
    if (gap !== null) this.#gaps.push({ firstArc, endArc: this.#arcs.length, ...gap })
  }

  #costOfPart(arc: number, partMm: number): number {
    const { graph, costOf } = this.#travel
    return partMm === 0 ? 0 : Math.floor((costOf(arc) * partMm) / graph.columns.edgeLengthMm[arc >>> 1])
  }

  /** With the first and the last arc cut to the part that was requested. */
  #finish(): FollowedLeg {
    const { graph } = this.#travel
    const { edgeLengthMm } = graph.columns
    const first = this.#steps[0]
    const last = this.#last
    const lastEdge = last.arc >>> 1
    const startMm =
      this.#part.fromM - first.fromM > WHOLE_M ? alongMm(edgeLengthMm[first.arc >>> 1], first, this.#part.fromM) : 0
    const endMm =
      last.toM - this.#part.toM > WHOLE_M
        ? alongMm(edgeLengthMm[lastEdge], last, this.#part.toM)
        : edgeLengthMm[lastEdge]
    const afterMm = edgeLengthMm[lastEdge] - endMm
    const cutMm = startMm + afterMm
    const cutCost = this.#costOfPart(first.arc, startMm) + this.#costOfPart(last.arc, afterMm)
    const { allMm, onTrailMm } = lengthsOf(this.#travel, this.#arcs)
    const at = (arc: number, mm: number) =>
      pointOnEdge(graph, arc >>> 1, (arc & 1) === 1 ? edgeLengthMm[arc >>> 1] - mm : mm)
    return {
      direction: this.#part.direction,
      from: at(first.arc, startMm),
      to: at(last.arc, endMm),
      path: {
        arcs: Uint32Array.from(this.#arcs),
        startMm,
        endMm,
        cost: this.#cost - cutCost,
        complete: this.#complete,
        lowerBound: this.#lowerBound - cutCost,
      },
      lengthMm: allMm - cutMm,
      onTrailMm: onTrailMm - cutMm,
      leftOutM: this.#gaps.reduce((sum, gap) => sum + gap.leftOutM, 0),
      gaps: this.#gaps,
    }
  }
}

function alongMm(lengthMm: number, { fromM, toM }: TrailStep, atM: number): number {
  return Math.round((lengthMm * (atM - fromM)) / (toM - fromM))
}
