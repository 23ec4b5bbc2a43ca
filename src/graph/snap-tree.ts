// HOT: npm run bench -- routing
// Every waypoint and trace point is snapped here, so it reads flatbush's private boxes instead of copying them.
//
// The groups of edges near a place, from the packed R-tree (flatbush) of the network over 1e-7 degrees.

import Flatbush from 'flatbush'
import type { RoutingGraph } from './routing-graph.ts'
import { buildSnapColumns, type Shapes, type SnapColumns } from './snap-columns.ts'

/**
 * Memory layout of a packed tree (flatbush 4): four bounds and an index for each box, leaves first; `_levelBounds` says
 * where each level ends.
 */
interface PackedTree {
  _boxes: Int32Array
  _indices: Uint16Array | Uint32Array
  _levelBounds: readonly number[]
  numItems: number
  nodeSize: number
}

export interface BoxE7 {
  west: number
  south: number
  east: number
  north: number
}

export class SnapTree {
  readonly #tree: PackedTree | null
  /** stack of the walk down the tree: nodes and their levels */
  readonly #stack: Int32Array
  /** groups of the last search */
  found = new Int32Array(64)

  /** The tree of a network, from its stored column or built here if it has none. */
  constructor({ extra }: RoutingGraph) {
    const stored = extra as unknown as Partial<SnapColumns>
    const { snapGroups } =
      stored.snapGroups === undefined ? buildSnapColumns(extra as unknown as Shapes) : (stored as SnapColumns)
    this.#tree =
      snapGroups.length === 0
        ? null
        : (Flatbush.from(snapGroups.buffer, snapGroups.byteOffset) as unknown as PackedTree)
    // at most all boxes of one node on each level
    this.#stack = new Int32Array(
      this.#tree === null ? 0 : this.#tree.nodeSize * (this.#tree._levelBounds.length + 1) * 2,
    )
  }

  /** Puts every group that touches the box into `found`; returns their number. Flatbush's search without its lists. */
  search({ west, south, east, north }: BoxE7): number {
    if (this.#tree === null) return 0
    const { _boxes: boxes, _indices: indices, _levelBounds: levelBounds, numItems, nodeSize } = this.#tree
    const stack = this.#stack
    stack[0] = boxes.length - 4
    stack[1] = levelBounds.length - 1
    let count = 0
    for (let depth = 1; depth > 0; ) {
      depth--
      const first = stack[depth * 2]
      const level = stack[depth * 2 + 1]
      const end = Math.min(first + nodeSize * 4, levelBounds[level])
      for (let at = first; at < end; at += 4) {
        if (east < boxes[at] || north < boxes[at + 1] || west > boxes[at + 2] || south > boxes[at + 3]) continue
        const index = indices[at >> 2]
        if (first < numItems * 4) {
          if (count === this.found.length) this.#grow()
          this.found[count++] = index
        } else {
          stack[depth * 2] = index
          stack[depth * 2 + 1] = level - 1
          depth++
        }
      }
    }
    return count
  }

  #grow(): void {
    const larger = new Int32Array(this.found.length * 2)
    larger.set(this.found)
    this.found = larger
  }
}
