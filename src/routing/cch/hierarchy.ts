// The part of a customizable contraction hierarchy that is the same for all settings (Dibbelt, Strasser, Wagner,
// "Customizable Contraction Hierarchies", 2014): ranks and upward arcs, made once at import and kept as columns `cch*`
// of the network file. Everything here is numbered by rank (0 is removed first); an upward arc joins a rank to a higher
// one and represents both directions. All neighbours above a rank are its ancestors in the elimination tree; the lowest
// of them is its parent. It holds no costs: customise.ts computes them per setting.

import type { Columns } from '../../storage/column-file.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { contractionOrder, simpleAdjacency } from './contraction-order.ts'

/** There is no upward arc between two ranks. */
export const NO_ARC = 0xffffffff

export interface HierarchyColumns {
  /** rank of every node, and node of every rank */
  cchRank: Uint32Array
  cchNode: Uint32Array
  /**
   * upward arcs of rank r are `[cchUpStart[r], cchUpStart[r + 1])`, by ascending head; the first head is the parent in
   * the elimination tree
   */
  cchUpStart: Uint32Array
  cchUpHead: Uint32Array
  /**
   * tails of the same arcs seen from their head: those of arcs into rank r from below are
   * `[cchDownStart[r], cchDownStart[r + 1])`, ascending
   */
  cchDownStart: Uint32Array
  cchDownTail: Uint32Array
}

/** Orders and contracts the network; the caller writes the columns into the network file. Slow, for the import only. */
export function buildHierarchy(graph: RoutingGraph): Columns {
  const nodeCount = graph.nodeCount
  const cchNode = contractionOrder(graph)
  const cchRank = new Uint32Array(nodeCount)
  for (let r = 0; r < nodeCount; r++) cchRank[cchNode[r]] = r
  const { upStart: cchUpStart, upHead: cchUpHead } = contract(graph, cchRank, cchNode)
  const columns: HierarchyColumns = {
    cchRank,
    cchNode,
    cchUpStart,
    cchUpHead,
    ...tailsBelow(cchUpStart, cchUpHead),
  }
  return columns as unknown as Columns
}

/** Upward neighbours: those of the network plus those of all children in the elimination tree. */
function contract(
  graph: RoutingGraph,
  rank: Uint32Array,
  node: Uint32Array,
): { upStart: Uint32Array; upHead: Uint32Array } {
  const nodeCount = graph.nodeCount
  const { start, head } = simpleAdjacency(graph)
  const upStart = new Uint32Array(nodeCount + 1)
  let upHead = new Uint32Array(head.length + 1024)
  const seenFrom = new Uint32Array(nodeCount).fill(0xffffffff)
  // children of a rank as a linked list
  const firstChild = new Int32Array(nodeCount).fill(-1)
  const nextChild = new Int32Array(nodeCount).fill(-1)
  let arcs = 0
  for (let r = 0; r < nodeCount; r++) {
    upStart[r] = arcs
    let room = start[node[r] + 1] - start[node[r]]
    for (let c = firstChild[r]; c >= 0; c = nextChild[c]) room += upStart[c + 1] - upStart[c]
    if (arcs + room > upHead.length) {
      const larger = new Uint32Array(Math.max(arcs + room, Math.ceil(upHead.length * 1.5)))
      larger.set(upHead)
      upHead = larger
    }
    for (let a = start[node[r]]; a < start[node[r] + 1]; a++) {
      const h = rank[head[a]]
      if (h < r || seenFrom[h] === r) continue
      seenFrom[h] = r
      upHead[arcs++] = h
    }
    for (let c = firstChild[r]; c >= 0; c = nextChild[c]) {
      for (let a = upStart[c] + 1; a < upStart[c + 1]; a++) {
        const h = upHead[a]
        if (seenFrom[h] === r) continue
        seenFrom[h] = r
        upHead[arcs++] = h
      }
    }
    sortRange(upHead, upStart[r], arcs)
    if (arcs > upStart[r]) {
      const parent = upHead[upStart[r]]
      nextChild[r] = firstChild[parent]
      firstChild[parent] = r
    }
    upStart[r + 1] = arcs
  }
  return { upStart, upHead: upHead.slice(0, arcs) }
}

/** Ascending, in place: by insertion where short. */
function sortRange(list: Uint32Array, from: number, to: number): void {
  if (to - from > 24) {
    list.subarray(from, to).sort()
    return
  }
  for (let i = from + 1; i < to; i++) {
    const value = list[i]
    let at = i
    while (at > from && list[at - 1] > value) {
      list[at] = list[at - 1]
      at--
    }
    list[at] = value
  }
}

function tailsBelow(upStart: Uint32Array, upHead: Uint32Array) {
  const nodeCount = upStart.length - 1
  const cchDownStart = new Uint32Array(nodeCount + 1)
  for (let a = 0; a < upHead.length; a++) cchDownStart[upHead[a] + 1]++
  for (let r = 0; r < nodeCount; r++) cchDownStart[r + 1] += cchDownStart[r]
  const next = cchDownStart.slice()
  const cchDownTail = new Uint32Array(upHead.length)
  for (let r = 0; r < nodeCount; r++) {
    for (let a = upStart[r]; a < upStart[r + 1]; a++) cchDownTail[next[upHead[a]]++] = r
  }
  return { cchDownStart, cchDownTail }
}

/** The upward arc between two ranks (low < high), NO_ARC if absent. */
export function findArc(upStart: Uint32Array, upHead: Uint32Array, low: number, high: number): number {
  let from = upStart[low]
  let to = upStart[low + 1]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (upHead[middle] < high) from = middle + 1
    else to = middle
  }
  return from < upStart[low + 1] && upHead[from] === high ? from : NO_ARC
}

/** The hierarchy in a network file. */
export class Hierarchy {
  readonly columns: HierarchyColumns
  readonly arcCount: number

  private constructor(columns: HierarchyColumns) {
    this.columns = columns
    this.arcCount = columns.cchUpHead.length
  }

  /**
   * Views of the `cch*` columns, no copies. Throws RangeError if the network was written without them, or with those of
   * another network.
   */
  static from(graph: RoutingGraph): Hierarchy {
    const columns = graph.extra as unknown as HierarchyColumns
    for (const name of ['cchRank', 'cchNode', 'cchUpStart', 'cchUpHead', 'cchDownStart', 'cchDownTail'] as const) {
      if (!(columns[name] instanceof Uint32Array))
        throw new RangeError(`the network has no hierarchy (column ${name} is missing)`)
    }
    if (columns.cchRank.length !== graph.nodeCount) throw new RangeError('the hierarchy belongs to another network')
    // of one fixed shape, unlike `extra`
    const { cchRank, cchNode, cchUpStart, cchUpHead, cchDownStart, cchDownTail } = columns
    return new Hierarchy({ cchRank, cchNode, cchUpStart, cchUpHead, cchDownStart, cchDownTail })
  }
}
