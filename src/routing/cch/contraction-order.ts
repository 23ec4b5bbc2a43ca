// HOT: npm run bench -- routing
// It orders every node of a region at import, so cells are ranges of typed arrays, cut in place.
//
// The order in which a contraction hierarchy removes nodes: dead ends and chains first (`contractChains`), the rest
// by nested dissection: cut the network in two along few nodes, rank these highest, order both parts the same way. Cuts
// are found by inertial flow (Schild and Sommer, "On balanced separators in road networks", SEA 2015): nodes are sorted
// along a direction, the first and last quarter are source and sink of a flow, and the best of four directions wins.
// Only positions and links count, never costs, so that one order serves every setting. Deterministic.

import { DEG_TO_RAD } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { CellGraph, type Adjacency, MaxFlow } from './max-flow.ts'

/** Cells up to this size are ordered by least degree on bit masks (at most 31). */
const SMALL_CELL_NODES = 24
/** Share of a cell's nodes that each end of the flow holds. */
const TERMINAL_SHARE = 0.25
/** Quantiles along a direction are computed from at most this many nodes of a cell. */
const SAMPLED_NODES = 512
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [0.7, 0.7],
  [0.7, -0.7],
] as const
const CUT = 2

/** Nodes in order of removal; the rank of a node is its index. */
export function contractionOrder(graph: RoutingGraph): Uint32Array {
  const { taken, nodes, adjacency } = contractChains(simpleAdjacency(graph))
  const { nodeLonE7, nodeLatE7 } = graph.columns
  const x = new Float64Array(nodes.length)
  const y = new Float64Array(nodes.length)
  for (let i = 0; i < nodes.length; i++) {
    y[i] = nodeLatE7[nodes[i]]
    x[i] = nodeLonE7[nodes[i]] * Math.cos((y[i] / 1e7) * DEG_TO_RAD)
  }
  const order = new Uint32Array(graph.nodeCount)
  order.set(taken)
  sortByAngle(adjacency, x, y)
  const rest = dissect(adjacency, x, y)
  for (let i = 0; i < rest.length; i++) order[taken.length + i] = nodes[rest[i]]
  return order
}

/** Neighbours of every node without loops and duplicates. */
export function simpleAdjacency(graph: RoutingGraph): Adjacency {
  const { firstArc, arcHead } = graph.columns
  const start = new Uint32Array(graph.nodeCount + 1)
  const head = new Uint32Array(arcHead.length)
  let size = 0
  for (let n = 0; n < graph.nodeCount; n++) {
    start[n] = size
    for (let a = firstArc[n]; a < firstArc[n + 1]; a++) {
      const to = arcHead[a]
      let known = to === n
      for (let i = start[n]; i < size && !known; i++) known = head[i] === to
      if (!known) head[size++] = to
    }
  }
  start[graph.nodeCount] = size
  return { start, head: head.subarray(0, size) }
}

/** Sorts the neighbours of every node by their direction, counterclockwise, in place. */
function sortByAngle({ start, head }: Adjacency, x: Float64Array, y: Float64Array): void {
  const angle = new Float64Array(head.length)
  for (let node = 0; node + 1 < start.length; node++) {
    for (let a = start[node]; a < start[node + 1]; a++) {
      const to = head[a]
      const toAngle = Math.atan2(y[to] - y[node], x[to] - x[node])
      let at = a
      for (; at > start[node] && angle[at - 1] > toAngle; at--) {
        angle[at] = angle[at - 1]
        head[at] = head[at - 1]
      }
      angle[at] = toAngle
      head[at] = to
    }
  }
}

