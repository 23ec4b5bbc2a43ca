// HOT: npm run bench -- routing
// It runs for every cut of the nested dissection, so one instance keeps its arrays from cell to cell.
//
// Minimum cuts in one cell of a network whose edges all have capacity 1, between a source set and a sink set of nodes.
// One instance serves all cells of a dissection in turn. Nodes are those of the open cell (`CellGraph`).
//
// Augmenting paths are sought depth first, in sweeps that never return to a node that led nowhere (Pothen and Fan,
// 1990). Paths start from left to right and turn left first: where no edges cross, as mostly in a network of ways, a
// path that keeps left never bars another (Ford and Fulkerson's uppermost path, 1956), and one sweep finds nearly all
// there are. In a large cell a sweep by distance (Dinic) finds only a few paths, so the number of sweeps grows with the
// cell's width. Turning left needs the neighbours of each node in counterclockwise order; any other order gives the
// same cuts after more sweeps.

/** Undirected simple adjacency in CSR form: neighbours of n are `head[start[n] .. start[n + 1])`, never n itself. */
export interface Adjacency {
  start: Uint32Array
  head: Uint32Array
}

/**
 * The part of a network between the nodes of one cell of a dissection, numbered locally by their index in the cell.
 * Costs do not matter.
 */
export class CellGraph {
  /** nodes of the open cell */
  size = 0
  // local CSR; reverse[a] is the same edge seen from its other end
  readonly start: Uint32Array
  readonly head: Uint32Array
  readonly reverse: Uint32Array
  /** scratch space for a traversal of the cell: one number per node */
  readonly queue: Uint32Array
  #adjacency: Adjacency
  #localOf: Int32Array

  constructor(adjacency: Adjacency) {
    const nodeCount = adjacency.start.length - 1
    this.#adjacency = adjacency
    this.#localOf = new Int32Array(nodeCount).fill(-1)
    this.start = new Uint32Array(nodeCount + 1)
    this.head = new Uint32Array(adjacency.head.length)
    this.reverse = new Uint32Array(adjacency.head.length)
    this.queue = new Uint32Array(nodeCount)
  }

  /** Opens the part of the network between the nodes of a cell. */
  open(cell: Uint32Array): void {
    const { start: outerStart, head: outerHead } = this.#adjacency
    const localOf = this.#localOf
    const { start, head, reverse } = this
    const size = (this.size = cell.length)
    for (let i = 0; i < size; i++) localOf[cell[i]] = i
    let arcs = 0
    for (let i = 0; i < size; i++) {
      start[i] = arcs
      const node = cell[i]
      for (let a = outerStart[node]; a < outerStart[node + 1]; a++) {
        const to = localOf[outerHead[a]]
        if (to >= 0) head[arcs++] = to
      }
    }
    start[size] = arcs
    for (let i = 0; i < size; i++) localOf[cell[i]] = -1
    for (let i = 0; i < size; i++) {
      for (let a = start[i]; a < start[i + 1]; a++) {
        const to = head[a]
        if (to < i) continue
        let back = start[to]
        while (head[back] !== i) back++
        reverse[a] = back
        reverse[back] = a
      }
    }
  }

  /** Writes the component number of every local node to `component`; returns the number of components. */
  labelComponents(component: Uint32Array): number {
    const { start, head, queue } = this
    component.fill(0xffffffff, 0, this.size)
    let count = 0
    for (let root = 0; root < this.size; root++) {
      if (component[root] !== 0xffffffff) continue
      component[root] = count
      queue[0] = root
      for (let at = 0, end = 1; at < end; at++) {
        const node = queue[at]
        for (let a = start[node]; a < start[node + 1]; a++) {
          if (component[head[a]] !== 0xffffffff) continue
          component[head[a]] = count
          queue[end++] = head[a]
        }
      }
      count++
    }
    return count
  }

  /** Whether an edge leads from a node to another side. */
  crosses(node: number, side: Uint8Array): boolean {
    for (let a = this.start[node]; a < this.start[node + 1]; a++) if (side[this.head[a]] !== side[node]) return true
    return false
  }
}

const FREE = 0
const SOURCE = 1
const SINK = 2

export class MaxFlow {
  /** local nodes on the source's side of the latest `cut` */
  readonly sourceSide: Uint8Array
  readonly #cell: CellGraph
  /** of each arc: -1, 0 or 1 */
  #flow: Int8Array
  #role: Uint8Array
  /** 1: on the path being sought, or led nowhere in this sweep */
  #seen: Uint8Array
  /** the arc of a node on the path that was tried last */
  #tried: Uint32Array
  #path: Uint32Array

  constructor(cell: CellGraph) {
    const nodeCount = cell.queue.length
    this.#cell = cell
    this.sourceSide = new Uint8Array(nodeCount)
    this.#flow = new Int8Array(cell.head.length)
    this.#role = new Uint8Array(nodeCount)
    this.#seen = new Uint8Array(nodeCount)
    this.#tried = new Uint32Array(nodeCount)
    this.#path = new Uint32Array(nodeCount + 1)
  }

