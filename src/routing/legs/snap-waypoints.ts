// Where waypoints touch the network: the nearest point of an edge usable under the setting. A snapped point lies `atMm`
// from edgeFrom; at 0 or at the edge's length it is the node itself. Waypoints of one chain of routed legs first take
// their nearest edges; only if these are not connected does `snapToCommonPart` choose the connected part that all of
// them reach with the least total distance. A waypoint is never moved farther than the radius: the answer is then 422
// `no_snap`.

import { ServiceError } from '../../errors.ts'
import { say } from '../../language/sentence.ts'
import { distanceM as groundDistanceM, wrapLon } from '../../geo/lon-lat.ts'
import { heightOfDm, NO_HEIGHT_DM, type RoutingGraph } from '../../graph/routing-graph.ts'
import type { SnapHit, SnapIndex } from '../../graph/snap-index.ts'
import { FLAG_BRIDGE, FLAG_TUNNEL } from '../../osm/edge-facts.ts'
import { type CostTable, isPartClosed, isWhollyClosed } from '../costs/arc-cost.ts'
import type { PointSubject } from '../costs/point-subject.ts'
import type { Position } from '../costs/request-types.ts'
import { roundTo } from '../../wire/numbers.ts'

/** Beyond this a missing snap is reported without a distance. */
const SNAP_SEARCH_LIMIT_M = 50_000
/** A point this near to an end of its edge is the node: no route goes a few centimetres into a way and back. */
const AT_NODE_MM = 500
/** Edges examined around a waypoint to find the parts of the network within reach. */
const MAX_CANDIDATES = 400

/**
 * A way to ride within this distance is preferred to a nearer one to push along; a farther one is preferred unless the
 * waypoint lies on a way to push along.
 */
const PREFERRED_WITHIN_M = 100
const ON_WAY_M = 25
/** Ways whose distances from a point differ by no more are equally near. */
export const EQUALLY_NEAR_M = 1
/** Ways that join so near to a place meet there. */
const MEET_MM = 5_000
/** Ways that are looked at around a point, and levels of a crossing that are distinguished. */
const MAX_AROUND = 16
const MAX_LEVELS = 2
const STRUCTURE = FLAG_TUNNEL | FLAG_BRIDGE

export interface SnapPoint {
  lon: number
  lat: number
  /** metres from the supplied waypoint */
  distanceM: number
  /** -1: not on the network (a waypoint between two straight legs) */
  edge: number
  /** from edgeFrom */
  atMm: number
  /** NaN void */
  heightM: number
}

/** A waypoint used as supplied, for straight legs. */
export function unsnapped([lon, lat]: Position): SnapPoint {
  return { lon, lat, distanceM: 0, edge: -1, atMm: 0, heightM: Number.NaN }
}

/** A place on the network itself; at 0 or at the length of the edge it is the node. */
export function pointOnEdge(graph: RoutingGraph, edge: number, atMm: number): SnapPoint {
  const { firstEdge, shapeStart, shapeAtMm, shapeLonE7, shapeLatE7, shapeHeightDm } = graph.blockOf(edge)
  const first = shapeStart[edge - firstEdge]
  const last = shapeStart[edge - firstEdge + 1] - 1
  let next = Math.min(first + 1, last)
  while (next < last && shapeAtMm[next] < atMm) next++
  const before = Math.max(first, next - 1)
  const spanMm = shapeAtMm[next] - shapeAtMm[before]
  const share = spanMm === 0 ? 0 : (atMm - shapeAtMm[before]) / spanMm
  const between = (from: number, to: number) => (share === 0 ? from : share === 1 ? to : from + (to - from) * share)
  const lonA = shapeLonE7[before] / 1e7
  const heights = [shapeHeightDm[before], shapeHeightDm[next]]
  const isKnown = (heights[0] !== NO_HEIGHT_DM || share === 1) && (heights[1] !== NO_HEIGHT_DM || share === 0)
  return {
    lon: wrapLon(lonA + wrapLon(shapeLonE7[next] / 1e7 - lonA) * share),
    lat: between(shapeLatE7[before], shapeLatE7[next]) / 1e7,
    distanceM: 0,
    edge,
    atMm,
    heightM: isKnown ? Math.round(between(heights[0], heights[1])) / 10 : Number.NaN,
  }
}

/** Edges on which a point may lie: usable in at least one direction, at least in part. */
export function edgesToStandOn(graph: RoutingGraph, table: CostTable): EdgesToStandOn {
  const { isClosed } = table
  if (isClosed === undefined) return usableEdges(graph, table)
  const isOpen = usableEdges(graph, { ...table, isClosed: undefined })
  return Object.assign((edge: number) => isOpen(edge) && !isWhollyClosed(isClosed, edge), {
    isClosedAt: (edge: number, atMm: number) => isPartClosed(isClosed, edge, atMm, atMm),
  })
}

