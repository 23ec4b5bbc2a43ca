// The network: nodes (junctions) along a Hilbert curve, undirected edges between them, and two arcs per edge.
// arc id = edge * 2 + direction; direction 0 runs from edgeFrom to edgeTo (the way's own direction), 1 back.
// One buffer, read as views and shared by all threads; never written after the build.
// Missing heights and climbs are sentinels inside the columns; the accessors below turn them into null.

import { DEG_TO_RAD, EARTH_RADIUS_M } from '../geo/lon-lat.ts'
import { readColumnFile, type Columns } from '../storage/column-file.ts'
import { type BlockSource, EdgeBlock, WholeBlocks } from './edge-blocks.ts'
import { type BlockColumns, type ResidentColumns, shapedColumns, type NetworkColumns } from './network-columns.ts'
import { type BlockDirectory, BLOCKED_FORMAT, NETWORK_FORMAT, type NetworkMeta } from './network-file.ts'

/** Unknown height (void in the terrain). Decimetres otherwise. */
export const NO_HEIGHT_DM = -0x80000000

/** Metres, NaN for a void. */
export const heightOfDm = (dm: number): number => (dm === NO_HEIGHT_DM ? Number.NaN : dm / 10)
/** Unknown climb of an edge. Decimetres otherwise. */
export const NO_CLIMB_DM = 0xffff
/** `ferryDurationS` of a ferry without a `duration` tag. */
export const NO_DURATION_S = 0

/** The network of one release: columns, counts, and accessors that know the sentinels. */
export class RoutingGraph {
  readonly meta: NetworkMeta
  readonly columns: ResidentColumns
  /** Columns added by other modules (hierarchy, snap index). */
  readonly extra: Columns
  readonly nodeCount: number
  readonly edgeCount: number
  readonly classCount: number
  readonly #blocks: BlockSource
  #strings: (string | undefined)[] = []

  private constructor(meta: NetworkMeta, columns: Columns, blocks: BlockSource) {
    this.meta = meta
    this.#blocks = blocks
    this.columns = shapedColumns(columns)
    this.extra = columns
    this.nodeCount = this.columns.nodeLonE7.length
    this.edgeCount = this.columns.edgeFrom.length
    this.classCount = this.columns.classSac.length
  }

  /**
   * Views over a network file, or over its first part with `open` for its blocks, which is not called for a network
   * without blocks, as they were imported before. Throws RangeError for any other buffer.
   */
  static from(buffer: ArrayBufferLike, open?: (directory: BlockDirectory) => BlockSource): RoutingGraph {
    const { meta, columns, endByte } = readColumnFile(buffer)
    const { format } = (meta ?? {}) as Partial<NetworkMeta>
    if (format === NETWORK_FORMAT) return RoutingGraph.of(meta as NetworkMeta, columns)
    if (format !== BLOCKED_FORMAT)
      throw new RangeError(`not a network of format ${NETWORK_FORMAT} or ${BLOCKED_FORMAT}`)
    const directory = columns as unknown as BlockDirectory
    return new RoutingGraph(
      meta as NetworkMeta,
      columns,
      open?.(directory) ?? new WholeBlocks(directory, buffer, endByte),
    )
  }

  /** The same over columns that are not in one buffer. */
  static of(meta: NetworkMeta, columns: Columns): RoutingGraph {
    const whole = new EdgeBlock(0, columns as unknown as BlockColumns)
    return new RoutingGraph(meta, columns, { blockOf: () => whole })
  }

  /** The block that an edge lies in. Its arrays can be read until LEAST_KEPT others have been requested. */
  blockOf(edge: number): EdgeBlock {
    return this.#blocks.blockOf(edge)
  }

  /** OSM way id. */
  wayIdOf(edge: number): number {
    const { firstEdge, wayId } = this.#blocks.blockOf(edge)
    return wayId[edge - firstEdge]
  }

  /** Name of an edge's way, null if it has none. */
  nameOf(edge: number): string | null {
    const { firstEdge, name } = this.#blocks.blockOf(edge)
    return this.string(name[edge - firstEdge])
  }

