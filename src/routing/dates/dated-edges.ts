// The dated restrictions of a network by edge, and which of their bits counts for somebody on an arc. Read once per
// network and thread; each distinct restriction is parsed when it is first met.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { ACCESS_CLOSED } from '../../osm/edge-facts.ts'
import {
  BIKE_BACKWARD,
  BIKE_FORWARD,
  FOOT_BACKWARD,
  FOOT_FORWARD,
  type DatedRestriction,
} from '../../osm/dates/dated-restriction.ts'
import type { Profile } from '../costs/request-types.ts'

const known = new WeakMap<RoutingGraph, DatedEdges>()

export class DatedEdges {
  readonly #graph: RoutingGraph
  /** string index of the restriction by edge */
  readonly #texts = new Map<number, number>()
  /** dangers of nodes by edge: places in the columns */
  readonly #dangers = new Map<number, number[]>()
  readonly #parsed = new Map<number, DatedRestriction>()
  /** by edge, one where it has a restriction: a quick test before it is looked up */
  readonly #isDated: Uint8Array

  private constructor(graph: RoutingGraph) {
    this.#graph = graph
    const { datedEdge, datedText, dangerEdge } = graph.columns
    this.#isDated = new Uint8Array(datedEdge === undefined || datedEdge.length === 0 ? 0 : graph.edgeCount)
    datedEdge?.forEach((edge, i) => {
      this.#texts.set(edge, datedText![i])
      this.#isDated[edge] = 1
    })
    dangerEdge?.forEach((edge, i) => {
      const places = this.#dangers.get(edge)
      if (places === undefined) this.#dangers.set(edge, [i])
      else places.push(i)
    })
  }

  static of(graph: RoutingGraph): DatedEdges {
    let edges = known.get(graph)
    if (edges === undefined) known.set(graph, (edges = new DatedEdges(graph)))
    return edges
  }

  get isEmpty(): boolean {
    return this.#texts.size + this.#dangers.size === 0
  }

  /** False if the network was imported by a version that did not read dated tags. */
  get isKnown(): boolean {
    return this.#graph.columns.datedEdge !== undefined
  }

  /** Equal objects for equal restrictions; null if the edge has none. */
  find(edge: number): DatedRestriction | null {
    const text = this.#texts.get(edge)
    return text === undefined ? null : this.#read(text)
  }

  /** Dangers that nodes of an edge name, with their place on it. */
  dangersOn(edge: number): { atMm: number; restriction: DatedRestriction }[] {
    const { dangerAtMm, dangerText } = this.#graph.columns
    const places = this.#dangers.get(edge) ?? []
    return places.map((i) => ({ atMm: dangerAtMm![i], restriction: this.#read(dangerText![i]) }))
  }

  #read(text: number): DatedRestriction {
    let restriction = this.#parsed.get(text)
    if (restriction === undefined)
      this.#parsed.set(text, (restriction = JSON.parse(this.#graph.string(text)!) as DatedRestriction))
    return restriction
  }

  /** Whether dated tags may close an arc at some time. */
  mayClose(arc: number, profile: Profile): boolean {
    if (this.#isDated.length === 0 || this.#isDated[arc >>> 1] === 0) return false
    const { closedMonths, unknownMonths } = this.find(arc >>> 1)!
    const at = Math.log2(this.bitOf(arc, profile))
    return (closedMonths[at] | unknownMonths[at]) !== 0
  }

  /** The bit of a restriction that counts on an arc. A bicycle that may not be ridden there is pushed. */
  bitOf(arc: number, profile: Profile): number {
    const back = (arc & 1) === 1
    const { edgeClass, classBikeForward, classBikeBackward } = this.#graph.columns
    const riding = back ? classBikeBackward : classBikeForward
    if (profile === 'bike' && riding[edgeClass[arc >>> 1]] !== ACCESS_CLOSED) return back ? BIKE_BACKWARD : BIKE_FORWARD
    return back ? FOOT_BACKWARD : FOOT_FORWARD
  }
}
