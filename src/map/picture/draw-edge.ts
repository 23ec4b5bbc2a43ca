// HOT: npm run bench -- static-map
// Only pixels near the edge of the region are touched.
//
// Where the region ends in a picture, and the fading of ground and relief towards it (src/map/style/region-edge.ts).

import { EARTH_RADIUS_M } from '../../geo/lon-lat.ts'
import { MAX_MERCATOR_LAT, worldX, worldY } from '../../geo/web-mercator.ts'
import { fadeM, WHOLE_EARTH_DEG } from '../style/region-edge.ts'
import { type MapView, pixelX, pixelY } from './map-view.ts'
import { mix, toWord } from './pixel-words.ts'
import type { Raster } from './raster.ts'
import type { Rgb } from './rgb.ts'

export interface RegionEdge {
  /** in pixels; beyond it the background is plain, even if the terrain goes on */
  bounds: readonly [left: number, top: number, right: number, bottom: number]
  /** how far inside it the fading begins */
  fadePx: number
}

/** Of an archive with these limits. */
export function edgeInView(
  { minLon, minLat, maxLon, maxLat }: { minLon: number; minLat: number; maxLon: number; maxLat: number },
  view: MapView,
): RegionEdge {
  const bottom = pixelY(view, worldY(Math.max(minLat, -MAX_MERCATOR_LAT)))
  const top = pixelY(view, worldY(Math.min(maxLat, MAX_MERCATOR_LAT)))
  if (maxLon - minLon >= WHOLE_EARTH_DEG) return { bounds: [-Infinity, top, Infinity, bottom], fadePx: 0 }
  const west = worldX(minLon)
  const acrossPx = (worldX(maxLon) - west) * view.worldPx
  const left = pixelX(view, (west + worldX(maxLon)) / 2) - acrossPx / 2
  const pixelM = (2 * Math.PI * EARTH_RADIUS_M * Math.cos((((minLat + maxLat) / 2) * Math.PI) / 180)) / view.worldPx
  return {
    bounds: [left, top, left + acrossPx, bottom],
    fadePx: fadeM([minLon, minLat, maxLon, maxLat]) / pixelM,
  }
}

/** The same share for each CSS pixel, so that a picture of scale 2 is one of scale 1. */
export function fadeEdge(raster: Raster, { scale }: MapView, { bounds, fadePx }: RegionEdge, background: Rgb): void {
  if (!(fadePx > 0)) return
  const { pixels, width, top, bottom } = raster
  const word = toWord(background)
  const inside = (at: number, from: number, to: number) => {
    const middle = (Math.floor(at / scale) + 0.5) * scale
    return Math.min(middle - from, to - middle) / fadePx
  }
  const across = Float64Array.from({ length: width }, (_, x) => inside(x, bounds[0], bounds[2]))
  const firstWhole = across.findIndex((depth) => depth >= 1)
  const endWhole = across.findLastIndex((depth) => depth >= 1) + 1
  for (let y = top; y < bottom; y++) {
    const down = inside(y, bounds[1], bounds[3])
    const base = (y - top) * width
    for (let x = 0; x < width; x++) {
      // the middle of most rows is far from any edge
      if (down >= 1 && x === firstWhole) x = endWhole
      if (x >= width) break
      const share = Math.round(256 * (1 - Math.max(0, Math.min(across[x], down))))
      if (share > 0) pixels[base + x] = mix(pixels[base + x], word, share)
    }
  }
}
