// Whether any complete loop exists at a start: depth-first search over closed walks of the contracted network, every
// edge at most twice, junctions as often as one likes, in shuffled orders until the time is up. It shares the network
// with the search it judges, but no idea of how to find a loop. `proven` says that all walks were gone through. Seconds
// are those of the processor, so that other work beside it takes nothing from a search.

import { START, type LoopNetwork } from '../../../src/routing/round-trips/loop-network.ts'
import { seeded } from './pairs.ts'

export interface OracleAnswer {
  found: boolean
  proven: boolean
}

const STEPS_PER_ORDER = 20_000_000

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export function completeLoopExists(net: LoopNetwork, targetMm: number, seconds: number): OracleAnswer {
  const backMm = lengthsBack(net)
  const until = cpuMs() + seconds * 1000
  for (let order = 0; cpuMs() < until; order++) {
    const outcome = search(net, backMm, targetMm, seeded(order), until)
    if (outcome !== 'gave_up') return { found: outcome === 'found', proven: true }
  }
  return { found: false, proven: false }
}

function search(
  net: LoopNetwork,
  backMm: Float64Array,
  targetMm: number,
  random: () => number,
  until: number,
): 'found' | 'none' | 'gave_up' {
  const { firstArc, arcHead, arcId, lengthMm, cost, edgeCount } = net
  const passes = new Uint8Array(edgeCount)
  const leaving = Array.from({ length: net.nodeCount }, (_, n) => {
    const places = Array.from({ length: firstArc[n + 1] - firstArc[n] }, (__, i) => firstArc[n] + i)
    for (let i = places.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[places[i], places[j]] = [places[j], places[i]]
    }
    return places
  })
  const path: number[] = []
  const nodes = [START]
  const next = [0]
  let mm = 0
  let againMm = 0
  for (let steps = 0; steps < STEPS_PER_ORDER; steps++) {
    if ((steps & 0xfffff) === 0 && cpuMs() > until) return 'gave_up'
    const depth = path.length
    const places = leaving[nodes[depth]]
    if (next[depth] === places.length) {
      if (depth === 0) return 'none'
      const arc = path.pop()!
      nodes.pop()
      mm -= lengthMm[arc >>> 1]
      if (--passes[arc >>> 1] === 1) againMm -= lengthMm[arc >>> 1]
      continue
    }
    const a = places[next[depth]++]
    const arc = arcId[a]
    const edge = arc >>> 1
    const after = mm + lengthMm[edge]
    const again = againMm + (passes[edge] === 1 ? lengthMm[edge] : 0)
    if (cost[arc] === Infinity || passes[edge] === 2 || (depth > 0 && path[depth - 1] === (arc ^ 1))) continue
    if (after + backMm[arcHead[a]] > targetMm * 1.1 || again > 0.2 * targetMm * 1.1) continue
    if (arcHead[a] === START) {
      if (after >= targetMm * 0.9 && again <= 0.2 * after) return 'found'
      continue
    }
    path.push(arc)
    nodes.push(arcHead[a])
    next[depth + 1] = 0
    passes[edge]++
    mm = after
    againMm = again
  }
  return 'gave_up'
}

/** Bellman-Ford, plainly: shortest length from every node to the start. */
function lengthsBack({ edgeFrom, edgeTo, lengthMm, cost, nodeCount, edgeCount }: LoopNetwork): Float64Array {
  const best = new Float64Array(nodeCount).fill(Infinity)
  best[START] = 0
  for (let changed = true; changed; ) {
    changed = false
    for (let e = 0; e < edgeCount; e++) {
      if (cost[2 * e] !== Infinity && best[edgeTo[e]] + lengthMm[e] < best[edgeFrom[e]]) {
        best[edgeFrom[e]] = best[edgeTo[e]] + lengthMm[e]
        changed = true
      }
      if (cost[2 * e + 1] !== Infinity && best[edgeFrom[e]] + lengthMm[e] < best[edgeTo[e]]) {
        best[edgeTo[e]] = best[edgeFrom[e]] + lengthMm[e]
        changed = true
      }
    }
  }
  return best
}