/** `isClosedAt`: a place on such an edge where no point may lie; absent: it may everywhere. */
export interface EdgesToStandOn {
  (edge: number): boolean
  isClosedAt?: (edge: number, atMm: number) => boolean
}

/** Usable in at least one direction, as a whole. */
export function usableEdges(graph: RoutingGraph, table: CostTable): (edge: number) => boolean {
  const { edgeClass } = graph.columns
  const { factor, isClosed } = table
  const isOpen = (edge: number) =>
    factor[edgeClass[edge] * 2] !== Infinity || factor[edgeClass[edge] * 2 + 1] !== Infinity
  return isClosed === undefined ? isOpen : (edge) => isOpen(edge) && !isClosed(edge)
}

/** Nearest points by connected part. */
export type PointsByPart = Map<number, { distanceM: number; point(): SnapPoint }>

/** The points in the part that has the least total distance from all; null if none is within reach of all. */
export function inCommonPart(nearest: readonly PointsByPart[]): SnapPoint[] | null {
  let best: number | null = null
  let bestM = Infinity
  for (const part of nearest[0].keys()) {
    let totalM = 0
    for (const byPart of nearest) totalM += byPart.get(part)?.distanceM ?? Infinity
    if (totalM < bestM) {
      bestM = totalM
      best = part
    }
  }
  return best === null ? null : nearest.map((byPart) => byPart.get(best)!.point())
}

export class WaypointSnapper {
  readonly #graph: RoutingGraph
  readonly #index: SnapIndex

  constructor(graph: RoutingGraph, index: SnapIndex) {
    this.#graph = graph
    this.#index = index
  }

  /**
   * Nearest usable point within the radius; a preferred one if there is any, unless the waypoint lies on another way
   * and far from it. Throws `no_snap` naming the waypoint and the distance to the nearest path.
   */
  snap(...of: Parameters<WaypointSnapper['snapLevels']>): SnapPoint {
    return this.snapLevels(...of)[0]
  }

  /**
   * The same, and the place on another level where a bridge or tunnel crosses that is equally near. What is on the
   * surface comes first, whatever the last decimals of the waypoint say.
   */
  snapLevels(
    subject: PointSubject,
    [lon, lat]: Position,
    radiusM: number,
    isUsable: EdgesToStandOn,
    isPreferred: EdgesToStandOn | null = null,
  ): SnapPoint[] {
    const [nearest] = this.#openHits(lon, lat, radiusM, isUsable, 1)
    if (nearest === undefined) throw this.#noSnap(subject, lon, lat, radiusM, isUsable)
    if (isPreferred === null) return this.#levelsAt(nearest, lon, lat, radiusM, isUsable)
    if (isPreferred(nearest.edge)) return this.#levelsAt(nearest, lon, lat, radiusM, isPreferred)
    const [preferred] = this.#openHits(lon, lat, radiusM, isPreferred, 1)
    const isFar = preferred === undefined || preferred.distanceM > PREFERRED_WITHIN_M
    const isOnWay = preferred === undefined || nearest.distanceM <= ON_WAY_M
    return isFar && isOnWay
      ? this.#levelsAt(nearest, lon, lat, radiusM, isUsable)
      : this.#levelsAt(preferred, lon, lat, radiusM, isPreferred)
  }

