// Which edges a search leaves out at a time, judged when it first meets them. The hour of arrival at an edge is not
// known before a route is found, so an edge is left out if it is closed, in every direction that is open at other
// times, during the whole time that a route may take, or if a route was found to come upon it closed.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import { ALL_CLOSED, stateBetween, stateOf, type DatedRestriction } from '../../osm/dates/dated-restriction.ts'
import { DAY_MIN } from '../../osm/dates/time-table.ts'
import { type At, minuteAfter } from '../../travel/at.ts'
import type { Profile } from '../costs/request-types.ts'
import { DatedEdges } from './dated-edges.ts'

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
