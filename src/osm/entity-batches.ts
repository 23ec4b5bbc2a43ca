// The contents of a PBF block as typed arrays. Ids are Float64 (exact below 2^53), coordinates 1e-7 degrees; the tags
// of item i are the pairs keys[j], values[j] for j in [tagStart[i], tagStart[i + 1]), indexes into the block's strings.
// The arrays belong to the reader: they are valid only during a callback, which must not write to them.

import type { BlockStrings } from './block-strings.ts'

export interface TaggedBatch {
  count: number
  id: Float64Array
  tagStart: Uint32Array
  keys: Uint32Array
  values: Uint32Array
  strings: BlockStrings
}
export interface NodeBatch extends TaggedBatch {
  lonE7: Int32Array
  latE7: Int32Array
}
export interface WayBatch extends TaggedBatch {
  /** node ids of way i are refs[refStart[i] .. refStart[i + 1]) */
  refStart: Uint32Array
  refs: Float64Array
}
export interface RelationBatch extends TaggedBatch {
  memberStart: Uint32Array
  memberId: Float64Array
  /** 0 node, 1 way, 2 relation */
  memberType: Uint8Array
  /** index into the block's strings */
  memberRole: Uint32Array
}

export interface PbfHandlers {
  nodes?(batch: NodeBatch): void
  ways?(batch: WayBatch): void
  relations?(batch: RelationBatch): void
}

/** Coordinate of a node with an impossible position; such nodes are passed on with it and must be dropped. */
export const NO_COORDINATE_E7 = -0x80000000
