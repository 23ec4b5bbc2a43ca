// HOT: npm run bench -- routing
// Every waypoint is snapped here, so the best place of each edge is kept in lists that are reused.
//
// Finds the nearest points of the network to a place: on edges, not only at nodes. The search widens a box until the
// nearest usable edges are certain, and measures true distances to segments, by chunks of up to CHUNK_SEGMENTS of them.
// Never snaps to edges without length (barriers), to ferries except at their landings, or beyond the radius.

import { DEG_TO_RAD, EARTH_RADIUS_M, M_PER_DEG_LAT, shareNearOrigin, wrapLon } from '../geo/lon-lat.ts'
import { FLAG_BARRIER, FLAG_FERRY } from '../osm/edge-facts.ts'
import type { EdgeBlock } from './edge-blocks.ts'
import type { RoutingGraph } from './routing-graph.ts'
import { chunkMeets, CHUNK_SEGMENTS, GROUP_EDGES, type BoxE7, SnapTree } from './snap-tree.ts'

export interface SnapHit {
  edge: number
  /** shape point before the place, counted from edgeFrom; the one after it is on the edge too */
  pointOfEdge: number
  /** 0..1 along that segment */
  shareOfSegment: number
  /** from edgeFrom */
  atMm: number
  lon: number
  lat: number
  distanceM: number
}

const FIRST_RADIUS_M = 30
const WIDEN_BY = 4
const NEAR_ANTIMERIDIAN_DEG = 140

export class SnapIndex {
  readonly #graph: RoutingGraph
  readonly #tree: SnapTree
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
  /** the nearest first, then by edge */
  readonly #compare = (a: number, b: number): number =>
    this.#distances[a] - this.#distances[b] || this.#edges[a] - this.#edges[b]

  private constructor(graph: RoutingGraph) {
    this.#graph = graph
    this.#tree = new SnapTree(graph)
  }

  static from(graph: RoutingGraph): SnapIndex {
    return new SnapIndex(graph)
  }

  /**
   * Up to `max` edges with `isUsable(edge)` within `radiusM` of a place, nearest first (then by edge number), each with
   * its nearest point. Empty if absent.
   */
  findNearest(lon: number, lat: number, radiusM: number, isUsable: (edge: number) => boolean, max: number): SnapHit[] {
    if (max < 1) return []
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
    const box = { west: (lon - dLon) * 1e7, south, east: (lon + dLon) * 1e7, north }
    this.#visit(box)
    if (lon - dLon < -NEAR_ANTIMERIDIAN_DEG)
      this.#visit({ ...box, west: (lon - dLon + 360) * 1e7, east: (lon + dLon + 360) * 1e7 })
    if (lon + dLon > NEAR_ANTIMERIDIAN_DEG)
      this.#visit({ ...box, west: (lon - dLon - 360) * 1e7, east: (lon + dLon - 360) * 1e7 })
  }

  /** Measures every chunk that touches the box. */
  #visit(box: BoxE7): void {
    const { edgeCount, columns } = this.#graph
    const { edgeClass, classFlags } = columns
    const count = this.#tree.search(box)
    for (let i = 0; i < count; i++) {
      const first = this.#tree.found[i] * GROUP_EDGES
      const end = Math.min(first + GROUP_EDGES, edgeCount)
      for (let edge = first; edge < end; edge++)
        if ((classFlags[edgeClass[edge]] & FLAG_BARRIER) === 0) this.#visitEdge(edge, box)
    }
  }

  #visitEdge(edge: number, box: BoxE7): void {
    const { edgeClass, classFlags } = this.#graph.columns
    const block = this.#graph.blockOf(edge)
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7 } = block
    const last = shapeStart[edge - firstEdge + 1] - 1
    let isKnownUsable = false
    for (let first = shapeStart[edge - firstEdge]; first < last; first += CHUNK_SEGMENTS) {
      const end = Math.min(first + CHUNK_SEGMENTS, last)
      if (!chunkMeets(shapeLonE7, shapeLatE7, first, end, box)) continue
      if (!isKnownUsable && !this.#isUsable(edge)) return
      isKnownUsable = true
      if ((classFlags[edgeClass[edge]] & FLAG_FERRY) !== 0) this.#measureFerry(edge, block, first, end)
      else this.#measure(edge, block, first, end)
    }
  }

  #measureFerry(edge: number, block: EdgeBlock, first: number, last: number): void {
    const { edgeFrom, edgeTo } = this.#graph.columns
    const { firstEdge, shapeStart } = block
    if (first === shapeStart[edge - firstEdge] && this.#isLanding(edgeFrom[edge])) this.#offerEnd(edge, block, first, 0)
    if (last === shapeStart[edge - firstEdge + 1] - 1 && this.#isLanding(edgeTo[edge]))
      this.#offerEnd(edge, block, last - 1, 1)
  }

  /** Like nearestOnSegment of src/geo, for the segments between two points. */
  #measure(edge: number, { firstEdge, shapeStart, shapeLonE7, shapeLatE7 }: EdgeBlock, first: number, last: number) {
    const lon = this.#lon
    const lat = this.#lat
    const mPerDegLon = this.#mPerDegLon
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
      const share = shareNearOrigin(ax, ay, dx, dy)
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
    this.#offer(edge, bestPoint - shapeStart[edge - firstEdge], bestShare, bestM)
  }

  /** Whether a ferry meets another way here, or ends. */
  #isLanding(node: number): boolean {
    const { firstArc, arcId, edgeClass, classFlags } = this.#graph.columns
    if (firstArc[node + 1] - firstArc[node] === 1) return true
    for (let a = firstArc[node]; a < firstArc[node + 1]; a++)
      if ((classFlags[edgeClass[arcId[a] >>> 1]] & FLAG_FERRY) === 0) return true
    return false
  }

  #offerEnd(edge: number, block: EdgeBlock, point: number, share: 0 | 1): void {
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7 } = block
    const x = wrapLon(shapeLonE7[point + share] / 1e7 - this.#lon) * this.#mPerDegLon
    const y = (shapeLatE7[point + share] / 1e7 - this.#lat) * M_PER_DEG_LAT
    this.#offer(edge, point - shapeStart[edge - firstEdge], share, Math.sqrt(x * x + y * y))
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
    const order = [...this.#edges.keys()].sort(this.#compare)
    const hits: SnapHit[] = []
    for (const i of order.slice(0, max))
      hits.push(this.#hit(this.#edges[i], this.#points[i], this.#shares[i], this.#distances[i]))
    return hits
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

  #hit(edge: number, pointOfEdge: number, share: number, distanceM: number): SnapHit {
    const { firstEdge, shapeStart, shapeLonE7, shapeLatE7, shapeAtMm } = this.#graph.blockOf(edge)
    const shapeIndex = shapeStart[edge - firstEdge] + pointOfEdge
    const lonA = shapeLonE7[shapeIndex] / 1e7
    const latA = shapeLatE7[shapeIndex] / 1e7
    const lon = wrapLon(lonA + wrapLon(shapeLonE7[shapeIndex + 1] / 1e7 - lonA) * share)
    const lat = latA + (shapeLatE7[shapeIndex + 1] / 1e7 - latA) * share
    const atMm = Math.round(shapeAtMm[shapeIndex] + (shapeAtMm[shapeIndex + 1] - shapeAtMm[shapeIndex]) * share)
    return { edge, pointOfEdge, shareOfSegment: share, atMm, lon, lat, distanceM }
  }
}
