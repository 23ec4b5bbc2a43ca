// A terrain PMTiles archive as a source of heights: its deepest zoom as a pixel grid in Web Mercator, and up to two
// coarser zooms only where the archive has no tile at the deeper one (archives that are deeper in places). If the
// deepest tile exists and is void, the height is unknown: an overview never fills a void.

import { basename } from 'node:path'
import type { Box } from '../geo/lon-lat.ts'
import { HeightMosaic } from './height-mosaic.ts'
import { type HeightRaster, demFault } from './height-raster.ts'
import { PIXEL_SCALES, type TerrainEncoding, toHeightsM } from './height-tile.ts'
import { MERCATOR_AROUND_M, WEB_MERCATOR } from './map-projection.ts'
import type { TerrainFile } from './terrain-file.ts'
import { openTerrain } from './open-terrain.ts'

const COARSER_ZOOMS = 2

export class TilePyramid {
  readonly name: string
  readonly bounds: Box
  readonly arcSeconds: number
  readonly rotated = false
  readonly attribution: string | null
  /** ISO time of the source data from the archive's metadata (`source_ts`), null if unknown */
  readonly sourceTs: string | null
  /** metres per pixel at the equator */
  readonly equatorialPixelM: number
  readonly #file: TerrainFile
  /** deepest zoom first */
  readonly #mosaics: HeightMosaic[]

  constructor(name: string, file: TerrainFile, cacheBytes: number) {
    this.name = name
    this.#file = file
    this.attribution = file.attribution
    const { source_ts: sourceTs } = file.metadata
    this.sourceTs = typeof sourceTs === 'string' ? sourceTs : null
    this.equatorialPixelM = MERCATOR_AROUND_M / (file.tileSize * 2 ** file.maxZoom)
    this.#mosaics = []
    for (let z = file.maxZoom; z >= Math.max(file.minZoom, file.maxZoom - COARSER_ZOOMS); z--) {
      this.#mosaics.push(new HeightMosaic([zoomRaster(name, file, z)], cacheBytes))
    }
    // a header without bounds does not say where the tiles are
    const [minLon, minLat, maxLon, maxLat] = file.bounds
    this.bounds = minLon < maxLon && minLat < maxLat ? file.bounds : this.#mosaics[0].bounds
    const midLat = (this.bounds[1] + this.bounds[3]) / 2
    this.arcSeconds = this.equatorialPixelM * WEB_MERCATOR.unitDeg * 3600 * Math.cos((midLat * Math.PI) / 180)
  }

  /** Opens an archive as a source of heights. Throws ServiceError `invalid_input`. */
  static async open(path: string, encoding: TerrainEncoding | undefined, cacheBytes: number): Promise<TilePyramid> {
    const file = await openTerrain(path, {
      ...(encoding === undefined ? {} : { encoding }),
      fault: (sentence, cause) =>
        demFault(
          path,
          `${sentence.replace(/\.$/, '')}: give a complete terrain PMTiles archive (terrarium or mapbox, png or webp).`,
          cause,
        ),
    })
    return new TilePyramid(basename(path), file, cacheBytes)
  }

  async prepare(box: Box): Promise<void> {
    for (const mosaic of this.#mosaics) {
      if (await mosaic.prepare(box)) return
    }
  }

  heightAt(lon: number, lat: number): number {
    for (const mosaic of this.#mosaics) {
      const height = mosaic.heightAt(lon, lat)
      if (!Number.isNaN(height) || mosaic.isVoidAt(lon, lat)) return height
    }
    return NaN
  }

  fillGrid(lon: Float64Array, lat: Float64Array, out: Float64Array): void {
    for (let i = 0; i < out.length; i++) out[i] = this.heightAt(lon[i % lon.length], lat[Math.floor(i / lon.length)])
  }

  async close(): Promise<void> {
    for (const mosaic of this.#mosaics) await mosaic.close()
    await this.#file.close()
  }
}

function zoomRaster(name: string, file: TerrainFile, z: number): HeightRaster {
  const side = file.tileSize * 2 ** z
  const stepM = MERCATOR_AROUND_M / side
  return {
    name,
    projection: WEB_MERCATOR,
    x0: (stepM - MERCATOR_AROUND_M) / 2,
    y0: (MERCATOR_AROUND_M - stepM) / 2,
    stepX: stepM,
    stepY: -stepM,
    width: side,
    height: side,
    blockWidth: file.tileSize,
    blockHeight: file.tileSize,
    bytesPerPixel: 4,
    async readBlock(x, y) {
      const tile = await file.readTile(z, x, y)
      if (tile === null) return null
      if (tile.size !== file.tileSize) throw demFault(name, 'mixes tiles of different sizes: it is damaged.')
      return toHeightsM(tile, PIXEL_SCALES[file.encoding])
    },
    async close() {},
  }
}
