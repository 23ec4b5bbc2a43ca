// The nearest points of the network to a place: on edges, not only on nodes. Chunks of up to CHUNK_SEGMENTS neighbouring segments
// lie in a packed R-tree (flatbush) over 1e-7 degrees; the search widens a box until the nearest usable edges are certain, and
// measures true distances to segments. Edges without length (barriers) are never snapped to. Never answers beyond the radius.

import Flatbush from 'flatbush'
import { DEG_TO_RAD, EARTH_RADIUS_M, nearestOnSegment, wrapLon } from '../geo/lon-lat.ts'
import { FLAG_BARRIER } from './edge-facts.ts'
import type { NetworkColumns, RoutingGraph } from './routing-graph.ts'
import { uint32List } from './typed-list.ts'

export interface SnapColumns {
  /** flatbush over the chunks; empty where the network has no edge to snap to */
  snapData: Uint8Array
  /** edge of a chunk, and the first of its shape points */
  snapChunkEdge: Uint32Array
  snapChunkPoint: Uint32Array
}

export interface SnapHit {
  edge: number
  /** shape point before the place; `shapeIndex + 1` is on the edge too */
  shapeIndex: number
  /** 0..1 along that segment */
  shareOfSegment: number
  /** from edgeFrom */
  atMm: number
  lon: number
  lat: number
  distanceM: number
}

type Shapes = Pick<NetworkColumns, 'shapeStart' | 'shapeLonE7' | 'shapeLatE7' | 'shapeAtMm' | 'edgeClass' | 'classFlags'>

const CHUNK_SEGMENTS = 4
const FIRST_RADIUS_M = 30
const WIDEN_BY = 4
/** Boxes may lie across the antimeridian: their west side is in -180..180, their east side beyond. */
const FULL_TURN_E7 = 3_600_000_000
const NEAR_ANTIMERIDIAN_DEG = 140

/** Columns of the index, made once at import. */
export function buildSnapColumns(shapes: Shapes): SnapColumns {
  const { shapeStart, shapeLonE7, shapeLatE7, edgeClass, classFlags } = shapes
  const chunkEdge = uint32List()
  const chunkPoint = uint32List()
  for (let edge = 0; edge < edgeClass.length; edge++) {
    if ((classFlags[edgeClass[edge]] & FLAG_BARRIER) !== 0) continue
    for (let point = shapeStart[edge]; point < shapeStart[edge + 1] - 1; point += CHUNK_SEGMENTS) {
      chunkEdge.push(edge)
      chunkPoint.push(point)
    }
  }
  const snapChunkEdge = chunkEdge.view().slice()
  const snapChunkPoint = chunkPoint.view().slice()
  if (snapChunkEdge.length === 0) return { snapData: new Uint8Array(0), snapChunkEdge, snapChunkPoint }
  const tree = new Flatbush(snapChunkEdge.length, 16, Int32Array)
  for (let c = 0; c < snapChunkEdge.length; c++) {
    const last = Math.min(snapChunkPoint[c] + CHUNK_SEGMENTS, shapeStart[snapChunkEdge[c] + 1] - 1)
    const west = shapeLonE7[snapChunkPoint[c]]
    let minX = west
    let maxX = west
    let minY = Infinity
    let maxY = -Infinity
    for (let p = snapChunkPoint[c], x = west; p <= last; p++) {
      if (p > snapChunkPoint[c]) x += wrapE7(shapeLonE7[p] - shapeLonE7[p - 1])
      minX = Math.min(minX, x)
      maxX = Math.max(maxX, x)
      minY = Math.min(minY, shapeLatE7[p])
      maxY = Math.max(maxY, shapeLatE7[p])
    }
    const shift = minX < -FULL_TURN_E7 / 2 ? FULL_TURN_E7 : 0
    tree.add(minX + shift, minY, maxX + shift, maxY)
  }
  tree.finish()
  return { snapData: new Uint8Array(tree.data as ArrayBuffer), snapChunkEdge, snapChunkPoint }
}

const wrapE7 = (delta: number) => (delta > FULL_TURN_E7 / 2 ? delta - FULL_TURN_E7 : delta < -FULL_TURN_E7 / 2 ? delta + FULL_TURN_E7 : delta)

export class SnapIndex {
  readonly #shapes: Shapes
  readonly #chunkEdge: Uint32Array
  readonly #chunkPoint: Uint32Array
  readonly #tree: Flatbush | null
  // best place found per edge in the search under way
  #edges: number[] = []
  #points: number[] = []
  #shares: number[] = []
  #distances: number[] = []
  readonly #slotOfEdge = new Map<number, number>()

  private constructor(shapes: Shapes, { snapData, snapChunkEdge, snapChunkPoint }: SnapColumns) {
    this.#shapes = shapes
    this.#chunkEdge = snapChunkEdge
    this.#chunkPoint = snapChunkPoint
    this.#tree = snapData.length === 0 ? null : Flatbush.from(snapData.buffer, snapData.byteOffset)
  }

