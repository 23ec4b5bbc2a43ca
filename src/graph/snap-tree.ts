// HOT: npm run bench -- routing
// Every waypoint and trace point is snapped here, so it reads flatbush's private boxes instead of copying them.
//
// The groups of edges near a place, from the packed R-tree (flatbush) of the network over 1e-7 degrees, and its column.

import Flatbush from 'flatbush'
import type { RoutingGraph } from './routing-graph.ts'
import { FLAG_BARRIER } from '../osm/edge-facts.ts'
import type { NetworkColumns } from './network-columns.ts'

export interface SnapColumns {
  /** flatbush over groups, group g being edges [g * GROUP_EDGES, (g + 1) * GROUP_EDGES); empty without edges */
  snapGroups: Uint8Array
}

export type Shapes = Pick<NetworkColumns, 'shapeStart' | 'shapeLonE7' | 'shapeLatE7' | 'edgeClass' | 'classFlags'>

export const GROUP_EDGES = 4
export const CHUNK_SEGMENTS = 4

/** Boxes may span the antimeridian: their west side is in -180..180, their east side beyond. */
const FULL_TURN_E7 = 3_600_000_000
const HALF_TURN_E7 = FULL_TURN_E7 / 2

/**
 * The column of the snap index: a packed tree over groups of neighbouring edges. Edges lie along a curve, so a group
 * is a small place; what is within it is measured from the shapes themselves, by chunks of up to CHUNK_SEGMENTS
 * segments. The column of the index, built once at import.
 */
export function buildSnapColumns({ shapeStart, shapeLonE7, shapeLatE7, edgeClass, classFlags }: Shapes): SnapColumns {
  const groupCount = Math.ceil(edgeClass.length / GROUP_EDGES)
  if (groupCount === 0) return { snapGroups: new Uint8Array(0) }
  const tree = new Flatbush(groupCount, 16, Int32Array)
  for (let g = 0; g < groupCount; g++) {
    const first = g * GROUP_EDGES
    const box = new GroupBox()
    for (let edge = first; edge < Math.min(first + GROUP_EDGES, edgeClass.length); edge++) {
      if ((classFlags[edgeClass[edge]] & FLAG_BARRIER) !== 0) continue
      const end = shapeStart[edge + 1] - 1
      for (let point = shapeStart[edge]; point < end; point += CHUNK_SEGMENTS)
        box.addChunk(shapeLonE7, shapeLatE7, point, Math.min(point + CHUNK_SEGMENTS, end))
    }
    // one of barriers alone holds nothing to snap to
    if (box.minX > box.maxX) box.addChunk(shapeLonE7, shapeLatE7, shapeStart[first], shapeStart[first])
    tree.add(box.minX, box.minY, box.maxX, box.maxY)
  }
  tree.finish()
  return { snapGroups: new Uint8Array(tree.data as ArrayBuffer) }
}

class GroupBox {
  minX = Infinity
  minY = Infinity
  maxX = -Infinity
  maxY = -Infinity

  addChunk(lonE7: Int32Array, latE7: Int32Array, first: number, last: number): void {
    let x = lonE7[first]
    let minX = x
    let maxX = x
    for (let p = first; p <= last; p++) {
      if (p > first) x += wrapE7(lonE7[p] - lonE7[p - 1])
      minX = Math.min(minX, x)
      maxX = Math.max(maxX, x)
      this.minY = Math.min(this.minY, latE7[p])
      this.maxY = Math.max(this.maxY, latE7[p])
    }
    const shift = minX < -HALF_TURN_E7 ? FULL_TURN_E7 : 0
    this.minX = Math.min(this.minX, minX + shift)
    this.maxX = Math.max(this.maxX, maxX + shift)
  }
}

/** Whether the box of the points [first, last] meets another box, all in 1e-7 degrees. */
export function chunkMeets(
  lonE7: Int32Array,
  latE7: Int32Array,
  first: number,
  last: number,
  box: Readonly<Record<'west' | 'south' | 'east' | 'north', number>>,
): boolean {
  let minY = latE7[first]
  let maxY = minY
  let x = lonE7[first]
  let minX = x
  let maxX = x
  for (let p = first + 1; p <= last; p++) {
    const y = latE7[p]
    if (y < minY) minY = y
    else if (y > maxY) maxY = y
    x += wrapE7(lonE7[p] - lonE7[p - 1])
    if (x < minX) minX = x
    else if (x > maxX) maxX = x
  }
  if (minX < -HALF_TURN_E7) {
    minX += FULL_TURN_E7
    maxX += FULL_TURN_E7
  }
  return minX <= box.east && maxX >= box.west && minY <= box.north && maxY >= box.south
}

const wrapE7 = (delta: number) =>
  delta > HALF_TURN_E7 ? delta - FULL_TURN_E7 : delta < -HALF_TURN_E7 ? delta + FULL_TURN_E7 : delta

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
