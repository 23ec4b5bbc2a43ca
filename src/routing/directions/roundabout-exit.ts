// Which exit of a roundabout a route takes. An exit is a street one can leave by: an arm whose lane leads out, or a way
// for walkers that is open. A street with a lane in and a lane out counts once, a lane that only leads in never, and
// the arm taken always. Ways to the island inside are no exits.

import { distanceM, turnDeg } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { FLAG_ROUNDABOUT } from '../../osm/edge-facts.ts'
import { bearingFromTail, placeAlong, armsAt, isOpenTo, type JunctionArm, vehicleDirection } from './junction-turns.ts'
import { couldBeOneStreet } from './way-text.ts'

/** Lanes of one street meet within this distance of the roundabout, in at most so many edges. */
const MEET_MM = 100_000
const MEET_EDGES = 6
/** Lanes that do not meet leave the roundabout nearer to each other than this. */
const LANES_APART_M = 30
/** and spread by less than this share of their length. */
const MOST_SPREAD = 0.3

export interface RoundaboutPath {
  /** the arc before the roundabout */
  arcIn: number
  /** arcs along the roundabout, at least one */
  ring: readonly number[]
  /** the arc after it */
  arcOut: number
}

type IsOpen = (arc: number) => boolean

/** The number of the exit, from 1. */
export function exitNumber(graph: RoutingGraph, { arcIn, ring, arcOut }: RoundaboutPath, isOpen: IsOpen): number {
  const own = arcIn ^ 1
  const entry = new RingNode(graph, graph.arcTail(ring[0]), null, ring[0], isOpen)
  const right = entry.isRightOfRing(own)
  const exits: number[] = []
  const count = ({ arc, isOpen: open }: JunctionArm) => {
    // one who walks against the traffic passes the other lane of the street behind first
    if (open && leadsOut(graph, arc) && ![own, ...exits].some((known) => isOneStreet(graph, known, arc)))
      exits.push(arc)
  }
  entry.armsAfter(own, right).forEach(count)
  for (let i = 0; i < ring.length; i++) {
    const passed = new RingNode(graph, graph.arcTarget(ring[i]), ring[i] ^ 1, ring[i + 1] ?? null, isOpen)
    for (const arm of passed.armsInOrder(right)) {
      if (i === ring.length - 1 && arm.arc === arcOut) {
        const street = exits.findIndex((exit) => isOneStreet(graph, exit, arcOut))
        return (street < 0 ? exits.length : street) + 1
      }
      count(arm)
    }
  }
  return exits.length + 1
}

/** A node of a roundabout, passed from the ring arc `back` (leading back from the node) to the ring arc `on`. */
class RingNode {
  readonly #graph: RoutingGraph
  readonly #arms: JunctionArm[]
  /** bearing of arrival along the ring; null if the ring begins here */
  readonly #headingDeg: number | null
  /** turn to the ring arc that goes on */
  readonly #onDeg: number

  /** null: any ring arc but the other one */
  constructor(graph: RoutingGraph, node: number, back: number | null, on: number | null, isOpen: IsOpen) {
    this.#graph = graph
    const arms = armsAt(graph, node, isOpen)
    const ring = arms.map(({ arc }) => arc).filter((arc) => isRing(graph, arc))
    const from = back ?? ring.find((arc) => arc !== on)
    const to = on ?? ring.find((arc) => arc !== back)
    this.#arms = arms.filter(({ arc }) => !isRing(graph, arc))
    this.#headingDeg = from === undefined ? null : bearingFromTail(graph, from) + 180
    this.#onDeg = to === undefined ? 0 : this.#turn(to)
  }

  #turn(arc: number): number {
    return turnDeg((this.#headingDeg ?? 0) % 360, bearingFromTail(this.#graph, arc))
  }

  /** Whether an arm lies to the right of the ring as it is travelled; null if the ring begins here. */
  isRightOfRing(arc: number): boolean | null {
    return this.#headingDeg === null ? null : this.#turn(arc) > this.#onDeg
  }

  /** The arms outside the ring, in the order in which they are passed; `right`: they lie on the right, null unknown. */
  armsInOrder(right: boolean | null): JunctionArm[] {
    if (right === null) return this.#arms
    const side = right ? 1 : -1
    return this.#arms
      .filter(({ arc }) => this.#turn(arc) * side > this.#onDeg * side)
      .sort((a, b) => (this.#turn(b.arc) - this.#turn(a.arc)) * side)
  }

  /** Those that are passed after one of them. */
  armsAfter(arc: number, right: boolean | null): JunctionArm[] {
    if (right === null) return []
    const inOrder = this.armsInOrder(right)
    return inOrder.slice(inOrder.findIndex((arm) => arm.arc === arc) + 1)
  }
}

function isRing(graph: RoutingGraph, arc: number): boolean {
  const { edgeClass, classFlags } = graph.columns
  return (classFlags[edgeClass[arc >>> 1]] & FLAG_ROUNDABOUT) !== 0
}

/** Whether vehicles may leave along an arc, or none may use it: then it is a way for walkers. */
function leadsOut(graph: RoutingGraph, arc: number): boolean {
  return isOpenTo(graph, arc, 'bike') || !isOpenTo(graph, arc ^ 1, 'bike')
}

/** Whether two arms of a roundabout are lanes of one street: they meet again, or are opposite one-ways side by side. */
function isOneStreet(graph: RoutingGraph, arcA: number, arcB: number): boolean {
  if (arcA === arcB) return true
  if (!couldBeOneStreet(graph, arcA >>> 1, arcB >>> 1)) return false
  if (vehicleDirection(graph, arcA) * vehicleDirection(graph, arcB) === -1 && areSideBySide(graph, arcA, arcB))
    return true
  const nodes = nodesAlong(graph, arcA)
  return nodesAlong(graph, arcB).some((node) => nodes.includes(node))
}

/** Whether two arms begin near each other and do not spread as those of different streets do. */
function areSideBySide(graph: RoutingGraph, arcA: number, arcB: number): boolean {
  const { edgeLengthMm } = graph.columns
  const alongMm = Math.min(edgeLengthMm[arcA >>> 1], edgeLengthMm[arcB >>> 1], MEET_MM)
  const apartM = (atMm: number) => distanceM(...placeAlong(graph, arcA, atMm), ...placeAlong(graph, arcB, atMm))
  return apartM(0) < LANES_APART_M && apartM(alongMm) - apartM(0) < (MOST_SPREAD * alongMm) / 1000
}

/** Nodes along a lane, up to the first where it branches. */
function nodesAlong(graph: RoutingGraph, arc: number): number[] {
  const { firstArc, arcId, edgeLengthMm } = graph.columns
  const nodes: number[] = []
  let lengthMm = 0
  let at: number | null = arc
  while (at !== null && nodes.length < MEET_EDGES) {
    const from: number = at
    lengthMm += edgeLengthMm[from >>> 1]
    if (lengthMm > MEET_MM) break
    const node = graph.arcTarget(from)
    nodes.push(node)
    const next = [...arcId.subarray(firstArc[node], firstArc[node + 1])].filter(
      (other) => other !== (from ^ 1) && couldBeOneStreet(graph, from >>> 1, other >>> 1),
    )
    at = next.length === 1 ? next[0] : null
  }
  return nodes
}
