// The points of a line as they are appended: those of whole and partial arcs, and the places where it begins and ends.
// What holds them must have room.

import { heightOfDm, type RoutingGraph } from '../../graph/routing-graph.ts'
import { lengthened } from '../../storage/typed-list.ts'
import type { SnapPoint } from '../legs/snap-waypoints.ts'

export class LinePoints {
  readonly #graph: RoutingGraph
  lonE6: Int32Array = new Int32Array(0)
  latE6: Int32Array = new Int32Array(0)
  /** NaN void */
  heightM: Float64Array = new Float64Array(0)
  /** from the start of the line */
  atMm: Float64Array = new Float64Array(0)
  count = 0

  constructor(graph: RoutingGraph) {
    this.#graph = graph
  }

  /** Makes room for this many points and keeps those already there. */
  reserve(count: number): void {
    this.lonE6 = lengthened(this.lonE6, count)
    this.latE6 = lengthened(this.latE6, count)
    this.heightM = lengthened(this.heightM, count)
    this.atMm = lengthened(this.atMm, count)
  }

  pushSnap({ lon, lat, heightM }: SnapPoint, atMm: number): void {
    const p = this.count++
    this.lonE6[p] = Math.round(lon * 1e6)
    this.latE6[p] = Math.round(lat * 1e6)
    this.heightM[p] = heightM
    this.atMm[p] = atMm
  }

  /** The points of an arc after `fromMm`, up to `toMm`, which is included if it is the end of the arc. */
  pushArc(arc: number, fromMm: number, toMm: number, lengthMm: number, atMm: number): void {
    const edge = arc >>> 1
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7, shapeHeightDm, shapeAtMm } = this.#graph.blockOf(edge)
    const first = shapeStart[edge - firstEdge]
    const last = shapeStart[edge - firstEdge + 1] - 1
    const lon = this.lonE6
    const lat = this.latE6
    const height = this.heightM
    const at = this.atMm
    let p = this.count
    const back = (arc & 1) === 1
    const step = back ? -1 : 1
    const end = back ? first : last
    for (let s = back ? last - 1 : first + 1; back ? s >= end : s <= end; s += step) {
      const along = back ? lengthMm - shapeAtMm[s] : shapeAtMm[s]
      if (along <= fromMm && !(s === end && lengthMm === 0)) continue
      if (along > toMm || (along === toMm && toMm < lengthMm)) break
      const placeMm = atMm + along - fromMm
      const lonE6 = microOf(shapeLonE7[s])
      const latE6 = microOf(shapeLatE7[s])
      if (at[p - 1] === placeMm && lon[p - 1] === lonE6 && lat[p - 1] === latE6) continue
      lon[p] = lonE6
      lat[p] = latE6
      height[p] = heightOfDm(shapeHeightDm[s])
      at[p++] = placeMm
    }
    this.count = p
  }
}

/** Math.round(e7 / 10) in whole numbers. */
function microOf(e7: number): number {
  const more = (e7 + 5) | 0
  return ((more < 0 ? more - 9 : more) / 10) | 0
}
