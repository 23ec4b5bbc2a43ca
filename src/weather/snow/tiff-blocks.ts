// The blocks of a GeoTIFF with one band: its tiles, or bands of its strips, each read once and kept in a bounded cache.

import type { GeoTIFFImage } from 'geotiff'
import { ReadCache } from '../../storage/read-cache.ts'
import { demFault } from '../../terrain/height-raster.ts'

const MAX_BLOCK_BYTES = 128_000_000
const BAND_PIXELS = 65_536
const CACHE_BYTES = 48_000_000

export type Band = ArrayLike<number> & { byteLength: number }

export class BlockReader {
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
