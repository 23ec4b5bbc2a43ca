// What is closed on the way, and when: each arc of a line at the hour of arrival there, or on the whole day if only a
// date was given. A closure is reported with its way, its tag, and when it begins and ends.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import {
  closedSpan,
  closingTag,
  stateOf,
  type DatedRestriction,
  type When,
  ALL_CLOSED,
  stateBetween,
} from '../../osm/dates/dated-restriction.ts'
import { DAY_MIN } from '../../osm/dates/time-table.ts'
import { localTimeText, type At, minuteAfter } from '../../travel/at.ts'
import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import type { Profile } from '../costs/request-types.ts'
import type { DatedClosure } from '../costs/route-types.ts'
import { DatedEdges } from './dated-edges.ts'

/** A line as dated tags need it: an arc by step (-1: none), and the seconds from the start to each. */
export interface TimedSteps {
  stepCount: number
  stepArc: ArrayLike<number>
  secondsAt(step: number): number
}

/** Steps whose arcs are closed on arrival. */
export function closedSteps(graph: RoutingGraph, steps: TimedSteps, profile: Profile, at: At): number[] {
  const edges = DatedEdges.of(graph)
  const closed: number[] = []
  if (edges.isEmpty) return closed
  for (let i = 0; i < steps.stepCount; i++) {
    const arc = steps.stepArc[i]
    const restriction = arc < 0 ? null : edges.find(arc >>> 1)
    if (restriction === null) continue
    if ((stateOf(restriction, whenAt(at, steps.secondsAt(i))).closed & edges.bitOf(arc, profile)) !== 0) closed.push(i)
  }
  return closed
}

/** Closures by way and tag, each reported once. */
export class ClosureList {
  readonly #graph: RoutingGraph
  readonly #at: At
  readonly #profile: Profile
  readonly #reported = new Map<string, DatedClosure>()
  readonly #shared = new Map<DatedRestriction, Omit<DatedClosure, 'wayId'>[]>()

  constructor(graph: RoutingGraph, profile: Profile, at: At) {
    this.#graph = graph
    this.#profile = profile
    this.#at = at
  }

