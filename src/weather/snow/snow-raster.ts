// A snow raster as it lies on the disk: a GeoTIFF in degrees, Web Mercator or UTM, of which only the tiles or strips
// are read that hold an asked point. A point takes the number of the pixel it lies in: codes are never mixed by
// interpolation.
// Position and block list are checked as for terrain. It never says what a number means (snow-products.ts).

import { fromFile } from 'geotiff'
import type { GeoTIFFImage } from 'geotiff'
import { LRUCache } from 'lru-cache'
import { ServiceError } from '../../errors.ts'
import type { LonLat } from '../../geo/lon-lat.ts'
import { checkTiff } from '../../terrain/check-tiff.ts'
import { gdalItem } from '../../terrain/gdal-items.ts'
import { demFault } from '../../terrain/height-raster.ts'
import { readBlockTable, readNodata, readPlace } from '../../terrain/read-geotiff.ts'

const MAX_BLOCK_BYTES = 128_000_000
const MAX_PIXELS = 1_000_000_000
const BAND_PIXELS = 65_536
const CACHE_BYTES = 48_000_000
/** What a block that the file does not hold counts for. */
const ABSENT_BYTES = 100

type Band = ArrayLike<number> & { byteLength: number }

export interface SnowRaster {
  width: number
  height: number
  /** true where the stored numbers are whole */
  whole: boolean
  /**
   * Stored number per point, null where the file declares no data; undefined outside the raster. Throws ServiceError
   * `invalid_input`.
   */
  sample(points: readonly LonLat[]): Promise<(number | null | undefined)[]>
  /** Reads all of it once, block by block; null is no data. */
  visit(each: (value: number | null) => void): Promise<void>
  /** whether pixels of both lie on the same places */
  isAligned(other: SnowRaster): boolean
  place: { key: string; x0: number; y0: number; stepX: number; stepY: number }
  close(): Promise<void>
}

/** Opens a raster without reading pixels. Throws ServiceError `invalid_input` with one sentence. */
export async function openSnowRaster(path: string): Promise<SnowRaster> {
  const fileBytes = await checkTiff(path)
  const tiff = await fromFile(path).catch((cause: unknown) => {
    throw demFault(path, 'is a damaged TIFF: download it again.', cause)
  })
  try {
    return await toRaster(path, await tiff.getImage(0), fileBytes, async () => {
      await tiff.close()
    })
  } catch (cause) {
    await tiff.close()
    if (cause instanceof ServiceError) throw cause
    throw demFault(path, 'is a damaged or cut TIFF: download it again.', cause)
  }
}

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
  const { projection, x0, y0, stepX, stepY } = readPlace(path, image)
  const { hasData } = await readBlockTable(path, image, fileBytes)
  await refuseScaled(path, image)
  const blockWidth = image.isTiled ? image.getTileWidth() : width
  const stripHeight = image.getTileHeight()
  const blockHeight = image.isTiled
    ? stripHeight
    : Math.min(height, stripHeight * Math.max(1, Math.floor(BAND_PIXELS / (width * stripHeight))))
  if (!(blockWidth > 0 && blockHeight > 0) || blockWidth * blockHeight * image.getSampleByteSize(0) > MAX_BLOCK_BYTES) {
    throw demFault(path, 'is stored in one huge block: rewrite it with `gdal_translate -co TILED=YES`.')
  }
  const across = Math.ceil(width / blockWidth)
  const down = Math.ceil(height / blockHeight)
  const nodata = readNodata(image)
  const nodata32 = nodata === null ? NaN : Math.fround(nodata)
  const blocks = new LRUCache<number, { band: Band | null }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ band }) => band?.byteLength ?? ABSENT_BYTES,
  })
  const reading = new Map<number, Promise<Band | null>>()

  const readBlock = async (block: number): Promise<Band | null> => {
    if (image.isTiled && !hasData(block)) return null
    const left = (block % across) * blockWidth
    const top = Math.floor(block / across) * blockHeight
    try {
      const [band] = await image.readRasters({
        window: [left, top, Math.min(width, left + blockWidth), Math.min(height, top + blockHeight)],
        samples: [0],
        interleave: false,
      })
      return band as Band
    } catch (cause) {
      throw demFault(
        path,
        `cannot be read at block ${block}: it is cut short, damaged or packed in an unknown way.`,
        cause,
      )
    }
  }
  /** The block from memory; questions at the same time share one reading. */
  const getBlock = async (block: number): Promise<Band | null> => {
    const known = blocks.get(block)
    if (known !== undefined) return known.band
    let band = reading.get(block)
    if (band === undefined) {
      band = readBlock(block)
        .then((read) => {
          blocks.set(block, { band: read })
          return read
        })
        .finally(() => reading.delete(block))
      reading.set(block, band)
    }
    return band
  }
  const toValue = (raw: number): number | null => (Number.isNaN(raw) || raw === nodata || raw === nodata32 ? null : raw)

  /** Index of the pixel that a point lies in, or -1. */
  const out = new Float64Array(2)
  const pixelOf = (lon: number, lat: number): number => {
    projection.forward(lon, lat, out)
    const row = Math.floor((out[1] - y0) / stepY + 0.5)
    if (!(row >= 0 && row < height)) return -1
    const turn = projection.periodUnits ?? 0
    for (const x of turn === 0 ? [out[0]] : [out[0], out[0] + turn, out[0] - turn]) {
      const col = Math.floor((x - x0) / stepX + 0.5)
      if (col >= 0 && col < width) return row * width + col
    }
    return -1
  }

  const place = { key: projection.key, x0, y0, stepX, stepY }
  return {
    width,
    height,
    place,
    whole: (image.getSampleFormat(0) ?? 1) !== 3,
    async sample(points) {
      const pixels = points.map(([lon, lat]) => pixelOf(lon, lat))
      const blockOf = (pixel: number) =>
        Math.floor(Math.floor(pixel / width) / blockHeight) * across + Math.floor((pixel % width) / blockWidth)
      const needed = new Map<number, Band | null>()
      for (const pixel of pixels) if (pixel >= 0) needed.set(blockOf(pixel), null)
      // one after another: a line through many blocks must not hold all of them being decoded at once
      const values: (number | null | undefined)[] = new Array(points.length)
      for (const block of needed.keys()) {
        const band = await getBlock(block)
        const left = (block % across) * blockWidth
        const top = Math.floor(block / across) * blockHeight
        const bandWidth = Math.min(width, left + blockWidth) - left
        for (let i = 0; i < pixels.length; i++) {
          if (pixels[i] < 0 || blockOf(pixels[i]) !== block) continue
          values[i] =
            band === null
              ? null
              : toValue(band[(Math.floor(pixels[i] / width) - top) * bandWidth + (pixels[i] % width) - left])
        }
      }
      return values
    },
    async visit(each) {
      for (let block = 0; block < across * down; block++) {
        const band = await readBlock(block)
        if (band === null) each(null)
        else for (let i = 0; i < band.length; i++) each(toValue(band[i]))
      }
    },
    isAligned: (other) =>
      other.width === width &&
      other.height === height &&
      (Object.keys(place) as (keyof typeof place)[]).every((key) => other.place[key] === place[key]),
    close,
  }
}

/** Stored numbers must be the product's own. */
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
