// A leg that follows a part of a signed route: its open ways in walking order, and where there is none the cheapest way
// that the network offers to the next of them. What is left out is told with its reason, never drawn. Where no open way
// leads from one piece of the trail to another, those pieces are followed that reach each other and have most metres.

import { ServiceError } from '../../errors.ts'
import { distanceM } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { TrailGap } from '../costs/route-types.ts'
import { type SearchControl, stopIfCancelled } from '../search/search-types.ts'
import type { LegAnswer } from './leg-path.ts'
import type { LegPath } from './leg-path.ts'
import { pointOnEdge, type SnapPoint } from './snap-waypoints.ts'
import { WHOLE_M, type TrailPart } from './trail-part.ts'
import type { TrailStep } from './trail-steps.ts'

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
  name: string
  inputPath: string
}

/** How a trail is travelled under the settings of a request. */
export interface TrailTravel {
  graph: RoutingGraph
  control: SearchControl
  /** Infinity: closed */
  costOf(arc: number): number
  isMember(edge: number): boolean
  /** the cheapest way from one point of the trail to another */
  findWay(from: SnapPoint, to: SnapPoint): LegAnswer
  /** makes: equal for two edges only if all of one reaches all of the other; -1: of none */
  parts(): (edge: number) => number
  maxGapKm: number
}

/** A trail that is interrupted more often is none for this request. */
const MAX_GAPS = 300
/** What is less is not told. */
const TOLD_M = 1
/** A way around over the trail itself, as by the other lane of a road, may differ by this share and so many metres. */
const OTHER_LANE_SHARE = 0.5
const OTHER_LANE_M = 10

/** Null if none of it is open. Throws ServiceError `no_path`, `leg_too_long`, `too_long`, `busy`. */
export function followTrail(part: TrailPart, subject: TrailSubject, travel: TrailTravel): FollowedLeg | null {
  const open = part.steps.filter(({ arc }) => travel.costOf(arc) !== Infinity)
  if (open.length === 0) return null
  const leg =
    new TrailLeg(part, open, subject, travel).join() ??
    new TrailLeg(part, stepsOfOnePart(open, travel), subject, travel).join()
  if (leg !== null) return leg
  const { name, inputPath } = subject
  throw new ServiceError('no_path', `No path leads from piece to piece of ${name} under these settings.`, { inputPath })
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

  constructor(part: TrailPart, steps: readonly TrailStep[], subject: TrailSubject, travel: TrailTravel) {
    this.#part = part
    this.#steps = steps
    this.#subject = subject
    this.#travel = travel
  }

  /** Null if no way leads from one step to the next. */
  join(): FollowedLeg | null {
    const { graph, costOf } = this.#travel
    if (this.#steps.length === 0) return null
    let atM = this.#part.fromM
    let node = -1
    for (const { arc, fromM, toM } of this.#steps) {
      const firstArc = this.#arcs.length
      if (node >= 0 && node !== graph.arcTail(arc) && !this.#goTo(arc)) return null
      this.#noteGap(firstArc, atM, fromM)
      this.#arcs.push(arc)
      this.#pay(costOf(arc))
      node = graph.arcTarget(arc)
      atM = toM
    }
    this.#noteGap(this.#arcs.length, atM, this.#part.toM)
    return this.#finish()
  }

  /** Goes from the last arc to the beginning of another; false if no way leads there. */
  #goTo(arc: number): boolean {
    const { findWay, control, maxGapKm } = this.#travel
    const { name, inputPath } = this.#subject
    stopIfCancelled(control.cancelled)
    if (++this.#waysTaken > MAX_GAPS)
      throw new ServiceError('too_long', `${name} is interrupted more than ${MAX_GAPS} times under these settings.`, {
        inputPath,
      })
    const from = this.#endOf(this.#arcs[this.#arcs.length - 1])
    const to = this.#endOf(arc ^ 1)
    const awayKm = distanceM(from.lon, from.lat, to.lon, to.lat) / 1000
    if (awayKm > maxGapKm)
      throw new ServiceError(
        'leg_too_long',
        `${name} has a gap of ${awayKm.toFixed(1)} km in a straight line; at most ${maxGapKm} km are bridged. Follow a part of it.`,
        { inputPath },
      )
    const way = findWay(from, to)
    if (way === 'no_path') return false
    if (way === 'unknown')
      throw new ServiceError('busy', `The search for a way over a gap of ${name} reached its budget.`, {
        inputPath,
        retryAfterS: 2,
      })
    for (const one of way.arcs) this.#arcs.push(one)
    this.#pay(way.cost, way.lowerBound)
    this.#complete &&= way.complete
    return true
  }

  #endOf(arc: number): SnapPoint {
    const { graph } = this.#travel
    const edge = arc >>> 1
    return pointOnEdge(graph, edge, (arc & 1) === 1 ? 0 : graph.columns.edgeLengthMm[edge])
  }

  #pay(cost: number, lowerBound = cost): void {
    this.#cost += cost
    this.#lowerBound += lowerBound
  }

  /** Metres `fromM` to `toM` of the trail are left out; the arcs from `firstArc` on were travelled instead. */
  #noteGap(firstArc: number, fromM: number, toM: number): void {
    const leftOutM = Math.max(0, toM - fromM)
    const { allMm, onTrailMm } = this.#lengths(firstArc)
    const isOtherLane = allMm === onTrailMm && leftOutM <= (allMm / 1000) * (1 + OTHER_LANE_SHARE) + OTHER_LANE_M
    const isTold = allMm - onTrailMm >= TOLD_M * 1000 || (leftOutM >= TOLD_M && !(allMm > 0 && isOtherLane))
    if (isTold) this.#gaps.push({ firstArc, endArc: this.#arcs.length, leftOutM, reason: this.#reasonOf(fromM, toM) })
  }

  #lengths(firstArc: number): { allMm: number; onTrailMm: number } {
    const { graph, isMember } = this.#travel
    let allMm = 0
    let onTrailMm = 0
    for (let i = firstArc; i < this.#arcs.length; i++) {
      const edge = this.#arcs[i] >>> 1
      const lengthMm = graph.columns.edgeLengthMm[edge]
      allMm += lengthMm
      if (isMember(edge)) onTrailMm += lengthMm
    }
    return { allMm, onTrailMm }
  }

  /** What most of the metres are that are left out. */
  #reasonOf(fromM: number, toM: number): TrailGap['reason'] {
    let closedM = 0
    let unreachableM = 0
    for (const step of this.#part.steps) {
      const lengthM = Math.min(step.toM, toM) - Math.max(step.fromM, fromM)
      if (lengthM <= 0) continue
      if (this.#travel.costOf(step.arc) === Infinity) closedM += lengthM
      else unreachableM += lengthM
    }
    const missingM = toM - fromM - closedM - unreachableM
    if (unreachableM > Math.max(closedM, missingM)) return 'unreachable'
    return closedM > missingM ? 'closed' : 'missing'
  }

  #costOfPart(arc: number, partMm: number): number {
    const { graph, costOf } = this.#travel
    return partMm === 0 ? 0 : Math.floor((costOf(arc) * partMm) / graph.columns.edgeLengthMm[arc >>> 1])
  }

  /** With the first and the last arc cut to the part that was asked for. */
  #finish(): FollowedLeg {
    const { graph } = this.#travel
    const { edgeLengthMm } = graph.columns
    const first = this.#steps[0]
    const last = this.#steps[this.#steps.length - 1]
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
    const { allMm, onTrailMm } = this.#lengths(0)
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
