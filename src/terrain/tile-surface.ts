// Heights between the pixels of one zoom of a terrain archive: bilinear between pixel centres, across tile borders and
// the antimeridian; if the archive names the grid of its source, bilinear between the source's pixels. Synchronous;
// tiles come from `findTile` (undefined: not loaded, null: the archive has none). Results are metres, NaN for unknown
// (void, outside, beyond the latitudes of Web Mercator), NOT_LOADED if a tile must be loaded first. A missing neighbour
// with weight above zero makes the result NaN; it is never filled in.

import { MAX_MERCATOR_LAT, worldX, worldY } from '../geo/web-mercator.ts'
import { type HeightTile, type PixelScale, heightOfPixel } from './height-tile.ts'
import { interpolateGrid, LEAST_WEIGHT, shareOf, type SourceGrid } from './raster-geometry.ts'

/** "Load the tile first"; distinguished from heights and NaN by `=== NOT_LOADED`. */
export const NOT_LOADED = Infinity
/** Distance from a pixel centre, in pixels, below which a point counts as at it. */
const ON_CENTRE = 1e-6
/** Source pixels that are kept, across and down. */
const NODES = 8
/** No column of a grid: steps are wider than a millionth of a degree. */
const NO_NODE = 0x7fffffff

export type FindLoadedTile = (x: number, y: number) => HeightTile | null | undefined

export class TileSurface {
  readonly z: number
  readonly #size: number
  readonly #scale: PixelScale
  readonly #findTile: FindLoadedTile
  /** tiles and pixels around the world at this zoom */
  readonly #tilesAcross: number
  readonly #pixelsAcross: number

