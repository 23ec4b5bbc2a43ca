// HOT: npm run bench -- routing
// Every waypoint and trace point is snapped here, so it reads flatbush's private boxes instead of copying them.
//
// Finds the nearest points of the network to a place: on edges, not only at nodes. Chunks of up to CHUNK_SEGMENTS
// neighbouring segments are in a packed R-tree (flatbush) over 1e-7 degrees; the search widens a box until the nearest
// usable edges are certain, and measures true distances to segments. Never snaps to edges without length (barriers), to
// ferries except at their landings, or beyond the radius.

import Flatbush from 'flatbush'
import { DEG_TO_RAD, EARTH_RADIUS_M, M_PER_DEG_LAT, wrapLon } from '../geo/lon-lat.ts'
import { FLAG_FERRY } from '../osm/edge-facts.ts'
import type { NetworkColumns } from './network-columns.ts'
import type { RoutingGraph } from './routing-graph.ts'
import { type Shapes, type SnapColumns, buildSnapColumns, CHUNK_SEGMENTS } from './snap-columns.ts'

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

type Joined = Shapes & Pick<NetworkColumns, 'edgeFrom' | 'edgeTo' | 'firstArc' | 'arcId'>

const FIRST_RADIUS_M = 30
const WIDEN_BY = 4
const NEAR_ANTIMERIDIAN_DEG = 140

/**
 * Memory layout of a packed tree (flatbush 4): four bounds and an index for each box, leaves first; `_levelBounds` says
 * where each level ends.
 */
interface PackedTree {
  _boxes: Int32Array
  _indices: Uint16Array | Uint32Array
  _levelBounds: readonly number[]
  numItems: number
  nodeSize: number
}

export class SnapIndex {
  readonly #shapes: Joined
  readonly #chunkEdge: Uint32Array
  readonly #chunkPoint: Uint32Array
  readonly #tree: PackedTree | null
  /** stack of the walk down the tree: nodes and their levels */
  readonly #stack: Int32Array
  // state of the current search
  #isUsable: (edge: number) => boolean = () => false
  #radiusM = 0
  #lon = 0
  #lat = 0
  #mPerDegLon = 0
  // best place found per edge in the current search
  #edges: number[] = []
  #points: number[] = []
  #shares: number[] = []
  #distances: number[] = []
  readonly #slotOfEdge = new Map<number, number>()

