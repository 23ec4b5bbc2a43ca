// The terrain artifact of a release: PMTiles v3, 512 px lossless WebP, terrarium. Pixels of the deepest zoom are the
// source interpolated at their centres; a pixel of an overview is the mean of the four below it, voids left out.
// NaN is void and becomes VOID_PIXEL. The deepest zoom is as fine as keeps the source to 0.6 m (D10): OVERSAMPLE pixels
// per source pixel, z12 for 3 arc seconds, z13 for 1. It never writes a height where the source is void.

import type { Box } from '../geo/lon-lat.ts'
import { latOfWorldY, lonOfWorldX, MAX_MERCATOR_LAT, worldX, worldY } from '../geo/web-mercator.ts'
import { ServiceError } from '../errors.ts'
import { encodeWebpTile, toTerrariumPixels } from './height-tile.ts'
import { MERCATOR_AROUND_M } from './map-projection.ts'
import type { DemSource } from './open-dem.ts'
import { requireOverlap, splitBox } from './open-dem.ts'
import { TileArchiveWriter } from './tile-archive-writer.ts'

export const ARTIFACT_TILE_PX = 512
const OVERSAMPLE = 3.2
const MAX_ZOOM = 15
const DEFAULT_MIN_ZOOM = 5
const DEFAULT_MARGIN_M = 1000
const METRES_PER_DEG = 111_195
/** Heights are rounded to 1/16 m (exactly kept where the source is terrain tiles on the same grid). */
const STEPS_PER_M = 16
const EXACT_STEPS_PER_M = 256
/** Share of a pixel around its centre that must not be void where source pixels are turned against ours (UTM, up to about 6 degrees). */
const ROTATED_GUARD = 0.12
const ENCODES_AT_ONCE = 4
const MAX_TILES = 4_000_000

export type Progress = (done: number, total: number, what: string) => void

export interface TerrainArtifactOptions {
  /** shown with maps and answers; null unknown */
  attribution: string | null
  /** ISO time of the source data, null unknown */
  sourceTs: string | null
  name?: string
  /** ground around `box` that is written too; tiles are always whole */
  marginM?: number
  minZoom?: number
  /** instead of the zoom that fits the source */
  maxZoom?: number
  /** WebP effort 0 (fast, large files) .. 6 */
  effort?: number
}

export interface TerrainArtifact {
  minZoom: number
  maxZoom: number
  tileCount: number
  bytes: number
  bounds: Box
  /** of the deepest zoom */
  lowestM: number
  highestM: number
  /** share 0..1 of void pixels in the deepest zoom's tiles */
  voidShare: number
}

/** The zoom at which 512 px tiles keep the source. */
export function artifactZoom(dem: Pick<DemSource, 'equatorialPixelM' | 'onTileGrid'>): number {
  const exact = Math.log2(MERCATOR_AROUND_M / (ARTIFACT_TILE_PX * dem.equatorialPixelM))
  if (dem.onTileGrid) return Math.max(0, Math.min(MAX_ZOOM, Math.round(exact)))
  return Math.max(0, Math.min(MAX_ZOOM, Math.ceil(exact + Math.log2(OVERSAMPLE))))
}

/**
 * Writes the terrain of `box` (and a margin) to `outPath`. Equal input gives equal bytes. Throws ServiceError
 * `invalid_input` where the source holds no height in the box; then no file is left.
 */
export async function writeTerrainArtifact(dem: DemSource, box: Box, outPath: string, options: TerrainArtifactOptions, onProgress: Progress = () => {}): Promise<TerrainArtifact> {
  requireOverlap(dem, box)
  const maxZoom = options.maxZoom ?? artifactZoom(dem)
  const minZoom = Math.min(options.minZoom ?? DEFAULT_MIN_ZOOM, maxZoom)
  const bounds = withMargin(box, options.marginM ?? DEFAULT_MARGIN_M)
  const ranges = tileRanges(bounds, minZoom, maxZoom)
  const writer = await TileArchiveWriter.create(outPath)
  const pyramid = new PyramidBuild(dem, writer, ranges, maxZoom, options, onProgress)
  try {
    for (const [x, y] of listTiles(ranges[minZoom])) await pyramid.build(minZoom, x, y)
    await pyramid.settle()
    if (pyramid.heightCount === 0) {
      throw new ServiceError('invalid_input', 'The height files hold no height anywhere in the region: give height files that cover it.')
    }
    const summary = await writer.finish('webp', {
      name: options.name ?? 'terrain',
      type: 'baselayer',
      encoding: 'terrarium',
      void: 'R = G = B = 0',
      tile_size: ARTIFACT_TILE_PX,
      ...(options.attribution === null ? {} : { attribution: options.attribution }),
      ...(options.sourceTs === null ? {} : { source_ts: options.sourceTs }),
    }, bounds)
    return {
      ...summary, bounds, lowestM: pyramid.lowestM, highestM: pyramid.highestM, voidShare: 1 - pyramid.heightCount / pyramid.pixelCount,
    }
  } catch (thrown) {
    await pyramid.settle().catch(() => {})
    await writer.abandon()
    throw thrown
  }
}

