// A snow raster on disk: a GeoTIFF in degrees, Web Mercator or UTM. Only the tiles or strips that contain a requested
// point are read. A point gets the number of its pixel: codes are never interpolated. Position and block list are
// checked as for terrain. The meaning of a number is in snow-products.ts.

import type { GeoTIFFImage } from 'geotiff'
import type { LonLat } from '../../geo/lon-lat.ts'
import { demFault } from '../../terrain/height-raster.ts'
import { gdalItem, openTiff } from '../../terrain/open-tiff.ts'
import { readBlockTable, readNodata, readPlace } from '../../terrain/read-geotiff.ts'
import { ReadCache } from '../../storage/read-cache.ts'

const MAX_PIXELS = 1_000_000_000

type Place = ReturnType<typeof readPlace>

export interface SnowRaster {
  width: number
  height: number
  /** whether the stored numbers are integers */
  whole: boolean
  /**
   * Stored number per point, null if the file declares no data there; undefined outside the raster. Throws ServiceError
   * `invalid_input`.
   */
  sample(points: readonly LonLat[]): Promise<(number | null | undefined)[]>
  /** Reads the whole raster once, block by block; null is no data. */
  visit(each: (value: number | null) => void): Promise<void>
  /** whether the pixels of both cover the same places */
  isAligned(other: SnowRaster): boolean
  place: { key: string; x0: number; y0: number; stepX: number; stepY: number }
  close(): Promise<void>
}

/** Opens a raster without reading pixels. Throws ServiceError `invalid_input` with one sentence. */
export function openSnowRaster(path: string): Promise<SnowRaster> {
  return openTiff(path, toRaster)
}

/** Checks the file's header. Throws ServiceError `invalid_input`. */
async function toRaster(
  path: string,
  image: GeoTIFFImage,
  fileBytes: number,
  close: () => Promise<void>,
): Promise<SnowRaster> {
  const width = image.getWidth()
  const height = image.getHeight()
  if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS))
    throw demFault(
      path,
      `has ${width} x ${height} pixels; at most ${MAX_PIXELS.toLocaleString('en')} are read: cut out the region with \`gdalwarp -te\`.`,
    )
  if (image.getSamplesPerPixel() > 2) throw demFault(path, 'holds a picture, not snow: give a TIFF with one band.')
  const pixels = new PixelPlace(readPlace(path, image), width, height)
  const { hasData } = await readBlockTable(path, image, fileBytes)
  await refuseScaled(path, image)
  return new TiffSnowRaster(pixels, new BlockReader(path, image, hasData), readNodata(image), close)
}

/** The positions of a raster's pixels. */
class PixelPlace {
  readonly width: number
  readonly height: number
  readonly place: SnowRaster['place']
  readonly #projection: Place['projection']
  readonly #out = new Float64Array(2)

  constructor({ projection, x0, y0, stepX, stepY }: Place, width: number, height: number) {
    this.width = width
    this.height = height
    this.place = { key: projection.key, x0, y0, stepX, stepY }
    this.#projection = projection
  }

  /** Index of the pixel that contains a point, or -1. */
  pixelOf(lon: number, lat: number): number {
    const { x0, y0, stepX, stepY } = this.place
    const out = this.#out
    this.#projection.forward(lon, lat, out)
    const row = Math.floor((out[1] - y0) / stepY + 0.5)
    if (!(row >= 0 && row < this.height)) return -1
    const turn = this.#projection.periodUnits ?? 0
    for (const x of turn === 0 ? [out[0]] : [out[0], out[0] + turn, out[0] - turn]) {
      const col = Math.floor((x - x0) / stepX + 0.5)
      if (col >= 0 && col < this.width) return row * this.width + col
    }
    return -1
  }
}

class TiffSnowRaster implements SnowRaster {
  readonly width: number
  readonly height: number
  readonly whole: boolean
  readonly place: SnowRaster['place']
  readonly close: () => Promise<void>
  readonly #pixels: PixelPlace
  readonly #blocks: BlockReader
  readonly #nodata: number | null
  readonly #nodata32: number

  constructor(pixels: PixelPlace, blocks: BlockReader, nodata: number | null, close: () => Promise<void>) {
    this.width = pixels.width
    this.height = pixels.height
    this.place = pixels.place
    this.whole = blocks.whole
    this.close = close
    this.#pixels = pixels
    this.#blocks = blocks
    this.#nodata = nodata
    this.#nodata32 = nodata === null ? NaN : Math.fround(nodata)
  }

