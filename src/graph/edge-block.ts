// What is kept about edges beside what searches touch: shape points, ways, names and signed routes, in blocks of
// consecutive edges. Edges lie along a curve, so that a block is about one place.

import type { BlockColumns } from './network-columns.ts'

/** A run of edges, from `firstEdge` on. Columns by edge are indexed by `edge - firstEdge`. */
export class EdgeBlock {
  readonly firstEdge: number
  /** after the last one */
  readonly endEdge: number
  readonly wayId: Float64Array
  /** index into the strings, 0 = none */
  readonly name: Uint32Array
  readonly ref: Uint32Array
  /** index into trailSetStart, 0 = none */
  readonly trailSet: Uint32Array
  /** points of edge e, both ends included, are at [shapeStart[e - firstEdge], shapeStart[e - firstEdge + 1]) */
  readonly shapeStart: Uint32Array
  readonly shapeLonE7: Int32Array
  readonly shapeLatE7: Int32Array
  /** metres above sea in decimetres, NO_HEIGHT_DM: void */
  readonly shapeHeightDm: Int32Array
  /** distance from the start of the edge */
  readonly shapeAtMm: Uint32Array

  constructor(firstEdge: number, columns: BlockColumns) {
    this.firstEdge = firstEdge
    this.endEdge = firstEdge + columns.shapeStart.length - 1
    this.wayId = columns.edgeWayId
    this.name = columns.edgeName
    this.ref = columns.edgeRef
    this.trailSet = columns.edgeTrailSet
    this.shapeStart = columns.shapeStart
    this.shapeLonE7 = columns.shapeLonE7
    this.shapeLatE7 = columns.shapeLatE7
    this.shapeHeightDm = columns.shapeHeightDm
    this.shapeAtMm = columns.shapeAtMm
  }
}

/** Finds the block of an edge. */
export interface BlockSource {
  blockOf(edge: number): EdgeBlock
}