/** Nested dissection with an explicit stack: a cell is a range of positions; its cut takes the last of them. */
function dissect(adjacency: Adjacency, x: Float64Array, y: Float64Array): Uint32Array {
  const nodeCount = adjacency.start.length - 1
  const order = new Uint32Array(nodeCount) // holds the cells' members until their positions are final
  for (let i = 0; i < nodeCount; i++) order[i] = i
  const graph = new CellGraph(adjacency)
  const flow = new MaxFlow(graph)
  const small = new SmallCell(adjacency)
  const along = new Float64Array(nodeCount)
  const left = new Float64Array(nodeCount)
  const side = new Uint8Array(nodeCount)
  const component = new Uint32Array(nodeCount)
  const stack: { from: number; to: number; connected: boolean }[] = [{ from: 0, to: nodeCount, connected: false }]
  for (let range = stack.pop(); range !== undefined; range = stack.pop()) {
    const { from, to } = range
    const cell = order.subarray(from, to)
    if (cell.length <= SMALL_CELL_NODES) {
      small.order(cell)
      continue
    }
    graph.open(cell)
    if (!range.connected) {
      const count = graph.labelComponents(component)
      if (count > 1) {
        const ends = sortInto(cell, component, count)
        for (let c = 0; c < count; c++)
          stack.push({ from: from + (c === 0 ? 0 : ends[c - 1]), to: from + ends[c], connected: true })
        continue
      }
    }
    findCut(flow, cell, x, y, along, left, side)
    const [zeroEnd, oneEnd] = sortInto(cell, side, 3)
    stack.push(
      { from, to: from + zeroEnd, connected: false },
      { from: from + zeroEnd, to: from + oneEnd, connected: false },
    )
  }
  return order
}

/** Fills `side` with 0, 1 and CUT, so that no link joins 0 and 1. */
function findCut(
  flow: MaxFlow,
  cell: Uint32Array,
  x: Float64Array,
  y: Float64Array,
  along: Float64Array,
  left: Float64Array,
  side: Uint8Array,
): void {
  const size = cell.length
  let best = Infinity
  for (const [dx, dy] of DIRECTIONS) {
    for (let i = 0; i < size; i++) {
      along[i] = x[cell[i]] * dx + y[cell[i]] * dy
      left[i] = y[cell[i]] * dx - x[cell[i]] * dy
    }
    const stride = Math.ceil(size / SAMPLED_NODES)
    const sample = new Float64Array(Math.ceil(size / stride))
    for (let i = 0; i < sample.length; i++) sample[i] = along[i * stride]
    sample.sort()
    const terminal = Math.max(1, Math.floor(sample.length * TERMINAL_SHARE))
    const low = sample[terminal - 1]
    const high = sample[sample.length - terminal]
    if (low >= high) continue
    const cut = flow.cut(along, left, low, high, best * Math.sqrt(size / 2))
    if (cut === null) continue
    const score = cut.edges / Math.sqrt(cut.small)
    if (score >= best) continue
    best = score
    side.set(flow.sourceSide.subarray(0, size))
  }
  // all at one point: any halves will do
  if (best === Infinity) for (let i = 0; i < size; i++) side[i] = i * 2 < size ? 0 : 1
  flow.coverCut(side, CUT)
}

/** Sorts the cell by `bucket` (stable, `0..count - 1`); returns the end of every bucket. */
function sortInto(cell: Uint32Array, bucket: ArrayLike<number>, count: number): Uint32Array {
  const ends = new Uint32Array(count)
  for (let i = 0; i < cell.length; i++) ends[bucket[i]]++
  for (let b = 1; b < count; b++) ends[b] += ends[b - 1]
  const members = cell.slice()
  const next = new Uint32Array(count)
  next.set(ends.subarray(0, count - 1), 1)
  for (let i = 0; i < members.length; i++) cell[next[bucket[i]]++] = members[i]
  return ends
}

/** Orders a cell of at most 31 nodes by least degree; the links added by removing a node are kept in bit masks. */
class SmallCell {
  #adjacency: Adjacency
  #localOf: Int32Array

  constructor(adjacency: Adjacency) {
    this.#adjacency = adjacency
    this.#localOf = new Int32Array(adjacency.start.length - 1).fill(-1)
  }

  order(cell: Uint32Array): void {
    const { start, head } = this.#adjacency
    const localOf = this.#localOf
    const members = cell.slice()
    const size = members.length
    for (let i = 0; i < size; i++) localOf[members[i]] = i
    const links = new Int32Array(size)
    const outer = new Int32Array(size) // links to nodes that are removed later anyway
    for (let i = 0; i < size; i++) {
      for (let a = start[members[i]]; a < start[members[i] + 1]; a++) {
        const to = localOf[head[a]]
        if (to >= 0) links[i] |= 1 << to
        else outer[i]++
      }
    }
    for (let i = 0; i < size; i++) localOf[members[i]] = -1
    let left = size === 0 ? 0 : (2 ** size - 1) | 0
    for (let place = 0; place < size; place++) {
      let least = -1
      let leastDegree = Infinity
      for (let i = 0; i < size; i++) {
        if ((left & (1 << i)) === 0) continue
        const degree = bitCount(links[i] & left) + (outer[i] > 0 ? 1 : 0)
        if (degree < leastDegree) {
          leastDegree = degree
          least = i
        }
      }
      cell[place] = members[least]
      left &= ~(1 << least)
      const around = links[least] & left
      for (let i = 0; i < size; i++) {
        if ((around & (1 << i)) !== 0) {
          links[i] |= around & ~(1 << i)
          outer[i] += outer[least]
        }
      }
    }
  }
}

