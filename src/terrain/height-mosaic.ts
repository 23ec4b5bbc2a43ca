// Rasters on one pixel grid, read as one surface: bilinear between pixel centres, across file borders.
// Columns run east, rows south or north as in the files, counted from the first file's pixel (0, 0); on a plane that
// closes around the earth columns are taken modulo the period, so the antimeridian is a border like any other.
// `prepare` loads blocks; `heightAt` is synchronous and returns NaN for unknown. A missing neighbour with weight
// above zero makes the result NaN: it never extrapolates and never fills a void.

import type { Box } from '../geo/lon-lat.ts'
import { ServiceError } from '../errors.ts'
import { type Block, BlockStore, type PlacedRaster, blockKey } from './block-store.ts'
import { type HeightRaster, isHeight } from './height-raster.ts'
import { columnPeriod, rasterBounds, unionOf, windowOf } from './raster-geometry.ts'

const MAX_RESIDENT_BYTES = 4_000_000_000

interface BlocksInside {
  /** to be loaded */
  wanted: { placed: PlacedRaster; bx: number; by: number }[]
  wantedBytes: number
  /** keys of all that are needed, loaded or not, by raster */
  keep: Map<PlacedRaster, Set<number>>
  /** no block is known to be missing from the files */
  isWhole: boolean
}

/**
 * Which blocks of the rasters of one grid heights inside a box need, and how many bytes are not loaded yet. Throws
 * ServiceError `invalid_input` if they would not fit into memory.
 */
function blocksInside(rasters: readonly PlacedRaster[], box: Box): BlocksInside {
  const wanted: BlocksInside['wanted'] = []
  const keep = new Map<PlacedRaster, Set<number>>()
  let isWhole = true
  let wantedBytes = 0
  let totalBytes = 0
  for (const placed of rasters) {
    const window = windowOf(placed.raster, placed.bounds, box)
    if (window === null) continue
    const { raster } = placed
    const bx0 = Math.floor(window.col0 / raster.blockWidth)
    const bx1 = Math.floor(window.col1 / raster.blockWidth)
    const by0 = Math.floor(window.row0 / raster.blockHeight)
    const by1 = Math.floor(window.row1 / raster.blockHeight)
    const blockBytes = raster.blockWidth * raster.blockHeight * raster.bytesPerPixel
    totalBytes += (bx1 - bx0 + 1) * (by1 - by0 + 1) * blockBytes
    if (totalBytes > MAX_RESIDENT_BYTES) {
      throw new ServiceError(
        'invalid_input',
        `The region needs more than ${MAX_RESIDENT_BYTES / 1e9} GB of heights from ${raster.name} in memory at once: import a smaller region or a coarser elevation model.`,
      )
    }
    const keys = new Set<number>()
    keep.set(placed, keys)
    for (let by = by0; by <= by1; by++) {
      for (let bx = bx0; bx <= bx1; bx++) {
        const key = blockKey(bx, by)
        keys.add(key)
        const known = placed.blocks.get(key)
        if (known === undefined) {
          wanted.push({ placed, bx, by })
          wantedBytes += blockBytes
        } else if (known === null) isWhole = false
      }
    }
  }
  return { wanted, wantedBytes, keep, isWhole }
}

/** Distance from a pixel centre, in pixels, below which a point counts as at it. */
const ON_CENTRE = 1e-7

export class HeightMosaic {
  readonly bounds: Box
  /** north-south spacing in arc seconds at the middle of the first raster */
  readonly arcSeconds: number
  readonly rotated: boolean
  /** columns around the earth, 0 if the plane does not close */
  readonly #period: number
  readonly #first: HeightRaster
  readonly #placed: PlacedRaster[] = []
  readonly #store: BlockStore
  readonly #plane = new Float64Array(2)
  #last: Block | null = null
  readonly #cacheBytes: number