  /** Its ref, null if it has none. */
  refOf(edge: number): string | null {
    const { firstEdge, ref } = this.#blocks.blockOf(edge)
    return this.string(ref[edge - firstEdge])
  }

  /** Index of an edge's set of signed routes, 0 = none. */
  trailSetOf(edge: number): number {
    const { firstEdge, trailSet } = this.#blocks.blockOf(edge)
    return trailSet[edge - firstEdge]
  }

  /** Points of an edge's shape, both ends included. */
  pointCountOf(edge: number): number {
    const { firstEdge, shapeStart } = this.#blocks.blockOf(edge)
    return shapeStart[edge - firstEdge + 1] - shapeStart[edge - firstEdge]
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

  /** Indexes of the signed routes on an edge, in the order of the set. */
  trailIndexes(edge: number): Uint32Array {
    const { trailSetStart, trailSetItems } = this.columns
    const set = this.trailSetOf(edge)
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

  /** Memory for `sharePositions`: touched only where points have been requested. */
  createPositions(): SharedArrayBuffer {
    return new SharedArrayBuffer(this.nodeCount * 3 * Float64Array.BYTES_PER_ELEMENT)
  }

  /** Where `positionsAt` keeps points: one memory for all threads on this network. */
  sharePositions(positions: SharedArrayBuffer): void {
    this.#positions = new Float64Array(positions)
  }

  /**
   * x, y, z of a node in metres on the sphere, at 3 * node of the result, for straight-line bounds that never exceed a
   * length. Worked out for each node when it is first requested: all of a large network would hold up the request that
   * comes first, and most are never requested. In shared memory another thread may be writing the same numbers, so a
   * node is known once none of them is zero; one with a real zero is worked out each time.
   */
  positionsAt(node: number): Float64Array {
    const xyz = (this.#positions ??= new Float64Array(this.nodeCount * 3))
    if (xyz[3 * node] === 0 || xyz[3 * node + 1] === 0 || xyz[3 * node + 2] === 0) {
      const lon = (this.columns.nodeLonE7[node] / 1e7) * DEG_TO_RAD
      const lat = (this.columns.nodeLatE7[node] / 1e7) * DEG_TO_RAD
      xyz[3 * node] = EARTH_RADIUS_M * Math.cos(lat) * Math.cos(lon)
      xyz[3 * node + 1] = EARTH_RADIUS_M * Math.cos(lat) * Math.sin(lon)
      xyz[3 * node + 2] = EARTH_RADIUS_M * Math.sin(lat)
    }
    return xyz
  }
}

export type ArcColumns = Pick<NetworkColumns, 'firstArc' | 'arcHead' | 'arcId'>

/**
 * The arcs that leave each node: an edge gives one in each direction, in order of edge. `edgeFrom`, `edgeTo`: nodes, by
 * edge. Arc ids are twice the edge, and 1 more against its direction.
 */
export function linkArcs(nodeCount: number, edgeFrom: ArrayLike<number>, edgeTo: ArrayLike<number>): ArcColumns {
  const edgeCount = edgeFrom.length
  const firstArc = new Uint32Array(nodeCount + 1)
  for (let e = 0; e < edgeCount; e++) {
    firstArc[edgeFrom[e] + 1]++
    firstArc[edgeTo[e] + 1]++
  }
  for (let n = 0; n < nodeCount; n++) firstArc[n + 1] += firstArc[n]
  const next = firstArc.slice()
  const arcHead = new Uint32Array(edgeCount * 2)
  const arcId = new Uint32Array(edgeCount * 2)
  for (let e = 0; e < edgeCount; e++) {
    arcHead[next[edgeFrom[e]]] = edgeTo[e]
    arcId[next[edgeFrom[e]]++] = e * 2
    arcHead[next[edgeTo[e]]] = edgeFrom[e]
    arcId[next[edgeTo[e]]++] = e * 2 + 1
  }
  return { firstArc, arcHead, arcId }
}
