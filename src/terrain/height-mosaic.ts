// Rasters that lie on one pixel grid, read as one surface: bilinear between pixel centres, across file borders.
// Columns run east, rows south or north as the files do, counted from the first file's pixel (0, 0); on a plane that
// closes around the earth columns are taken modulo the period, so the antimeridian is a border like any other.
// `prepare` loads blocks, `heightAt` is synchronous and returns NaN for unknown. A missing neighbour with weight
// above zero makes the answer NaN: it never extrapolates and never fills a void.

import type { Box } from '../geo/lon-lat.ts'
import { ServiceError } from '../errors.ts'
import type { HeightRaster, Heights } from './height-raster.ts'
import { isHeight } from './height-raster.ts'

/** Distance from a pixel centre, in pixels, below which a point counts as on it. */
const ON_CENTRE = 1e-7
/** Offset from a whole pixel, in pixels, up to which files share a grid. */
const SAME_GRID = 0.01
const CELL = 512
const CELL_BIAS = 2_097_152

interface Block {
  col0: number
  row0: number
  width: number
  height: number
  data: Heights
  /** position of its raster among the rasters: lower wins where files overlap */
  rank: number
}

interface PlacedRaster {
  raster: HeightRaster
  rank: number
  col0: number
  row0: number
  bounds: Box
  /** block key -> block, null where the file holds nothing */
  blocks: Map<number, Block | null>
}

export class HeightMosaic {
  readonly bounds: Box
  /** north-south spacing in arc seconds at the middle of the first raster */
  readonly arcSeconds: number
  readonly rotated: boolean
  /** columns around the earth, 0 where the plane does not close */
  private readonly period: number
  private readonly first: HeightRaster
  private readonly placed: PlacedRaster[] = []
  private readonly cells = new Map<number, Block[]>()
  private readonly plane = new Float64Array(2)
  private last: Block | null = null
  private residentBytes = 0
  private readonly cacheBytes: number

  constructor(rasters: HeightRaster[], cacheBytes: number) {
    const first = rasters[0]
    this.first = first
    this.cacheBytes = cacheBytes
    this.rotated = first.projection.rotated
    const around = first.projection.periodUnits === null ? 0 : first.projection.periodUnits / Math.abs(first.stepX)
    this.period = around > 0 && Math.abs(around - Math.round(around)) < SAME_GRID ? Math.round(around) : 0
    for (const raster of rasters) {
      const col = Math.round((raster.x0 - first.x0) / first.stepX)
      this.placed.push({
        raster,
        rank: this.placed.length,
        col0: this.wrapCol(col),
        row0: Math.round((raster.y0 - first.y0) / first.stepY),
        bounds: rasterBounds(raster),
        blocks: new Map(),
      })
    }
    this.bounds = unionOf(this.placed.map((placed) => placed.bounds))
    const midLat = (this.placed[0].bounds[1] + this.placed[0].bounds[3]) / 2
    const shrink = first.projection.scalesWithLat ? Math.cos((midLat * Math.PI) / 180) : 1
    this.arcSeconds = Math.abs(first.stepY) * first.projection.unitDeg * 3600 * shrink
  }

  /** True where `raster` lies on the grid of this mosaic's first raster. */
  static shareGrid(a: HeightRaster, b: HeightRaster): boolean {
    if (a.projection.key !== b.projection.key) return false
    const cols = (b.x0 - a.x0) / a.stepX
    const rows = (b.y0 - a.y0) / a.stepY
    return Math.abs(a.stepX - b.stepX) * b.width < SAME_GRID * Math.abs(a.stepX)
      && Math.abs(a.stepY - b.stepY) * b.height < SAME_GRID * Math.abs(a.stepY)
      && Math.abs(cols - Math.round(cols)) < SAME_GRID && Math.abs(rows - Math.round(rows)) < SAME_GRID
  }

