// The columns of the network file: what each holds, and in what unit. docs/formats/network.md has the file's bytes.

import { SMOOTHNESSES, type Smoothness } from '../osm/edge-facts.ts'
import type { Columns } from '../storage/column-file.ts'

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
  /** index into SMOOTHNESSES; networks of earlier imports have only the two worst, as flags */
  classSmoothness: Uint8Array
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
  // dangers that nodes name, in order of edge, on each edge at the node; texts as above; absent likewise
  dangerEdge?: Uint32Array
  dangerAtMm?: Uint32Array
  dangerText?: Uint32Array
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

/** The columns of a network that lie in blocks. */
export const BLOCK_COLUMNS = [
  'edgeWayId',
  'edgeName',
  'edgeRef',
  'edgeTrailSet',
  'shapeStart',
  'shapeLonE7',
  'shapeLatE7',
  'shapeHeightDm',
  'shapeAtMm',
] as const
export type BlockColumns = Pick<NetworkColumns, (typeof BLOCK_COLUMNS)[number]>
/** What searches touch, in the first part of a network file. */
export type ResidentColumns = Omit<NetworkColumns, keyof BlockColumns>

const EARLIER_FLAGS: readonly (readonly [flag: number, value: Smoothness])[] = [
  [64, 'horrible'],
  [128, 'very_horrible'],
]
const smoothnessOfFlags = (flags: number): number =>
  Math.max(0, ...EARLIER_FLAGS.map(([flag, value]) => ((flags & flag) === 0 ? 0 : SMOOTHNESSES.indexOf(value))))

const ownFlags = (flags: number): number => EARLIER_FLAGS.reduce((left, [flag]) => left & ~flag, flags)

/**
 * The columns as an object literal of one fixed shape: an object filled by name in a loop becomes a dictionary, where
 * every property access is a search.
 */
export function shapedColumns(file: Columns): ResidentColumns {
  const columns = file as unknown as NetworkColumns
  return {
    nodeLonE7: columns.nodeLonE7,
    nodeLatE7: columns.nodeLatE7,
    firstArc: columns.firstArc,
    arcHead: columns.arcHead,
    arcId: columns.arcId,
    edgeFrom: columns.edgeFrom,
    edgeTo: columns.edgeTo,
    edgeLengthMm: columns.edgeLengthMm,
    edgeAscentDm: columns.edgeAscentDm,
    edgeDescentDm: columns.edgeDescentDm,
    edgeClass: columns.edgeClass,
    classHighway: columns.classHighway,
    classWayKind: columns.classWayKind,
    classSurface: columns.classSurface,
    classSurfaceSource: columns.classSurfaceSource,
    classSurfaceTag: columns.classSurfaceTag,
    classSac: columns.classSac,
    classMtb: columns.classMtb,
    classVisibility: columns.classVisibility,
    classFootForward: columns.classFootForward,
    classFootBackward: columns.classFootBackward,
    classBikeForward: columns.classBikeForward,
    classBikeBackward: columns.classBikeBackward,
    classSignedFoot: columns.classSignedFoot,
    classSignedBike: columns.classSignedBike,
    classFlags: columns.classSmoothness === undefined ? columns.classFlags.map(ownFlags) : columns.classFlags,
    classLit: columns.classLit,
    classSmoothness: columns.classSmoothness ?? columns.classFlags.map(smoothnessOfFlags),
    hazardEdge: columns.hazardEdge,
    hazardKind: columns.hazardKind,
    hazardFromMm: columns.hazardFromMm,
    hazardToMm: columns.hazardToMm,
    hazardWayId: columns.hazardWayId,
    ferryEdge: columns.ferryEdge,
    ferryDurationS: columns.ferryDurationS,
    datedEdge: columns.datedEdge,
    datedText: columns.datedText,
    dangerEdge: columns.dangerEdge,
    dangerAtMm: columns.dangerAtMm,
    dangerText: columns.dangerText,
    restrictionStart: columns.restrictionStart,
    restrictionArcs: columns.restrictionArcs,
    trailRelationId: columns.trailRelationId,
    trailName: columns.trailName,
    trailRef: columns.trailRef,
    trailSymbol: columns.trailSymbol,
    trailKind: columns.trailKind,
    trailLevel: columns.trailLevel,
    trailSetStart: columns.trailSetStart,
    trailSetItems: columns.trailSetItems,
    stringStart: columns.stringStart,
    stringBytes: columns.stringBytes,
  }
}
