// The parts of a network under one setting, a byte a node: nodes of one part reach each other (strongly connected
// components), and parts of one whole are joined by ways in some direction, so that between two wholes there is no path
// at all. Only what a setting opens matters, so settings that differ in costs alone share their parts. Made at import
// for the settings that most requests use (`part*` columns of the network file), else once by a thread that needs them.

import { createHash } from 'node:crypto'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { componentSizes, labelComponents } from './components.ts'

/** Parts that have a byte of their own, the largest ones. */
const MOST_LARGE = 254
/** No way from or to the node is open. */
const CLOSED = 254
/** In a small part: looked up in the list of such nodes. */
const RARE = 255

/** Arrays of parts: columns of a network file, or shared by threads. */
export interface PartArrays {
  /** by node: number of a large part, or CLOSED, or RARE */
  partByte: Uint8Array
  /** count of large parts, the whole of each; count of rare nodes, those nodes ascending, their parts, their wholes */
  partRest: Uint32Array
}

export class Parts {
  readonly arrays: PartArrays
  readonly #wholeOfLarge: Uint32Array
  readonly #rareNode: Uint32Array
  readonly #rarePart: Uint32Array
  readonly #rareWhole: Uint32Array

  constructor(arrays: PartArrays) {
    this.arrays = arrays
    const { partRest } = arrays
    const large = partRest[0]
    const rare = partRest[large + 1]
    const from = large + 2
    this.#wholeOfLarge = partRest.subarray(1, large + 1)
    this.#rareNode = partRest.subarray(from, from + rare)
    this.#rarePart = partRest.subarray(from + rare, from + 2 * rare)
    this.#rareWhole = partRest.subarray(from + 2 * rare, from + 3 * rare)
  }

  get bytes(): number {
    return this.arrays.partByte.byteLength + this.arrays.partRest.byteLength
  }

  /** Equal for two nodes that reach each other, and only for those; -1 for a node that no open way touches. */
  partOf(node: number): number {
    const byte = this.arrays.partByte[node]
    return byte < CLOSED ? byte : byte === CLOSED ? -1 : this.#rarePart[this.#placeOf(node)]
  }

  /** Different for two nodes if no path leads from one to the other; -1 for a node that no open way touches. */
  wholeOf(node: number): number {
    const byte = this.arrays.partByte[node]
    return byte < CLOSED ? this.#wholeOfLarge[byte] : byte === CLOSED ? -1 : this.#rareWhole[this.#placeOf(node)]
  }

  #placeOf(node: number): number {
    let from = 0
    let to = this.#rareNode.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#rareNode[middle] < node) from = middle + 1
      else to = middle
    }
    return from
  }
}

const keys = new WeakMap<CostTable, string>()

/** The same for tables of one network that open the same ways. */
export function openKey(table: CostTable): string {
  let key = keys.get(table)
  if (key === undefined) {
    const open = Uint8Array.from(table.factor, (factor) => (factor === Infinity ? 0 : 1))
    key = createHash('sha256').update(open).digest('hex').slice(0, 16)
    keys.set(table, key)
  }
  return key
}

/** Throws SearchStopped when the flag is raised. */
export function makeParts(graph: RoutingGraph, table: CostTable, cancelled?: Int32Array): Parts {
  const component = labelComponents(graph, table, cancelled)
  const root = joinOpen(graph, table)
  const sizes = componentSizes(component)
  const large = largest(sizes)
  const byteOf = new Uint8Array(sizes.length).fill(RARE)
  large.forEach((label, i) => (byteOf[label] = i))
  const { nodeCount } = graph
  const partByte = new Uint8Array(new SharedArrayBuffer(nodeCount))
  const wholeOfLarge = new Uint32Array(large.length)
  let rareCount = 0
  for (let node = 0; node < nodeCount; node++) {
    const byte = root[node] === NONE ? CLOSED : byteOf[component[node]]
    partByte[node] = byte
    if (byte === RARE) rareCount++
    else if (byte < CLOSED) wholeOfLarge[byte] = root[node]
  }
  const partRest = new Uint32Array(new SharedArrayBuffer((2 + large.length + 3 * rareCount) * 4))
  partRest[0] = large.length
  partRest.set(wholeOfLarge, 1)
  partRest[large.length + 1] = rareCount
  let at = large.length + 2
  for (let node = 0; node < nodeCount; node++) {
    if (partByte[node] !== RARE) continue
    partRest[at] = node
    partRest[at + rareCount] = MOST_LARGE + component[node]
    partRest[at + 2 * rareCount] = root[node]
    at++
  }
  return new Parts({ partByte, partRest })
}

const NONE = 0xffffffff

/** A node for each whole, by node; NONE for a node that no open way touches. */
function joinOpen(graph: RoutingGraph, { factor }: CostTable): Uint32Array {
  const { edgeFrom, edgeTo, edgeClass } = graph.columns
  const root = new Uint32Array(graph.nodeCount).fill(NONE)
  const find = (node: number): number => {
    while (root[node] !== node) {
      root[node] = root[root[node]]
      node = root[node]
    }
    return node
  }
  for (let edge = 0; edge < edgeFrom.length; edge++) {
    const slot = edgeClass[edge] * 2
    if (factor[slot] === Infinity && factor[slot + 1] === Infinity) continue
    const from = edgeFrom[edge]
    const to = edgeTo[edge]
    if (root[from] === NONE) root[from] = from
    if (root[to] === NONE) root[to] = to
    const a = find(from)
    const b = find(to)
    if (a < b) root[b] = a
    else root[a] = b
  }
  for (let node = 0; node < root.length; node++) if (root[node] !== NONE) root[node] = find(node)
  return root
}

/** Components of more than one node, the largest first, at most MOST_LARGE. */
function largest(sizes: Uint32Array): number[] {
  const least = sizes.filter((size) => size > 1).sort()
  const threshold = least[Math.max(0, least.length - MOST_LARGE)]
  const found: number[] = []
  for (let label = 0; label < sizes.length; label++)
    if (sizes[label] > 1 && sizes[label] >= threshold) found.push(label)
  return found.sort((a, b) => sizes[b] - sizes[a] || a - b).slice(0, MOST_LARGE)
}
