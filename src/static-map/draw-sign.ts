// A sign of the map, a small picture with opacity, laid over the picture being drawn.

import type { Raster } from './raster.ts'

/** A small picture: red, green, blue, opacity, 4 bytes a pixel. */
export interface Sign {
  width: number
  height: number
  rgba: Uint8Array
}

/** Lays a sign over the picture with its north-west corner at whole pixels x, y; what lies outside is left out. */
export function drawSign(raster: Raster, sign: Sign, x: number, y: number): void {
  const { pixels, width, height } = raster
  for (let row = Math.max(0, -y); row < sign.height && row + y < height; row++) {
    for (let column = Math.max(0, -x); column < sign.width && column + x < width; column++) {
      const from = (row * sign.width + column) * 4
      const share = sign.rgba[from + 3] / 255
      if (share === 0) continue
      const to = ((row + y) * width + column + x) * 3
      for (let channel = 0; channel < 3; channel++)
        pixels[to + channel] += (sign.rgba[from + channel] - pixels[to + channel]) * share + 0.5
    }
  }
}