  async sample(points: readonly LonLat[]): Promise<(number | null | undefined)[]> {
    const { width } = this
    const blocks = this.#blocks
    const pixels = points.map(([lon, lat]) => this.#pixels.pixelOf(lon, lat))
    const blockOf = (pixel: number) => blocks.blockOf(pixel % width, Math.floor(pixel / width))
    const needed = new Set(pixels.filter((pixel) => pixel >= 0).map(blockOf))
    // one after another, so that a line through many blocks does not decode all of them at once
    const values: (number | null | undefined)[] = new Array(points.length)
    for (const block of needed) {
      const band = await blocks.get(block)
      const [left, top, right] = blocks.windowOf(block)
      for (let i = 0; i < pixels.length; i++) {
        if (pixels[i] < 0 || blockOf(pixels[i]) !== block) continue
        values[i] =
          band === null
            ? null
            : this.#toValue(band[(Math.floor(pixels[i] / width) - top) * (right - left) + (pixels[i] % width) - left])
      }
    }
    return values
  }

  async visit(each: (value: number | null) => void): Promise<void> {
    for (let block = 0; block < this.#blocks.count; block++) {
      const band = await this.#blocks.read(block)
      if (band === null) each(null)
      else for (let i = 0; i < band.length; i++) each(this.#toValue(band[i]))
    }
  }

  isAligned(other: SnowRaster): boolean {
    const { place } = this
    return (
      other.width === this.width &&
      other.height === this.height &&
      (Object.keys(place) as (keyof typeof place)[]).every((key) => other.place[key] === place[key])
    )
  }

  #toValue(raw: number): number | null {
    return Number.isNaN(raw) || raw === this.#nodata || raw === this.#nodata32 ? null : raw
  }
}

/** The stored numbers must be those of the product. */
async function refuseScaled(path: string, image: GeoTIFFImage): Promise<void> {
  const text = image.fileDirectory.hasTag('GDAL_METADATA')
    ? String(await image.fileDirectory.loadValue('GDAL_METADATA'))
    : ''
  for (const [role, neutral] of [
    ['scale', 1],
    ['offset', 0],
  ] as const) {
    if (Number(gdalItem(text, role) ?? neutral) !== neutral)
      throw demFault(path, 'holds scaled numbers: rewrite it with `gdal_translate -unscale`.')
  }
}

const MAX_BLOCK_BYTES = 128_000_000
const BAND_PIXELS = 65_536
const CACHE_BYTES = 48_000_000

export type Band = ArrayLike<number> & { byteLength: number }

/**
 * The blocks of a GeoTIFF with one band: its tiles, or bands of its strips, each read once and kept in a bounded cache.
 */
class BlockReader {
  readonly count: number
  /** whether the stored numbers are integers */
  readonly whole: boolean
  readonly #path: string
  readonly #image: GeoTIFFImage
  readonly #hasData: (block: number) => boolean
  readonly #width: number
  readonly #height: number
  readonly #blockWidth: number
  readonly #blockHeight: number
  readonly #across: number
  readonly #kept = new ReadCache<number, Band | null>(CACHE_BYTES, (band) => band?.byteLength ?? 0)

  /** `hasData`: whether the file holds a tile. Throws ServiceError `invalid_input` if a block is too large. */
  constructor(path: string, image: GeoTIFFImage, hasData: (block: number) => boolean) {
    this.#path = path
    this.#image = image
    this.#hasData = hasData
    this.#width = image.getWidth()
    this.#height = image.getHeight()
    this.whole = (image.getSampleFormat(0) ?? 1) !== 3
    const stripHeight = image.getTileHeight()
    this.#blockWidth = image.isTiled ? image.getTileWidth() : this.#width
    this.#blockHeight = image.isTiled
      ? stripHeight
      : Math.min(this.#height, stripHeight * Math.max(1, Math.floor(BAND_PIXELS / (this.#width * stripHeight))))
    if (
      !(this.#blockWidth > 0 && this.#blockHeight > 0) ||
      this.#blockWidth * this.#blockHeight * image.getSampleByteSize(0) > MAX_BLOCK_BYTES
    )
      throw demFault(path, 'is stored in one huge block: rewrite it with `gdal_translate -co TILED=YES`.')
    this.#across = Math.ceil(this.#width / this.#blockWidth)
    this.count = this.#across * Math.ceil(this.#height / this.#blockHeight)
  }

  blockOf(col: number, row: number): number {
    return Math.floor(row / this.#blockHeight) * this.#across + Math.floor(col / this.#blockWidth)
  }

  /** Columns and rows of a block, ends exclusive. */
  windowOf(block: number): [left: number, top: number, right: number, bottom: number] {
    const left = (block % this.#across) * this.#blockWidth
    const top = Math.floor(block / this.#across) * this.#blockHeight
    return [left, top, Math.min(this.#width, left + this.#blockWidth), Math.min(this.#height, top + this.#blockHeight)]
  }

  /** The block, cached; concurrent requests share one read. Null if the file does not hold it. */
  get(block: number): Promise<Band | null> {
    return this.#kept.get(block, () => this.read(block))
  }

  /** Reads the block from the file. */
  async read(block: number): Promise<Band | null> {
    if (this.#image.isTiled && !this.#hasData(block)) return null
    try {
      const [band] = await this.#image.readRasters({
        window: this.windowOf(block),
        samples: [0],
        interleave: false,
      })
      return band as Band
    } catch (cause) {
      throw demFault(
        this.#path,
        `cannot be read at block ${block}: it is cut short, damaged or packed in an unknown way.`,
        cause,
      )
    }
  }
}
