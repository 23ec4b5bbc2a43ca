// Candidates for loops: the possible turning points by direction, and the walk out to one (or over two corners) and
// back. On the way back, edges already used and edges beside them cost more: nobody wants a loop of two ways side by
// side. Restores all multipliers of the trees.

import { turnDeg } from '../../geo/lon-lat.ts'
import { headOf, START, tailOf, type LoopNetwork } from './loop-network.ts'
import { SECTOR_DEG, type LoopWish } from './loop-score.ts'
import type { LoopTrees } from './loop-trees.ts'

/** Cost factors on the way back for used edges and for edges beside them. */
const USED_AGAIN = [5, 9, 3, 15, 5, 9]
const BESIDE = 1.6
const BESIDE_CELL_M = 120
/** Closer to the ends of a way than this, everything lies side by side. */
const AROUND_ENDS_MM = 300_000
/** If there are more junctions than this, only every second, third... is a possible turning point. */
const MOST_TURNING_POINTS = 6000

export interface TurningPoint {
  node: number
  bearingDeg: number
  /** of the cheapest ways there and back when it was last listed */
  sumMm: number
}

export class LoopCandidates {
  readonly #net: LoopNetwork
  readonly #trees: LoopTrees
  readonly #wish: LoopWish
  readonly #directions: number
  /** nodes by cell of BESIDE_CELL_M, and the cell of every node */
  readonly #cells: Map<number, number[]>
  readonly #cellOf: Int32Array
  readonly #turningPoints: TurningPoint[]

  /** `directions`: how many groups of turning points there are. */
  constructor(net: LoopNetwork, trees: LoopTrees, wish: LoopWish, directions: number) {
    this.#net = net
    this.#trees = trees
    this.#wish = wish
    this.#directions = directions
    this.#cellOf = new Int32Array(net.nodeCount)
    this.#cells = new Map()
    for (let n = 0; n < net.nodeCount; n++) {
      const cell = Math.round(net.eastM[n] / BESIDE_CELL_M) * 8192 + Math.round(net.northM[n] / BESIDE_CELL_M)
      this.#cellOf[n] = cell
      const members = this.#cells.get(cell)
      if (members === undefined) this.#cells.set(cell, [n])
      else members.push(n)
    }
    this.#turningPoints = turningPoints(net)
  }

