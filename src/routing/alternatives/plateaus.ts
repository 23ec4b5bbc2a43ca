// HOT: npm run bench -- planner
// It looks at every node that an alternative may pass, so its labels are in typed arrays, and only touched ones are
// reset.
//
// Where other good ways between two places may lead: plateaus (Abraham, Delling, Goldberg and Werneck, "Alternative
// Routes in Road Networks", 2013). A plateau is a chain of arcs that lies on cheapest paths from the source and on
// cheapest paths to the target alike. The way over it is the cheapest over any of its nodes, and the longer the plateau
// is, the longer are the pieces of that way that are cheapest themselves. Found by a flood from the best path over all
// nodes whose way costs at most a limit; what the way over a node costs, the hierarchy says.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { arcCosts, type CostTable } from '../costs/arc-cost.ts'
import type { NodeCosts } from '../hierarchy/hierarchy-potential.ts'
import { POLL_INTERVAL, type SearchControl, stopIfCancelled } from '../search/search-types.ts'

export interface Plateau {
  /** its first node */
  node: number
  /** of the cheapest way from source to target over it */
  cost: number
  /** of the plateau itself */
  lengthCost: number
}

export interface PlateausWanted {
  /** nodes of the best path, and its cost */
  nodes: readonly number[]
  best: number
  /** of the ways over the plateaus */
  limit: number
  leastLength: number
  /** most of a way's cost that may lie on the best path */
  maxShared: number
}

/** Nodes that one flood may take in. */
const MAX_NODES = 50_000
const UNSEEN = -1
const TOO_FAR = -2

export class PlateauFinder {
  readonly #graph: RoutingGraph
  /** by node: its place in the arrays below */
  readonly #place: Int32Array
  readonly #tooFar: Uint32Array
  #tooFarCount = 0
  // by place
  readonly #node: Uint32Array
  readonly #from: Float64Array
  readonly #way: Float64Array
  /** the next place of the plateau, -1 for none */
  readonly #next: Int32Array
  readonly #isFirst: Uint8Array
  #count = 0

  constructor(graph: RoutingGraph) {
    const room = Math.min(MAX_NODES, graph.nodeCount)
    this.#graph = graph
    this.#place = new Int32Array(graph.nodeCount).fill(UNSEEN)
    this.#tooFar = new Uint32Array(graph.nodeCount)
    this.#node = new Uint32Array(room)
    this.#from = new Float64Array(room)
    this.#way = new Float64Array(room)
    this.#next = new Int32Array(room)
    this.#isFirst = new Uint8Array(room)
  }

  /** `from` the source to each node and from each node `to` the target. Throws SearchStopped. */
  find(table: CostTable, from: NodeCosts, to: NodeCosts, wanted: PlateausWanted, control: SearchControl): Plateau[] {
    try {
      this.#flood(from, to, wanted, control)
      const costOf = arcCosts(this.#graph, table)
      this.#link(costOf)
      return this.#collect(costOf, wanted)
    } finally {
      for (let i = 0; i < this.#count; i++) this.#place[this.#node[i]] = UNSEEN
      for (let i = 0; i < this.#tooFarCount; i++) this.#place[this.#tooFar[i]] = UNSEEN
      this.#count = 0
      this.#tooFarCount = 0
    }
  }

  #flood(from: NodeCosts, to: NodeCosts, { nodes, limit }: PlateausWanted, control: SearchControl): void {
    const { firstArc, arcHead } = this.#graph.columns
    const place = this.#place
    for (const node of nodes) if (place[node] === UNSEEN) this.#see(node, from, to, limit)
    for (let i = 0; i < this.#count; i++) {
      if ((i & (POLL_INTERVAL - 1)) === 0) stopIfCancelled(control.cancelled)
      const node = this.#node[i]
      for (let a = firstArc[node], end = firstArc[node + 1]; a < end; a++)
        if (place[arcHead[a]] === UNSEEN) this.#see(arcHead[a], from, to, limit)
    }
  }

  #see(node: number, from: NodeCosts, to: NodeCosts, limit: number): void {
    from.prepare?.(node)
    to.prepare?.(node)
    const rank = from.rank[node]
    const cost = from.known[rank]
    const way = cost + to.known[rank]
    if (way > limit || this.#count >= this.#node.length) {
      this.#place[node] = TOO_FAR
      this.#tooFar[this.#tooFarCount++] = node
      return
    }
    const place = this.#count++
    this.#place[node] = place
    this.#node[place] = node
    this.#from[place] = cost
    this.#way[place] = way
    this.#next[place] = -1
    this.#isFirst[place] = 1
  }

  /** An arc belongs to a plateau if the ways over its two ends cost the same, and it is on the way from the source. */
  #link(costOf: (arc: number) => number): void {
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const place = this.#place
    const way = this.#way
    const from = this.#from
    for (let i = 0; i < this.#count; i++) {
      const node = this.#node[i]
      for (let a = firstArc[node], end = firstArc[node + 1]; a < end; a++) {
        const next = place[arcHead[a]]
        if (next < 0 || way[next] !== way[i] || this.#next[i] >= 0 || this.#isFirst[next] === 0) continue
        if (from[i] + costOf(arcId[a]) !== from[next]) continue
        this.#next[i] = next
        this.#isFirst[next] = 0
      }
    }
  }

  #collect(costOf: (arc: number) => number, { nodes, best, leastLength, maxShared }: PlateausWanted): Plateau[] {
    const onBest = new Set<number>()
    for (const node of nodes) if (this.#place[node] >= 0) onBest.add(this.#place[node])
    const plateaus: Plateau[] = []
    for (let i = 0; i < this.#count; i++) {
      if (this.#isFirst[i] === 0 || this.#next[i] < 0 || this.#way[i] <= best) continue
      let last = i
      while (this.#next[last] >= 0) last = this.#next[last]
      const lengthCost = this.#from[last] - this.#from[i]
      const cost = this.#way[i]
      if (lengthCost < leastLength) continue
      const leaves = this.#walkToBest(i, onBest, costOf, true)
      const joins = this.#walkToBest(last, onBest, costOf, false)
      const shared = (leaves < 0 ? 0 : this.#from[leaves]) + (joins < 0 ? 0 : this.#way[joins] - this.#from[joins])
      if (shared <= maxShared * cost) plateaus.push({ node: this.#node[i], cost, lengthCost })
    }
    return plateaus
  }

  /** Where the cheapest way between a place and the source (or the target) meets the best path; -1 if it does not. */
  #walkToBest(place: number, onBest: ReadonlySet<number>, costOf: (arc: number) => number, back: boolean): number {
    const { firstArc, arcHead, arcId } = this.#graph.columns
    const from = this.#from
    const way = this.#way
    for (let at = place; ; ) {
      if (onBest.has(at)) return at
      const node = this.#node[at]
      const cost = back ? from[at] : way[at] - from[at]
      let next = -1
      for (let a = firstArc[node], end = firstArc[node + 1]; a < end && next < 0; a++) {
        const other = this.#place[arcHead[a]]
        if (other < 0) continue
        const rest = back ? from[other] : way[other] - from[other]
        if (rest < cost && rest + costOf(back ? arcId[a] ^ 1 : arcId[a]) === cost) next = other
      }
      if (next < 0) return -1
      at = next
    }
  }
}
