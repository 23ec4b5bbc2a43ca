// Height files made up for tests: HGT tiles, GeoTIFFs and terrain archives of a given surface.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeArrayBuffer } from 'geotiff'
import sharp from 'sharp'
import { latOfWorldY, lonOfWorldX } from '../../src/geo/web-mercator.ts'
import { TileArchiveWriter } from '../../src/storage/archive/archive-writer.ts'
import { HGT_VOID, hgtBytes } from '../support/hgt-bytes.ts'

export const REAL_DATA_DIR = process.env.REAL_DATA_DIR ?? join(import.meta.dirname, '../../../shared/data')

export type Surface = (lon: number, lat: number) => number | null

/** A folder that the test process removes when it ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-terrain-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Bytes of an HGT tile with its south-west corner at lon, lat. */
export function surfaceBytes(side: number, lon: number, lat: number, surface: Surface): Buffer {
  return hgtBytes(side, (row, col) => {
    const height = surface(lon + col / (side - 1), lat + 1 - row / (side - 1))
    return height === null ? HGT_VOID : Math.round(height)
  })
}

export function writeHgt(
  folder: string,
  name: string,
  side: number,
  lon: number,
  lat: number,
  surface: Surface,
): string {
  const path = join(folder, name)
  writeFileSync(path, surfaceBytes(side, lon, lat, surface))
  return path
}

/** Writes a striped float GeoTIFF with the given tags. */
export function writeTiff(
  folder: string,
  name: string,
  width: number,
  height: number,
  valueAt: (col: number, row: number) => number,
  tags: Record<string, unknown>,
): string {
  const values = new Float32Array(width * height)
  for (let i = 0; i < values.length; i++) values[i] = valueAt(i % width, Math.floor(i / width))
  const path = join(folder, name)
  const bytes = writeArrayBuffer(
    values as unknown as number[],
    {
      width,
      height,
      BitsPerSample: [32],
      SampleFormat: [3],
      SamplesPerPixel: 1,
      ...tags,
    } as Parameters<typeof writeArrayBuffer>[1],
  ) as ArrayBuffer
  writeFileSync(path, Buffer.from(bytes))
  return path
}

export const TERRARIUM = (heightM: number): number => Math.round((heightM + 32768) * 256)
export const MAPBOX = (heightM: number): number => Math.round((heightM + 10000) * 10)

export interface ArchiveShape {
  size: number
  format: 'png' | 'webp'
  pack: (heightM: number) => number
  metadata?: Record<string, unknown>
}

/** Writes a terrain archive of one zoom whose pixels are `surface` at their centres, null void. */
export async function writeArchive(
  path: string,
  z: number,
  tiles: readonly (readonly [x: number, y: number])[],
  surface: Surface,
  shape: ArchiveShape,
): Promise<string> {
  const { size, format, pack } = shape
  const writer = await TileArchiveWriter.create(path)
  const across = size * 2 ** z
  for (const [x, y] of tiles) {
    const pixels = new Uint8Array(size * size * 3)
    for (let i = 0; i < size * size; i++) {
      const height = surface(
        lonOfWorldX((x * size + (i % size) + 0.5) / across),
        latOfWorldY((y * size + Math.floor(i / size) + 0.5) / across),
      )
      if (height === null) continue
      const packed = pack(height)
      pixels[i * 3] = packed >> 16
      pixels[i * 3 + 1] = (packed >> 8) & 255
      pixels[i * 3 + 2] = packed & 255
    }
    const image = sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    await writer.add(
      z,
      x,
      y,
      await (format === 'png'
        ? image.png({ compressionLevel: 1 })
        : image.webp({ lossless: true, exact: true, effort: 0 })
      ).toBuffer(),
    )
  }
  await writer.finish(format, shape.metadata ?? {}, [-180, -85, 180, 85])
  return path
}

/** Numbers 0..1 that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