  /** The index of a network; from its own columns, which are made here where the network has none. */
  static from(graph: RoutingGraph): SnapIndex {
    const stored = graph.extra as unknown as Partial<SnapColumns>
    const columns = stored.snapData === undefined ? buildSnapColumns(graph.columns) : (stored as SnapColumns)
    return new SnapIndex(graph.columns, columns)
  }

  /**
   * Up to `max` edges with `isUsable(edge)` within `radiusM` of a place, nearest first (then by edge number), each with its nearest point.
   * Empty where there is none.
   */
  findNearest(lon: number, lat: number, radiusM: number, isUsable: (edge: number) => boolean, max: number): SnapHit[] {
    if (this.#tree === null || max < 1) return []
    for (let withinM = Math.min(FIRST_RADIUS_M, radiusM); ; withinM = Math.min(radiusM, withinM * WIDEN_BY)) {
      this.#collect(lon, lat, withinM, isUsable)
      if (this.#edges.length >= max || withinM >= radiusM) return this.#hits(max)
    }
  }

  /** Fills the lists with every usable edge within the radius. */
  #collect(lon: number, lat: number, radiusM: number, isUsable: (edge: number) => boolean): void {
    this.#edges.length = this.#points.length = this.#shares.length = this.#distances.length = 0
    this.#slotOfEdge.clear()
    const tree = this.#tree!
    const dLat = (radiusM / EARTH_RADIUS_M / DEG_TO_RAD) * 1.000001 + 1e-7
    const farthestLat = Math.min(90, Math.abs(lat) + dLat)
    const shrink = Math.cos(farthestLat * DEG_TO_RAD)
    const dLon = shrink < 1e-6 ? 180 : Math.min(180, dLat / shrink)
    const visit = (chunk: number) => {
      this.#measure(chunk, lon, lat, radiusM, isUsable)
      return false
    }
    const south = (lat - dLat) * 1e7
    const north = (lat + dLat) * 1e7
    tree.search((lon - dLon) * 1e7, south, (lon + dLon) * 1e7, north, visit)
    if (lon - dLon < -NEAR_ANTIMERIDIAN_DEG) tree.search((lon - dLon + 360) * 1e7, south, (lon + dLon + 360) * 1e7, north, visit)
    if (lon + dLon > NEAR_ANTIMERIDIAN_DEG) tree.search((lon - dLon - 360) * 1e7, south, (lon + dLon - 360) * 1e7, north, visit)
  }

  #measure(chunk: number, lon: number, lat: number, radiusM: number, isUsable: (edge: number) => boolean): void {
    const { shapeStart, shapeLonE7, shapeLatE7 } = this.#shapes
    const edge = this.#chunkEdge[chunk]
    if (!isUsable(edge)) return
    const first = this.#chunkPoint[chunk]
    const last = Math.min(first + CHUNK_SEGMENTS, shapeStart[edge + 1] - 1)
    let bestM = Infinity
    let bestPoint = first
    let bestShare = 0
    for (let p = first; p < last; p++) {
      const near = nearestOnSegment(lon, lat, shapeLonE7[p] / 1e7, shapeLatE7[p] / 1e7, shapeLonE7[p + 1] / 1e7, shapeLatE7[p + 1] / 1e7)
      if (near.distanceM < bestM) {
        bestM = near.distanceM
        bestPoint = p
        bestShare = near.share
      }
    }
    if (bestM > radiusM) return
    const known = this.#slotOfEdge.get(edge)
    const at = known ?? this.#edges.length
    if (known === undefined) this.#slotOfEdge.set(edge, at)
    else if (this.#distances[at] < bestM || (this.#distances[at] === bestM && this.#points[at] <= bestPoint)) return
    this.#edges[at] = edge
    this.#points[at] = bestPoint
    this.#shares[at] = bestShare
    this.#distances[at] = bestM
  }

  #hits(max: number): SnapHit[] {
    const order = this.#edges.map((_, i) => i).sort((a, b) => this.#distances[a] - this.#distances[b] || this.#edges[a] - this.#edges[b])
    return order.slice(0, max).map((i) => this.#hit(this.#edges[i], this.#points[i], this.#shares[i], this.#distances[i]))
  }

  #hit(edge: number, shapeIndex: number, share: number, distanceM: number): SnapHit {
    const { shapeLonE7, shapeLatE7, shapeAtMm } = this.#shapes
    const lonA = shapeLonE7[shapeIndex] / 1e7
    const latA = shapeLatE7[shapeIndex] / 1e7
    const lon = wrapLon(lonA + wrapLon(shapeLonE7[shapeIndex + 1] / 1e7 - lonA) * share)
    const lat = latA + (shapeLatE7[shapeIndex + 1] / 1e7 - latA) * share
    const atMm = Math.round(shapeAtMm[shapeIndex] + (shapeAtMm[shapeIndex + 1] - shapeAtMm[shapeIndex]) * share)
    return { edge, shapeIndex, shareOfSegment: share, atMm, lon, lat, distanceM }
  }
}