  private constructor(shapes: Joined, { snapData, snapChunkEdge, snapChunkPoint }: SnapColumns) {
    this.#shapes = shapes
    this.#chunkEdge = snapChunkEdge
    this.#chunkPoint = snapChunkPoint
    this.#tree =
      snapData.length === 0 ? null : (Flatbush.from(snapData.buffer, snapData.byteOffset) as unknown as PackedTree)
    // at most all boxes of one node on each level
    this.#stack = new Int32Array(
      this.#tree === null ? 0 : this.#tree.nodeSize * (this.#tree._levelBounds.length + 1) * 2,
    )
  }

  /** The index of a network, from its stored columns or built here if it has none. */
  static from(graph: RoutingGraph): SnapIndex {
    const stored = graph.extra as unknown as Partial<SnapColumns>
    const columns = stored.snapData === undefined ? buildSnapColumns(graph.columns) : (stored as SnapColumns)
    return new SnapIndex(graph.columns, columns)
  }

  /**
   * Up to `max` edges with `isUsable(edge)` within `radiusM` of a place, nearest first (then by edge number), each with
   * its nearest point. Empty if there is none.
   */
  findNearest(lon: number, lat: number, radiusM: number, isUsable: (edge: number) => boolean, max: number): SnapHit[] {
    if (this.#tree === null || max < 1) return []
    for (let withinM = Math.min(FIRST_RADIUS_M, radiusM); ; withinM = Math.min(radiusM, withinM * WIDEN_BY)) {
      this.#collect(lon, lat, withinM, isUsable)
      if (this.#edges.length >= max || withinM >= radiusM) return this.#hits(max)
    }
  }

  /** Collects every usable edge within the radius. */
  #collect(lon: number, lat: number, radiusM: number, isUsable: (edge: number) => boolean): void {
    this.#edges.length = this.#points.length = this.#shares.length = this.#distances.length = 0
    this.#slotOfEdge.clear()
    const dLat = (radiusM / EARTH_RADIUS_M / DEG_TO_RAD) * 1.000001 + 1e-7
    const farthestLat = Math.min(90, Math.abs(lat) + dLat)
    const shrink = Math.cos(farthestLat * DEG_TO_RAD)
    const dLon = shrink < 1e-6 ? 180 : Math.min(180, dLat / shrink)
    this.#isUsable = isUsable
    this.#radiusM = radiusM
    this.#lon = lon
    this.#lat = lat
    this.#mPerDegLon = Math.cos(lat * DEG_TO_RAD) * DEG_TO_RAD * EARTH_RADIUS_M
    const south = (lat - dLat) * 1e7
    const north = (lat + dLat) * 1e7
    this.#visit((lon - dLon) * 1e7, south, (lon + dLon) * 1e7, north)
    if (lon - dLon < -NEAR_ANTIMERIDIAN_DEG)
      this.#visit((lon - dLon + 360) * 1e7, south, (lon + dLon + 360) * 1e7, north)
    if (lon + dLon > NEAR_ANTIMERIDIAN_DEG)
      this.#visit((lon - dLon - 360) * 1e7, south, (lon + dLon - 360) * 1e7, north)
  }

  /** Measures every chunk that touches the box: flatbush's own search without its lists. */
  #visit(minX: number, minY: number, maxX: number, maxY: number): void {
    const { _boxes: boxes, _indices: indices, _levelBounds: levelBounds, numItems, nodeSize } = this.#tree!
    const stack = this.#stack
    stack[0] = boxes.length - 4
    stack[1] = levelBounds.length - 1
    for (let depth = 1; depth > 0; ) {
      depth--
      const first = stack[depth * 2]
      const level = stack[depth * 2 + 1]
      const end = Math.min(first + nodeSize * 4, levelBounds[level])
      for (let at = first; at < end; at += 4) {
        if (maxX < boxes[at] || maxY < boxes[at + 1] || minX > boxes[at + 2] || minY > boxes[at + 3]) continue
        const index = indices[at >> 2]
        if (first < numItems * 4) this.#measure(index)
        else {
          stack[depth * 2] = index
          stack[depth * 2 + 1] = level - 1
          depth++
        }
      }
    }
  }

  /** Like nearestOnSegment of src/geo, for all segments of a chunk. */
  #measure(chunk: number): void {
    const { shapeStart, shapeLonE7, shapeLatE7, edgeClass, classFlags, edgeFrom, edgeTo } = this.#shapes
    const edge = this.#chunkEdge[chunk]
    if (!this.#isUsable(edge)) return
    const lon = this.#lon
    const lat = this.#lat
    const mPerDegLon = this.#mPerDegLon
    const first = this.#chunkPoint[chunk]
    const last = Math.min(first + CHUNK_SEGMENTS, shapeStart[edge + 1] - 1)
    if ((classFlags[edgeClass[edge]] & FLAG_FERRY) !== 0) {
      if (first === shapeStart[edge] && this.#isLanding(edgeFrom[edge])) this.#offerEnd(edge, first, 0)
      if (last === shapeStart[edge + 1] - 1 && this.#isLanding(edgeTo[edge])) this.#offerEnd(edge, last - 1, 1)
      return
    }
    let bestM = Infinity
    let bestPoint = first
    let bestShare = 0
    let ax = wrapLon(shapeLonE7[first] / 1e7 - lon) * mPerDegLon
    let ay = (shapeLatE7[first] / 1e7 - lat) * M_PER_DEG_LAT
    for (let p = first; p < last; p++) {
      const bx = wrapLon(shapeLonE7[p + 1] / 1e7 - lon) * mPerDegLon
      const by = (shapeLatE7[p + 1] / 1e7 - lat) * M_PER_DEG_LAT
      const dx = bx - ax
      const dy = by - ay
      const lengthSq = dx * dx + dy * dy
      const share = lengthSq === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / lengthSq))
      const px = ax + share * dx
      const py = ay + share * dy
      const distanceM = Math.sqrt(px * px + py * py)
      if (distanceM < bestM) {
        bestM = distanceM
        bestPoint = p
        bestShare = share
      }
      ax = bx
      ay = by
    }
    this.#offer(edge, bestPoint, bestShare, bestM)
  }

  /** Whether a ferry meets another way here, or ends. */
  #isLanding(node: number): boolean {
    const { firstArc, arcId, edgeClass, classFlags } = this.#shapes
    if (firstArc[node + 1] - firstArc[node] === 1) return true
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++)
      if ((classFlags[edgeClass[arcId[a] >>> 1]] & FLAG_FERRY) === 0) return true
    return false
  }

  #offerEnd(edge: number, point: number, share: 0 | 1): void {
    const { shapeLonE7, shapeLatE7 } = this.#shapes
    const x = wrapLon(shapeLonE7[point + share] / 1e7 - this.#lon) * this.#mPerDegLon
    const y = (shapeLatE7[point + share] / 1e7 - this.#lat) * M_PER_DEG_LAT
    this.#offer(edge, point, share, Math.sqrt(x * x + y * y))
  }

  /** Keeps the place if it is the best of its edge. */
  #offer(edge: number, bestPoint: number, bestShare: number, bestM: number): void {
    if (bestM > this.#radiusM) return
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
    if (max === 1) return this.#nearestHit()
    const order = this.#edges
      .map((_, i) => i)
      .sort((a, b) => this.#distances[a] - this.#distances[b] || this.#edges[a] - this.#edges[b])
    return order
      .slice(0, max)
      .map((i) => this.#hit(this.#edges[i], this.#points[i], this.#shares[i], this.#distances[i]))
  }

  #nearestHit(): SnapHit[] {
    const edges = this.#edges
    const distances = this.#distances
    if (edges.length === 0) return []
    let best = 0
    for (let i = 1; i < edges.length; i++)
      if (distances[i] < distances[best] || (distances[i] === distances[best] && edges[i] < edges[best])) best = i
    return [this.#hit(edges[best], this.#points[best], this.#shares[best], distances[best])]
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
