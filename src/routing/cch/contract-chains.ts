// HOT: npm run bench -- routing
// It visits every node of a region at import, so the state of nodes is in typed arrays.
//
// The easy part of a contraction order: removes dead ends (degree 0 and 1, repeatedly), then the middles of chains
// (degree 2), in rounds without neighbours, so that a chain of k nodes becomes a tree of height log k. A network of
// junctions remains, linked where a chain linked them. Removing these nodes first never adds a link.

import type { Adjacency } from './cell-graph.ts'

export interface ContractedChains {
  /** removed nodes, in order */
  taken: Uint32Array
  /** remaining nodes, and the links between them as indexes into `nodes` */
  nodes: Uint32Array
  adjacency: Adjacency
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: HOT: one pass over local arrays
export function contractChains({ start, head }: Adjacency): ContractedChains {
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
