// HOT: npm run bench -- routing
// It is laid for every cell of the nested dissection, so one instance keeps its arrays from cell to cell.
//
// The part of a network between the nodes of one cell of a dissection, numbered locally by their index in the cell.
// Costs do not matter.

/** Undirected simple adjacency in CSR form: neighbours of n are `head[start[n] .. start[n + 1])`, never n itself. */
export interface Adjacency {
  start: Uint32Array
  head: Uint32Array
}

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