  /** Possible turning points by direction, in groups of similar size; in the requested sector if it has any. */
  groups(): TurningPoint[][] {
    const { outMm, backMm } = this.#trees
    const { targetMm, directionDeg } = this.#wish
    const near: TurningPoint[] = []
    const inSector: TurningPoint[] = []
    for (const point of this.#turningPoints) {
      point.sumMm = outMm[point.node] + backMm[point.node]
      if (point.sumMm > 1.3 * targetMm) continue
      near.push(point)
      if (directionDeg !== null && Math.abs(turnDeg(directionDeg, point.bearingDeg)) <= SECTOR_DEG) inSector.push(point)
    }
    const points = inSector.length > 0 ? inSector : near
    const groups: TurningPoint[][] = []
    const size = Math.ceil(points.length / this.#directions)
    for (let i = 0; i < points.length; i += size) groups.push(points.slice(i, i + size))
    return groups
  }

  /**
   * Out along the tree to the first turning point, on to each further one and back, each time by another way if there
   * is one.
   */
  roundTrip(turns: readonly number[], round: number): number[] | null {
    const trees = this.#trees
    const arcs = trees.wayOut(turns[0])
    if (arcs.length === 0) return null
    const raised: number[] = []
    this.#raise(arcs, round, raised)
    let complete = true
    for (let i = 0; i < turns.length && complete; i++) {
      const way = trees.way(turns[i], turns[i + 1] ?? START, arcs[arcs.length - 1])
      if (way === null) complete = false
      else {
        arcs.push(...way)
        if (i + 1 < turns.length) this.#raise(way, round, raised)
      }
    }
    for (const edge of raised) trees.multiplier[edge] = 1
    return complete ? arcs : null
  }

  /** Over edges in order, then as `roundTrip`; each edge is entered at its nearer end. */
  roundTripOver(edges: readonly number[], turns: readonly number[], round: number): number[] | null {
    const net = this.#net
    const { eastM, northM } = net
    const arcs: number[] = []
    const raised: number[] = []
    let node = START
    const goTo = (to: number): boolean => {
      if (to === node) return true
      const way = this.#trees.way(node, to, arcs.at(-1))
      if (way === null) return false
      arcs.push(...way)
      this.#raise(way, round, raised)
      node = to
      return true
    }
    const awayM = (n: number) => Math.hypot(eastM[n] - eastM[node], northM[n] - northM[node])
    let complete = true
    for (const edge of edges) {
      const ends = [edge * 2, edge * 2 + 1].filter((arc) => net.cost[arc] !== Infinity)
      if (passes(arcs, edge)) continue // passed already
      ends.sort((a, b) => awayM(tailOf(net, a)) - awayM(tailOf(net, b)) || a - b)
      complete &&= ends.length > 0 && goTo(tailOf(net, ends[0]))
      if (!complete) break
      if (passes(arcs, edge)) continue
      arcs.push(ends[0])
      this.#raise([ends[0]], round, raised)
      node = headOf(net, ends[0])
    }
    for (const turn of turns) complete &&= goTo(turn)
    complete &&= goTo(START)
    for (const edge of raised) this.#trees.multiplier[edge] = 1
    return complete ? arcs : null
  }

  /** Makes used edges and edges beside them cost more, except near the ends, where everything lies side by side. */
  #raise(way: readonly number[], round: number, raised: number[]): void {
    const { edgeFrom, edgeTo, firstArc, arcId, lengthMm } = this.#net
    const { multiplier } = this.#trees
    const cells = new Set<number>()
    let mm = 0
    const wholeMm = way.reduce((sum, arc) => sum + lengthMm[arc >>> 1], 0)
    for (const arc of way) {
      mm += lengthMm[arc >>> 1]
      const head = (arc & 1) === 0 ? edgeTo[arc >>> 1] : edgeFrom[arc >>> 1]
      const cell = this.#cellOf[head]
      if (mm < AROUND_ENDS_MM || wholeMm - mm < AROUND_ENDS_MM || cells.has(cell)) continue
      cells.add(cell)
      for (const node of this.#cells.get(cell)!) {
        for (let a = firstArc[node]; a < firstArc[node + 1]; a++) {
          const edge = arcId[a] >>> 1
          if (multiplier[edge] !== 1) continue
          raised.push(edge)
          multiplier[edge] = BESIDE
        }
      }
    }
    for (const arc of way) {
      if (multiplier[arc >>> 1] === 1) raised.push(arc >>> 1)
      multiplier[arc >>> 1] = USED_AGAIN[round % USED_AGAIN.length]
    }
  }
}

function passes(arcs: readonly number[], edge: number): boolean {
  for (const arc of arcs) if (arc >>> 1 === edge) return true
  return false
}

/** Junctions that are possible turning points, by bearing. */
function turningPoints({ eastM, northM, nodeCount }: LoopNetwork): TurningPoint[] {
  const points: TurningPoint[] = []
  const step = Math.ceil(nodeCount / MOST_TURNING_POINTS)
  for (let node = START + 1; node < nodeCount; node += step)
    points.push({ node, bearingDeg: (Math.atan2(eastM[node], northM[node]) * 180) / Math.PI, sumMm: 0 })
  return points.sort(byBearing)
}

const byBearing = (a: TurningPoint, b: TurningPoint) => a.bearingDeg - b.bearingDeg || a.node - b.node
export const bySum = (a: TurningPoint, b: TurningPoint) => a.sumMm - b.sumMm || a.node - b.node

/** Index in a group (sorted by `bySum`) of the untried sum nearest to the wanted one. */
export function nearestUntried(group: readonly TurningPoint[], wantedMm: number, tried: ReadonlySet<number>): number {
  let low = 0
  let high = group.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (group[middle].sumMm < wantedMm) low = middle + 1
    else high = middle
  }
  for (let off = 0; ; off++) {
    for (const at of [low + off, low - 1 - off]) if (at >= 0 && at < group.length && !tried.has(at)) return at
  }
}
