// Heights of terrain tiles for the pictures made of them, as the archive of the release has them. A few decoded tiles
// are kept: each is wanted by its neighbours, too, so none is given up when one picture is.

/** Terrarium. */
const TILE_PX = 512
const MOST_KEPT = 24

/** The bytes of a tile; null where the archive has none. */
export type ReadTile = (z: number, x: number, y: number) => Promise<Uint8Array | null>

export interface TerrainTiles {
  size: number
  /** rows from the north, NaN: void; null where there is no tile */
  heightsOf(z: number, x: number, y: number): Promise<Float32Array | null>
}

export function terrainTiles(read: ReadTile): TerrainTiles {
  const kept = new Map<string, Promise<Float32Array | null>>()
  const load = async (z: number, x: number, y: number) => {
    const count = 2 ** z
    if (y < 0 || y >= count) return null
    const bytes = await read(z, ((x % count) + count) % count, y)
    return bytes === null || bytes.length === 0 ? null : decode(bytes)
  }
  return {
    size: TILE_PX,
    heightsOf(z, x, y) {
      const key = `${z}/${x}/${y}`
      const known = kept.get(key)
      kept.delete(key)
      const heights = known ?? load(z, x, y)
      kept.set(key, heights)
      // what failed is requested again
      if (known === undefined) heights.catch(() => kept.delete(key))
      for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
      return heights
    },
  }
}

async function decode(bytes: Uint8Array): Promise<Float32Array> {
  const blob = new Blob([bytes.slice()])
  const bitmap = await createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' })
  const sheet = new OffscreenCanvas(TILE_PX, TILE_PX).getContext('2d', { willReadFrequently: true })!
  sheet.drawImage(bitmap, 0, 0)
  bitmap.close()
  const { data } = sheet.getImageData(0, 0, TILE_PX, TILE_PX)
  return heightsOfPixels(data)
}

/** R = G = B = 0 is void. */
export function heightsOfPixels(pixels: Uint8ClampedArray): Float32Array {
  const heights = new Float32Array(pixels.length / 4)
  for (let i = 0, at = 0; i < heights.length; i++, at += 4) {
    const isVoid = pixels[at] === 0 && pixels[at + 1] === 0 && pixels[at + 2] === 0
    heights[i] = isVoid ? Number.NaN : pixels[at] * 256 + pixels[at + 1] + pixels[at + 2] / 256 - 32_768
  }
  return heights
}
