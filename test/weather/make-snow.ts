// Snow rasters made up for tests: striped GeoTIFFs of bytes (or shares) on any plane.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeArrayBuffer } from 'geotiff'

export const DEGREES = {
  GTModelTypeGeoKey: 2,
  GeographicTypeGeoKey: 4326,
  GTRasterTypeGeoKey: 1,
  ModelPixelScale: [0.01, 0.01, 0],
  ModelTiepoint: [0, 0, 0, 1.4, 42.7, 0],
}

/** Bytes where `shares` is not set. `tags` place it; the default is 0.01 degrees from the corner 1.4, 42.7. */
export function writeSnow(
  folder: string,
  name: string,
  width: number,
  height: number,
  valueAt: (col: number, row: number) => number,
  tags: Record<string, unknown> = DEGREES,
  shares = false,
): string {
  const values = shares ? new Float32Array(width * height) : new Uint8Array(width * height)
  for (let i = 0; i < values.length; i++) values[i] = valueAt(i % width, Math.floor(i / width))
  const path = join(folder, name)
  const bytes = writeArrayBuffer(
    values as unknown as number[],
    {
      width,
      height,
      BitsPerSample: [shares ? 32 : 8],
      SampleFormat: [shares ? 3 : 1],
      SamplesPerPixel: 1,
      ...tags,
    } as Parameters<typeof writeArrayBuffer>[1],
  ) as ArrayBuffer
  writeFileSync(path, Buffer.from(bytes))
  return path
}

/** [lon, lat] of the centre of a pixel of a raster placed by DEGREES. */
export const centre = (col: number, row: number): [number, number] => [
  1.4 + (col + 0.5) * 0.01,
  42.7 - (row + 0.5) * 0.01,
]