interface TileRange {
  /** one span of columns, or two across the antimeridian */
  spans: { minX: number; maxX: number }[]
  minY: number
  maxY: number
}

class PyramidBuild {
  heightCount = 0
  pixelCount = 0
  lowestM = Infinity
  highestM = -Infinity
  private readonly dem: DemSource
  private readonly writer: TileArchiveWriter
  private readonly ranges: TileRange[]
  private readonly maxZoom: number
  private readonly effort: number
  private readonly onProgress: Progress
  private readonly stepsPerM: number
  private readonly encoding = new Set<Promise<void>>()
  private fault: unknown = null
  private doneTiles = 0
  private readonly totalTiles: number

  constructor(dem: DemSource, writer: TileArchiveWriter, ranges: TileRange[], maxZoom: number, options: TerrainArtifactOptions, onProgress: Progress) {
    this.dem = dem
    this.writer = writer
    this.ranges = ranges
    this.maxZoom = maxZoom
    this.effort = options.effort ?? 1
    this.onProgress = onProgress
    this.stepsPerM = dem.onTileGrid ? EXACT_STEPS_PER_M : STEPS_PER_M
    this.totalTiles = ranges.reduce((sum, range) => sum + countTiles(range), 0)
  }

  /** Writes a tile and all below it; heights in metres, NaN void, or null where nothing is known in it. */
  async build(z: number, x: number, y: number): Promise<Float32Array | null> {
    const heights = z === this.maxZoom ? await this.sampleTile(z, x, y) : await this.averageTile(z, x, y)
    this.onProgress(++this.doneTiles, this.totalTiles, 'terrain tiles')
    if (heights === null) return null
    while (this.encoding.size >= ENCODES_AT_ONCE) await Promise.race(this.encoding)
    if (this.fault !== null) throw this.fault
    const job = this.write(z, x, y, heights).catch((thrown: unknown) => {
      this.fault ??= thrown
    }).finally(() => this.encoding.delete(job))
    this.encoding.add(job)
    return heights
  }

  /** Waits for tiles being encoded; throws what went wrong in any of them. */
  async settle(): Promise<void> {
    await Promise.all(this.encoding)
    if (this.fault !== null) throw this.fault
  }

  private async write(z: number, x: number, y: number, heights: Float32Array): Promise<void> {
    const bytes = await encodeWebpTile(toTerrariumPixels(heights, this.stepsPerM), ARTIFACT_TILE_PX, this.effort)
    await this.writer.add(z, x, y, bytes)
  }

  private async sampleTile(z: number, x: number, y: number): Promise<Float32Array | null> {
    const { dem } = this
    const size = ARTIFACT_TILE_PX
    const across = size * 2 ** z
    const lon = new Float64Array(size)
    const lat = new Float64Array(size)
    for (let i = 0; i < size; i++) {
      lon[i] = lonOfWorldX((x * size + i + 0.5) / across)
      lat[i] = latOfWorldY((y * size + i + 0.5) / across)
    }
    await dem.prepare([lon[0], lat[size - 1], lon[size - 1], lat[0]])
    const guardLon = dem.rotated ? ROTATED_GUARD * (lon[1] - lon[0]) : 0
    const guardLat = dem.rotated ? ROTATED_GUARD * (lat[0] - lat[1]) : 0
    const heights = new Float32Array(size * size)
    let count = 0
    for (let row = 0; row < size; row++) {
      for (let col = 0; col < size; col++) {
        let height = dem.heightOrNaN(lon[col], lat[row])
        if (guardLon > 0 && !Number.isNaN(height)) {
          const around = dem.heightOrNaN(lon[col] - guardLon, lat[row] - guardLat) + dem.heightOrNaN(lon[col] + guardLon, lat[row] - guardLat)
            + dem.heightOrNaN(lon[col] - guardLon, lat[row] + guardLat) + dem.heightOrNaN(lon[col] + guardLon, lat[row] + guardLat)
          if (Number.isNaN(around)) height = NaN
        }
        heights[row * size + col] = height
        if (Number.isNaN(height)) continue
        count++
        if (height < this.lowestM) this.lowestM = height
        if (height > this.highestM) this.highestM = height
      }
    }
    if (count === 0) return null
    this.heightCount += count
    this.pixelCount += size * size
    return heights
  }

