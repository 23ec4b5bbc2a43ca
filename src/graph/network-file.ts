// The network file: a column file of what searches touch, then the blocks of the rest (edge-blocks.ts), each
// self-contained and at most BLOCK_BYTES long unless one edge alone is longer. Columns of the first part say which
// edges a block has, where it lies and what its checksum is. What else is written follows the blocks.

import { crc32 } from 'node:zlib'
import { columnFileBytes, type Columns } from '../storage/column-file.ts'
import type { Box } from '../geo/lon-lat.ts'
import { BLOCK_COLUMNS, type BlockColumns } from './network-columns.ts'

/** Small, since an answer often needs a few edges of a block. */
export const BLOCK_BYTES = 16_384
/** The exponent of two of how many edges an entry of `blockOfRun` stands for. */
export const RUN_SHIFT = 6

/** Where blocks lie: columns of the first part of the file. */
export interface BlockDirectory {
  /** first edge of each block, and the number of edges */
  blockFirstEdge: Uint32Array
  /** first byte of each block, counted from the end of the first part, and the end of the last one */
  blockAt: Float64Array
  blockCrc32: Uint32Array
  /** block of edge i << RUN_SHIFT */
  blockOfRun: Uint32Array
}

/** Where the last block ends, counted as `blockAt`. */
export function endOfBlocks({ blockAt }: Pick<BlockDirectory, 'blockAt'>): number {
  return blockAt[blockAt.length - 1]
}

const EDGE_BYTES = 8 + 4 * 4
const POINT_BYTES = 4 * 4

/** The bytes of a network file, piece by piece. `columns` are whole; `more` is appended after the blocks. */
export function* networkFileBytes(
  meta: NetworkMeta,
  columns: Columns,
  more: Iterable<Uint8Array> = [],
): Generator<Uint8Array> {
  const whole = columns as unknown as BlockColumns
  const { blockFirstEdge, blockAt } = placeBlocks(whole.shapeStart)
  const directory: BlockDirectory = {
    blockFirstEdge,
    blockAt,
    blockCrc32: new Uint32Array(blockAt.length - 1),
    blockOfRun: blockOfRuns(blockFirstEdge),
  }
  for (let block = 0; block < directory.blockCrc32.length; block++)
    directory.blockCrc32[block] = crc32(blockBytes(whole, blockFirstEdge[block], blockFirstEdge[block + 1]))
  const resident: Columns = { ...columns, ...directory }
  for (const name of BLOCK_COLUMNS) delete resident[name]
  yield* columnFileBytes({ ...meta, format: BLOCKED_FORMAT }, resident)
  for (let block = 0; block + 1 < blockAt.length; block++)
    yield blockBytes(whole, blockFirstEdge[block], blockFirstEdge[block + 1])
  yield* more
}

/** The same in one new buffer. */
export function writeNetworkFile(meta: NetworkMeta, columns: Columns): ArrayBuffer {
  const bytes = Buffer.concat([...networkFileBytes(meta, columns)])
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
}

/** As many edges to a block as it holds. */
function placeBlocks(shapeStart: Uint32Array): Pick<BlockDirectory, 'blockFirstEdge' | 'blockAt'> {
  const edgeCount = shapeStart.length - 1
  const firstEdge: number[] = []
  const at: number[] = [0]
  for (let from = 0, to = 0; from < edgeCount; from = to) {
    to = from + 1
    while (to < edgeCount && bytesOf(shapeStart, from, to + 1) <= BLOCK_BYTES) to++
    firstEdge.push(from)
    at.push(at[at.length - 1] + bytesOf(shapeStart, from, to))
  }
  firstEdge.push(edgeCount)
  return { blockFirstEdge: Uint32Array.from(firstEdge), blockAt: Float64Array.from(at) }
}

/** Rounded up to 8, so that every block can be read in place. */
function bytesOf(shapeStart: Uint32Array, from: number, to: number): number {
  const bytes = (to - from) * EDGE_BYTES + 4 + (shapeStart[to] - shapeStart[from]) * POINT_BYTES
  return Math.ceil(bytes / 8) * 8
}

function blockOfRuns(blockFirstEdge: Uint32Array): Uint32Array {
  const edgeCount = blockFirstEdge[blockFirstEdge.length - 1]
  const blocks = new Uint32Array(Math.ceil(edgeCount / 2 ** RUN_SHIFT))
  for (let run = 0, block = 0; run < blocks.length; run++) {
    while (blockFirstEdge[block + 1] <= run * 2 ** RUN_SHIFT) block++
    blocks[run] = block
  }
  return blocks
}

function blockBytes(columns: BlockColumns, from: number, to: number): Uint8Array {
  const { shapeStart } = columns
  const bytes = new Uint8Array(bytesOf(shapeStart, from, to))
  const start = shapeStart[from]
  const out = blockColumns(bytes.buffer, 0, to - from, shapeStart[to] - start)
  for (const name of ['edgeWayId', 'edgeName', 'edgeRef', 'edgeTrailSet'] as const)
    out[name].set(columns[name].subarray(from, to))
  for (let edge = from; edge <= to; edge++) out.shapeStart[edge - from] = shapeStart[edge] - start
  for (const name of ['shapeLonE7', 'shapeLatE7', 'shapeHeightDm', 'shapeAtMm'] as const)
    out[name].set(columns[name].subarray(start, shapeStart[to]))
  return bytes
}

/** Views of a block of `edges` edges; its own columns say how many points it has where that is not known. */
export function blockColumns(
  buffer: ArrayBufferLike,
  byteOffset: number,
  edges: number,
  points?: number,
): BlockColumns {
  const memory = buffer as ArrayBuffer
  let at = byteOffset + edges * 8
  const next = <T>(ArrayType: new (memory: ArrayBuffer, at: number, length: number) => T, length: number): T => {
    const view = new ArrayType(memory, at, length)
    at += length * 4
    return view
  }
  const edgeWayId = new Float64Array(memory, byteOffset, edges)
  const edgeName = next(Uint32Array, edges)
  const edgeRef = next(Uint32Array, edges)
  const edgeTrailSet = next(Uint32Array, edges)
  const shapeStart = next(Uint32Array, edges + 1)
  const count = points ?? shapeStart[edges]
  return {
    edgeWayId,
    edgeName,
    edgeRef,
    edgeTrailSet,
    shapeStart,
    shapeLonE7: next(Int32Array, count),
    shapeLatE7: next(Int32Array, count),
    shapeHeightDm: next(Int32Array, count),
    shapeAtMm: next(Uint32Array, count),
  }
}

/** Every column is whole. */
export const NETWORK_FORMAT = 'waypost-network/1'
/** What searches do not touch lies in blocks. */
export const BLOCKED_FORMAT = 'waypost-network/2'

/** A metric that was made at the import (routing/cch/stored-metrics.ts). */
export interface StoredMetric {
  key: string
  /** checksum of the cost table that it was made from */
  tableCrc32: number
  /** checksum of the costs of a sample of edges; absent if the metric bounds others from below */
  costsCrc32?: number
}

/** What a network file says of itself. */
export interface NetworkMeta {
  format: typeof NETWORK_FORMAT | typeof BLOCKED_FORMAT
  /** ISO time of the map data, null if the file has none. */
  sourceTs: string | null
  /** of a region across the antimeridian its west lies east of its east */
  bbox: Box
  /** How ascent was counted, as reported in `ascent_method`. */
  ascentMethod: string
  synthetic: boolean
  /** behind the blocks, in this order; absent: none */
  metrics?: StoredMetric[]
}
