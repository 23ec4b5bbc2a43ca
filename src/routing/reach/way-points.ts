// HOT: npm run bench -- planner
// It goes along every reached way.
//
// Reached parts of ways as points at most so far apart, drawn into a grid.

import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { NearGrid } from './near-grid.ts'
import type { Parts } from './reached-parts.ts'

/** Between points of a way, in cells: between two, the outline comes 8 % nearer to a straight way. */
export const SPACING_CELLS = 0.8
/** Shape points nearer than this to a point that was drawn are passed over. */
const NEAR_SQ = 0.5 ** 2
const FULL_TURN_E7 = 3_600_000_000

export class WayPoints {
  readonly #graph: RoutingGraph
  readonly #grid: NearGrid
  /** edges drawn whole in this answer */
  readonly #isDrawn: Uint8Array
  readonly #drawn: number[] = []
  /** ten-millionths of a degree, and cells for each of them */
  #lonE7 = 0
  #latE7 = 0
  #perLonE7 = 0
  #perLatE7 = 0
  /** the last point that was drawn, in cells */
  #lastX = 0
  #lastY = 0

  constructor(graph: RoutingGraph, grid: NearGrid) {
    this.#graph = graph
    this.#grid = grid
    this.#isDrawn = new Uint8Array(graph.edgeCount)
  }

  /** Around whole edges. West and east may lie beyond 180 degrees, on the side of the first edge. */
  boxE7({ count, edge }: Parts): { west: number; south: number; east: number; north: number } {
    if (count === 0) return { west: 0, south: 0, east: 0, north: 0 }
    const { nodeLonE7, edgeFrom } = this.#graph.columns
    const origin = nodeLonE7[edgeFrom[edge[0]]] // the first point of its shape
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let i = 0; i < count; i++) {
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

  /** The corner of the grid in ten-millionths of a degree, and cells for each of them. */
  begin(lonE7: number, latE7: number, perLonE7: number, perLatE7: number): void {
    this.#lonE7 = lonE7
    this.#latE7 = latE7
    this.#perLonE7 = perLonE7
    this.#perLatE7 = perLatE7
  }

  end(): void {
    for (const edge of this.#drawn) this.#isDrawn[edge] = 0
    this.#drawn.length = 0
  }

  /** Parts drawn before are passed over. Throws TooManyTiles. */
  draw(parts: Parts): void {
    const { edgeLengthMm } = this.#graph.columns
    for (let i = 0; i < parts.count; i++) {
      const edge = parts.edge[i]
      if (this.#isDrawn[edge] === 1) continue
      const from = parts.from[i]
      const to = parts.to[i]
      if (from === 0 && to === 1) {
        this.#isDrawn[edge] = 1
        this.#drawn.push(edge)
        this.#whole(edge)
      } else this.#part(edge, from * edgeLengthMm[edge], to * edgeLengthMm[edge])
    }
  }

  #whole(edge: number): void {
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(edge)
    const last = shapeStart[edge - firstEdge + 1] - 1
    this.#lastX = Number.NaN
    for (let p = shapeStart[edge - firstEdge]; p <= last; p++)
      this.#goTo(
        eastOf(this.#lonE7, shapeLonE7[p]) * this.#perLonE7,
        (shapeLatE7[p] - this.#latE7) * this.#perLatE7,
        p === last,
      )
  }

  #part(edge: number, fromMm: number, toMm: number): void {
    const { firstEdge, shapeStart, shapeAtMm, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(edge)
    const last = shapeStart[edge - firstEdge + 1] - 1
    let from = shapeStart[edge - firstEdge]
    while (from + 1 < last && shapeAtMm[from + 1] <= fromMm) from++
    let to = from + 1
    while (to < last && shapeAtMm[to] < toMm) to++
    this.#lastX = Number.NaN
    for (let p = from; p <= to; p++) {
      let lon = eastOf(this.#lonE7, shapeLonE7[p])
      let lat = shapeLatE7[p] - this.#latE7
      // the ends lie between shape points
      const atMm = p === from ? fromMm : p === to ? toMm : shapeAtMm[p]
      if (atMm !== shapeAtMm[p] && p < last + (p === to ? 1 : 0)) {
        const other = p === from ? p + 1 : p - 1
        const gapMm = shapeAtMm[other] - shapeAtMm[p]
        const share = gapMm === 0 ? 0 : (atMm - shapeAtMm[p]) / gapMm
        lon += (eastOf(this.#lonE7, shapeLonE7[other]) - lon) * share
        lat += (shapeLatE7[other] - this.#latE7 - lat) * share
      }
      this.#goTo(lon * this.#perLonE7, lat * this.#perLatE7, p === to)
    }
  }

  /** On from the last point, in cells; a place near to it is passed over unless it is the end. */
  #goTo(x: number, y: number, isEnd: boolean): void {
    const dx = x - this.#lastX
    const dy = y - this.#lastY
    const distanceSq = dx * dx + dy * dy
    if (distanceSq < NEAR_SQ && !isEnd) return
    if (distanceSq > SPACING_CELLS ** 2) {
      const steps = Math.ceil(Math.sqrt(distanceSq) / SPACING_CELLS)
      for (let i = 1; i < steps; i++) this.#grid.point(this.#lastX + (dx * i) / steps, this.#lastY + (dy * i) / steps)
    }
    this.#grid.point(x, y)
    this.#lastX = x
    this.#lastY = y
  }
}

/** Ten-millionths of a degree from one longitude east to another, the short way around. */
function eastOf(from: number, lon: number): number {
  const east = lon - from
  return east > FULL_TURN_E7 / 2 ? east - FULL_TURN_E7 : east < -FULL_TURN_E7 / 2 ? east + FULL_TURN_E7 : east
}
