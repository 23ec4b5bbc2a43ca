// HOT: npm run bench -- planner
// It goes along every reached way.
//
// Fills what reached ways enclose if it measures less than 0.25 km2, exactly: ways are the edges of faces of the plane,
// and those that cross meet there. The ground of a bay is open however narrow its mouth is.

import { DEG_TO_RAD, M_PER_DEG_LAT } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import { type NearGrid, TooManyTiles } from './near-grid.ts'
import { eachSmallFace } from './planar-faces.ts'
import type { EdgeParts } from './reached-edges.ts'
import { Segments } from './segments.ts'
import { MOST_SEGMENTS, splitCrossings } from './split-crossings.ts'
import { eastOf } from './way-points.ts'

const FILLED_M2 = 250_000
const M_PER_E7 = M_PER_DEG_LAT / 1e7
/** Rows of the grid are distinguished by this; fractions of a cell have 21 bits. */
const ROW = 2 ** 16

export class EnclosedGround {
  readonly #graph: RoutingGraph
  readonly #grid: NearGrid
  readonly #segments = new Segments()
  /** of the grid's corner, in ten-millionths of a degree, and cells for each of them */
  #lonE7 = 0
  #latE7 = 0
  #perLonE7 = 0
  #perLatE7 = 0

  constructor(graph: RoutingGraph, grid: NearGrid) {
    this.#graph = graph
    this.#grid = grid
  }

  /** The corner of the grid in ten-millionths of a degree, and cells for each of them. */
  begin(lonE7: number, latE7: number, perLonE7: number, perLatE7: number): void {
    this.#lonE7 = lonE7
    this.#latE7 = latE7
    this.#perLonE7 = perLonE7
    this.#perLatE7 = perLatE7
  }

  end(): void {
    this.#segments.begin()
  }

  /** `parts`: all ways of a contour. Throws TooManyTiles. */
  fill(parts: EdgeParts): void {
    const segments = this.#segments
    segments.begin()
    for (let i = 0; i < parts.count; i++) this.#addPart(parts.edge[i], parts.from[i], parts.to[i])
    if (segments.count > MOST_SEGMENTS) throw new TooManyTiles()
    splitCrossings(segments)
    const twiceLimit = (y: number) =>
      (2 * FILLED_M2) / (M_PER_E7 ** 2 * Math.cos(((this.#latE7 + y) / 1e7) * DEG_TO_RAD))
    eachSmallFace(segments, twiceLimit, (halves) => this.#fillFace(halves))
  }

  /** From one share of an edge to another. */
  #addPart(edge: number, from: number, to: number): void {
    const { firstEdge, shapeStart, shapeAtMm, shapeLonE7, shapeLatE7 } = this.#graph.blockOf(edge)
    const first = shapeStart[edge - firstEdge]
    const last = shapeStart[edge - firstEdge + 1] - 1
    const lengthMm = shapeAtMm[last]
    let startX = 0
    let startY = 0
    for (let p = first; p <= last; p++) {
      const x = eastOf(this.#lonE7, shapeLonE7[p])
      const y = shapeLatE7[p] - this.#latE7
      if (p > first) {
        const gapMm = shapeAtMm[p] - shapeAtMm[p - 1]
        const a = Math.max(0, (from * lengthMm - shapeAtMm[p - 1]) / gapMm)
        const b = Math.min(1, (to * lengthMm - shapeAtMm[p - 1]) / gapMm)
        if (a < b)
          this.#segments.add(
            a === 0 ? startX : Math.round(startX + (x - startX) * a),
            a === 0 ? startY : Math.round(startY + (y - startY) * a),
            b === 1 ? x : Math.round(startX + (x - startX) * b),
            b === 1 ? y : Math.round(startY + (y - startY) * b),
          )
      }
      startX = x
      startY = y
    }
  }

  /** Row by row between the places where its border crosses the row; a way into the face is passed twice. */
  #fillFace(halves: readonly number[]): void {
    const { xy } = this.#segments
    const crossed: number[] = []
    for (const half of halves) {
      const from = (half >> 1) * 4 + (half & 1) * 2
      const to = (half >> 1) * 4 + 2 - (half & 1) * 2
      const ax = xy[from] * this.#perLonE7
      const ay = xy[from + 1] * this.#perLatE7
      const bx = xy[to] * this.#perLonE7
      const by = xy[to + 1] * this.#perLatE7
      for (let row = Math.ceil(Math.min(ay, by)); row < Math.max(ay, by); row++)
        crossed.push(row * ROW + ax + ((bx - ax) * (row - ay)) / (by - ay))
    }
    crossed.sort((a, b) => a - b)
    for (let i = 0; i < crossed.length; i += 2) {
      const row = Math.floor(crossed[i] / ROW)
      this.#grid.fill(Math.ceil(crossed[i] - row * ROW), Math.floor(crossed[i + 1] - row * ROW), row)
    }
  }
}
