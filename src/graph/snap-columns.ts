// The columns of the snap index: a packed tree over runs of segments, the chunks.

import Flatbush from 'flatbush'
import { FLAG_BARRIER } from '../osm/edge-facts.ts'
import type { NetworkColumns } from './network-columns.ts'
import { uint32List } from './typed-list.ts'

export interface SnapColumns {
  /** flatbush over the chunks; empty if the network has no edge to snap to */
  snapData: Uint8Array
  /** edge of a chunk, and the first of its shape points */
  snapChunkEdge: Uint32Array
  snapChunkPoint: Uint32Array
}

export type Shapes = Pick<
  NetworkColumns,
  'shapeStart' | 'shapeLonE7' | 'shapeLatE7' | 'shapeAtMm' | 'edgeClass' | 'classFlags'
>

export const CHUNK_SEGMENTS = 4

/** Boxes may span the antimeridian: their west side is in -180..180, their east side beyond. */
const FULL_TURN_E7 = 3_600_000_000

/** At most this many chunks; those of barriers are not laid. */
export function countSnapChunks(shapeStart: Uint32Array): number {
  let count = 0
  for (let edge = 0; edge < shapeStart.length - 1; edge++)
    count += Math.ceil((shapeStart[edge + 1] - shapeStart[edge] - 1) / CHUNK_SEGMENTS)
  return count
}

/** Columns of the index, built once at import. */
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

const wrapE7 = (delta: number) =>
  delta > FULL_TURN_E7 / 2 ? delta - FULL_TURN_E7 : delta < -FULL_TURN_E7 / 2 ? delta + FULL_TURN_E7 : delta