  /**
   * Least number of edges between the nodes with `along <= low` and those with `along >= high` (low < high), where
   * `along` and `left` are positions in the direction of the flow and to the left of it. Fills `sourceSide` and returns
   * `{edges, small}` (nodes on the smaller side); returns null, early, if more than `maxEdges` are needed.
   */
  cut(
    along: Float64Array,
    left: Float64Array,
    low: number,
    high: number,
    maxEdges: number,
  ): { edges: number; small: number } | null {
    const { size, start } = this.#cell
    const role = this.#role
    for (let i = 0; i < size; i++) role[i] = along[i] <= low ? SOURCE : along[i] >= high ? SINK : FREE
    this.#flow.fill(0, 0, start[size])
    const ways = this.#waysOut(along, left, low)
    let edges = 0
    for (;;) {
      const found = this.#sweep(ways, maxEdges - edges)
      edges += found
      if (edges > maxEdges) return null
      if (found === 0) break
    }
    // there is a minimum cut nearest to the source and one nearest to the sink: take the more balanced
    const sourceSide = this.sourceSide
    let sourceCount = 0
    for (let i = 0; i < size; i++) {
      sourceSide[i] = role[i] === SOURCE || this.#seen[i] === 1 ? 1 : 0
      sourceCount += sourceSide[i]
    }
    const sinkCount = this.#reachSink()
    if (Math.min(sinkCount, size - sinkCount) <= Math.min(sourceCount, size - sourceCount))
      return { edges, small: Math.min(sourceCount, size - sourceCount) }
    for (let i = 0; i < size; i++) sourceSide[i] = 1 - this.#seen[i]
    return { edges, small: Math.min(sinkCount, size - sinkCount) }
  }

  /**
   * Turns a cut of edges into a cut of nodes: marks the ends of all links between side 0 and side 1, on the side with
   * fewer of them.
   */
  coverCut(side: Uint8Array, mark: number): void {
    const cell = this.#cell
    const { size } = cell
    const ends = [0, 0]
    for (let i = 0; i < size; i++) if (cell.crosses(i, side)) ends[side[i]]++
    const chosen = ends[0] <= ends[1] ? 0 : 1
    const role = this.#role
    for (let i = 0; i < size; i++) role[i] = side[i] === chosen && cell.crosses(i, side) ? 1 : 0
    for (let i = 0; i < size; i++) if (role[i] === 1) side[i] = mark
  }

  /** Arcs that leave the source, from left to right by where they cross its border. */
  #waysOut(along: Float64Array, left: Float64Array, low: number): { arc: number; left: number }[] {
    const { size, start, head } = this.#cell
    const role = this.#role
    const ways: { arc: number; left: number }[] = []
    for (let node = 0; node < size; node++) {
      if (role[node] !== SOURCE) continue
      for (let arc = start[node]; arc < start[node + 1]; arc++) {
        const to = head[arc]
        if (role[to] === SOURCE) continue
        const share = (low - along[node]) / (along[to] - along[node])
        ways.push({ arc, left: left[node] + share * (left[to] - left[node]) })
      }
    }
    return ways.sort((a, b) => b.left - a.left)
  }

  /**
   * Sends flow along the paths that one sweep finds and returns their number; stops once there are more than `most`.
   * If it finds none, the nodes marked as seen are those that the source can reach.
   */
  #sweep(ways: { arc: number; left: number }[], most: number): number {
    const { size, head, reverse } = this.#cell
    const flow = this.#flow
    const seen = this.#seen
    const path = this.#path
    seen.fill(0, 0, size)
    let found = 0
    for (const { arc } of ways) {
      if (flow[arc] === 1) continue
      const length = this.#findPath(arc)
      for (let d = 0; d < length; d++) {
        flow[path[d]]++
        flow[reverse[path[d]]]--
        seen[head[path[d]]] = 0
      }
      if (length > 0) found++
      if (found > most) break
    }
    return found
  }

  /** Fills `#path` with a path to the sink that begins with `first` and can take flow; returns its length or 0. */
  #findPath(first: number): number {
    const { start, head, reverse } = this.#cell
    const flow = this.#flow
    const role = this.#role
    const seen = this.#seen
    const tried = this.#tried
    const path = this.#path
    let length = 0
    for (let arc = first; ; ) {
      const to = head[arc]
      if (flow[arc] !== 1 && role[to] !== SOURCE && seen[to] === 0) {
        path[length++] = arc
        if (role[to] === SINK) return length
        seen[to] = 1
        tried[to] = reverse[arc]
      }
      // take the next turn at the end of the path; if none is left, go back a node and try there
      for (;;) {
        if (length === 0) return 0
        const node = head[path[length - 1]]
        arc = (tried[node] === start[node] ? start[node + 1] : tried[node]) - 1
        if (arc !== reverse[path[length - 1]]) {
          tried[node] = arc
          break
        }
        length--
      }
    }
  }

  /** Marks the nodes that can still reach the sink as seen; returns their number. */
  #reachSink(): number {
    const { size, start, head, reverse, queue } = this.#cell
    const flow = this.#flow
    const seen = this.#seen
    let end = 0
    for (let i = 0; i < size; i++) {
      seen[i] = this.#role[i] === SINK ? 1 : 0
      if (seen[i] === 1) queue[end++] = i
    }
    for (let at = 0; at < end; at++) {
      const node = queue[at]
      for (let a = start[node], stop = start[node + 1]; a < stop; a++) {
        if (seen[head[a]] === 1 || flow[reverse[a]] === 1) continue
        seen[head[a]] = 1
        queue[end++] = head[a]
      }
    }
    return end
  }
}
