// Shapes along chains of a loop network on the plane at the start: the point farthest from it, and the area swept seen
// from there, so that a loop's direction and roundness follow the true line. Metres; exact enough over the tens of
// kilometres of a loop.

import { DEG_TO_RAD, EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import type { RoutingGraph } from '../../graph/routing-graph.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'

/**
 * Which points of a start edge belong to its half: those after the start in the edge's own direction, those before it,
 * or all.
 */
export const WHOLE = 0
export const START_FIRST = 1
export const START_LAST = 2

/** Points along chains on the plane at the start: the farthest one, and the area swept. Metres. */
export class Plane {
  farEastM = 0
  farNorthM = 0
  sweptM2 = 0
  readonly #graph: RoutingGraph
  readonly #startMm: number
  readonly #lonE7: number
  readonly #latE7: number
  readonly #perE7 = (EARTH_RADIUS_M * DEG_TO_RAD) / 1e7
  readonly #shrink: number
  #lastEastM = Number.NaN
  #lastNorthM = Number.NaN
  #farM = 0

  constructor(graph: RoutingGraph, { lon, lat, atMm }: SnapPoint) {
    this.#graph = graph
    this.#startMm = atMm
    this.#lonE7 = lon * 1e7
    this.#latE7 = lat * 1e7
    this.#shrink = Math.cos(lat * DEG_TO_RAD)
  }

  eastM(lonE7: number): number {
    return (((lonE7 - this.#lonE7 + 5.4e9) % 3.6e9) - 1.8e9) * this.#perE7 * this.#shrink
  }

  northM(latE7: number): number {
    return (latE7 - this.#latE7) * this.#perE7
  }

  begin(): void {
    this.farEastM = this.farNorthM = this.sweptM2 = this.#farM = 0
    this.#lastEastM = Number.NaN
  }

  follow(arc: number, half: number): void {
    const edge = arc >>> 1
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7, shapeAtMm } = this.#graph.blockOf(edge)
    const first = shapeStart[edge - firstEdge]
    const last = shapeStart[edge - firstEdge + 1] - 1
    const back = (arc & 1) === 1
    for (let s = back ? last : first; back ? s >= first : s <= last; s += back ? -1 : 1) {
      if (
        (half === START_FIRST && shapeAtMm[s] <= this.#startMm) ||
        (half === START_LAST && shapeAtMm[s] >= this.#startMm)
      )
        continue
      const east = this.eastM(shapeLonE7[s])
      const north = this.northM(shapeLatE7[s])
      const awayM = Math.hypot(east, north)
      if (awayM > this.#farM) {
        this.#farM = awayM
        this.farEastM = east
        this.farNorthM = north
      }
      if (this.#lastEastM === this.#lastEastM) this.sweptM2 += this.#lastEastM * north - east * this.#lastNorthM
      this.#lastEastM = east
      this.#lastNorthM = north
    }
  }
}