  constructor(rasters: HeightRaster[], cacheBytes: number) {
    const first = rasters[0]
    this.#first = first
    this.#cacheBytes = cacheBytes
    this.rotated = first.projection.rotated
    this.#period = columnPeriod(first)
    this.#store = new BlockStore(this.#period)
    for (const raster of rasters) {
      const col = Math.round((raster.x0 - first.x0) / first.stepX)
      this.#placed.push({
        raster,
        rank: this.#placed.length,
        col0: this.#store.wrapCol(col),
        row0: Math.round((raster.y0 - first.y0) / first.stepY),
        bounds: rasterBounds(raster),
        blocks: new Map(),
      })
    }
    this.bounds = unionOf(this.#placed.map((placed) => placed.bounds))
    const midLat = (this.#placed[0].bounds[1] + this.#placed[0].bounds[3]) / 2
    const shrink = first.projection.scalesWithLat ? Math.cos((midLat * Math.PI) / 180) : 1
    this.arcSeconds = Math.abs(first.stepY) * first.projection.unitDeg * 3600 * shrink
  }

  /**
   * Loads every block needed for heights inside `box`. Blocks of earlier boxes stay as long as they fit in the cache.
   * Resolves to false if the files have a gap inside the box (a missing tile), true otherwise.
   */
  async prepare(box: Box): Promise<boolean> {
    const { wanted, wantedBytes, keep, isWhole } = blocksInside(this.#placed, box)
    let whole = isWhole
    if (this.#store.residentBytes + wantedBytes > this.#cacheBytes) {
      this.#last = null
      for (const placed of this.#placed) this.#store.evict(placed, keep.get(placed))
    }
    let next = 0
    const work = async (): Promise<void> => {
      while (next < wanted.length) {
        const { placed, bx, by } = wanted[next++]
        const data = await placed.raster.readBlock(bx, by)
        if (data === null) whole = false
        if (!placed.blocks.has(blockKey(bx, by))) this.#store.insert(placed, bx, by, data)
      }
    }
    await Promise.all([work(), work(), work()])
    return whole
  }

  /** Height in metres, NaN if unknown or not prepared. */
  heightAt(lon: number, lat: number): number {
    this.#first.projection.forward(lon, lat, this.#plane)
    const x = this.#columnOf(this.#plane[0])
    const y = this.#rowOf(this.#plane[1])
    const col = Math.floor(x)
    const row = Math.floor(y)
    return this.#interpolate(col, row, x - col, y - row)
  }

  /**
   * Heights at every crossing of meridians and parallels, row by row along `lat`, NaN: unknown; faster than heightAt.
   */
  fillGrid(lon: Float64Array, lat: Float64Array, out: Float64Array): void {
    const width = lon.length
    if (this.rotated) {
      for (let i = 0; i < out.length; i++) out[i] = this.heightAt(lon[i % width], lat[Math.floor(i / width)])
      return
    }
    const { projection } = this.#first
    const cols = new Int32Array(width)
    const us = new Float64Array(width)
    for (let j = 0; j < width; j++) {
      projection.forward(lon[j], lat[0], this.#plane)
      const x = this.#columnOf(this.#plane[0])
      cols[j] = Math.floor(x)
      us[j] = x - cols[j]
    }
    let north = new Float64Array(width)
    let south = new Float64Array(width)
    let held = NaN
    for (let i = 0; i < lat.length; i++) {
      projection.forward(lon[0], lat[i], this.#plane)
      const y = this.#rowOf(this.#plane[1])
      const row = Math.floor(y)
      const v = y - row
      if (row !== held) {
        const passed = north
        north = south
        south = passed
        if (row !== held + 1) this.#fillAlong(row, cols, us, north)
        this.#fillAlong(row + 1, cols, us, south)
        held = row
      }
      const line = out.subarray(i * width, (i + 1) * width)
      if (fillBetween(north, south, v, line) === 0) continue
      // beside a void it depends on the weights
      for (let j = 0; j < width; j++) if (Number.isNaN(line[j])) line[j] = this.#interpolate(cols[j], row, us[j], v)
    }
  }

  /** Heights along a row of pixels, `us` of the way from column `cols` to the next; NaN where one is unknown. */
  #fillAlong(row: number, cols: Int32Array, us: Float64Array, out: Float64Array): void {
    let held = NaN
    let west = NaN
    let east = NaN
    for (let j = 0; j < cols.length; j++) {
      const col = cols[j]
      if (col !== held) {
        west = col === held + 1 ? east : this.#pixel(col, row)
        east = this.#pixel(col + 1, row)
        held = col
      }
      out[j] = west + (east - west) * us[j]
    }
  }

  #columnOf(planeX: number): number {
    const x = (planeX - this.#first.x0) / this.#first.stepX
    return snap(this.#period > 0 ? x - this.#period * Math.floor(x / this.#period) : x)
  }

  #rowOf(planeY: number): number {
    return snap((planeY - this.#first.y0) / this.#first.stepY)
  }

  /** Between pixel (col, row) and its neighbours to the east and south; u and v are 0..1. */
  #interpolate(col: number, row: number, u: number, v: number): number {
    const block = this.#last
    if (block !== null) {
      let c = col - block.col0
      if (c < 0) c += this.#period
      const r = row - block.row0
      if (c >= 0 && r >= 0 && c + 1 < block.width && r + 1 < block.height) {
        const at = r * block.width + c
        const data = block.data
        const nw = data[at]
        const ne = data[at + 1]
        const sw = data[at + block.width]
        const se = data[at + block.width + 1]
        if (nw > -32_000 && ne > -32_000 && sw > -32_000 && se > -32_000) {
          const north = nw + (ne - nw) * u
          return north + (sw + (se - sw) * u - north) * v
        }
      }
    }
    const nw = this.#pixel(col, row)
    if (Number.isNaN(nw)) return NaN
    const ne = u === 0 ? nw : this.#pixel(col + 1, row)
    const sw = v === 0 ? nw : this.#pixel(col, row + 1)
    if (Number.isNaN(ne + sw)) return NaN
    const se = v === 0 ? ne : u === 0 ? sw : this.#pixel(col + 1, row + 1)
    const north = nw + (ne - nw) * u
    return north + (sw + (se - sw) * u - north) * v
  }

  /** True if the pixel nearest to the point is in a loaded block and void: no coarser layer may fill it. */
  isVoidAt(lon: number, lat: number): boolean {
    const first = this.#first
    const plane = this.#plane
    const store = this.#store
    first.projection.forward(lon, lat, plane)
    const col = store.wrapCol(Math.round((plane[0] - first.x0) / first.stepX))
    const row = Math.round((plane[1] - first.y0) / first.stepY)
    return Number.isNaN(this.#pixel(col, row)) && store.find(col, row) !== null
  }

  async close(): Promise<void> {
    this.#store.clear()
    this.#last = null
    for (const placed of this.#placed) {
      placed.blocks.clear()
      await placed.raster.close()
    }
  }

  /** Metres or NaN of one pixel, from the first file that has a height there. */
  #pixel(col: number, row: number): number {
    const store = this.#store
    const c = store.wrapCol(col)
    const blocks = store.near(c, row)
    if (blocks === undefined) return NaN
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[i]
      const dc = store.colIn(block, c)
      const dr = row - block.row0
      if (dc < 0 || dr < 0 || dc >= block.width || dr >= block.height) continue
      this.#last = block
      const value = block.data[dr * block.width + dc]
      if (isHeight(value)) return value
    }
    return NaN
  }
}

/** Fills a line that lies `v` of the way from one to another; returns how many of its heights are unknown. */
function fillBetween(north: Float64Array, south: Float64Array, v: number, line: Float64Array): number {
  let unknown = 0
  for (let j = 0; j < line.length; j++) {
    const height = north[j] + (south[j] - north[j]) * v
    if (Number.isNaN(height)) unknown++
    line[j] = height
  }
  return unknown
}

/** A coordinate in pixels, moved onto the pixel centre if it differs only by rounding. */
function snap(pixels: number): number {
  const nearest = Math.round(pixels)
  return Math.abs(pixels - nearest) < ON_CENTRE ? nearest : pixels
}
