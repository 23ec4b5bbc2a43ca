// The network: nodes (junctions) along a Hilbert curve, undirected edges between them, and two arcs per edge.
// arc id = edge * 2 + direction; direction 0 runs from edgeFrom to edgeTo (the way's own direction), 1 back.
// One buffer, read as views and shared by all threads; never written after the build.
// Missing heights and climbs are sentinels inside the columns; the accessors below turn them into null.

import { DEG_TO_RAD, EARTH_RADIUS_M, type Box } from '../geo/lon-lat.ts'
import { readColumnFile, type Columns } from './column-file.ts'

export const NETWORK_FORMAT = 'waypost-network/1'
/** Unknown height (void in the terrain). Decimetres otherwise. */
export const NO_HEIGHT_DM = -0x80000000
/** Unknown climb of an edge. Decimetres otherwise. */
export const NO_CLIMB_DM = 0xffff
/** `ferryDurationS` of a ferry without a `duration` tag. */
export const NO_DURATION_S = 0

export interface NetworkMeta {
  format: typeof NETWORK_FORMAT
  /** ISO time of the map data, null if the file has none. */
  sourceTs: string | null
  bbox: Box
  /** How ascent was counted, as reported in `ascent_method`. */
  ascentMethod: string
  synthetic: boolean
}

/** Every column and its element type; the builder writes exactly these. */
export interface NetworkColumns {
  // nodes
  nodeLonE7: Int32Array
  nodeLatE7: Int32Array
  /** arcs leaving node n are at [firstArc[n], firstArc[n + 1]) of arcHead and arcId */
  firstArc: Uint32Array
  // arcs, in order of their tail node
  arcHead: Uint32Array
  /** edge * 2 + direction */
  arcId: Uint32Array
  // edges
  edgeFrom: Uint32Array
  edgeTo: Uint32Array
  /** along the ground, rounded up, so that a straight-line distance never exceeds it */
  edgeLengthMm: Uint32Array
  /**
   * climb and drop from edgeFrom to edgeTo in decimetres, without noise; ascent - descent = net climb; NO_CLIMB_DM
   * if unknown
   */
  edgeAscentDm: Uint16Array
  edgeDescentDm: Uint16Array
  edgeClass: Uint32Array
  /** OSM way id */
  edgeWayId: Float64Array
  /** index into the strings, 0 = none */
  edgeName: Uint32Array
  edgeRef: Uint32Array
  /** index into trailSetStart, 0 = none */
  edgeTrailSet: Uint32Array
  // geometry: points of edge e, both ends included, are at [shapeStart[e], shapeStart[e + 1])
  shapeStart: Uint32Array
  shapeLonE7: Int32Array
  shapeLatE7: Int32Array
  /** metres above sea in decimetres, NO_HEIGHT_DM: void; bridges and tunnels interpolated between their ends */
  shapeHeightDm: Int32Array
  /** distance from the start of the edge; the last one equals edgeLengthMm */
  shapeAtMm: Uint32Array
  // classes: distinct combinations of facts
  /** string index of the highway value (or `ferry`) */
  classHighway: Uint32Array
  classWayKind: Uint8Array
  classSurface: Uint8Array
  classSurfaceSource: Uint8Array
  /** string index of the surface (else tracktype) tag that it comes from, 0 = none */
  classSurfaceTag: Uint32Array
  classSac: Uint8Array
  classMtb: Uint8Array
  classVisibility: Uint8Array
  classFootForward: Uint8Array
  classFootBackward: Uint8Array
  classBikeForward: Uint8Array
  classBikeBackward: Uint8Array
  classSignedFoot: Uint8Array
  classSignedBike: Uint8Array
  classFlags: Uint8Array
  /** index into LIGHTINGS; absent from networks of earlier imports: untagged */
  classLit?: Uint8Array
  // hazards, in order of edge; metres counted from edgeFrom; a point has from = to
  hazardEdge: Uint32Array
  hazardKind: Uint8Array
  hazardFromMm: Uint32Array
  hazardToMm: Uint32Array
  hazardWayId: Float64Array
  // ferries, in order of edge
  ferryEdge: Uint32Array
  ferryDurationS: Uint32Array
  // dated restrictions, in order of edge: JSON of a DatedRestriction (src/osm/dates), as a string index; absent from
  // networks of earlier imports, which did not read them
  datedEdge?: Uint32Array
  datedText?: Uint32Array
  // turns that bicycles may not make: arc ids in driving order at [restrictionStart[r], restrictionStart[r + 1]);
  // `only_*` are stored as the `no_*` they imply
  restrictionStart: Uint32Array
  restrictionArcs: Uint32Array
  // signed routes
  trailRelationId: Float64Array
  trailName: Uint32Array
  trailRef: Uint32Array
  trailSymbol: Uint32Array
  trailKind: Uint8Array
  trailLevel: Uint8Array
  /** members of set s are trailSetItems[trailSetStart[s] .. trailSetStart[s + 1]), trail indexes; set 0 is empty */
  trailSetStart: Uint32Array
  trailSetItems: Uint32Array
  // strings, UTF-8; string 0 is empty
  stringStart: Uint32Array
  stringBytes: Uint8Array
}

