// HOT: npm run bench -- routing
// It may visit every node of the network, so its stacks are typed arrays.
//
// Which nodes can reach each other under one setting (arcs whose class is not forbidden): strongly connected components
// for all nodes at once, and a bounded search around one node for snapping ("is this an island?"). Iterative, so that a
// long chain cannot overflow the stack. Only forbidden arcs matter, not costs.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { CostTable } from '../costs/arc-cost.ts'
import { POLL_INTERVAL, stopIfCancelled } from './search-types.ts'

const UNSEEN = 0xffffffff

/**
 * Component number of every node: equal where, and only where, each of the two nodes can reach the other. No way leads
 * to a higher number. Tarjan 1972. Throws SearchStopped when the flag is raised.
 */
export function labelComponents(graph: RoutingGraph, table: CostTable, cancelled?: Int32Array): Uint32Array {
  const { firstArc, arcHead, arcId, edgeClass } = graph.columns
  const { factor } = table
  const nodeCount = graph.nodeCount
  const component = new Uint32Array(nodeCount).fill(UNSEEN)
  const seenAt = new Uint32Array(nodeCount).fill(UNSEEN)
  const low = new Uint32Array(nodeCount)
  const nextArc = new Uint32Array(nodeCount)
  const trail = new Uint32Array(nodeCount) // nodes from the root of the walk to the current one
  const waiting = new Uint32Array(nodeCount) // seen, component not known yet
  let waitingCount = 0
  let seenCount = 0
  let componentCount = 0
  for (let root = 0; root < nodeCount; root++) {
    if (seenAt[root] !== UNSEEN) continue
    let depth = 0
    trail[0] = root
    while (depth >= 0) {
      const node = trail[depth]
      if (seenAt[node] === UNSEEN) {
        if (seenCount % POLL_INTERVAL === 0) stopIfCancelled(cancelled)
        seenAt[node] = low[node] = seenCount++
        nextArc[node] = firstArc[node]
        waiting[waitingCount++] = node
      }
      let goesDeeper = false
      for (let a = nextArc[node], stop = firstArc[node + 1]; a < stop; a++) {
        const id = arcId[a]
        if (factor[edgeClass[id >>> 1] * 2 + (id & 1)] === Infinity) continue
        const head = arcHead[a]
        if (seenAt[head] === UNSEEN) {
          nextArc[node] = a // visited again on the way back, for its low link
          trail[++depth] = head
          goesDeeper = true
          break
        }
        if (component[head] === UNSEEN && low[head] < low[node]) low[node] = low[head]
      }
      if (goesDeeper) continue
      if (low[node] === seenAt[node]) {
        for (;;) {
          const member = waiting[--waitingCount]
          component[member] = componentCount
          if (member === node) break
        }
        componentCount++
      }
      depth--
    }
  }
  return component
}

/**
 * Whether at least `minNodes` nodes, itself included, can be reached from a node (`backward`: can reach it). Visits no
 * more than that many, so it is cheap enough for every snap candidate.
 */
export function reaches(
  graph: RoutingGraph,
  table: CostTable,
  node: number,
  minNodes: number,
  backward = false,
): boolean {
  const { firstArc, arcHead, arcId, edgeClass } = graph.columns
  const { factor } = table
  const back = backward ? 1 : 0
  const seen = new Set([node])
  if (seen.size >= minNodes) return true
  for (const at of seen) {
    for (let a = firstArc[at]; a < firstArc[at + 1]; a++) {
      const id = arcId[a] ^ back
      if (factor[edgeClass[id >>> 1] * 2 + (id & 1)] === Infinity || table.isClosed?.(id >>> 1) === true) continue
      seen.add(arcHead[a])
      if (seen.size >= minNodes) return true
    }
  }
  return false
}