  /**
   * Loads every block that heights inside `box` need. Blocks of earlier boxes stay while they fit the cache.
   * Resolves to false where the files hold a gap inside the box (a missing tile), true otherwise.
   */
  async prepare(box: Box): Promise<boolean> {
    const wanted: { placed: PlacedRaster; key: number; bx: number; by: number }[] = []
    const keep = new Map<PlacedRaster, Set<number>>()
    let whole = true
    let wantedBytes = 0
    let totalBytes = 0
    for (const placed of this.placed) {
      const window = this.windowOf(placed, box)
      if (window === null) continue
      const { raster } = placed
      const bx0 = Math.floor(window.col0 / raster.blockWidth)
      const bx1 = Math.floor(window.col1 / raster.blockWidth)
      const by0 = Math.floor(window.row0 / raster.blockHeight)
      const by1 = Math.floor(window.row1 / raster.blockHeight)
      const blockBytes = raster.blockWidth * raster.blockHeight * raster.bytesPerPixel
      totalBytes += (bx1 - bx0 + 1) * (by1 - by0 + 1) * blockBytes
      if (totalBytes > MAX_RESIDENT_BYTES) {
        throw new ServiceError('invalid_input', `The region needs more than ${MAX_RESIDENT_BYTES / 1e9} GB of heights from ${raster.name} in memory at once: import a smaller region or a coarser elevation model.`)
      }
      const keys = new Set<number>()
      keep.set(placed, keys)
      for (let by = by0; by <= by1; by++) {
        for (let bx = bx0; bx <= bx1; bx++) {
          const key = by * 16_777_216 + bx
          keys.add(key)
          const known = placed.blocks.get(key)
          if (known === undefined) {
            wanted.push({ placed, key, bx, by })
            wantedBytes += blockBytes
          } else if (known === null) whole = false
        }
      }
    }
    if (this.residentBytes + wantedBytes > this.cacheBytes) this.evict(keep)
    let next = 0
    const work = async (): Promise<void> => {
      while (next < wanted.length) {
        const { placed, key, bx, by } = wanted[next++]
        const data = await placed.raster.readBlock(bx, by)
        if (data === null) whole = false
        if (!placed.blocks.has(key)) this.insert(placed, key, bx, by, data)
      }
    }
    await Promise.all([work(), work(), work()])
    return whole
  }

  /** Height in metres, NaN where unknown or not prepared. */
  heightAt(lon: number, lat: number): number {
    this.first.projection.forward(lon, lat, this.plane)
    const x = this.columnOf(this.plane[0])
    const y = this.rowOf(this.plane[1])
    const col = Math.floor(x)
    const row = Math.floor(y)
    return this.interpolate(col, row, x - col, y - row)
  }

  /** Heights at every crossing of meridians and parallels, row by row along `lat`, NaN unknown; as heightAt, faster. */
  fillGrid(lon: Float64Array, lat: Float64Array, out: Float64Array): void {
    const width = lon.length
    if (this.rotated) {
      for (let i = 0; i < out.length; i++) out[i] = this.heightAt(lon[i % width], lat[Math.floor(i / width)])
      return
    }
    const { projection } = this.first
    const cols = new Int32Array(width)
    const us = new Float64Array(width)
    for (let j = 0; j < width; j++) {
      projection.forward(lon[j], lat[0], this.plane)
      const x = this.columnOf(this.plane[0])
      cols[j] = Math.floor(x)
      us[j] = x - cols[j]
    }
    for (let i = 0; i < lat.length; i++) {
      projection.forward(lon[0], lat[i], this.plane)
      const y = this.rowOf(this.plane[1])
      const row = Math.floor(y)
      const v = y - row
      for (let j = 0; j < width; j++) out[i * width + j] = this.interpolate(cols[j], row, us[j], v)
    }
  }

  private columnOf(planeX: number): number {
    const x = (planeX - this.first.x0) / this.first.stepX
    return snap(this.period > 0 ? x - this.period * Math.floor(x / this.period) : x)
  }

  private rowOf(planeY: number): number {
    return snap((planeY - this.first.y0) / this.first.stepY)
  }