/**
 * The columns as an object literal of one fixed shape: an object filled by name in a loop becomes a dictionary, where
 * every property access is a search.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of columns, twice
function shapedColumns(columns: Columns): NetworkColumns {
  const {
    nodeLonE7,
    nodeLatE7,
    firstArc,
    arcHead,
    arcId,
    edgeFrom,
    edgeTo,
    edgeLengthMm,
    edgeAscentDm,
    edgeDescentDm,
    edgeClass,
    edgeWayId,
    edgeName,
    edgeRef,
    edgeTrailSet,
    shapeStart,
    shapeLonE7,
    shapeLatE7,
    shapeHeightDm,
    shapeAtMm,
    classHighway,
    classWayKind,
    classSurface,
    classSurfaceSource,
    classSurfaceTag,
    classSac,
    classMtb,
    classVisibility,
    classFootForward,
    classFootBackward,
    classBikeForward,
    classBikeBackward,
    classSignedFoot,
    classSignedBike,
    classFlags,
    classLit,
    hazardEdge,
    hazardKind,
    hazardFromMm,
    hazardToMm,
    hazardWayId,
    ferryEdge,
    ferryDurationS,
    datedEdge,
    datedText,
    restrictionStart,
    restrictionArcs,
    trailRelationId,
    trailName,
    trailRef,
    trailSymbol,
    trailKind,
    trailLevel,
    trailSetStart,
    trailSetItems,
    stringStart,
    stringBytes,
  } = columns as unknown as NetworkColumns
  return {
    nodeLonE7,
    nodeLatE7,
    firstArc,
    arcHead,
    arcId,
    edgeFrom,
    edgeTo,
    edgeLengthMm,
    edgeAscentDm,
    edgeDescentDm,
    edgeClass,
    edgeWayId,
    edgeName,
    edgeRef,
    edgeTrailSet,
    shapeStart,
    shapeLonE7,
    shapeLatE7,
    shapeHeightDm,
    shapeAtMm,
    classHighway,
    classWayKind,
    classSurface,
    classSurfaceSource,
    classSurfaceTag,
    classSac,
    classMtb,
    classVisibility,
    classFootForward,
    classFootBackward,
    classBikeForward,
    classBikeBackward,
    classSignedFoot,
    classSignedBike,
    classFlags,
    classLit,
    hazardEdge,
    hazardKind,
    hazardFromMm,
    hazardToMm,
    hazardWayId,
    ferryEdge,
    ferryDurationS,
    datedEdge,
    datedText,
    restrictionStart,
    restrictionArcs,
    trailRelationId,
    trailName,
    trailRef,
    trailSymbol,
    trailKind,
    trailLevel,
    trailSetStart,
    trailSetItems,
    stringStart,
    stringBytes,
  }
}

/** The network of one release: columns, counts, and accessors that know the sentinels. */
export class RoutingGraph {
  readonly meta: NetworkMeta
  readonly columns: NetworkColumns
  /** Columns added by other modules (hierarchy, snap index). */
  readonly extra: Columns
  readonly nodeCount: number
  readonly edgeCount: number
  readonly classCount: number
  #strings: (string | undefined)[] = []

  private constructor(meta: NetworkMeta, columns: Columns) {
    this.meta = meta
    this.columns = shapedColumns(columns)
    this.extra = columns
    this.nodeCount = this.columns.nodeLonE7.length
    this.edgeCount = this.columns.edgeFrom.length
    this.classCount = this.columns.classSac.length
  }

  /** Views over a column file that holds a network. Throws RangeError for any other buffer. */
  static from(buffer: ArrayBufferLike): RoutingGraph {
    const { meta, columns } = readColumnFile(buffer)
    if ((meta as NetworkMeta | null)?.format !== NETWORK_FORMAT)
      throw new RangeError(`not a network of format ${NETWORK_FORMAT}`)
    return new RoutingGraph(meta as NetworkMeta, columns)
  }

  /** String by index; returns null for index 0. */
  string(index: number): string | null {
    if (index === 0) return null
    const known = this.#strings[index]
    if (known !== undefined) return known
    const { stringStart, stringBytes } = this.columns
    const text = new TextDecoder().decode(stringBytes.slice(stringStart[index], stringStart[index + 1]))
    this.#strings[index] = text
    return text
  }

  /** Height of a shape point in metres, null if void. */
  heightM(shapeIndex: number): number | null {
    const dm = this.columns.shapeHeightDm[shapeIndex]
    return dm === NO_HEIGHT_DM ? null : dm / 10
  }

  /** Indexes of the signed routes on an edge, in the order of the set. */
  trailIndexes(edge: number): Uint32Array {
    const { edgeTrailSet, trailSetStart, trailSetItems } = this.columns
    const set = edgeTrailSet[edge]
    return trailSetItems.subarray(trailSetStart[set], trailSetStart[set + 1])
  }

  /** Node an arc leaves from. */
  arcTail(arcId: number): number {
    return (arcId & 1) === 0 ? this.columns.edgeFrom[arcId >>> 1] : this.columns.edgeTo[arcId >>> 1]
  }

  /** Node an arc leads to. */
  arcTarget(arcId: number): number {
    return (arcId & 1) === 0 ? this.columns.edgeTo[arcId >>> 1] : this.columns.edgeFrom[arcId >>> 1]
  }

  #positions: Float64Array | undefined
  /**
   * x, y, z of every node in metres on the sphere (3 per node), for straight-line bounds that never exceed a length.
   * Computed once per thread.
   */
  get nodePositions(): Float64Array {
    if (this.#positions === undefined) {
      const { nodeLonE7, nodeLatE7 } = this.columns
      const xyz = new Float64Array(this.nodeCount * 3)
      for (let n = 0; n < this.nodeCount; n++) {
        const lon = (nodeLonE7[n] / 1e7) * DEG_TO_RAD
        const lat = (nodeLatE7[n] / 1e7) * DEG_TO_RAD
        xyz[3 * n] = EARTH_RADIUS_M * Math.cos(lat) * Math.cos(lon)
        xyz[3 * n + 1] = EARTH_RADIUS_M * Math.cos(lat) * Math.sin(lon)
        xyz[3 * n + 2] = EARTH_RADIUS_M * Math.sin(lat)
      }
      this.#positions = xyz
    }
    return this.#positions
  }
}
