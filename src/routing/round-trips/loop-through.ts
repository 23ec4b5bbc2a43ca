// Places that a loop is to pass (decision: loops-through-places): which edges of the loop network lead past them, which
// a walk has passed and how many it misses, and in what order to visit them first. A place is passed by a loop that
// comes within PASSED_M of it: what lies at the end of a dead end is on no loop. Pure.

import type { SnapIndex } from '../../graph/snap-index.ts'
import type { LoopNetwork } from './loop-network.ts'
import type { LoopTrees } from './loop-trees.ts'
import type { LoopThrough, ThroughPlace } from './loop-types.ts'

const PASSED_M = 100
/** Ways looked at around a place. */
const MAX_WAYS = 24
/** Places, or groups of them, that a search begins with. */
const MAX_SEEDS = 24

export class ThroughPlaces {
  readonly #net: LoopNetwork
  readonly #through: LoopThrough
  /** all that are requested, required ones first */
  readonly #places: readonly ThroughPlace[]
  /** places by loop edge, and loop edges by place */
  readonly #placesOf = new Map<number, number[]>()
  readonly #edgesOf: number[][]

  constructor(net: LoopNetwork, index: SnapIndex, through: LoopThrough) {
    this.#net = net
    this.#through = through
    this.#places = [...through.required, ...through.choice]
    const loopEdge = new Map<number, number>()
    for (let edge = 0; edge < net.edgeCount; edge++)
      for (let i = net.chainStart[edge]; i < net.chainStart[edge + 1]; i++) loopEdge.set(net.chainArcs[i] >>> 1, edge)
    const isInside = (edge: number) => loopEdge.has(edge)
    this.#edgesOf = this.#places.map(({ location: [lon, lat] }, place) => {
      const hits = index.findNearest(lon, lat, PASSED_M, isInside, MAX_WAYS)
      const edges = [...new Set(hits.map(({ edge }) => loopEdge.get(edge)!))]
      for (const edge of edges) this.#placesOf.set(edge, [...(this.#placesOf.get(edge) ?? []), place])
      return edges
    })
  }

  /** Places that a walk of the loop network passes, in its order. */
  passedBy(arcs: readonly number[]): ThroughPlace[] {
    return [...this.#numbersOf(arcs)].map((place) => this.#places[place])
  }

  /** Number of required places that a walk misses. */
  missedBy(arcs: readonly number[]): number {
    const { required, atLeast } = this.#through
    let met = 0
    let chosen = 0
    for (const place of this.#numbersOf(arcs))
      if (place < required.length) met++
      else chosen++
    return required.length - met + Math.max(0, atLeast - chosen)
  }

  get wanted(): number {
    return this.#through.required.length + this.#through.atLeast
  }

  #numbersOf(arcs: readonly number[]): Set<number> {
    const passed = new Set<number>()
    for (const arc of arcs) for (const place of this.#placesOf.get(arc >>> 1) ?? []) passed.add(place)
    return passed
  }

  /** Lists of edges that a loop goes over first. Each passes all places that are wanted, or as many as can be. */
  seeds(targetMm: number, trees: LoopTrees): number[][] {
    const { required, atLeast } = this.#through
    const best = this.#edgesOf.map((edges) =>
      edges.reduce<number>((a, b) => (a < 0 || trees.overMm(b) < trees.overMm(a) ? b : a), -1),
    )
    const reached = (place: number) => best[place] >= 0 && trees.overMm(best[place]) <= 1.3 * targetMm
    const always = required.map((_, place) => place).filter(reached)
    const open = this.#places
      .map((_, place) => place)
      .filter((place) => place >= required.length && reached(place))
      .sort((a, b) => trees.overMm(best[a]) - trees.overMm(best[b]) || a - b)
    const step = Math.max(1, Math.ceil(open.length / MAX_SEEDS))
    const groups =
      atLeast === 0 || open.length === 0
        ? [[]]
        : open.filter((_, i) => i % step === 0).map((place) => this.#nearest(place, open, atLeast))
    return groups.map((group) => this.#inOrder([...always, ...group], best)).filter((edges) => edges.length > 0)
  }

  /** The place and those nearest to it. */
  #nearest(place: number, open: readonly number[], count: number): number[] {
    const [lon, lat] = this.#places[place].location
    const awayOf = (other: number) =>
      Math.hypot(
        (this.#places[other].location[0] - lon) * Math.cos((lat * Math.PI) / 180),
        this.#places[other].location[1] - lat,
      )
    return count === 1 ? [place] : open.toSorted((a, b) => awayOf(a) - awayOf(b) || a - b).slice(0, count)
  }

  /** Edges of places, each once, by the bearing at which they lie. */
  #inOrder(places: readonly number[], best: readonly number[]): number[] {
    const { eastM, northM, edgeFrom } = this.#net
    const bearing = (edge: number) => Math.atan2(eastM[edgeFrom[edge]], northM[edgeFrom[edge]])
    return [...new Set(places.map((place) => best[place]))].sort((a, b) => bearing(a) - bearing(b) || a - b)
  }
}