  /** The nearest places that are open. */
  #openHits(lon: number, lat: number, radiusM: number, isAllowed: EdgesToStandOn, max: number): SnapHit[] {
    const { isClosedAt } = isAllowed
    const hits = this.#index.findNearest(lon, lat, radiusM, isAllowed, max)
    if (isClosedAt === undefined || !hits.some(({ edge, atMm }) => isClosedAt(edge, atMm))) return hits
    return this.#index
      .findNearest(lon, lat, radiusM, isAllowed, MAX_CANDIDATES)
      .filter(({ edge, atMm }) => !isClosedAt(edge, atMm))
      .slice(0, max)
  }

  #levelsAt(hit: SnapHit, lon: number, lat: number, radiusM: number, isAllowed: EdgesToStandOn): SnapPoint[] {
    const withinM = Math.min(radiusM, hit.distanceM + EQUALLY_NEAR_M)
    const around = this.#openHits(lon, lat, withinM, isAllowed, MAX_AROUND)
    const onSurface = around.find(({ edge }) => !this.#isStructure(edge))
    const levels: SnapHit[] = onSurface === undefined || this.#meet(onSurface, hit) ? [hit] : [onSurface]
    for (const other of around)
      if (levels.length < MAX_LEVELS && this.#isStructure(other.edge) && !levels.some((one) => this.#meet(one, other)))
        levels.push(other)
    return levels.map((level) => this.#toPoint(level, lon, lat))
  }

  #isStructure(edge: number): boolean {
    const { edgeClass, classFlags } = this.#graph.columns
    return (classFlags[edgeClass[edge]] & STRUCTURE) !== 0
  }

  /** Whether two ways are joined at a place: in one node, or in a barrier there. */
  #meet(a: SnapHit, b: SnapHit): boolean {
    if (a.edge === b.edge) return true
    const { nodeLonE7, nodeLatE7 } = this.#graph.columns
    return this.#nodesNear(a).some((one) =>
      this.#nodesNear(b).some((other) => nodeLonE7[one] === nodeLonE7[other] && nodeLatE7[one] === nodeLatE7[other]),
    )
  }

  #nodesNear({ edge, atMm }: SnapHit): number[] {
    const { edgeFrom, edgeTo, edgeLengthMm } = this.#graph.columns
    const nodes: number[] = []
    if (atMm <= MEET_MM) nodes.push(edgeFrom[edge])
    if (edgeLengthMm[edge] - atMm <= MEET_MM) nodes.push(edgeTo[edge])
    return nodes
  }

  /**
   * Snaps all waypoints of a chain to the connected part within reach of all that has the least total distance.
   * `partOf` gives the part of an edge, -1 for none. Null if no part is within reach of all.
   */
  snapToCommonPart(
    waypoints: readonly Position[],
    radiusM: number,
    isUsable: (edge: number) => boolean,
    partOf: (edge: number) => number,
  ): SnapPoint[] | null {
    return inCommonPart(waypoints.map((waypoint) => this.nearestByPart(waypoint, radiusM, isUsable, partOf)))
  }

  /** The nearest usable point in every part within the radius, the nearest first. */
  nearestByPart(
    [lon, lat]: Position,
    radiusM: number,
    isUsable: (edge: number) => boolean,
    partOf: (edge: number) => number,
  ): PointsByPart {
    const byPart: PointsByPart = new Map()
    const allowed = (edge: number) => isUsable(edge) && partOf(edge) >= 0
    for (const hit of this.#index.findNearest(lon, lat, radiusM, allowed, MAX_CANDIDATES)) {
      const part = partOf(hit.edge)
      if (byPart.has(part)) continue
      let point: SnapPoint | null = null
      byPart.set(part, { distanceM: hit.distanceM, point: () => (point ??= this.#toPoint(hit, lon, lat)) })
    }
    return byPart
  }

  #toPoint(
    { edge, pointOfEdge, shareOfSegment, atMm, lon, lat, distanceM }: SnapHit,
    ofLon: number,
    ofLat: number,
  ): SnapPoint {
    const { firstEdge, shapeHeightDm, shapeLonE7, shapeLatE7, shapeStart } = this.#graph.blockOf(edge)
    const first = shapeStart[edge - firstEdge]
    const last = shapeStart[edge - firstEdge + 1] - 1
    const lengthMm = this.#graph.columns.edgeLengthMm[edge]
    const atNode = atMm <= Math.min(AT_NODE_MM, lengthMm / 2) ? first : lengthMm - atMm <= AT_NODE_MM ? last : -1
    if (atNode >= 0) {
      const nodeLon = shapeLonE7[atNode] / 1e7
      const nodeLat = shapeLatE7[atNode] / 1e7
      return {
        lon: nodeLon,
        lat: nodeLat,
        edge,
        atMm: atNode === last ? lengthMm : 0,
        heightM: heightOfDm(shapeHeightDm[atNode]),
        distanceM: groundDistanceM(ofLon, ofLat, nodeLon, nodeLat),
      }
    }
    const before = first + pointOfEdge
    const next = Math.min(before + 1, last)
    const from = shapeHeightDm[before]
    const to = shapeHeightDm[next]
    const share = next === before ? 0 : shareOfSegment
    const known = (from !== NO_HEIGHT_DM || share === 1) && (to !== NO_HEIGHT_DM || share === 0)
    const heightM = known
      ? Math.round(share === 0 ? from : share === 1 ? to : from + (to - from) * share) / 10
      : Number.NaN
    return { lon, lat, distanceM, edge, atMm, heightM }
  }

  #noSnap(
    { point, inputPath, radiusSetting }: PointSubject,
    lon: number,
    lat: number,
    radiusM: number,
    isUsable: (edge: number) => boolean,
  ): ServiceError {
    const limit = radiusSetting === null ? 'fixed' : 'setting'
    for (let wideM = radiusM * 4; ; wideM = Math.min(SNAP_SEARCH_LIMIT_M, wideM * 4)) {
      const [hit] = this.#index.findNearest(lon, lat, Math.min(wideM, SNAP_SEARCH_LIMIT_M), isUsable, 1)
      if (hit !== undefined || wideM >= SNAP_SEARCH_LIMIT_M) {
        const values = { point, radiusM }
        return new ServiceError(
          hit === undefined
            ? say(`error.no_snap.none_${limit}`, { ...values, withinKm: SNAP_SEARCH_LIMIT_M / 1000 })
            : say(`error.no_snap.far_${limit}`, { ...values, distanceM: hit.distanceM }),
          { inputPath, about: { at: [lon, lat], nearest: hit && [roundTo(hit.lon, 1e6), roundTo(hit.lat, 1e6)] } },
        )
      }
    }
  }
}
