// A closed walk from the start and its measures: length, repeated distance, cost, roundness, direction. `repeatedMm`:
// every passage of an edge after its first counts with the edge's length, whichever the direction, so a stub walked out
// and back counts once and a path walked out and back alone is half repeated. Spikes (an arc followed at once by its
// reverse) are cut off: they are not part of a loop. Never changes the order of the rest.

import { headOf, START, tailOf, type LoopNetwork } from './loop-network.ts'

export interface LoopWalk {
  /** arcs of the loop network, from the start to the start */
  arcs: number[]
  lengthMm: number
  repeatedMm: number
  cost: number
  /** degrees clockwise from north to the farthest point from the start, and its distance */
  bearingDeg: number
  farthestM: number
  /** area over that of a circle of the same length, 0..1 */
  roundness: number
}

/** Measures walks of one loop network; reuses its counters. */
export class WalkMeter {
  readonly #net: LoopNetwork
  readonly #passes: Uint8Array

  constructor(net: LoopNetwork) {
    this.#net = net
    this.#passes = new Uint8Array(net.edgeCount)
  }

  /** The walk without its spikes; null if nothing remains or it passes its start on the way. */
  measure(arcs: readonly number[]): LoopWalk | null {
    const net = this.#net
    const kept: number[] = []
    for (const arc of arcs) {
      if (kept.length > 0 && kept[kept.length - 1] === (arc ^ 1)) kept.pop()
      else kept.push(arc)
    }
    if (kept.length === 0) return null
    const { lengthMm, cost, farEastM, farNorthM, sweptM2 } = net
    const passes = this.#passes
    let sumMm = 0
    let repeatedMm = 0
    let sumCost = 0
    let farEdge = 0
    let farthestM = 0
    let swept = 0
    let passesStart = false
    let node = START
    for (const arc of kept) {
      const edge = arc >>> 1
      sumMm += lengthMm[edge]
      sumCost += cost[arc]
      if (passes[edge] > 0) repeatedMm += lengthMm[edge]
      if (passes[edge] < 255) passes[edge]++
      swept += (arc & 1) === 0 ? sweptM2[edge] : -sweptM2[edge]
      const awayM = Math.hypot(farEastM[edge], farNorthM[edge])
      if (awayM > farthestM) {
        farthestM = awayM
        farEdge = edge
      }
      node = headOf(net, arc)
      if (node === START && arc !== kept[kept.length - 1]) passesStart = true
    }
    for (const arc of kept) passes[arc >>> 1] = 0
    if (passesStart || sumMm === 0 || node !== START) return null
    return {
      arcs: kept,
      lengthMm: sumMm,
      repeatedMm,
      cost: sumCost,
      farthestM,
      bearingDeg: ((Math.atan2(farEastM[farEdge], farNorthM[farEdge]) * 180) / Math.PI + 360) % 360,
      roundness: Math.min(1, (2 * Math.PI * Math.abs(swept)) / (sumMm / 1000) ** 2),
    }
  }

  /** Millimetres of edges that both walks use. */
  sharedMm(a: LoopWalk, b: LoopWalk): number {
    const passes = this.#passes
    for (const arc of a.arcs) passes[arc >>> 1] = 1
    let mm = 0
    for (const arc of b.arcs) {
      if (passes[arc >>> 1] !== 1) continue
      passes[arc >>> 1] = 2
      mm += this.#net.lengthMm[arc >>> 1]
    }
    for (const arc of a.arcs) passes[arc >>> 1] = 0
    return mm
  }
}

/** Nodes of a walk in order, the start at both ends. */
export function nodesOf(net: LoopNetwork, arcs: readonly number[]): number[] {
  if (arcs.length === 0) return []
  const nodes = [tailOf(net, arcs[0])]
  for (const arc of arcs) nodes.push(headOf(net, arc))
  return nodes
}
