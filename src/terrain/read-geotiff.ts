// GeoTIFF elevation models: one band of metres (or feet, or scaled integers that say so), in degrees, Web Mercator,
// UTM or a national grid, striped or tiled, any compression the geotiff package reads. Blocks are the file's own tiles,
// or bands of whole strips, so that nothing is decoded twice or without need. Declared nodata, NaN and heights that no
// ground on earth has are void. Positions are never guessed: a file without a georeference is refused.

import { basename } from 'node:path'
import type { GeoTIFFImage } from 'geotiff'
import proj4 from 'proj4'
import { type HeightRaster, type Heights, demFault, isHeight } from './height-raster.ts'
import { type MapProjection, findProjection } from './map-projection.ts'
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

const METRE_DEG = 360 / (2 * Math.PI * 6_378_137)
const ETRS89 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0'
const SWISS = '+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +ellps=bessel'
const SWISS_SHIFT = '+towgs84=674.374,15.056,405.346,0,0,0,0'
const AUSTRIA = '+ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232'
const GERMANY = '+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7'
const ITALY = '+ellps=intl +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68'

const GRIDS: Readonly<Record<number, string>> = {
  2056: `${SWISS} +x_0=2600000 +y_0=1200000 ${SWISS_SHIFT}`, // Switzerland, LV95
  21781: `${SWISS} +x_0=600000 +y_0=200000 ${SWISS_SHIFT}`, // Switzerland, LV03
  2154: `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${ETRS89}`, // France, Lambert-93
  31254: `+proj=tmerc +lat_0=0 +lon_0=10.33333333333333 +k=1 +x_0=0 +y_0=-5000000 ${AUSTRIA}`, // Austria, west
  31255: `+proj=tmerc +lat_0=0 +lon_0=13.33333333333333 +k=1 +x_0=0 +y_0=-5000000 ${AUSTRIA}`, // Austria, middle
  31256: `+proj=tmerc +lat_0=0 +lon_0=16.33333333333333 +k=1 +x_0=0 +y_0=-5000000 ${AUSTRIA}`, // Austria, east
  31287: `+proj=lcc +lat_0=47.5 +lon_0=13.33333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 ${AUSTRIA}`,
  31466: `+proj=tmerc +lat_0=0 +lon_0=6 +k=1 +x_0=2500000 +y_0=0 ${GERMANY}`, // Germany, Gauss-Krueger
  31467: `+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 ${GERMANY}`,
  31468: `+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=4500000 +y_0=0 ${GERMANY}`,
  31469: `+proj=tmerc +lat_0=0 +lon_0=15 +k=1 +x_0=5500000 +y_0=0 ${GERMANY}`,
  3003: `+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=1500000 +y_0=0 ${ITALY}`, // Italy, west
  3004: `+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9996 +x_0=2520000 +y_0=0 ${ITALY}`, // Italy, east
  3794: `+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 ${ETRS89}`, // Slovenia
  2180: `+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 ${ETRS89}`, // Poland
  3006: `+proj=utm +zone=33 ${ETRS89}`, // Sweden
  3067: `+proj=utm +zone=35 ${ETRS89}`, // Finland
  2157: `+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 ${ETRS89}`, // Ireland
  27700:
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
    '+towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894', // Great Britain
  28992:
    '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel ' +
    '+towgs84=565.4171,50.3319,465.5524,1.9342,-1.6677,9.1019,4.0725', // Netherlands
  3035: `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${ETRS89}`, // Europe, equal area
  3034: `+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 ${ETRS89}`, // Europe, conformal
  2193: `+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 ${ETRS89}`, // New Zealand
  5070: `+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 ${ETRS89}`, // United States
  3979: `+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77 +x_0=0 +y_0=0 ${ETRS89}`, // Canada
}

/**
 * Planes of national grids, through proj4: a short table of EPSG codes, those built into proj4, and planes defined by
 * the keys of a GeoTIFF. Shifts between old datums and WGS 84 use the published seven parameters, accurate to a few
 * metres; grids with finer shifts are not used. The plane of an EPSG code in metres; returns null if neither the table
 * nor proj4 knows it.
 */
export function findGrid(epsg: number): MapProjection | null {
  const known = GRIDS[epsg]
  if (known !== undefined) return planeOf(`epsg${epsg}`, known)
  const definition = proj4.defs(`EPSG:${epsg}`) as { projName?: string; units?: string; to_meter?: number } | undefined
  if (definition === undefined || definition.projName === 'longlat' || (definition.to_meter ?? 1) !== 1) return null
  return planeOf(`epsg${epsg}`, `EPSG:${epsg}`)
}