  private async averageTile(z: number, x: number, y: number): Promise<Float32Array | null> {
    const size = ARTIFACT_TILE_PX
    const half = size / 2
    let heights: Float32Array | null = null
    for (let quarter = 0; quarter < 4; quarter++) {
      const dx = quarter % 2
      const dy = quarter >> 1
      if (!isInRange(this.ranges[z + 1], x * 2 + dx, y * 2 + dy)) continue
      const below = await this.build(z + 1, x * 2 + dx, y * 2 + dy)
      if (below === null) continue
      heights ??= new Float32Array(size * size).fill(NaN)
      for (let row = 0; row < half; row++) {
        for (let col = 0; col < half; col++) {
          heights[(dy * half + row) * size + dx * half + col] = meanOfFour(below, row * 2 * size + col * 2, size)
        }
      }
    }
    return heights
  }
}

/** Mean of a pixel, its neighbours to the east and south and between; voids left out, NaN where all are void. */
function meanOfFour(heights: Float32Array, at: number, size: number): number {
  let sum = 0
  let count = 0
  for (const value of [heights[at], heights[at + 1], heights[at + size], heights[at + size + 1]]) {
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  return count === 0 ? NaN : sum / count
}

/** Tiles touching the bounds at every zoom, by zoom. */
function tileRanges(bounds: Box, minZoom: number, maxZoom: number): TileRange[] {
  const ranges: TileRange[] = []
  for (let z = minZoom; z <= maxZoom; z++) {
    const n = 2 ** z
    const clamp = (value: number): number => Math.max(0, Math.min(n - 1, Math.floor(value * n)))
    const spans = splitBox(bounds).map((part) => ({ minX: clamp(worldX(part[0])), maxX: clamp(worldX(part[2])) }))
    if (spans.length === 2 && spans[0].minX <= spans[1].maxX) spans.splice(0, 2, { minX: 0, maxX: n - 1 })
    ranges[z] = { spans, minY: clamp(worldY(bounds[3])), maxY: clamp(worldY(bounds[1])) }
    if (countTiles(ranges[z]) > MAX_TILES) throw new ServiceError('invalid_input', 'The region has too many terrain tiles at the resolution of the height files: import a smaller region or a coarser elevation model.')
  }
  return ranges
}

function countTiles(range: TileRange): number {
  return range.spans.reduce((sum, { minX, maxX }) => sum + maxX - minX + 1, 0) * (range.maxY - range.minY + 1)
}

function isInRange(range: TileRange, x: number, y: number): boolean {
  return y >= range.minY && y <= range.maxY && range.spans.some(({ minX, maxX }) => x >= minX && x <= maxX)
}

function* listTiles(range: TileRange): Generator<[x: number, y: number]> {
  for (let y = range.minY; y <= range.maxY; y++) {
    for (const { minX, maxX } of range.spans) {
      for (let x = minX; x <= maxX; x++) yield [x, y]
    }
  }
}

function withMargin(box: Box, marginM: number): Box {
  const lat = marginM / METRES_PER_DEG
  const widest = Math.min(89, Math.max(Math.abs(box[1]), Math.abs(box[3])))
  const lon = lat / Math.cos((widest * Math.PI) / 180)
  const wrap = (value: number): number => (value > 180 ? value - 360 : value < -180 ? value + 360 : value)
  const crosses = box[0] > box[2]
  const whole = !crosses && box[2] - box[0] + 2 * lon >= 360
  return [
    whole ? -180 : wrap(box[0] - lon),
    Math.max(-MAX_MERCATOR_LAT, box[1] - lat),
    whole ? 180 : wrap(box[2] + lon),
    Math.min(MAX_MERCATOR_LAT, box[3] + lat),
  ]
}
