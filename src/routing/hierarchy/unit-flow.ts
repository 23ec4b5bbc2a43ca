// HOT: npm run bench -- routing
// It runs for every cut of the nested dissection, so one instance keeps its arrays from cell to cell.
//
// Minimum cuts in one cell of a network whose edges all have capacity 1: Dinic's algorithm between a source set and a
// sink set of nodes. One instance serves all cells of a dissection in turn and keeps its arrays. Nodes are those of the
// open cell (cell-graph.ts).

import type { CellGraph } from './cell-graph.ts'

const FREE = 0
const SOURCE = 1
const SINK = 2

export class UnitFlow {
  /** local nodes on the source's side of the latest `cut` */
  readonly sourceSide: Uint8Array
  readonly #cell: CellGraph
  /** of each arc: -1, 0 or 1 */
  #flow: Int8Array
  #role: Uint8Array
  #level: Int32Array
  #next: Uint32Array
  #path: Uint32Array

  constructor(cell: CellGraph) {
    const nodeCount = cell.queue.length
    this.#cell = cell
    this.sourceSide = new Uint8Array(nodeCount)
    this.#flow = new Int8Array(cell.head.length)
    this.#role = new Uint8Array(nodeCount)
    this.#level = new Int32Array(nodeCount)
    this.#next = new Uint32Array(nodeCount)
    this.#path = new Uint32Array(nodeCount + 1)
  }

  /**
   * Least number of edges between the nodes with `key <= low` and those with `key >= high` (low < high). Fills
   * `sourceSide` and returns `{edges, small}` (nodes on the smaller side); returns null, early, if more than `maxEdges`
   * are needed.
   */
  cut(key: Float64Array, low: number, high: number, maxEdges: number): { edges: number; small: number } | null {
    const { size, start } = this.#cell
    const role = this.#role
    for (let i = 0; i < size; i++) role[i] = key[i] <= low ? SOURCE : key[i] >= high ? SINK : FREE
    this.#flow.fill(0, 0, start[size])
    let edges = 0
    while (this.#levelFromSource()) {
      edges += this.#blockingFlow()
      if (edges > maxEdges) return null
    }
    // of the least cuts nearest to the source and nearest to the sink, take the more balanced one
    const level = this.#level
    const sourceSide = this.sourceSide
    let sourceCount = 0
    for (let i = 0; i < size; i++) {
      sourceSide[i] = level[i] >= 0 ? 1 : 0
      sourceCount += sourceSide[i]
    }
    const sinkCount = this.#reachSink()
    if (Math.min(sinkCount, size - sinkCount) <= Math.min(sourceCount, size - sourceCount))
      return { edges, small: Math.min(sourceCount, size - sourceCount) }
    for (let i = 0; i < size; i++) sourceSide[i] = level[i] >= 0 ? 0 : 1
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

  /** Sets levels by residual distance from the source; returns whether the sink was reached. */
  #levelFromSource(): boolean {
    const { size, start, head, queue } = this.#cell
    const flow = this.#flow
    const role = this.#role
    const level = this.#level
    let end = 0
    for (let i = 0; i < size; i++) {
      level[i] = -1
      this.#next[i] = start[i]
      if (role[i] === SOURCE) {
        level[i] = 0
        queue[end++] = i
      }
    }
    let sinkLevel = -1
    for (let at = 0; at < end; at++) {
      const node = queue[at]
      if (sinkLevel >= 0 && level[node] >= sinkLevel) break
      for (let a = start[node], stop = start[node + 1]; a < stop; a++) {
        const to = head[a]
        if (level[to] >= 0 || flow[a] === 1) continue
        level[to] = level[node] + 1
        if (role[to] === SINK) sinkLevel = level[to]
        queue[end++] = to
      }
    }
    return sinkLevel >= 0
  }

  /** Sends as much flow along shortest residual paths as they take. */
  #blockingFlow(): number {
    const { size, start, head, reverse } = this.#cell
    const flow = this.#flow
    const role = this.#role
    const level = this.#level
    const next = this.#next
    const path = this.#path
    let sent = 0
    for (let root = 0; root < size; root++) {
      if (role[root] !== SOURCE) continue
      let node = root
      let depth = 0
      for (;;) {
        if (role[node] === SINK) {
          for (let d = 0; d < depth; d++) {
            flow[path[d]]++
            flow[reverse[path[d]]]--
          }
          sent++
          node = root
          depth = 0
          continue
        }
        let a = next[node]
        const stop = start[node + 1]
        while (a < stop && (flow[a] === 1 || level[head[a]] !== level[node] + 1)) a++
        next[node] = a
        if (a < stop) {
          path[depth++] = a
          node = head[a]
        } else {
          if (depth === 0) break
          level[node] = -2 // a dead end in this phase
          node = head[reverse[path[--depth]]]
        }
      }
    }
    return sent
  }

  /** Marks (level >= 0) the nodes from which the sink can still be reached; returns their number. */
  #reachSink(): number {
    const { size, start, head, reverse, queue } = this.#cell
    const flow = this.#flow
    const level = this.#level
    let end = 0
    for (let i = 0; i < size; i++) {
      level[i] = -1
      if (this.#role[i] === SINK) {
        level[i] = 0
        queue[end++] = i
      }
    }
    for (let at = 0; at < end; at++) {
      const node = queue[at]
      for (let a = start[node], stop = start[node + 1]; a < stop; a++) {
        if (level[head[a]] >= 0 || flow[reverse[a]] === 1) continue
        level[head[a]] = 0
        queue[end++] = head[a]
      }
    }
    return end
  }
}