  get list(): DatedClosure[] {
    return [...this.#reported.values()]
  }

  add({ stepArc, secondsAt }: TimedSteps, closed: readonly number[]): void {
    const edges = DatedEdges.of(this.#graph)
    for (const i of closed) {
      const wayId = this.#graph.wayIdOf(stepArc[i] >>> 1)
      const restriction = edges.find(stepArc[i] >>> 1)!
      const when = whenAt(this.#at, secondsAt(i))
      const minute = 'minute' in when ? when.minute : when.day * DAY_MIN
      const closure = this.#describe(restriction, edges.bitOf(stepArc[i], this.#profile), minute)
      const key = `${wayId} ${closure.tag}`
      if (!this.#reported.has(key)) this.#reported.set(key, { wayId, ...closure })
    }
  }

  /** Ways with one restriction share their closure: finding its ends takes a look at each day of it. */
  #describe(restriction: DatedRestriction, bit: number, minute: number): Omit<DatedClosure, 'wayId'> {
    const { key, value } = closingTag(restriction, bit, minute)!
    const tag = `${key}=${value}`
    const known = this.#shared.get(restriction) ?? []
    const shared = known.find((closure) => closure.tag === tag)
    if (shared !== undefined) return shared
    const text = (at: number | null) => (at === null ? null : localTimeText(this.#at, at))
    const { from, to } = closedSpan(restriction, bit, minute)
    const closure = { tag, from: text(from), to: text(to) }
    this.#shared.set(restriction, [...known, closure])
    return closure
  }
}

/** The time of arrival in the local calendar. `afterS`: seconds from the start. */
export function whenAt(at: At, afterS: number): When {
  return at.wholeDay ? { day: Math.floor(at.minute / DAY_MIN) } : { minute: minuteAfter(at, afterS) }
}

/**
 * Which edges a search leaves out at a time, judged when it first meets them. The hour of arrival at an edge is not
 * known before a route is found, so an edge is left out if it is closed, in every direction that is open at other
 * times, during the whole time that a route may take, or if a route was found to come upon it closed.
 */
export class ClosedMask {
  readonly #graph: RoutingGraph
  readonly #edges: DatedEdges
  readonly #profile: Profile
  readonly #at: At
  /** minutes from `at` within which arrivals are expected */
  readonly #spanMin: number
  /** bits closed during all of the time, and bits closed during some of it */
  readonly #judged = new Map<DatedRestriction, { all: number; some: number }>()
  /** by leg, edges that a route came upon closed, though they are not closed all the time */
  readonly #met = new Map<number, Set<number>>()
  #leg = 0

  constructor(graph: RoutingGraph, profile: Profile, at: At, spanMin: number) {
    this.#graph = graph
    this.#edges = DatedEdges.of(graph)
    this.#profile = profile
    this.#at = at
    this.#spanMin = spanMin
  }

  /** Whether what is left out is closed whenever a route may arrive there, so that no better route is missed. */
  get isExact(): boolean {
    return this.#met.size === 0
  }

  readonly isClosed = (edge: number): boolean => {
    const restriction = this.#edges.find(edge)
    return (
      restriction !== null && (this.#isAlwaysClosed(restriction, edge) || this.#met.get(this.#leg)?.has(edge) === true)
    )
  }

  /** Also what is closed during a part of the time. */
  readonly isEverClosed = (edge: number): boolean => {
    const restriction = this.#edges.find(edge)
    return restriction !== null && (this.#judge(restriction).some & this.#bitsOf(edge)) !== 0
  }

  /** The leg that `isClosed` is asked about: each has its hours. */
  readonly setLeg = (leg: number): void => {
    this.#leg = leg
  }

  /** A route came upon the edge closed on a leg. */
  meet(edge: number, leg: number): void {
    this.#leg = leg
    if (this.isClosed(edge)) return
    const met = this.#met.get(leg)
    if (met === undefined) this.#met.set(leg, new Set([edge]))
    else met.add(edge)
  }

  #isAlwaysClosed(restriction: DatedRestriction, edge: number): boolean {
    const bits = this.#bitsOf(edge)
    return (this.#judge(restriction).all & bits) === bits
  }

  /** Of the directions that are open at some time. */
  #bitsOf(edge: number): number {
    const { edgeClass, classFootForward, classFootBackward, classBikeForward, classBikeBackward } = this.#graph.columns
    const k = edgeClass[edge]
    const isRidden = this.#profile === 'bike'
    const isOpen = (foot: Uint8Array, bike: Uint8Array) =>
      foot[k] !== ACCESS_CLOSED || (isRidden && bike[k] !== ACCESS_CLOSED)
    return (
      (isOpen(classFootForward, classBikeForward) ? this.#edges.bitOf(edge * 2, this.#profile) : 0) |
      (isOpen(classFootBackward, classBikeBackward) ? this.#edges.bitOf(edge * 2 + 1, this.#profile) : 0)
    )
  }

  #judge(restriction: DatedRestriction): { all: number; some: number } {
    let judged = this.#judged.get(restriction)
    if (judged !== undefined) return judged
    const { minute, wholeDay } = this.#at
    if (wholeDay) {
      const { closed } = stateOf(restriction, { day: Math.floor(minute / DAY_MIN) })
      judged = { all: closed, some: closed }
    } else {
      judged = { all: ALL_CLOSED, some: 0 }
      const endMin = minute + this.#spanMin
      // where clocks are changed on the way
      const shiftMin = minuteAfter(this.#at, this.#spanMin * 60) - endMin
      for (const { closed } of stateBetween(
        restriction,
        minute + Math.min(0, shiftMin),
        endMin + Math.max(0, shiftMin),
      )) {
        judged.all &= closed
        judged.some |= closed
      }
    }
    this.#judged.set(restriction, judged)
    return judged
  }
}
