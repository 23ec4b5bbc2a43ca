// Loaded blocks of rasters on one pixel grid, indexed by pixel. Blocks are listed by square cells of the grid, in order
// of the rank of their raster; on a plane that closes around the earth columns are taken modulo the period.
// No lru-cache: whole rasters are evicted at once, except for blocks that a request in preparation needs.

import type { Box } from '../geo/lon-lat.ts'
import type { HeightRaster, Heights } from './height-raster.ts'

const CELL = 512
const CELL_BIAS = 2_097_152

export interface Block {
  col0: number
  row0: number
  width: number
  height: number
  data: Heights
  /** index of its raster among the rasters: the lowest wins where files overlap */
  rank: number
}

/** A raster with its position on the grid. */
export interface PlacedRaster {
  raster: HeightRaster
  rank: number
  col0: number
  row0: number
  bounds: Box
  /** block key -> block, null if the file holds nothing there */
  blocks: Map<number, Block | null>
}

/** Key of block (bx, by) of a raster. */
export function blockKey(bx: number, by: number): number {
  return by * 16_777_216 + bx
}

export class BlockStore {
  /** columns around the earth, 0 if the plane does not close */
  readonly period: number
  residentBytes = 0
  readonly #cells = new Map<number, Block[]>()

  constructor(period: number) {
    this.period = period
  }

  /** Stores block (bx, by) of a raster; null means that the file holds nothing there. */
  insert(placed: PlacedRaster, bx: number, by: number, data: Heights | null): void {
    const key = blockKey(bx, by)
    if (data === null) {
      placed.blocks.set(key, null)
      return
    }
    const { raster } = placed
    const col = bx * raster.blockWidth
    const row = by * raster.blockHeight
    const block: Block = {
      col0: this.wrapCol(placed.col0 + col),
      row0: placed.row0 + row,
      width: Math.min(raster.blockWidth, raster.width - col),
      height: Math.min(raster.blockHeight, raster.height - row),
      data,
      rank: placed.rank,
    }
    placed.blocks.set(key, block)
    this.residentBytes += data.byteLength
    for (const cell of this.#cellsOf(block)) {
      const list = this.#cells.get(cell)
      if (list === undefined) this.#cells.set(cell, [block])
      else {
        list.push(block)
        list.sort((a, b) => a.rank - b.rank)
      }
    }
  }

  /** Evicts the blocks of a raster whose keys are not in `keep`. */
  evict(placed: PlacedRaster, keep: ReadonlySet<number> | undefined): void {
    for (const [key, block] of placed.blocks) {
      if (keep?.has(key)) continue
      placed.blocks.delete(key)
      if (block === null) continue
      this.residentBytes -= block.data.byteLength
      for (const cell of this.#cellsOf(block)) {
        const left = this.#cells.get(cell)?.filter((other) => other !== block) ?? []
        if (left.length === 0) this.#cells.delete(cell)
        else this.#cells.set(cell, left)
      }
    }
  }

  clear(): void {
    this.#cells.clear()
    this.residentBytes = 0
  }

  /** Blocks that may hold a pixel, `col` within the period, lowest rank first. */
  near(col: number, row: number): readonly Block[] | undefined {
    return this.#cells.get(cellKey(col, row))
  }

  /** The first block that contains a pixel, even if it is void there; returns null if absent. */
  find(col: number, row: number): Block | null {
    return (
      this.near(col, row)?.find((block) => {
        const dc = this.colIn(block, col)
        return dc >= 0 && dc < block.width && row >= block.row0 && row < block.row0 + block.height
      }) ?? null
    )
  }

  /** The column within a block: below 0, or `width` or more, if the block does not contain it. */
  colIn(block: Block, col: number): number {
    const c = col - block.col0
    return c < 0 ? c + this.period : c
  }

  /** The column modulo the period. */
  wrapCol(col: number): number {
    return this.period === 0 ? col : col - this.period * Math.floor(col / this.period)
  }

  #cellsOf(block: Block): Set<number> {
    const cells = new Set<number>()
    const end = block.col0 + block.width
    const spans =
      this.period > 0 && end > this.period
        ? [
            [block.col0, this.period],
            [0, end - this.period],
          ]
        : [[block.col0, end]]
    for (const [from, to] of spans) {
      for (let c = Math.floor(from / CELL); c * CELL < to; c++) {
        for (let r = Math.floor(block.row0 / CELL); r * CELL < block.row0 + block.height; r++)
          cells.add(cellKey(c * CELL, r * CELL))
      }
    }
    return cells
  }
}

function cellKey(col: number, row: number): number {
  return (Math.floor(row / CELL) + CELL_BIAS) * 4_194_304 + Math.floor(col / CELL) + CELL_BIAS
}