  /** grid of the source; null: interpolate between tile pixels */
  readonly #grid: SourceGrid | null
  #isMissing = false
  // source pixels computed last, by column and row modulo NODES: neighbours on a line share theirs
  readonly #nodeColumn = new Int32Array(NODES * NODES).fill(NO_NODE)
  readonly #nodeRow = new Int32Array(NODES * NODES)
  readonly #nodeHeightM = new Float64Array(NODES * NODES)
  readonly #nodeAt = (i: number, j: number): number => {
    const place = (i & (NODES - 1)) * NODES + (j & (NODES - 1))
    if (this.#nodeColumn[place] === i && this.#nodeRow[place] === j) return this.#nodeHeightM[place]
    const heightM = this.#computeNode(i, j, this.#grid!)
    if (this.#isMissing) return heightM
    this.#nodeColumn[place] = i
    this.#nodeRow[place] = j
    return (this.#nodeHeightM[place] = heightM)
  }

  /** A source pixel computed from the known tile pixels around it, NaN if too few are known. */
  #computeNode(i: number, j: number, { lon, lat, stepLon, stepLat }: SourceGrid): number {
    const x = worldX(lon + i * stepLon) * this.#pixelsAcross - 0.5
    const y = worldY(lat + j * stepLat) * this.#pixelsAcross - 0.5
    const col = Math.floor(x)
    const row = Math.floor(y)
    const u = x - col
    const v = y - row
    let sum = 0
    let total = 0
    for (let k = 0; k < 4; k++) {
      const weight = ((k & 1) === 0 ? 1 - u : u) * (k < 2 ? 1 - v : v)
      if (weight < ON_CENTRE) continue
      const height = this.#pixel(col + (k & 1), row + (k >> 1))
      if (height === NOT_LOADED) this.#isMissing = true
      if (Number.isNaN(height)) continue
      sum += weight * height
      total += weight
    }
    return total < LEAST_WEIGHT ? NaN : sum / total
  }

  constructor(z: number, size: number, scale: PixelScale, findTile: FindLoadedTile, grid: SourceGrid | null = null) {
    this.z = z
    this.#size = size
    this.#scale = scale
    this.#findTile = findTile
    this.#grid = grid
    this.#tilesAcross = 2 ** z
    this.#pixelsAcross = size * this.#tilesAcross
  }

  heightAt(lon: number, lat: number): number {
    const height = this.#tileHeightAt(lon, lat)
    if (this.#grid === null || height === NOT_LOADED || Number.isNaN(height)) return height
    this.#isMissing = false
    const kept = interpolateGrid(this.#grid, lon, lat, this.#nodeAt, height)
    return this.#isMissing ? NOT_LOADED : kept
  }

  /** Bilinear between tile pixels. */
  #tileHeightAt(lon: number, lat: number): number {
    if (!(Math.abs(lat) <= MAX_MERCATOR_LAT) || !Number.isFinite(lon)) return NaN
    const x = worldX(lon) * this.#pixelsAcross - 0.5
    const y = worldY(lat) * this.#pixelsAcross - 0.5
    const col = Math.floor(x + ON_CENTRE)
    const row = Math.floor(y + ON_CENTRE)
    const u = shareOf(x - col, ON_CENTRE)
    const v = shareOf(y - row, ON_CENTRE)
    const size = this.#size
    const scale = this.#scale
    const c = ((col % size) + size) % size
    const r = ((row % size) + size) % size
    let nw: number
    let ne: number
    let sw: number
    let se: number
    if (c + 1 < size && r + 1 < size) {
      const tile = this.#tileAt((col - c) / size, (row - r) / size)
      if (tile === undefined) return NOT_LOADED
      if (tile === null) return NaN
      const at = (r * size + c) * tile.channels
      const below = at + size * tile.channels
      nw = heightOfPixel(tile, at, scale)
      ne = u === 0 ? nw : heightOfPixel(tile, at + tile.channels, scale)
      sw = v === 0 ? nw : heightOfPixel(tile, below, scale)
      se = v === 0 ? ne : u === 0 ? sw : heightOfPixel(tile, below + tile.channels, scale)
    } else {
      nw = this.#pixel(col, row)
      ne = u === 0 ? nw : this.#pixel(col + 1, row)
      sw = v === 0 ? nw : this.#pixel(col, row + 1)
      se = v === 0 ? ne : u === 0 ? sw : this.#pixel(col + 1, row + 1)
      if (nw === NOT_LOADED || ne === NOT_LOADED || sw === NOT_LOADED || se === NOT_LOADED) return NOT_LOADED
    }
    const north = nw + (ne - nw) * u
    return north + (sw + (se - sw) * u - north) * v
  }

  /** Calls `visit` with the tiles needed for the height at a point, one or more times each. */
  visitTiles(lon: number, lat: number, visit: (x: number, y: number) => void): void {
    this.#visitTilesOf(lon, lat, visit)
    const grid = this.#grid
    if (grid === null) return
    const node = (i: number, j: number) => {
      this.#visitTilesOf(grid.lon + i * grid.stepLon, grid.lat + j * grid.stepLat, visit)
      return 0
    }
    interpolateGrid(grid, lon, lat, node, 0)
  }

  #visitTilesOf(lon: number, lat: number, visit: (x: number, y: number) => void): void {
    if (!(Math.abs(lat) <= MAX_MERCATOR_LAT) || !Number.isFinite(lon)) return
    const x = worldX(lon) * this.#pixelsAcross - 0.5
    const y = worldY(lat) * this.#pixelsAcross - 0.5
    const x0 = Math.floor((x - ON_CENTRE) / this.#size)
    const x1 = Math.floor((x + 1 + ON_CENTRE) / this.#size)
    const y0 = Math.max(0, Math.floor((y - ON_CENTRE) / this.#size))
    const y1 = Math.min(this.#tilesAcross - 1, Math.floor((y + 1 + ON_CENTRE) / this.#size))
    for (let ty = y0; ty <= y1; ty++) {
      for (let tx = x0; tx <= x1; tx++) visit(tx - this.#tilesAcross * Math.floor(tx / this.#tilesAcross), ty)
    }
  }

  #pixel(col: number, row: number): number {
    if (row < 0 || row >= this.#pixelsAcross) return NaN
    const size = this.#size
    const tile = this.#tileAt(Math.floor(col / size), Math.floor(row / size))
    if (tile === undefined) return NOT_LOADED
    if (tile === null) return NaN
    return heightOfPixel(tile, ((row % size) * size + (((col % size) + size) % size)) * tile.channels, this.#scale)
  }

  #tileAt(x: number, y: number): HeightTile | null | undefined {
    if (y < 0 || y >= this.#tilesAcross) return null
    return this.#findTile(x - this.#tilesAcross * Math.floor(x / this.#tilesAcross), y)
  }
}