/** GeoTIFF's codes of projection methods, and the keys that each requires. */
const METHODS: Readonly<Record<number, { proj: string; keys: readonly Key[] }>> = {
  1: { proj: 'tmerc', keys: ['lat_0', 'lon_0', 'k_0'] },
  8: { proj: 'lcc', keys: ['lat_0', 'lon_0', 'lat_1', 'lat_2'] },
  9: { proj: 'lcc', keys: ['lat_1', 'lon_0', 'k_0'] },
  10: { proj: 'laea', keys: ['lat_0', 'lon_0'] },
  11: { proj: 'aea', keys: ['lat_0', 'lon_0', 'lat_1', 'lat_2'] },
  16: { proj: 'sterea', keys: ['lat_0', 'lon_0', 'k_0'] },
}
type Key = 'lat_0' | 'lon_0' | 'lat_1' | 'lat_2' | 'k_0'
const PARAMETERS: Readonly<Record<Key, readonly string[]>> = {
  lat_0: ['ProjNatOriginLatGeoKey', 'ProjFalseOriginLatGeoKey', 'ProjCenterLatGeoKey'],
  lon_0: ['ProjNatOriginLongGeoKey', 'ProjFalseOriginLongGeoKey', 'ProjCenterLongGeoKey'],
  lat_1: ['ProjStdParallel1GeoKey', 'ProjNatOriginLatGeoKey'],
  lat_2: ['ProjStdParallel2GeoKey'],
  k_0: ['ProjScaleAtNatOriginGeoKey', 'ProjScaleAtCenterGeoKey'],
}
const EASTING = ['ProjFalseEastingGeoKey', 'ProjFalseOriginEastingGeoKey', 'ProjCenterEastingGeoKey']
const NORTHING = ['ProjFalseNorthingGeoKey', 'ProjFalseOriginNorthingGeoKey', 'ProjCenterNorthingGeoKey']
/** Geographic systems whose planes need no shift to WGS 84. */
const UNSHIFTED: ReadonlySet<unknown> = new Set([4326, 4258, 4269, 4171, 6318, 4283, 7844])

/**
 * The plane defined by the keys of a GeoTIFF without an EPSG code. Returns null if a key is missing, the method is
 * unknown, or the file does not give the shift of its datum: nothing is guessed.
 */
export function gridOfKeys(keys: Readonly<Record<string, unknown>>): MapProjection | null {
  const method = METHODS[keys.ProjCoordTransGeoKey as number]
  const shift = keys.GeogTOWGS84GeoKey as ArrayLike<number> | undefined
  if (method === undefined || (shift === undefined && !UNSHIFTED.has(keys.GeographicTypeGeoKey))) return null
  const read = (names: readonly string[]): number | undefined =>
    names.map((name) => keys[name]).find((value): value is number => typeof value === 'number')
  const words = [`+proj=${method.proj}`]
  for (const key of method.keys) {
    const value = read(PARAMETERS[key]) ?? (key === 'k_0' ? 1 : undefined)
    if (value === undefined) return null
    words.push(`+${key}=${value}`)
    if (key === 'lat_1' && !method.keys.includes('lat_0')) words.push(`+lat_0=${value}`)
  }
  words.push(`+x_0=${read(EASTING) ?? 0}`, `+y_0=${read(NORTHING) ?? 0}`)
  const semiMajorM = keys.GeogSemiMajorAxisGeoKey
  const inverseFlattening = keys.GeogInvFlatteningGeoKey
  if (typeof semiMajorM === 'number' && typeof inverseFlattening === 'number')
    words.push(`+a=${semiMajorM}`, `+rf=${inverseFlattening}`)
  else if (shift === undefined) words.push('+ellps=GRS80')
  else return null
  words.push(`+towgs84=${shift === undefined ? '0,0,0,0,0,0,0' : Array.from(shift).join(',')}`)
  return planeOf(words.join(' '), words.join(' '))
}

function planeOf(key: string, definition: string): MapProjection {
  const { forward, inverse } = proj4('EPSG:4326', definition)
  // proj4 throws for points outside the plane's domain
  const place = (convert: (point: [number, number]) => number[], a: number, b: number, out: Float64Array) => {
    try {
      ;[out[0], out[1]] = convert([a, b])
    } catch {
      out.fill(Number.NaN)
    }
  }
  return {
    key,
    rotated: true,
    unitDeg: METRE_DEG,
    periodUnits: null,
    scalesWithLat: false,
    forward: (lon, lat, out) => place(forward, lon, lat, out),
    inverse: (x, y, out) => place(inverse, x, y, out),
  }
}
