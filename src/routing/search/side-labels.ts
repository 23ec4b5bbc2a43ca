// HOT: npm run bench -- large-search
// Long searches settle hundreds of thousands of nodes, so labels are in typed arrays and nothing is allocated per arc.
//
// The labels of one direction of a search without preparation. They lie side by side as the search reaches nodes; by
// node there is only the place of the label.

import { lengthened } from '../../storage/typed-list.ts'
import { MinHeap } from './min-heap.ts'
import type { Seeds } from './search-types.ts'

export const FIRST_LABELS = 4096

export class SideLabels {
  readonly heap = new MinHeap()
  /** by node: the place of its label, 0 where it has none */
  readonly placeOf: Int32Array
  /** Infinity at place 0 */
  dist = new Float64Array(FIRST_LABELS).fill(Infinity)
  /** bound of the remaining cost, computed with the label; NaN at nodes that are never queued */
  bound = new Float64Array(FIRST_LABELS)
  /** last arc (in direction of travel), or -1 - seed */
  from = new Int32Array(FIRST_LABELS)
  /** nodes with a label, from place 1 on */
  node = new Uint32Array(FIRST_LABELS)
  count = 0

  /** `placeOf` is 0 everywhere, again after `reset`. */
  constructor(placeOf: Int32Array) {
    this.placeOf = placeOf
  }

  seed(seeds: Seeds, boundOf: (node: number) => number): void {
    this.makeRoom(seeds.nodes.length)
    for (let s = 0; s < seeds.nodes.length; s++) {
      const node = seeds.nodes[s]
      if (seeds.costs[s] >= this.distOf(node)) continue
      const place = this.placeOf[node] === 0 ? this.label(node, boundOf(node)) : this.placeOf[node]
      this.dist[place] = seeds.costs[s]
      this.from[place] = -1 - s
      this.heap.push(seeds.costs[s] + this.bound[place], node)
    }
  }

  /** Labels the targets, so that they are queued when a path reaches them. */
  labelEnds(targets: Seeds, boundOf: (node: number) => number): void {
    this.makeRoom(targets.nodes.length)
    for (let t = 0; t < targets.nodes.length; t++) {
      const node = targets.nodes[t]
      if (this.placeOf[node] === 0) this.dist[this.label(node, boundOf(node))] = Infinity
    }
  }

  /** Whether the node of a label is never queued. */
  isPassed(place: number): boolean {
    return Number.isNaN(this.bound[place])
  }

  /** Infinity where a node has no label. */
  distOf(node: number): number {
    return this.dist[this.placeOf[node]]
  }

  /** A label for a node that has none; call `makeRoom` first. */
  label(node: number, bound: number): number {
    const place = ++this.count
    this.placeOf[node] = place
    this.node[place] = node
    this.bound[place] = bound
    return place
  }

  /** Orders what waits by weighted bounds; nodes that are settled are left out. */
  weigh(greed: number, isSettled: (node: number) => boolean = () => false): void {
    const waiting = new Set<number>()
    for (let i = 0; i < this.heap.size; i++) if (!isSettled(this.heap.itemAt(i))) waiting.add(this.heap.itemAt(i))
    this.heap.clear()
    for (const node of waiting) this.heap.push(this.distOf(node) + greed * this.bound[this.placeOf[node]], node)
  }

  /** Makes room for this many more labels. May replace the arrays; the old ones are then empty. */
  makeRoom(more: number): void {
    if (this.count + more < this.node.length) return
    const length = Math.max(this.node.length * 2, this.count + more + 1)
    this.dist = lengthened(this.dist, length)
    this.bound = lengthened(this.bound, length)
    this.from = lengthened(this.from, length)
    this.node = lengthened(this.node, length)
  }

  reset(): void {
    for (let place = 1; place <= this.count; place++) this.placeOf[this.node[place]] = 0
    this.count = 0
    this.heap.clear()
  }
}
