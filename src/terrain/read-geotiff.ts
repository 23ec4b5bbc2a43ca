// GeoTIFF elevation models: one band of metres (or feet, or scaled integers that say so), in degrees, Web Mercator,
// UTM or a national grid, striped or tiled, any compression the geotiff package reads. Blocks are the file's own tiles,
// or bands of whole strips, so that nothing is decoded twice or without need. Declared nodata, NaN and heights that no
// ground on earth has are void. Positions are never guessed: a file without a georeference is refused.

import { basename } from 'node:path'
import type { GeoTIFFImage } from 'geotiff'
import { type HeightRaster, type Heights, demFault, isHeight } from './height-raster.ts'
import { type MapProjection, findProjection } from './map-projection.ts'
import { findGrid, gridOfKeys } from './national-grids.ts'
import { gdalItem, openTiff } from './open-tiff.ts'

const MAX_BLOCK_BYTES = 512_000_000
const BAND_PIXELS = 1_000_000
/** GeoTIFF's code for a plane defined by its keys. */
const USER_DEFINED = 32_767
/** Metres per unit by EPSG unit code: metre, foot, US survey foot. */
const UNIT_M: Record<number, number> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937 }

/** Opens a GeoTIFF without reading heights. Throws ServiceError `invalid_input`. */
export function openGeotiff(path: string): Promise<HeightRaster> {
  return openTiff(path, toRaster)
}

async function toRaster(
  path: string,
  image: GeoTIFFImage,
  fileBytes: number,
  close: () => Promise<void>,
): Promise<HeightRaster> {
  const width = image.getWidth()
  const height = image.getHeight()
  const bytesPerPixel = image.getSampleByteSize(0)
  if (image.getSamplesPerPixel() > 2 || image.getSampleByteSize(0) < 2)
    throw demFault(path, 'holds a picture, not heights: give a TIFF with one band of metres.')
  const place = readPlace(path, image)
  const { hasData } = await readBlockTable(path, image, fileBytes)
  const tileWidth = image.getTileWidth()
  const tileHeight = image.getTileHeight()
  const rowsPerBand = image.isTiled
    ? tileHeight
    : tileHeight * Math.max(1, Math.floor(BAND_PIXELS / (width * tileHeight)))
  const blockWidth = image.isTiled ? tileWidth : width
  if (blockWidth * rowsPerBand * bytesPerPixel > MAX_BLOCK_BYTES) {
    throw demFault(path, 'is stored in one huge block: rewrite it with `gdal_translate -co TILED=YES`.')
  }
  const toMetres = await readScale(path, image)
  const nodata = readNodata(image)
  return {
    name: basename(path),
    ...place,
    width,
    height,
    blockWidth,
    blockHeight: rowsPerBand,
    bytesPerPixel: 4,
    async readBlock(bx, by) {
      if (image.isTiled && !hasData(by * Math.ceil(width / tileWidth) + bx)) return null
      const left = bx * blockWidth
      const top = by * rowsPerBand
      const window = [left, top, Math.min(width, left + blockWidth), Math.min(height, top + rowsPerBand)]
      const bands = await image.readRasters({ window, samples: [0], interleave: false }).catch((cause: unknown) => {
        throw demFault(
          path,
          `cannot be read at block ${bx}, ${by}: it is cut short, damaged or packed in an unknown way.`,
          cause,
        )
      })
      return toHeights(path, bands[0] as ArrayLike<number>, nodata, toMetres)
    },
    close,
  }
}

/**
 * Throws ServiceError if most of what is no void is no height either. One such value alone is taken for a void that the
 * file does not declare.
 */
function toHeights(
  path: string,
  band: ArrayLike<number>,
  nodata: number | null,
  toMetres: { scale: number; offset: number },
): Heights {
  const heights = new Float32Array(band.length)
  const nodata32 = nodata === null ? NaN : Math.fround(nodata)
  const otherVoid = nodata === null ? -9999 : nodata
  let known = 0
  let wrong = 0
  let lowest = Infinity
  let highest = -Infinity
  for (let i = 0; i < band.length; i++) {
    const raw = band[i]
    const value = raw * toMetres.scale + toMetres.offset
    heights[i] = NaN
    if (raw === otherVoid || raw === nodata32 || raw === -32768 || Number.isNaN(value)) continue
    if (isHeight(value)) {
      heights[i] = value
      known++
    } else {
      wrong++
      lowest = Math.min(lowest, value)
      highest = Math.max(highest, value)
    }
  }
  if (wrong > known && lowest < highest)
    throw demFault(
      path,
      `does not hold heights in metres: most of its values, as ${Math.round(lowest)} and ${Math.round(highest)}, are outside what ground on earth can be. Rewrite it in metres, or name its void (gdal_translate -a_nodata).`,
    )
  return heights
}