  /** Between pixel (col, row) and its neighbours to the east and south; u and v are 0..1. */
  private interpolate(col: number, row: number, u: number, v: number): number {
    const block = this.last
    if (block !== null) {
      let c = col - block.col0
      if (c < 0) c += this.period
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
    const nw = this.pixel(col, row)
    if (Number.isNaN(nw)) return NaN
    const ne = u === 0 ? nw : this.pixel(col + 1, row)
    const sw = v === 0 ? nw : this.pixel(col, row + 1)
    if (Number.isNaN(ne + sw)) return NaN
    const se = v === 0 ? ne : u === 0 ? sw : this.pixel(col + 1, row + 1)
    const north = nw + (ne - nw) * u
    return north + (sw + (se - sw) * u - north) * v
  }

  /** True where the pixel nearest to the point lies in a loaded block and is void: nobody coarser may fill it. */
  isVoidAt(lon: number, lat: number): boolean {
    const { first, plane } = this
    first.projection.forward(lon, lat, plane)
    const col = this.wrapCol(Math.round((plane[0] - first.x0) / first.stepX))
    const row = Math.round((plane[1] - first.y0) / first.stepY)
    return Number.isNaN(this.pixel(col, row)) && this.findBlock(col, row) !== null
  }

  async close(): Promise<void> {
    this.cells.clear()
    this.last = null
    for (const placed of this.placed) {
      placed.blocks.clear()
      await placed.raster.close()
    }
  }

  /** Metres or NaN of one pixel: the first file that has a height there. */
  private pixel(col: number, row: number): number {
    const c = this.wrapCol(col)
    const blocks = this.cells.get(cellKey(c, row))
    if (blocks === undefined) return NaN
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[i]
      const dc = this.colIn(block, c)
      const dr = row - block.row0
      if (dc < 0 || dr < 0 || dc >= block.width || dr >= block.height) continue
      this.last = block
      const value = block.data[dr * block.width + dc]
      if (isHeight(value)) return value
    }
    return NaN
  }

  private findBlock(col: number, row: number): Block | null {
    return this.cells.get(cellKey(col, row))?.find((block) => {
      const dc = this.colIn(block, col)
      return dc >= 0 && dc < block.width && row >= block.row0 && row < block.row0 + block.height
    }) ?? null
  }

  private colIn(block: Block, col: number): number {
    const c = col - block.col0
    return c < 0 ? c + this.period : c
  }

  private wrapCol(col: number): number {
    return this.period === 0 ? col : col - this.period * Math.floor(col / this.period)
  }

  /** Pixels of a raster that heights inside the box touch, in the raster's own columns and rows; null for none. */
  private windowOf(placed: PlacedRaster, box: Box): { col0: number; row0: number; col1: number; row1: number } | null {
    const { raster, bounds } = placed
    const shift = 360 * Math.round(((bounds[0] + bounds[2]) / 2 - (box[0] + box[2]) / 2) / 360)
    // a pixel or two beyond the edge, because neighbours of a point inside may lie outside
    const slackX = 3 * Math.abs(raster.stepX) * raster.projection.unitDeg / Math.max(0.01, Math.cos((Math.min(89, Math.max(Math.abs(bounds[1]), Math.abs(bounds[3]))) * Math.PI) / 180))
    const slackY = 3 * Math.abs(raster.stepY) * raster.projection.unitDeg
    const minLon = Math.max(box[0] + shift - slackX, bounds[0] - slackX)
    const maxLon = Math.min(box[2] + shift + slackX, bounds[2] + slackX)
    const minLat = Math.max(box[1] - slackY, bounds[1] - slackY, -89.999)
    const maxLat = Math.min(box[3] + slackY, bounds[3] + slackY, 89.999)
    if (minLon > maxLon || minLat > maxLat) return null
    let col0 = Infinity
    let col1 = -Infinity
    let row0 = Infinity
    let row1 = -Infinity
    const steps = raster.projection.rotated ? 24 : 1
    for (let i = 0; i <= steps; i++) {
      for (let j = 0; j <= steps; j++) {
        raster.projection.forward(minLon + ((maxLon - minLon) * i) / steps, minLat + ((maxLat - minLat) * j) / steps, this.plane)
        const col = (this.plane[0] - raster.x0) / raster.stepX
        const row = (this.plane[1] - raster.y0) / raster.stepY
        if (Number.isNaN(col) || Number.isNaN(row)) continue
        col0 = Math.min(col0, col)
        col1 = Math.max(col1, col)
        row0 = Math.min(row0, row)
        row1 = Math.max(row1, row)
      }
    }
    const extra = raster.projection.rotated ? 2 + 0.005 * Math.max(col1 - col0, row1 - row0) : 0
    col0 = Math.max(0, Math.floor(col0 - extra))
    row0 = Math.max(0, Math.floor(row0 - extra))
    col1 = Math.min(raster.width - 1, Math.ceil(col1 + extra))
    row1 = Math.min(raster.height - 1, Math.ceil(row1 + extra))
    return col0 > col1 || row0 > row1 ? null : { col0, row0, col1, row1 }
  }

