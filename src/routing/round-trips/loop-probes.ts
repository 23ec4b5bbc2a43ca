// Where a search for loops looks: turning points in every direction, nearer or farther depending on the lengths found;
// two corners in neighbouring directions; the places to pass. Each makes a round trip of nearly disjoint ways.

import { turnDeg } from '../../geo/lon-lat.ts'
import { type LoopNetwork, headOf, START, tailOf } from './loop-network.ts'
import { type LoopTarget, SECTOR_DEG } from './loop-score.ts'
import type { ThroughPlaces } from './loop-through.ts'
import type { LoopTrees } from './loop-trees.ts'
import type { LoopWalk } from './loop-walk.ts'

/** Cost factors on the way back for used edges and for edges beside them. */
const USED_AGAIN = [5, 9, 3, 15, 5, 9]
const BESIDE = 1.6
const BESIDE_CELL_M = 120
/** Closer to the ends of a way than this, everything lies side by side. */
const AROUND_ENDS_MM = 300_000
/** If there are more junctions than this, only every second, third... is a possible turning point. */
const MOST_TURNING_POINTS = 6000

interface TurningPoint {
  node: number
  bearingDeg: number
  /** of the cheapest ways there and back when it was last listed */
  sumMm: number
}

/**
 * Candidates for loops: the possible turning points by direction, and the walk out to one (or over two corners) and
 * back. On the way back, edges already used and edges beside them cost more: nobody wants a loop of two ways side by
 * side. Restores all multipliers of the trees.
 */
class LoopCandidates {
  readonly #net: LoopNetwork
  readonly #trees: LoopTrees
  readonly #target: LoopTarget
  readonly #directions: number
  /** nodes by cell of BESIDE_CELL_M, and the cell of every node */
  readonly #cells: Map<number, number[]>
  readonly #cellOf: Int32Array
  readonly #turningPoints: TurningPoint[]

  /** `directions`: how many groups of turning points there are. */
  constructor(net: LoopNetwork, trees: LoopTrees, target: LoopTarget, directions: number) {
    this.#net = net
    this.#trees = trees
    this.#target = target
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
    const { targetMm, directionDeg } = this.#target
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
const bySum = (a: TurningPoint, b: TurningPoint) => a.sumMm - b.sumMm || a.node - b.node

/** Index in a group (sorted by `bySum`) of the untried sum nearest to the wanted one. */
function nearestUntried(group: readonly TurningPoint[], wantedMm: number, tried: ReadonlySet<number>): number {
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

/** Share of the loop covered by the shortest ways there and back, as a first guess. */
const FIRST_RATIO = 0.8
const FIRST_CORNER_RATIO = 0.5
/** Number of groups of directions between two corners of a loop. */
const CORNERS_APART = [2, -2, 3]
const NONE: ReadonlySet<number> = new Set()

export interface LoopProbesOptions {
  net: LoopNetwork
  trees: LoopTrees
  target: LoopTarget
  /** groups of directions in which turning points are tried, and how many in each */
  directions: number
  probes: number
  /** places to pass; null: none */
  through: ThroughPlaces | null
  /** keeps a round trip and measures it; null if it is not one */
  add(arcs: readonly number[] | null): LoopWalk | null
  /** whether the search has used its budget */
  isSpent(): boolean
}

export class LoopProbes {
  readonly #options: LoopProbesOptions
  readonly #candidates: LoopCandidates

  constructor(options: LoopProbesOptions) {
    this.#options = options
    this.#candidates = new LoopCandidates(options.net, options.trees, options.target, options.directions)
  }

  /** Tries turning points in every group of directions; each group closes in on the target length. */
  turningPoints(round: number): void {
    const { probes } = this.#options
    const { targetMm } = this.#options.target
    for (const group of this.#candidates.groups()) {
      group.sort(bySum)
      const tried = new Set<number>()
      let ratio = FIRST_RATIO
      for (let probe = 0; probe < probes && tried.size < group.length; probe++) {
        const at = nearestUntried(group, targetMm * ratio, tried)
        tried.add(at)
        const walk = this.#options.add(this.#candidates.roundTrip([group[at].node], round))
        if (walk === null) continue
        if (Math.abs(walk.lengthMm / targetMm - 1) < 0.01 && walk.repeatedMm < 0.1 * walk.lengthMm) break
        ratio = Math.min(1.2, Math.max(0.2, group[at].sumMm / walk.lengthMm))
      }
      if (this.#options.isSpent()) break
    }
  }

  /**
   * Two turning points in neighbouring directions, each a third of the way out: rounder loops if the ways allow them.
   */
  corners(round: number): void {
    const { targetMm } = this.#options.target
    const groups = this.#candidates.groups()
    for (const group of groups) group.sort(bySum)
    let ratio = FIRST_CORNER_RATIO
    for (let i = 0; i < groups.length; i++) {
      for (const apart of CORNERS_APART) {
        if (this.#options.isSpent()) return
        const corners = [groups[i], groups[(i + apart + groups.length) % groups.length]].map(
          (group) => group[nearestUntried(group, targetMm * ratio, NONE)].node,
        )
        if (corners[0] === corners[1]) continue
        const walk = this.#options.add(this.#candidates.roundTrip(corners, round))
        if (walk !== null) ratio = Math.min(1, Math.max(0.15, ratio * Math.sqrt(targetMm / walk.lengthMm)))
      }
    }
  }

  /**
   * Over the places to pass, there and back, and on over one corner in every direction, nearer or farther until the
   * length fits.
   */
  throughPlaces(round: number): void {
    const { through, trees, target } = this.#options
    if (through === null) return
    const { targetMm } = target
    const groups = this.#candidates.groups()
    for (const edges of through.seeds(targetMm, trees)) {
      if (this.#options.isSpent()) return
      this.#options.add(this.#candidates.roundTripOver(edges, [], round))
      const last = edges[edges.length - 1]
      let ratio = 1
      for (const group of groups) {
        const corner = this.#cornerAfter(last, group, targetMm * ratio)
        const walk = this.#options.add(this.#candidates.roundTripOver(edges, [corner], round))
        if (walk !== null) ratio = Math.min(1.6, Math.max(0.3, ratio * Math.sqrt(targetMm / walk.lengthMm)))
        if (this.#options.isSpent()) return
      }
    }
  }

  /** The node of a group over which a loop that has passed the edge comes nearest to the wanted length. */
  #cornerAfter(edge: number, group: readonly TurningPoint[], wantedMm: number): number {
    const { net, trees } = this.#options
    const { eastM, northM } = net
    const from = net.edgeTo[edge]
    const outMm = trees.overMm(edge) / 2
    let corner = group[0].node
    let leastMm = Infinity
    for (const { node } of group) {
      const acrossMm = 1300 * Math.hypot(eastM[node] - eastM[from], northM[node] - northM[from])
      const offMm = Math.abs(outMm + acrossMm + trees.backMm[node] - wantedMm)
      if (offMm >= leastMm) continue
      leastMm = offMm
      corner = node
    }
    return corner
  }
}
