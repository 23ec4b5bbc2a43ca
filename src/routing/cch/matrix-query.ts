// HOT: npm run bench -- planner
// Every label of every target is looked at once for each source, so labels are in typed arrays.
//
// Cheapest paths between many sources and many targets over a customised hierarchy. What each target's search upward
// found is kept as labels; each source's search upward is laid over them, and the best common ancestor is the top of
// the path. Of paths that cost the same it takes the one that `HierarchyQuery` takes. It borrows the search of a
// HierarchyQuery, which must not be used between `search` and `end`.

import { lengthened } from '../../storage/typed-list.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import type { PathResult, Seeds } from '../search/search-types.ts'
import type { UpwardSearch } from './upward-search.ts'
import type { Metric } from './customise.ts'
import type { Hierarchy } from './hierarchy.ts'
import type { PathUnpacker } from './path-unpacker.ts'
import { UnpackedArcs } from './unpacked-arcs.ts'

export class MatrixQuery {
  readonly #hierarchy: Hierarchy
  readonly #climb: UpwardSearch
  readonly #unpacker: PathUnpacker
  /** of this metric */
  #unpacked = new UnpackedArcs()
  #metric!: Metric
  #table!: CostTable
  // labels of target t: `[first[t], first[t + 1])`, in the order of its search
  #first = new Uint32Array(1)
  #rank = new Uint32Array(4096)
  #dist = new Float64Array(4096)
  /** as in Climb, but the tail is the place of a label */
  #from = new Int32Array(4096)
  #tail = new Uint32Array(4096)
  /** label of the top of the path to each target, -1 if unreachable */
  #top = new Int32Array(0)
  /** cost from the source to each target, Infinity where there is no path */
  costs = new Float64Array(0)

  constructor(hierarchy: Hierarchy, climb: UpwardSearch, unpacker: PathUnpacker) {
    this.#hierarchy = hierarchy
    this.#climb = climb
    this.#unpacker = unpacker
  }

  /** `table` must be the one that `metric` was made from. */
  setTargets(metric: Metric, table: CostTable, targets: readonly Seeds[]): void {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const climb = this.#climb
    this.#metric = metric
    this.#table = table
    this.#unpacked = new UnpackedArcs()
    this.#first = new Uint32Array(targets.length + 1)
    this.#top = new Int32Array(targets.length)
    this.costs = new Float64Array(targets.length)
    const labelOf = new Map<number, number>()
    let count = 0
    targets.forEach((seeds, t) => {
      climb.begin(seeds, cchRank, cchUpStart, cchUpHead)
      climb.climb(metric.down, cchUpStart, cchUpHead, Infinity, null)
      this.#grow(count + climb.count)
      labelOf.clear()
      climb.visit((place) => {
        if (climb.dist[place] === Infinity) return
        labelOf.set(place, count)
        this.#rank[count] = climb.ranks[place]
        this.#dist[count] = climb.dist[place]
        this.#from[count] = climb.from[place]
        if (climb.from[place] >= 0) this.#tail[count] = labelOf.get(climb.tail[place])!
        count++
      })
      this.#first[t + 1] = count
      climb.reset()
    })
  }

  /** Costs from a source to all targets, and their paths until `end`. */
  search(source: Seeds): void {
    const { cchRank, cchUpStart, cchUpHead } = this.#hierarchy.columns
    const climb = this.#climb
    climb.begin(source, cchRank, cchUpStart, cchUpHead)
    climb.climb(this.#metric.up, cchUpStart, cchUpHead, Infinity, null)
    this.#unpacker.begin(this.#metric, this.#table, this.#unpacked)
    const first = this.#first
    const rank = this.#rank
    const dist = this.#dist
    for (let t = 0; t < this.costs.length; t++) {
      let best = Infinity
      let top = -1
      for (let k = first[t], end = first[t + 1]; k < end; k++) {
        const cost = dist[k] + climb.distOf(rank[k])
        if (cost < best) {
          best = cost
          top = k
        }
      }
      this.costs[t] = best
      this.#top[t] = top
    }
  }

  /** Null if the target cannot be reached. Its arcs are valid until the next call. */
  path(target: number): PathResult | null {
    const top = this.#top[target]
    if (top < 0) return null
    const climb = this.#climb
    const unpacker = this.#unpacker
    unpacker.restart()
    let at = climb.placeOf[this.#rank[top]]
    for (; climb.from[at] >= 0; at = climb.tail[at]) unpacker.stackUp(climb.from[at], climb.ranks[climb.tail[at]])
    unpacker.addStacked()
    let k = top
    for (; this.#from[k] >= 0; k = this.#tail[k]) unpacker.addDown(this.#from[k], this.#rank[this.#tail[k]])
    return {
      cost: this.costs[target],
      sourceSeed: -1 - climb.from[at],
      targetSeed: -1 - this.#from[k],
      arcs: unpacker.view(),
    }
  }

  end(): void {
    this.#climb.reset()
    this.#unpacker.end()
  }

  #grow(count: number): void {
    if (count <= this.#rank.length) return
    const length = Math.max(count, this.#rank.length * 2)
    this.#rank = lengthened(this.#rank, length)
    this.#dist = lengthened(this.#dist, length)
    this.#from = lengthened(this.#from, length)
    this.#tail = lengthened(this.#tail, length)
  }
}