  private insert(placed: PlacedRaster, key: number, bx: number, by: number, data: Heights | null): void {
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
    for (const cell of this.cellsOf(block)) {
      const list = this.cells.get(cell)
      if (list === undefined) this.cells.set(cell, [block])
      else {
        list.push(block)
        list.sort((a, b) => a.rank - b.rank)
      }
    }
  }

  private evict(keep: Map<PlacedRaster, Set<number>>): void {
    this.last = null
    for (const placed of this.placed) {
      for (const [key, block] of placed.blocks) {
        if (keep.get(placed)?.has(key)) continue
        placed.blocks.delete(key)
        if (block === null) continue
        this.residentBytes -= block.data.byteLength
        for (const cell of this.cellsOf(block)) {
          const left = this.cells.get(cell)?.filter((other) => other !== block) ?? []
          if (left.length === 0) this.cells.delete(cell)
          else this.cells.set(cell, left)
        }
      }
    }
  }

  private cellsOf(block: Block): Set<number> {
    const cells = new Set<number>()
    const end = block.col0 + block.width
    const spans = this.period > 0 && end > this.period ? [[block.col0, this.period], [0, end - this.period]] : [[block.col0, end]]
    for (const [from, to] of spans) {
      for (let c = Math.floor(from / CELL); c * CELL < to; c++) {
        for (let r = Math.floor(block.row0 / CELL); r * CELL < block.row0 + block.height; r++) cells.add(cellKey(c * CELL, r * CELL))
      }
    }
    return cells
  }
}

const MAX_RESIDENT_BYTES = 4_000_000_000

/** A coordinate in pixels, moved onto the pixel centre where it is there but for rounding. */
function snap(pixels: number): number {
  const nearest = Math.round(pixels)
  return Math.abs(pixels - nearest) < ON_CENTRE ? nearest : pixels
}

function cellKey(col: number, row: number): number {
  return (Math.floor(row / CELL) + CELL_BIAS) * 4_194_304 + Math.floor(col / CELL) + CELL_BIAS
}

function unionOf(boxes: Box[]): Box {
  return [
    Math.min(...boxes.map((box) => box[0])), Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])), Math.max(...boxes.map((box) => box[3])),
  ]
}

/** Degrees between the outermost pixel centres: heights exist only between centres. */
function rasterBounds(raster: HeightRaster): Box {
  const out = new Float64Array(2)
  let minLon = Infinity
  let minLat = Infinity
  let maxLon = -Infinity
  let maxLat = -Infinity
  const steps = raster.projection.rotated ? 32 : 1
  for (let i = 0; i <= steps; i++) {
    for (let j = 0; j <= steps; j++) {
      if (i > 0 && i < steps && j > 0 && j < steps) continue
      const x = raster.x0 + (raster.stepX * (raster.width - 1) * i) / steps
      const y = raster.y0 + (raster.stepY * (raster.height - 1) * j) / steps
      raster.projection.inverse(x, y, out)
      minLon = Math.min(minLon, out[0])
      maxLon = Math.max(maxLon, out[0])
      minLat = Math.min(minLat, out[1])
      maxLat = Math.max(maxLat, out[1])
    }
  }
  return [minLon, minLat, maxLon, maxLat]
}
