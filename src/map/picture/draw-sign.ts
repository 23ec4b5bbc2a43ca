// A sign of the map, a small picture with opacity, drawn over the picture.

import { mix, toWord } from './pixel-words.ts'
import type { Raster } from './raster.ts'

/** A small picture: red, green, blue, opacity, 4 bytes per pixel. */
export interface Sign {
  width: number
  height: number
  rgba: Uint8Array
}

/** Draws a sign with its north-west corner at whole pixels x, y, clipped to the band. */
export function drawSign(raster: Raster, sign: Sign, x: number, y: number): void {
  const { pixels, width, top, bottom } = raster
  for (let row = Math.max(0, top - y); row < sign.height && row + y < bottom; row++) {
    for (let column = Math.max(0, -x); column < sign.width && column + x < width; column++) {
      const from = (row * sign.width + column) * 4
      const [red, green, blue, opacity] = sign.rgba.subarray(from, from + 4)
      if (opacity === 0) continue
      const to = (row + y - top) * width + column + x
      pixels[to] = mix(pixels[to], toWord([red, green, blue]), opacity + (opacity >> 7))
    }
  }
}
