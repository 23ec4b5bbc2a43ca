// The signs of the sprite (src/map/style/sprite-icons.ts) as small pictures for drawing: all rasterised once per size,
// as one sheet that is then cut up. Only our own drawings are read here, nothing from a request.

import sharp from 'sharp'
import { listDrawnPictures } from '../style/sprite-icons.ts'
import type { Sign } from './draw-sign.ts'

export type Signs = ReadonlyMap<string, Sign>

/** All pictures at `factor` pixels per pixel of the sprite. */
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