function bitCount(mask: number): number {
  mask -= (mask >>> 1) & 0x55555555
  mask = (mask & 0x33333333) + ((mask >>> 2) & 0x33333333)
  return Math.imul((mask + (mask >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export interface ContractedChains {
  /** removed nodes, in order */
  taken: Uint32Array
  /** remaining nodes, and the links between them as indexes into `nodes` */
  nodes: Uint32Array
  adjacency: Adjacency
}

/**
 * The easy part of a contraction order: removes dead ends (degree 0 and 1, repeatedly), then the middles of chains
 * (degree 2), in rounds without neighbours, so that a chain of k nodes becomes a tree of height log k. A network of
 * junctions remains, linked where a chain linked them. Removing these nodes first never adds a link.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: HOT: one pass over local arrays
function contractChains({ start, head }: Adjacency): ContractedChains {
  const nodeCount = start.length - 1
  const link = head.slice() // a removed link points back at its own node
  const degree = new Int32Array(nodeCount)
  const gone = new Uint8Array(nodeCount)
  const taken = new Uint32Array(nodeCount)
  let takenCount = 0
  const take = (node: number) => {
    gone[node] = 1
    taken[takenCount++] = node
  }
  const replaceLink = (node: number, old: number, now: number) => {
    let a = start[node]
    while (link[a] !== old) a++
    link[a] = now
    if (now === node) degree[node]--
  }
  const neighbourAfter = (node: number, skip: number) => {
    for (let a = start[node]; a < start[node + 1]; a++) if (link[a] !== node && link[a] !== skip) return link[a]
    return -1
  }

  let round: number[] = []
  for (let n = 0; n < nodeCount; n++) {
    degree[n] = start[n + 1] - start[n]
    if (degree[n] <= 1) round.push(n)
  }
  for (let i = 0; i < round.length; i++) {
    const node = round[i]
    if (gone[node] === 1) continue
    take(node)
    const to = neighbourAfter(node, -1)
    if (to < 0) continue
    replaceLink(to, node, to)
    if (degree[to] <= 1) round.push(to)
  }

  const waits = new Uint8Array(nodeCount)
  round = []
  for (let n = 0; n < nodeCount; n++) if (gone[n] === 0 && degree[n] <= 2) round.push(n)
  while (round.length > 0) {
    const later: number[] = []
    const blocked: number[] = []
    for (const node of round) {
      if (gone[node] === 1) continue
      if (waits[node] === 1) {
        later.push(node)
        continue
      }
      take(node)
      const left = neighbourAfter(node, -1)
      if (left < 0) continue
      const right = neighbourAfter(node, left)
      if (right < 0) {
        replaceLink(left, node, left)
      } else {
        let linked = false
        for (let a = start[left]; a < start[left + 1]; a++) if (link[a] === right) linked = true
        replaceLink(left, node, linked ? left : right)
        replaceLink(right, node, linked ? right : left)
        waits[right] = 1
        blocked.push(right)
        if (degree[right] <= 2) later.push(right)
      }
      waits[left] = 1
      blocked.push(left)
      if (degree[left] <= 2) later.push(left)
    }
    for (const node of blocked) waits[node] = 0
    round = later
  }

  const nodes = new Uint32Array(nodeCount - takenCount)
  const local = new Uint32Array(nodeCount)
  let size = 0
  for (let n = 0; n < nodeCount; n++) {
    if (gone[n] === 1) continue
    local[n] = size
    nodes[size++] = n
  }
  const restStart = new Uint32Array(size + 1)
  const restHead = new Uint32Array(link.length)
  let arcs = 0
  for (let i = 0; i < size; i++) {
    restStart[i] = arcs
    const node = nodes[i]
    for (let a = start[node]; a < start[node + 1]; a++) if (link[a] !== node) restHead[arcs++] = local[link[a]]
  }
  restStart[size] = arcs
  return {
    taken: taken.subarray(0, takenCount),
    nodes,
    adjacency: { start: restStart, head: restHead.subarray(0, arcs) },
  }
}
