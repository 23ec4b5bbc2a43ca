// HOT: npm run bench -- routing
// Every shape, name and way is read through it, so the block of the last edge is tried before it is looked up.
//
// Which block of a network file an edge lies in; where its bytes come from is for subclasses to say.

import { type BlockSource, EdgeBlock } from './edge-block.ts'
import { blockColumns, type BlockDirectory, RUN_SHIFT } from './network-file.ts'

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
