// A sign of the map, a small picture with opacity, drawn over the picture.

import sharp from 'sharp'
import { listDrawnPictures } from '../style/sprite-icons.ts'
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

export type Signs = ReadonlyMap<string, Sign>

/**
 * The signs of the sprite (src/map/style/sprite-icons.ts) as small pictures for drawing: all rasterised once per size,
 * as one sheet that is then cut up. Only our own drawings are read here, nothing from a request. All pictures at
 * `factor` pixels per pixel of the sprite.
 */
export async function readSigns(factor: number): Promise<Signs> {
  const pictures = listDrawnPictures().filter(({ name, stretch }) => !name.endsWith('-dark') && stretch === undefined)
  const boxes: { name: string; left: number; width: number; height: number }[] = []
  let left = 0
  let height = 1
  let markup = ''
  for (const picture of pictures) {
    const width = Math.ceil(picture.widthPx * factor)
    const tall = Math.ceil(picture.heightPx * factor)
    markup += `<g transform="translate(${left} 0) scale(${factor})">${picture.markup}</g>`
    boxes.push({ name: picture.name, left, width, height: tall })
    left += width + 2
    height = Math.max(height, tall)
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${left}" height="${height}" viewBox="0 0 ${left} ${height}">${markup}</svg>`
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return new Map(
    boxes.map(({ name, left: from, width, height: tall }) => {
      const rgba = new Uint8Array(width * tall * 4)
      for (let row = 0; row < tall; row++)
        rgba.set(data.subarray((row * info.width + from) * 4, (row * info.width + from + width) * 4), row * width * 4)
      return [name, { width, height: tall, rgba }]
    }),
  )
}
