// HOT: npm run bench -- routing
// Every shape, name and way is read through it, so the block of the last edge is tried before it is looked up.
//
// Which block of a network file an edge lies in; where its bytes come from is for subclasses to say.

import { blockColumns, type BlockDirectory, RUN_SHIFT } from './network-file.ts'
import type { BlockColumns } from './network-columns.ts'

/**
 * What is kept about edges beside what searches touch: shape points, ways, names and signed routes, in blocks of
 * consecutive edges. Edges lie along a curve, so that a block is about one place. A run of edges, from `firstEdge` on.
 * Columns by edge are indexed by `edge - firstEdge`.
 */
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

export abstract class EdgeBlocks implements BlockSource {
  protected readonly directory: BlockDirectory
  /** the block requested last: mostly the one requested next */
  #last: EdgeBlock

  constructor(directory: BlockDirectory) {
    this.directory = directory
    this.#last = NO_BLOCK
  }

  blockOf(edge: number): EdgeBlock {
    const last = this.#last
    if (edge >= last.firstEdge && edge < last.endEdge) return last
    const { blockFirstEdge, blockOfRun } = this.directory
    let block = blockOfRun[edge >>> RUN_SHIFT]
    while (blockFirstEdge[block + 1] <= edge) block++
    return (this.#last = this.open(block))
  }

  /** Forgets which block was requested last. */
  protected forget(): void {
    this.#last = NO_BLOCK
  }

  /** Its arrays can be read until LEAST_KEPT others have been opened. */
  protected abstract open(block: number): EdgeBlock
}

const NO_BLOCK = new EdgeBlock(0, blockColumns(new ArrayBuffer(8), 0, 0, 0))

/** Blocks of a file that is in memory as a whole. */
export class WholeBlocks extends EdgeBlocks {
  readonly #file: ArrayBufferLike
  readonly #firstByte: number
  readonly #opened: EdgeBlock[] = []

  /** `firstByte`: where the first part of the file ends. */
  constructor(directory: BlockDirectory, file: ArrayBufferLike, firstByte: number) {
    super(directory)
    this.#file = file
    this.#firstByte = firstByte
  }

  protected open(block: number): EdgeBlock {
    const { blockFirstEdge, blockAt } = this.directory
    const first = blockFirstEdge[block]
    return (this.#opened[block] ??= new EdgeBlock(
      first,
      blockColumns(this.#file, this.#firstByte + blockAt[block], blockFirstEdge[block + 1] - first),
    ))
  }
}
