// What is closed on the way, and when: each arc of a line at the hour of arrival there, or on the whole day if only a
// date was given. A closure is reported with its way, its tag, and when it begins and ends.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { closedSpan, closingTag, stateOf, type DatedRestriction } from '../../osm/dates/dated-restriction.ts'
import { DAY_MIN } from '../../osm/dates/time-table.ts'
import { localTimeText, type At } from '../../travel/at.ts'
import type { Profile } from '../costs/request-types.ts'
import type { DatedClosure } from '../costs/route-types.ts'
import { DatedEdges } from './dated-edges.ts'
import { whenAt } from './when.ts'

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
  readonly #told = new Map<string, DatedClosure>()
  readonly #shared = new Map<DatedRestriction, Omit<DatedClosure, 'wayId'>[]>()

  constructor(graph: RoutingGraph, profile: Profile, at: At) {
    this.#graph = graph
    this.#profile = profile
    this.#at = at
  }

  get list(): DatedClosure[] {
    return [...this.#told.values()]
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
      if (!this.#told.has(key)) this.#told.set(key, { wayId, ...closure })
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
