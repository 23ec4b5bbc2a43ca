// One terrain tile: pixels as decoded (3 or 4 bytes each, not converted), and their meaning in metres.
// terrarium: R * 256 + G + B / 256 - 32768; mapbox: -10000 + (R * 65536 + G * 256 + B) * 0.1. The pixel R = G = B = 0
// is VOID_PIXEL in both, and so are transparent pixels and heights that no ground on earth has; `heightOfPixel` turns
// them into NaN, so that no other code sees them. A void never decodes to a height.

import sharp from 'sharp'
import { isHeight, MAX_HEIGHT_M, MIN_HEIGHT_M } from './height-raster.ts'

export type TerrainEncoding = 'terrarium' | 'mapbox'

/** The void: R = G = B = 0, -32768 m in terrarium. */
export const VOID_PIXEL = 0
const MAX_TILE_BYTES = 32_000_000
const SIZES = [64, 128, 256, 512, 1024]

export interface HeightTile {
  /** pixels per side */
  size: number
  /** bytes per pixel, 3 or 4 */
  channels: number
  /** rows from the north */
  pixels: Uint8Array
}

/** heightM = r * red + g * green + b * blue + offset */
export interface PixelScale {
  red: number
  green: number
  blue: number
  offset: number
}

export const PIXEL_SCALES: Record<TerrainEncoding, PixelScale> = {
  terrarium: { red: 256, green: 1, blue: 1 / 256, offset: -32_768 },
  mapbox: { red: 6553.6, green: 25.6, blue: 0.1, offset: -10_000 },
}

/** Metres of the pixel whose bytes begin at `at`; NaN if void. */
export function heightOfPixel(tile: HeightTile, at: number, scale: PixelScale): number {
  const pixels = tile.pixels
  const r = pixels[at]
  const g = pixels[at + 1]
  const b = pixels[at + 2]
  if ((r | g | b) === VOID_PIXEL || (tile.channels === 4 && pixels[at + 3] === 0)) return NaN
  const heightM = r * scale.red + g * scale.green + b * scale.blue + scale.offset
  return heightM >= MIN_HEIGHT_M && heightM <= MAX_HEIGHT_M ? heightM : NaN
}

/** Decodes png or webp bytes. Throws an Error that says what is wrong. */
export async function decodeHeightTile(bytes: Uint8Array): Promise<HeightTile> {
  if (bytes.length > MAX_TILE_BYTES) throw new Error(`a tile has ${bytes.length} bytes`)
  const { data, info } = await sharp(bytes, { limitInputPixels: 1024 * 1024, failOn: 'warning' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.width !== info.height || !SIZES.includes(info.width))
    throw new Error(`a tile is ${info.width} x ${info.height} pixels`)
  const size = info.width
  if (info.channels >= 3) return { size, channels: info.channels, pixels: data }
  const pixels = new Uint8Array(size * size * 4)
  for (let i = 0; i < size * size; i++) {
    const grey = data[i * info.channels]
    pixels.fill(grey, i * 4, i * 4 + 3)
    pixels[i * 4 + 3] = info.channels === 2 ? data[i * 2 + 1] : 255
  }
  return { size, channels: 4, pixels }
}

/** Metres, row by row, NaN: void. */
export function toHeightsM(tile: HeightTile, scale: PixelScale): Float32Array {
  const heights = new Float32Array(tile.size * tile.size)
  for (let i = 0; i < heights.length; i++) heights[i] = heightOfPixel(tile, i * tile.channels, scale)
  return heights
}

/**
 * The encoding that the pixels can have: R is 80..163 in terrarium and 0..2 in mapbox for ground on earth. Returns null
 * if all is void or neither fits.
 */
export function detectEncoding(tile: HeightTile): TerrainEncoding | null {
  let terrarium = 0
  let mapbox = 0
  let other = 0
  for (let at = 0; at < tile.pixels.length; at += tile.channels) {
    if (tile.pixels[at] + tile.pixels[at + 1] + tile.pixels[at + 2] === VOID_PIXEL) continue
    if (!Number.isNaN(heightOfPixel(tile, at, PIXEL_SCALES.terrarium))) terrarium++
    else if (!Number.isNaN(heightOfPixel(tile, at, PIXEL_SCALES.mapbox))) mapbox++
    else other++
  }
  const all = terrarium + mapbox + other
  if (all === 0) return null
  if (terrarium > 0.99 * all) return 'terrarium'
  return mapbox > 0.99 * all ? 'mapbox' : null
}

/** Terrarium bytes (3 per pixel) of heights in metres, rounded to 1 / `stepsPerM`; NaN becomes VOID_PIXEL. */
export function toTerrariumPixels(heightsM: Float32Array, stepsPerM: number): Uint8Array {
  const pixels = new Uint8Array(heightsM.length * 3)
  const unit = 256 / stepsPerM
  for (let i = 0; i < heightsM.length; i++) {
    const heightM = heightsM[i]
    if (!isHeight(heightM)) continue
    const packed = (Math.floor(heightM * stepsPerM + 0.5) * unit + 8_388_608) | 0
    pixels[i * 3] = packed >> 16
    pixels[i * 3 + 1] = (packed >> 8) & 255
    pixels[i * 3 + 2] = packed & 255
  }
  return pixels
}

/**
 * How long the encoder looks for what repeats, 1 to 100, where nothing is lost. 30 takes half the time of 80, its
 * default, for tiles of the same size. Below 26 it takes 0.7 of that for tiles a fifth larger, which is what steps of
 * 1/8 m save over those of 1/16 (`npm run bench -- terrain`).
 */
const LOSSLESS_SEARCH = 20

/** Lossless WebP of RGB pixels: decoding gives exactly the same bytes. Effort 0 (fast) to 6 (small). */
export function encodeWebpTile(pixels: Uint8Array, size: number, effort: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .webp({ lossless: true, exact: true, effort, quality: LOSSLESS_SEARCH })
    .toBuffer()
}
