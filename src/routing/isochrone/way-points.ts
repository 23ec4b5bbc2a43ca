// HOT: npm run bench -- planner
// It goes along every reached way.
//
// Reached parts of ways as points at most so far apart, drawn into a grid. Where whole ways meet there is one point.

import { DEG_TO_RAD, M_PER_DEG_LAT } from '../../geo/lon-lat.ts'
import { splitBox } from '../../geo/split-box.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { NearGrid } from './near-grid.ts'
import type { EdgeParts } from './reached-edges.ts'

/** Between points of a way, in cells: between two, the outline comes 8 % nearer to a straight way. */
const SPACING_CELLS = 0.8
const E7_PER_MM = 1e4 / M_PER_DEG_LAT
const SLACK_E7 = 1000
const FULL_TURN_E7 = 3_600_000_000

export class WayPoints {
  readonly #graph: RoutingGraph
  readonly #grid: NearGrid
  /** degrees of longitude for one of latitude, a degree beyond the box of the map */
  readonly #widest: number
  /** edges drawn whole in this answer */
  readonly #isDrawn: Uint8Array
  readonly #drawn: number[] = []
  /** junctions that are ends of these */
  readonly #isNodeDrawn: Uint8Array
  /** ten-millionths of a degree, and cells for each of them */
  #lonE7 = 0
  #latE7 = 0
  #perLonE7 = 0
  #perLatE7 = 0
  #stepsPerMm = 0

  constructor(graph: RoutingGraph, grid: NearGrid) {
    this.#graph = graph
    this.#grid = grid
    const farthestLat = Math.max(...splitBox(graph.meta.bbox).flatMap(([, south, , north]) => [-south, north]))
    this.#widest = 1 / Math.cos(Math.min(89.9, farthestLat + 1) * DEG_TO_RAD)
    this.#isDrawn = new Uint8Array(graph.edgeCount)
    this.#isNodeDrawn = new Uint8Array(graph.nodeCount)
  }

  /** Around whole edges. West and east may lie beyond 180 degrees, on the side of the first edge. */
  boxE7({ count, edge }: EdgeParts): { west: number; south: number; east: number; north: number } {
    if (count === 0) return { west: 0, south: 0, east: 0, north: 0 }
    const { nodeLonE7, nodeLatE7, edgeFrom, edgeLengthMm } = this.#graph.columns
    const origin = nodeLonE7[edgeFrom[edge[0]]] // the first point of its shape
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let i = 0; i < count; i++) {
      const node = edgeFrom[edge[i]]
      const lonE7 = eastOf(origin, nodeLonE7[node])
      const latE7 = nodeLatE7[node]
      const farE7 = edgeLengthMm[edge[i]] * E7_PER_MM + SLACK_E7
      const farLonE7 = farE7 * this.#widest
      // a way is nowhere farther from its first point than it is long
      if (lonE7 - farLonE7 > west && lonE7 + farLonE7 < east && latE7 - farE7 > south && latE7 + farE7 < north) continue
      const { firstEdge, shapeStart, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(edge[i])
      for (let p = shapeStart[edge[i] - firstEdge], end = shapeStart[edge[i] - firstEdge + 1]; p < end; p++) {
        const lon = eastOf(origin, shapeLonE7[p])
        const lat = shapeLatE7[p]
        if (lon < west) west = lon
        if (lon > east) east = lon
        if (lat < south) south = lat
        if (lat > north) north = lat
      }
    }
    return { west: origin + west, south, east: origin + east, north }
  }

  /** The corner of the grid in ten-millionths of a degree, cells for each of them, and metres of a cell. */
  begin(lonE7: number, latE7: number, perLonE7: number, perLatE7: number, cellM: number): void {
    this.#lonE7 = lonE7
    this.#latE7 = latE7
    this.#perLonE7 = perLonE7
    this.#perLatE7 = perLatE7
    this.#stepsPerMm = 1 / (cellM * 1000 * SPACING_CELLS)
  }

  end(): void {
    const { edgeFrom, edgeTo } = this.#graph.columns
    for (const edge of this.#drawn)
      this.#isDrawn[edge] = this.#isNodeDrawn[edgeFrom[edge]] = this.#isNodeDrawn[edgeTo[edge]] = 0
    this.#drawn.length = 0
  }

  /** Parts drawn before are passed over. Throws TooManyTiles. */
  draw(parts: EdgeParts): void {
    for (let i = 0; i < parts.count; i++) this.#drawPart(parts.edge[i], parts.from[i], parts.to[i])
  }

  #drawPart(edge: number, from: number, to: number): void {
    if (this.#isDrawn[edge] === 1) return
    const lengthMm = this.#graph.columns.edgeLengthMm[edge]
    if (from === 0 && to === 1) {
      this.#isDrawn[edge] = 1
      this.#drawn.push(edge)
      this.#stretch(edge, 0, lengthMm, this.#isNewEnd(edge, 0), this.#isNewEnd(edge, 1))
    } else this.#stretch(edge, from * lengthMm, to * lengthMm, true, true)
  }

  /** Whether no whole edge at an end was drawn before. */
  #isNewEnd(edge: number, side: 0 | 1): boolean {
    const { edgeFrom, edgeTo } = this.#graph.columns
    const node = side === 0 ? edgeFrom[edge] : edgeTo[edge]
    if (this.#isNodeDrawn[node] === 1) return false
    this.#isNodeDrawn[node] = 1
    return true
  }

  /** Points at equal distances along a way. */
  #stretch(edge: number, fromMm: number, toMm: number, withFirst: boolean, withLast: boolean): void {
    const { firstEdge, shapeStart, shapeAtMm, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(edge)
    const last = shapeStart[edge - firstEdge + 1] - 1
    const steps = Math.max(1, Math.ceil((toMm - fromMm) * this.#stepsPerMm))
    const stepMm = (toMm - fromMm) / steps
    const perLonE7 = this.#perLonE7
    const perLatE7 = this.#perLatE7
    const grid = this.#grid
    let p = shapeStart[edge - firstEdge]
    // of the segment from p: where it ends, and in cells how far from the corner it begins and what a millimetre adds
    let endMm = -1
    let startMm = 0
    let x = 0
    let y = 0
    let perMmX = 0
    let perMmY = 0
    for (let i = withFirst ? 0 : 1, end = withLast ? steps : steps - 1; i <= end; i++) {
      const atMm = fromMm + i * stepMm
      if (endMm < atMm) {
        while (p + 1 < last && shapeAtMm[p + 1] < atMm) p++
        startMm = shapeAtMm[p]
        endMm = p + 1 < last ? shapeAtMm[p + 1] : Infinity
        const perGap = shapeAtMm[p + 1] === startMm ? 0 : 1 / (shapeAtMm[p + 1] - startMm)
        const lonE7 = eastOf(this.#lonE7, shapeLonE7[p])
        x = lonE7 * perLonE7
        y = (shapeLatE7[p] - this.#latE7) * perLatE7
        perMmX = (eastOf(this.#lonE7, shapeLonE7[p + 1]) - lonE7) * perLonE7 * perGap
        perMmY = (shapeLatE7[p + 1] - shapeLatE7[p]) * perLatE7 * perGap
      }
      const alongMm = atMm - startMm
      grid.point(x + perMmX * alongMm, y + perMmY * alongMm)
    }
  }
}

/** Ten-millionths of a degree from one longitude east to another, the short way around. */
export function eastOf(from: number, lon: number): number {
  const east = lon - from
  return east > FULL_TURN_E7 / 2 ? east - FULL_TURN_E7 : east < -FULL_TURN_E7 / 2 ? east + FULL_TURN_E7 : east
}