/** Position of pixel (0, 0), distance between pixels, and the plane they are on. */
export function readPlace(
  path: string,
  image: GeoTIFFImage,
): { projection: MapProjection; x0: number; y0: number; stepX: number; stepY: number } {
  const directory = image.fileDirectory
  const keys = image.getGeoKeys() ?? {}
  const projection = readProjection(path, keys)
  const tie = directory.getValue('ModelTiepoint') as ArrayLike<number> | undefined
  const scale = directory.getValue('ModelPixelScale') as ArrayLike<number> | undefined
  const matrix = directory.getValue('ModelTransformation') as ArrayLike<number> | undefined
  let stepX: number
  let stepY: number
  let x0: number
  let y0: number
  if (tie !== undefined && scale !== undefined && tie.length >= 6) {
    stepX = scale[0]
    stepY = -scale[1]
    x0 = tie[3] - tie[0] * stepX
    y0 = tie[4] - tie[1] * stepY
  } else if (matrix !== undefined && matrix.length >= 8) {
    if (matrix[1] !== 0 || matrix[4] !== 0)
      throw demFault(path, 'is rotated against its map: rewrite it with `gdalwarp`.')
    stepX = matrix[0]
    stepY = matrix[5]
    x0 = matrix[3]
    y0 = matrix[7]
  } else throw demFault(path, 'does not say where it lies (no georeference): give a GeoTIFF with its position inside.')
  if (
    !(stepX > 0) ||
    !(Math.abs(stepY) > 0) ||
    !Number.isFinite(x0) ||
    !Number.isFinite(y0) ||
    !Number.isFinite(stepX) ||
    !Number.isFinite(stepY)
  ) {
    throw demFault(path, 'has an impossible georeference: rewrite it with `gdal_translate`.')
  }
  const half = keys.GTRasterTypeGeoKey === 2 ? 0 : 0.5 // 2: the tie point is the centre of a pixel, else its corner
  x0 += half * stepX
  y0 += half * stepY
  checkOnEarth(path, projection, x0, y0, x0 + stepX * (image.getWidth() - 1), y0 + stepY * (image.getHeight() - 1))
  return { projection, x0, y0, stepX, stepY }
}

function checkOnEarth(path: string, projection: MapProjection, xa: number, ya: number, xb: number, yb: number): void {
  const out = new Float64Array(2)
  for (const [x, y] of [
    [xa, ya],
    [xb, yb],
  ]) {
    projection.inverse(x, y, out)
    if (!(Math.abs(out[0]) <= 361) || !(Math.abs(out[1]) <= 90.5))
      throw demFault(path, 'lies outside the earth by its own georeference: rewrite it with `gdal_translate`.')
  }
}

function readProjection(path: string, keys: Record<string, unknown>): MapProjection {
  const isProjected =
    keys.GTModelTypeGeoKey === 1 || (keys.GTModelTypeGeoKey === undefined && keys.ProjectedCSTypeGeoKey !== undefined)
  const code = isProjected ? keys.ProjectedCSTypeGeoKey : keys.GeographicTypeGeoKey
  if (keys.GTModelTypeGeoKey === undefined && code === undefined)
    throw demFault(path, 'does not say where it lies (no georeference): give a GeoTIFF with its position inside.')
  const projection =
    typeof code !== 'number'
      ? null
      : (findProjection(code) ??
        (isProjected ? (findGrid(code) ?? (code === USER_DEFINED ? gridOfKeys(keys) : null)) : null))
  const unit = isProjected ? keys.ProjLinearUnitsGeoKey : 9001
  if (projection === null || (unit !== undefined && unit !== 9001)) {
    throw demFault(
      path,
      `uses a coordinate system that is not read here (EPSG:${typeof code === 'number' ? code : 'unknown'}): rewrite it with \`gdalwarp -t_srs EPSG:4326\`.`,
    )
  }
  return projection
}

/**
 * Offsets and lengths of the tiles or strips, all inside the file, and which of them hold data (a sparse file omits
 * some).
 */
export async function readBlockTable(
  path: string,
  image: GeoTIFFImage,
  fileBytes: number,
): Promise<{ hasData: (index: number) => boolean }> {
  const directory = image.fileDirectory
  const offsets = (await directory.loadValue(image.isTiled ? 'TileOffsets' : 'StripOffsets')) as
    | ArrayLike<number>
    | undefined
  const lengths = (await directory.loadValue(image.isTiled ? 'TileByteCounts' : 'StripByteCounts')) as
    | ArrayLike<number>
    | undefined
  if (offsets === undefined || lengths === undefined)
    throw demFault(path, 'is a damaged TIFF (its list of blocks is missing): download it again.')
  for (let i = 0; i < offsets.length; i++) {
    if (Number(offsets[i]) + Number(lengths[i]) > fileBytes) throw demFault(path, 'is cut short: download it again.')
  }
  return { hasData: (index) => Number(lengths[index]) > 0 }
}

export function readNodata(image: GeoTIFFImage): number | null {
  const text = image.fileDirectory.hasTag('GDAL_NODATA')
    ? String(image.fileDirectory.getValue('GDAL_NODATA')).replaceAll('\0', '').trim()
    : ''
  const value = Number(text)
  return text === '' || Number.isNaN(value) ? null : value
}

async function readScale(path: string, image: GeoTIFFImage): Promise<{ scale: number; offset: number }> {
  const keys: Record<string, unknown> = image.getGeoKeys() ?? {}
  const verticalUnit = typeof keys.VerticalUnitsGeoKey === 'number' ? keys.VerticalUnitsGeoKey : 9001
  const unitM = UNIT_M[verticalUnit]
  if (unitM === undefined) throw demFault(path, 'gives heights in a unit that is not read here: rewrite it in metres.')
  const metadata = await image.getGDALMetadata(0)
  const text = image.fileDirectory.hasTag('GDAL_METADATA')
    ? String(await image.fileDirectory.loadValue('GDAL_METADATA'))
    : ''
  const named = (name: string): number | null => {
    const value = Number(gdalItem(text, name) ?? metadata?.[name.toUpperCase()] ?? NaN)
    return Number.isFinite(value) ? value : null
  }
  return { scale: (named('scale') ?? 1) * unitM, offset: (named('offset') ?? 0) * unitM }
}
